//! Explicit markup: directives, targets, footnotes, substitutions and comments.

use std::ops::Range;

use super::definitions;
use super::items::field;
use super::signature::{self, Does};
use super::{DEEPEST, Reader, id};
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// A directive, taken apart.
pub(super) struct Directive<'a> {
    pub name: String,
    /// What stands behind the colons and on the lines below, up to options or a blank line.
    pub argument: Range<usize>,
    pub first: SourceLine<'a>,
    pub options: Vec<(&'a str, SourceLine<'a>)>,
    pub body: Range<usize>,
    pub indent: usize,
}

impl<'a> Directive<'a> {
    pub(super) fn option(&self, name: &str) -> Option<SourceLine<'a>> {
        self.options.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// The name of a directive, and the bytes up to its argument.
fn directive_name(rest: &str) -> Option<(&str, usize)> {
    let len = rest
        .bytes()
        .take(60)
        .take_while(|b| b.is_ascii_alphanumeric() || b"-_.:+".contains(b))
        .count();
    let name = rest.get(..len)?;
    let colons = name.find("::")?;
    let name = rest.get(..colons).filter(|name| !name.is_empty())?;
    let after = rest.get(colons + 2..)?;
    let spaces = after.len() - after.trim_start().len();
    (after.is_empty() || spaces > 0).then_some((name, colons + 2 + spaces))
}

impl<'a> Reader<'a> {
    /// Reads explicit markup; `None` where the line is none.
    pub(super) fn explicit(
        &mut self,
        at: usize,
        end: usize,
        indent: usize,
        depth: usize,
    ) -> Option<usize> {
        let line = self.content(at, indent);
        if line.text.starts_with("__ ") {
            return Some(at + 1);
        }
        let rest = line.text.strip_prefix("..")?;
        if !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
            return None;
        }
        let next = self.block_end(at, end, indent + 1);
        let rest = SourceLine { at: line.at + 2, text: rest }.trimmed();
        if let Some((name, address)) = definitions::target(rest.text) {
            if address.is_empty() && next == at + 1 {
                self.name_place(name);
            }
        } else if rest.text.starts_with("__") || rest.text.starts_with('|') {
            // An anonymous target, a substitution.
        } else if let Some(label) = rest.text.strip_prefix('[').and_then(|r| r.find(']')) {
            self.note(rest, label, at, next, indent, depth);
        } else if let Some((name, width)) = directive_name(rest.text) {
            let name = name.to_ascii_lowercase();
            let first = SourceLine {
                at: rest.at + width,
                text: rest.text.get(width..).unwrap_or_default(),
            };
            let directive = self.take_apart(name, first, at, next, indent);
            self.directive(&directive, depth);
        }
        Some(next)
    }

    fn name_place(&mut self, name: &str) {
        let id = id(name);
        self.builder.anchor(&id);
        self.target = Some(id).filter(|id| !id.is_empty());
    }

    /// A footnote or citation, whose label ends `label` bytes behind its bracket.
    fn note(
        &mut self,
        rest: SourceLine<'a>,
        label: usize,
        at: usize,
        next: usize,
        indent: usize,
        depth: usize,
    ) {
        let name = rest.text.get(1..label + 1).unwrap_or_default();
        let from = label + 2;
        let text =
            SourceLine { at: rest.at + from, text: rest.text.get(from..).unwrap_or_default() };
        self.end_paragraph();
        if !name.starts_with(['#', '*']) && !name.bytes().all(|b| b.is_ascii_digit()) {
            self.builder.push(rest.text.get(..from).unwrap_or_default(), self.source(rest.at));
            self.builder.push(" ", self.source(text.at));
        }
        let paragraph = (at + 1..next).find(|&i| self.line(i).is_blank()).unwrap_or(next);
        self.inline(self.slice(text.trimmed(), paragraph - 1));
        self.end_paragraph();
        let inner = self.indent_of(paragraph..next).max(indent + 1);
        self.body(paragraph..next, inner, depth + 1);
    }

