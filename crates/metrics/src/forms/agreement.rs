//! How well judges agree: lines of `{id, labels: [one a judge, null where missing]}`.

use serde_json::{Map, Value, json};

use crate::error::Result;
use crate::labels::{Agreement, Level, Ratings, Weights};
use crate::render::{Cell, Grid};
use crate::source::{Entry, Source};
use crate::turn_key::Keyed;

/// How agreement is measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What the distance of two labels is, for Krippendorff's alpha.
    pub level: Level,
    /// How much disagreements count, for Cohen's kappa.
    pub weights: Weights,
}

/// The agreement of judges.
#[derive(Clone, Debug)]
pub struct Report {
    /// The items judged.
    pub items: usize,
    /// The judges.
    pub judges: usize,
    /// Judgements that are missing.
    pub missing: usize,
    /// Fleiss' kappa.
    pub fleiss: Agreement,
    /// Cohen's kappa, where there are two judges.
    pub cohen: Option<Agreement>,
    /// Krippendorff's alpha.
    pub krippendorff: Agreement,
    /// The share of pairs of judgements that agree.
    pub pairwise: Agreement,
}

/// Measures the agreement of a file's judges.
pub fn score(source: &Source, options: &Options) -> Result<Report> {
    let mut rows: Keyed<Vec<Option<String>>> = Keyed::default();
    for entry in source.entries()? {
        let (id, labels) = item(&entry)?;
        rows.add(id, labels, &entry)?;
    }
    let Some(judges) = rows.items.iter().map(|(_, row)| row.len()).max() else {
        return Err(source.fail("there is no item in it; give lines of {id, labels: […]}"));
    };
    if let Some((id, row)) = rows.items.iter().find(|(_, row)| row.len() != judges) {
        return Err(source.fail(format!(
            "item {id} has {} labels and others have {judges}; give one a judge, null where it is \
             missing",
            row.len()
        )));
    }
    let ratings = Ratings::new(rows.items.iter().map(|(_, row)| row.iter().map(Option::as_deref)));
    let given = rows.items.iter().flat_map(|(_, row)| row).flatten().count();
    Ok(Report {
        items: rows.items.len(),
        judges,
        missing: rows.items.len() * judges - given,
        fleiss: ratings.fleiss(),
        cohen: (judges == 2).then(|| ratings.cohen(0, 1, options.weights)),
        krippendorff: ratings.krippendorff(options.level),
        pairwise: ratings.pairwise(),
    })
}

fn item(entry: &Entry<'_>) -> Result<(String, Vec<Option<String>>)> {
    let object: Map<String, Value> = entry.parse()?;
    let id = match object.get("id") {
        Some(Value::String(text)) => text.clone(),
        Some(other) if !other.is_null() => other.to_string(),
        _ => return Err(entry.fail("an item without id")),
    };
    let Some(Value::Array(labels)) = object.get("labels") else {
        return Err(entry.fail(format!("item {id} has no list of labels, one a judge")));
    };
    let label = |value: &Value| match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Number(_) | Value::Bool(_) => Ok(Some(value.to_string())),
        _ => Err(entry.fail(format!("item {id}: a label is a text or a number, not {value}"))),
    };
    let labels = labels.iter().map(label).collect::<Result<_>>()?;
    Ok((id, labels))
}

impl Report {
    fn named(&self) -> Vec<(&'static str, &Agreement)> {
        let mut named = vec![("Fleiss' kappa", &self.fleiss)];
        named.extend(self.cohen.as_ref().map(|cohen| ("Cohen's kappa", cohen)));
        named.push(("Krippendorff's alpha", &self.krippendorff));
        named.push(("pairwise agreement", &self.pairwise));
        named
    }

    /// The measures, one a row.
    pub fn grid(&self, digits: Option<usize>) -> Grid {
        let head = ["measure", "value", "items", "left out", "judgements"];
        let rows = self.named().into_iter().map(|(name, agreement)| {
            let value = agreement.value.as_ref().ok().copied();
            vec![
                Cell::text(name),
                match digits {
                    Some(digits) => Cell::score(value, digits),
                    None => Cell::exact(value),
                },
                Cell::number(agreement.used.to_string()),
                Cell::number(agreement.left_out.to_string()),
                Cell::number(agreement.judgements.to_string()),
            ]
        });
        Grid { title: String::new(), head: head.map(str::to_owned).to_vec(), rows: rows.collect() }
    }

    /// What was counted, and what has no value.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = vec![format!(
            "{} items, {} judges, {} judgements missing.",
            self.items, self.judges, self.missing
        )];
        for (name, agreement) in self.named() {
            if let Err(why) = &agreement.value {
                said.push(format!("{name}: {why}."));
            }
        }
        if self.fleiss.left_out > 0 {
            said.push(
                "Fleiss' kappa needs one number of judgements for every item: items with another \
                 number than the most common one are left out."
                    .to_owned(),
            );
        }
        said
    }

    /// The report for programs.
    pub fn json(&self) -> Value {
        let value = |agreement: &Agreement| agreement.value.as_ref().ok().copied();
        let details: Map<String, Value> = self
            .named()
            .into_iter()
            .map(|(name, a)| {
                let why = a.value.as_ref().err().map(ToString::to_string);
                let detail = json!({
                    "value": value(a), "items": a.used, "left_out": a.left_out,
                    "judgements": a.judgements, "undefined": why,
                });
                (name.to_owned(), detail)
            })
            .collect();
        json!({
            "form": "agreement",
            "items": self.items,
            "judges": self.judges,
            "missing": self.missing,
            "fleiss": value(&self.fleiss),
            "cohen": self.cohen.as_ref().and_then(value),
            "krippendorff": value(&self.krippendorff),
            "pairwise": value(&self.pairwise),
            "details": details,
        })
    }
}
