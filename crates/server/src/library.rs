//! The collections a server answers from, each with its engine.

use std::collections::{BTreeSet, HashMap};
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
    /// Collections that were made of uploads while only named ones are served.
    made: Mutex<BTreeSet<String>>,
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
        Ok((Library { named, made: Mutex::default(), home, first, engines }, warnings))
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
        let folder = self.own_folder(owner);
        for name in self.own_names(owner, &folder) {
            let place = Place::Named { name: name.clone(), folder: folder.join(&name) };
            if !shelves.iter().any(|shelf| shelf.name == name) {
                shelves.push(Shelf { name, place, own: true });
            }
        }
        shelves.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(shelves)
    }

    /// The collections in a caller's folder, as far as they are served: all of a user's, and those
    /// that this server has made where only named ones are.
    fn own_names(&self, owner: &str, folder: &Path) -> Vec<String> {
        let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        let made = self.made.lock();
        let served = |name: &String| !self.is_closed(owner) || made.contains(name);
        names.filter(|name| grice_home::is_name(name) && served(name)).collect()
    }

    /// Whether there may be collections in the caller's folder that are not served.
    fn is_closed(&self, owner: &str) -> bool {
        owner.is_empty() && !self.named.is_empty()
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
        if self.is_closed(owner) && folder.exists() && !self.made.lock().contains(name) {
            let why = format!("there is a collection '{name}' that this server does not serve");
            return Err(Problem::conflict("taken", why)
                .hint(format!("take another name, or start the server with '{name}' too")));
        }
        let place = Place::Named { name: name.to_owned(), folder };
        Ok(Shelf { name: name.to_owned(), place, own: true })
    }

    /// Serves a collection that is about to be made of the caller's files.
    pub fn making(&self, owner: &str, name: &str) {
        if self.is_closed(owner) {
            self.made.lock().insert(name.to_owned());
        }
    }

    /// How a conversation of a caller names a collection. Those without an owner are shared with
    /// `grice chat`, which knows a folder by its path.
    pub fn kept_as(owner: &str, shelf: &Shelf) -> Result<String> {
        match owner {
            "" => shelf.place.kept_as().map_err(|error| Problem::server("naming it", error)),
            _ => Ok(shelf.name.clone()),
        }
    }

    /// The collection that a saved conversation of a caller is about.
    pub fn kept(&self, owner: &str, kept: &str) -> Result<Shelf> {
        let shelves = self.shelves(owner)?;
        if let Some(shelf) = find(owner, &shelves, kept) {
            return Ok(shelf.clone());
        }
        if !owner.is_empty() {
            return Err(Problem::not_found("collection", kept));
        }
        let said = said(owner, kept);
        let why = format!("the conversation is about '{said}', which this server does not serve");
        Err(Problem::conflict("unserved", why)
            .hint(format!("go on with `grice chat --resume`, or start `grice serve {said}`")))
    }

    /// What the collections of saved conversations are called here, and whether they are served.
    pub fn known(
        &self,
        owner: &str,
        kept: impl IntoIterator<Item = String>,
    ) -> Result<Vec<(String, bool)>> {
        let shelves = self.shelves(owner)?;
        let known = kept.into_iter().map(|kept| match find(owner, &shelves, &kept) {
            Some(shelf) => (shelf.name.clone(), true),
            None => (said(owner, &kept), false),
        });
        Ok(known.collect())
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

    /// Lets go of a collection that is removed.
    pub fn removed(&self, shelf: &Shelf) {
        self.made.lock().remove(&shelf.name);
        self.forget(shelf);
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

/// The collection that a saved conversation is about, among those that its caller may use.
fn find<'a>(owner: &str, shelves: &'a [Shelf], kept: &str) -> Option<&'a Shelf> {
    let named = || shelves.iter().find(|shelf| shelf.name == kept);
    if !owner.is_empty() {
        return named();
    }
    let place = Place::of_kept(kept).ok()?;
    let same = |shelf: &&Shelf| Library::kept_as(owner, shelf).is_ok_and(|other| other == kept);
    let there = || place.folder().is_ok_and(|folder| folder.exists());
    shelves
        .iter()
        .find(|shelf| shelf.place == place)
        .or_else(|| shelves.iter().find(same))
        // A server's earlier version named a folder by its last part.
        .or_else(|| if there() { None } else { named() })
}

/// How a collection is called that is not served: as `grice chat` would name it.
fn said(owner: &str, kept: &str) -> String {
    match owner {
        "" => Place::of_kept(kept).map_or_else(|_| kept.to_owned(), |place| place.said()),
        _ => kept.to_owned(),
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
