//! Errors of the crates as Python's exceptions: ValueError for a caller's mistake,
//! FileNotFoundError for what is not there, TimeoutError for a missed deadline, GriceError for all
//! else.

use std::io::ErrorKind;

use grice_corpus::ReadError;
use grice_metrics::neural::NeuralError;
use grice_metrics::retrieval::{DataError, MeasureError, ScoreError};
use grice_metrics::{labels, statistics};
use grice_model::registry::RegistryError;
use pyo3::exceptions::{PyException, PyFileNotFoundError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    grice,
    GriceError,
    PyException,
    "Something that failed through no mistake of the caller: a damaged index, a model that cannot run, a full disk."
);

/// An error that Python can be told.
pub trait Raise {
    /// The exception.
    fn raise(self) -> PyErr;
}

/// A result whose error Python can be told.
pub trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(Raise::raise)
    }
}

/// A caller's mistake.
pub fn mistake(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// Something that failed.
pub fn failure(message: impl Into<String>) -> PyErr {
    GriceError::new_err(message.into())
}

fn told(message: String, is_misuse: bool, is_absence: bool) -> PyErr {
    match (is_absence, is_misuse) {
        (true, _) => PyFileNotFoundError::new_err(message),
        (false, true) => PyValueError::new_err(message),
        (false, false) => GriceError::new_err(message),
    }
}

macro_rules! mistakes {
    ($($error:ty),*) => {$(
        impl Raise for $error {
            fn raise(self) -> PyErr {
                mistake(self.to_string())
            }
        }
    )*};
}

mistakes!(labels::Error, statistics::Error, MeasureError, ScoreError);

impl Raise for DataError {
    fn raise(self) -> PyErr {
        let (failed, absent) = match &self {
            DataError::Io { reason, .. } => (true, reason.kind() == ErrorKind::NotFound),
            _ => (false, false),
        };
        told(self.to_string(), !failed, absent)
    }
}

impl Raise for NeuralError {
    fn raise(self) -> PyErr {
        let misuse = match &self {
            NeuralError::Registry(error) => return registry(error),
            NeuralError::Model { .. } => false,
            _ => true,
        };
        told(self.to_string(), misuse, false)
    }
}

impl Raise for grice_index::Error {
    fn raise(self) -> PyErr {
        told(self.to_string(), self.is_misuse(), no_index(&self))
    }
}

impl Raise for grice_judge::Error {
    fn raise(self) -> PyErr {
        match &self {
            grice_judge::Error::Registry(error) => registry(error),
            _ => told(self.to_string(), self.is_misuse(), false),
        }
    }
}

impl Raise for grice_engine::Error {
    fn raise(self) -> PyErr {
        use grice_engine::Error;
        let absent = match &self {
            Error::Late => return PyTimeoutError::new_err(self.to_string()),
            Error::Index(error) => no_index(error),
            Error::Unreadable { reason, .. } => reason.kind() == ErrorKind::NotFound,
            _ => false,
        };
        told(self.to_string(), self.is_misuse(), absent)
    }
}

impl Raise for grice_home::Error {
    fn raise(self) -> PyErr {
        use grice_home::Error;
        match self {
            Error::Index(error) => error.raise(),
            Error::Engine(error) => error.raise(),
            Error::Judge(error) => error.raise(),
            Error::Registry(error) => registry(&error),
            Error::Unknown { .. } => told(self.to_string(), true, true),
            _ => told(self.to_string(), self.is_misuse(), false),
        }
    }
}

impl Raise for RegistryError {
    fn raise(self) -> PyErr {
        registry(&self)
    }
}

fn registry(error: &RegistryError) -> PyErr {
    let absent = matches!(error, RegistryError::NotHere { .. });
    told(error.to_string(), error.is_misuse(), absent)
}

fn no_index(error: &grice_index::Error) -> bool {
    use grice_index::Error;
    match error {
        Error::NoIndex(_) | Error::Gone(_) => true,
        Error::Source(source) => matches!(source, ReadError::NotFound(_)),
        _ => false,
    }
}

impl Raise for grice_lab::data::Error {
    fn raise(self) -> PyErr {
        use grice_lab::data::Error;
        let absent = match &self {
            Error::Missing { .. } => true,
            Error::Read { reason, .. } => reason.kind() == ErrorKind::NotFound,
            _ => false,
        };
        let failed = matches!(self, Error::Read { .. });
        told(self.to_string(), !failed, absent)
    }
}
