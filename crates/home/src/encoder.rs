//! A model of the registry as the index's encoder.

use std::error::Error as StdError;

use grice_index::Encoder;
use grice_judge::find::Finder;
use grice_model::registry::Task;
use grice_model::{Precision, StaticEncoder};

use crate::error::{Error, Result};
use crate::registry;

/// Loads the encoder of that name: what makes vectors of passages and of queries.
pub fn encoder(name: &str) -> Result<Box<dyn Encoder>> {
    let registry = registry::open()?;
    let model = registry.model(name)?;
    let files = registry.files(name)?;
    let kind = match model.task {
        Task::Static => Kind::Table(Box::new(StaticEncoder::load(&files)?)),
        // Float weights are held in int8: more than twice as fast, and close enough for search.
        Task::Encoder => {
            Kind::Network(Box::new(grice_model::Encoder::load(&files, Precision::Int8)?))
        }
        task => return Err(Error::NoEncoder { model: name.to_owned(), task }),
    };
    // A table that was trained with a finder is compared with the finder's vectors.
    let finder = match Finder::open(&registry) {
        Ok(finder) => Some(finder).filter(|finder| finder.passages() == name),
        Err(error) if error.is_absence() => None,
        Err(error) => return Err(error.into()),
    };
    Ok(Box::new(Loaded { name: name.to_owned(), kind, finder }))
}

struct Loaded {
    name: String,
    kind: Kind,
    finder: Option<Finder>,
}

enum Kind {
    Table(Box<StaticEncoder>),
    Network(Box<grice_model::Encoder>),
}

impl Encoder for Loaded {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        match &self.kind {
            Kind::Table(table) => table.dimensions(),
            Kind::Network(network) => network.dimensions(),
        }
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, Box<dyn StdError + Send + Sync>> {
        let vectors = match &self.kind {
            Kind::Table(table) => table.encode(texts)?,
            Kind::Network(network) => network.encode(texts)?,
        };
        Ok(vectors.into_iter().flatten().collect())
    }

    fn encode_queries(
        &self,
        queries: &[&str],
    ) -> Result<Vec<f32>, Box<dyn StdError + Send + Sync>> {
        let Some(finder) = &self.finder else { return self.encode(queries) };
        let mut vectors = Vec::with_capacity(queries.len() * self.dimensions());
        for query in queries {
            // What the finder cannot read, such as an empty query, is near nothing.
            match finder.find(&[], query) {
                Ok(sought) => vectors.extend(sought.vector),
                Err(_) => vectors.resize(vectors.len() + self.dimensions(), 0.0),
            }
        }
        Ok(vectors)
    }

    fn threads(&self) -> usize {
        match &self.kind {
            Kind::Table(_) => std::thread::available_parallelism().map_or(1, usize::from),
            Kind::Network(_) => 1,
        }
    }
}
