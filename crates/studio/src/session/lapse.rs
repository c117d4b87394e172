//! What becomes of a conversation that nobody goes on with.

use super::act::in_turn;
use super::event::{Outcome, SessionEvent};
use super::{Phase, Session};

impl Session {
    /// When it ends by itself: closing surveys are waited for as long as a turn may last, and a
    /// conversation that both have left for as long as its settings say.
    pub fn lapses(&self) -> Option<i64> {
        let late = self.deadline()?;
        match (self.phase, self.rules.abandoned_seconds) {
            (Phase::Closing, _) => Some(late),
            (_, ..1) => None,
            (_, seconds) => Some(late + seconds * 1_000),
        }
    }

    /// What happens by itself at a time.
    pub fn lapsed(&self, now: i64) -> Vec<SessionEvent> {
        if self.lapses().is_none_or(|at| now < at) {
            return Vec::new();
        }
        let mut waited_for = self.seats.iter().filter(|seat| in_turn(self, &seat.participant));
        let by = match (waited_for.next(), waited_for.next()) {
            (Some(seat), None) => Some(seat.participant.as_str()),
            _ => None,
        };
        self.stopped(SessionEvent::ended(Outcome::Late, by))
    }

    /// How it ends where somebody must end it: as complete where it has its turns, and otherwise by
    /// `end`.
    pub fn stopped(&self, end: SessionEvent) -> Vec<SessionEvent> {
        let complete = SessionEvent::ended(Outcome::Complete, None);
        match self.phase {
            Phase::Ended | Phase::Returned => Vec::new(),
            Phase::Closing => vec![complete],
            _ if self.finished() >= (self.rules.minimum_turns as usize).max(1) => {
                vec![SessionEvent::Left, complete]
            }
            _ => vec![end],
        }
    }
}
