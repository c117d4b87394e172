//! What the store needs of a database: statements over plain values, inside transactions. The
//! statements are written once, with `$1`, in the SQL that SQLite and PostgreSQL share.

use crate::error::Error;

/// A value in a column or a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row of a result.
#[derive(Debug)]
pub(crate) struct Row(pub Vec<Value>);

/// Why a transaction was not carried out.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The connection is gone.
    Lost(String),
    /// Another transaction was quicker; a second try sees what it did.
    Conflict,
    /// A column holds what was never written there.
    Strange(String),
    /// It failed, and would fail again.
    Failed(Error),
}

/// The result of a statement.
pub(crate) type Done<T> = Result<T, Fault>;

/// What a transaction does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// It sees everything as of one moment.
    Read,
    /// What it does is on the disk when it is committed.
    Write,
}

/// A connection.
pub(crate) trait Sql: Send {
    /// The file or the server, as it may be shown.
    fn place(&self) -> &str;
    /// Begins a transaction, on a new connection where the old one is gone.
    fn begin(&mut self, access: Access) -> Done<()>;
    fn commit(&mut self) -> Done<()>;
    fn rollback(&mut self);
    /// How many rows were changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Done<u64>;
    fn query(&mut self, sql: &str, values: &[Value]) -> Done<Vec<Row>>;
    /// Whether the connection is gone.
    fn is_broken(&self) -> bool;
}

impl Fault {
    /// The fault as users read it.
    pub fn told(self, place: &str) -> Error {
        let place = place.to_owned();
        match self {
            Fault::Lost(why) => Error::NoServer { server: place, why },
            Fault::Conflict => Error::Busy(place),
            Fault::Strange(why) => Error::Failed { place, why },
            Fault::Failed(error) => error,
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Failed(error)
    }
}

impl Row {
    pub fn int(&self, column: usize) -> Done<i64> {
        match self.0.get(column) {
            Some(Value::Int(value)) => Ok(*value),
            _ => self.strange(column, "a number"),
        }
    }

    /// A number, or nothing.
    pub fn maybe_int(&self, column: usize) -> Done<Option<i64>> {
        match self.0.get(column) {
            Some(Value::Null) => Ok(None),
            _ => self.int(column).map(Some),
        }
    }

    /// A count of turns or the number of one.
    pub fn count(&self, column: usize) -> Done<u32> {
        u32::try_from(self.int(column)?).or_else(|_| self.strange(column, "a count"))
    }

    pub fn text(&self, column: usize) -> Done<String> {
        match self.0.get(column) {
            Some(Value::Text(value)) => Ok(value.clone()),
            _ => self.strange(column, "text"),
        }
    }

    /// Text, or nothing.
    pub fn maybe_text(&self, column: usize) -> Done<Option<String>> {
        match self.0.get(column) {
            Some(Value::Null) => Ok(None),
            _ => self.text(column).map(Some),
        }
    }

    fn strange<T>(&self, column: usize, wanted: &str) -> Done<T> {
        Err(Fault::Strange(format!("column {} of a row is not {wanted}", column + 1)))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Text(value)
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Value {
        Value::Bytes(value.to_owned())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}
