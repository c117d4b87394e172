//! The requests of roff and the macros of `man`.

use super::Reader;
use super::escapes::{Plain, arguments};
use super::pages;
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// How many lines the term of a definition may have that is only told by the indent below it.
const LONGEST_TERM: usize = 4;

/// An end of the page's own naming is not looked for further away.
const FARTHEST: usize = 500;

impl<'a> Reader<'a> {
    /// Reads a line of control, without its mark; answers the line after what it governs.
    pub(super) fn request(&mut self, line: SourceLine<'a>, at: usize) -> usize {
        let end = line.text.find([' ', '\t']).unwrap_or(line.text.len());
        // A name may end at an escape: .el\{\
        let end = line.text.find('\\').map_or(end, |escape| escape.min(end));
        let name = line.text.get(..end).unwrap_or_default();
        let rest = SourceLine { at: line.at + end, text: line.text.get(end..).unwrap_or_default() }
            .trimmed();
        match name {
            "if" => return self.condition(rest, at, false),
            "ie" => return self.condition(rest, at, true),
            "el" => return self.otherwise(rest, at),
            "de" | "am" | "de1" | "am1" | "dei" | "ami" | "ig" => {
                return self.skip_macro(rest.text, at);
            }
            "TS" => return self.tbl(at),
            "EQ" => return self.equation(at),
            "PS" | "G1" | "R1" | "gcolor" => {
                return self.skip_to(at, if name == "PS" { ".PE" } else { ".G2" });
            }
            "ds" | "ds1" => {
                let (name, text) = rest.text.split_once([' ', '\t']).unwrap_or((rest.text, ""));
                let text = text.trim_start();
                self.define(name, text.strip_prefix('"').unwrap_or(text));
            }
            "as" => {
                let (name, text) = rest.text.split_once(' ').unwrap_or((rest.text, ""));
                let known = self.strings.get(name).cloned().unwrap_or_default();
                self.define(name, &(known + text));
            }
            "SH" | "SS" | "Sh" | "Ss" => return self.section_line(name, rest, at),
            "TP" | "TQ" => return self.tagged(name, at),
            "PP" | "P" | "LP" | "Pp" | "HP" => return self.paragraph_line(at),
            _ => self.simple_request(name, rest),
        }
        at + 1
    }

    fn simple_request(&mut self, name: &str, rest: SourceLine<'a>) {
        match name {
            "TH" => {
                let arguments = arguments(rest);
                let text = |i: usize| {
                    arguments.get(i).map(|(a, _)| self.plain_text(a)).unwrap_or_default()
                };
                let title = pages::title(&text(0), &text(1), self.stem);
                self.title.get_or_insert(title);
            }
            "IP" => self.indented_paragraph(rest),
            "RS" => self.indent(None),
            "RE" => self.outdent(),
            "nf" | "EX" => self.filled = false,
            "fi" | "EE" => {
                self.filled = true;
                self.close_code();
                self.end_line();
            }
            "br" | "sp" | "ti" | "YS" => self.end_line(),
            "B" | "I" | "SM" | "SB" | "R" => self.fonts(rest, " "),
            "BR" | "BI" | "RB" | "RI" | "IR" | "IB" => self.fonts(rest, ""),
            "OP" => {
                let words: Vec<String> =
                    arguments(rest).iter().map(|(a, _)| self.plain_text(a)).collect();
                self.give_text(&format!("[{}]", words.join(" ")), rest);
            }
            "SY" => {
                self.end_line();
                self.fonts(rest, " ");
            }
            "MR" => {
                let parts: Vec<String> =
                    arguments(rest).iter().map(|(a, _)| self.plain_text(a)).collect();
                let part = |i: usize| parts.get(i).map(String::as_str).unwrap_or_default();
                self.give_text(&format!("{}({}){}", part(0), part(1), part(2)), rest);
            }
            "UR" | "MT" => {
                let address = arguments(rest).first().map(|(a, _)| self.plain_text(a));
                self.link = Some((address.unwrap_or_default(), self.builder.len()));
            }
            "URL" | "MTO" => {
                let parts: Vec<String> =
                    arguments(rest).iter().map(|(a, _)| self.plain_text(a)).collect();
                let part = |i: usize| parts.get(i).map(String::as_str).unwrap_or_default();
                let text = match part(1) {
                    "" => format!("{}{}", part(0), part(2)),
                    words => format!("{words} ({}){}", part(0), part(2)),
                };
                self.give_text(&text, rest);
            }
            "UE" | "ME" => {
                let (address, from) = self.link.take().unwrap_or_default();
                // Without words the address itself is shown.
                let shown = if self.builder.len() <= from { address } else { String::new() };
                let after = self.plain_text(rest.text);
                self.give_text(&format!("{shown}{after}"), rest);
            }
            name if self.mdoc(name, rest) => {}
            _ => {}
        }
    }

    fn end_line(&mut self) {
        if !self.in_code {
            self.builder.line();
        }
    }

    fn give_text(&mut self, text: &str, at: SourceLine<'a>) {
        let plain = Plain { pieces: vec![(text.to_owned(), at.at)], joined: false };
        self.give_line(plain, at.end());
    }

    /// Words in other fonts: a space, or nothing, stands between them.
    fn fonts(&mut self, rest: SourceLine<'a>, between: &str) {
        let mut all = Plain::default();
        for (index, (argument, at)) in arguments(rest).iter().enumerate() {
            if index > 0 && !between.is_empty() {
                all.pieces.push((between.to_owned(), at.saturating_sub(1)));
            }
            let plain = self.plain(SourceLine { at: *at, text: argument });
            all.pieces.extend(plain.pieces);
            all.joined = plain.joined;
        }
        if !all.pieces.is_empty() {
            self.give_line(all, rest.end());
        }
    }

