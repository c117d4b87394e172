//! From texts to what a network learns from: a bag of words, tokens, or a frozen encoder's features.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use grice_model::registry::{Registry, RegistryError, Task};
use grice_model::{Encoder, Input, Precision};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::examples::Inputs;
use crate::vectors::Vectors;

/// How texts become numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The mean of the words' static vectors.
    Cbow,
    /// A BiLSTM over static vectors, the largest of each unit over time.
    Bilstm,
    /// The mean of a frozen encoder's states; two texts are read together, and the second once more by itself.
    Linear,
}

/// Static vectors where none are named.
pub const VECTORS: &str = "grice-passages";

/// The encoder where none is named.
pub const ENCODER: &str = "grice-read";

/// Texts read between two reports.
const AT_ONCE: usize = 256;

/// Static vectors get this standard deviation.
const DEVIATION: f32 = 0.4;

/// What makes numbers of texts.
pub struct Reader {
    kind: Kind,
    source: Source,
}

enum Source {
    Vectors(Vectors),
    Encoder(Box<Encoder>, Option<usize>),
}

/// What is told of how many texts of how many are read, and may stop it.
pub type Watch<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

impl Kind {
    /// The model that is used where none is named.
    pub fn default_source(self) -> &'static str {
        match self {
            Kind::Cbow | Kind::Bilstm => VECTORS,
            Kind::Linear => ENCODER,
        }
    }
}

impl Reader {
    /// Opens a model of the registry by its name or, for static vectors, a file as GloVe writes it. `layer` is the one
    /// after which a frozen encoder's states are taken; none is the last.
    pub fn open(
        kind: Kind,
        source: &str,
        layer: Option<usize>,
        registry: &Registry,
    ) -> Result<Reader> {
        let source = match (kind, registry.model(source)) {
            (Kind::Linear, Ok(_)) => {
                let encoder = Encoder::load(&registry.files(source)?, Precision::Stored)?;
                Source::Encoder(Box::new(encoder), layer)
            }
            (Kind::Linear, Err(error)) => {
                let path = Path::new(source);
                if !path.is_dir() {
                    return Err(error.into());
                }
                Source::Encoder(Box::new(Encoder::load(path, Precision::Stored)?), layer)
            }
            (_, Ok(model)) if !matches!(model.task, Task::Static | Task::Words) => {
                let why = format!(
                    "its task is {}; static vectors are wanted: a model of the task static or words, or a file as GloVe writes it",
                    model.task
                );
                return Err(Error::file(Path::new(source), why));
            }
            (_, Ok(_)) => {
                let files = registry.files(source)?;
                Source::Vectors(Vectors::of_model(&files)?.scaled(DEVIATION))
            }
            (_, Err(error @ RegistryError::UnknownModel { .. })) => {
                let path = Path::new(source);
                if !path.is_file() {
                    return Err(error.into());
                }
                Source::Vectors(Vectors::of_file(path)?.scaled(DEVIATION))
            }
            (_, Err(error)) => return Err(error.into()),
        };
        Ok(Reader { kind, source })
    }

    /// Reads with vectors that are there already.
    pub fn of_vectors(kind: Kind, vectors: Vectors) -> Reader {
        Reader { kind, source: Source::Vectors(vectors) }
    }

    /// Reads texts, each with its second one where there are two; of each at most `longest` tokens, where it is a bag or
    /// a sequence. What comes second is empty where both texts are read as one.
    pub fn read(
        &self,
        first: &[&str],
        second: Option<&[&str]>,
        longest: usize,
        watch: Watch<'_>,
    ) -> Result<(Inputs, Option<Inputs>)> {
        match &self.source {
            Source::Vectors(vectors) => {
                let one = |texts: &[&str]| -> Result<Inputs> {
                    let texts = vectors.tokens(texts, longest)?;
                    let table: Arc<_> = vectors.table.clone();
                    Ok(match self.kind {
                        Kind::Bilstm => Inputs::Tokens { table, texts },
                        _ => Inputs::Vectors { width: table.width, values: vectors.means(&texts) },
                    })
                };
                let read = (one(first)?, second.map(one).transpose()?);
                match watch(first.len(), first.len()) {
                    ControlFlow::Continue(()) => Ok(read),
                    ControlFlow::Break(()) => Err(Error::Stopped),
                }
            }
            Source::Encoder(encoder, layer) => {
                Ok((frozen(encoder, *layer, first, second, watch)?, None))
            }
        }
    }
}

fn frozen(
    encoder: &Encoder,
    layer: Option<usize>,
    first: &[&str],
    second: Option<&[&str]>,
    watch: Watch<'_>,
) -> Result<Inputs> {
    let width = encoder.dimensions() * if second.is_some() { 3 } else { 1 };
    let inputs: Vec<Input<'_>> = match second {
        None => first.iter().map(|text| Input::One(text)).collect(),
        Some(second) => first.iter().zip(second).map(|(a, b)| Input::Two(a, b)).collect(),
    };
    let alone: Vec<Input<'_>> =
        second.unwrap_or_default().iter().map(|text| Input::One(text)).collect();
    let mut values = Vec::with_capacity(inputs.len() * width);
    for (number, inputs_now) in inputs.chunks(AT_ONCE).enumerate() {
        let done = number * AT_ONCE + inputs_now.len();
        let together = encoder.features(inputs_now, layer)?;
        match second {
            None => values.extend(together.into_iter().flatten()),
            Some(_) => {
                let own = encoder.features(&alone[number * AT_ONCE..done], layer)?;
                values.extend(together.into_iter().zip(own).flat_map(|(a, b)| [a, b].concat()));
            }
        }
        if watch(done, inputs.len()).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(Inputs::Vectors { width, values })
}
