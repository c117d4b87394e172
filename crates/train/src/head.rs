//! A trained head: what a user gets, keeps in a folder, and labels texts with.
//!
//! The folder has `judge.json` (what it was made of and its labels), `model.safetensors` (its weights) and `card.md`. The
//! static vectors or the encoder that it stands on are not in it, but named.

use std::collections::BTreeMap;
use std::path::Path;

use grice_model::registry::Registry;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::examples::Examples;
use crate::fit::{Plan, best};
use crate::loss::softmax;
use crate::network::{Network, Shape};
use crate::param::Learns;
use crate::reader::{Kind, Reader, Watch};
use crate::scale::Scale;
use crate::vectors::floats;

/// What a head is made of and its labels.
pub const SETTINGS: &str = "judge.json";
const WEIGHTS: &str = "model.safetensors";
const CARD: &str = "card.md";
const FORMAT: u32 = 1;

/// What a head is made of and how it is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// How texts become numbers.
    pub kind: Kind,
    /// The model that it stands on, by its name in the registry, or a file of static vectors.
    pub source: String,
    /// The encoder's layer whose states are taken; none is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<usize>,
    /// The units of each direction of a BiLSTM.
    #[serde(default = "Settings::units")]
    pub units: usize,
    /// The units of a hidden layer; none where the last layer stands on the features.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// The most tokens of a text that a bag or a sequence takes.
    #[serde(default = "Settings::longest")]
    pub longest: usize,
    /// How it is trained.
    #[serde(default)]
    pub plan: Plan,
}

impl Settings {
    /// What serves for a kind where nothing else is asked for.
    pub fn of(kind: Kind) -> Settings {
        let plan = match kind {
            Kind::Cbow => Plan { rate: 2e-3, epochs: 30, dropout: 0.3, ..Plan::default() },
            Kind::Bilstm => Plan { epochs: 12, patience: Some(3), ..Plan::default() },
            Kind::Linear => Plan { epochs: 30, dropout: 0.1, decay: 0.1, ..Plan::default() },
        };
        let hidden = matches!(kind, Kind::Cbow | Kind::Bilstm).then_some(128);
        let source = kind.default_source().to_owned();
        let (units, longest) = (Settings::units(), Settings::longest());
        Settings { kind, source, layer: None, units, hidden, longest, plan }
    }

    fn units() -> usize {
        96
    }

    fn longest() -> usize {
        80
    }

    /// The network for such examples.
    pub fn shape(&self, examples: &Examples, labels: usize) -> Shape {
        Shape {
            input: examples.first.width(),
            lstm: (self.kind == Kind::Bilstm).then_some(self.units),
            projection: None,
            pair: examples.second.is_some(),
            hidden: self.hidden,
            labels,
        }
    }
}

/// What [`SETTINGS`] holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Saved {
    format: u32,
    settings: Settings,
    shape: Shape,
    labels: Vec<String>,
    /// Whether rows have two texts.
    two_texts: bool,
}

/// A trained head, ready to label.
pub struct Head {
    settings: Settings,
    labels: Vec<String>,
    two_texts: bool,
    reader: Reader,
    scale: Scale,
    network: Network,
}

/// What a head says of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Said {
    /// The most probable label.
    pub label: String,
    /// How probable each label is.
    pub probabilities: BTreeMap<String, f32>,
}

impl Head {
    pub(crate) fn new(
        settings: Settings,
        labels: Vec<String>,
        two_texts: bool,
        reader: Reader,
        scale: Scale,
        network: Network,
    ) -> Head {
        Head { settings, labels, two_texts, reader, scale, network }
    }

    /// Its labels.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// What it is made of.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether it labels two texts together, and not one.
    pub fn takes_two(&self) -> bool {
        self.two_texts
    }

    /// Whether a folder holds a head.
    pub fn is_head(folder: &Path) -> bool {
        folder.join(SETTINGS).is_file() && folder.join(WEIGHTS).is_file()
    }

    /// Labels rows.
    pub fn label(
        &self,
        first: &[&str],
        second: Option<&[&str]>,
        watch: Watch<'_>,
    ) -> Result<Vec<Said>> {
        if second.is_some() != self.two_texts {
            let wanted = if self.two_texts { "two texts" } else { "one text" };
            return Err(Error::Rows(format!("this model labels {wanted} a row")));
        }
        let (first, second) = self.reader.read(first, second, self.settings.longest, watch)?;
        let labels = vec![0; first.len()];
        let mut examples = Examples { first, second, labels };
        self.scale.apply_both(&mut examples);
        let mut logits = self.network.logits(&examples)?;
        softmax(&mut logits, self.labels.len());
        let said = |shares: &[f32]| Said {
            label: self.labels[best(shares)].clone(),
            probabilities: self.labels.iter().cloned().zip(shares.iter().copied()).collect(),
        };
        Ok(logits.chunks_exact(self.labels.len().max(1)).map(said).collect())
    }

