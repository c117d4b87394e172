//! A system: which parts take a turn, and with which numbers, as one TOML file.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

mod embedded;
mod generator;
mod judgements;
mod published;
mod weights;

pub use generator::{GeneratorKind, GeneratorSettings, QuestionForm};
pub use judgements::{Judgements, Missing};
pub use published::{AnswerBy, HistoryUse, Published};
pub use weights::AloneSettings;
pub(crate) use weights::Weights;

/// How a system says that the generator rewrites.
pub(crate) const GENERATOR: &str = "generator";

/// The rules that there are.
pub(crate) const RULES: &[&str] =
    &["small-talk", "references", "topic-shift", "clarification", "page-intro", "yes-no"];

/// What is used where no system is named.
pub(crate) const DEFAULT: &str = include_str!("../../../../systems/default.toml");

/// The parts of a turn and their numbers. Every number that a file leaves out is the default's.
///
/// ```
/// let system = grice_engine::System::parse("plain", "[models]\nrank = \"none\"")?;
/// assert_eq!(system.models.rank, "none");
/// assert_eq!(system.models.read, "grice-read");
/// # Ok::<(), grice_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    /// Its name.
    pub name: String,
    /// Who judges.
    pub models: Models,
    /// How the question is made to stand alone.
    pub contextualise: ContextualiseSettings,
    /// How passages are found.
    pub retrieve: RetrieveSettings,
    /// When a question is asked back.
    pub clarify: ClarifySettings,
    /// What the conversation so far says of a page.
    pub prior: PriorSettings,
    /// How the pages of a history are found of which only the words are known.
    pub trail: TrailSettings,
    /// How passages are ranked.
    pub rerank: RerankSettings,
    /// How they are read.
    pub read: ReadSettings,
    /// What counts where a question is taken as it was said.
    pub alone: AloneSettings,
    /// Which rules there are.
    pub reason: ReasonSettings,
    /// What is added to the answer.
    pub anticipate: AnticipateSettings,
    /// How the reply is put together.
    pub compose: ComposeSettings,
    /// A model that writes.
    pub generator: GeneratorSettings,
    /// Where a published system comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// Models of the registry or folders of models; "none" for what takes their place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Models {
    /// Makes questions stand alone, also where one that writes fails.
    pub rewrite: String,
    /// Says what to look for.
    pub find: String,
    /// Ranks passages.
    pub rank: String,
    /// Reads them.
    pub read: String,
    /// Says what would be asked next.
    pub anticipate: String,
    /// Compares the reply with its evidence.
    pub ground: String,
    /// Reads replies to questions of ours.
    pub interpret: String,
    /// Tells how an utterance is meant that is neither a question nor on the list.
    pub analyze: String,
}

/// How the question is made to stand alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextualiseSettings {
    /// Who rewrites: "none", "rules", "model" for that of [`Models`], "generator", or the name or
    /// folder of another model that edits or writes.
    pub rewriter: String,
    /// The most words of an utterance that are read.
    pub question_words: usize,
    /// The most words of AllHistory, the question not counted.
    pub history_words: usize,
    /// How likely the rewriter must find a word of the history needed for it to be searched.
    pub term: f32,
    /// How likely a question must stand alone for nothing else to be tried.
    pub alone: f32,
    /// How likely it must be for the question as it was said to be tried at all.
    pub leans: f32,
    /// What becomes of what was said before.
    pub history: HistoryUse,
}

/// How passages are found. The weights are of a passage's score in each search, as a share of the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetrieveSettings {
    /// Passages taken from each ranking.
    pub depth: usize,
    /// Passages kept.
    pub keep: usize,
    /// 0 counts scores; more than 0 counts ranks in their place, as 1 / (1 + rank / k).
    pub k: f32,
    /// BM25's k1.
    pub k1: f32,
    /// BM25's b.
    pub b: f32,
    /// The question as it was asked.
    pub original: f32,
    /// The rewritten question.
    pub rewrite: f32,
    /// The last two turns and the question.
    pub recent: f32,
    /// The last page's title, the last answer and the question.
    pub titled: f32,
    /// The whole history and the question.
    pub all: f32,
    /// Among the passages of its own page, for the pages that are looked at whole.
    pub page: f32,
    /// Vectors, where the index has them.
    pub vector: f32,
    /// The words of question and history that the finder expects.
    pub terms: f32,
    /// The pages that are looked at whole: the best, and those talked about or named.
    pub pages: usize,
    /// Passages of each of them that are taken in each search.
    pub per_page: usize,
    /// The share of words from which a passage only repeats a better one.
    pub repeats: f32,
}

/// When a question is asked back because several pages can be meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClarifySettings {
    /// Whether it ever is.
    pub ask: bool,
    /// How much worse the ranker may find a page than the best one for it to count.
    pub margin: f32,
    /// The most pages that are named.
    pub most: usize,
}

