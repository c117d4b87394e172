//! One owner's conversations. Each function finds a conversation by its owner and its key, inside
//! the transaction that uses it, so that nobody reaches another's.

use grice_engine::{Conversation, Reply};

use crate::conversation::{self, Guard, Turns, Which, count};
use crate::error::{Error, Result};
use crate::feedback::{self, Feedback, Rated, Verdict};
use crate::list::{self, Filter};
use crate::store::Store;
use crate::summary::{Saved, SavedTurn, Summary, now};
use crate::{name, random};

/// The conversations of one owner; [`Store::of`] gives them.
#[derive(Debug)]
pub struct Owned<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) owner: &'a str,
}

impl Owned<'_> {
    /// The conversations that a filter lets pass, the one that changed last first.
    pub fn list(&mut self, filter: &Filter<'_>) -> Result<Vec<Summary>> {
        let owner = self.owner;
        self.store.read(|sql| list::filtered(sql, owner, filter))
    }

    /// Makes a conversation in which nothing was said yet.
    pub fn create(&mut self, collection: &str) -> Result<Summary> {
        self.begin(collection, &Conversation::new(), &[])
    }

    /// Saves a conversation as a new one; `replies` are those of its last turns.
    pub fn begin(
        &mut self,
        collection: &str,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<Summary> {
        let owner = name::owner(self.owner)?;
        let (key, now) = (random::key()?, now());
        let turns = Turns { conversation, replies, first: 0, now };
        self.store.write_repeatable(|sql| {
            conversation::create(sql, owner, &key, collection, now)?;
            let begun = conversation::of_owner(sql, owner, Which::Key(&key))?;
            if begun.turns != count(conversation.turns.len()) {
                conversation::extend(sql, begun.id, turns, Guard::Append)?;
            }
            conversation::of_owner(sql, owner, Which::Key(&key))
        })
    }

    /// What a list tells of a conversation.
    pub fn summary(&mut self, key: &str) -> Result<Summary> {
        let owner = self.owner;
        self.store.read(|sql| conversation::of_owner(sql, owner, Which::Key(key)))
    }

    /// Reads a conversation with its replies, times and feedback.
    pub fn load(&mut self, key: &str) -> Result<Saved> {
        self.load_which(Which::Key(key))
    }

    /// Reads one turn with its reply, time and feedback.
    pub fn turn(&mut self, key: &str, number: u32) -> Result<SavedTurn> {
        let owner = self.owner;
        self.store.read(|sql| {
            let id = conversation::of_owner(sql, owner, Which::Key(key))?.id;
            conversation::load_turn(sql, id, number)
        })
    }

    /// Adds turns, all or none of them; `conversation` is all of it, and `replies` are those of the
    /// turns that are new. Where there are other turns than those before the new ones,
    /// nothing is changed, and [`Error::Grown`] is the error. Gives the time of the new turns.
    pub fn append(
        &mut self,
        key: &str,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<i64> {
        self.append_which(Which::Key(key), conversation, replies)
    }

    /// Deletes the turns from `keep` on with their feedback, and adds those that `conversation` has
    /// there, in one step; `replies` are those of its last turns. Where there are fewer than `keep`
    /// turns, here or there, nothing is changed, and [`Error::Grown`] is the error. Gives the time
    /// of the new turns.
    pub fn replace(
        &mut self,
        key: &str,
        keep: u32,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<i64> {
        let turns = Turns { conversation, replies, first: keep as usize, now: now() };
        self.extend(Which::Key(key), turns, Guard::Replace)
    }

    /// Gives a conversation a name that no other of the owner's has.
    pub fn rename(&mut self, key: &str, name: &str) -> Result<()> {
        self.rename_which(Which::Key(key), name)
    }

    /// Deletes a conversation with its turns and their feedback.
    pub fn delete(&mut self, key: &str) -> Result<()> {
        self.delete_which(Which::Key(key))
    }

    /// Keeps what the user says of a turn, in the place of what was said before.
    pub fn rate(&mut self, key: &str, number: u32, verdict: Verdict, note: &str) -> Result<()> {
        feedback::checked(note)?;
        let (owner, now) = (self.owner, now());
        self.store.write_repeatable(|sql| {
            let id = conversation::of_owner(sql, owner, Which::Key(key))?.id;
            feedback::set(sql, id, number, verdict, note, now)
        })
    }

    /// Forgets what the user said of a turn, if anything.
    pub fn unrate(&mut self, key: &str, number: u32) -> Result<()> {
        let owner = self.owner;
        self.store.write_repeatable(|sql| {
            let id = conversation::of_owner(sql, owner, Which::Key(key))?.id;
            feedback::remove(sql, id, number)
        })
    }

    /// What the user said of a conversation's turns, with their numbers.
    pub fn feedback(&mut self, key: &str) -> Result<Vec<(u32, Feedback)>> {
        let owner = self.owner;
        self.store.read(|sql| {
            let id = conversation::of_owner(sql, owner, Which::Key(key))?.id;
            feedback::list(sql, id)
        })
    }

    /// Hands over everything the owner has said of turns, for an export.
    pub fn each_feedback(&mut self, each: impl FnMut(Rated) -> Result<()>) -> Result<()> {
        feedback::each(self.store, Some(self.owner), each)
    }

    pub(crate) fn load_which(&mut self, which: Which<'_>) -> Result<Saved> {
        let owner = self.owner;
        self.store.read(|sql| {
            let summary = conversation::of_owner(sql, owner, which)?;
            conversation::load(sql, summary)
        })
    }

    pub(crate) fn append_which(
        &mut self,
        which: Which<'_>,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<i64> {
        let first = conversation.turns.len().saturating_sub(replies.len());
        let turns = Turns { conversation, replies, first, now: now() };
        self.extend(which, turns, Guard::Append)
    }

    fn extend(&mut self, which: Which<'_>, turns: Turns<'_>, guard: Guard) -> Result<i64> {
        let owner = self.owner;
        self.store.write_repeatable(|sql| {
            let id = conversation::of_owner(sql, owner, which)?.id;
            conversation::extend(sql, id, turns, guard)?;
            Ok(turns.now)
        })
    }

    pub(crate) fn rename_which(&mut self, which: Which<'_>, name: &str) -> Result<()> {
        let owner = self.owner;
        self.store.write_repeatable(|sql| {
            let id = conversation::of_owner(sql, owner, which)?.id;
            conversation::rename(sql, owner, id, name)
        })
    }

    pub(crate) fn delete_which(&mut self, which: Which<'_>) -> Result<()> {
        let owner = self.owner;
        let mut found = false;
        let deleted =
            self.store.write_repeatable(|sql| match conversation::of_owner(sql, owner, which) {
                Ok(summary) => {
                    found = true;
                    conversation::delete(sql, summary.id)
                }
                fault => fault.map(drop),
            });
        match deleted {
            Err(Error::Unknown(_)) if found => Ok(()),
            done => done,
        }
    }
}
