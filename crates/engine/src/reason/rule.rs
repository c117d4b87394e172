//! What a rule is.

use crate::error::Result;
use crate::listen::Ask;
use crate::read::Found;
use crate::reply::Reference;
use crate::retrieve::{Candidate, Library, Reading};
use crate::state::{Conversation, Pending};
use crate::system::{Judgements, System};

/// What a rule may look at.
pub(crate) struct Scene<'a> {
    pub library: &'a Library,
    pub conversation: &'a Conversation,
    pub system: &'a System,
    pub judgements: &'a Judgements,
}

/// A rule of the engine: a guest with a name, listed in `[reason] rules` of a system's file. It
/// returns what it changes, and nothing where it has nothing to say.
pub(crate) trait Rule: Sync {
    /// Its name in a system's file.
    fn name(&self) -> &'static str;

    /// What a question asks, where its words say it otherwise: with what they point at.
    fn resolve(&self, _: &Scene<'_>, _: &Ask) -> Result<Option<(Ask, Option<Reference>)>> {
        Ok(None)
    }

    /// A question of ours, where the question cannot be answered as it is.
    fn ask_back(&self, _: &Scene<'_>, _: &Reading, _: &[Candidate]) -> Result<Option<Pending>> {
        Ok(None)
    }

    /// Whether it only takes away what the text does not say, so that no answer goes without it.
    fn guards(&self) -> bool {
        false
    }

    /// Another answer than the one that was read. `question` stands alone; passages that are looked
    /// up are added to the candidates.
    fn answer(
        &self,
        _: &Scene<'_>,
        _question: &str,
        _: &Found,
        _: &mut Vec<Candidate>,
    ) -> Result<Option<Found>> {
        Ok(None)
    }
}
