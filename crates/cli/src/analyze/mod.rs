//! `grice analyze`: what kind of utterance a text is.

mod args;

use std::process::ExitCode;

use anyhow::Result;
use grice_judge::analyze::{Analysis, Analyzer, Labels, MODEL, Takes, Texts, about};

pub use args::AnalyzeArgs;

use crate::judgement;
use crate::lines::{self, Line};
use crate::output::{DIM, Misuse, TITLE, pretty_json, stdout};

/// A text, and a second where there are two.
type Asked = (String, Option<String>);

pub fn run(args: &AnalyzeArgs) -> Result<ExitCode> {
    let model = args.model.as_deref().unwrap_or(MODEL);
    let analyzer = judgement::named(model, Analyzer::open_named, Analyzer::load)?;
    if let Some(unknown) = args.tasks.iter().find(|name| !knows(&analyzer, name)) {
        let tasks: Vec<&str> = analyzer.tasks().map(|(task, _)| task).collect();
        let tasks = tasks.join(", ");
        return Err(Misuse(format!("no task is named '{unknown}'; they are {tasks}")).into());
    }
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&analyzer, &args.tasks, asked));
    }
    let texts =
        Texts { text: args.text.as_deref().unwrap_or_default(), text2: args.text2.as_deref() };
    let Some(analysis) = analyzer.analyze(&[texts]).pop() else { return Ok(ExitCode::SUCCESS) };
    let analysis = only(&args.tasks, Takes::of(&texts), analysis?).map_err(Misuse)?;
    if args.json {
        pretty_json(&analysis)?;
    } else {
        let text = for_people(&analysis, !args.tasks.is_empty(), analyzer.by());
        write!(stdout(), "{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn knows(analyzer: &Analyzer, name: &str) -> bool {
    analyzer.tasks().any(|(task, _)| task == name)
}

fn ask(line: &Line) -> Result<Asked, String> {
    Ok((line.text("text")?.to_owned(), line.maybe_text("text2")?.map(str::to_owned)))
}

fn judge(analyzer: &Analyzer, tasks: &[String], asked: &[Asked]) -> Vec<Result<Analysis, String>> {
    let texts: Vec<Texts<'_>> =
        asked.iter().map(|(text, text2)| Texts { text, text2: text2.as_deref() }).collect();
    let analyses = analyzer.analyze(&texts).into_iter().zip(&texts);
    analyses
        .map(|(analysis, texts)| {
            let analysis = analysis.map_err(|error| error.to_string())?;
            only(tasks, Takes::of(texts), analysis)
        })
        .collect()
}

/// The analysis without tasks that were not asked for, unless nothing is left.
fn only(tasks: &[String], given: Takes, analysis: Analysis) -> Result<Analysis, String> {
    if tasks.is_empty() {
        return Ok(analysis);
    }
    let left = analysis.only(|task| tasks.iter().any(|name| name == task));
    let texts = if given == Takes::Single { "two texts, not one" } else { "one text, not two" };
    match left.is_empty() {
        true => Err(format!("{} takes {texts}", tasks.join(", "))),
        false => Ok(left),
    }
}

/// A line a task: what it asks, the best label, and how probable that is.
fn for_people(analysis: &Analysis, all_labels: bool, by: &str) -> String {
    let best = |labels: &Labels| labels.best().map_or(0, |(label, _)| label.chars().count());
    let name = analysis.iter().map(|(task, _)| task.len()).max().unwrap_or(0);
    let label = analysis.iter().map(|(_, labels)| best(labels)).max().unwrap_or(0);
    let mut text = String::new();
    for (task, labels) in analysis.iter() {
        let about = about(task).unwrap_or_default();
        if let Some((best, share)) = labels.best() {
            text.push_str(&format!(
                "{TITLE}{task:name$}{TITLE:#}  {share:.3}  {best:label$}  {DIM}{about}{DIM:#}\n"
            ));
        }
        if all_labels {
            for (other, share) in labels.ranked().iter().skip(1) {
                text.push_str(&format!("{:name$}  {share:.3}  {other}\n", ""));
            }
        }
    }
    text.push_str(&format!("\n{DIM}Analyzed by {by}{DIM:#}\n"));
    text
}
