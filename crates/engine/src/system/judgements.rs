//! The judgements a system uses, opened once.

use std::path::Path;

use grice_judge::analyze::Analyzer;
use grice_judge::anticipate::Anticipator;
use grice_judge::find::Finder;
use grice_judge::ground::Grounder;
use grice_judge::interpret::Interpreter;
use grice_judge::rank::Ranker;
use grice_judge::read::Reader;
use grice_judge::rewrite::Rewriter;
use grice_model::registry::{Registry, RegistryError};

use super::settings::Models;
use crate::error::Result;

/// How a system says that it does without a model.
const NONE: &str = "none";

/// The judgements of a turn, with weights or what takes their place.
pub struct Judgements {
    /// Makes questions stand alone.
    pub rewriter: Rewriter,
    /// Says what to look for.
    pub finder: Option<Finder>,
    /// Ranks passages.
    pub ranker: Ranker,
    /// Reads them.
    pub reader: Reader,
    /// Says what would be asked next.
    pub anticipator: Anticipator,
    /// Compares a reply with its evidence.
    pub grounder: Grounder,
    /// Reads replies to questions.
    pub interpreter: Interpreter,
    /// Tells how an utterance is meant.
    pub analyzer: Option<Analyzer>,
    /// Models that are named but are not on this machine.
    missing: Vec<Missing>,
    /// Where the models come from; none for judgements without weights.
    registry: Option<Registry>,
}

/// A model that a system names and that is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub model: String,
    /// Why it is not there, and what the user can do, as a sentence without a stop.
    pub why: String,
}

/// How a judgement is opened by a model's name or its folder.
struct Opening<'a, T> {
    registry: &'a Registry,
    open: fn(&Registry, &str) -> grice_judge::Result<T>,
    load: fn(&Path) -> grice_judge::Result<T>,
}

impl Judgements {
    /// Opens what a system names. Where weights are not on this machine, what takes their place
    /// is used, and [`Judgements::missing`] says so; weights that are damaged are an error.
    pub fn open(models: &Models) -> Result<Judgements> {
        Judgements::open_from(&Registry::open().map_err(grice_judge::Error::from)?, models)
    }

    /// The same with the models of this registry.
    pub fn open_from(registry: &Registry, models: &Models) -> Result<Judgements> {
        let mut missing = Vec::new();
        let mut kept = |model: &str, why: grice_judge::Error| {
            missing.push(Missing { model: model.to_owned(), why: why.to_string() });
        };
        let rewriter = Opening { registry, open: Rewriter::open_named, load: Rewriter::load };
        let finder = Opening { registry, open: Finder::open_named, load: Finder::load };
        let ranker = Opening { registry, open: Ranker::open_named, load: Ranker::load };
        let reader = Opening { registry, open: Reader::open_named, load: Reader::load };
        let anticipator =
            Opening { registry, open: Anticipator::open_named, load: Anticipator::load };
        let grounder = Opening { registry, open: Grounder::open_named, load: Grounder::load };
        let interpreter =
            Opening { registry, open: Interpreter::open_named, load: Interpreter::load };
        let analyzer = Opening { registry, open: Analyzer::open_named, load: Analyzer::load };
        let judgements = Judgements {
            rewriter: rewriter.by_name(&models.rewrite, &mut kept)?.unwrap_or_else(Rewriter::rules),
            finder: finder.by_name(&models.find, &mut kept)?,
            ranker: ranker.by_name(&models.rank, &mut kept)?.unwrap_or_else(Ranker::overlap),
            reader: reader.by_name(&models.read, &mut kept)?.unwrap_or_else(Reader::overlap),
            anticipator: anticipator
                .by_name(&models.anticipate, &mut kept)?
                .unwrap_or_else(Anticipator::overlap),
            grounder: grounder
                .by_name(&models.ground, &mut kept)?
                .unwrap_or_else(Grounder::overlap),
            interpreter: interpreter
                .by_name(&models.interpret, &mut kept)?
                .unwrap_or_else(Interpreter::rules),
            analyzer: analyzer.by_name(&models.analyze, &mut kept)?,
            missing: Vec::new(),
            registry: Some(registry.clone()),
        };
        Ok(Judgements { missing, ..judgements })
    }

    /// The judgements without any weights.
    pub fn bare() -> Judgements {
        Judgements {
            rewriter: Rewriter::rules(),
            finder: None,
            ranker: Ranker::overlap(),
            reader: Reader::overlap(),
            anticipator: Anticipator::overlap(),
            grounder: Grounder::overlap(),
            interpreter: Interpreter::rules(),
            analyzer: None,
            missing: Vec::new(),
            registry: None,
        }
    }

    /// Models that were named but are not on this machine.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The registry they were opened from, or else that of the environment.
    pub(crate) fn registry(&self) -> grice_judge::Result<Registry> {
        match &self.registry {
            Some(registry) => Ok(registry.clone()),
            None => Ok(Registry::open()?),
        }
    }
}

impl<T> Opening<'_, T> {
    fn by_name(
        &self,
        name: &str,
        missing: &mut impl FnMut(&str, grice_judge::Error),
    ) -> Result<Option<T>> {
        if name == NONE {
            return Ok(None);
        }
        match (self.open)(self.registry, name) {
            Ok(opened) => Ok(Some(opened)),
            Err(grice_judge::Error::Registry(RegistryError::UnknownModel { .. }))
                if Path::new(name).is_dir() =>
            {
                Ok(Some((self.load)(Path::new(name))?))
            }
            Err(error) if error.is_absence() => {
                missing(name, error);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}
