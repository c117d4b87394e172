//! The numbers of a system's file, part by part.

use serde::{Deserialize, Serialize};

use super::published::{AnswerBy, HistoryUse};

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
    /// The question leans on what was said before: it has fewer words of its own to be found.
    #[serde(default)]
    pub leans: f32,
}

impl SureSettings {
    /// Whether nothing was fitted.
    pub(crate) fn is_plain(&self) -> bool {
        *self == SureSettings::default()
    }
}

/// What counts where a question is taken as it was said: its words are all there, so that they say
/// more, and the models that have learned from conversations say less.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AloneSettings {
    /// Whether these are used; if not, a question that stands alone is weighed as all others.
    pub own: bool,
    /// The question's words.
    pub rewrite: f32,
    /// Among the passages of its page.
    pub page: f32,
    /// Vectors.
    pub vector: f32,
    /// The words that the finder expects.
    pub terms: f32,
    /// The question names the page.
    pub asked: f32,
    /// The share of the question's words in the passage.
    pub covered: f32,
    /// The share of its names and identifiers in the passage.
    pub named: f32,
    /// The ranker's view of the passage.
    pub rank: f32,
    /// Its view of the page.
    pub about: f32,
    /// The reader's view that the passage is about the question.
    pub relevance: f32,
    /// Its view that the passage has the answer.
    pub confidence: f32,
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
