//! Runs scored as their field scores them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use grice_metrics::forms::{
    circa, coqa, pragmaticqa, pragmeval, quac, scai, squad, topiocqa, trec,
};
use grice_metrics::{Report, render, retrieval};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Json, Large};
use crate::app::App;
use crate::auth::Asker;
use crate::error::{ErrorBody, Problem, Result};

/// What rankings are measured by, where nothing is named.
const MEASURES: &str = "nDCG@10 AP RR R@100 P@10";

/// A run to be scored.
#[derive(Deserialize, ToSchema)]
pub struct ToScore {
    /// The data set or shared task.
    form: Form,
    /// The truth, as its file has it.
    truth: String,
    /// The run, as its file has it.
    run: String,
    /// With trec: the measures, as `grice score trec` names them.
    #[serde(default)]
    measures: Vec<String>,
    /// Whether every turn's scores are told.
    #[serde(default)]
    per_turn: bool,
}

/// A data set or shared task.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// SCAI-QReCC 2021.
    Scai,
    /// Rankings and judgements in TREC's formats.
    Trec,
    /// TopiOCQA.
    Topiocqa,
    /// PragmatiCQA.
    Pragmaticqa,
    /// Circa.
    Circa,
    /// A task of PragmEval.
    Pragmeval,
    /// SQuAD 2.0.
    Squad,
    /// CoQA.
    Coqa,
    /// QuAC.
    Quac,
}

/// Score a run.
#[utoipa::path(
    post, path = "/api/score", tag = "laboratory", request_body = ToScore,
    responses((status = 200, body = Object), (status = 400, body = ErrorBody))
)]
pub async fn score(
    State(app): State<Arc<App>>,
    _asker: Asker,
    _large: Large,
    Json(given): Json<ToScore>,
) -> Result<Body<Value>> {
    app.workers.run(move || scored(&given)).await.map(Body)
}

fn scored(given: &ToScore) -> Result<Value> {
    let file = |text: &str| -> Result<tempfile::NamedTempFile> {
        let failed = |error| Problem::server("keeping the run", error);
        let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
        Ok(file)
    };
    let (truth, run) = (file(&given.truth)?, file(&given.run)?);
    // Errors name the files; a client knows them as the fields of its request.
    let named = |error: grice_metrics::Error| {
        let text = error.to_string();
        let text = text.replace(&truth.path().display().to_string(), "truth");
        let text = text.replace(&run.path().display().to_string(), "run");
        Problem::invalid("run", text)
    };
    let report = report(given, truth.path(), run.path()).map_err(named)?;
    let shown = render::Shown { digits: None, interval: None };
    render::json(&report, shown, &[], given.per_turn).map_err(named)
}

fn report(given: &ToScore, truth: &Path, run: &Path) -> grice_metrics::Result<Report> {
    match given.form {
        Form::Scai => scai::score(truth, run, &scai::Options::default()),
        Form::Trec => {
            let names = match given.measures.is_empty() {
                true => MEASURES.to_owned(),
                false => given.measures.join(" "),
            };
            let unknown =
                |error: retrieval::MeasureError| grice_metrics::Error::Asked(error.to_string());
            let measures = retrieval::Measure::list(&names).map_err(unknown)?;
            trec::score(truth, run, &measures, &retrieval::Options::default())
        }
        Form::Topiocqa => topiocqa::score(truth, run, &topiocqa::Options::default()),
        Form::Pragmaticqa => pragmaticqa::score(truth, run, &pragmaticqa::Options::default()),
        Form::Circa => circa::score(truth, run, &circa::Options::default()),
        Form::Pragmeval => pragmeval::score(truth, run, &pragmeval::Options::default()),
        Form::Squad => squad::score(truth, run, &squad::Options::default()),
        Form::Coqa => coqa::score(truth, run, &coqa::Options::default()),
        Form::Quac => quac::score(truth, run, &quac::Options::default()),
    }
}
