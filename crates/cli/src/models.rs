//! `grice models list | pull | verify | path | card | remove`.

use std::process::ExitCode;

use anyhow::Result;
use grice_home::registry;
use grice_model::registry::{Model, Place, Progress, Registry, RegistryError, Verified};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use crate::models_args::{ModelsCommand, PullArgs};
use crate::output::{self, DIM, Stdout, Style, TITLE, bytes, counted, folded, stdout, tell, warn};

pub fn run(command: ModelsCommand) -> Result<ExitCode> {
    let registry = registry::open()?;
    match command {
        ModelsCommand::List { json } => list(&registry, json),
        ModelsCommand::Pull(args) => pull(&registry, &args),
        ModelsCommand::Verify { name, json } => verify(&registry, name.as_deref(), json),
        ModelsCommand::Path { name } => {
            let found = registry.locate(&name)?;
            let Some(path) = found.path() else {
                return Err(RegistryError::Inside { name }.into());
            };
            writeln!(stdout(), "{}", path.display())?;
            Ok(ExitCode::SUCCESS)
        }
        ModelsCommand::Card { name } => {
            let card = registry.card(&name)?;
            writeln!(stdout(), "{}", card.trim_end())?;
            Ok(ExitCode::SUCCESS)
        }
        ModelsCommand::Remove { name } => {
            registry.remove(&name)?;
            writeln!(stdout(), "Removed {name}")?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Where a model is, for the table: a word, and whether all is well.
fn state(registry: &Registry, model: &Model) -> (String, bool) {
    match registry.locate(&model.name) {
        Ok(found) => match found.place {
            Place::Cache { kind, .. } => (format!("here ({kind})"), true),
            Place::Program => ("here (inside Grice)".to_owned(), true),
            Place::Shipped => ("here (with Grice)".to_owned(), true),
            Place::Folder => ("here (your folder)".to_owned(), true),
        },
        Err(RegistryError::NotHere { .. }) => ("-".to_owned(), true),
        Err(_) => ("damaged".to_owned(), false),
    }
}

fn list(registry: &Registry, as_json: bool) -> Result<ExitCode> {
    let mut out = folded();
    if as_json {
        let models: Vec<Value> = registry.models().iter().map(|m| as_value(registry, m)).collect();
        output::json(&models)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = vec![["NAME", "TASK", "SIZE", "LICENCE", "STATE"].map(str::to_owned)];
    let mut damaged = Vec::new();
    for model in registry.models() {
        let (state, fine) = state(registry, model);
        if !fine {
            damaged.push(&model.name);
        }
        let size = if model.bytes() > 0 { bytes(model.bytes()) } else { "-".to_owned() };
        rows.push([model.name.clone(), model.task.to_string(), size, model.licence.clone(), state]);
    }
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    let about = std::iter::once("").chain(registry.models().iter().map(|m| m.description.as_str()));
    for (number, (row, about)) in rows.iter().zip(about).enumerate() {
        let [name, task, size, licence, state] = row;
        let style = if number == 0 { DIM } else { TITLE };
        let dim = if number == 0 { DIM } else { Style::Plain };
        let line = format!(
            "  {task:t$}  {size:>s$}  {licence:l$}  {state:e$}",
            t = widths[1],
            s = widths[2],
            l = widths[3],
            e = widths[4]
        );
        // What a model is for goes below it where there is no room behind.
        let whole = widths.iter().sum::<usize>() + 2 * widths.len() + about.chars().count();
        let gap = match output::width() {
            _ if about.is_empty() => "",
            Some(columns) if whole > columns => "\n    ",
            _ => "  ",
        };
        let line = if gap == "  " { &line } else { line.trim_end() };
        let w = widths[0];
        let row = format!("{style}{name:w$}{style:#}{dim}{line}{dim:#}");
        writeln!(out, "{row}{gap}{DIM}{about}{DIM:#}")?;
    }
    for name in damaged {
        warn(format!("{name} is damaged; `grice models verify {name}` tells more"));
    }
    Ok(ExitCode::SUCCESS)
}

fn as_value(registry: &Registry, model: &Model) -> Value {
    let found = registry.locate(&model.name);
    let problem = match &found {
        Ok(_) | Err(RegistryError::NotHere { .. }) => Value::Null,
        Err(error) => json!(error.to_string()),
    };
    let found = found.ok();
    let from = found.as_ref().map(|f| match &f.place {
        Place::Cache { source, .. } => source.clone(),
        Place::Program => "program".to_owned(),
        Place::Shipped => "shipped".to_owned(),
        Place::Folder => "folder".to_owned(),
    });
    json!({
        "name": model.name, "task": model.task, "architecture": model.architecture,
        "parameters": model.parameters, "bytes": model.bytes(), "licence": model.licence,
        "description": model.description,
        "sources": model.sources.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "here": found.is_some(), "folder": found.as_ref().and_then(|f| f.path()), "from": from,
        "problem": problem,
    })
}

fn pull(registry: &Registry, args: &PullArgs) -> Result<ExitCode> {
    let names: Vec<&str> = match args.all {
        true => registry.models().iter().map(|m| m.name.as_str()).collect(),
        false => args.names.iter().map(String::as_str).collect(),
    };
    // A name that is wrong is told before anything is fetched.
    for name in &names {
        registry.model(name)?;
    }
    for name in names {
        let mut display = Display::new(name, args.quiet);
        let found = registry.pull(name, args.from.as_ref(), &mut |step| display.show(step));
        drop(display);
        let found = found?;
        if !args.quiet {
            let size = bytes(registry.model(name)?.bytes());
            match found.path() {
                Some(path) => {
                    writeln!(stdout(), "{TITLE}{name}{TITLE:#}  {size} in {}", path.display())?;
                }
                None => writeln!(stdout(), "{TITLE}{name}{TITLE:#}  {size} inside Grice")?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The line that shows how far a model is, on a terminal.
struct Display<'a> {
    name: &'a str,
    quiet: bool,
    bar: ProgressBar,
    doing: &'static str,
}

impl<'a> Display<'a> {
    fn new(name: &'a str, quiet: bool) -> Display<'a> {
        Display { name, quiet, bar: ProgressBar::hidden(), doing: "" }
    }

    fn show(&mut self, step: Progress<'_>) {
        let name = self.name;
        match step {
            Progress::Fetching { bytes, total } => self.draw("fetching", bytes, total),
            Progress::Checking { bytes, total } => self.draw("checking", bytes, total),
            Progress::Failed { source, why } => {
                self.bar.suspend(|| warn(format!("{source}: {why}; trying the next source")));
            }
            _ if self.quiet => {}
            Progress::Waiting => {
                tell(format_args!("{DIM}Another process fetches {name}; waiting for it…{DIM:#}"));
            }
            Progress::Trying { source } => {
                self.bar.suspend(|| tell(format_args!("{DIM}{name} from {source}{DIM:#}")))
            }
        }
    }

    fn draw(&mut self, doing: &'static str, bytes: u64, total: u64) {
        if self.quiet {
            return;
        }
        if doing != self.doing {
            self.bar.finish_and_clear();
            self.doing = doing;
            let style = format!(
                "{} {doing}  {{bar:30}} {{percent:>3}}%  {{decimal_bytes}} of {{decimal_total_bytes}}",
                grice_text::visible(self.name)
            );
            let style = ProgressStyle::with_template(&style)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let target = ProgressDrawTarget::stderr_with_hz(8);
            self.bar = ProgressBar::with_draw_target(Some(total), target).with_style(style);
        }
        self.bar.set_position(bytes);
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn verify(registry: &Registry, name: Option<&str>, as_json: bool) -> Result<ExitCode> {
    let here = registry.models().iter().filter(|m| registry.is_here(m)).map(|m| m.name.as_str());
    let names: Vec<&str> = name.map_or_else(|| here.collect(), |name| vec![name]);
    let mut all = Vec::new();
    for name in names {
        let mut display = Display::new(name, as_json);
        all.push(registry.verify(name, &mut |bytes, total| {
            display.show(Progress::Checking { bytes, total });
        })?);
    }
    let sound = all.iter().all(Verified::is_sound);
    let code = ExitCode::from(u8::from(!sound));
    let mut out = folded();
    if as_json {
        let values: Vec<Value> = all.iter().map(verified_value).collect();
        output::json(&values)?;
        return Ok(code);
    }
    if all.is_empty() {
        writeln!(out, "No model is on this machine; `grice models list` shows what can be had")?;
    }
    for verified in &all {
        tell_verified(&mut out, verified)?;
    }
    Ok(code)
}

fn verified_value(verified: &Verified) -> Value {
    let wrong: Vec<Value> =
        verified.wrong.iter().map(|w| json!({ "file": w.file, "why": w.why })).collect();
    json!({
        "name": verified.name, "folder": verified.folder, "bytes": verified.bytes,
        "sound": verified.is_sound(), "wrong": wrong, "unchecked": verified.unchecked,
    })
}

fn tell_verified(out: &mut Stdout, verified: &Verified) -> Result<()> {
    let Verified { name, folder, .. } = verified;
    for wrong in &verified.wrong {
        writeln!(
            out,
            "{TITLE}{name}{TITLE:#}  {}: {}",
            folder.join(&wrong.file).display(),
            wrong.why
        )?;
    }
    let files = |n: usize| counted(n as u64, "file");
    match verified.is_sound() {
        true if verified.unchecked.is_empty() => {
            writeln!(out, "{TITLE}{name}{TITLE:#}  sound, {}", bytes(verified.bytes))?;
        }
        true => {
            let unknown = files(verified.unchecked.len());
            writeln!(
                out,
                "{TITLE}{name}{TITLE:#}  readable, {}; {unknown} without a known checksum",
                bytes(verified.bytes)
            )?;
        }
        false => writeln!(
            out,
            "{TITLE}{name}{TITLE:#}  {} wrong; {}",
            files(verified.wrong.len()),
            verified.fix
        )?,
    }
    Ok(())
}