    /// Writes a folder, all of it or nothing. `card` tells people what it is; a folder that is there already and no
    /// head is left alone.
    pub fn save(&self, folder: &Path, card: &str) -> Result<()> {
        if folder.exists() && !Head::is_head(folder) {
            let why = "this is there already and no trained model; choose another place with --out";
            return Err(Error::file(folder, why));
        }
        let parent = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(parent).map_err(|reason| Error::write(parent, reason))?;
        let staged = tempfile::Builder::new().prefix(".grice-head-").tempdir_in(parent);
        let staged = staged.map_err(|reason| Error::write(parent, reason))?;
        let saved = Saved {
            format: FORMAT,
            settings: self.settings.clone(),
            shape: self.network.shape().clone(),
            labels: self.labels.clone(),
            two_texts: self.two_texts,
        };
        let settings = serde_json::to_string_pretty(&saved);
        let mut settings = settings.map_err(|error| Error::Fault(error.to_string()))?;
        settings.push('\n');
        let write = |name: &str, bytes: &[u8]| {
            let path = staged.path().join(name);
            std::fs::write(&path, bytes).map_err(|reason| Error::write(&path, reason))
        };
        write(WEIGHTS, &self.weights()?)?;
        write(SETTINGS, settings.as_bytes())?;
        write(CARD, card.as_bytes())?;
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|reason| Error::write(folder, reason))?;
        }
        std::fs::rename(staged.keep(), folder).map_err(|reason| Error::write(folder, reason))
    }

    pub(crate) fn weights(&self) -> Result<Vec<u8>> {
        let scale = [("scale.mean", &self.scale.mean), ("scale.factor", &self.scale.factor)];
        let scale = scale.map(|(name, values)| (name.to_owned(), vec![values.len()], values));
        let params = self.network.params();
        let params = params.iter().map(|p| (p.name.clone(), p.shape.clone(), &p.value));
        let bytes = scale.into_iter().chain(params).map(|(name, shape, values)| {
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            (name, shape, bytes)
        });
        let bytes: Vec<_> = bytes.collect();
        let fault = |error: safetensors::SafeTensorError| Error::Fault(error.to_string());
        let views = bytes.iter().map(|(name, shape, bytes)| {
            Ok((name.as_str(), TensorView::new(Dtype::F32, shape.clone(), bytes).map_err(fault)?))
        });
        safetensors::serialize(views.collect::<Result<Vec<_>>>()?, None).map_err(fault)
    }

    /// Opens a folder.
    pub fn load(folder: &Path, registry: &Registry) -> Result<Head> {
        if !Head::is_head(folder) {
            let why = format!("no trained model is here: {SETTINGS} and {WEIGHTS} are expected");
            return Err(Error::file(folder, why));
        }
        let path = folder.join(SETTINGS);
        let text = std::fs::read_to_string(&path).map_err(|reason| Error::read(&path, reason))?;
        let saved: Saved = serde_json::from_str(&text).map_err(|error| {
            Error::file(&path, format!("no settings of a trained model: {error}"))
        })?;
        if saved.format != FORMAT || saved.labels.len() != saved.shape.labels {
            return Err(Error::file(&path, "another version of Grice made it; train it again"));
        }
        let path = folder.join(WEIGHTS);
        let bytes = std::fs::read(&path).map_err(|reason| Error::read(&path, reason))?;
        let damaged = |why: String| Error::file(&path, format!("damaged ({why}); train it again"));
        let weights = SafeTensors::deserialize(&bytes).map_err(|e| damaged(e.to_string()))?;
        let values = |name: &str| {
            let view = weights.tensor(name).map_err(|e| damaged(e.to_string()))?;
            floats(&view).map_err(damaged)
        };
        let scale = Scale { mean: values("scale.mean")?, factor: values("scale.factor")? };
        let mut network = Network::new(saved.shape, 0);
        for param in network.params_mut() {
            let found = values(&param.name)?;
            if found.len() != param.value.len() || found.iter().any(|value| !value.is_finite()) {
                return Err(damaged(format!("\"{}\" does not fit", param.name)));
            }
            param.value = found;
        }
        let Saved { settings, labels, two_texts, .. } = saved;
        let reader = Reader::open(settings.kind, &settings.source, settings.layer, registry)?;
        Ok(Head::new(settings, labels, two_texts, reader, scale, network))
    }
}
