//! Retrieval: TREC qrels and runs, trec_eval's measures under ir-measures' names, and the
//! passage measures of TopiOCQA, PragmatiCQA and QReCC.
//!
//! ```
//! use grice_metrics::retrieval::{Measure, Options, Qrels, Run, score};
//!
//! let qrels = Qrels::from_grades([("q1", [("d1", 1), ("d2", 0)])])?;
//! let run = Run::from_scores([("q1", [("d1", 0.7), ("d2", 0.9)])])?;
//! let measures = Measure::list("nDCG@3 RR")?;
//! let scores = score(&qrels, &run, &measures, &Options::default())?;
//! assert_eq!(scores.total(1), 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod files;
mod formulas;
mod graded;
mod grammar;
mod lists;
mod measure;
mod passages;
mod score;
mod shapes;
mod span_relevance;
mod span_text;
mod trec_names;

pub use error::{DataError, MeasureError, ScoreError};
pub use files::{Qrels, Run};
pub use graded::{CutoffTies, Version};
pub use measure::{Family, Gain, Measure};
pub use passages::{
    TOPIOCQA_CUTOFFS, TitledPassage, any_gold, gold_rank, gold_share, share_within,
};
pub use score::{Coverage, Denominator, Options, Scores, score};
pub use span_relevance::{Closest, GoldSpan, RELEVANT_FROM};
