//! A reply that a generator writes from numbered sentences of the collection. What it says is
//! compared with them before it is shown; where nothing is left, the reply stays as it was.

use grice_judge::Turn;
use grice_judge::ground::Grounder;

use crate::anticipate::Extra;
use crate::candidate::Candidate;
use crate::contextualise::Forms;
use crate::conversation::Topic;
use crate::generator::{GeneratorSettings, QuestionForm};
use crate::prompt;
use crate::reply::{Evidence, Kind, Reply, Sentence};
use crate::said::on_one_line;
use crate::support::{Checked, check};
use crate::system::System;
use crate::why::Cut;
use crate::writer::{Form, WriteError, Writer, Written};

/// What a reply is written from.
pub(crate) struct Told<'a> {
    pub writer: &'a Writer,
    pub system: &'a System,
    pub history: &'a [Turn],
    pub forms: &'a Forms,
    /// The passages, best first.
    pub candidates: &'a [Candidate],
    /// The passage that has the answer.
    pub home: Option<&'a Candidate>,
    /// Sentences that could be added.
    pub left: &'a [Extra],
    pub grounder: &'a Grounder,
}

/// Why the generator's reply is not used.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Unwritten(#[from] WriteError),
    #[error(transparent)]
    Unchecked(#[from] grice_judge::Error),
    #[error("nothing was found that it could write from")]
    NoEvidence,
    #[error("the collection says nothing of what it wrote")]
    Unsupported,
    #[error("it left the answer out")]
    NoAnswer,
}

/// Has the generator write the reply, and takes out what the evidence does not support. A refusal
/// stays a refusal, unless the generator's words are the answer in this system.
pub(crate) fn retell(reply: &mut Reply, told: &Told<'_>) {
    let answers = told.system.generator.answers;
    if reply.kind == Kind::Talk || reply.is_unknown() && !answers {
        return;
    }
    if let Err(error) = told.rewrite(reply) {
        let name = told.writer.name();
        reply.notes.push(format!("the reply is not written by {name}: {error}"));
    }
}

impl Told<'_> {
    fn rewrite(&self, reply: &mut Reply) -> Result<(), Refused> {
        let evidence = self.evidence(reply);
        if evidence.is_empty() {
            return Err(Refused::NoEvidence);
        }
        let written = self.written(reply, &evidence)?;
        // A verdict binds only where it is the reader's.
        let kind = if self.settings().answers { Kind::Span } else { reply.kind };
        let checked = check(&prompt::sentences(&written), &evidence, kind, self.grounder)?;
        reply.why.cut.clone_from(&checked.cut);
        if checked.kept.iter().all(|(_, spans)| spans.is_empty()) {
            return Err(Refused::Unsupported);
        }
        match self.settings().answers {
            true => answer(reply, checked, &evidence),
            false => say(reply, checked, &evidence)?,
        }
        reply.why.written_by = self.writer.name().to_owned();
        reply.notes.extend(self.left_out(&reply.why.cut));
        Ok(())
    }

    /// What is said of sentences that were cut.
    fn left_out(&self, cut: &[Cut]) -> Option<String> {
        let mut why: Vec<&str> = cut.iter().map(|cut| cut.why.as_str()).collect();
        why.dedup();
        let (name, why) = (self.writer.name(), why.join("; "));
        match cut.len() {
            0 => None,
            1 => Some(format!("a sentence of {name} was left out: {why}")),
            many => Some(format!("{many} sentences of {name} were left out: {why}")),
        }
    }

    fn settings(&self) -> &GeneratorSettings {
        &self.system.generator
    }

    /// The sentences that may be used: around the answer, then what could be added. Sentences that
    /// speak to a model are left out.
    fn evidence(&self, reply: &Reply) -> Vec<Evidence> {
        let settings = self.settings();
        let mut all: Vec<Evidence> = Vec::new();
        if settings.answers {
            for passage in self.candidates.iter().take(settings.passages) {
                all.extend(sentences_of(passage));
            }
        } else {
            let mut around: Vec<Evidence> = self.home.map(sentences_of).unwrap_or_default();
            let at = around.iter().position(|s| reply.literal.iter().any(|span| overlap(s, span)));
            let from = at.unwrap_or(0).saturating_sub(settings.sentences / 4);
            around.drain(..from.min(around.len()));
            around.truncate(settings.sentences.div_ceil(2));
            all.extend(around);
            all.extend(reply.pragmatic.iter().cloned());
            all.extend(self.left.iter().map(|extra| extra.said.evidence.clone()));
        }
        let mut kept: Vec<Evidence> = Vec::new();
        for one in all {
            if !kept.iter().any(|known| overlap(known, &one)) && !prompt::instructs(&one.text) {
                kept.push(one);
            }
        }
        if !settings.answers || matches!(self.writer.form(), Form::Chat(_)) {
            kept.truncate(settings.sentences);
        }
        kept
    }

    fn written(&self, reply: &Reply, evidence: &[Evidence]) -> Result<Written, WriteError> {
        let question = match self.settings().question {
            QuestionForm::Original => &self.forms.original,
            QuestionForm::All if !self.forms.all.is_empty() => &self.forms.all,
            QuestionForm::Rewrite | QuestionForm::All => &self.forms.rewrite,
        };
        let passages = self.candidates.iter().take(self.settings().passages);
        match self.writer.form() {
            Form::Chat(_) => self.writer.chat(prompt::messages(self, reply, evidence)),
            Form::Text(_) => {
                let texts: Vec<&str> = passages.map(|c| c.record.text.as_str()).collect();
                self.writer.text(&format!("{question} {}", on_one_line(&texts.join(" "))))
            }
            Form::Fusion(_) => {
                let passages: Vec<grice_model::Evidence<'_>> = passages
                    .map(|c| grice_model::Evidence { title: &c.title, text: &c.record.text })
                    .collect();
                self.writer.fuse(question, &passages)
            }
        }
    }
}

