//! Results folders in, one HTML page and Markdown out.
//!
//! [`gather`] reads the folders and puts runs of the same split together ([`Group`]); `tables.rs` sets them beside what
//! the papers report (`published/*.toml`), `significance.rs` tests them against each other, `facets.rs` breaks them
//! down, `plots/` draws what the papers draw, and `turns.rs` chooses the turns to look at. `page.rs` and `markdown.rs`
//! only write. Nothing depends on the clock, the machine or the folder's place, so the same results give the same bytes.

mod confusion;
mod error;
mod escape;
mod facets;
mod gather;
mod group;
mod markdown;
mod page;
mod plots;
mod published;
mod section;
mod significance;
mod table;
mod tables;
mod turns;

use std::fs;
use std::path::{Path, PathBuf};

pub use error::{Error, Result};
pub use gather::{Gathered, gather};
pub use group::{Group, Run};

use section::Section;

/// The page's name in its folder.
pub const PAGE: &str = "report.html";
/// The tables' name in the same folder.
pub const TABLES: &str = "report.md";

/// How a report is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The most turns of a split that the page carries; none for all.
    pub turns: Option<usize>,
    /// The most bytes of turns that the page carries where `turns` is a number.
    pub budget: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { turns: Some(300), budget: 16 << 20 }
    }
}

/// A report, written but not yet on the disk.
#[derive(Clone, Debug)]
pub struct Report {
    /// The page.
    pub html: String,
    /// The tables.
    pub markdown: String,
    /// What a user should know, a sentence each.
    pub notes: Vec<String>,
}

/// Makes a report of results folders: results directories, folders of one split, or folders of one system.
pub fn make(folders: &[PathBuf], options: &Options) -> Result<Report> {
    let gathered = gather(folders)?;
    let sections: Vec<Section> = gathered.groups.iter().map(Section::new).collect();
    let summaries = tables::across(&gathered.groups);
    let turns = turns::choose(&gathered.groups, options)?;
    let mut notes = gathered.notes();
    notes.extend(turns.notes());
    Ok(Report {
        html: page::write(&gathered, &summaries, &sections, &turns),
        markdown: markdown::write(&gathered, &summaries, &sections),
        notes,
    })
}

/// Runs of one split beside each other, as Markdown: every measure, and the test of the differences in the main one.
pub fn compared(folders: &[PathBuf]) -> Result<String> {
    let gathered = gather(folders)?;
    let [group] = gathered.groups.as_slice() else {
        let splits = gathered.groups.iter().map(Group::title).collect();
        return Err(Error::SeveralSplits { splits });
    };
    let mut text = format!("{}\n{}", group.title(), tables::measures(group).markdown());
    if let Some(test) = group.main_of_turns().and_then(|main| significance::table(group, main)) {
        text.push('\n');
        text.push_str(&test.markdown());
    }
    Ok(text)
}

impl Report {
    /// Writes both files into a folder, which is made where it is not there; answers with the page's path.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        fs::create_dir_all(folder).map_err(|reason| Error::write(folder, reason))?;
        replace(&folder.join(TABLES), &self.markdown)?;
        let page = folder.join(PAGE);
        replace(&page, &self.html)?;
        Ok(page)
    }
}

/// Writes beside the file and renames, so that the old file stays whole where writing fails.
fn replace(path: &Path, text: &str) -> Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, text).and_then(|()| fs::rename(&part, path)).map_err(|reason| {
        let _ = fs::remove_file(&part);
        Error::write(path, reason)
    })
}
