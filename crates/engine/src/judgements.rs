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

use crate::error::Result;
use crate::system::Models;

/// How a system says that it does without a model.
const NONE: &str = "none";

/// The judgements of a turn, with weights or what takes their place.
pub struct Judgements {
    pub(crate) rewriter: Rewriter,
    pub(crate) finder: Option<Finder>,
    pub(crate) ranker: Ranker,
    pub(crate) reader: Reader,
    pub(crate) anticipator: Anticipator,
    pub(crate) grounder: Grounder,
    pub(crate) interpreter: Interpreter,
    pub(crate) analyzer: Option<Analyzer>,
    /// Models that are not on this machine, as sentences without a stop.
    missing: Vec<String>,
}

/// How a judgement is opened by a model's name or its folder.
struct Opening<T> {
    open: fn(&Registry, &str) -> grice_judge::Result<T>,
    load: fn(&Path) -> grice_judge::Result<T>,
}

impl Judgements {
    /// Opens what a system names. Where weights are not on this machine, what takes their place
    /// is used, and [`Judgements::missing`] says so; weights that are damaged are an error.
    pub fn open(models: &Models) -> Result<Judgements> {
        let mut missing = Vec::new();
        let mut kept = |name: &str, why: grice_judge::Error| missing.push(format!("{name}: {why}"));
        let rewriter = Opening { open: Rewriter::open_named, load: Rewriter::load };
        let finder = Opening { open: Finder::open_named, load: Finder::load };
        let ranker = Opening { open: Ranker::open_named, load: Ranker::load };
        let reader = Opening { open: Reader::open_named, load: Reader::load };
        let anticipator = Opening { open: Anticipator::open_named, load: Anticipator::load };
        let grounder = Opening { open: Grounder::open_named, load: Grounder::load };
        let interpreter = Opening { open: Interpreter::open_named, load: Interpreter::load };
        let analyzer = Opening { open: Analyzer::open_named, load: Analyzer::load };
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
        }
    }

    /// What is said of models that were named but are not on this machine.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }
}

impl<T> Opening<T> {
    fn by_name(
        &self,
        name: &str,
        missing: &mut impl FnMut(&str, grice_judge::Error),
    ) -> Result<Option<T>> {
        if name == NONE {
            return Ok(None);
        }
        let registry = Registry::open().map_err(grice_judge::Error::from);
        match registry.and_then(|registry| (self.open)(&registry, name)) {
            Ok(opened) => Ok(Some(opened)),
            Err(grice_judge::Error::Registry(
                RegistryError::UnknownModel { .. } | RegistryError::NoHome,
            )) if Path::new(name).is_dir() => Ok(Some((self.load)(Path::new(name))?)),
            Err(error) if error.is_absence() => {
                missing(name, error);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}
