//! Where evidence stands, as a path or a link that can be opened.

use std::process::{Command, Stdio};

use grice_engine::Evidence;
use grice_index::{About, Index, PassageRecord, Place, Searcher};

/// Looks up the passages of evidence, and where they stand. Where the index cannot be read,
/// nothing is found, and the reason is kept.
pub struct Places {
    opened: Option<(Searcher, About)>,
    pub trouble: Option<String>,
}

impl Places {
    pub fn of(index: &Index) -> Places {
        let open = || -> grice_index::Result<_> { Ok((index.searcher()?, index.about()?)) };
        match open() {
            Ok(opened) => Places { opened: Some(opened), trouble: None },
            Err(error) => Places { opened: None, trouble: Some(error.to_string()) },
        }
    }

    pub fn passage(&mut self, id: &str) -> Option<PassageRecord> {
        let (searcher, _) = self.opened.as_ref()?;
        searcher.find_passage(id).unwrap_or_else(|error| {
            self.trouble = Some(error.to_string());
            None
        })
    }

    /// Where a passage can be opened; none where its source is gone or was never a file.
    pub fn place(&self, passage: &PassageRecord) -> Option<Place> {
        let (searcher, about) = self.opened.as_ref()?;
        let document = searcher.document(&passage.document).ok()??;
        about.place(&document, passage)
    }

    /// Where evidence can be opened.
    pub fn of_evidence(&mut self, evidence: &Evidence) -> Option<Place> {
        let passage = self.passage(&evidence.passage)?;
        self.place(&passage)
    }

    /// Where evidence stands, as it is cited: the page's address, the file and line, or else the
    /// passage's id.
    pub fn cited(&mut self, evidence: &Evidence) -> String {
        match self.of_evidence(evidence) {
            Some(place) if place.url.is_some() => place.link(),
            Some(place) => place.to_string(),
            None => evidence.passage.clone(),
        }
    }
}

/// The page and the section of evidence.
pub fn titled(evidence: &Evidence) -> String {
    match evidence.section.as_str() {
        "" => evidence.title.clone(),
        section => format!("{} › {section}", evidence.title),
    }
}

/// Opens a place with the program that `$GRICE_OPEN` names, or else with the system's own.
pub fn open(place: &Place) -> Result<String, String> {
    let link = place.link();
    let own = std::env::var("GRICE_OPEN").ok().filter(|program| !program.trim().is_empty());
    let programs: Vec<String> = match own {
        Some(program) => vec![program],
        None if cfg!(target_os = "macos") => vec!["open".to_owned()],
        None if cfg!(windows) => vec!["explorer".to_owned()],
        None => ["xdg-open", "gio", "sensible-browser"].map(str::to_owned).to_vec(),
    };
    for program in &programs {
        let mut command = Command::new(program);
        if program == "gio" {
            command.arg("open");
        }
        command.arg(&link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok() {
            return Ok(link);
        }
    }
    Err(format!(
        "{link} could not be opened with {}; name a program in GRICE_OPEN",
        programs.join(" or ")
    ))
}
