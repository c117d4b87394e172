//! The models that write in a system, opened once.

use std::path::Path;
use std::sync::Arc;

use grice_judge::rewrite::Rewriter;
use grice_model::registry::{Registry, RegistryError, Task};

use crate::error::{Error, Result};
use crate::generate::Writer;
use crate::system::{GENERATOR, GeneratorKind, GeneratorSettings, Judgements, Missing, System};
use crate::understand::Rewriting;

/// How a system says who rewrites.
const NONE: &str = "none";
const RULES: &str = "rules";
const MODEL: &str = "model";

/// Who rewrites questions and replies.
#[derive(Default)]
pub(crate) struct Writers {
    pub rewriting: Rewriting,
    /// Writes replies.
    pub composer: Option<Arc<Writer>>,
    /// Models that are named but are not on this machine.
    pub missing: Vec<Missing>,
}

/// A model that was found.
enum Opened {
    Edits(Rewriter),
    Writes(Writer),
    /// It is not on this machine.
    Missing(Missing),
}

impl Writers {
    /// Opens what a system names. A model that is not on this machine is told of in `missing`, and
    /// the turn goes on without it; one that is damaged is an error.
    pub fn open(system: &System, judgements: &Judgements) -> Result<Writers> {
        let registry = || judgements.registry();
        let mut writers = Writers::default();
        let settings = &system.generator;
        let asked = system.compose.generator || system.contextualise.rewriter == GENERATOR;
        let generator = match settings.kind {
            _ if !asked => None,
            GeneratorKind::None => None,
            GeneratorKind::Endpoint => Some(Arc::new(Writer::endpoint(settings)?)),
            GeneratorKind::Local | GeneratorKind::Fusion => {
                let fusion = settings.kind == GeneratorKind::Fusion;
                match open(&registry()?, settings.model.trim(), fusion, settings)? {
                    Opened::Writes(writer) => Some(Arc::new(writer)),
                    Opened::Edits(_) => {
                        let why = "it only edits questions".to_owned();
                        return Err(Error::Unfit { model: settings.model.clone(), why });
                    }
                    Opened::Missing(why) => {
                        writers.missing.push(why);
                        None
                    }
                }
            }
        };
        writers.rewriting = match system.contextualise.rewriter.trim() {
            NONE => Rewriting::Off,
            RULES => Rewriting::Other(Rewriter::rules()),
            MODEL => Rewriting::Judge,
            GENERATOR => generator.clone().map_or(Rewriting::Judge, Rewriting::Writer),
            name => match open(&registry()?, name, false, settings)? {
                Opened::Edits(rewriter) => Rewriting::Other(rewriter),
                Opened::Writes(writer) => Rewriting::Writer(Arc::new(writer)),
                Opened::Missing(why) => {
                    writers.missing.push(why);
                    Rewriting::Judge
                }
            },
        };
        writers.composer = generator.filter(|_| system.compose.generator);
        Ok(writers)
    }
}

/// A model of the registry, or a folder.
fn open(
    registry: &Registry,
    name: &str,
    fusion: bool,
    settings: &GeneratorSettings,
) -> Result<Opened> {
    let task = match registry.model(name) {
        Ok(model) => model.task,
        Err(_) if Path::new(name).is_dir() => {
            return in_folder(name, Path::new(name), fusion, settings);
        }
        Err(error) => return absent(name, error),
    };
    let files = match registry.files(name) {
        Ok(files) => files,
        Err(error) => return absent(name, error),
    };
    match task {
        Task::Rewriter => Ok(Opened::Edits(Rewriter::open_named(registry, name)?)),
        Task::Seq2seq => Ok(Opened::Writes(Writer::folder(name, &files, fusion, settings)?)),
        Task::Generator => local(name, &files.shown().join("model.gguf"), settings),
        task => Err(Error::Unfit { model: name.to_owned(), why: format!("its task is {task}") }),
    }
}

fn absent(name: &str, error: RegistryError) -> Result<Opened> {
    let error = grice_judge::Error::from(error);
    match error.is_absence() {
        true => {
            let (model, why) = (name.to_owned(), error.to_string());
            Ok(Opened::Missing(Missing { model, why }))
        }
        false => Err(error.into()),
    }
}

/// A folder that the registry does not know; its files say what it is.
fn in_folder(
    name: &str,
    folder: &Path,
    fusion: bool,
    settings: &GeneratorSettings,
) -> Result<Opened> {
    let gguf = folder.join("model.gguf");
    if gguf.is_file() {
        return local(name, &gguf, settings);
    }
    let config = std::fs::read(folder.join("config.json")).unwrap_or_default();
    let config: serde_json::Value = serde_json::from_slice(&config).unwrap_or_default();
    match config["is_encoder_decoder"] == true || folder.join("decoder.onnx").is_file() {
        true => Ok(Opened::Writes(Writer::folder(name, &folder.into(), fusion, settings)?)),
        false => Ok(Opened::Edits(Rewriter::load(folder)?)),
    }
}

#[cfg(feature = "llama")]
fn local(name: &str, file: &Path, settings: &GeneratorSettings) -> Result<Opened> {
    use grice_model::generate::{LocalModel, LocalOptions};
    let model = LocalModel::load(file, &LocalOptions::default())?;
    let form = crate::generate::Form::Chat(Box::new(model));
    Ok(Opened::Writes(Writer::new(name, form, settings)))
}

#[cfg(not(feature = "llama"))]
fn local(name: &str, _file: &Path, _settings: &GeneratorSettings) -> Result<Opened> {
    let why = "it needs a Grice that was built with the feature llama".to_owned();
    Err(Error::Unfit { model: name.to_owned(), why })
}
