//! A model of the registry as the index's encoder.

use std::error::Error;
use std::path::Path;

use anyhow::Result;
use grice_index::Encoder;
use grice_model::registry::{Registry, Task};
use grice_model::{Precision, StaticEncoder};

use crate::output::Misuse;

/// Loads the encoder of that name.
pub fn encoder(name: &str) -> Result<Box<dyn Encoder>> {
    let registry = Registry::open()?;
    let model = registry.model(name)?;
    let folder = registry.locate(name)?.path;
    let name = name.to_owned();
    match model.task {
        Task::Static => Ok(Box::new(Static { name, inner: StaticEncoder::load(&folder)? })),
        Task::Encoder => Ok(Box::new(Network { name, inner: network(&folder)? })),
        other => Err(Misuse(format!(
            "{name} is a {other}, which makes no vectors; `grice models list` shows the encoders"
        ))
        .into()),
    }
}

/// Where weights come as floats, int8 is twice as fast and as good for search.
fn network(folder: &Path) -> Result<grice_model::Encoder> {
    Ok(grice_model::Encoder::load(folder, Precision::Int8)?)
}

type Vectors = Result<Vec<f32>, Box<dyn Error + Send + Sync>>;

struct Static {
    name: String,
    inner: StaticEncoder,
}

impl Encoder for Static {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn encode(&self, texts: &[&str]) -> Vectors {
        Ok(self.inner.encode(texts)?.into_iter().flatten().collect())
    }

    fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }
}

struct Network {
    name: String,
    inner: grice_model::Encoder,
}

impl Encoder for Network {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn encode(&self, texts: &[&str]) -> Vectors {
        Ok(self.inner.encode(texts)?.into_iter().flatten().collect())
    }
}