    fn section_line(&mut self, name: &str, rest: SourceLine<'a>, at: usize) -> usize {
        let level = if name.eq_ignore_ascii_case("sh") { 1 } else { 2 };
        let words: Vec<String> = arguments(rest).iter().map(|(a, _)| self.plain_text(a)).collect();
        let title = words.join(" ");
        if !title.trim().is_empty() {
            self.section(level, &title);
            return at + 1;
        }
        // The title stands on the next line.
        let next = self.line(at + 1);
        let bare = next
            .text
            .strip_prefix('.')
            .map_or(next.text, |r| r.split_once(' ').map_or("", |(_, t)| t));
        let title = self.plain_text(bare);
        self.section(level, &title);
        at + 2
    }

    /// Skips the body of a macro's definition.
    fn skip_macro(&mut self, rest: &str, at: usize) -> usize {
        match rest.split_whitespace().nth(1) {
            Some(end) => {
                let end = format!(".{end}");
                let reach = self.lines.len().min(at + FARTHEST);
                let close = (at + 1..reach).find(|&i| self.line(i).text == end);
                close.map_or(at + 1, |close| close + 1)
            }
            None => self.skip_to(at, ".."),
        }
    }

    /// The line after the one that starts like this; what is not closed is not opened either.
    pub(super) fn skip_to(&mut self, at: usize, end: &'static str) -> usize {
        if self.unclosed.contains(&end) {
            return at + 1;
        }
        let close = (at + 1..self.lines.len()).find(|&i| self.line(i).text.starts_with(end));
        if close.is_none() {
            self.unclosed.push(end);
        }
        close.map_or(at + 1, |close| close + 1)
    }

    fn equation(&mut self, at: usize) -> usize {
        let next = self.skip_to(at, ".EN");
        self.builder.open(BlockKind::Formula);
        for index in at + 1..next.saturating_sub(1) {
            let line = self.line(index);
            self.builder.push_verbatim(line.text, self.source(line.at));
            self.builder.push_verbatim("\n", self.source(line.end()));
        }
        self.builder.close();
        next
    }

    /// Reads a term on the line below, and opens its definition.
    fn tagged(&mut self, name: &str, at: usize) -> usize {
        let more = name == "TQ" && self.in_item();
        if !more {
            self.open_item(BlockKind::Definition);
        } else {
            self.builder.line();
        }
        self.filled = true;
        let mut next = at + 1;
        while next < self.lines.len() && is_silent(self.line(next).text) {
            next += 1;
        }
        let line = self.line(next).text;
        let after = match line.starts_with('.') && is_paragraph(line) {
            true => next,
            false => self.step(next),
        };
        self.builder.line();
        after
    }

    /// `.IP tag`: a bullet, a number or a term; without a tag the item goes on.
    fn indented_paragraph(&mut self, rest: SourceLine<'a>) {
        self.close_code();
        let tag = arguments(rest).into_iter().next();
        let plain = tag.map(|(tag, at)| self.plain(SourceLine { at, text: &tag }));
        let text = plain.as_ref().map(Plain::text).unwrap_or_default();
        let text = text.trim();
        if text.is_empty() {
            return self.end_paragraph();
        }
        if matches!(text, "•" | "-" | "*" | "–" | "o" | "+" | "—" | "·" | "∗") {
            return self.open_item(BlockKind::Item);
        }
        let number = text.trim_matches(['(', ')', '.', '[', ']', ':']);
        let counted = !number.is_empty()
            && number.len() < text.len()
            && (number.bytes().all(|b| b.is_ascii_digit()) || number.len() == 1);
        if counted {
            return self.open_item(BlockKind::Step);
        }
        self.open_item(BlockKind::Definition);
        if let Some(plain) = plain {
            let filled = std::mem::replace(&mut self.filled, true);
            self.give(&plain.pieces);
            self.filled = filled;
        }
        self.builder.line();
    }

    /// Begins a paragraph. A short one with an indented part below is a term, as DocBook's
    /// stylesheets write it.
    fn paragraph_line(&mut self, at: usize) -> usize {
        self.new_paragraph();
        let mut next = at + 1;
        let mut lines = 0;
        while lines <= LONGEST_TERM {
            let line = self.line(next).text;
            match line {
                _ if line.starts_with(".RS") && lines > 0 => {
                    self.open_item(BlockKind::Definition);
                    break;
                }
                ".br" => {}
                _ if line.is_empty() || line.starts_with('.') && !is_font(line) => break,
                _ => lines += 1,
            }
            next += 1;
        }
        at + 1
    }
}

/// Lines that show nothing.
fn is_silent(line: &str) -> bool {
    line.starts_with(".\\\"") || line.starts_with(".PD") || line == "." || line.starts_with(".ne")
}

fn is_paragraph(line: &str) -> bool {
    [".TP", ".IP", ".PP", ".P", ".LP", ".SH", ".SS", ".RS", ".RE"]
        .iter()
        .any(|name| line == *name || line.strip_prefix(name).is_some_and(|r| r.starts_with(' ')))
}

fn is_font(line: &str) -> bool {
    let name = line.get(1..).unwrap_or_default().split(' ').next().unwrap_or_default();
    matches!(name, "B" | "I" | "BR" | "BI" | "RB" | "RI" | "IR" | "IB" | "SM" | "SB")
}
