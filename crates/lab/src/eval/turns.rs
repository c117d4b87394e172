//! The turns of a split as a run takes them: all, or a sample of whole conversations.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::{Error, Result};
use crate::data::{DataSet, Evidence, Gold, Kind, Row, Turn};

/// A split, read.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The turns, in the file's order; those of a conversation one after another.
    pub turns: Vec<Turn>,
    /// The SHA-256 of each file that was read, by its name.
    pub files: BTreeMap<String, String>,
    /// What was passed over, and how the files differ from the official ones: a sentence each.
    pub notes: Vec<String>,
}

/// Reads a split.
pub fn load(data: DataSet, dir: &Path, split: &str) -> Result<Loaded> {
    let mut loaded = Loaded::default();
    if data.kind() == Kind::Rows {
        let mut rows = data.rows(dir, split)?;
        for row in rows.by_ref() {
            loaded.turns.extend(asked(row?));
        }
        loaded.files = hashes(rows.files())?;
        loaded.notes = rows.notes();
    } else {
        let mut turns = data.turns(dir, split)?;
        for turn in turns.by_ref() {
            loaded.turns.push(turn?);
        }
        loaded.files = hashes(turns.files())?;
        loaded.notes = turns.notes();
    }
    gather(&mut loaded.turns);
    Ok(loaded)
}

/// A yes/no question with its passage, as a turn; nothing where it has no label.
fn asked(row: Row) -> Option<Turn> {
    let answer = match row.labels.get("label")?.to_lowercase().as_str() {
        "true" | "yes" | "1" => "yes",
        "false" | "no" | "0" => "no",
        _ => return None,
    };
    let text = row.second.unwrap_or_default();
    let evidence = vec![Evidence { text, ..Evidence::default() }];
    Some(Turn {
        conversation: row.id.clone(),
        id: row.id,
        number: 1,
        question: row.first,
        answers: vec![Gold::text(answer)],
        evidence,
        facets: row.facets,
        ..Turn::default()
    })
}

/// Puts the turns of a conversation one after another, conversations in the order of their first.
fn gather(turns: &mut [Turn]) {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for (place, turn) in turns.iter().enumerate() {
        first.entry(turn.conversation.clone()).or_insert(place);
    }
    turns.sort_by_key(|turn| first.get(&turn.conversation).copied());
}

/// The conversations, each as the places of its turns.
pub fn conversations(turns: &[Turn]) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (place, turn) in turns.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if turns[last.start].conversation == turn.conversation => {
                last.end = place + 1;
            }
            _ => ranges.push(place..place + 1),
        }
    }
    ranges
}

/// Turns that were chosen of a split.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// The turns, in the file's order.
    pub turns: Vec<Turn>,
    /// Turns that were looked at and not kept.
    pub left_out: usize,
    /// Whether the limit left turns away.
    pub cut: bool,
}

/// At most `limit` of the turns that are to be kept: whole conversations as the seed draws them, the last cut short.
/// The order stays the file's.
pub fn sample(
    turns: &[Turn],
    limit: Option<usize>,
    seed: u64,
    keep: &mut dyn FnMut(&Turn) -> Result<bool>,
) -> Result<Sample> {
    let limit = limit.unwrap_or(usize::MAX);
    let mut drawn = conversations(turns);
    if limit < turns.len() {
        drawn.sort_by_cached_key(|range| {
            let key = format!("{seed}/{}", turns[range.start].conversation);
            Sha256::digest(key.as_bytes()).to_vec()
        });
    }
    let mut kept: Vec<usize> = Vec::new();
    let mut sample = Sample::default();
    for place in drawn.into_iter().flatten() {
        if kept.len() >= limit {
            sample.cut = true;
            break;
        }
        match keep(&turns[place])? {
            true => kept.push(place),
            false => sample.left_out += 1,
        }
    }
    kept.sort_unstable();
    sample.turns = kept.into_iter().map(|place| turns[place].clone()).collect();
    Ok(sample)
}

fn hashes<'a>(files: impl Iterator<Item = &'a Path>) -> Result<BTreeMap<String, String>> {
    let mut hashes = BTreeMap::new();
    for path in files {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        hashes.insert(name.unwrap_or_default(), hash(path)?);
    }
    Ok(hashes)
}

/// The SHA-256 of a file.
pub fn hash(path: &Path) -> Result<String> {
    let failed = |reason| Error::read(path, reason);
    let mut file = File::open(path).map_err(failed)?;
    let (mut sum, mut block) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut block).map_err(failed)? {
            0 => break,
            read => sum.update(&block[..read]),
        }
    }
    Ok(sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(conversation: &str, number: u32) -> Turn {
        let id = format!("{conversation}_{number}");
        Turn { id, conversation: conversation.to_owned(), number, ..Turn::default() }
    }

    #[test]
    fn a_sample_has_whole_conversations_and_depends_on_the_seed_alone() {
        let turns: Vec<Turn> =
            (0..40).flat_map(|c| (1..=5).map(move |n| turn(&format!("c{c}"), n))).collect();
        let all = |limit: usize, seed: u64| {
            sample(&turns, Some(limit), seed, &mut |_| Ok(true)).unwrap().turns
        };
        let one = all(12, 1);
        assert_eq!(one.len(), 12);
        assert_eq!(one, all(12, 1));
        assert_ne!(one, all(12, 2));
        let sizes: Vec<usize> = conversations(&one).iter().map(|range| range.len()).collect();
        assert_eq!(sizes.iter().filter(|size| **size == 5).count(), 2);
        assert!(one.iter().all(|turn| turn.number <= 5));
        assert_eq!(all(999, 1).len(), 200);
    }

    #[test]
    fn a_sample_has_as_many_turns_as_were_asked_for_of_those_to_be_kept() {
        let turns: Vec<Turn> =
            (0..40).flat_map(|c| (1..=5).map(move |n| turn(&format!("c{c}"), n))).collect();
        let odd = sample(&turns, Some(30), 1, &mut |turn| Ok(turn.number % 2 == 1)).unwrap();
        assert_eq!((odd.turns.len(), odd.cut), (30, true));
        assert!(odd.left_out >= 18 && odd.turns.iter().all(|turn| turn.number % 2 == 1));
        let every = sample(&turns, None, 1, &mut |turn| Ok(turn.number > 1)).unwrap();
        assert_eq!((every.turns.len(), every.left_out, every.cut), (160, 40, false));
    }

    #[test]
    fn turns_of_a_conversation_come_one_after_another() {
        let mut turns = vec![turn("a", 1), turn("b", 1), turn("a", 2)];
        gather(&mut turns);
        let ids: Vec<&str> = turns.iter().map(|turn| turn.id.as_str()).collect();
        assert_eq!(ids, ["a_1", "a_2", "b_1"]);
        assert_eq!(conversations(&turns), [0..2, 2..3]);
    }
}
