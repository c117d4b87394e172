//! A conversation as it goes on: what is said, and what is kept.

use anyhow::Result;
use grice_engine::{Cancel, Control, Conversation, Engine, Error, Event, Reply};
use serde_json::json as object;

use super::command::Command;
use super::interrupt;
use super::keeper::{Keeper, Kept};
use super::speak::Speaker;
use crate::ask::{Answer, explained};
use crate::output::{DIM, Working, fold, json, stdout, tell_text, warn};

/// Passages of a reply that are kept for `/why`.
const KEPT: usize = 20;

/// A conversation with everything it needs.
pub struct Talk {
    pub engine: Engine,
    pub keeper: Keeper,
    /// The collection's name.
    pub name: String,
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
        let cancel = interrupt::next();
        match Command::parse(line) {
            Some(Command::Quit) => return Ok(false),
            Some(Command::As(Some(meant))) => {
                self.answer(&format!("/as {meant}"), width, cancel)?
            }
            Some(command) => {
                let text = self.act(command, width);
                // With --json the standard output is for the programs.
                match self.json {
                    true => tell_text(text),
                    false => writeln!(stdout(), "{text}")?,
                }
            }
            None => {
                let offered = self.offered(line);
                if let (Some(offered), false) = (&offered, self.json) {
                    writeln!(stdout(), "{}", fold(&format!("{DIM}→ {offered}{DIM:#}"), width))?;
                }
                let asked = offered.unwrap_or_else(|| line.to_owned());
                self.answer(&asked, width, cancel)?;
            }
        }
        Ok(true)
    }

    /// The follow-up whose number a line is.
    fn offered(&self, line: &str) -> Option<String> {
        let number: usize = line.trim().trim_end_matches('.').parse().ok()?;
        self.last().ok()?.follow_ups.get(number.checked_sub(1)?).cloned()
    }

    fn answer(&mut self, asked: &str, width: Option<usize>, cancel: Cancel) -> Result<()> {
        let control = Control::stopped_by(cancel);
        match self.json {
            true => self.answer_json(asked, &control),
            false => self.answer_people(asked, width, &control),
        }
    }

    fn answer_people(
        &mut self,
        asked: &str,
        width: Option<usize>,
        control: &Control,
    ) -> Result<()> {
        let mut out = stdout();
        let mut speaker = Speaker::new(&mut out, width);
        let mut working = Some(Working::start());
        let trace = self.trace;
        let mut tell = |event: Event<'_>| match event {
            // A trace tells it, too.
            Event::Understood { shown, .. } if trace || shown.is_empty() => {}
            Event::Understood { .. } => {
                working.take();
                speaker.hear(event);
                working = Some(Working::start());
            }
            Event::Answer(_) | Event::Addition(_) => {
                working.take();
                speaker.hear(event);
            }
            Event::Found { .. } | Event::FollowUps(_) => {}
        };
        let replied = self.engine.reply_with(&mut self.conversation, asked, control, &mut tell);
        drop(working);
        match replied {
            Ok(reply) => {
                let kept = keep(&mut self.keeper, &self.conversation, &mut self.replies, &reply);
                speaker.finish(&reply)?;
                if self.trace {
                    write!(out, "{}", fold(&explained(&reply), width))?;
                }
                told(kept);
            }
            Err(Error::Cancelled) => speaker.stop()?,
            Err(error) => speaker.give_up(&error.to_string())?,
        }
        writeln!(out)?;
        Ok(())
    }

    fn answer_json(&mut self, asked: &str, control: &Control) -> Result<()> {
        let working = Working::start();
        let replied = self.engine.reply_with(&mut self.conversation, asked, control, &mut |_| {});
        drop(working);
        match replied {
            Ok(reply) => {
                told(keep(&mut self.keeper, &self.conversation, &mut self.replies, &reply));
                json(&Answer::new(&self.conversation, &reply, self.trace))
            }
            Err(error) => json(&object!({ "error": error.to_string() })),
        }
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