/// What is added to a passage's score for its page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriorSettings {
    /// The page talked about.
    pub same: f32,
    /// A page talked about earlier.
    pub earlier: f32,
    /// A page the question names.
    pub asked: f32,
    /// A page the last answer names.
    pub answered: f32,
    /// A page the current one links to.
    pub linked: f32,
}

/// How the pages of a history are found of which only the words are known: as passages are, with the
/// answer's words beside the question's. Used where there is a finder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrailSettings {
    /// The last turns whose pages are looked for in this way; those before them by words alone.
    pub turns: usize,
    /// Passages taken from each ranking, and kept.
    pub depth: usize,
    /// As in [`RetrieveSettings`].
    pub k: f32,
    /// Question and answer as they were said.
    pub original: f32,
    /// A search of each page that was talked about or named.
    pub page: f32,
    /// Vectors.
    pub vector: f32,
    /// The words that the finder expects.
    pub terms: f32,
    /// The page talked about before.
    pub same: f32,
    /// A page talked about earlier.
    pub earlier: f32,
    /// A page the answer before names.
    pub answered: f32,
    /// A page that is linked from the one before.
    pub linked: f32,
}

/// How passages are ranked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RerankSettings {
    /// How many the ranker looks at.
    pub head: usize,
    /// What its view that a passage has the answer counts.
    pub weight: f32,
    /// What its view that the passage's page has it counts.
    pub page: f32,
    /// What the share of the question's words in the passage counts.
    pub covered: f32,
    /// What the share of its names and identifiers in the passage counts.
    pub named: f32,
}

/// How passages are read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadSettings {
    /// How many, at most.
    pub passages: usize,
    /// The confidence of an answer from which no more passages are read.
    pub enough: f32,
    /// What the reader's view that a passage is about the question counts in its rank.
    pub relevance: f32,
    /// What its view that the passage has the answer counts.
    pub confidence: f32,
    /// The probability below which there is no answer.
    pub least: f32,
    /// Who finds the answer.
    pub by: AnswerBy,
    /// How probable it is that an answer is right.
    pub sure: SureSettings,
}

/// A logistic fit of how probable it is that the answer that is given is right. All 0 but
/// `confidence` = 0 means that the reader alone is believed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SureSettings {
    /// Without any sign.
    pub bias: f32,
    /// The reader's confidence.
    pub confidence: f32,
    /// The reader's view that the passage is about the question.
    pub relevance: f32,
    /// The ranker's view of the passage.
    pub rank: f32,
    /// The ranker's view of its page.
    pub about: f32,
    /// The share of the question's words in the passage.
    pub covered: f32,
    /// The share of its names and identifiers in the passage.
    pub named: f32,
    /// The share of its words anywhere in the collection.
    pub known: f32,
}

impl SureSettings {
    /// Whether nothing was fitted.
    pub(crate) fn is_plain(&self) -> bool {
        *self == SureSettings::default()
    }
}

/// Rules of the engine: each has a name, and a system lists those it uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReasonSettings {
    /// Their names, in the order in which they are asked.
    pub rules: Vec<String>,
}

impl ReasonSettings {
    /// Whether a rule is used.
    pub fn has(&self, rule: &str) -> bool {
        self.rules.iter().any(|own| own == rule)
    }
}

/// What is added to the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnticipateSettings {
    /// The most sentences.
    pub sentences: usize,
    /// The most candidates that are looked at.
    pub candidates: usize,
    /// The score below which nothing is added.
    pub least: f32,
    /// The most follow-ups that are offered.
    pub follow_ups: usize,
}

/// How the reply is put together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComposeSettings {
    /// Words from which nothing more needs to be added.
    pub least_words: usize,
    /// The most words; a longer literal answer is left whole.
    pub most_words: usize,
    /// The most words of an answer that is shown with what stands around it.
    pub context_words: usize,
    /// The confidence below which the next best passage is shown too, where the answer is an excerpt.
    pub unsure: f32,
    /// The most words of that passage.
    pub second_words: usize,
    /// Whether the generator writes the reply, from sentences that were found.
    pub generator: bool,
}

impl RetrieveSettings {
    /// Whether only vectors are searched.
    pub fn is_dense(&self) -> bool {
        let words = [self.original, self.rewrite, self.recent, self.titled, self.all];
        let words = words.into_iter().chain([self.page, self.terms]).collect::<Vec<_>>();
        self.vector > 0.0 && words.iter().all(|weight| *weight <= 0.0)
    }
}

impl System {
    /// Whether anything depends on the pages that were talked about.
    pub(crate) fn follows_pages(&self) -> bool {
        let prior = &self.prior;
        let weights = [prior.same, prior.earlier, prior.asked, prior.answered, prior.linked];
        let more = self.anticipate.sentences + self.anticipate.follow_ups + self.retrieve.pages;
        let searched = self.retrieve.titled > 0.0 || weights.iter().any(|weight| *weight > 0.0);
        more > 0 || searched || !self.reason.rules.is_empty()
    }

