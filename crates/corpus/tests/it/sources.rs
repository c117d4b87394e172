//! Reads a whole source.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use grice_corpus::{
    Document, Event, Format, Options, Parsed, Problem, ReadError, Redirect, Source, parse, read,
};

#[derive(Debug, Default)]
pub struct Everything {
    pub documents: Vec<Document>,
    pub redirects: Vec<Redirect>,
    pub problems: Vec<Problem>,
    pub ignored: Vec<String>,
    pub formats: Vec<Format>,
}

impl Everything {
    pub fn titles(&self) -> Vec<&str> {
        self.documents.iter().map(|d| d.title.as_str()).collect()
    }
}

pub fn try_read(path: &Path, options: &Options) -> Result<Everything, ReadError> {
    let mut all = Everything::default();
    read(&Source::new(path), options, &Arc::default(), &mut |event| {
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
            Event::Ignored(path) => all.ignored.push(path),
        }
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

pub fn read_all(path: &Path) -> Everything {
    try_read(path, &Options::default()).unwrap()
}
