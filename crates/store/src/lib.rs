//! Conversations that outlive the program: one SQLite file, one transaction and one row a turn.
//!
//! ```
//! use grice_engine::{Conversation, Exchange, Reply};
//! use grice_store::Store;
//!
//! # let folder = tempfile::tempdir()?;
//! let mut store = Store::open(folder.path().join("conversations.db"))?;
//! let mut talk = Conversation::new();
//! talk.turns.push(Exchange { question: "Who built it?".into(), ..Exchange::default() });
//! let id = store.begin("notes", &talk, &[Reply::default()])?;
//! store.rename(id, "bridges")?;
//!
//! let id = store.find("bridges")?;
//! assert_eq!(store.load(id)?.conversation, talk);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod error;
mod migrate;
mod name;
mod schema;
mod store;

pub use error::{Error, Result};
pub use store::{Saved, Store, Summary};
