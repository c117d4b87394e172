//! SQLite: a file, opened so that a kill loses nothing.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, Value as Column};
use rusqlite::{Connection, ErrorCode, Statement, ToSql};

use crate::error::{Error, Result};
use crate::schema::{self, Found, Tables};
use crate::sql::{Access, Done, Fault, Row, Sql, Value};

/// "gric", which tells our files from other programs' databases.
const APPLICATION: u32 = 0x6772_6963;

/// How long to wait for another process.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Sqlite {
    place: String,
    connection: Connection,
}

/// Opens the file, or makes it with its folder.
pub(crate) fn open(path: &Path) -> Result<Sqlite> {
    make(path)?;
    let place = path.display().to_string();
    let opened = || -> rusqlite::Result<Connection> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // Each commit is on the disk when it returns, also where the machine loses power.
        connection.pragma_update(None, "synchronous", "full")?;
        // While tables are made anew, dropping the old ones must delete nothing.
        connection.pragma_update(None, "foreign_keys", false)?;
        Ok(connection)
    };
    let connection = opened().map_err(|error| fault(&place, &error).told(&place))?;
    let mut sqlite = Sqlite { place, connection };
    schema::prepare(&mut sqlite)?;
    let keys = sqlite.connection.pragma_update(None, "foreign_keys", true);
    sqlite.done(keys).map_err(|fault| fault.told(&sqlite.place))?;
    Ok(sqlite)
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

fn fault(place: &str, error: &rusqlite::Error) -> Fault {
    let (place, why) = (place.to_owned(), error.to_string());
    Fault::Failed(match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy(place),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Error::Damaged { place, why },
        Some(ErrorCode::DiskFull) => Error::Full(place),
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
            Error::Unreachable { path: place.into(), why }
        }
        _ => Error::Failed { place, why },
    })
}

impl Sqlite {
    fn done<T>(&self, result: rusqlite::Result<T>) -> Done<T> {
        result.map_err(|error| fault(&self.place, &error))
    }

    fn number(&self, sql: &str) -> Done<u32> {
        self.done(self.connection.query_row(sql, (), |row| row.get(0)))
    }
}

impl Sql for Sqlite {
    fn place(&self) -> &str {
        &self.place
    }

    /// What writes holds the file from its start, so that it cannot fail halfway because another
    /// process was quicker.
    fn begin(&mut self, access: Access) -> Done<()> {
        let sql = match access {
            Access::Read => "BEGIN",
            Access::Write => "BEGIN IMMEDIATE",
        };
        self.done(self.connection.execute_batch(sql))
    }

    fn commit(&mut self) -> Done<()> {
        let done = self.done(self.connection.execute_batch("COMMIT"));
        if done.is_err() {
            self.rollback();
        }
        done
    }

    /// SQLite has rolled back already where the disk failed.
    fn rollback(&mut self) {
        if !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Done<u64> {
        let execute = || {
            let mut statement = self.connection.prepare(sql)?;
            bind(&mut statement, values)?;
            statement.raw_execute()
        };
        self.done(execute()).map(|rows| rows as u64)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Done<Vec<Row>> {
        let query = || {
            let mut statement = self.connection.prepare(sql)?;
            bind(&mut statement, values)?;
            let columns = statement.column_count();
            let mut rows = statement.raw_query();
            let mut read = Vec::new();
            while let Some(row) = rows.next()? {
                let values = (0..columns).map(|at| Ok(value(row.get(at)?)));
                read.push(Row(values.collect::<rusqlite::Result<_>>()?));
            }
            Ok(read)
        };
        self.done(query())
    }

    fn is_broken(&self) -> bool {
        !self.connection.is_autocommit()
    }
}

impl Tables for Sqlite {
    fn found(&mut self) -> Done<Found> {
        let application = self.number("PRAGMA application_id")?;
        let version = self.number("PRAGMA user_version")?;
        let tables = self.number("SELECT count(*) FROM sqlite_schema")?;
        Ok(match (application, version, tables) {
            (0, 0, 0) => Found::Empty,
            (APPLICATION, version, _) => Found::Version(version),
            _ => Found::Foreign,
        })
    }

    fn define(&mut self, tables: &str) -> Done<()> {
        self.done(self.connection.execute_batch(tables))
    }

    fn set_version(&mut self, version: u32) -> Done<()> {
        self.done(self.connection.pragma_update(None, "application_id", APPLICATION))?;
        self.done(self.connection.pragma_update(None, "user_version", version))
    }

    /// Whoever writes has the file to itself.
    fn lock_tables(&mut self) -> Done<()> {
        Ok(())
    }
}

/// SQLite takes `$1` for a name.
fn bind(statement: &mut Statement<'_>, values: &[Value]) -> rusqlite::Result<()> {
    for (number, value) in (1..).zip(values) {
        if let Some(at) = statement.parameter_index(&format!("${number}"))? {
            statement.raw_bind_parameter(at, value)?;
        }
    }
    Ok(())
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Null => Ok(ToSqlOutput::Owned(Column::Null)),
            Value::Int(value) => value.to_sql(),
            Value::Text(value) => value.to_sql(),
            Value::Bytes(value) => value.to_sql(),
        }
    }
}

fn value(column: Column) -> Value {
    match column {
        Column::Null => Value::Null,
        Column::Integer(value) => Value::Int(value),
        Column::Real(value) => Value::Text(value.to_string()),
        Column::Text(value) => Value::Text(value),
        Column::Blob(value) => Value::Bytes(value),
    }
}
