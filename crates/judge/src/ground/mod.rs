//! Whether evidence supports a reply, sentence by sentence. Numbers, dates, names, negations and
//! opposites are compared exactly; the rest by a trained score.
//!
//! The score learned from BEGIN (Dziri et al., 2022, "Evaluating Attribution in Dialogue Systems:
//! The BEGIN Benchmark"), entailment, and replies with one thing changed.
//!
//! ```
//! use grice_judge::ground::{Grounder, Reason, Reply};
//!
//! let grounder = Grounder::overlap();
//! let evidence = "The bridge was opened in 1898 by Agnes Whitlock. It is 214 metres long.";
//! let reply = "Agnes Whitlock opened the bridge. It is 241 metres long.";
//! let grounding = grounder.ground(&[Reply { evidence, reply }]).remove(0)?;
//! assert!(!grounding.supported);
//! assert_eq!(grounding.unsupported, ["It is 241 metres long."]);
//! assert_eq!(grounding.sentences[1].reasons[0], Reason::Number("241".to_owned()));
//! # Ok::<(), grice_judge::Error>(())
//! ```

mod aligned;
mod compose;
mod date;
mod exact;
mod grounding;
mod name;
mod polarity;
mod quantity;
mod speech;
mod support;
mod token;

use std::collections::HashMap;
use std::path::Path;

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};

pub use grounding::{Grounding, Reason, Sentence};

use crate::error::{Error, Part, Result};
use exact::Facts;
use support::Support;

/// The model that is used unless another is named.
pub const MODEL: &str = "grice-ground";

const JUDGEMENT: &str = "ground";

/// Who judges where there are no weights.
pub const OVERLAP: &str = "overlap";

/// The least share of a sentence's words that the evidence has, where nobody else judges.
const OVERLAP_THRESHOLD: f32 = 0.6;

/// What is left of a score where an exact comparison fails.
const REFUTED: f32 = 0.5;

/// Sentences of one reply that the model reads; those after them are scored by their words.
const MOST_READ: usize = 200;

/// A reply, and the text that should support it.
#[derive(Clone, Copy, Debug)]
pub struct Reply<'a> {
    /// What is known.
    pub evidence: &'a str,
    /// What was said.
    pub reply: &'a str,
}

/// Compares replies with evidence, with a model or, without weights, by their words.
pub struct Grounder {
    by: String,
    /// None for the overlap of words.
    support: Option<Box<Support>>,
}

/// What the model gave pairs of evidence and text; nothing where it failed.
type Scores<'a> = HashMap<(&'a str, &'a str), Option<f32>>;

/// A reply in its sentences, and what is exactly known about them.
struct Work<'a> {
    reply: Reply<'a>,
    facts: Facts<'a>,
    sentences: Vec<(&'a str, bool)>,
}

impl Grounder {
    /// The registry's [`MODEL`].
    pub fn open(registry: &Registry) -> Result<Grounder> {
        Grounder::open_named(registry, MODEL)
    }

    /// A model of the registry.
    pub fn open_named(registry: &Registry, name: &str) -> Result<Grounder> {
        let model = registry.model(name)?;
        if model.task != Task::Classifier {
            let why = format!("its task is {}", model.task);
            return Err(Error::Unfit { model: name.to_owned(), judgement: JUDGEMENT, why });
        }
        let files = registry.files(name)?;
        Ok(Grounder { by: name.to_owned(), ..Grounder::of(&files)? })
    }

    /// A folder with a classifier whose `grice.json` names a head over a sequence, `support`, with
    /// the labels no and yes, and whose `judge.json` has its threshold.
    pub fn load(folder: &Path) -> Result<Grounder> {
        Grounder::of(&folder.into())
    }

    fn of(files: &ModelFiles) -> Result<Grounder> {
        let support = Support::load(files)?;
        let by = files.name();
        Ok(Grounder { by, support: Some(Box::new(support)) })
    }

    /// The fallback without weights: the exact comparisons, and the share of words that the
    /// evidence has.
    pub fn overlap() -> Grounder {
        Grounder { by: OVERLAP.to_owned(), support: None }
    }