/// Puts the generator's sentences in the reply's place; its literal spans stay.
fn say(reply: &mut Reply, checked: Checked, evidence: &[Evidence]) -> Result<(), Refused> {
    let literal = |one: &Evidence| -> Vec<usize> {
        let spans = reply.literal.iter().enumerate();
        spans.filter(|(_, span)| overlap(span, one)).map(|(number, _)| number).collect()
    };
    let answered = |(text, numbers): &(String, Vec<usize>)| {
        text.to_lowercase().contains(&reply.answer.to_lowercase())
            || numbers.iter().any(|number| !literal(&evidence[*number]).is_empty())
    };
    if !checked.kept.iter().any(answered) {
        return Err(Refused::NoAnswer);
    }
    let first = reply.literal.len();
    let mut added: Vec<Evidence> = Vec::new();
    let mut said = Vec::new();
    for (text, numbers) in checked.kept {
        let mut spans = Vec::new();
        for number in &numbers {
            let one = &evidence[*number];
            let own = literal(one);
            if own.is_empty() {
                let place = added.iter().position(|known| known == one);
                let place = place.unwrap_or_else(|| {
                    added.push(one.clone());
                    added.len() - 1
                });
                spans.push(first + place);
            } else {
                spans.extend(own);
            }
        }
        if numbers.is_empty() {
            spans.extend(0..first);
        }
        let source = numbers.iter().map(|number| evidence[*number].clone()).collect();
        said.push(Sentence { text, spans, source });
    }
    reply.pragmatic = added;
    finish(reply, said);
    Ok(())
}

/// Makes the generator's sentences the answer itself.
fn answer(reply: &mut Reply, checked: Checked, evidence: &[Evidence]) {
    let mut literal: Vec<Evidence> = Vec::new();
    let mut said = Vec::new();
    for (text, numbers) in checked.kept {
        let mut spans = Vec::new();
        for one in numbers.iter().map(|number| &evidence[*number]) {
            let place = literal.iter().position(|known| known == one);
            spans.push(place.unwrap_or_else(|| {
                literal.push(one.clone());
                literal.len() - 1
            }));
        }
        let source = numbers.iter().map(|number| evidence[*number].clone()).collect();
        said.push(Sentence { text, spans, source });
    }
    if reply.is_unknown() {
        reply.kind = Kind::Span;
    }
    reply.topic = literal
        .first()
        .map(|one| Topic { document: one.document.clone(), title: one.title.clone() });
    reply.literal = literal;
    reply.pragmatic = Vec::new();
    finish(reply, said);
    reply.answer = reply.text.clone();
}

fn finish(reply: &mut Reply, said: Vec<Sentence>) {
    reply.evidence = said;
    reply.join();
}

fn sentences_of(passage: &Candidate) -> Vec<Evidence> {
    let ranges = grice_text::sentences(&passage.record.text);
    ranges.filter_map(|range| Evidence::of(passage, range.start, range.end)).collect()
}

fn overlap(a: &Evidence, b: &Evidence) -> bool {
    a.passage == b.passage && a.start < b.end && b.start < a.end
}
