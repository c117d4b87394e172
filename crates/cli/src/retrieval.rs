//! How `grice search` finds passages: by words, by vectors, or by both.

use anyhow::{Context, Result};
use clap::ValueEnum;
use grice_home::encoder;
use grice_index::{Effort, Encoder, Error, Fusion, Hit, Hybrid, Query, Ranking, Searcher};

use crate::args::SearchArgs;
use crate::output::{Misuse, warn};

/// What vectors count beside words: with static vectors the best of 0.2, 0.3 and 0.4 on TopiOCQA's
/// first questions (docs/reproduce/models.md).
const WEIGHT: f32 = 0.3;

/// What passages are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Words
    Bm25,
    /// Vectors
    Dense,
    /// Words and vectors, made into one ranking
    Hybrid,
}

/// How two rankings are made into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FusionName {
    /// By ranks: the sum of 1 / (60 + rank)
    Rrf,
    /// By scores: see --weight
    Weighted,
}

/// A way of searching, with what it needs.
pub struct Retrieval {
    ranking: Ranking,
    dense: Option<Dense>,
}

struct Dense {
    encoder: Box<dyn Encoder>,
    /// Whether words count too.
    words: bool,
    hybrid: Hybrid,
}

impl Retrieval {
    /// Loads what the asked-for mode needs. Where no mode is asked for, vectors are used if the
    /// index has them and their model can be loaded.
    pub fn prepare(args: &SearchArgs, searcher: &Searcher) -> Result<Retrieval> {
        let ranking = args.ranking.ranking()?;
        let dense = match args.mode {
            Some(Mode::Bm25) => None,
            Some(mode) => Some(Dense::load(args, searcher, mode == Mode::Hybrid)?),
            None => match Dense::load(args, searcher, true) {
                Ok(dense) => Some(dense),
                Err(error) => {
                    if !matches!(error.downcast_ref(), Some(Error::NoVectors(_))) {
                        warn(format!("searching by words alone: {error:#}"));
                    }
                    None
                }
            },
        };
        if dense.as_ref().is_none_or(|d| !d.words)
            && (args.fusion.is_some() || args.weight.is_some())
        {
            let why = "--fusion and --weight are for --mode hybrid, in an index with vectors";
            return Err(Misuse(why.to_owned()).into());
        }
        Ok(Retrieval { ranking, dense })
    }

    /// The vectors of queries, where vectors are searched.
    pub fn vectors(&self, queries: &[&str]) -> Result<Vec<Option<Vec<f32>>>> {
        let Some(Dense { encoder, .. }) = &self.dense else {
            return Ok(vec![None; queries.len()]);
        };
        let vectors = encoder
            .encode_queries(queries)
            .map_err(|e| anyhow::anyhow!(e))
            .with_context(|| format!("the model {} could not embed the query", encoder.name()))?;
        Ok(vectors.chunks_exact(encoder.dimensions().max(1)).map(|v| Some(v.to_vec())).collect())
    }

    /// The best `k` passages. `vector` is the query's, from [`Retrieval::vectors`].
    pub fn search(
        &self,
        searcher: &Searcher,
        query: &Query,
        vector: Option<&[f32]>,
        k: usize,
    ) -> Result<Vec<Hit>> {
        Ok(match (&self.dense, vector) {
            (Some(Dense { words: true, hybrid, .. }), Some(vector)) => {
                searcher.search_hybrid(query, &self.ranking, vector, hybrid, k)?
            }
            (Some(Dense { hybrid, .. }), Some(vector)) => {
                searcher.search_dense(vector, query, k, hybrid.effort)?
            }
            _ => searcher.search(query, &self.ranking, k)?,
        })
    }
}

impl Dense {
    fn load(args: &SearchArgs, searcher: &Searcher, words: bool) -> Result<Dense> {
        let Some(info) = searcher.vectors()? else {
            return Err(Error::NoVectors(searcher.folder().to_owned()).into());
        };
        let encoder = encoder(&info.model).with_context(|| {
            format!("the vectors of this index are of the model {}", info.model)
        })?;
        searcher.expect_model(encoder.name())?;
        let weight = args.weight.unwrap_or(WEIGHT);
        let fusion = match args.fusion {
            Some(FusionName::Rrf) => Fusion::default(),
            _ => Fusion::Weighted { weights: vec![1.0 - weight, weight] },
        };
        let effort = if args.exact { Effort::Exact } else { Effort::default() };
        Ok(Dense { encoder, words, hybrid: Hybrid { fusion, effort, ..Hybrid::default() } })
    }
}
