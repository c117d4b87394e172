//! The collections a server answers from, each with its engine.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use grice_engine::{Engine, System};
use grice_home::{Opened, Place};
use parking_lot::Mutex;

use crate::error::{Problem, Result};

/// How long an engine is used before the collection is looked at again.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// The collections a server answers from.
pub struct Library {
    /// What was named; none means all there are.
    named: Vec<Place>,
    home: PathBuf,
    /// Has the models; every collection's engine shares them.
    first: Engine,
    engines: Mutex<HashMap<PathBuf, Slot>>,
}

struct Slot {
    engine: Arc<Engine>,
    stamp: Stamp,
    looked: Instant,
}

/// What tells that a collection has changed: its last commits, and the model of its vectors.
#[derive(PartialEq, Eq)]
struct Stamp {
    sources: Vec<(String, u64)>,
    vectors: Option<String>,
}

/// A collection that a caller may use.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// Whether this caller may remove and change it.
    pub own: bool,
}

impl Library {
    /// Opens the models and the collections that were named; all are checked before the first request.
    pub fn open(
        named: &[String],
        home: &Path,
        system: System,
    ) -> std::result::Result<(Library, Vec<String>), grice_home::Error> {
        let named = named.iter().map(|name| Place::parse(name.as_ref()));
        let named = named.collect::<std::result::Result<Vec<Place>, _>>()?;
        let place = named.first().cloned().unwrap_or(Place::Demo);
        let Opened { engine: first, warnings, .. } = Opened::over(place.open()?, system, true)?;
        for place in &named {
            place.open()?;
        }
        let (home, engines) = (home.to_owned(), Mutex::default());
        Ok((Library { named, home, first, engines }, warnings))
    }

    /// The engine that has the models.
    pub fn models(&self) -> &Engine {
        &self.first
    }

    /// The collections that a caller may use, by name: those of the server, and the caller's own.
    pub fn shelves(&self, owner: &str) -> Result<Vec<Shelf>> {
        let failed = |error| Problem::server("listing collections", error);
        let mut shelves = Vec::new();
        let served = match self.named.is_empty() {
            true => grice_home::all().map_err(failed)?,
            false => self.named.clone(),
        };
        for place in served {
            let own = owner.is_empty() && matches!(place, Place::Named { .. });
            shelves.push(Shelf { name: called(&place), place, own });
        }
        if self.named.is_empty() && !shelves.iter().any(|shelf| shelf.place == Place::Demo) {
            shelves.push(Shelf { name: called(&Place::Demo), place: Place::Demo, own: false });
        }
        // Uploads of a server that serves named collections, and those of users.
        let folder = self.own_folder(owner);
        let names = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for name in names.filter_map(|entry| entry.file_name().into_string().ok()) {
            let place = Place::Named { name: name.clone(), folder: folder.join(&name) };
            if grice_home::is_name(&name) && !shelves.iter().any(|shelf| shelf.name == name) {
                shelves.push(Shelf { name, place, own: true });
            }
        }
        shelves.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(shelves)
    }

    /// Where a caller's own collections are.
    fn own_folder(&self, owner: &str) -> PathBuf {
        match owner {
            "" => self.home.join("collections"),
            owner => self.home.join("users").join(owner).join("collections"),
        }
    }

    /// Where the files are kept that a caller has sent for a collection.
    pub fn uploads(&self, owner: &str, name: &str) -> PathBuf {
        match owner {
            "" => self.home.join("uploads").join(name),
            owner => self.home.join("users").join(owner).join("uploads").join(name),
        }
    }

    /// The collection of that name, as far as the caller may use it.
    pub fn shelf(&self, owner: &str, name: &str) -> Result<Shelf> {
        let found = self.shelves(owner)?.into_iter().find(|shelf| shelf.name == name);
        found.ok_or_else(|| {
            Problem::not_found("collection", name).hint("GET /api/collections lists them")
        })
    }

    /// Where a new collection of the caller's goes.
    pub fn new_shelf(&self, owner: &str, name: &str) -> Result<Shelf> {
        if !grice_home::is_name(name) || name == "demo" {
            let why = format!("'{name}' cannot be a collection's name");
            return Err(Problem::invalid("name", why)
                .hint("take letters, digits, hyphens, underscores and dots, at most 60"));
        }
        if let Some(shelf) = self.shelves(owner)?.into_iter().find(|shelf| shelf.name == name) {
            return match shelf.own {
                true => Ok(shelf),
                false => Err(Problem::conflict("taken", format!("'{name}' is not yours"))
                    .hint("take another name")),
            };
        }
        let folder = self.own_folder(owner).join(name);
        let place = Place::Named { name: name.to_owned(), folder };
        Ok(Shelf { name: name.to_owned(), place, own: true })
    }

    /// The engine over a collection. One that was changed on the disk is opened anew; turns under
    /// way keep theirs.
    pub fn engine(&self, shelf: &Shelf) -> Result<Arc<Engine>> {
        let failed = |error| Problem::server("opening the collection", error);
        let folder = shelf.place.folder().map_err(failed)?;
        if let Some(slot) = self.engines.lock().get(&folder)
            && slot.looked.elapsed() < LOOK_AGAIN
        {
            return Ok(slot.engine.clone());
        }
        let index = shelf.place.open().map_err(|error| unopened(&shelf.name, error))?;
        let stamp = Stamp::of(&index)?;
        let looked = Instant::now();
        if let Some(slot) = self.engines.lock().get_mut(&folder)
            && slot.stamp == stamp
        {
            slot.looked = looked;
            return Ok(slot.engine.clone());
        }
        let Opened { engine, warnings, .. } = Opened::beside(&self.first, index).map_err(failed)?;
        for warning in warnings {
            tracing::warn!(collection = shelf.name, "{warning}");
        }
        let engine = Arc::new(engine);
        let slot = Slot { engine: engine.clone(), stamp, looked };
        self.engines.lock().insert(folder, slot);
        Ok(engine)
    }

    /// Lets go of a collection's engine.
    pub fn forget(&self, shelf: &Shelf) {
        if let Ok(folder) = shelf.place.folder() {
            self.engines.lock().remove(&folder);
        }
    }
}

impl Stamp {
    fn of(index: &grice_index::Index) -> Result<Stamp> {
        let sources = index.about()?.sources.into_iter().map(|source| (source.name, source.at));
        let vectors = index.searcher()?.vectors()?.map(|vectors| vectors.model);
        Ok(Stamp { sources: sources.collect(), vectors })
    }
}

/// What a collection is called in an address: its name, or a path's last part.
fn called(place: &Place) -> String {
    match place {
        Place::Path(folder) => {
            folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
        }
        place => place.said(),
    }
}

fn unopened(name: &str, error: grice_home::Error) -> Problem {
    tracing::warn!(collection = name, %error, "a collection cannot be opened");
    Problem::conflict("unreadable", format!("the collection '{name}' cannot be read"))
        .hint("`grice index verify` says what is wrong with it")
}
