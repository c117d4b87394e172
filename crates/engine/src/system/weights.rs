//! What each sign of a passage counts, for one reading of a question.

use super::file::System;
use super::settings::TrailSettings;
use crate::state::{Features, ReadingKind};

/// The weights of a reading, sign by sign.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    pub signs: Features,
    /// What searches by words are multiplied by where there are no vectors: they have their weight
    /// then.
    without_vectors: f32,
}

impl System {
    /// What counts for a kind of reading.
    pub(crate) fn weights(&self, kind: ReadingKind) -> Weights {
        let (r, prior, rank, read) = (&self.retrieve, &self.prior, &self.rerank, &self.read);
        let mut signs = Features {
            original: r.original,
            rewrite: r.rewrite,
            recent: r.recent,
            titled: r.titled,
            all: r.all,
            page: r.page,
            vector: r.vector,
            terms: r.terms,
            same: prior.same,
            earlier: prior.earlier,
            asked: prior.asked,
            answered: prior.answered,
            linked: prior.linked,
            covered: rank.covered,
            named: rank.named,
            known: 0.0,
            rank: rank.weight,
            about: rank.page,
            relevance: read.relevance,
            confidence: read.confidence,
        };
        let alone = &self.alone;
        if kind == ReadingKind::AsSaid && alone.own {
            signs = Features {
                rewrite: alone.rewrite,
                page: alone.page,
                vector: alone.vector,
                terms: alone.terms,
                asked: alone.asked,
                covered: alone.covered,
                named: alone.named,
                rank: alone.rank,
                about: alone.about,
                relevance: alone.relevance,
                confidence: alone.confidence,
                ..Features::default()
            };
        }
        Weights::of(signs)
    }
}

impl TrailSettings {
    /// What counts when the pages of a history are looked for.
    pub(crate) fn weights(&self) -> Weights {
        Weights::of(Features {
            original: self.original,
            page: self.page,
            vector: self.vector,
            terms: self.terms,
            same: self.same,
            earlier: self.earlier,
            answered: self.answered,
            linked: self.linked,
            ..Features::default()
        })
    }
}

impl Weights {
    fn of(signs: Features) -> Weights {
        let words = Weights { signs, without_vectors: 1.0 }.words(&ALL);
        let all = words + signs.vector;
        Weights { signs, without_vectors: if words > 0.0 { all / words } else { 1.0 } }
    }

    /// What the searches by words say.
    fn words(&self, f: &Features) -> f32 {
        let w = &self.signs;
        f.original * w.original
            + f.rewrite * w.rewrite
            + f.recent * w.recent
            + f.titled * w.titled
            + f.all * w.all
            + f.page * w.page
            + f.terms * w.terms
    }

    /// What the searches say, with vectors or without.
    pub fn found(&self, f: &Features, has_vectors: bool) -> f32 {
        match has_vectors {
            true => self.words(f) + f.vector * self.signs.vector,
            false => self.words(f) * self.without_vectors,
        }
    }

    /// What the conversation says of the page.
    pub fn prior(&self, f: &Features) -> f32 {
        let w = &self.signs;
        f.same * w.same
            + f.earlier * w.earlier
            + f.asked * w.asked
            + f.answered * w.answered
            + f.linked * w.linked
    }

    /// What the ranker says, and the words that a passage has.
    pub fn ranked(&self, f: &Features) -> f32 {
        let w = &self.signs;
        f.rank * w.rank + f.about * w.about + f.covered * w.covered + f.named * w.named
    }

    /// What the reader says.
    pub fn read(&self, f: &Features) -> f32 {
        f.relevance * self.signs.relevance + f.confidence * self.signs.confidence
    }
}

/// Every search by words at its best.
const ALL: Features = Features {
    original: 1.0,
    rewrite: 1.0,
    recent: 1.0,
    titled: 1.0,
    all: 1.0,
    page: 1.0,
    vector: 0.0,
    terms: 1.0,
    same: 0.0,
    earlier: 0.0,
    asked: 0.0,
    answered: 0.0,
    linked: 0.0,
    covered: 0.0,
    named: 0.0,
    known: 0.0,
    rank: 0.0,
    about: 0.0,
    relevance: 0.0,
    confidence: 0.0,
};