    /// The system that is used where none is named.
    pub fn standard() -> Result<System> {
        System::parse("systems/default.toml", DEFAULT)
    }

    /// Reads a system's file.
    pub fn load(path: &Path) -> Result<System> {
        let text = std::fs::read_to_string(path)
            .map_err(|reason| Error::Unreadable { path: path.to_owned(), reason })?;
        System::parse(&path.display().to_string(), &text)
    }

    /// Reads a system's text; `path` is told where something is wrong.
    pub fn parse(path: &str, text: &str) -> Result<System> {
        let wrong = |why: String| Error::System { path: path.to_owned(), why };
        let own: toml::Table = toml::from_str(text).map_err(|e| wrong(e.to_string()))?;
        let mut table: toml::Table = toml::from_str(DEFAULT).map_err(|e| wrong(e.to_string()))?;
        merge(&mut table, own);
        let system = System::of(table).map_err(|e| wrong(e.to_string().trim().to_owned()))?;
        system.check().map_err(wrong)?;
        if let Some(rule) = system.reason.rules.iter().find(|r| !RULES.contains(&r.as_str())) {
            let (path, rule, known) = (path.to_owned(), rule.clone(), RULES.to_vec());
            return Err(Error::NoRule { path, rule, known });
        }
        Ok(system)
    }

    fn of(table: toml::Table) -> std::result::Result<System, toml::de::Error> {
        toml::Value::Table(table).try_into()
    }

    fn check(&self) -> std::result::Result<(), String> {
        let share = |name: &str, value: f32| match (0.0..=1.0).contains(&value) {
            true => Ok(()),
            false => Err(format!("{name} must be between 0 and 1 (it is {value})")),
        };
        share("read.least", self.read.least)?;
        share("anticipate.least", self.anticipate.least)?;
        share("retrieve.repeats", self.retrieve.repeats)?;
        share("contextualise.term", self.contextualise.term)?;
        share("contextualise.alone", self.contextualise.alone)?;
        share("contextualise.leans", self.contextualise.leans)?;
        share("clarify.margin", self.clarify.margin)?;
        if self.clarify.most < 2 {
            return Err("clarify.most must be at least 2".into());
        }
        let ranks = [("retrieve.k", self.retrieve.k), ("trail.k", self.trail.k)];
        for (name, value) in ranks {
            if !(value.is_finite() && value >= 0.0) {
                return Err(format!("{name} must be 0 or more (it is {value})"));
            }
        }
        if self.retrieve.depth == 0 || self.retrieve.keep == 0 || self.read.passages == 0 {
            return Err("retrieve.depth, retrieve.keep and read.passages must be at least 1".into());
        }
        self.generator.check()?;
        let asked = self.compose.generator || self.contextualise.rewriter == GENERATOR;
        if asked && self.generator.kind == GeneratorKind::None {
            return Err("a generator is asked for, but generator.kind is \"none\"".into());
        }
        if self.generator.answers && !self.compose.generator {
            return Err("generator.answers needs compose.generator = true".into());
        }
        Ok(())
    }
}

/// Puts what a table says over what another does.
fn merge(under: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => merge(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_file_can_be_read() {
        assert_eq!(System::standard().unwrap().name, "default");
        assert_eq!(System::parse("empty", "").unwrap(), System::standard().unwrap());
    }

    #[test]
    fn what_is_wrong_with_a_system_is_named() {
        let wrong = |text: &str| System::parse("mine.toml", text).unwrap_err().to_string();
        assert!(wrong("[models]\nranker = \"x\"").contains("ranker"));
        assert!(wrong("[read]\nleast = 2.0").contains("read.least must be between 0 and 1"));
        assert!(wrong("[clarify]\nmost = 1").contains("clarify.most must be at least 2"));
        assert!(wrong("[retrieve]\nk = -1.0").contains("retrieve.k must be 0 or more"));
        assert!(wrong("[reason]\nrules = [\"planets\"]").contains("there is no rule 'planets'"));
        assert!(wrong("[read]\npassages = \"many\"").starts_with("mine.toml: "));
        assert!(wrong("[[[").contains("systems/default.toml shows every part"));
        let absent = System::load(Path::new("/nowhere/at/all.toml")).unwrap_err();
        assert!(absent.to_string().contains("all.toml: the system cannot be read"));
    }

    #[test]
    fn numbers_that_are_left_out_are_the_defaults() {
        let system = System::parse("mine", "name = \"mine\"\n[compose]\nmost_words = 30").unwrap();
        assert_eq!((system.name.as_str(), system.compose.most_words), ("mine", 30));
        assert_eq!(system.compose.least_words, System::standard().unwrap().compose.least_words);
    }
}
