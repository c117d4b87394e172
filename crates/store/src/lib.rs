//! Conversations that outlive the program, in a SQLite file or in PostgreSQL: one transaction and
//! one row a turn. What was acknowledged is on the disk.
//!
//! A program for one person opens a file:
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
//!
//! A server has a [`Pool`], and for each of its users the conversations they [own](Owned), by keys
//! that cannot be guessed:
//!
//! ```
//! use grice_engine::{Conversation, Exchange, Reply};
//! use grice_store::{Error, Pool, Verdict};
//!
//! # let folder = tempfile::tempdir()?;
//! # let url = format!("sqlite:{}", folder.path().join("conversations.db").display());
//! let pool = Pool::connect(&url, 8)?;
//! let key = pool.with(|store| Ok(store.of("ann").create("notes")?.key))?;
//! let mut talk = Conversation::new();
//! talk.turns.push(Exchange { question: "Who built it?".into(), ..Exchange::default() });
//! pool.with(|store| store.of("ann").append(&key, &talk, &[Reply::default()]))?;
//! pool.with(|store| store.of("ann").rate(&key, 0, Verdict::Useful, "thanks"))?;
//!
//! let others = pool.with(|store| store.of("bob").load(&key));
//! assert!(matches!(others, Err(Error::Unknown(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod address;
mod api_key;
mod conversation;
mod error;
mod feedback;
mod list;
mod migrate;
mod name;
mod owned;
mod pool;
mod postgres;
mod random;
mod schema;
mod sql;
mod sqlite;
mod store;
mod studio;
mod summary;
mod tls;

pub use api_key::ApiKey;
pub use error::{Error, Result};
pub use feedback::{Feedback, NoVerdict, Rated, Verdict};
pub use list::{Before, Filter};
pub use owned::Owned;
pub use pool::Pool;
pub use store::Store;
pub use studio::{
    Append, Change, ERASED, Erasure, LoggedEvent, NewEvent, NewStream, Stream, Studio, Token,
    random_key, random_secret,
};
pub use summary::{Saved, SavedTurn, Summary};
