//! Who is paired with whom.

use super::Studio;
use super::working::Caller;
use crate::project::Project;
use crate::refusal::Result;

impl Studio {
    /// Pairs those who wait and are present.
    pub(crate) fn pair(&self, _project: i64) -> Result<()> {
        Ok(())
    }

    /// How many others wait and are present.
    pub(crate) fn others(&self, project: &Project, caller: &Caller) -> usize {
        let waits =
            |id: &String| *id != caller.participant && self.inner.present.is(project.stream, id);
        let all = project.participants.values().filter(|one| one.waiting.is_some());
        all.filter(|one| waits(&one.id)).count()
    }

    /// Gives somebody a turn to answer further.
    pub(crate) fn give_turn(&self, _caller: &Caller) -> Result<()> {
        Ok(())
    }
}
