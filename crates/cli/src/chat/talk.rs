//! A conversation as it goes on: what is said, what is kept, what commands do.

use anyhow::Result;
use grice_engine::{Conversation, Engine, Event, Kind, Reply};
use grice_store::Saved;
use serde_json::json as object;

use super::command::{self, Command};
use super::keeper::{Keeper, Kept};
use super::show;
use super::speak::Speaker;
use crate::ask::{Answer, explained};
use crate::output::{DIM, json, stdout, tell_text, warn};

/// Passages of a reply that are kept for `/why`.
const KEPT: usize = 20;

const NOTHING: &str = "Nothing has been said yet.\n";
const UNREADABLE: &str =
    "What the last reply was made of was saved by another version of Grice and cannot be read.\n";

/// A conversation with everything it needs.
pub struct Talk {
    pub engine: Engine,
    pub keeper: Keeper,
    pub json: bool,
    pub trace: bool,
    /// Whether marks can be shown by colours.
    pub colour: bool,
    pub conversation: Conversation,
    /// The reply of each turn, where it is known.
    pub replies: Vec<Option<Reply>>,
}

impl Talk {
    /// Answers a line. False where it was the last one.
    pub fn line(&mut self, line: &str, width: Option<usize>) -> Result<bool> {
        match Command::parse(line) {
            Some(Command::Quit) => return Ok(false),
            Some(command) => {
                let text = self.command(command);
                // With --json the standard output is for the programs.
                match self.json {
                    true => tell_text(text),
                    false => writeln!(stdout(), "{text}")?,
                }
            }
            None => {
                let offered = self.offered(line);
                if let (Some(offered), false) = (&offered, self.json) {
                    writeln!(stdout(), "{DIM}→ {offered}{DIM:#}")?;
                }
                let asked = offered.unwrap_or_else(|| line.to_owned());
                match self.json {
                    true => self.answer_json(&asked)?,
                    false => self.answer(&asked, width)?,
                }
            }
        }
        Ok(true)
    }

    /// Takes up a saved conversation.
    pub fn take_up(&mut self, saved: Saved) -> String {
        let mut text = show::taken_up(&saved.summary, &saved.conversation);
        if saved.summary.collection != self.keeper.collection {
            let about = match saved.summary.collection.as_str() {
                "" => "the demo",
                folder => folder,
            };
            text.push_str(&format!(
                "{DIM}Note: it was about {about}; `grice chat --resume {}` goes on there{DIM:#}\n",
                saved.summary.id
            ));
        }
        (self.conversation, self.replies) = (saved.conversation, saved.replies);
        text
    }

    /// The follow-up whose number a line is.
    fn offered(&self, line: &str) -> Option<String> {
        let number: usize = line.trim().trim_end_matches('.').parse().ok()?;
        self.last().ok()?.follow_ups.get(number.checked_sub(1)?).cloned()
    }

    /// The last reply, or what is said where there is none.
    fn last(&self) -> Result<&Reply, &'static str> {
        match self.replies.last() {
            Some(Some(reply)) => Ok(reply),
            Some(None) => Err(UNREADABLE),
            None => Err(NOTHING),
        }
    }

    fn answer(&mut self, asked: &str, width: Option<usize>) -> Result<()> {
        let mut out = stdout();
        let mut speaker = Speaker::new(&mut out, width, asked);
        let trace = self.trace;
        let mut tell = |event: Event<'_>| {
            // A trace tells it, too.
            if !(trace && matches!(event, Event::Understood { .. })) {
                speaker.hear(event);
            }
        };
        match self.engine.reply_streaming(&mut self.conversation, asked, &mut tell) {
            Ok(reply) => {
                let kept = keep(&mut self.keeper, &self.conversation, &mut self.replies, &reply);
                speaker.finish(&reply)?;
                if self.trace {
                    write!(out, "{}", explained(&reply))?;
                }
                told(kept);
            }
            Err(error) => speaker.give_up(&error.to_string())?,
        }
        writeln!(out)?;
        Ok(())
    }

    fn answer_json(&mut self, asked: &str) -> Result<()> {
        match self.engine.reply(&mut self.conversation, asked) {
            Ok(reply) => {
                told(keep(&mut self.keeper, &self.conversation, &mut self.replies, &reply));
                json(&Answer::new(&self.conversation, &reply, self.trace))
            }
            Err(error) => json(&object!({ "error": error.to_string() })),
        }
    }

    fn command(&mut self, command: Command<'_>) -> String {
        let said = |error: grice_store::Error| format!("{error}\n");
        match command {
            Command::Evidence => match self.last() {
                Ok(reply) => {
                    let reply = self.last_answer().unwrap_or(reply);
                    show::evidence(self.engine.index(), reply, self.colour)
                }
                Err(why) => why.to_owned(),
            },
            Command::Open(number) => match self.last() {
                Ok(reply) => {
                    let reply = self.last_answer().unwrap_or(reply);
                    show::open(self.engine.index(), reply, number)
                }
                Err(why) => why.to_owned(),
            },
            Command::Why => match self.last() {
                Ok(reply) => explained(reply).trim_start().to_owned(),
                Err(why) => why.to_owned(),
            },
            Command::Topics => show::topics(&self.conversation),
            Command::Save(name) => self.save(name).unwrap_or_else(said),
            Command::Resume(None) => self.keeper.list().map_or_else(said, |all| show::list(&all)),
            Command::Resume(wanted) => match self.keeper.resume(wanted) {
                Ok(saved) => self.take_up(saved),
                Err(error) => said(error),
            },
            Command::New => {
                self.begin();
                "A new conversation.\n".to_owned()
            }
            Command::Forget(wanted) => self.forget(wanted).unwrap_or_else(said),
            Command::Help => command::help(),
            Command::Unknown(word) => command::unknown(word),
            Command::Quit => String::new(),
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

/// Adds the reply of a turn and saves the turn.
fn keep(
    keeper: &mut Keeper,
    conversation: &Conversation,
    replies: &mut Vec<Option<Reply>>,
    reply: &Reply,
) -> Result<Kept, grice_store::Error> {
    let mut kept = reply.clone();
    kept.passages.truncate(KEPT);
    replies.push(Some(kept));
    keeper.keep(conversation, replies)
}

/// Tells what became of a turn, where it is worth telling.
fn told(kept: Result<Kept, grice_store::Error>) {
    match kept {
        Ok(Kept::Not | Kept::There) => {}
        Ok(Kept::Apart(id)) => warn(format_args!(
            "this conversation was changed by another process; it is saved as conversation {id} from now on"
        )),
        Err(error) => warn(format_args!("this turn is not saved yet: {error}")),
    }
}
