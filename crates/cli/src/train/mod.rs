//! `grice train` and `grice label`: small models on a user's own labels.

mod args;
pub mod label;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use grice_home::registry;
use grice_metrics::labels::LabelTable;
use grice_train::{Columns, Kind, Learned, Settings, Stage, learn, read_rows};
use serde_json::json;

pub use args::{LabelArgs, TrainArgs};

use crate::bar::{begin, with_bar};
use crate::output::{DIM, Misuse, TITLE, counted, pretty_json, stdout};

/// Larger tables are not for people.
const MOST_LABELS: usize = 12;

pub fn run(args: &TrainArgs) -> Result<ExitCode> {
    let settings = settings(args)?;
    let columns =
        Columns { text: args.text.clone(), text2: args.text2.clone(), label: args.label.clone() };
    let rows = read_rows(&args.rows, &columns)?;
    let registry = registry::open()?;
    let threads = rayon_threads(args.threads)?;
    let stage: Mutex<Option<Stage>> = Mutex::new(None);
    let learned = with_bar(
        args.quiet || args.json,
        |bar| {
            if let Some(stage) = *stage.lock().unwrap_or_else(PoisonError::into_inner) {
                draw(bar, stage);
            }
        },
        |_| {
            threads.install(|| {
                learn(&rows, settings, &registry, &mut |now| {
                    *stage.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
                    ControlFlow::Continue(())
                })
            })
        },
    )?;
    let table = LabelTable::new(learned.held_out.iter().map(|(gold, given)| (gold, given)))?;
    learned.head.save(&args.out, &card(args, &learned, &table))?;
    match args.json {
        true => pretty_json(&as_json(&learned, &table))?,
        false => show(args, &learned, &table)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &TrainArgs) -> Result<Settings> {
    let kind = Kind::from(args.kind);
    let mut settings = Settings::of(kind);
    let (named, other, wanted) = match kind {
        Kind::Linear => (&args.encoder, &args.vectors, "--vectors is for cbow and bilstm"),
        _ => (&args.vectors, &args.encoder, "--encoder is for linear"),
    };
    if other.is_some() {
        return Err(Misuse(wanted.to_owned()).into());
    }
    if let Some(named) = named {
        settings.source.clone_from(named);
    }
    settings.plan.seed = args.seed;
    if let Some(epochs) = args.epochs {
        settings.plan.epochs = usize::try_from(epochs)?;
    }
    Ok(settings)
}

fn rayon_threads(threads: Option<usize>) -> Result<rayon::ThreadPool> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?)
}

fn draw(bar: &indicatif::ProgressBar, stage: Stage) {
    const PARTS: u64 = 1000;
    let (text, share) = match stage {
        Stage::Reading { done, of } => ("reading texts", done as f64 / of.max(1) as f64),
        Stage::Learning { share, .. } => ("learning", share),
    };
    if bar.message() != text {
        begin(bar, PARTS, "{msg:13}  {bar:30} {percent:>3}%  {eta} left at most");
        bar.set_message(text);
    }
    bar.set_position((share * PARTS as f64) as u64);
}

fn as_json(learned: &Learned, table: &LabelTable) -> serde_json::Value {
    let labels: Vec<_> = table.rows.iter().map(|row| row.label.as_str()).collect();
    let by: serde_json::Map<String, serde_json::Value> = table
        .rows
        .iter()
        .map(|row| {
            let scores = json!({
                "precision": row.precision, "recall": row.recall, "f1": row.f1, "rows": row.gold,
            });
            (row.label.clone(), scores)
        })
        .collect();
    json!({
        "accuracy": table.accuracy, "macro_f1": table.macro_average.f1,
        "majority": learned.majority,
        "rows": { "train": learned.train, "dev": learned.dev, "held_out": table.pairs },
        "passes": learned.fitted.epochs, "best_pass": learned.fitted.best_epoch,
        "labels": labels, "confusion": table.confusion, "by_label": by,
    })
}

fn show(args: &TrainArgs, learned: &Learned, table: &LabelTable) -> Result<()> {
    let mut out = stdout();
    writeln!(
        out,
        "{TITLE}{:.1}%{TITLE:#} of {} kept aside are labelled rightly, {:.1}% by always saying the most frequent label",
        100.0 * table.accuracy,
        counted(table.pairs, "row"),
        100.0 * learned.majority
    )?;
    writeln!(
        out,
        "{DIM}macro F1 {:.1}; learned from {}, pass {} of {} kept{DIM:#}\n",
        100.0 * table.macro_average.f1,
        counted(learned.train as u64, "row"),
        learned.fitted.best_epoch,
        learned.fitted.epochs
    )?;
    let width =
        table.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).clamp(5, 30);
    let short = |label: &str| label.chars().take(width).collect::<String>();
    writeln!(out, "{DIM}{:width$}   prec.  recall     F1  rows{DIM:#}", "label")?;
    for row in &table.rows {
        let percent = |share: f64| 100.0 * share;
        writeln!(
            out,
            "{:width$}  {:6.1}  {:6.1} {:6.1} {:5}",
            short(&row.label),
            percent(row.precision),
            percent(row.recall),
            percent(row.f1),
            row.gold
        )?;
    }
    if table.rows.len() <= MOST_LABELS {
        writeln!(out, "\n{DIM}right label in rows, given label in columns{DIM:#}")?;
        for (row, counts) in table.rows.iter().zip(&table.confusion) {
            let counts: Vec<String> = counts.iter().map(|count| format!("{count:5}")).collect();
            writeln!(out, "{:width$}  {}", short(&row.label), counts.join(" "))?;
        }
    }
    let place = args.out.display();
    let texts = if learned.head.takes_two() { "TEXT TEXT2" } else { "TEXT" };
    writeln!(out, "\nWritten to {place}; try: grice label --model {place} {texts}")?;
    Ok(())
}

fn card(args: &TrainArgs, learned: &Learned, table: &LabelTable) -> String {
    let settings = learned.head.settings();
    let name = args.out.file_name().map(|name| name.to_string_lossy().into_owned());
    let rows = args.rows.file_name().map(|name| name.to_string_lossy().into_owned());
    let kind = match settings.kind {
        Kind::Cbow => "The mean of static vectors and a hidden layer",
        Kind::Bilstm => "A BiLSTM over static vectors",
        Kind::Linear => "A last layer on a frozen encoder",
    };
    let source = &settings.source;
    format!(
        "# {}\n\n{kind}, on `{source}`. Labels: {}.\n\n\
         - **Data**: {}, {} rows to learn from, {} to choose by, {} kept aside; seed {}\n\
         - **Scores** (rows kept aside): accuracy {:.1}, macro F1 {:.1}; the most frequent label alone {:.1}\n\
         - **Licence**: that of the rows and of `{source}`\n",
        name.unwrap_or_default(),
        learned.head.labels().join(", "),
        rows.unwrap_or_default(),
        learned.train,
        learned.dev,
        table.pairs,
        settings.plan.seed,
        100.0 * table.accuracy,
        100.0 * table.macro_average.f1,
        100.0 * learned.majority,
    )
}
