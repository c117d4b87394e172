//! A reply that a generator writes from numbered sentences of the collection. What it says is
//! compared with them before it is shown; where nothing is left, the reply stays as it was.

use grice_english::words;
use grice_judge::ground::Grounder;
use grice_model::generate::Cancel;

use super::marked::Marked;
use super::prompt;
use super::support::{Checked, check};
use super::writer::{Form, WriteError, Writer, Written};
use crate::reply::{Cut, Evidence, Kind, Sentence, Shape, instructs, without_orders};
use crate::retrieve::{Candidate, Reading};
use crate::system::{GeneratorSettings, QuestionForm, System};

/// What a reply is written from.
pub(crate) struct Told<'a> {
    pub writer: &'a Writer,
    pub system: &'a System,
    pub reading: &'a Reading,
    /// The passages, best first.
    pub candidates: &'a [Candidate],
    /// The passage that has the answer.
    pub home: Option<&'a Candidate>,
    /// What was found, and where it and what was added stand.
    pub kind: Kind,
    pub answer: &'a str,
    pub literal: &'a [Evidence],
    pub pragmatic: &'a [Evidence],
    /// Sentences that could be added.
    pub left: Vec<Evidence>,
    pub grounder: &'a Grounder,
    /// Stops the generator.
    pub cancel: &'a Cancel,
}

/// What the generator wrote and the evidence supports.
#[derive(Debug, Default)]
pub(crate) struct Retold {
    pub sentences: Vec<Sentence>,
    pub literal: Vec<Evidence>,
    pub pragmatic: Vec<Evidence>,
    /// Whether its words are the answer, in place of the reader's.
    pub answers: bool,
}

/// What became of a generator's reply.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// None where the reply stays as it was.
    pub retold: Option<Retold>,
    pub cut: Vec<Cut>,
    pub notes: Vec<String>,
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
pub(crate) fn retell(told: &Told<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    if told.kind == Kind::Unknown && !told.settings().answers {
        return outcome;
    }
    match told.retold(&mut outcome.cut) {
        Ok(retold) => {
            outcome.notes.extend(told.left_out(&outcome.cut));
            outcome.retold = Some(retold);
        }
        Err(error) => {
            let name = told.writer.name();
            outcome.notes.push(format!("the reply is not written by {name}: {error}"));
        }
    }
    outcome
}

