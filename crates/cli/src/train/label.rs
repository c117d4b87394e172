//! `grice label`: a model of the user's own says what texts are.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use grice_home::registry;
use grice_model::registry::Registry;
use grice_train::{Head, Said};

use super::args::LabelArgs;
use crate::lines::{self, Line};
use crate::output::{DIM, Misuse, TITLE, pretty_json, stdout};

/// The labels that people see below the best.
const SHOWN: usize = 4;

pub fn run(args: &LabelArgs) -> Result<ExitCode> {
    let registry = registry::open()?;
    let head = Head::load(&folder(&args.model, &registry)?, &registry)?;
    if args.jsonl {
        return lines::answer(
            |line: &Line| ask(line, head.takes_two()),
            |asked: &[(String, String)]| judge(&head, asked),
        );
    }
    let first = [args.text.as_deref().unwrap_or_default()];
    let second = args.text2.as_deref().map(|text| [text]);
    let second = second.as_ref().map(<[&str; 1]>::as_slice);
    if second.is_some() != head.takes_two() {
        let wanted = if head.takes_two() { "two texts" } else { "one text" };
        return Err(Misuse(format!("{} labels {wanted}", args.model)).into());
    }
    let said = head.label(&first, second, &mut |_, _| ControlFlow::Continue(()))?;
    let Some(said) = said.first() else { return Ok(ExitCode::SUCCESS) };
    match args.json {
        true => pretty_json(said)?,
        false => show(said)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A folder as it is named, or one of that name where models are.
fn folder(model: &str, registry: &Registry) -> Result<PathBuf> {
    let named = Path::new(model);
    let places = registry.places();
    let models = places.folders.iter().cloned().chain(places.cache().ok());
    let found = std::iter::once(named.to_owned()).chain(models.map(|folder| folder.join(named)));
    found.into_iter().find(|folder| Head::is_head(folder)).ok_or_else(|| {
        let why = format!(
            "no trained model is at '{model}', nor under that name in $GRICE_MODEL_PATH; `grice train ROWS --out FOLDER` makes one"
        );
        Misuse(why).into()
    })
}

fn ask(line: &Line, two: bool) -> Result<(String, String), String> {
    let second = match two {
        true => line.text("text2")?.to_owned(),
        false => String::new(),
    };
    Ok((line.text("text")?.to_owned(), second))
}

fn judge(head: &Head, asked: &[(String, String)]) -> Vec<Result<Said, String>> {
    let (first, second): (Vec<&str>, Vec<&str>) =
        asked.iter().map(|(first, second)| (first.as_str(), second.as_str())).unzip();
    let second = head.takes_two().then_some(second.as_slice());
    match head.label(&first, second, &mut |_, _| ControlFlow::Continue(())) {
        Ok(said) => said.into_iter().map(Ok).collect(),
        Err(error) => asked.iter().map(|_| Err(error.to_string())).collect(),
    }
}

fn show(said: &Said) -> Result<()> {
    let mut out = stdout();
    let mut shares: Vec<(&String, &f32)> = said.probabilities.iter().collect();
    shares.sort_by(|a, b| b.1.total_cmp(a.1).then_with(|| a.0.cmp(b.0)));
    writeln!(out, "{TITLE}{}{TITLE:#}", said.label)?;
    for (label, share) in shares.iter().take(SHOWN) {
        writeln!(out, "  {DIM}{:>5.1}%{DIM:#}  {label}", 100.0 * **share)?;
    }
    Ok(())
}
