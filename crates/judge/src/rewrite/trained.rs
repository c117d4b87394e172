//! A model with the heads that mark edits.

use grice_model::{HeadName, Heads, Input, ModelFiles, Precision, Values};

use super::Made;
use super::assemble::{assemble, best};
use super::judged::{JOINS, Judged, Slots};
use super::settings::Settings;
use super::talk::Talk;
use super::terms::terms;
use crate::error::{Error, Result};

/// The model, and where each head stands among its values.
pub(super) struct Trained {
    heads: Heads,
    places: Places,
    /// What can go before a word; the first is nothing.
    patterns: Vec<String>,
    /// The size of the vectors that find phrases.
    width: usize,
    settings: Settings,
}

struct Places {
    alone: usize,
    delete: usize,
    insert: usize,
    join: usize,
    pick: usize,
    slot: usize,
    word: usize,
}

/// A head's rows, one a token.
struct Rows<'a> {
    values: &'a [f32],
    width: usize,
}

impl Trained {
    pub fn load(files: &ModelFiles) -> Result<Trained> {
        let heads = Heads::load(files, Precision::Stored)
            .map_err(|source| Error::Load { folder: files.shown(), source })?;
        let unfit = |why| Error::Unfit {
            model: files.shown().display().to_string(),
            judgement: super::JUDGEMENT,
            why,
        };
        let named = heads.heads();
        let settings = Settings::read(files).map_err(unfit)?;
        let places = Places::among(&named).map_err(unfit)?;
        let patterns = named[places.insert].labels.clone();
        let width = named[places.word].labels.len() / 2;
        Ok(Trained { heads, places, patterns, width, settings })
    }

    /// For each talk the question rewritten, where it changes, and the terms it took; none where
    /// the values are no numbers.
    pub fn read(&self, talks: &[Talk]) -> grice_model::Result<Vec<Option<Made>>> {
        let inputs: Vec<Input<'_>> =
            talks.iter().map(|talk| Input::Two(&talk.question, &talk.history)).collect();
        let values = self.heads.values(&inputs)?;
        let read = talks.iter().zip(&values).map(|(talk, values)| {
            let judged = self.judged(talk, values)?;
            let rewrite = assemble(talk, &judged, &self.patterns, &self.settings);
            Some(Made { rewrite, terms: terms(talk, &judged.pick), alone: judged.alone })
        });
        Ok(read.collect())
    }

    fn judged(&self, talk: &Talk, values: &Values) -> Option<Judged> {
        if values.heads.iter().flatten().any(|value| !value.is_finite()) {
            return None;
        }
        let tokens = values.ids.len();
        let rows = |head: usize| Rows::of(values.heads.get(head)?, tokens);
        let end = values.places.iter().skip(1).position(Option::is_none)? + 1;
        let token = |text: usize, start: usize| {
            values.places.iter().position(|place| {
                place.is_some_and(|p| p.text == text && p.start == start && p.end > p.start)
            })
        };
        let mut asked: Vec<Option<usize>> =
            talk.asked.iter().map(|word| token(0, word.start)).collect();
        asked.push(Some(end));
        let said: Vec<Option<usize>> = talk.said.iter().map(|word| token(1, word.start)).collect();
        let second = |head: usize, at: &[Option<usize>]| -> Option<Vec<f32>> {
            let rows = rows(head)?;
            let chance = |at: &Option<usize>| at.map_or(0.0, |at| rows.chances(at)[1]);
            Some(at.iter().map(chance).collect())
        };
        let insert = rows(self.places.insert)?;
        let join = rows(self.places.join)?;
        let nothing = || {
            let mut row = vec![0.0; self.patterns.len()];
            row[0] = 1.0;
            row
        };
        let alone = softmax(values.heads.get(self.places.alone)?);
        Some(Judged {
            alone: *alone.get(1)?,
            delete: second(self.places.delete, &asked[..talk.asked.len()])?,
            insert: asked
                .iter()
                .map(|at| at.map_or_else(nothing, |at| insert.chances(at)))
                .collect(),
            join: asked.iter().map(|at| at.map_or(0, |at| best(join.row(at)))).collect(),
            pick: second(self.places.pick, &said)?,
            slots: self.slots(&rows(self.places.slot)?, &rows(self.places.word)?, &asked, &said),
        })
    }

    fn slots(
        &self,
        slot: &Rows<'_>,
        word: &Rows<'_>,
        asked: &[Option<usize>],
        said: &[Option<usize>],
    ) -> Slots {
        let part = |row: &[f32], k: usize| row[k * self.width..(k + 1) * self.width].to_vec();
        let slot = asked.iter().map(|at| {
            let row = slot.row(at.unwrap_or(0));
            [0, 1, 2, 3].map(|k| part(row, k))
        });
        let word = said.iter().map(|at| at.map(|at| [0, 1].map(|k| part(word.row(at), k))));
        Slots { slot: slot.collect(), word: word.collect() }
    }
}

impl Places {
    /// Finds the heads, or says what is wrong with them.
    fn among(heads: &[HeadName]) -> std::result::Result<Places, String> {
        let size = |place: usize| heads[place].labels.len();
        let find = |name: &str, over_tokens: bool, fits: &dyn Fn(usize) -> bool| {
            let place = heads.iter().position(|h| h.name == name && h.over_tokens == over_tokens);
            let over = if over_tokens { "tokens" } else { "the sequence" };
            let place = place.ok_or_else(|| format!("it has no head '{name}' over {over}"))?;
            match fits(size(place)) {
                true => Ok(place),
                false => Err(format!("its head '{name}' has {} labels", size(place))),
            }
        };
        let two = |size: usize| size == 2;
        let word = find("word", true, &|size| size > 0 && size.is_multiple_of(2))?;
        let insert = find("insert", true, &|size| size > 1)?;
        let patterns = &heads[insert].labels;
        if let Some(wrong) = patterns.iter().skip(1).find(|p| p.matches('_').count() != 1) {
            return Err(format!("its head 'insert' has the pattern '{wrong}'"));
        }
        let join = find("join", true, &|size| size == JOINS.len())?;
        if heads[join].labels != JOINS {
            return Err("its head 'join' has other labels than are known".to_owned());
        }
        Ok(Places {
            alone: find("alone", false, &two)?,
            delete: find("delete", true, &two)?,
            insert,
            join,
            pick: find("pick", true, &two)?,
            slot: find("slot", true, &|of| of == 2 * size(word))?,
            word,
        })
    }
}

impl<'a> Rows<'a> {
    /// None where the values are not as many as the tokens.
    fn of(values: &'a [f32], tokens: usize) -> Option<Rows<'a>> {
        let width = values.len().checked_div(tokens)?;
        (width > 0 && width * tokens == values.len()).then_some(Rows { values, width })
    }

    fn row(&self, at: usize) -> &'a [f32] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    fn chances(&self, at: usize) -> Vec<f32> {
        softmax(self.row(at))
    }
}

fn softmax(values: &[f32]) -> Vec<f32> {
    let largest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = values.iter().map(|value| (value - largest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}
