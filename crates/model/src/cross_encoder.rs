//! How well a passage answers a query: both read together, one number.

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::kernel::pointwise::softmax;
use crate::network::Network;
use crate::network::config::Over;

/// A cross-encoder (Nogueira & Cho, 2019).
pub struct CrossEncoder {
    network: Network,
    head: usize,
    scale: Scale,
}

/// What a cross-encoder's scores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A single score that a sigmoid makes a probability.
    Logit,
    /// A single score on the scale it was trained on, which a sigmoid would only distort: a
    /// regression for which sentence-transformers' configuration names no activation.
    Value,
    /// The second of two labels' probability.
    Probability,
}

impl CrossEncoder {
    /// Loads a model's folder. The model has a head with one score, or with two labels of which
    /// the second says "relevant".
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<CrossEncoder> {
        let files = files.into();
        let network = Network::load(&files, precision)?;
        let fits = |labels: usize| labels == 1 || labels == 2;
        let found =
            network.heads().iter().position(|h| h.over == Over::Sequence && fits(h.labels.len()));
        let labels = found.and_then(|i| network.heads().get(i).map(|h| h.labels.len()));
        let scale = match labels {
            Some(2) => Scale::Probability,
            _ if network.plain_regression => Scale::Value,
            _ => Scale::Logit,
        };
        match found {
            Some(head) => Ok(CrossEncoder { network, head, scale }),
            None => Err(Error::Unsupported(format!(
                "{} as a cross-encoder: it has no head with one score or two labels",
                files.shown().display()
            ))),
        }
    }

    /// What the scores are.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The score of each pair of query and passage, higher is better. A single score is given as
    /// the model makes it; of two labels it is the second's probability.
    pub fn score(&self, pairs: &[(&str, &str)]) -> Result<Vec<f32>> {
        let tokens = match &self.network.pair_template {
            None => self.network.tokenizer.pairs(pairs)?,
            Some(template) => {
                let filled: Vec<String> =
                    pairs.iter().map(|(query, passage)| fill(template, query, passage)).collect();
                let filled: Vec<&str> = filled.iter().map(String::as_str).collect();
                self.network.tokenizer.texts(&filled)?
            }
        };
        self.network.run(&tokens, |_, mut reading| {
            let mut values = reading.heads.swap_remove(self.head);
            if values.len() == 2 {
                softmax(&mut values);
            }
            values.last().copied().ok_or_else(|| Error::Shape("a head without values".to_owned()))
        })
    }
}

/// Both places are found in the template before either is filled, so that a query with
/// "{passage}" in it stays as it is.
fn fill(template: &str, query: &str, passage: &str) -> String {
    let mut filled = String::with_capacity(template.len() + query.len() + passage.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        filled.push_str(before);
        let places = [("{query}", query), ("{passage}", passage)];
        match places.iter().find(|(place, _)| after.starts_with(place)) {
            Some((place, text)) => {
                filled.push_str(text);
                rest = &after[place.len()..];
            }
            None => {
                filled.push('{');
                rest = &after[1..];
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn a_template_is_filled_once() {
        let filled =
            fill("Query: {query}\nSentence: {passage} {x}", "what is {passage}", "a {query}");
        assert_eq!(filled, "Query: what is {passage}\nSentence: a {query} {x}");
    }
}
