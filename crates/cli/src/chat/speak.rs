//! A reply, said sentence by sentence as it comes. The last sentence waits until the turn is saved.

use std::io::{self, Write};

use grice_engine::{Event, Reply, Sentence};
use grice_text::on_one_line;

use super::show;
use crate::output::{DIM, Screen, Style, TITLE, fold};
use crate::reply_text::ReplyText;

/// Says one reply.
pub struct Speaker<'a, W: Write> {
    out: &'a mut Screen<W>,
    width: Option<usize>,
    text: ReplyText,
    /// The last sentence that came, which is not said before another comes or the turn is saved.
    held: Option<(Sentence, Style)>,
    /// Why nothing more can be said.
    failed: Option<io::Error>,
}

impl<'a, W: Write> Speaker<'a, W> {
    pub fn new(out: &'a mut Screen<W>, width: Option<usize>) -> Self {
        Speaker { out, width, text: ReplyText::new(width), held: None, failed: None }
    }

    /// Takes in a step of the turn.
    pub fn hear(&mut self, event: Event<'_>) {
        if self.failed.is_some() {
            return;
        }
        let heard = match event {
            Event::Understood { shown, .. } => self.understood(shown),
            Event::Answer(sentence) => self.hold(sentence, TITLE),
            Event::Addition(sentence) => self.hold(sentence, Style::Plain),
            Event::Found { .. } | Event::FollowUps(_) => Ok(()),
        };
        self.failed = heard.and_then(|()| self.out.flush()).err();
    }

    /// Says what was not said yet, then notes and what could be asked next.
    pub fn finish(mut self, reply: &Reply) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.say_held()?;
        let rest = self.text.rest(reply);
        write!(self.out, "{rest}{}", fold(&show::offers(reply), self.width))
    }

    /// Says why there is no reply.
    pub fn give_up(mut self, why: &str) -> io::Result<()> {
        self.say_held()?;
        let mut end = String::new();
        self.text.end(&mut end);
        let why = on_one_line(why);
        let told = format!(
            "{TITLE}I could not answer that:{TITLE:#} {why}\nWhat was said before is kept. Ask again, or /quit."
        );
        writeln!(self.out, "{end}{}", fold(&told, self.width))
    }

    /// Says that the turn was stopped.
    pub fn stop(mut self) -> io::Result<()> {
        let mut end = String::new();
        self.text.end(&mut end);
        writeln!(self.out, "{end}{DIM}Stopped. What was said before is kept.{DIM:#}")
    }

    fn understood(&mut self, shown: &str) -> io::Result<()> {
        match show::understood(shown) {
            None => Ok(()),
            Some(line) => writeln!(self.out, "{}", fold(&line, self.width)),
        }
    }

    fn hold(&mut self, sentence: &Sentence, style: Style) -> io::Result<()> {
        self.say_held()?;
        self.held = Some((sentence.clone(), style));
        Ok(())
    }

    fn say_held(&mut self) -> io::Result<()> {
        match self.held.take() {
            Some((sentence, style)) => {
                write!(self.out, "{}", self.text.sentence(&sentence, style))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &str, spans: Vec<usize>) -> Sentence {
        Sentence { text: text.to_owned(), spans, ..Sentence::default() }
    }

    /// What is seen before the turn is done, and all of it.
    fn said(events: &[Event<'_>], reply: &Reply) -> (String, String) {
        let plain = |out: &[u8]| {
            anstream::adapter::strip_str(std::str::from_utf8(out).unwrap()).to_string()
        };
        let mut out = Vec::new();
        let mut screen = Screen::of(&mut out);
        let mut speaker = Speaker::new(&mut screen, None);
        events.iter().for_each(|event| speaker.hear(*event));
        drop(speaker);
        let before = plain(&out);
        out.clear();
        let mut screen = Screen::of(&mut out);
        let mut speaker = Speaker::new(&mut screen, None);
        events.iter().for_each(|event| speaker.hear(*event));
        speaker.finish(reply).unwrap();
        (before, plain(&out))
    }

    #[test]
    fn the_last_sentence_and_the_follow_ups_wait_until_the_turn_is_saved() {
        let (first, second) =
            (sentence("In 1294.", vec![0]), sentence("A king widened it.", vec![1]));
        let follow_ups = vec!["Tell me more about the king.".to_owned()];
        let reply = Reply {
            text: "In 1294. A king widened it.".into(),
            follow_ups: follow_ups.clone(),
            ..Reply::default()
        };
        let events = [
            Event::Understood { rewrite: "When was it built?", shown: "about Orlo Bridge" },
            Event::Answer(&first),
            Event::Addition(&second),
            Event::FollowUps(&follow_ups),
        ];
        let (before, all) = said(&events, &reply);
        assert_eq!(before, "Understood as: about Orlo Bridge\nIn 1294. [1]");
        assert_eq!(
            all,
            "Understood as: about Orlo Bridge\nIn 1294. [1] A king widened it. [2]\n  \
             1 → Tell me more about the king.\n"
        );
    }

    #[test]
    fn what_was_taken_as_it_was_said_is_not_told_and_notes_are() {
        let reply = Reply {
            text: "In 1294. Which one?".into(),
            notes: vec!["a model failed".into()],
            ..Reply::default()
        };
        let first = sentence("In 1294.", Vec::new());
        let heard = [Event::Understood { rewrite: "And when?", shown: "" }, Event::Answer(&first)];
        assert_eq!(said(&heard, &reply).1, "In 1294. Which one?\nNote: a model failed\n");
    }
}
