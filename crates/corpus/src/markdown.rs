//! Markdown notes: front matter, headings, wiki links and ordinary links between files.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use crate::builder::Builder;
use crate::names;
use crate::plain::{file_stem, title_of};
use crate::unit::{Parsed, Problem, Unit, Why};

/// Parses one Markdown file.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let base = unit.offset + (unit.bytes.len() - text.len()) as u64;
    let front = FrontMatter::of(text);
    let mut reader = Reader::new(unit, base, front.title.clone());
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
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
    base: u64,
    builder: Builder,
    title: Option<String>,
    /// The words of the heading being read.
    heading: Option<String>,
    /// The target and words of the link being read.
    link: Option<(String, String)>,
    /// Inside something whose text is not the page's: front matter, an image's caption.
    hidden: usize,
    first_cell: bool,
    code: bool,
}

impl<'a> Reader<'a> {
    fn new(unit: &'a Unit, base: u64, title: Option<String>) -> Self {
        Reader {
            unit,
            base,
            builder: Builder::new(),
            title,
            heading: None,
            link: None,
            hidden: 0,
            first_cell: false,
            code: false,
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range.start),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => self.code_lines(&text, range.start),
            Event::Text(text) => self.text(&text, range.start),
            Event::Code(text) => self.text(&text, range.start + 1),
            Event::SoftBreak => self.text(" ", range.start),
            Event::HardBreak => self.builder.line(),
            Event::Rule => self.builder.paragraph(),
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn text(&mut self, text: &str, at: usize) {
        if self.hidden > 0 {
            return;
        }
        if let Some((_, words)) = &mut self.link {
            words.push_str(text);
        }
        match &mut self.heading {
            Some(heading) => heading.push_str(text),
            None => self.builder.push(text, self.base + at as u64),
        }
    }

    fn code_lines(&mut self, text: &str, start: usize) {
        let mut at = start;
        for line in text.split_inclusive('\n') {
            self.text(line, at);
            self.builder.line();
            at += line.len();
        }
    }

    fn start(&mut self, tag: Tag<'_>, at: usize) {
        match tag {
            Tag::Heading { .. } => self.heading = Some(String::new()),
            Tag::MetadataBlock(_) | Tag::Image { .. } => self.hidden += 1,
            Tag::Link { link_type, dest_url, .. } => {
                let target = self.target(link_type, &dest_url);
                self.link = target.map(|target| (target, String::new()));
            }
            Tag::Item => self.builder.line(),
            Tag::CodeBlock(_) => {
                self.builder.paragraph();
                self.code = true;
            }
            Tag::TableRow | Tag::TableHead => {
                self.builder.line();
                self.first_cell = true;
            }
            // Cells of a row read as one line; the comma stands for the border between them.
            Tag::TableCell => match std::mem::take(&mut self.first_cell) {
                true => {}
                false => self.text(", ", at),
            },
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::MetadataBlock(_) | TagEnd::Image => self.hidden = self.hidden.saturating_sub(1),
            TagEnd::Link => {
                if let Some((target, words)) = self.link.take() {
                    self.builder.link(target, &words);
                }
            }
            TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead | TagEnd::DefinitionListTitle => {
                self.builder.line();
            }
            TagEnd::CodeBlock => {
                self.code = false;
                self.builder.paragraph();
            }
            TagEnd::Paragraph | TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Table => {
                self.builder.paragraph();
            }
            _ => {}
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let heading = self.heading.take().unwrap_or_default();
        let is_title = level == HeadingLevel::H1 && self.builder.is_empty();
        match &self.title {
            None if is_title => self.title = Some(heading.trim().to_owned()),
            Some(title) if is_title && *title == heading.trim() => {}
            // The first level is the title's; sections start at the second.
            _ => self.builder.heading((level as u8).saturating_sub(1).max(1), &heading),
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

/// The two things Grice takes from front matter.
#[derive(Debug, Default, PartialEq, Eq)]
struct FrontMatter {
    title: Option<String>,
    aliases: Vec<String>,
}

impl FrontMatter {
    fn of(text: &str) -> Self {
        let mut front = FrontMatter::default();
        let Some(rest) = text.strip_prefix("---").filter(|r| r.starts_with(['\n', '\r'])) else {
            return front;
        };
        let mut in_aliases = false;
        for line in rest.lines().skip(1) {
            if line.trim_end() == "---" || line.trim_end() == "..." {
                break;
            }
            if let (true, Some(item)) = (in_aliases, line.trim_start().strip_prefix("- ")) {
                front.aliases.push(unquoted(item));
                continue;
            }
            let (key, value) = line.split_once(':').unwrap_or(("", ""));
            in_aliases = matches!(key, "aliases" | "alias");
            match key {
                "title" => front.title = Some(unquoted(value)).filter(|t| !t.is_empty()),
                "aliases" | "alias" => {
                    let list = value.trim().trim_start_matches('[').trim_end_matches(']');
                    front.aliases.extend(list.split(',').map(unquoted).filter(|a| !a.is_empty()));
                }
                _ => {}
            }
        }
        front
    }
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|v| v.strip_suffix(quote)) {
            return inner.to_owned();
        }
    }
    value.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::unit::Format;

    fn read(path: &str, text: &str) -> Document {
        let unit = Unit {
            source: "notes".into(),
            path: path.into(),
            format: Format::Markdown,
            bytes: text.as_bytes().to_vec(),
            offset: 0,
            line: 1,
        };
        match parse(&unit) {
            Ok(Parsed::Document(d)) => *d,
            other => panic!("{other:?}"),
        }
    }

    const NOTE: &str = "---\ntitle: Great Red Spot\naliases: [GRS, \"The Spot\"]\n---\n\nA storm on [[Jupiter]], seen by [[Voyager program|the Voyagers]].\n\n\
        ## Size\n\nAbout *twice* the [Earth](planets/earth.md#size); see [NASA](https://nasa.gov).\n\n### Shrinking\n\n- Once larger\n- Now `smaller`\n\n![caption](x.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";

    #[test]
    fn front_matter_sections_and_links_are_read() {
        let d = read("jupiter/spot.md", NOTE);
        assert_eq!((d.id.as_str(), d.title.as_str()), ("notes/jupiter/spot", "Great Red Spot"));
        let seen: Vec<_> =
            d.sections.iter().map(|s| (s.path.join(" > "), &d.text[s.range.clone()])).collect();
        assert_eq!(
            seen,
            [
                (String::new(), "A storm on Jupiter, seen by the Voyagers."),
                ("Size".into(), "About twice the Earth; see NASA."),
                ("Size > Shrinking".into(), "Once larger\nNow smaller\n\na, b\n1, 2"),
            ]
        );
        let links: Vec<_> = d.links.iter().map(|l| (l.target.as_str(), l.text.as_str())).collect();
        assert_eq!(
            links,
            [
                ("notes page:jupiter", "Jupiter"),
                ("notes page:voyager program", "the Voyagers"),
                ("notes path:jupiter/planets/earth.md", "Earth"),
            ]
        );
        assert!(d.names.contains(&"notes page:grs".to_owned()));
        assert!(d.names.contains(&"notes page:the spot".to_owned()));
    }

    #[test]
    fn offsets_lead_back_to_the_file() {
        let d = read("spot.md", NOTE);
        for word in ["storm", "Voyagers", "twice", "larger", "smaller"] {
            let at = d.text.find(word).unwrap();
            assert_eq!(d.offsets.source(at) as usize, NOTE.find(word).unwrap(), "{word}");
        }
    }

    #[test]
    fn the_first_heading_is_the_title_without_front_matter() {
        let d = read("x.md", "# Io\n\nHot.\n\n## Name\n\nA nymph.\n");
        assert_eq!(d.title, "Io");
        assert_eq!(d.sections.len(), 2);
        assert_eq!(d.sections[1].path, ["Name"]);
    }

    #[test]
    fn aliases_may_be_a_yaml_list() {
        let front = FrontMatter::of("---\nalias:\n- A b\n- 'C'\nother: x\n---\n");
        assert_eq!(front.aliases, ["A b", "C"]);
    }
}
