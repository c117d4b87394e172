//! An engine over one collection.

use std::sync::Arc;

use grice_index::{Encoder, Index};

use crate::compose::examples;
use crate::error::Result;
use crate::retrieve::{Library, Trails};
use crate::system::{Judgements, Missing, System};
use crate::writers::Writers;

/// Takes turns of conversations over one collection. One engine serves many conversations at a time.
pub struct Engine {
    pub(crate) index: Index,
    /// The names of the collection's sources, by which pages are named.
    pub(crate) sources: Arc<[String]>,
    pub(crate) judgements: Arc<Judgements>,
    pub(crate) system: System,
    pub(crate) encoder: Option<Box<dyn Encoder>>,
    /// The model that made the collection's vectors.
    vectors: Option<String>,
    pub(crate) trails: Trails,
    pub(crate) writers: Arc<Writers>,
}

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Engine>();
};

impl Engine {
    /// An engine over a collection. The models that write are opened here; see
    /// [`Engine::missing`] for those that are not on this machine.
    pub fn new(index: Index, judgements: Judgements, system: System) -> Result<Engine> {
        let writers = Arc::new(Writers::open(&system, &judgements)?);
        Engine::with(index, Arc::new(judgements), system, writers)
    }

    /// An engine over another collection, with the same system and models; none is loaded again.
    pub fn over(&self, index: Index) -> Result<Engine> {
        let (judgements, writers) = (self.judgements.clone(), self.writers.clone());
        Engine::with(index, judgements, self.system.clone(), writers)
    }

    fn with(
        index: Index,
        judgements: Arc<Judgements>,
        system: System,
        writers: Arc<Writers>,
    ) -> Result<Engine> {
        let sources = sources(&index)?;
        let vectors = index.searcher()?.vectors()?.map(|vectors| vectors.model);
        let (trails, encoder) = (Trails::default(), None);
        Ok(Engine { index, sources, judgements, system, encoder, vectors, trails, writers })
    }

    /// The model that made the collection's vectors, where they cannot be searched without an
    /// encoder that makes the questions'.
    pub fn needs_encoder(&self) -> Option<&str> {
        let wanted = self.system.retrieve.vector > 0.0 && !self.near();
        self.vectors.as_deref().filter(|_| wanted)
    }

    /// Whether the collection's vectors are those that the finder's are compared with.
    pub(crate) fn near(&self) -> bool {
        let finder = self.judgements.finder.as_ref();
        finder.is_some_and(|finder| self.vectors.as_deref() == Some(finder.passages()))
    }

    /// Searches vectors too, with the model that made the collection's.
    pub fn with_encoder(self, encoder: Box<dyn Encoder>) -> Engine {
        Engine { encoder: Some(encoder), ..self }
    }

    /// The system it was made of.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// What judges in it.
    pub fn judgements(&self) -> &Judgements {
        &self.judgements
    }

    /// The collection it answers from.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Models that write, are named in the system and are not on this machine.
    pub fn missing(&self) -> &[Missing] {
        &self.writers.missing
    }

    /// Questions that teach what the collection can be asked; the answer of each is found.
    pub fn examples(&self, most: usize) -> Result<Vec<String>> {
        examples(&Library::open(&self.index, self.sources.clone())?, most)
    }

    /// The vector that passages are compared with in a search; none where they have no vectors, or
    /// those cannot be searched.
    pub fn vector(&self, query: &str) -> Option<Vec<f32>> {
        match (&self.judgements.finder, &self.encoder) {
            (Some(finder), _) if self.near() => {
                finder.find(&[], query).ok().map(|sought| sought.vector)
            }
            (_, Some(encoder)) => encoder.encode_queries(&[query]).ok(),
            _ => None,
        }
    }

    /// Says that the collection has changed, so that pages are looked for anew.
    pub fn refresh(&mut self) -> Result<()> {
        self.sources = sources(&self.index)?;
        self.trails.clear();
        Ok(())
    }
}

fn sources(index: &Index) -> Result<Arc<[String]>> {
    Ok(index.about()?.sources.into_iter().map(|source| source.name).collect())
}
