//! Passages in which words stand next to each other.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, SegmentReader, TERMINATED, Term};

/// A phrase: its terms, each with its place in the phrase (stop words leave gaps).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    pub field: Field,
    pub terms: Vec<(String, u32)>,
}

/// Every passage with the phrase, in rising order, and how often it holds it.
pub(crate) fn find(reader: &SegmentReader, phrase: &Phrase) -> tantivy::Result<Vec<(u32, u32)>> {
    let inverted = reader.inverted_index(phrase.field)?;
    let mut lists = Vec::new();
    for (term, place) in &phrase.terms {
        let term = Term::from_field_text(phrase.field, term);
        match inverted.read_postings(&term, IndexRecordOption::WithFreqsAndPositions)? {
            Some(postings) => lists.push((postings, *place)),
            None => return Ok(Vec::new()),
        }
    }
    // The rarest term leads.
    lists.sort_by_key(|(postings, _)| postings.doc_freq());
    let mut found = Vec::new();
    let Some(((lead, lead_place), others)) = lists.split_first_mut() else {
        return Ok(found);
    };
    let mut starts = Vec::new();
    let mut doc = lead.doc();
    while doc != TERMINATED {
        if others.iter_mut().all(|(list, _)| list.doc() <= doc && list.seek(doc) == doc) {
            let count = occurrences((lead, *lead_place), others, &mut starts);
            if count > 0 {
                found.push((doc, count));
            }
        }
        doc = lead.advance();
    }
    Ok(found)
}

fn occurrences(
    (lead, lead_place): (&mut SegmentPostings, u32),
    others: &mut [(SegmentPostings, u32)],
    starts: &mut Vec<u32>,
) -> u32 {
    lead.positions(starts);
    let mut starts: Vec<u32> = starts.iter().filter_map(|at| at.checked_sub(lead_place)).collect();
    let mut positions = Vec::new();
    for (list, place) in others {
        list.positions(&mut positions);
        starts.retain(|start| positions.binary_search(&(start + *place)).is_ok());
    }
    starts.len() as u32
}
