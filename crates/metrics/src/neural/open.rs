//! Models by name, when they are of a kind the metric can use.

use grice_model::ModelFiles;
use grice_model::registry::{Registry, Task};

use super::error::{NeuralError, Result};

/// A model's kind and files. The wrong kind is refused before the model is looked for, so that
/// nobody fetches it in vain.
pub(super) fn open(
    registry: &Registry,
    metric: &'static str,
    name: &str,
    fits: &[Task],
) -> Result<(Task, ModelFiles)> {
    let model = registry.model(name)?;
    if !fits.contains(&model.task) {
        let fitting = registry.models().iter().filter(|m| fits.contains(&m.task));
        let words: Vec<&str> = fits.iter().map(|task| in_words(*task)).collect();
        return Err(NeuralError::WrongShape {
            metric,
            model: name.to_owned(),
            task: model.task,
            needs: words.join(" or "),
            fit: fitting.map(|m| m.name.clone()).collect(),
        });
    }
    Ok((model.task, registry.files(name)?))
}

/// Makes a model's error one of the metric's.
pub(super) fn with_model(
    metric: &'static str,
    model: &str,
) -> impl Fn(grice_model::Error) -> NeuralError {
    let model = model.to_owned();
    move |source| NeuralError::Model { metric, model: model.clone(), source }
}

fn in_words(task: Task) -> &'static str {
    match task {
        Task::Encoder => "an encoder",
        Task::Static => "a static encoder",
        Task::CrossEncoder => "a cross-encoder",
        Task::Reader => "a reader",
        Task::Classifier => "a classifier",
        Task::TokenClassifier => "a token classifier",
        Task::Seq2seq => "a seq2seq model",
        Task::Generator => "a generator",
        Task::Rewriter => "a rewriter",
        Task::Words => "a table of words",
    }
}
