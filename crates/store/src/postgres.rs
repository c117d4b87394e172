//! PostgreSQL: a connection that is made again when it was lost.

use std::collections::HashMap;
use std::error::Error as _;
use std::time::Duration;

use bytes::BytesMut;
use postgres::config::SslMode;
use postgres::error::SqlState;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, NoTls, Statement};

use crate::address::Server;
use crate::error::{Error, Result};
use crate::schema::{self, Found, Tables};
use crate::sql::{Access, Done, Fault, Row, Sql, Value};
use crate::tls;

/// How long to wait for the server, or for another process.
const PATIENCE: Duration = Duration::from_secs(10);

/// "gric", the advisory lock of those who make tables.
const LOCK: i64 = 0x6772_6963;

/// Commits wait for the disk also where the database is set up not to.
const SETTINGS: &str = "
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '60s';
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off';
";

pub(crate) struct Postgres {
    server: Server,
    session: Option<Session>,
}

struct Session {
    client: Client,
    statements: HashMap<String, Statement>,
}

/// Connects, and makes the tables where there are none.
pub(crate) fn open(server: Server) -> Result<Postgres> {
    let mut postgres = Postgres { server, session: None };
    schema::prepare(&mut postgres)?;
    Ok(postgres)
}

impl Postgres {
    fn connect(&self) -> Result<Session> {
        let mut config = self.server.config.clone();
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(3 * PATIENCE);
        }
        if config.get_application_name().is_none() {
            config.application_name("grice");
        }
        let unusable = |why| Error::NoServer { server: self.server.place.clone(), why };
        let connected = match config.get_ssl_mode() {
            SslMode::Disable => config.connect(NoTls),
            _ => config.connect(tls::connector().map_err(unusable)?),
        };
        let mut client = connected.map_err(|error| match error.code() {
            Some(&SqlState::TOO_MANY_CONNECTIONS) => Error::Busy(self.server.place.clone()),
            _ => unusable(reason(&error)),
        })?;
        let set = |client: &mut Client| -> std::result::Result<String, postgres::Error> {
            client.batch_execute(SETTINGS)?;
            client.query_one("SHOW server_encoding", &[])?.try_get(0)
        };
        match set(&mut client).map_err(|error| unusable(reason(&error)))?.as_str() {
            "UTF8" => Ok(Session { client, statements: HashMap::new() }),
            other => Err(unusable(format!(
                "the database's encoding is {other}; make one with ENCODING 'UTF8'"
            ))),
        }
    }

    /// Does something with the connection, which is given up where it turns out to be gone.
    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> std::result::Result<T, postgres::Error>,
    ) -> Done<T> {
        let Some(session) = &mut self.session else {
            return Err(Fault::Lost("the connection was lost".to_owned()));
        };
        work(session).map_err(|error| {
            let fault = fault(&self.server.place, &error);
            if matches!(fault, Fault::Lost(_)) {
                self.session = None;
            }
            fault
        })
    }

    fn batch(&mut self, sql: &str) -> Done<()> {
        self.with(|session| session.client.batch_execute(sql))
    }
}

impl Drop for Postgres {
    /// The client waits for its connection to close, which panics on a thread that drives
    /// asynchronous tasks.
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            let closing = std::thread::spawn(move || drop(session));
            closing.join().ok();
        }
    }
}

