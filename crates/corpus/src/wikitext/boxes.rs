//! Infoboxes: each parameter with its value is a row. Those of the lead come behind its
//! paragraphs, so that a page still begins with its introduction.

use super::render::{DEEPEST, Render};
use super::scan::Kind;
use crate::block::BlockKind;
use crate::rows::push_row;

/// A box has no more parameters that count.
const MOST_PARAMETERS: usize = 400;

/// Boxes and pictures of a lead beyond this many are left out.
const MOST_DEFERRED: usize = 200;

/// Whether a template with this name, in lower case, is an infobox.
pub(super) fn is_box(name: &str) -> bool {
    name.starts_with("infobox")
        || name.ends_with(" infobox")
        || matches!(
            name,
            "taxobox" | "automatic taxobox" | "speciesbox" | "drugbox" | "chembox" | "geobox"
        )
}

/// Parameters that place, paint or illustrate.
fn is_layout(name: &str) -> bool {
    const PARTS: [&str; 20] = [
        "image",
        "photo",
        "logo",
        "map",
        "coord",
        "latitude",
        "longitude",
        "colour",
        "color",
        "size",
        "width",
        "style",
        "pushpin",
        "footnote",
        "signature",
        "caption",
        "upright",
        "emblem",
        "background",
        "lang",
    ];
    let name = name.to_ascii_lowercase();
    PARTS.iter().any(|part| name.contains(part))
        || name.starts_with("lat_")
        || name.starts_with("long_")
        || name.starts_with("latd")
        || name.starts_with("longd")
        || matches!(
            name.as_str(),
            "alt"
                | "embed"
                | "child"
                | "module"
                | "module1"
                | "module2"
                | "flag"
                | "seal"
                | "cover"
                | "ref"
                | "refs"
                | "references"
                | "note"
                | "notes"
                | "bodyclass"
                | "class"
                | "bgcolor"
                | "date"
                | "picture"
                | "img"
                | "crest"
                | "flag_link"
                | "shield"
                | "seal_link"
                | "template_name"
                | "nocat"
                | "italic title"
        )
}

/// A parameter's name as a label: "population_total" is "Population total".
fn label(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut chars = name.trim().chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    first + chars.as_str()
}

impl Render<'_> {
    /// Renders the infobox that is span `index`; false where it stands where none can.
    pub(super) fn infobox(&mut self, index: usize, depth: usize) -> bool {
        if self.state.muted.is_some() || self.in_box || depth + 1 >= DEEPEST {
            return false;
        }
        if self.in_lead && depth == 0 {
            self.defer(index);
            return true;
        }
        self.flush();
        self.give_box(index, depth);
        true
    }

    /// Keeps a construct of the lead for its end.
    pub(super) fn defer(&mut self, index: usize) {
        if self.deferred.len() < MOST_DEFERRED {
            self.deferred.push(index);
        }
    }

    /// Gives what was deferred: the lead is over.
    pub(super) fn end_lead(&mut self) {
        self.in_lead = false;
        if self.deferred.is_empty() {
            return;
        }
        self.flush();
        self.close_lists();
        self.end_code();
        for index in std::mem::take(&mut self.deferred) {
            match self.spans.get(index).map(|span| span.kind) {
                Some(Kind::Template) => self.give_box(index, 0),
                Some(Kind::Table) => {
                    self.table(index, 0);
                }
                _ => {
                    if let Some(caption) = self.caption_of(self.inside(index)) {
                        self.give_caption(caption, 0);
                    }
                }
            }
        }
    }

    fn give_box(&mut self, index: usize, depth: usize) {
        let args = self.args_up_to(index, MOST_PARAMETERS);
        self.close_lists();
        self.end_code();
        self.builder.open(BlockKind::Table);
        self.in_box = true;
        for &(name, value) in args.all_named() {
            if name.len() > 60 || value.start >= value.end {
                continue;
            }
            if is_layout(name) {
                self.links_of(value, depth);
                continue;
            }
            let clean = self.clean_inline(value, depth);
            let text = joined(&clean.text);
            if text.chars().any(char::is_alphanumeric) {
                let origin = clean.origins.first().map_or(value.start, |&(_, origin)| origin);
                let file = self.offsets.run(origin).0;
                push_row(self.builder, &[label(name)], &[(text, file)]);
            }
        }
        self.in_box = false;
        self.builder.close();
    }

    /// Records the links of a value that gives no text.
    fn links_of(&mut self, value: super::render::Part, depth: usize) {
        self.clean_inline(value, depth);
    }
}

/// The lines of a value, which may be a list, one after the other.
fn joined(text: &str) -> String {
    let bare = |line: &str| line.trim().trim_start_matches(['*', '#', ':', ';']).trim().to_owned();
    let lines: Vec<String> = text.split('\n').map(bare).filter(|line| !line.is_empty()).collect();
    lines.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_layout_are_told_apart() {
        for name in ["image_size", "map_caption", "coordinates", "bgcolor", "logo"] {
            assert!(is_layout(name), "{name}");
        }
        for name in ["population_total", "name", "born", "website"] {
            assert!(!is_layout(name), "{name}");
        }
        assert_eq!(label("population_total"), "Population total");
        assert!(is_box("infobox settlement") && is_box("taxobox") && !is_box("navbox"));
    }
}
