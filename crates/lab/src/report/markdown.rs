//! The tables of a report as Markdown.

use std::fmt::Write;

use super::escape;
use super::gather::Gathered;
use super::published::Paper;
use super::section::Section;
use super::tables::Summary;

/// Writes the tables.
pub fn write(gathered: &Gathered, summaries: &[Summary], sections: &[Section]) -> String {
    let mut out = String::from("# Laboratory report\n\n");
    out.push_str(
        "Rows marked “this run” were measured by `grice eval`; all others are printed in the papers.\n",
    );
    for note in gathered.notes() {
        let _ = write!(out, "\n{}\n", escape::markdown(&note));
    }
    for summary in summaries {
        let _ =
            write!(out, "\n## {}\n\n{}\n", escape::markdown(&summary.title), cited(&summary.paper));
        for table in &summary.tables {
            let _ = write!(out, "\n{}", table.markdown());
        }
    }
    for section in sections {
        one(&mut out, section);
    }
    out
}

fn one(out: &mut String, section: &Section) {
    let _ = writeln!(out, "\n## {}", escape::markdown(&section.title));
    if let Some(paper) = section.paper.as_ref().filter(|_| !section.papers.is_empty()) {
        let _ = write!(out, "\n{}\n", cited(paper));
    }
    for table in section.papers.iter().chain([&section.measures]) {
        let _ = write!(out, "\n{}", table.markdown());
    }
    if let Some((_, table)) = section.tests.first() {
        let _ = write!(out, "\n{}", table.markdown());
    }
    for table in section.facets.first().iter().flat_map(|(_, tables)| tables) {
        let _ = write!(out, "\n{}", table.markdown());
    }
    for table in &section.confusions {
        let _ = write!(out, "\n{}", table.markdown());
    }
}

fn cited(paper: &Paper) -> String {
    format!("{}. {}.", escape::markdown(&paper.paper), escape::markdown(&paper.authors))
}
