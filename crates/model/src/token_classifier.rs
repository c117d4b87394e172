//! One or two texts to a label for each token.

use crate::classifier::Input;
use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::kernel::linear::Precision;
use crate::kernel::pointwise::softmax;
use crate::network::Network;
use crate::network::config::Over;

/// A token classifier, as Transformers' `…ForTokenClassification` models are.
pub struct TokenClassifier {
    network: Network,
    head: usize,
}

/// What the model says of one token.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenVerdict {
    /// The token's number.
    pub id: u32,
    /// Its first byte in its text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The probability of each label.
    pub probabilities: Vec<f32>,
}

impl TokenClassifier {
    /// Loads a model's folder.
    pub fn load(files: impl Into<ModelFiles>, precision: Precision) -> Result<TokenClassifier> {
        let files = files.into();
        let network = Network::load(&files, precision)?;
        match network.heads().iter().position(|h| h.over == Over::Tokens) {
            Some(head) => Ok(TokenClassifier { network, head }),
            None => Err(Error::Unsupported(format!(
                "{} as a token classifier: it has no head over tokens",
                files.shown().display()
            ))),
        }
    }

    /// The labels, in the order of the probabilities.
    pub fn labels(&self) -> Vec<String> {
        self.network.heads().get(self.head).map_or(Vec::new(), |head| head.labels.to_vec())
    }

    /// For each input what is said of the tokens of its only text, or of its second. A pair too
    /// long for the model is cut, the longer text first, and tokens that are cut have no verdict.
    pub fn classify(&self, inputs: &[Input<'_>]) -> Result<Vec<Vec<TokenVerdict>>> {
        let tokens = self.tokens(inputs)?;
        self.network.run(&tokens, |i, mut reading| {
            let values = std::mem::take(&mut reading.heads[self.head]);
            let tokens = &tokens[i];
            let labels = values.len() / tokens.ids.len().max(1);
            let wanted = usize::from(matches!(inputs[i], Input::Two(..)));
            let each =
                tokens.ids.iter().zip(&tokens.places).zip(values.chunks_exact(labels.max(1)));
            let verdicts = each.filter_map(|((id, place), values)| {
                let place = place.filter(|p| p.text == wanted)?;
                let mut probabilities = values.to_vec();
                softmax(&mut probabilities);
                Some(TokenVerdict { id: *id, start: place.start, end: place.end, probabilities })
            });
            Ok(verdicts.collect())
        })
    }

    fn tokens(&self, inputs: &[Input<'_>]) -> Result<Vec<crate::Tokens>> {
        let (mut texts, mut pairs) = (Vec::new(), Vec::new());
        for input in inputs {
            match input {
                Input::One(text) => texts.push(*text),
                Input::Two(first, second) => pairs.push((*first, *second)),
            }
        }
        let mut texts = self.network.tokenizer.placed_texts(&texts)?.into_iter();
        let mut pairs = self.network.tokenizer.placed_pairs(&pairs)?.into_iter();
        let next = |input: &Input<'_>| match input {
            Input::One(_) => texts.next(),
            Input::Two(..) => pairs.next(),
        };
        Ok(inputs.iter().filter_map(next).collect())
    }
}
