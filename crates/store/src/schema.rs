//! The tables, their version, and how the file is opened so that a kill loses nothing.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, Result};
use crate::migrate;

/// The newest version of the tables this program reads, and the one it writes.
pub(crate) const VERSION: u32 = 2;

/// "gric", which tells our files from other programs' databases.
const APPLICATION: u32 = 0x6772_6963;

/// How long to wait for another process.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLES: &str = "
    CREATE TABLE conversation (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT UNIQUE,
        title TEXT NOT NULL,
        collection TEXT NOT NULL,
        began INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        turns INTEGER NOT NULL,
        -- the engine's Conversation without its turns, versioned JSON
        words TEXT NOT NULL
    ) STRICT;
";

/// A row a turn, so that a turn costs as much in a long conversation as in a short one. Rows are
/// large: in a table without row ids the tree's inner pages would hold them, too.
pub(crate) const TURNS: &str = "
    CREATE TABLE turn (
        conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        -- the engine's Exchange, JSON
        words TEXT NOT NULL,
        -- the engine's Reply, JSON; null where it is not known
        reply TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (conversation, number)
    ) STRICT;
";

/// Opens the file, or makes it with its folder.
pub(crate) fn open(path: &Path) -> Result<Connection> {
    make(path)?;
    let fail = |error: rusqlite::Error| Error::of(path, &error);
    let mut connection = Connection::open(path).map_err(fail)?;
    connection.busy_timeout(PATIENCE).map_err(fail)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(fail)?;
    // Each commit is on the disk when it returns, also where the machine loses power.
    connection.pragma_update(None, "synchronous", "full").map_err(fail)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(fail)?;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
    let number = |name: &str| {
        transaction.pragma_query_value(None, name, |row| row.get::<_, u32>(0)).map_err(fail)
    };
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: u32 = transaction
        .query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))
        .map_err(fail)?;
    match (application, version, tables) {
        (0, 0, 0) => {
            transaction.execute_batch(TABLES).map_err(fail)?;
            transaction.execute_batch(TURNS).map_err(fail)?;
            transaction.pragma_update(None, "application_id", APPLICATION).map_err(fail)?;
            transaction.pragma_update(None, "user_version", VERSION).map_err(fail)?;
            transaction.commit().map_err(fail)?;
        }
        (APPLICATION, VERSION, _) => drop(transaction),
        (APPLICATION, 1, _) => {
            migrate::from_1(&transaction).map_err(fail)?;
            transaction.pragma_update(None, "user_version", VERSION).map_err(fail)?;
            transaction.commit().map_err(fail)?;
        }
        (APPLICATION, found, _) if found > VERSION => {
            return Err(Error::Newer { path: path.to_owned(), found, known: VERSION });
        }
        (APPLICATION, ..) => {
            let why = format!("it says that its version is {version}");
            return Err(Error::Damaged { path: path.to_owned(), why });
        }
        _ => return Err(Error::Foreign(path.to_owned())),
    }
    Ok(connection)
}

/// Makes the file where there is none, for its owner's eyes only.
fn make(path: &Path) -> Result<()> {
    let unreachable = |error: std::io::Error| Error::Unreachable {
        path: path.to_owned(),
        why: error.to_string(),
    };
    if path.exists() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unreachable)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(unreachable)?;
    Ok(())
}