impl Told<'_> {
    fn retold(&self, cut: &mut Vec<Cut>) -> Result<Retold, Refused> {
        if self.settings().closed_book {
            let messages = prompt::closed_book(self.reading);
            let written = self.writer.chat(messages, self.cancel)?;
            let text = words::one_line(&written.text);
            let sentences = vec![Sentence { text, ..Sentence::default() }];
            return Ok(Retold { sentences, answers: true, ..Retold::default() });
        }
        let evidence = self.evidence();
        if evidence.is_empty() {
            return Err(Refused::NoEvidence);
        }
        let written = self.written(&evidence)?;
        let answers = self.settings().answers;
        if self.settings().spans {
            return self.marked(&written, &evidence, cut);
        }
        // A verdict binds only where it is the reader's.
        let kind = if answers { Kind::Span } else { self.kind };
        let checked =
            check(&prompt::sentences(&written, &evidence), &evidence, kind, self.grounder)?;
        cut.clone_from(&checked.cut);
        if checked.kept.iter().all(|(_, spans)| spans.is_empty()) {
            return Err(Refused::Unsupported);
        }
        match answers {
            true => Ok(answer(checked, &evidence)),
            false => self.say(checked, &evidence),
        }
    }

    /// An answer that is written after its spans; they are looked for in the passages.
    fn marked(
        &self,
        written: &Written,
        evidence: &[Evidence],
        cut: &mut Vec<Cut>,
    ) -> Result<Retold, Refused> {
        let marked = Marked::parse(&written.text);
        let found = |spans: &[String]| -> Vec<Evidence> {
            spans.iter().filter_map(|span| self.standing(span)).collect()
        };
        let (literal, pragmatic) = (found(&marked.literal), found(&marked.pragmatic));
        let said = Written { text: marked.answer, whole: written.whole };
        let checked =
            check(&prompt::sentences(&said, evidence), evidence, Kind::Span, self.grounder)?;
        cut.clone_from(&checked.cut);
        if checked.kept.is_empty() && literal.is_empty() {
            return Err(Refused::Unsupported);
        }
        let all: Vec<usize> = (0..literal.len() + pragmatic.len()).collect();
        let mut texts: Vec<String> = checked.kept.into_iter().map(|(text, _)| text).collect();
        if texts.is_empty() {
            texts = literal.iter().map(|one| one.text.clone()).collect();
        }
        let source: Vec<Evidence> = literal.iter().chain(&pragmatic).cloned().collect();
        let sentence = |text| Sentence {
            text,
            spans: all.clone(),
            source: source.clone(),
            shape: Shape::Prose,
        };
        let sentences = texts.into_iter().map(sentence).collect();
        Ok(Retold { sentences, literal, pragmatic, answers: true })
    }

    /// Where words stand in the passages that were given.
    fn standing(&self, span: &str) -> Option<Evidence> {
        let passages = self.candidates.iter().take(self.settings().passages);
        let mut places = passages.filter_map(|passage| {
            let start = passage.record.text.find(span)?;
            Evidence::of(passage, start, start + span.len())
        });
        places.next()
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
    fn evidence(&self) -> Vec<Evidence> {
        let settings = self.settings();
        let mut all: Vec<Evidence> = Vec::new();
        if settings.answers {
            for passage in self.candidates.iter().take(settings.passages) {
                all.extend(sentences_of(passage));
            }
        } else {
            let mut around: Vec<Evidence> = self.home.map(sentences_of).unwrap_or_default();
            let at = around.iter().position(|s| self.literal.iter().any(|span| s.overlaps(span)));
            let from = at.unwrap_or(0).saturating_sub(settings.sentences / 4);
            around.drain(..from.min(around.len()));
            around.truncate(settings.sentences.div_ceil(2));
            all.extend(around);
            all.extend(self.pragmatic.iter().cloned());
            all.extend(self.left.iter().cloned());
        }
        let mut kept: Vec<Evidence> = Vec::new();
        for one in all {
            if !kept.iter().any(|known| known.overlaps(&one)) && !instructs(&one.text) {
                kept.push(one);
            }
        }
        if !settings.answers || matches!(self.writer.form(), Form::Chat(_)) {
            kept.truncate(settings.sentences);
        }
        kept
    }

    fn written(&self, evidence: &[Evidence]) -> Result<Written, WriteError> {
        let forms = &self.reading.forms;
        let question = match self.settings().question {
            QuestionForm::Original => forms.original.clone(),
            QuestionForm::All if !forms.all.is_empty() => without_orders(&forms.all),
            QuestionForm::Rewrite | QuestionForm::All => forms.rewrite.clone(),
        };
        let passages = self.candidates.iter().take(self.settings().passages);
        match self.writer.form() {
            Form::Chat(_) => {
                let messages = prompt::messages(self.system, self.reading, self.answer, evidence);
                self.writer.chat(messages, self.cancel)
            }
            Form::Text(_) => {
                let texts: Vec<String> = passages.map(|c| without_orders(&c.record.text)).collect();
                self.writer.text(&format!("{question} {}", words::one_line(&texts.join(" "))))
            }
            Form::Fusion(_) => {
                let harmless =
                    |c: &Candidate| (without_orders(&c.title), without_orders(&c.record.text));
                let texts: Vec<(String, String)> = passages.map(harmless).collect();
                let passages: Vec<grice_model::Evidence<'_>> = texts
                    .iter()
                    .map(|(title, text)| grice_model::Evidence { title, text })
                    .collect();
                self.writer.fuse(&question, &passages)
            }
        }
    }

    /// The generator's sentences in the reply's place; its literal spans stay.
    fn say(&self, checked: Checked, evidence: &[Evidence]) -> Result<Retold, Refused> {
        let literal = |one: &Evidence| -> Vec<usize> {
            let spans = self.literal.iter().enumerate();
            spans.filter(|(_, span)| span.overlaps(one)).map(|(number, _)| number).collect()
        };
        let answered = |(text, numbers): &(String, Vec<usize>)| {
            text.to_lowercase().contains(&self.answer.to_lowercase())
                || numbers.iter().any(|number| !literal(&evidence[*number]).is_empty())
        };
        if !checked.kept.iter().any(answered) {
            return Err(Refused::NoAnswer);
        }
        let first = self.literal.len();
        let mut pragmatic: Vec<Evidence> = Vec::new();
        let mut sentences = Vec::new();
        for (text, numbers) in checked.kept {
            let mut spans = Vec::new();
            for number in &numbers {
                let one = &evidence[*number];
                let own = literal(one);
                match own.is_empty() {
                    true => spans.push(first + numbered(&mut pragmatic, one)),
                    false => spans.extend(own),
                }
            }
            if numbers.is_empty() {
                spans.extend(0..first);
            }
            let source = numbers.iter().map(|number| evidence[*number].clone()).collect();
            sentences.push(Sentence { text, spans, source, shape: Shape::Prose });
        }
        let literal = self.literal.to_vec();
        Ok(Retold { sentences, literal, pragmatic, answers: false })
    }
}

/// The generator's sentences as the answer itself.
fn answer(checked: Checked, evidence: &[Evidence]) -> Retold {
    let mut literal: Vec<Evidence> = Vec::new();
    let mut sentences = Vec::new();
    for (text, numbers) in checked.kept {
        let source: Vec<Evidence> =
            numbers.iter().map(|number| evidence[*number].clone()).collect();
        let spans = source.iter().map(|one| numbered(&mut literal, one)).collect();
        sentences.push(Sentence { text, spans, source, shape: Shape::Prose });
    }
    Retold { sentences, literal, pragmatic: Vec::new(), answers: true }
}

/// The number of evidence among some, to which it is added where it is not among them.
fn numbered(all: &mut Vec<Evidence>, one: &Evidence) -> usize {
    all.iter().position(|known| known == one).unwrap_or_else(|| {
        all.push(one.clone());
        all.len() - 1
    })
}

fn sentences_of(passage: &Candidate) -> Vec<Evidence> {
    let ranges = grice_text::sentences(&passage.record.text);
    ranges.filter_map(|range| Evidence::of(passage, range.start, range.end)).collect()
}
