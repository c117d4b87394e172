//! What commands do.

use grice_engine::{Conversation, Kind, Reply};
use grice_home::Place;
use grice_home::export::Export;
use grice_index::Index;
use grice_store::Saved;

use super::command::{self, Command};
use super::evidence;
use super::export;
use super::show;
use super::talk::Talk;
use crate::ask::explained;
use crate::output::{DIM, fold};

const NOTHING: &str = "Nothing has been said yet.\n";
const UNREADABLE: &str =
    "What the last reply was made of was saved by another version of Grice and cannot be read.\n";

impl Talk {
    /// Takes up a saved conversation.
    pub fn take_up(&mut self, saved: Saved, width: Option<usize>) -> String {
        let mut text = show::taken_up(&saved, width);
        let place = Place::of_kept(&saved.summary.collection).ok();
        let kept = place.as_ref().and_then(|place| place.kept_as().ok());
        if kept.as_ref() != Some(&self.keeper.collection) {
            let about = match place {
                Some(Place::Demo) => "the demo".to_owned(),
                Some(place) => place.said(),
                None => saved.summary.collection.clone(),
            };
            let note = format!(
                "{DIM}Note: it was about {about}; `grice chat --resume {}` goes on there{DIM:#}\n",
                saved.summary.id
            );
            text.push_str(&fold(&note, width));
        }
        (self.conversation, self.replies) = (saved.conversation, saved.replies);
        text
    }

    /// The last reply, or what is said where there is none.
    pub fn last(&self) -> Result<&Reply, &'static str> {
        match self.replies.last() {
            Some(Some(reply)) => Ok(reply),
            Some(None) => Err(UNREADABLE),
            None => Err(NOTHING),
        }
    }

    /// Does what a command says, and says what came of it.
    pub fn act(&mut self, command: Command<'_>, width: Option<usize>) -> String {
        match command {
            // What has lines of its own is set already.
            Command::Evidence => {
                self.of_last(|index, reply, colour| evidence::evidence(index, reply, colour, width))
            }
            Command::Resume(Some(wanted)) => match self.keeper.resume(Some(wanted)) {
                Ok(saved) => self.take_up(saved, width),
                Err(error) => fold(&format!("{error}\n"), width),
            },
            command => fold(&self.done(command), width),
        }
    }

    fn done(&mut self, command: Command<'_>) -> String {
        let said = |error: grice_store::Error| format!("{error}\n");
        match command {
            Command::Cite => self.of_last(|index, reply, _| evidence::cite(index, reply)),
            Command::Open(number) => {
                self.of_last(|index, reply, _| evidence::open(index, reply, number))
            }
            Command::Export { file, replaces } => self.export(file, replaces),
            Command::Why => match self.last() {
                Ok(reply) => explained(reply).trim_start().to_owned(),
                Err(why) => why.to_owned(),
            },
            Command::Topics => show::topics(&self.conversation),
            Command::Save(name) => self.save(name).unwrap_or_else(said),
            Command::Resume(_) => self.keeper.list().map_or_else(said, |all| show::list(&all)),
            Command::New => {
                self.begin();
                "A new conversation.\n".to_owned()
            }
            Command::Forget(wanted) => self.forget(wanted).unwrap_or_else(said),
            Command::Help => command::help(),
            Command::Unknown(word) => command::unknown(word),
            Command::As(_) => command::AS.to_owned(),
            Command::Evidence | Command::Quit => String::new(),
        }
    }

    /// What is made of the last reply that is no small talk.
    fn of_last(&self, make: impl Fn(&Index, &Reply, bool) -> String) -> String {
        match self.last() {
            Ok(reply) => {
                let reply = self.last_answer().unwrap_or(reply);
                make(self.engine.index(), reply, self.colour)
            }
            Err(why) => why.to_owned(),
        }
    }

    fn export(&self, file: Option<&str>, replaces: bool) -> String {
        if self.conversation.turns.is_empty() {
            return NOTHING.to_owned();
        }
        let Talk { engine, name, conversation, replies, .. } = self;
        let index = Some(engine.index());
        let export = Export { index, collection: name, conversation, replies };
        match export::write(&export, file, replaces) {
            Ok(path) => format!("Written to {}\n", path.display()),
            Err(why) => format!("{why}\n"),
        }
    }

    /// The last reply that is no small talk.
    fn last_answer(&self) -> Option<&Reply> {
        let known = self.replies.iter().rev().flatten();
        known.into_iter().find(|reply| !matches!(reply.kind, Kind::Talk | Kind::Clarify))
    }

    fn begin(&mut self) {
        self.keeper.leave();
        (self.conversation, self.replies) = (Conversation::new(), Vec::new());
    }

    fn save(&mut self, name: Option<&str>) -> Result<String, grice_store::Error> {
        if self.conversation.turns.is_empty() {
            return Ok(NOTHING.to_owned());
        }
        self.keeper.save(&self.conversation, &self.replies)?;
        if let Some(name) = name {
            self.keeper.rename(name)?;
        }
        let id = self.keeper.id().unwrap_or_default();
        let name = name.map(|name| format!(" '{name}'")).unwrap_or_default();
        Ok(format!("Saved as conversation {id}{name}.\n"))
    }

    fn forget(&mut self, wanted: Option<&str>) -> Result<String, grice_store::Error> {
        let (id, own) = self.keeper.forget(wanted)?;
        if own {
            self.begin();
        }
        let new = if own { " A new one begins." } else { "" };
        Ok(match id {
            Some(id) => format!("Conversation {id} is deleted.{new}\n"),
            None => format!("This conversation was not saved, and is forgotten.{new}\n"),
        })
    }
}
