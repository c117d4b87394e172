//! What came of the items: whose judgements count, which label has won, how much is done.

use super::{Entry, Flag, Items, Vote};
use crate::circa::majority;
use crate::formats::{Item, Judgement};
use crate::protocol::{Family, Judging, Protocol, Settings};

/// How an item stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Judges are wanted.
    Open,
    /// Judges agree, or the administrator has decided.
    Labelled(String),
    /// Judges disagree.
    Disagreed,
    /// It is left out: flagged, or its question or answer is out.
    Out,
}

/// How many items there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All that are part of the data.
    pub all: usize,
    /// Those that have all their judgements.
    pub done: usize,
    /// Those that have not.
    pub waiting: usize,
    /// Judgements.
    pub judgements: usize,
    /// Items that were flagged.
    pub flagged: usize,
}

impl Items {
    /// The judgements that count: not more than wanted, none of the suspended, none of trials.
    pub fn votes<'a>(&'a self, entry: &'a Entry, settings: &Settings) -> Vec<&'a Vote> {
        let wanted = match entry.imported {
            true => usize::MAX,
            false => settings.judges as usize,
        };
        let counts =
            |vote: &&Vote| !vote.void && !self.is_suspended(&vote.by) && !self.is_trial(&vote.by);
        entry.votes.iter().filter(counts).take(wanted).collect()
    }

    /// How an item stands.
    pub fn standing(&self, entry: &Entry, settings: &Settings) -> Standing {
        if entry.is_out() {
            return Standing::Out;
        }
        if let Some(label) = &entry.adjudicated {
            return Standing::Labelled(label.clone());
        }
        let votes = self.votes(entry, settings);
        if votes.len() < settings.judges as usize && !entry.imported {
            return Standing::Open;
        }
        let labels: Vec<&str> = votes.iter().map(|vote| vote.label.as_str()).collect();
        match majority(&labels, settings.majority as usize) {
            Some(label) => Standing::Labelled(label.to_owned()),
            None => Standing::Disagreed,
        }
    }

    /// Items that are part of the data: no trials, no gold items, none whose words were deleted.
    pub fn data(&self) -> impl Iterator<Item = &Entry> {
        self.seen().filter(|entry| entry.gold.is_none())
    }

    /// Items that judges have seen or will see: those of the data, and gold items.
    pub fn seen(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.trial && !entry.deleted)
    }

    /// How much there is, and how much is done.
    pub fn counts(&self, settings: &Settings) -> Counts {
        let mut counts = Counts::default();
        let stands = |entry: &&Entry| entry.flags.iter().any(|flag| flag.upheld != Some(false));
        counts.flagged = self.seen().filter(stands).count();
        for entry in self.data() {
            match self.standing(entry, settings) {
                Standing::Out => continue,
                Standing::Open => counts.waiting += 1,
                _ => counts.done += 1,
            }
            counts.all += 1;
            counts.judgements += self.votes(entry, settings).len();
        }
        counts
    }

    /// Milliseconds that each judgement, set of questions and set of answers took.
    pub fn took(&self) -> Vec<i64> {
        let judged = self.data().flat_map(|entry| &entry.votes).map(|vote| (&vote.by, vote.took));
        let written = self.writings.values().chain(self.answerings.values());
        let all = judged.chain(written.map(|one| (&one.by, one.took)));
        all.filter(|(by, took)| *took > 0 && !self.is_trial(by)).map(|(_, took)| took).collect()
    }

    /// The mean seconds somebody takes for an item.
    pub fn seconds(&self, participant: &str) -> Option<f64> {
        let judged = self.entries.iter().flat_map(|entry| &entry.votes);
        let judged = judged.filter(|vote| vote.by == participant).map(|vote| vote.took);
        let written = self.writings.values().chain(self.answerings.values());
        let written = written.filter(|one| one.by == participant).map(|one| one.took);
        let took: Vec<i64> = judged.chain(written).filter(|took| *took > 0).collect();
        let mean = took.iter().sum::<i64>() as f64 / took.len() as f64 / 1_000.0;
        (!took.is_empty()).then_some(mean)
    }

    /// What somebody has earned with items.
    pub fn earned(&self, participant: &str) -> i64 {
        self.worker(participant).map_or(0, |worker| worker.earned)
    }

    /// An item as it leaves the studio.
    pub fn exported(&self, entry: &Entry, protocol: &Protocol) -> Item {
        let kind = match (protocol.family, protocol.judging) {
            (Family::Circa, _) => "circa",
            (_, Judging::Plausibility) => "plausibility",
            (_, Judging::Faithfulness) => "faithfulness",
        };
        let judgement = |vote: &Vote| Judgement {
            participant: vote.by.clone(),
            label: vote.label.clone(),
            comment: vote.comment.clone(),
            at: vote.at,
            took: vote.took,
        };
        let votes = self.votes(entry, &protocol.settings);
        Item {
            id: entry.id.clone(),
            kind: kind.to_owned(),
            question: entry.question.clone(),
            scenario: entry.scenario.clone(),
            shown: entry.shown.clone(),
            statement: entry.origin.statement.clone(),
            writers: entry.writers.clone(),
            runs: entry.origin.runs.clone(),
            judgements: votes.into_iter().map(judgement).collect(),
            adjudicated: entry.adjudicated.clone(),
            gold: entry.gold.clone(),
        }
    }
}

impl Entry {
    /// Whether somebody flagged it, and no reviewer has said otherwise. A gold item stays until a
    /// reviewer says so, too: it checks everybody, and one judge's flag must not end that.
    pub fn is_flagged(&self) -> bool {
        let stands = |flag: &Flag| match self.gold {
            Some(_) => flag.upheld == Some(true),
            None => flag.upheld != Some(false),
        };
        self.flags.iter().any(stands)
    }

    /// Whether it is left out.
    pub fn is_out(&self) -> bool {
        self.out || self.is_flagged()
    }
}
