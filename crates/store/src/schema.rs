//! The tables and their version. They are written as SQLite has them; `postgres.rs` says the same
//! types in its own words.

use crate::error::{Error, Result};
use crate::sql::{Access, Done, Sql};
use crate::{migrate, studio};

/// The newest version of the tables this program reads, and the one it writes.
pub(crate) const VERSION: u32 = 4;

/// Text to be searched is kept a second time in lower case, since the databases do not agree on
/// what upper and lower case are.
///
/// A turn has a row of its own, so that it costs as much in a long conversation as in a short one.
/// Rows are large: in a table without row ids the tree's inner pages would hold them, too.
pub(crate) const TABLES: &str = "
    CREATE TABLE conversation (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        -- what the server calls it; it cannot be guessed
        key TEXT NOT NULL UNIQUE,
        -- whose it is; empty for the command line's
        owner TEXT NOT NULL DEFAULT '',
        name TEXT,
        name_sought TEXT NOT NULL DEFAULT '',
        title TEXT NOT NULL,
        collection TEXT NOT NULL,
        began INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        turns INTEGER NOT NULL,
        -- the engine's Conversation without its turns, versioned JSON
        words TEXT NOT NULL,
        UNIQUE (owner, name)
    ) STRICT;
    CREATE INDEX conversation_changed ON conversation (owner, changed);
    CREATE TABLE turn (
        conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        -- the engine's Exchange, JSON
        words TEXT NOT NULL,
        -- the engine's Reply, JSON; null where it is not known
        reply TEXT,
        at INTEGER NOT NULL,
        -- the question
        sought TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (conversation, number)
    ) STRICT;
    CREATE TABLE feedback (
        conversation INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        -- a JSON string: PostgreSQL's text cannot hold every character
        note TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (conversation, turn),
        FOREIGN KEY (conversation, turn) REFERENCES turn (conversation, number) ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE api_key (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        owner TEXT NOT NULL,
        scopes TEXT NOT NULL,
        -- SHA-256 of the secret, which is random and therefore needs no salt
        hash BLOB NOT NULL UNIQUE,
        prefix TEXT NOT NULL,
        made INTEGER NOT NULL,
        last_used INTEGER,
        revoked INTEGER
    ) STRICT;
";

/// What is there already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing.
    Empty,
    /// Tables of Grice.
    Version(u32),
    /// Tables of another program.
    Foreign,
}

/// A connection through which tables can be made.
pub(crate) trait Tables: Sql {
    /// What is there already.
    fn found(&mut self) -> Done<Found>;
    /// Makes tables, inside a transaction.
    fn define(&mut self, tables: &str) -> Done<()>;
    /// Notes the version, inside a transaction.
    fn set_version(&mut self, version: u32) -> Done<()>;
    /// Makes other processes that want to make tables wait until the transaction is over.
    fn lock_tables(&mut self) -> Done<()>;
}

/// Makes the tables where there are none, and today's of older ones.
pub(crate) fn prepare(tables: &mut impl Tables) -> Result<()> {
    prepared(tables).map_err(|fault| fault.told(tables.place()))
}

fn prepared(tables: &mut impl Tables) -> Done<()> {
    tables.begin(Access::Read)?;
    let found = tables.found();
    tables.rollback();
    if found? == Found::Version(VERSION) {
        return Ok(());
    }
    tables.begin(Access::Write)?;
    match change(tables) {
        Ok(()) => tables.commit(),
        Err(fault) => {
            tables.rollback();
            Err(fault)
        }
    }
}

fn change(tables: &mut impl Tables) -> Done<()> {
    tables.lock_tables()?;
    let place = tables.place().to_owned();
    match tables.found()? {
        Found::Empty => tables.define(TABLES)?,
        Found::Version(VERSION) => return Ok(()),
        Found::Version(3) => {}
        Found::Version(1) => {
            migrate::from_1(tables)?;
            migrate::from_2(tables)?;
        }
        Found::Version(2) => migrate::from_2(tables)?,
        Found::Version(found) if found > VERSION => {
            return Err(Error::Newer { place, found, known: VERSION }.into());
        }
        Found::Version(found) => {
            let why = format!("it says that its version is {found}");
            return Err(Error::Damaged { place, why }.into());
        }
        Found::Foreign => return Err(Error::Foreign(place).into()),
    }
    tables.define(studio::TABLES)?;
    tables.set_version(VERSION)
}