    fn take_apart(
        &self,
        name: String,
        first: SourceLine<'a>,
        at: usize,
        next: usize,
        indent: usize,
    ) -> Directive<'a> {
        let mut body = at + 1;
        let mut options = Vec::new();
        let mut argument = at + 1;
        while body < next && !self.line(body).is_blank() {
            let line = self.line(body).trimmed();
            match field(line.text) {
                Some((name, width)) if self.line(body).indent() > indent => {
                    let value = SourceLine {
                        at: line.at + width.min(line.text.len()),
                        text: line.text.get(width..).unwrap_or_default(),
                    };
                    options.push((name, value));
                }
                // Options end the argument; a long option goes on in the next lines.
                _ if options.is_empty() => argument = body + 1,
                _ => {}
            }
            body += 1;
        }
        let body = self.skip_blank(body..next).min(next);
        let indent = self.indent_of(body..next).max(indent + 1);
        Directive { name, argument: at + 1..argument, first, options, body: body..next, indent }
    }

    fn directive(&mut self, directive: &Directive<'a>, depth: usize) {
        if let Some(name) = directive.option("name") {
            self.name_place(name.text);
        }
        let does = signature::does(&directive.name);
        match does {
            Does::Nothing => {}
            Does::Body => {
                self.argument_as_body(directive, depth, false);
                self.inner_body(directive, depth);
            }
            Does::Text => {
                self.end_paragraph();
                self.argument_as_body(directive, depth, true);
                self.inner_body(directive, depth);
            }
            Does::Label(label) => self.labelled(label, directive, depth),
            Does::Version(label) => self.version(label, directive, depth),
            Does::Code => self.code_directive(directive),
            Does::ParsedCode => self.parsed_code(directive),
            Does::Formula => {
                self.builder.open(BlockKind::Formula);
                self.builder.push_verbatim(directive.first.text, self.source(directive.first.at));
                self.builder.push_verbatim("\n", self.source(directive.first.end()));
                for range in [directive.argument.clone(), directive.body.clone()] {
                    self.push_lines(range);
                }
                self.builder.close();
            }
            Does::Figure => self.figure(directive, depth),
            Does::Table => {
                self.caption(directive);
                self.inner_body(directive, depth);
            }
            Does::ListTable => self.list_table(directive),
            Does::CsvTable => self.csv_table(directive),
            Does::Module => {
                self.module = directive.first.text.trim().to_owned();
                self.builder.anchor(&format!("module-{}", self.module));
                self.inner_body(directive, depth);
            }
            Does::Glossary => self.glossary(directive, depth),
            Does::Describe => self.describe(directive, depth),
        }
    }

    pub(super) fn push_lines(&mut self, lines: Range<usize>) {
        let indent = self.indent_of(lines.clone());
        for index in lines {
            let line = self.line(index).after_column(indent);
            self.builder.push_verbatim(line.text, self.source(line.at));
            self.builder.push_verbatim("\n", self.source(line.end()));
        }
    }

    fn inner_body(&mut self, directive: &Directive<'a>, depth: usize) {
        self.body(directive.body.clone(), directive.indent, depth + 1);
    }

    /// The lines of an argument are text; where it is not shown, only those below its first.
    fn argument_as_body(&mut self, directive: &Directive<'a>, depth: usize, shown: bool) {
        if shown {
            self.inline(self.argument_text(directive));
            self.end_paragraph();
        } else {
            let indent = self.indent_of(directive.argument.clone());
            self.body(directive.argument.clone(), indent, depth + 1);
        }
    }

    pub(super) fn argument_text(&self, directive: &Directive<'a>) -> SourceLine<'a> {
        match directive.argument.is_empty() {
            true => directive.first,
            false => self.slice(directive.first, directive.argument.end - 1),
        }
    }

    fn labelled(&mut self, label: &str, directive: &Directive<'a>, depth: usize) {
        self.end_paragraph();
        let text = self.argument_text(directive);
        let at = self.source(directive.first.at);
        let inline_text = !text.text.trim().is_empty();
        self.builder.push(label, at);
        self.builder.push(": ", at);
        // Text on the directive's own line is the first paragraph of what it says.
        if inline_text {
            let first = directive.first.text.is_empty();
            match first {
                true => {
                    let indent = self.indent_of(directive.argument.clone());
                    self.body(directive.argument.clone(), indent, depth + 1);
                }
                false => {
                    self.inline(text);
                    self.end_paragraph();
                }
            }
        }
        self.inner_body(directive, depth);
    }

    fn version(&mut self, label: &str, directive: &Directive<'a>, depth: usize) {
        self.end_paragraph();
        let text = self.argument_text(directive);
        let width = text.text.find(char::is_whitespace).unwrap_or(text.text.len());
        let (version, rest) = text.text.split_at(width);
        let at = self.source(text.at);
        self.builder.push(label, at);
        self.builder.push(" ", at);
        self.builder.push(version, at);
        let rest = SourceLine { at: text.at + width, text: rest };
        let more = !rest.text.trim().is_empty() || !directive.body.is_empty();
        self.builder.push(if more { ": " } else { "." }, self.source(rest.at));
        self.inline(rest);
        if !rest.text.trim().is_empty() {
            self.end_paragraph();
        }
        self.inner_body(directive, depth);
    }

    /// A figure's or a table's title.
    pub(super) fn caption(&mut self, directive: &Directive<'a>) {
        self.builder.open(BlockKind::Caption);
        self.inline(self.argument_text(directive));
        self.builder.close();
    }

    fn code_directive(&mut self, directive: &Directive<'a>) {
        if let Some(caption) = directive.option("caption") {
            self.builder.open(BlockKind::Caption);
            self.inline(caption);
            self.builder.close();
        }
        self.builder.open(BlockKind::Code);
        // Without a blank line the code starts right below the directive.
        self.push_lines(directive.argument.clone());
        if directive.name == "productionlist" {
            self.builder.push_verbatim(directive.first.text, self.source(directive.first.at));
        }
        self.push_lines(directive.body.clone());
        self.builder.close();
    }

    fn parsed_code(&mut self, directive: &Directive<'a>) {
        let lines = match directive.argument.is_empty() {
            true => directive.body.clone(),
            false => directive.argument.start..directive.body.end,
        };
        let indent = self.indent_of(lines.clone());
        self.builder.open(BlockKind::Code);
        for index in lines {
            let line = self.line(index).after_column(indent);
            let words = self.words(line);
            self.builder.push_verbatim(&words, self.source(line.at));
            self.builder.push_verbatim("\n", self.source(line.end()));
        }
        self.builder.close();
    }

    fn figure(&mut self, directive: &Directive<'a>, depth: usize) {
        let body = directive.body.clone();
        let first = self.skip_blank(body.clone());
        let caption = (first..body.end).find(|&i| self.line(i).is_blank()).unwrap_or(body.end);
        if first < caption {
            let text = self.slice(self.content(first, directive.indent), caption - 1);
            // A comment stands for an empty caption.
            if text.text != ".." {
                self.builder.open(BlockKind::Caption);
                self.inline(text);
                self.builder.close();
            }
        }
        self.body(caption..body.end, directive.indent, depth + 1);
    }

    fn glossary(&mut self, directive: &Directive<'a>, depth: usize) {
        let (lines, indent) = (directive.body.clone(), directive.indent);
        let mut at = self.skip_blank(lines.clone());
        while at < lines.end {
            // Several terms may share a description.
            let terms = at;
            while at < lines.end && !self.line(at).is_blank() && self.line(at).indent() <= indent {
                at += 1;
            }
            let next = self.block_end(at.max(terms + 1) - 1, lines.end, indent + 1);
            self.builder.open(BlockKind::Definition);
            for term in terms..at {
                let line = self.content(term, indent);
                if line.text.starts_with(".. ") {
                    continue;
                }
                let words = line.text.split(" : ").next().unwrap_or_default();
                self.builder.anchor(&format!("term-{}", words.replace(' ', "-")));
                self.term(SourceLine { at: line.at, text: words });
            }
            let inner = self.indent_of(at..next).max(indent + 1);
            self.body(at..next, inner, depth + 1);
            self.builder.close();
            at = self.skip_blank(next.max(terms + 1)..lines.end);
        }
    }

    fn describe(&mut self, directive: &Directive<'a>, depth: usize) {
        let name = directive.name.as_str();
        let has_body = !directive.body.is_empty();
        let style = name == "class"
            && !has_body
            && directive.first.text.bytes().all(|b| b.is_ascii_lowercase() || b" -_".contains(&b));
        if directive.first.text.is_empty() && directive.argument.is_empty()
            || style
            || depth >= DEEPEST
        {
            return self.inner_body(directive, depth);
        }
        if !has_body && !signature::is_object(name) {
            self.name_place(directive.first.text);
            return;
        }
        let object = signature::object_name(directive.first.text);
        if signature::is_python(name) {
            let parts =
                [self.module.as_str(), self.classes.last().map_or("", String::as_str), object];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            self.builder.anchor(&parts.join("."));
        }
        self.builder.open(BlockKind::Definition);
        self.qualifier(name, directive.first);
        self.signature(directive.first);
        for index in directive.argument.clone() {
            self.signature(self.line(index).trimmed());
        }
        let class = name.ends_with("class") || name.ends_with("exception");
        if class && self.classes.len() < DEEPEST {
            self.classes.push(object.to_owned());
        }
        self.inner_body(directive, depth);
        if class {
            self.classes.pop();
        }
        self.builder.close();
    }

    /// What Sphinx shows before a Python object's name: its kind, and its module.
    fn qualifier(&mut self, directive: &str, signature: SourceLine<'a>) {
        if !signature::is_python(directive) {
            return;
        }
        let at = self.source(signature.at);
        match directive.rsplit(':').next().unwrap_or_default() {
            "class" => self.builder.push("class ", at),
            "exception" => self.builder.push("exception ", at),
            _ => {}
        }
        if self.classes.is_empty() && !self.module.is_empty() {
            let module = format!("{}.", self.module);
            if !signature.text.starts_with(&module) {
                self.builder.push(&module, at);
            }
        }
    }

    /// A signature is literal but for its escapes.
    fn signature(&mut self, line: SourceLine<'a>) {
        let text = line.text.trim_end_matches('\\');
        match text.contains('\\') {
            true => {
                let words = super::inline::without_escapes(text);
                self.builder.push(&words, self.source(line.at));
            }
            false => self.builder.push(text, self.source(line.at)),
        }
        self.builder.line();
    }
}
