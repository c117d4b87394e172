//! All heads of a model, as they come: what its training compares its own values with.

use rayon::prelude::*;

use crate::classifier::Input;
use crate::error::Result;
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::network::config::Over;
use crate::network::{HeadInfo, Network};
use crate::tokenizer::{Place, Tokens};

/// A model with any heads, over sequences or over tokens.
pub struct Heads {
    network: Network,
}

/// A head, as its model names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadName {
    /// Its name.
    pub name: String,
    /// Whether it gives a row for each token, and not one for the whole.
    pub over_tokens: bool,
    /// What its values stand for.
    pub labels: Vec<String>,
}

/// What the heads say of one input.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// The tokens' numbers, special ones included.
    pub ids: Vec<u32>,
    /// Where each token stands; `None` for special ones.
    pub places: Vec<Option<Place>>,
    /// Each head's values before they are made probabilities: a row, or a row for each token.
    pub heads: Vec<Vec<f32>>,
}

impl Heads {
    /// Loads a model's folder.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<Heads> {
        let files = files.into();
        Ok(Heads { network: Network::load(&files, precision)? })
    }

    /// The heads' names, in the order of the values.
    pub fn names(&self) -> Vec<String> {
        self.network.heads().iter().map(|head| head.name.to_owned()).collect()
    }

    /// The heads with what they look at and their labels, in the order of the values.
    pub fn heads(&self) -> Vec<HeadName> {
        let named = |head: &HeadInfo<'_>| HeadName {
            name: head.name.to_owned(),
            over_tokens: head.over == Over::Tokens,
            labels: head.labels.to_vec(),
        };
        self.network.heads().iter().map(named).collect()
    }

    /// What the heads say of each input, which is cut where it is too long.
    pub fn values(&self, inputs: &[Input<'_>]) -> Result<Vec<Values>> {
        let tokenizer = &self.network.tokenizer;
        let placed = |input: &Input<'_>| match input {
            Input::One(text) => tokenizer.placed_texts(&[*text]),
            Input::Two(first, second) => tokenizer.placed_pairs(&[(*first, *second)]),
        };
        let tokens: Vec<Vec<Tokens>> = inputs.par_iter().map(placed).collect::<Result<_>>()?;
        let tokens: Vec<Tokens> = tokens.into_iter().flatten().collect();
        self.network.run(&tokens, |i, reading| {
            let Tokens { ids, places, .. } = tokens[i].clone();
            Ok(Values { ids, places, heads: reading.heads })
        })
    }
}
