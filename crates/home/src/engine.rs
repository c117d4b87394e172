//! An engine over an index, with the models of this machine.

use grice_engine::{Engine, Judgements, Missing, System};
use grice_index::Index;
use grice_model::registry::RegistryError;

use crate::encoder::encoder;
use crate::error::{Error, Result};
use crate::{clear, missing, registry};

/// An engine, and what it has to do without.
pub struct Opened {
    /// The engine.
    pub engine: Engine,
    /// Models that the system or the index names and that are not here.
    pub missing: Vec<Missing>,
    /// What a person should be told of that and of the system, a line each.
    pub warnings: Vec<String>,
}

impl Opened {
    /// Opens the engine of a system over an index; it asks back only where `asks` says so, as where
    /// nobody would answer.
    pub fn over(index: Index, mut system: System, asks: bool) -> Result<Opened> {
        system.clarify.ask &= asks;
        let clear = clear::warning(&system);
        let registry = registry::open()?;
        let judgements = Judgements::open_from(&registry, &system.models)?;
        let mut missing = judgements.missing().to_vec();
        check_vectors(&index, &system)?;
        let engine = Engine::new(index, judgements, system)?;
        missing.extend_from_slice(engine.missing());
        let mut opened = Opened::with_vectors(engine, missing)?;
        opened.warnings.extend(clear);
        Ok(opened)
    }

    /// Opens an engine over another index with the models of one that is open. What it lacks beside
    /// that one's is told.
    pub fn beside(engine: &Engine, index: Index) -> Result<Opened> {
        check_vectors(&index, engine.system())?;
        Opened::with_vectors(engine.over(index)?, Vec::new())
    }

    fn with_vectors(mut engine: Engine, mut missing: Vec<Missing>) -> Result<Opened> {
        let registry = registry::open()?;
        let mut warnings = Vec::new();
        if let Some(model) = engine.needs_encoder().map(str::to_owned) {
            match encoder(&model) {
                Ok(encoder) => engine = engine.with_encoder(encoder),
                // Another ranking would be another answer.
                Err(Error::Registry(why @ RegistryError::Damaged { .. })) => return Err(why.into()),
                Err(Error::Registry(why)) if registry.ships(&model) => {
                    missing.push(Missing { model, why: why.to_string() });
                }
                Err(why) => warnings.push(format!("searching by words alone: {why}")),
            }
        }
        warnings.extend(missing::told(&registry, &missing));
        Ok(Opened { engine, missing, warnings })
    }
}

/// An error where a system searches vectors alone and there are none.
fn check_vectors(index: &Index, system: &System) -> Result<()> {
    match system.retrieve.is_dense() && index.searcher()?.vectors()?.is_none() {
        true => Err(Error::NeedsVectors { system: system.name.clone() }),
        false => Ok(()),
    }
}
