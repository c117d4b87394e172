//! Texts as numbers, read once for all systems of a call, and what is learned first.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use grice_model::registry::Registry;
use grice_train::{Examples, Inputs, Kind, Network, Reader, Scale, Settings, fit};

use super::error::Result;
use super::features::Features;
use super::record;

/// What a reader makes of texts.
pub type Read = Arc<(Inputs, Option<Inputs>)>;

/// What is told of the part that is done, and may stop it.
pub type Told<'a> = &'a mut dyn FnMut(&'static str, f64) -> ControlFlow<()>;

/// Readers and what they have read.
pub struct Feed<'a> {
    registry: &'a Registry,
    readers: HashMap<String, Arc<Reader>>,
    read: HashMap<String, Read>,
    kept: Option<Features>,
}

/// A network that has learned something first.
pub struct Base {
    /// The network.
    pub network: Network,
    /// What its features were brought to.
    pub scale: Scale,
    /// Its labels.
    pub labels: Vec<String>,
    /// The length of its inputs.
    pub width: usize,
}

impl<'a> Feed<'a> {
    /// Nothing is read yet.
    pub fn new(registry: &'a Registry) -> Feed<'a> {
        Feed { registry, readers: HashMap::new(), read: HashMap::new(), kept: None }
    }

    /// Names where what encoders have read is kept.
    pub fn keep(&mut self, features: Features) {
        self.kept = Some(features);
    }

    /// Reads the texts that `name` tells from all others, of other files too.
    pub fn read(
        &mut self,
        settings: &Settings,
        name: &str,
        first: &[&str],
        second: Option<&[&str]>,
        told: Told<'_>,
    ) -> Result<Read> {
        let Settings { kind, source, layer, longest, .. } = settings;
        let reader = format!("{kind:?} {source} {layer:?}");
        let key = format!("{reader} {longest} {name}");
        if let Some(read) = self.read.get(&key) {
            return Ok(read.clone());
        }
        let kept = match (&self.kept, kind) {
            (Some(kept), Kind::Linear) => record::hashed(source, self.registry)
                .map(|version| (kept.clone(), format!("{version} {layer:?} {name}"))),
            _ => None,
        };
        if let Some((features, of)) = &kept
            && let Some(read) = features.read(of, first.len())
        {
            let read = Arc::new((read, None));
            self.read.insert(key, read.clone());
            return Ok(read);
        }
        let reader = match self.readers.get(&reader) {
            Some(open) => open.clone(),
            None => {
                let open = Arc::new(Reader::open(*kind, source, *layer, self.registry)?);
                self.readers.insert(reader, open.clone());
                open
            }
        };
        let watch =
            &mut |done: usize, of: usize| told("reading texts", done as f64 / of.max(1) as f64);
        let read = Arc::new(reader.read(first, second, *longest, watch)?);
        if let Some((features, of)) = &kept {
            features.write(of, first.len(), &read.0);
        }
        self.read.insert(key, read.clone());
        Ok(read)
    }
}

/// Examples of rows that were read, as wide as what was learned first.
pub fn examples(read: &Read, rows: &[usize], labels: Vec<usize>, width: Option<usize>) -> Examples {
    let mut first = read.0.select(rows);
    if let (Some(wanted), Inputs::Vectors { width, values }, None) = (width, &mut first, &read.1)
        && *width < wanted
    {
        let mut wide = vec![0.0; rows.len() * wanted];
        for (to, from) in wide.chunks_exact_mut(wanted).zip(values.chunks_exact((*width).max(1))) {
            to[..*width].copy_from_slice(from);
        }
        (*width, *values) = (wanted, wide);
    }
    Examples { first, second: read.1.as_ref().map(|second| second.select(rows)), labels }
}

/// Learns first: from examples, the last twentieth of which choose the pass.
pub fn base(
    mut all: Examples,
    labels: Vec<String>,
    settings: &Settings,
    told: Told<'_>,
) -> Result<Base> {
    let width = all.first.width();
    let scale = Scale::of(&all.first);
    scale.apply_both(&mut all);
    let cut = all.len() - all.len() / 20;
    let (learned, chosen): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|row| *row < cut);
    let chosen = if chosen.is_empty() { learned.clone() } else { chosen };
    let mut network = Network::new(settings.shape(&all, labels.len()), settings.plan.seed);
    let (train, dev) = (all.select(&learned), all.select(&chosen));
    let watch = &mut |progress: &grice_train::Progress| told("learning first", part(progress));
    fit(&mut network, &train, &dev, &settings.plan, watch)?;
    Ok(Base { network, scale, labels, width })
}

/// The part of all passes that is done.
pub fn part(progress: &grice_train::Progress) -> f64 {
    let pass = progress.rows as f64 / progress.of.max(1) as f64;
    ((progress.epoch - 1) as f64 + pass) / progress.epochs.max(1) as f64
}
