//! Runs on Circa: a label for each pair, strict, relaxed or both.

use serde_json::Value;

use crate::error::Result;
use crate::forms::Mapping;
use crate::forms::circa::label::{Label, names};
use crate::forms::json_pairs::Pairs;
use crate::source::{Entry, Source};
use crate::turn_key::Keyed;

/// The labels a run gives a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    strict: Option<Label>,
    relaxed: Option<Label>,
}

impl Given {
    pub fn strict(&self) -> Option<Label> {
        self.strict
    }

    /// The relaxed label, which follows from the strict one where the run gives none.
    pub fn relaxed(&self) -> Option<Label> {
        self.relaxed.or(self.strict).map(Label::relaxed)
    }
}

/// Reads an object from ids to labels, a list or lines of objects, or lines of tab-parted cells.
pub(super) fn read(source: &Source, mapping: &Mapping) -> Result<Keyed<Given>> {
    let mut given = Keyed::default();
    let start = source.text.trim_start();
    if start.starts_with('{')
        && let Ok(object) = serde_json::from_str::<Pairs<Value>>(&source.text)
        && id_of(&object, mapping).is_none()
    {
        let entry = Entry::whole(source);
        for (id, value) in object.0 {
            let labels = match value {
                Value::Object(labels) => {
                    labels_of(&entry, &id, &Pairs(labels.into_iter().collect()), mapping)?
                }
                value => Given { strict: label(&entry, &id, &value)?, relaxed: None },
            };
            given.add(id, labels, &entry)?;
        }
        return Ok(given);
    }
    let is_json = start.starts_with(['{', '[']);
    for (number, entry) in source.entries()?.iter().enumerate() {
        if is_json {
            let object: Pairs<Value> = entry.parse()?;
            let Some(id) = id_of(&object, mapping) else {
                let field = mapping.field("id").unwrap_or("id");
                return Err(entry.fail(format!("no field {field} names the pair")));
            };
            let labels = labels_of(entry, &id, &object, mapping)?;
            given.add(id, labels, entry)?;
        } else if number > 0 || !is_header(entry.text()) {
            let (id, labels) = cells(entry)?;
            given.add(id, labels, entry)?;
        }
    }
    match given.items.is_empty() {
        true => Err(source.fail("there is no label in it")),
        false => Ok(given),
    }
}

fn is_header(line: &str) -> bool {
    line.split('\t').next().is_some_and(|cell| cell.trim().eq_ignore_ascii_case("id"))
}

fn cells(entry: &Entry<'_>) -> Result<(String, Given)> {
    let cells: Vec<&str> = entry.text().split('\t').map(str::trim).collect();
    let (id, strict, relaxed) = match cells[..] {
        [id, strict] => (id, strict, None),
        [id, strict, relaxed] => (id, strict, Some(relaxed)),
        _ => {
            return Err(entry.fail(
                "a line has an id, a tab and a label, and may have another tab and a relaxed label",
            ));
        }
    };
    let relaxed = relaxed.map(|relaxed| known(entry, id, relaxed)).transpose()?;
    Ok((id.to_owned(), Given { strict: Some(known(entry, id, strict)?), relaxed }))
}

fn id_of(object: &Pairs<Value>, mapping: &Mapping) -> Option<String> {
    match object.get(mapping.field("id").unwrap_or("id"))? {
        Value::String(id) => Some(id.trim().to_owned()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

fn labels_of(
    entry: &Entry<'_>,
    id: &str,
    object: &Pairs<Value>,
    mapping: &Mapping,
) -> Result<Given> {
    let field = |part: &str, usual: &[&str]| match mapping.field(part) {
        Some(field) => object.get(field),
        None => usual.iter().find_map(|field| object.get(field)),
    };
    let strict = match field("label", &["strict", "label"]) {
        Some(value) => label(entry, id, value)?,
        None => None,
    };
    let relaxed = match field("relaxed", &["relaxed"]) {
        Some(value) => label(entry, id, value)?,
        None => None,
    };
    if strict.is_none() && relaxed.is_none() {
        return Err(entry.fail(format!(
            "pair {id} has no label: looked for {} and {}",
            mapping.field("label").unwrap_or("label, strict"),
            mapping.field("relaxed").unwrap_or("relaxed")
        )));
    }
    Ok(Given { strict, relaxed })
}

fn label(entry: &Entry<'_>, id: &str, value: &Value) -> Result<Option<Label>> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => known(entry, id, text).map(Some),
        other => known(entry, id, &other.to_string()).map(Some),
    }
}

fn known(entry: &Entry<'_>, id: &str, text: &str) -> Result<Label> {
    Label::parse(text).ok_or_else(|| {
        entry.fail(format!("pair {id}: '{text}' is no label of Circa; they are {}", names()))
    })
}
