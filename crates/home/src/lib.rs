//! Grice's home on a machine: collections by name, the demo, the models, and engines opened over
//! them. What the command line and a server share; nothing here prints.
//!
//! - A [`Place`] says where an index is: a collection's name, a path, or the demo, which is made
//!   when it is first opened. [`list`] tells what there is.
//! - [`ingest_into`] reads sources into a collection; [`IngestProgress`] can be watched meanwhile.
//! - [`Opened::over`] opens an engine over an index, with the models of [`registry::open`].
//! - [`export`] writes a conversation as text; [`Places`] finds where its evidence stands.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use grice_engine::{Conversation, System};
//! use grice_home::{Opened, Place};
//!
//! let index = Place::parse("notes".as_ref())?.open()?;
//! let Opened { engine, warnings, .. } = Opened::over(index, System::standard()?, true)?;
//! let reply = engine.reply(&mut Conversation::new(), "When does the lease end?")?;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod clear;
mod demo;
mod encoder;
mod engine;
mod error;
mod evidence;
pub mod export;
mod folder;
mod ingest;
mod list;
mod missing;
mod name;
mod place;
pub mod registry;
mod remove;
mod unknown;

pub use clear::is_this_machine;
pub use demo::Making;
pub use encoder::encoder;
pub use engine::Opened;
pub use error::{Error, Result};
pub use evidence::{Places, numbered, titled, words};
pub use folder::{collections_folder, data_home};
pub use ingest::{IngestProgress, Ingested, Stage, Vectors, ingest_into};
pub use list::{Collection, all, list};
pub use name::{expanded, is_name};
pub use place::Place;
