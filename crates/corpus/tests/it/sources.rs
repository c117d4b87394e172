//! Reads a whole source.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use grice_corpus::{
    Document, Event, Format, IgnoredFile, Options, Parsed, Problem, ReadError, Redirect, Source,
    parse, read,
};

#[derive(Debug, Default)]
pub struct Everything {
    pub documents: Vec<Document>,
    pub redirects: Vec<Redirect>,
    pub problems: Vec<Problem>,
    pub ignored: Vec<IgnoredFile>,
    pub formats: Vec<Format>,
}

impl Everything {
    pub fn titles(&self) -> Vec<&str> {
        self.documents.iter().map(|d| d.title.as_str()).collect()
    }

    pub fn texts(&self) -> Vec<&str> {
        self.documents.iter().map(|d| d.text.as_str()).collect()
    }

    /// "path: kind" of each file passed over.
    pub fn passed_over(&self) -> Vec<String> {
        self.ignored.iter().map(|f| format!("{}: {}", f.path, f.kind)).collect()
    }
}

/// All that is told of a source, and how reading it ended.
pub fn read_events(path: &Path, options: &Options) -> (Everything, Result<(), ReadError>) {
    let mut all = Everything::default();
    let outcome = read(&Source::new(path), options, &Arc::default(), &mut |event| {
        match event {
            Event::Unit(unit) => {
                all.formats.push(unit.format);
                match parse(&unit, &options.map) {
                    Ok(Parsed::Document(document)) => all.documents.push(*document),
                    Ok(Parsed::Redirect(redirect)) => all.redirects.push(redirect),
                    Ok(Parsed::Nothing(_)) => {}
                    Err(problem) => all.problems.push(problem),
                }
            }
            Event::Problem(problem) => all.problems.push(problem),
            Event::Ignored(file) => all.ignored.push(file),
        }
        ControlFlow::Continue(())
    });
    (all, outcome)
}

pub fn try_read(path: &Path, options: &Options) -> Result<Everything, ReadError> {
    let (all, outcome) = read_events(path, options);
    outcome.map(|()| all)
}

pub fn read_all(path: &Path) -> Everything {
    try_read(path, &Options::default()).unwrap()
}
