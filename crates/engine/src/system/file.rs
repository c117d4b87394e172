//! A system as one TOML file: what it says, and what is wrong with it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::generator::{GeneratorKind, GeneratorSettings};
use super::published::Published;
use super::settings::{
    AloneSettings, AnticipateSettings, ClarifySettings, ComposeSettings, ContextualiseSettings,
    Models, PriorSettings, ReadSettings, ReasonSettings, RerankSettings, RetrieveSettings,
    TrailSettings,
};
use crate::error::{Error, Result};

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
