//! What can go wrong with a metric that needs a model, in the user's words.

use grice_model::registry::{RegistryError, Task};

/// A metric that cannot be opened or computed.
#[derive(Debug, thiserror::Error)]
pub enum NeuralError {
    /// The model is not in the registry or not on this machine.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The model is of a kind the metric cannot use.
    #[error("{metric} cannot use \"{model}\", a model of the kind \"{task}\": it needs {needs}; {}", fitting(.fit))]
    WrongShape {
        /// The metric.
        metric: &'static str,
        /// The model's name.
        model: String,
        /// What the model is.
        task: Task,
        /// The kinds the metric can use, in words.
        needs: String,
        /// The registry's models of these kinds.
        fit: Vec<String>,
    },
    /// The model cannot be loaded or failed on a text.
    #[error("{metric} with the model \"{model}\": {source}")]
    Model {
        /// The metric.
        metric: &'static str,
        /// The model's name.
        model: String,
        /// What happened.
        source: grice_model::Error,
    },
    /// The network has no such layer, or does not give it.
    #[error("{metric} cannot use layer {layer} of \"{model}\": it has {layers} layers, of which {}", if *.last_only { "an ONNX graph gives the last only; leave the layer out" } else { "0 to that number can be chosen" })]
    Layer {
        /// The metric.
        metric: &'static str,
        /// The model's name.
        model: String,
        /// The layer asked for.
        layer: usize,
        /// How many there are.
        layers: usize,
        /// Whether only the last can be had.
        last_only: bool,
    },
    /// A baseline at which rescaling divides by zero, or that is no number.
    #[error("BERTScore cannot be rescaled with the baseline {0}: use numbers below 1")]
    Baseline(f64),
    /// An answer has nothing to be compared with.
    #[error("answer number {number} has no reference; give it one or leave it out")]
    NoReference {
        /// Its place, counted from 1.
        number: usize,
    },
    /// The token classifier has no label for key phrases.
    #[error("KPQA cannot use \"{model}\": none of its labels ({}) can mean a key phrase; it should have two, such as K and O", .labels.join(", "))]
    NoKeyLabel {
        /// The model's name.
        model: String,
        /// Its labels.
        labels: Vec<String>,
    },
}

/// The result of anything done with a metric that needs a model.
pub type Result<T> = std::result::Result<T, NeuralError>;

fn fitting(models: &[String]) -> String {
    match models {
        [] => "the registry has none; describe one of your own in models.toml".to_owned(),
        models => format!("the registry has {}", models.join(", ")),
    }
}
