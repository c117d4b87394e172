//! A reply, said sentence by sentence as it comes.

use std::io::{self, Write};

use grice_engine::{Event, Reply, Sentence};

use crate::judgement::on_one_line;
use crate::output::{DIM, Screen, Style, TITLE};

/// Says one reply.
pub struct Speaker<'a, W: Write> {
    out: &'a mut Screen<W>,
    /// The characters of a line, where lines are broken.
    width: Option<usize>,
    /// What was asked; what it was understood as is told where it differs.
    question: &'a str,
    said: String,
    column: usize,
    /// Why nothing more can be said.
    failed: Option<io::Error>,
}

impl<'a, W: Write> Speaker<'a, W> {
    pub fn new(out: &'a mut Screen<W>, width: Option<usize>, question: &'a str) -> Self {
        Speaker { out, width, question, said: String::new(), column: 0, failed: None }
    }

    /// Takes in a step of the turn.
    pub fn hear(&mut self, event: Event<'_>) {
        if self.failed.is_some() {
            return;
        }
        let heard = match event {
            Event::Understood { rewrite } => self.understood(rewrite),
            Event::Answer(sentence) => self.sentence(sentence, TITLE),
            Event::Addition(sentence) => self.sentence(sentence, Style::Plain),
            Event::Lead(sentence) => self.offer(sentence),
            Event::Found { .. } | Event::FollowUps(_) => Ok(()),
        };
        self.failed = heard.and_then(|()| self.out.flush()).err();
    }

    /// Says what was not said yet, then notes and what could be asked next.
    pub fn finish(mut self, reply: &Reply) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let rest = reply.text.strip_prefix(self.said.as_str()).unwrap_or(&reply.text).to_owned();
        self.words(&rest, Style::Plain)?;
        self.end()?;
        for note in &reply.notes {
            writeln!(self.out, "{DIM}Note: {}{DIM:#}", on_one_line(note))?;
        }
        for (number, offer) in reply.follow_ups.iter().enumerate() {
            writeln!(self.out, "  {DIM}{}{DIM:#} → {}", number + 1, on_one_line(offer))?;
        }
        Ok(())
    }

    /// Says why there is no reply.
    pub fn give_up(mut self, why: &str) -> io::Result<()> {
        self.end()?;
        writeln!(self.out, "{TITLE}I could not answer that:{TITLE:#} {}", on_one_line(why))?;
        writeln!(self.out, "What was said before is kept. Ask again, or /quit.")
    }

    fn understood(&mut self, rewrite: &str) -> io::Result<()> {
        match rewrite.trim() == self.question.trim() {
            true => Ok(()),
            false => writeln!(self.out, "{DIM}Understood as: {}{DIM:#}", on_one_line(rewrite)),
        }
    }

    fn sentence(&mut self, sentence: &Sentence, style: Style) -> io::Result<()> {
        if !self.said.is_empty() {
            self.said.push(' ');
        }
        self.said.push_str(&sentence.text);
        self.words(&sentence.text, style)?;
        let marks = sentence.spans.iter().map(|number| format!("[{}]", number + 1));
        self.words(&marks.collect::<String>(), DIM)
    }

    /// An offer is no claim, so no evidence is named for it.
    fn offer(&mut self, sentence: &Sentence) -> io::Result<()> {
        self.said = format!("{} {}", self.said, sentence.text);
        self.words(&sentence.text, Style::Plain)
    }

    fn words(&mut self, text: &str, style: Style) -> io::Result<()> {
        for word in on_one_line(text).split_whitespace() {
            let length = word.chars().count();
            if self.width.is_some_and(|width| self.column + 1 + length > width) {
                self.end()?;
            } else if self.column > 0 {
                write!(self.out, " ")?;
                self.column += 1;
            }
            write!(self.out, "{style}{word}{style:#}")?;
            self.column += length;
        }
        Ok(())
    }

    /// Ends the line, where there is one.
    fn end(&mut self) -> io::Result<()> {
        if self.column > 0 {
            writeln!(self.out)?;
            self.column = 0;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(width: Option<usize>, events: &[Event<'_>], reply: &Reply) -> String {
        let mut out = Vec::new();
        let mut screen = Screen::of(&mut out);
        let mut speaker = Speaker::new(&mut screen, width, "And when?");
        for event in events {
            speaker.hear(*event);
        }
        speaker.finish(reply).unwrap();
        anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string()
    }

    fn sentence(text: &str, spans: Vec<usize>) -> Sentence {
        Sentence { text: text.to_owned(), spans, source: Vec::new() }
    }

    #[test]
    fn sentences_carry_the_numbers_of_their_evidence_and_lines_are_broken() {
        let first = sentence("In 1294.", vec![0, 1]);
        let second = sentence("A king widened it.", vec![2]);
        let reply = Reply {
            text: "In 1294. A king widened it.".into(),
            follow_ups: vec!["Tell me more about the king.".into()],
            ..Reply::default()
        };
        let events = [
            Event::Understood { rewrite: "When was it built?" },
            Event::Answer(&first),
            Event::Addition(&second),
        ];
        assert_eq!(
            said(None, &events, &reply),
            "Understood as: When was it built?\nIn 1294. [1][2] A king widened it. [3]\n  \
             1 → Tell me more about the king.\n"
        );
        let broken = said(Some(16), &events, &reply);
        assert!(broken.contains("In 1294. [1][2]\nA king widened\nit. [3]\n"), "{broken}");
    }

    #[test]
    fn what_no_event_told_is_said_at_the_end() {
        let first = sentence("In 1294.", Vec::new());
        let reply = Reply {
            text: "In 1294. Which one?".into(),
            notes: vec!["a model failed".into()],
            ..Reply::default()
        };
        let heard = [Event::Understood { rewrite: "And when?" }, Event::Answer(&first)];
        assert_eq!(said(None, &heard, &reply), "In 1294. Which one?\nNote: a model failed\n");
        assert_eq!(said(None, &[], &reply), "In 1294. Which one?\nNote: a model failed\n");
    }
}
