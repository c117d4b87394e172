//! A connection to saved conversations, and the command line's way to them.

use std::fmt;
use std::path::PathBuf;

use grice_engine::{Conversation, Reply};

use crate::address::Address;
use crate::conversation::{self, Which};
use crate::error::{Error, Result};
use crate::owned::Owned;
use crate::sql::{Access, Done, Fault, Sql};
use crate::summary::{Saved, Summary};
use crate::{list, postgres, sqlite};

/// Saved conversations, in a SQLite file or in PostgreSQL. Several processes may use one place;
/// threads share a [`Pool`](crate::Pool).
///
/// The methods here are for conversations without an owner, which are the command line's;
/// [`Store::of`] has those for a user's.
///
/// PostgreSQL is waited for: in an asynchronous program, use a store on a thread that may block.
pub struct Store {
    pub(crate) sql: Box<dyn Sql>,
}

impl Store {
    /// Opens a SQLite file, or makes an empty one where none is.
    pub fn open(path: impl Into<PathBuf>) -> Result<Store> {
        Store::at(Address::File(path.into()))
    }

    /// Opens `sqlite:PATH`, a plain path, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
    ///
    /// PostgreSQL on another machine is spoken to with TLS, and its certificate must be valid;
    /// `?sslmode=disable` does without, and `?sslmode=require` has it on this machine as well.
    pub fn connect(url: &str) -> Result<Store> {
        Store::at(Address::parse(url)?)
    }

    pub(crate) fn at(address: Address) -> Result<Store> {
        let sql: Box<dyn Sql> = match address {
            Address::File(path) => Box::new(sqlite::open(&path)?),
            Address::Server(server) => Box::new(postgres::open(*server)?),
        };
        Ok(Store { sql })
    }

    /// The file, or the server's URL without its password.
    pub fn place(&self) -> &str {
        self.sql.place()
    }

    /// The conversations of one owner, and nobody else's.
    pub fn of<'a>(&'a mut self, owner: &'a str) -> Owned<'a> {
        Owned { store: self, owner }
    }

    /// All conversations, the one that changed last first.
    pub fn list(&mut self) -> Result<Vec<Summary>> {
        self.read(list::all)
    }

    /// The conversation of that name, or else of that number.
    pub fn find(&mut self, wanted: &str) -> Result<i64> {
        let wanted = wanted.trim();
        self.read(|sql| conversation::find(sql, wanted))?
            .ok_or_else(|| Error::Unknown(wanted.to_owned()))
    }

    /// Reads a conversation with its replies.
    pub fn load(&mut self, id: i64) -> Result<Saved> {
        self.of("").load_which(Which::Number(id))
    }

    /// Saves a conversation as a new one; `replies` are those of its last turns.
    pub fn begin(
        &mut self,
        collection: &str,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<i64> {
        Ok(self.of("").begin(collection, conversation, replies)?.id)
    }

    /// Adds turns to a saved conversation, all or none of them; `conversation` is all of it, and
    /// `replies` are those of the turns that are new. Only these are written: the turns before them
    /// stay as they were saved. Where another process has added a turn of its
    /// own, nothing is changed, and that is the error.
    pub fn append(
        &mut self,
        id: i64,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<()> {
        self.of("").append_which(Which::Number(id), conversation, replies).map(drop)
    }

    /// Gives a conversation a name.
    pub fn rename(&mut self, id: i64, name: &str) -> Result<()> {
        self.of("").rename_which(Which::Number(id), name)
    }

    /// Deletes a conversation and all of its turns.
    pub fn delete(&mut self, id: i64) -> Result<()> {
        self.of("").delete_which(Which::Number(id))
    }

    /// Whether the connection is gone. The next call makes a new one.
    pub(crate) fn is_broken(&self) -> bool {
        self.sql.is_broken()
    }

    /// Runs a transaction that sees everything as of one moment.
    pub(crate) fn read<T>(&mut self, look: impl FnMut(&mut dyn Sql) -> Done<T>) -> Result<T> {
        self.run(Access::Read, look)
    }

    /// Runs a transaction that is on the disk when this returns.
    pub(crate) fn write<T>(&mut self, change: impl FnMut(&mut dyn Sql) -> Done<T>) -> Result<T> {
        self.run(Access::Write, change)
    }

    /// Runs a transaction that does no harm when it is carried out twice: where the connection
    /// breaks while it is committed, it is run again.
    pub(crate) fn write_repeatable<T>(
        &mut self,
        mut change: impl FnMut(&mut dyn Sql) -> Done<T>,
    ) -> Result<T> {
        match self.write(&mut change) {
            Err(Error::Unsure(_)) => self.write(change),
            done => done,
        }
    }

    /// A transaction that was not committed has changed nothing, so it is tried a second time where
    /// the connection was lost or another one was quicker.
    fn run<T>(
        &mut self,
        access: Access,
        mut work: impl FnMut(&mut dyn Sql) -> Done<T>,
    ) -> Result<T> {
        let done = match self.attempt(access, &mut work) {
            Err(Fault::Lost(_) | Fault::Conflict) => self.attempt(access, &mut work),
            done => done,
        };
        done.map_err(|fault| fault.told(self.place()))
    }

    fn attempt<T>(
        &mut self,
        access: Access,
        work: &mut impl FnMut(&mut dyn Sql) -> Done<T>,
    ) -> Done<T> {
        self.sql.begin(access)?;
        match work(self.sql.as_mut()) {
            Ok(value) => match self.sql.commit() {
                Err(Fault::Lost(_)) if access == Access::Write => {
                    Err(Error::Unsure(self.place().to_owned()).into())
                }
                done => done.map(|()| value),
            },
            Err(fault) => {
                self.sql.rollback();
                Err(fault)
            }
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Store").field(&self.place()).finish()
    }
}
