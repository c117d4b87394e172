//! `grice studio`: projects of the studio, on the server's database.

mod args;
mod files;
mod show;

use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use grice_studio::{Error, Studio};
use serde_json::{Map, Value, json};

use crate::output::{DIM, Misuse, TITLE, counted, stdout, tell, tell_text};

pub use args::StudioArgs;
use args::{Command, DeleteArgs, InviteArgs, NewArgs, OneArgs, PlaceArgs};

/// The projects of an owner.
struct Desk<'a> {
    studio: Studio,
    owner: &'a str,
}

pub fn run(args: &StudioArgs) -> Result<ExitCode> {
    if let Command::Protocols { name } = &args.command {
        protocols(&open(&args.place)?, name.as_deref())?;
        return Ok(ExitCode::SUCCESS);
    }
    let desk = open(&args.place)?;
    match &args.command {
        Command::New(new) => desk.make(new)?,
        Command::List { json } => show::projects(&desk.projects()?, *json)?,
        Command::Show { one } => {
            let id = desk.find(&one.project)?;
            let project = refused(desk.studio.project(desk.owner, &id))?;
            let invitations = refused(desk.studio.invitations(desk.owner, &id))?;
            show::project(project, invitations, one.json)?;
        }
        Command::Protocols { .. } => {}
        Command::Invite(invite) => desk.invite(invite)?,
        Command::Revoke { project, invitation } => {
            let id = desk.find(project)?;
            refused(desk.studio.revoke(desk.owner, &id, invitation))?;
            writeln!(stdout(), "Revoked {invitation}; those who came in by it stay")?;
        }
        Command::Progress { one } => desk.tell(one, Studio::progress, show::progress)?,
        Command::People { one } => desk.tell(one, Studio::participants, show::people)?,
        Command::Agreement { one } => desk.tell(one, Studio::agreement, show::agreement)?,
        Command::Export(export) => files::export(&desk, export)?,
        Command::Import(import) => files::import(&desk, import)?,
        Command::Payments { project } => {
            let id = desk.find(project)?;
            let file = refused(desk.studio.payments(desk.owner, &id))?;
            write!(stdout(), "{}", String::from_utf8_lossy(&file.bytes))?;
        }
        Command::Close { project, open } => {
            let id = desk.find(project)?;
            refused(desk.studio.change(desk.owner, &id, json!({ "closed": !open })))?;
            let said =
                if *open { "People can come in again" } else { "Nobody can come in any more" };
            writeln!(stdout(), "{said}")?;
        }
        Command::Delete(delete) => desk.delete(delete)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn open(place: &PlaceArgs) -> Result<Desk<'_>> {
    let config = crate::serve::beside(place.config.as_deref(), place.database.as_deref())?;
    let studio = grice_server::studio(&config, &grice_home::data_home()?)?;
    Ok(Desk { studio, owner: &place.owner })
}

/// What cannot be done because of what was asked is misuse.
fn refused<T>(done: grice_studio::Result<T>) -> Result<T> {
    done.map_err(|error| match error {
        Error::Refused(refusal) => {
            let hint = refusal.hint.map_or_else(String::new, |hint| format!("; {hint}"));
            Misuse(format!("{}{hint}", refusal.message)).into()
        }
        Error::Store(error) => error.into(),
        error => error.into(),
    })
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn protocols(desk: &Desk<'_>, name: Option<&str>) -> Result<()> {
    match name {
        Some(name) => write!(stdout(), "{}", refused(desk.studio.protocol_text(name))?)?,
        None => show::protocols(&desk.studio.protocols())?,
    }
    Ok(())
}

impl Desk<'_> {
    fn projects(&self) -> Result<Vec<Value>> {
        let mut all = refused(self.studio.projects(self.owner))?;
        Ok(all["projects"].as_array_mut().map(std::mem::take).unwrap_or_default())
    }

    /// The id of a project that is named by it, or by its name.
    fn find(&self, named: &str) -> Result<String> {
        let all = self.projects()?;
        let matches =
            |what: &str| all.iter().filter(|one| text(one, what) == named).collect::<Vec<&Value>>();
        let mut found = matches("id");
        if found.is_empty() {
            found = matches("name");
        }
        match found[..] {
            [one] => Ok(text(one, "id").to_owned()),
            [] => {
                let why = format!("there is no project '{named}'; `grice studio list` lists them");
                Err(Misuse(why).into())
            }
            _ => {
                let ids: Vec<&str> = found.iter().map(|one| text(one, "id")).collect();
                let why = format!("several projects are called '{named}': {}", ids.join(", "));
                Err(Misuse(why).into())
            }
        }
    }

    fn tell(
        &self,
        one: &OneArgs,
        ask: impl Fn(&Studio, &str, &str) -> grice_studio::Result<Value>,
        show: impl Fn(&Value) -> Result<()>,
    ) -> Result<()> {
        let told = refused(ask(&self.studio, self.owner, &self.find(&one.project)?))?;
        match one.json {
            true => crate::output::json(&told),
            false => show(&told),
        }
    }

    fn make(&self, new: &NewArgs) -> Result<()> {
        let settings: Map<String, Value> = new.settings.iter().cloned().collect();
        let mut wanted = json!({ "name": new.name, "settings": settings });
        let file = new.protocol.ends_with(".toml") || new.protocol.contains('/');
        match file {
            true => wanted["toml"] = read(Path::new(&new.protocol))?.into(),
            false => wanted["protocol"] = new.protocol.as_str().into(),
        }
        if let Some(collection) = &new.collection {
            wanted["collection"] = collection.as_str().into();
        }
        if let Some(consent) = &new.consent {
            wanted["consent"] = read(consent)?.into();
        }
        for (name, path) in [("topics", &new.topics), ("seeds", &new.seeds)] {
            let Some(path) = path else { continue };
            let list: Value = serde_json::from_str(&read(path)?)
                .map_err(|error| Misuse(format!("{}: {error}", path.display())))?;
            wanted[name] = list;
        }
        let made = refused(self.studio.create(self.owner, wanted))?;
        writeln!(stdout(), "{}", text(&made, "id"))?;
        tell(format_args!("Made {TITLE}{}{TITLE:#} ({})", new.name, text(&made, "title")));
        tell(format_args!(
            "{DIM}`grice studio invite {}` makes a link for participants; they reach it while `grice serve` runs.{DIM:#}",
            text(&made, "id")
        ));
        Ok(())
    }

    fn invite(&self, invite: &InviteArgs) -> Result<()> {
        let id = self.find(&invite.project)?;
        let mut wanted = json!({ "uses": invite.uses, "days": invite.days });
        if let Some(step) = &invite.step {
            wanted["step"] = step.as_str().into();
        }
        if let Some(label) = &invite.label {
            wanted["label"] = label.as_str().into();
        }
        let made = refused(self.studio.invite(self.owner, &id, wanted))?;
        let step = text(&made["invitation"], "step");
        tell(format_args!("An invitation to '{step}'. Its link is shown this once:"));
        writeln!(stdout(), "{}{}", invite.url.trim_end_matches('/'), text(&made, "link"))?;
        Ok(())
    }

    fn delete(&self, delete: &DeleteArgs) -> Result<()> {
        let id = self.find(&delete.project)?;
        let project = refused(self.studio.project(self.owner, &id))?;
        let name = text(&project, "name");
        let what = match &delete.participant {
            Some(participant) => {
                format!("all data of {participant}, with the conversations they took part in,")
            }
            None => {
                let complete = project["counts"]["complete"].as_u64().unwrap_or(0);
                format!("the project '{name}' ({})", counted(complete, "complete conversation"))
            }
        };
        if !delete.yes && !is_meant(&what)? {
            writeln!(stdout(), "Nothing is deleted")?;
            return Ok(());
        }
        match &delete.participant {
            Some(participant) => {
                let done = self.studio.delete_participant(self.owner, &id, participant);
                let done = refused(done)?;
                let count = |what: &str| done[what].as_u64().unwrap_or(0);
                let sessions = counted(count("sessions"), "conversation");
                let events = counted(count("events"), "event");
                writeln!(stdout(), "Deleted {sessions} and {events} of {participant}")?;
            }
            None => {
                refused(self.studio.delete(self.owner, &id))?;
                writeln!(stdout(), "Deleted '{name}'")?;
            }
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<String> {
    let failed = |error: std::io::Error| Misuse(format!("{}: {error}", path.display()));
    Ok(std::fs::read_to_string(path).map_err(failed)?)
}

/// Asks on the terminal.
fn is_meant(what: &str) -> Result<bool> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        let why = format!("deleting {what} cannot be undone; say --yes where nobody can be asked");
        return Err(Misuse(why).into());
    }
    tell_text(format_args!("Delete {what} for good? [y/N] "));
    let mut line = String::new();
    stdin.lock().read_line(&mut line).context("cannot read from the terminal")?;
    Ok(["y", "yes"].contains(&line.trim().to_lowercase().as_str()))
}
