//! `grice score pairs` and `grice score agreement`: what comes in by the line.

use std::process::ExitCode;

use anyhow::Result;
use grice_metrics::answer::{Bleu, Tokenizer, Words};
use grice_metrics::forms::{agreement as judges, pairs as form};
use grice_metrics::render::{Style, sentences};
use grice_metrics::source::Source;

use super::args::{AgreementArgs, PairsArgs};
use super::names::{Format, TokenizerName};
use super::{mapping, models, show};
use crate::output::{JsonLines, Misuse, pretty_json, stdout, tell};

pub fn pairs(args: &PairsArgs) -> Result<ExitCode> {
    let options = form::Options {
        policy: args.references.into(),
        words: if args.stem { Words::Stemmed } else { Words::Plain },
        lsum: args.lsum,
        bleu: Bleu {
            tokenizer: match args.bleu_tokenizer {
                TokenizerName::ThirteenA => Tokenizer::V13a,
                TokenizerName::Intl => Tokenizer::International,
                TokenizerName::Char => Tokenizer::Char,
                TokenizerName::None => Tokenizer::None,
            },
            lowercase: args.bleu_lowercase,
            ..Bleu::corpus()
        },
        mapping: mapping(args.map.as_ref(), &["id", "prediction", "references", "question"])?,
    };
    let source = Source::read(&args.file)?;
    let pairs = form::read(&source, &options.mapping)?;
    let scores = form::score_all(&pairs, &options);
    let mut report = form::report(&source, &scores, &options);
    let models = models::open(&args.models)?;
    report.measures.extend(models::measures(models.as_ref(), &form::answered(&pairs))?);
    if !args.jsonl {
        return show::report(&report, &args.output);
    }
    let mut out = JsonLines::new();
    let by_models: Vec<_> = report.measures.iter().filter(|m| m.model.is_some()).collect();
    for (number, score) in scores.iter().enumerate() {
        let mut line = serde_json::to_value(score)?;
        for measure in &by_models {
            line[&measure.name] = measure.scores.get(number).copied().flatten().into();
        }
        out.line(&line.to_string())?;
    }
    out.flush()?;
    for sentence in sentences(&report).iter().take(1) {
        tell(format_args!("{sentence}"));
    }
    Ok(ExitCode::SUCCESS)
}

pub fn agreement(args: &AgreementArgs) -> Result<ExitCode> {
    let options = judges::Options { level: args.level.into(), weights: args.weights.into() };
    let report = judges::score(&Source::read(&args.file)?, &options)?;
    let format = if args.json { Format::Json } else { args.format.unwrap_or(Format::Text) };
    let style = match format {
        Format::Json => {
            pretty_json(&report.json())?;
            return Ok(ExitCode::SUCCESS);
        }
        Format::Prototext => {
            return Err(
                Misuse("prototext is the form of runs; choose another --format".into()).into()
            );
        }
        Format::Text => Style::Text,
        Format::Markdown => Style::Markdown,
        Format::Latex => Style::Latex,
        Format::Csv => Style::Csv,
    };
    let digits = (style != Style::Csv).then_some(args.digits);
    let mut text = report.grid(digits).write(style);
    let said = show::said(&report.sentences(), style);
    if !said.is_empty() {
        text.push_str(&format!("\n{said}"));
    }
    write!(stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}