impl Session {
    fn prepare(&mut self, sql: &str) -> std::result::Result<Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Sql for Postgres {
    fn place(&self) -> &str {
        &self.server.place
    }

    fn begin(&mut self, access: Access) -> Done<()> {
        if self.is_broken() {
            self.session = Some(self.connect()?);
        }
        self.batch(match access {
            Access::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Access::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        })
    }

    fn commit(&mut self) -> Done<()> {
        self.batch("COMMIT")
    }

    fn rollback(&mut self) {
        if self.session.is_some() && self.batch("ROLLBACK").is_err() {
            self.session = None;
        }
    }

    fn execute(&mut self, sql: &str, values: &[Value]) -> Done<u64> {
        self.with(|session| {
            let statement = session.prepare(sql)?;
            session.client.execute(&statement, &parameters(values))
        })
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Done<Vec<Row>> {
        self.with(|session| {
            let statement = session.prepare(sql)?;
            let rows = session.client.query(&statement, &parameters(values))?;
            let mut read = Vec::with_capacity(rows.len());
            for row in &rows {
                let values = (0..row.len()).map(|at| row.try_get(at));
                read.push(Row(values.collect::<std::result::Result<_, _>>()?));
            }
            Ok(read)
        })
    }

    fn is_broken(&self) -> bool {
        self.session.as_ref().is_none_or(|session| session.client.is_closed())
    }
}

impl Tables for Postgres {
    /// `to_regclass` would not do: it may remember what was not there before the lock was taken.
    fn found(&mut self) -> Done<Found> {
        let tables = "SELECT c.relname::text FROM pg_class c
                      JOIN pg_namespace n ON n.oid = c.relnamespace
                      WHERE n.nspname = ANY (current_schemas(false))
                      AND c.relname IN ('grice_version', 'conversation') ORDER BY 1 DESC";
        match self.query(tables, &[])?.first().map(|row| row.text(0)).transpose()?.as_deref() {
            None => Ok(Found::Empty),
            Some("grice_version") => {
                let version = self.query("SELECT version FROM grice_version", &[])?.pop();
                version.map_or(Ok(Found::Foreign), |row| row.count(0).map(Found::Version))
            }
            Some(_) => Ok(Found::Foreign),
        }
    }

    fn define(&mut self, tables: &str) -> Done<()> {
        let tables = tables
            .replace(
                "INTEGER PRIMARY KEY AUTOINCREMENT",
                "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            )
            .replace("INTEGER", "BIGINT")
            .replace("BLOB", "BYTEA")
            .replace(") STRICT", ")");
        self.batch(&tables)
    }

    fn set_version(&mut self, version: u32) -> Done<()> {
        self.batch("CREATE TABLE IF NOT EXISTS grice_version (version BIGINT NOT NULL)")?;
        self.batch("DELETE FROM grice_version")?;
        self.execute("INSERT INTO grice_version VALUES ($1)", &[version.into()]).map(drop)
    }

    fn lock_tables(&mut self) -> Done<()> {
        self.batch(&format!("SELECT pg_advisory_xact_lock({LOCK})"))
    }
}

fn fault(place: &str, error: &postgres::Error) -> Fault {
    let (place, why) = (place.to_owned(), reason(error));
    let Some(code) = error.code() else {
        let io = error.source().is_some_and(|source| source.is::<std::io::Error>());
        return match error.is_closed() || io {
            true => Fault::Lost(why),
            false => Fault::Failed(Error::Failed { place, why }),
        };
    };
    match *code {
        SqlState::ADMIN_SHUTDOWN
        | SqlState::CRASH_SHUTDOWN
        | SqlState::CANNOT_CONNECT_NOW
        | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => Fault::Lost(why),
        SqlState::UNIQUE_VIOLATION
        | SqlState::FOREIGN_KEY_VIOLATION
        | SqlState::T_R_DEADLOCK_DETECTED
        | SqlState::T_R_SERIALIZATION_FAILURE => Fault::Conflict,
        SqlState::LOCK_NOT_AVAILABLE => Fault::Failed(Error::Busy(place)),
        SqlState::DISK_FULL => Fault::Failed(Error::Full(place)),
        _ if code.code().starts_with("08") => Fault::Lost(why),
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => {
            Fault::Failed(Error::Damaged { place, why })
        }
        _ => Fault::Failed(Error::Failed { place, why }),
    }
}

/// What the server says, or else the whole chain of reasons.
fn reason(error: &postgres::Error) -> String {
    if let Some(said) = error.as_db_error() {
        return said.message().to_owned();
    }
    let mut why = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        why = format!("{why}: {cause}");
        source = cause.source();
    }
    why
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(value) if *kind == Type::INT4 => i32::try_from(*value)?.to_sql(kind, out),
            Value::Int(value) => value.to_sql(kind, out),
            // The one character that text cannot hold.
            Value::Text(value) if value.contains('\0') => {
                value.replace('\0', "\u{fffd}").to_sql(kind, out)
            }
            Value::Text(value) => value.to_sql(kind, out),
            Value::Bytes(value) => value.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT4, Type::INT8, Type::TEXT, Type::BYTEA].contains(kind)
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(
        kind: &Type,
        raw: &'a [u8],
    ) -> std::result::Result<Value, Box<dyn std::error::Error + Sync + Send>> {
        match *kind {
            Type::INT4 => i32::from_sql(kind, raw).map(|value| Value::Int(value.into())),
            Type::INT8 => i64::from_sql(kind, raw).map(Value::Int),
            Type::BYTEA => Vec::from_sql(kind, raw).map(Value::Bytes),
            _ => String::from_sql(kind, raw).map(Value::Text),
        }
    }

    fn from_sql_null(
        _: &Type,
    ) -> std::result::Result<Value, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        <Value as ToSql>::accepts(kind)
    }
}
