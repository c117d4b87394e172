//! Where a conversation is kept, and how much of it.

use std::path::PathBuf;

use anyhow::Result;
use grice_engine::{Conversation, Reply};
use grice_store::{Error, Saved, Store, Summary};

/// The file of saved conversations in Grice's folder.
const FILE: &str = "conversations.db";

/// Keeps a conversation in the store, turn by turn.
pub struct Keeper {
    home: PathBuf,
    /// Opened when it is needed.
    store: Option<Store>,
    /// Whether turns are saved without being asked to.
    pub saves: bool,
    /// The collection that new conversations are about.
    pub collection: String,
    /// The conversation in the store.
    id: Option<i64>,
    /// How many of its turns are there.
    kept: usize,
}

/// What became of a turn.
#[derive(Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is not to be saved.
    Not,
    /// It is saved.
    There,
    /// The conversation has changed elsewhere; it is saved under this number from now on.
    Apart(i64),
}

impl Keeper {
    /// A keeper of conversations in a folder. Where turns are to be saved, the file is opened at
    /// once, so that what is wrong with it is told before anything was said.
    pub fn open(home: PathBuf, saves: bool) -> Result<Keeper> {
        let mut keeper =
            Keeper { home, store: None, saves, collection: String::new(), id: None, kept: 0 };
        if saves {
            keeper.store()?;
        }
        Ok(keeper)
    }

    fn store(&mut self) -> Result<&mut Store, Error> {
        let store = match self.store.take() {
            Some(store) => store,
            None => Store::open(self.home.join(FILE))?,
        };
        Ok(self.store.insert(store))
    }

    /// The conversation's number, once it is saved.
    pub fn id(&self) -> Option<i64> {
        self.id
    }

    pub fn list(&mut self) -> Result<Vec<Summary>, Error> {
        self.store()?.list()
    }

    /// Takes up a saved conversation.
    pub fn resume(&mut self, wanted: Option<&str>) -> Result<Saved, Error> {
        let store = self.store()?;
        let id = match wanted {
            Some(wanted) => store.find(wanted)?,
            None => {
                // The page makes a conversation before its first turn is there.
                let begun = store.list()?.into_iter().find(|summary| summary.turns > 0);
                begun.ok_or(Error::Nothing)?.id
            }
        };
        let saved = store.load(id)?;
        (self.id, self.kept) = (Some(id), saved.conversation.turns.len());
        Ok(saved)
    }

    /// Lets go of the conversation; it stays in the store.
    pub fn leave(&mut self) {
        (self.id, self.kept) = (None, 0);
    }

    /// Saves the turns that are new, where turns are saved.
    pub fn keep(
        &mut self,
        conversation: &Conversation,
        replies: &[Option<Reply>],
    ) -> Result<Kept, Error> {
        match self.saves {
            true => self.save(conversation, replies),
            false => Ok(Kept::Not),
        }
    }

    /// Saves the turns that are new.
    pub fn save(
        &mut self,
        conversation: &Conversation,
        replies: &[Option<Reply>],
    ) -> Result<Kept, Error> {
        let turns = conversation.turns.len();
        if let Some(id) = self.id {
            let new = last(&replies[self.kept.min(replies.len())..]);
            if self.kept + new.len() == turns {
                match self.store()?.append(id, conversation, &new) {
                    Err(Error::Grown(_) | Error::Unknown(_)) => {}
                    done => {
                        done?;
                        self.kept = turns;
                        return Ok(Kept::There);
                    }
                }
            }
        }
        let collection = self.collection.clone();
        let id = self.store()?.begin(&collection, conversation, &last(replies))?;
        let apart = self.id.replace(id).is_some();
        self.kept = turns;
        Ok(if apart { Kept::Apart(id) } else { Kept::There })
    }

    /// Names the conversation, which must be saved.
    pub fn rename(&mut self, name: &str) -> Result<(), Error> {
        match self.id {
            Some(id) => self.store()?.rename(id, name),
            None => Err(Error::Unknown(name.to_owned())),
        }
    }

    /// Deletes the conversation that is named, or else this one; its number, and whether it was
    /// this one.
    pub fn forget(&mut self, wanted: Option<&str>) -> Result<(Option<i64>, bool), Error> {
        let id = match wanted {
            Some(wanted) => Some(self.store()?.find(wanted)?),
            None => self.id,
        };
        let own = wanted.is_none() || id == self.id;
        if let Some(id) = id {
            self.store()?.delete(id)?;
        }
        if own {
            self.leave();
        }
        Ok((id, own))
    }
}

/// The replies of the last turns, as far back as all are known.
fn last(replies: &[Option<Reply>]) -> Vec<Reply> {
    let mut known: Vec<Reply> = replies.iter().rev().map_while(Clone::clone).collect();
    known.reverse();
    known
}
