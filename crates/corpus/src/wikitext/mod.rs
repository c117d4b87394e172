//! Wikitext, the markup of MediaWiki, rendered as text.
//!
//! It is read twice: first the constructs that enclose text are found, and where each of them
//! ends; then they are walked over. Both take linear time, whatever the text.

mod angle;
mod args;
mod blocks;
mod boxes;
mod captions;
mod dates;
mod entities;
mod line;
mod links;
mod lists;
mod offsets;
mod quotes;
mod render;
mod scan;
mod tables;
mod tags;
mod templates;
mod units;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub(crate) use entities::decode as decode_entity;
pub use offsets::Offsets;

use crate::builder::Builder;
use line::Line;
use render::{Part, Render, State};

/// Renders a page's wikitext into `builder`. Links are named in the scope of `source_name`;
/// `offsets` leads from the text back to the file.
pub fn render(text: &str, builder: &mut Builder, source_name: &str, offsets: &Offsets) {
    let spans = scan::scan(text);
    let mut render = Render {
        text,
        spans: &spans,
        offsets,
        builder,
        source: source_name,
        line: Line::default(),
        clean: Line::default(),
        state: State::default(),
        lists: Vec::new(),
        in_code: false,
        in_box: false,
        in_lead: true,
        deferred: Vec::new(),
    };
    let page = Part { start: 0, end: text.len(), span: 0 };
    render.block(page, 0);
    render.end_lead();
}

/// The target of a page that is only `#REDIRECT [[target]]`.
pub(crate) fn redirect(text: &str) -> Option<String> {
    const WORD: &str = "#redirect";
    let text = text.trim_start();
    let word = text.get(..WORD.len())?;
    if !word.eq_ignore_ascii_case(WORD) {
        return None;
    }
    let rest = text.get(WORD.len()..)?.trim_start();
    let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    let link = rest.strip_prefix("[[")?;
    let target = link.get(..link.find("]]")?)?;
    let target = target.split('|').next().unwrap_or_default();
    let target = entities::decode_all(target.trim().trim_start_matches(':'));
    (!target.is_empty()).then_some(target)
}