    /// Who judges: the model's name, or [`OVERLAP`].
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Judges each reply. What is wrong with one does not touch the others.
    pub fn ground(&self, replies: &[Reply<'_>]) -> Vec<Result<Grounding>> {
        let work: Vec<Result<Work<'_>>> = replies.iter().map(prepare).collect();
        let pairs: Vec<(&str, &str)> =
            work.iter().flatten().flat_map(|work| work.to_read()).collect();
        let scores = self.scores(&pairs);
        work.into_iter().map(|work| self.grounding(&work?, &scores)).collect()
    }

    /// What the model gives each pair, nothing where it failed; no pairs without a model.
    fn scores<'p>(&self, pairs: &[(&'p str, &'p str)]) -> Scores<'p> {
        let Some(support) = &self.support else { return HashMap::new() };
        let mut distinct = pairs.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        // Pairs of like length together.
        distinct.sort_by_key(|(evidence, text)| evidence.len().min(1_200) + text.len());
        let scored = distinct.chunks(32).flat_map(|some| self.read(support, some));
        distinct.iter().copied().zip(scored.map(Result::ok).collect::<Vec<_>>()).collect()
    }

    fn read(&self, support: &Support, pairs: &[(&str, &str)]) -> Vec<Result<f32>> {
        let unreadable = || Error::NoNumbers { model: self.by.clone() };
        match support.scores(pairs) {
            Ok(all) => all.into_iter().map(|one| one.ok_or_else(unreadable)).collect(),
            Err(source) if pairs.len() == 1 => {
                vec![Err(Error::Failed { model: self.by.clone(), source })]
            }
            // One of them is at fault; the others are to be read.
            Err(_) => pairs.chunks(1).flat_map(|one| self.read(support, one)).collect(),
        }
    }

    fn score(&self, work: &Work<'_>, text: &str, scores: &Scores<'_>) -> Result<f32> {
        let pair = (work.reply.evidence, text);
        let words = work.facts.overlap(text);
        let (Some(given), Some(support)) = (scores.get(&pair), &self.support) else {
            return Ok(words);
        };
        let read = match given {
            Some(score) => *score,
            // Read once more for what went wrong.
            None => {
                let unread = || Err(Error::NoNumbers { model: self.by.clone() });
                self.read(support, &[pair]).pop().unwrap_or_else(unread)?
            }
        };
        Ok((1.0 - support.overlap) * read + support.overlap * words)
    }

    fn grounding(&self, work: &Work<'_>, scores: &Scores<'_>) -> Result<Grounding> {
        let threshold = self.support.as_ref().map_or(OVERLAP_THRESHOLD, |s| s.threshold);
        let mut compared: HashMap<&str, Vec<Reason>> = HashMap::new();
        let mut sentences = Vec::new();
        for (text, claims) in &work.sentences {
            if !claims {
                sentences.push(Sentence {
                    text: (*text).to_owned(),
                    score: None,
                    reasons: Vec::new(),
                });
                continue;
            }
            let mut reasons =
                compared.entry(text).or_insert_with(|| work.facts.against(text)).clone();
            let mut score = self.score(work, text, scores)?;
            if !reasons.is_empty() {
                score *= REFUTED;
            } else if score < threshold {
                reasons.push(Reason::Score);
            }
            sentences.push(Sentence { text: (*text).to_owned(), score: Some(score), reasons });
        }
        let claimed: Vec<f32> = sentences.iter().filter_map(|sentence| sentence.score).collect();
        let unsupported: Vec<String> = sentences
            .iter()
            .filter(|sentence| !sentence.reasons.is_empty())
            .map(|sentence| sentence.text.clone())
            .collect();
        let score = match (claimed.is_empty(), work.sentences.len()) {
            (true, _) => 0.0,
            (false, 1) => lowest(&claimed),
            (false, _) => lowest(&claimed).min(self.score(work, work.reply.reply, scores)?),
        };
        Ok(Grounding {
            supported: !claimed.is_empty() && unsupported.is_empty(),
            score,
            unsupported,
            sentences,
            by: self.by.clone(),
        })
    }
}

impl<'a> Work<'a> {
    /// The pairs whose scores are needed: of each sentence that claims something, and of a longer
    /// reply as a whole.
    fn to_read(&self) -> Vec<(&'a str, &'a str)> {
        let claiming = self.sentences.iter().filter(|(_, claims)| *claims).map(|(text, _)| *text);
        let mut texts: Vec<&str> = claiming.take(MOST_READ).collect();
        if self.sentences.len() > 1 && !texts.is_empty() {
            texts.push(self.reply.reply);
        }
        texts.into_iter().map(|text| (self.reply.evidence, text)).collect()
    }
}

fn lowest(scores: &[f32]) -> f32 {
    scores.iter().copied().fold(f32::INFINITY, f32::min)
}

fn prepare<'a>(reply: &Reply<'a>) -> Result<Work<'a>> {
    let unseen = |text: &str| text.chars().all(|c| c.is_whitespace() || c.is_control());
    if unseen(reply.evidence) {
        return Err(Error::Empty(Part::Evidence));
    }
    if unseen(reply.reply) {
        return Err(Error::Empty(Part::Reply));
    }
    let sentences = grice_text::sentences(reply.reply).map(|range| {
        let text = &reply.reply[range];
        (text, speech::claims(text))
    });
    Ok(Work { reply: *reply, facts: Facts::new(reply.evidence), sentences: sentences.collect() })
}
