//! Measures that models make, with a bar for the wait.

use anyhow::Result;
use grice_home::registry;
use grice_metrics::Error;
use grice_metrics::forms::answers::Answered;
use grice_metrics::neural::{Asked, BertScoreOptions, Scorers};
use grice_metrics::report::Measure;
use grice_text::visible;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::ModelArgs;
use crate::output::Misuse;

/// The models asked for, opened; none where none were.
pub fn open(args: &ModelArgs) -> Result<Option<Scorers>> {
    if args.with.is_empty() {
        return Ok(None);
    }
    let asked: Vec<Asked> =
        args.with.iter().map(|text| text.parse()).collect::<Result<_, _>>().map_err(Misuse)?;
    for (place, one) in asked.iter().enumerate() {
        if asked[..place].iter().any(|other| other.metric == one.metric) {
            let why = format!("--with {one}: the measure is there already, by another model");
            return Err(Misuse(why).into());
        }
    }
    let options =
        BertScoreOptions { layer: args.layer, idf: args.idf, ..BertScoreOptions::default() };
    Ok(Some(Scorers::open(&registry::open()?, &asked, options).map_err(Error::from)?))
}

/// Scores answers with the models, where there are any.
pub fn measures(
    scorers: Option<&Scorers>,
    answers: &[Answered<'_>],
) -> Result<Vec<Measure>, Error> {
    let Some(scorers) = scorers else { return Ok(Vec::new()) };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    let bar =
        ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let measures = scorers.measures(answers, &mut |measure, done, all| {
        bar.set_message(visible(measure).into_owned());
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(measures?)
}
