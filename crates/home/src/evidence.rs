//! The evidence of a reply, and where it stands: a path or a link that can be opened.

use grice_engine::{Evidence, Reply};
use grice_index::{About, Index, PassageRecord, Place, Searcher};
use grice_text::on_one_line;

/// Looks up the passages of evidence, and where they stand. Where the index cannot be read,
/// nothing is found, and the reason is kept.
pub struct Places {
    opened: Option<(Searcher, About)>,
    /// Why the index cannot be read.
    pub trouble: Option<String>,
}

impl Places {
    /// The places of an index.
    pub fn of(index: &Index) -> Places {
        let open = || -> grice_index::Result<_> { Ok((index.searcher()?, index.about()?)) };
        match open() {
            Ok(opened) => Places { opened: Some(opened), trouble: None },
            Err(error) => Places { opened: None, trouble: Some(error.to_string()) },
        }
    }

    /// Those of an index that is gone: none.
    pub fn unknown() -> Places {
        Places { opened: None, trouble: None }
    }

    /// The passage of an id.
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

/// The evidence of a reply, the literal answer's first, numbered from 1 as in its text.
pub fn numbered(reply: &Reply) -> impl Iterator<Item = (usize, &Evidence)> {
    (1..).zip(reply.literal.iter().chain(&reply.pragmatic))
}

/// The words of evidence, on one line.
pub fn words(evidence: &Evidence) -> String {
    on_one_line(&evidence.text).split_whitespace().collect::<Vec<&str>>().join(" ")
}
