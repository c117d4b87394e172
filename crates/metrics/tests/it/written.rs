//! Small files for the forms to read, and what came of them.

use std::path::PathBuf;

use grice_metrics::Report;
use tempfile::TempDir;

/// A folder of files that is gone after the test.
pub struct Written(TempDir);

impl Written {
    pub fn new(files: &[(&str, &str)]) -> Written {
        let written = Written(tempfile::tempdir().unwrap());
        for (name, text) in files {
            written.add(name, text);
        }
        written
    }

    pub fn add(&self, name: &str, text: &str) {
        let file = self.path(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What an error says, without the folder's name.
    pub fn said<T>(&self, result: grice_metrics::Result<T>) -> String {
        let said = result.err().unwrap().to_string();
        said.replace(&format!("{}/", self.0.path().display()), "")
    }
}

/// A measure's value.
pub fn value(report: &Report, name: &str) -> f64 {
    let measure = report.measure(name).unwrap_or_else(|| panic!("no measure {name}"));
    measure.value.unwrap_or_else(|| panic!("{name} has no value"))
}

/// How many turns a measure leaves out for a reason.
pub fn left_out(report: &Report, name: &str, why: &str) -> usize {
    let left_out = &report.measure(name).unwrap().left_out;
    left_out.iter().find(|counted| counted.why == why).map_or(0, |counted| counted.turns)
}
