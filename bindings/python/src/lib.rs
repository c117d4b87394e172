//! The native half of the Python package `grice`. Functions here take whole lists and release the
//! interpreter while they compute; the package's Python files give them the names and shapes that
//! users see.

mod cores;
mod data;
mod engine;
mod error;
mod index;
mod ingest;
mod judge;
mod patience;
mod plain;
mod score;
mod stream;

use pyo3::prelude::*;

/// The native functions and classes of the package.
#[pymodule]
mod _grice {
    #[pymodule_export]
    use crate::data::{DataStream, data_sets, open_data};
    #[pymodule_export]
    use crate::engine::{Conversation, Engine, systems};
    #[pymodule_export]
    use crate::error::GriceError;
    #[pymodule_export]
    use crate::index::{Index, collections};
    #[pymodule_export]
    use crate::ingest::ingest;
    #[pymodule_export]
    use crate::judge::{Analyzer, Anticipator, Grounder, Interpreter, Ranker, Reader, Rewriter};
    #[pymodule_export]
    use crate::score::agreement::{agreement, mcnemar};
    #[pymodule_export]
    use crate::score::answer::{
        answers, extractive_bound, human, literal_f1, normalize, pragmatic_f1, token_f1,
        weighted_lcs,
    };
    #[pymodule_export]
    use crate::score::bleu::{corpus_bleu, sentence_bleu};
    #[pymodule_export]
    use crate::score::labels::{confusion, label_table};
    #[pymodule_export]
    use crate::score::neural::neural;
    #[pymodule_export]
    use crate::score::passages::{gold_share, share_within, span_relevance};
    #[pymodule_export]
    use crate::score::retrieval::{Qrels, Run, evaluate, measure_name, totals};
    #[pymodule_export]
    use crate::score::rouge::rouge;
    #[pymodule_export]
    use crate::score::squad::squad_scores;
    #[pymodule_export]
    use crate::score::statistics::{bootstrap, correct, randomisation, t_test, wilson};
    #[pymodule_export]
    use crate::stream::Stream;
}
