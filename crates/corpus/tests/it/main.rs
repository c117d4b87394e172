//! Reading sources: folders, files and archives.

mod archives;
mod formats;
mod memory;
mod sources;
