//! Markdown: CommonMark with GitHub's tables, footnotes and alerts, formulas, definition lists, front
//! matter and wiki links.

mod front_matter;
mod raw_html;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use crate::block::BlockKind;
use crate::builder::Builder;
use crate::names;
use crate::plain::{file_stem, title_of};
use crate::rows::RowWriter;
use crate::unit::{Parsed, Problem, Unit, Why};
use front_matter::FrontMatter;

/// Parses one Markdown file.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let base = unit.offset + (unit.bytes.len() - text.len()) as u64;
    let front = FrontMatter::of(text);
    let mut reader = Reader::new(unit, text, base, front.title.clone());
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
        | Options::ENABLE_WIKILINKS;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        reader.event(event, range);
    }
    if reader.builder.is_empty() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let stem = file_stem(&unit.path);
    let title = reader.title.filter(|t| !t.is_empty()).unwrap_or_else(|| title_of(stem));
    let local = unit.path.strip_suffix(".md").unwrap_or(&unit.path);
    let mut document = reader.builder.finish(unit.id(local), title, unit.origin());
    document.names =
        vec![names::path(&unit.source, &unit.path), names::page(&unit.source, &document.title)];
    document.names.extend(front.aliases.iter().map(|a| names::page(&unit.source, a)));
    document.names.push(names::page(&unit.source, stem));
    document.names.dedup();
    Ok(Parsed::Document(Box::new(document)))
}

struct Reader<'a> {
    unit: &'a Unit,
    text: &'a str,
    base: u64,
    builder: Builder,
    title: Option<String>,
    /// The words of the heading being read, and its id where it says one.
    heading: Option<(String, Option<String>)>,
    /// How often each heading's slug was used.
    slugs: HashMap<String, usize>,
    /// The target and words of the link being read.
    link: Option<(String, String)>,
    /// Inside something whose text is not the page's: front matter, an image's caption.
    hidden: usize,
    /// What the items of the lists that are open are.
    lists: Vec<BlockKind>,
    /// For each definition list that is open, whether a definition is.
    definitions: Vec<bool>,
    heads: Vec<String>,
    in_head: bool,
    row: Option<RowWriter>,
    column: usize,
    code: bool,
    image: Image,
}

/// An image that may stand alone in its paragraph, and then has a caption.
#[derive(Debug, Default)]
struct Image {
    /// Its description, and where that stands.
    alt: String,
    at: usize,
    open: bool,
    /// The paragraph holds more than one image.
    accompanied: bool,
    count: usize,
}

impl<'a> Reader<'a> {
    fn new(unit: &'a Unit, text: &'a str, base: u64, title: Option<String>) -> Self {
        Reader {
            unit,
            text,
            base,
            builder: Builder::new(),
            title,
            heading: None,
            slugs: HashMap::new(),
            link: None,
            hidden: 0,
            lists: Vec::new(),
            definitions: Vec::new(),
            heads: Vec::new(),
            in_head: false,
            row: None,
            column: 0,
            code: false,
            image: Image::default(),
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => {
                self.builder.push_verbatim(&text, self.base + range.start as u64);
            }
            Event::Text(text) => self.text(&text, range.start),
            Event::Code(text) => self.text(&text, range.start + 1),
            Event::SoftBreak => self.text(" ", range.start),
            Event::HardBreak => self.builder.line(),
            Event::Rule => self.end_paragraph(),
            Event::InlineHtml(tag) if is_break(&tag) => self.builder.line(),
            Event::InlineMath(formula) => self.inline_math(&formula, range),
            Event::DisplayMath(formula) => self.display_math(&formula, range.start + 2),
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn text(&mut self, text: &str, at: usize) {
        if self.image.open {
            self.image.alt.push_str(text);
        } else {
            self.image.accompanied |= !text.trim().is_empty();
        }
        if self.hidden > 0 {
            return;
        }
        if let Some((_, words)) = &mut self.link {
            words.push_str(text);
        }
        let source = self.base + at as u64;
        if let Some((heading, _)) = &mut self.heading {
            heading.push_str(text);
        } else if self.in_head {
            if let Some(head) = self.heads.last_mut() {
                head.push_str(text);
            }
        } else {
            if let Some(row) = self.row.as_mut().filter(|_| !text.trim().is_empty()) {
                row.before_text(&mut self.builder, &self.heads, source);
            }
            self.builder.push(text, source);
        }
    }

    fn inline_math(&mut self, formula: &str, range: Range<usize>) {
        // "$5/$6" names two prices.
        let price =
            self.text.get(range.end..).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()));
        match self.text.get(range.clone()).filter(|_| price) {
            Some(source) => self.text(source, range.start),
            None => self.text(formula, range.start + 1),
        }
    }

    fn display_math(&mut self, formula: &str, at: usize) {
        if self.heading.is_some() || self.in_head || self.row.is_some() || self.hidden > 0 {
            return self.text(formula, at);
        }
        self.image.accompanied = true;
        self.builder.open(BlockKind::Formula);
        self.builder.push_verbatim(formula, self.base + at as u64);
        self.builder.close();
    }

