//! Circa's official TSV: no quoting, five judgements in one column, parted by `#`.

use crate::error::{Error, Result};
use crate::forms::circa::label::{Label, majority};
use crate::source::{Entry, Source};
use crate::turn_key::Keyed;

/// A question and its answer, as they are labelled.
pub(super) struct Pair<'a> {
    pub scenario: &'a str,
    pub gold: std::result::Result<Gold, &'static str>,
}

/// The majority's labels, where there is one.
#[derive(Clone, Copy)]
pub(super) struct Gold {
    pub strict: Option<Label>,
    pub relaxed: Option<Label>,
}

/// The pairs of a file, and what is odd about them.
pub(super) struct Truth<'a> {
    pub pairs: Keyed<Pair<'a>>,
    pub notes: Vec<String>,
}

const GARBLED: &str = "its row in the truth is garbled";
const JUDGES: usize = 5;

struct Columns {
    count: usize,
    id: usize,
    context: usize,
    judgements: usize,
    gold: Option<(usize, usize)>,
}

impl Columns {
    fn of(header: &Entry<'_>) -> Result<Columns> {
        let names: Vec<&str> = header.text().split('\t').collect();
        let place = |name: &str| names.iter().position(|n| n.trim() == name);
        match (place("id"), place("context"), place("judgements")) {
            (Some(id), Some(context), Some(judgements)) => Ok(Columns {
                count: names.len(),
                id,
                context,
                judgements,
                gold: place("goldstandard1").zip(place("goldstandard2")),
            }),
            _ => {
                let start: String = names.join(", ").chars().take(120).collect();
                Err(header.fail(format!(
                    "this is no Circa file: a header with id, context and judgements, parted by \
                     tabs, is needed; found {start}"
                )))
            }
        }
    }
}

pub(super) fn read(source: &Source) -> Result<Truth<'_>> {
    let lines: Vec<Entry<'_>> = source.entries()?;
    let Some((header, rows)) = lines.split_first() else {
        return Err(source.fail("there is nothing in it"));
    };
    let columns = Columns::of(header)?;
    let mut pairs = Keyed::default();
    let (mut garbled, mut other_judges, mut other_gold) = (Vec::new(), 0, 0);
    for row in rows {
        let cells: Vec<&str> = row.text().split('\t').collect();
        let id = cells.get(columns.id).map_or("", |id| id.trim());
        let cell = |place: usize| cells.get(place).copied().unwrap_or_default();
        let judgements = judgements(cell(columns.judgements));
        let (true, false, Some(judgements)) =
            (cells.len() == columns.count, id.is_empty(), judgements)
        else {
            garbled.push(row.line());
            let id = if id.is_empty() { format!("line {}", row.line()) } else { id.to_owned() };
            pairs.add(id, Pair { scenario: "", gold: Err(GARBLED) }, row)?;
            continue;
        };
        other_judges += usize::from(judgements.len() != JUDGES);
        let relaxed: Vec<Label> = judgements.iter().map(|label| label.relaxed()).collect();
        let gold = Gold { strict: majority(&judgements), relaxed: majority(&relaxed) };
        if let Some((strict, relaxed)) = columns.gold {
            let same = |text, gold: Option<Label>| {
                Label::parse(text) == Some(gold.unwrap_or(Label::NoMajority))
            };
            let agrees = same(cell(strict), gold.strict) && same(cell(relaxed), gold.relaxed);
            other_gold += usize::from(!agrees);
        }
        let pair = Pair { scenario: cell(columns.context), gold: Ok(gold) };
        pairs.add(id.to_owned(), pair, row)?;
    }
    if pairs.items.len() == garbled.len() {
        let why =
            "no row of it can be read; are its judgements parted by # and its columns by tabs?";
        return Err(Error::whole(&source.file, why));
    }
    Ok(Truth { pairs, notes: notes(&garbled, other_judges, other_gold) })
}

fn judgements(cell: &str) -> Option<Vec<Label>> {
    cell.split('#').map(Label::parse).collect()
}

fn notes(garbled: &[usize], other_judges: usize, other_gold: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if !garbled.is_empty() {
        let lines: Vec<String> = garbled.iter().take(20).map(usize::to_string).collect();
        let more = if garbled.len() > 20 { ", …" } else { "" };
        notes.push(format!(
            "Garbled rows of the truth, passed over: {} (lines {}{more}).",
            garbled.len(),
            lines.join(", ")
        ));
    }
    if other_judges > 0 {
        notes.push(format!(
            "Pairs with other than {JUDGES} judgements: {other_judges}; three votes decide there too."
        ));
    }
    if other_gold > 0 {
        notes.push(format!(
            "Pairs with another gold label in the file than their judgements give: {other_gold}; \
             the judgements count."
        ));
    }
    notes
}