    /// Ends a paragraph; inside an item or a description its line.
    fn end_paragraph(&mut self) {
        match self.builder.depth() {
            0 => self.builder.paragraph(),
            _ => self.builder.line(),
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Heading { id, .. } => {
                self.heading = Some((String::new(), id.map(|id| id.to_string())));
            }
            Tag::Paragraph => self.image = Image::default(),
            Tag::MetadataBlock(_) => self.hidden += 1,
            Tag::Image { .. } => {
                self.hidden += 1;
                let alone = self.hidden == 1 && self.link.is_none() && self.heading.is_none();
                self.image.open = alone;
                self.image.at = range.start + 2;
                self.image.count += 1;
            }
            Tag::Link { link_type, dest_url, .. } => {
                let target = self.target(link_type, &dest_url);
                self.link = target.map(|target| (target, String::new()));
                // A picture that is a link is a badge.
                self.image.accompanied = true;
            }
            Tag::BlockQuote(kind) => {
                self.end_paragraph();
                if let Some(kind) = kind {
                    self.text(label(kind), range.start);
                    self.text(": ", range.start);
                }
            }
            Tag::List(first) => {
                self.builder.open(BlockKind::List);
                self.lists.push(if first.is_some() { BlockKind::Step } else { BlockKind::Item });
            }
            Tag::Item => {
                self.builder.open(self.lists.last().copied().unwrap_or(BlockKind::Item));
            }
            Tag::DefinitionList => self.definitions.push(false),
            Tag::DefinitionListTitle => {
                if self.definitions.last_mut().is_some_and(|open| std::mem::replace(open, true)) {
                    self.builder.close();
                }
                self.builder.open(BlockKind::Definition);
            }
            Tag::CodeBlock(_) => {
                self.builder.open(BlockKind::Code);
                self.code = true;
            }
            Tag::HtmlBlock => self.html_block(range),
            Tag::Table(_) => {
                self.builder.open(BlockKind::Table);
                self.heads.clear();
            }
            Tag::TableHead => self.in_head = true,
            Tag::TableRow => {
                self.row = Some(RowWriter::begin(&mut self.builder));
                self.column = 0;
            }
            Tag::TableCell if self.in_head => self.heads.push(String::new()),
            Tag::TableCell => {
                if let Some(row) = &mut self.row {
                    row.cell(self.column);
                }
                self.column += 1;
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::MetadataBlock(_) => self.hidden = self.hidden.saturating_sub(1),
            TagEnd::Image => {
                self.hidden = self.hidden.saturating_sub(1);
                self.image.open = false;
            }
            TagEnd::Link => {
                if let Some((target, words)) = self.link.take() {
                    self.builder.link(target, &words);
                }
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.builder.close();
            }
            TagEnd::Item | TagEnd::Table => self.builder.close(),
            TagEnd::CodeBlock => {
                self.code = false;
                self.builder.close();
            }
            TagEnd::TableHead => self.in_head = false,
            TagEnd::TableRow => {
                self.row = None;
                self.builder.close();
            }
            TagEnd::DefinitionListTitle | TagEnd::DefinitionListDefinition => self.builder.line(),
            TagEnd::DefinitionList if self.definitions.pop() == Some(true) => self.builder.close(),
            TagEnd::Paragraph => self.close_paragraph(),
            TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => self.end_paragraph(),
            _ => {}
        }
    }

    fn close_paragraph(&mut self) {
        let image = std::mem::take(&mut self.image);
        if image.count == 1 && !image.accompanied && !image.alt.trim().is_empty() {
            self.builder.open(BlockKind::Caption);
            self.builder.push(&image.alt, self.base + image.at as u64);
            self.builder.close();
        }
        self.end_paragraph();
    }

    fn html_block(&mut self, range: Range<usize>) {
        self.end_paragraph();
        let html = self.text.get(range.clone()).unwrap_or_default();
        for (piece, at) in raw_html::text(html) {
            self.builder.push(&piece, self.base + (range.start + at) as u64);
        }
        self.end_paragraph();
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let (heading, id) = self.heading.take().unwrap_or_default();
        let slug = id.unwrap_or_else(|| self.slug(&heading));
        let is_title = level == HeadingLevel::H1 && self.builder.is_empty();
        match &self.title {
            None if is_title => self.title = Some(heading.trim().to_owned()),
            Some(title) if is_title && *title == heading.trim() => {}
            // The first level is the title's; sections start at the second.
            _ => {
                let level = (level as u8).saturating_sub(1).max(1);
                self.builder.heading_at(level, &heading, Some(&slug));
            }
        }
    }

    /// The anchor that GitHub gives a heading; a second one of the same words is numbered.
    fn slug(&mut self, heading: &str) -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let slug: String = heading.trim().to_lowercase().chars().filter(kept).take(200).collect();
        let slug = slug.replace(' ', "-");
        let used = self.slugs.entry(slug.clone()).or_default();
        *used += 1;
        match *used {
            1 => slug,
            n => format!("{slug}-{}", n - 1),
        }
    }

    fn target(&self, link_type: LinkType, link: &str) -> Option<String> {
        let source = &self.unit.source;
        match link_type {
            LinkType::WikiLink { .. } => {
                let page = link.split('#').next().unwrap_or_default();
                (!page.trim().is_empty()).then(|| names::page(source, page))
            }
            LinkType::Autolink | LinkType::Email => None,
            _ => {
                let path = names::relative(&self.unit.path, link)?;
                Some(names::path(source, &names::percent_decode(&path)))
            }
        }
    }
}

fn is_break(tag: &str) -> bool {
    tag.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("<br"))
}

fn label(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "Note",
        BlockQuoteKind::Tip => "Tip",
        BlockQuoteKind::Important => "Important",
        BlockQuoteKind::Warning => "Warning",
        BlockQuoteKind::Caution => "Caution",
    }
}
