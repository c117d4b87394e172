//! What a question can mean: up to three readings, each with how likely it is.

mod forms;
mod rewrite;
mod standalone;

use std::borrow::Cow;

use grice_english::pronoun;
use grice_judge::Turn;
use grice_judge::find::{Finder, Sought};
use grice_judge::rewrite::Rewritten;
use grice_model::alone;
use grice_model::generate::Cancel;

use crate::listen::Ask;
use crate::retrieve::Reading;
use crate::state::{Conversation, ReadingKind};
use crate::system::{HistoryUse, Judgements, System};

pub use forms::all_history;
use forms::forms;
use rewrite::Means;
pub(crate) use rewrite::Rewriting;
use standalone::standalone;

/// The last turns that are read when a question is made to stand alone; the first one is always.
const TURNS_REWRITTEN: usize = 4;

/// Who understands.
pub(crate) struct Mind<'a> {
    pub system: &'a System,
    pub judgements: &'a Judgements,
    pub rewriting: &'a Rewriting,
    /// Stops a model that writes.
    pub cancel: Cancel,
    /// Whether the collection's vectors are those that the finder's are compared with.
    pub near: bool,
}

/// What the question can mean.
#[derive(Debug, Default)]
pub(crate) struct Understood {
    /// The likeliest first.
    pub readings: Vec<Reading>,
    /// How likely the question needs nothing of what was said before.
    pub alone: f32,
    /// The question as it stands alone.
    pub rewrite: String,
    /// Who made it stand alone; empty where nobody did.
    pub rewritten_by: String,
    pub notes: Vec<String>,
}

impl Mind<'_> {
    /// What a question can mean. The models read it side by side.
    pub fn understand(&self, conversation: &Conversation, ask: &Ask) -> Understood {
        let question = ask.question.as_str();
        let uses = self.system.contextualise.history;
        let history = match ask.alone || uses == HistoryUse::Ignored {
            true => Vec::new(),
            false => conversation.history(),
        };
        if uses == HistoryUse::Rewritten && !history.is_empty() {
            return self.rewritten_only(&history, ask);
        }
        let finder = self.finder().filter(|_| ask.page.is_none());
        let mut notes = Vec::new();
        let (rewritten, sought) = rayon::join(
            || self.rewritten(&history, question, &mut notes),
            || finder.map(|finder| alone(|| finder.find(&history, question))),
        );
        let failed = |error: grice_judge::Error| format!("the finder was not used: {error}");
        let sought = match sought {
            Some(Err(error)) => {
                notes.push(failed(error));
                None
            }
            Some(Ok(sought)) => Some(sought),
            None => None,
        };
        let mut understood = self.readings(conversation, &history, question, rewritten, sought);
        // As it was said, it is looked for as if nothing had been said before.
        let first = understood.readings.iter_mut().find(|r| r.kind == ReadingKind::AsSaid);
        if let (Some(reading), Some(finder), false) = (first, finder, history.is_empty()) {
            match alone(|| finder.find(&[], question)) {
                Ok(sought) => reading.sought = Some(sought),
                Err(error) => notes.push(failed(error)),
            }
        }
        if let Some(page) = &ask.page {
            for reading in &mut understood.readings {
                reading.pages = vec![page.clone()];
            }
            understood.readings.truncate(1);
        }
        Understood { notes, ..understood }
    }

    /// The question as it stands alone, who made it so, and what failed.
    pub fn rewrite(&self, history: &[Turn], question: &str) -> (String, String, Vec<String>) {
        let mut notes = Vec::new();
        match self.rewritten(history, question, &mut notes) {
            Some(rewritten) => (rewritten.rewrite, rewritten.by, notes),
            None => (question.to_owned(), String::new(), notes),
        }
    }

    /// The rewriter's question, asked as if nothing had been said before.
    fn rewritten_only(&self, history: &[Turn], ask: &Ask) -> Understood {
        let mut notes = Vec::new();
        let rewritten = self.rewritten(history, &ask.question, &mut notes);
        let rewritten_by = rewritten.as_ref().map(|own| own.by.clone()).unwrap_or_default();
        let rewrite = rewritten.map_or_else(|| ask.question.clone(), |own| own.rewrite);
        let mut reading = Reading::as_said(&rewrite);
        reading.forms.original.clone_from(&ask.question);
        reading.pages.extend(ask.page.clone());
        match self.finder().map(|finder| alone(|| finder.find(&[], &rewrite))) {
            Some(Ok(sought)) => reading.sought = Some(sought),
            Some(Err(error)) => notes.push(format!("the finder was not used: {error}")),
            None => {}
        }
        Understood { readings: vec![reading], alone: 1.0, rewrite, rewritten_by, notes }
    }

    fn rewritten(
        &self,
        history: &[Turn],
        question: &str,
        notes: &mut Vec<String>,
    ) -> Option<Rewritten> {
        let judge = &self.judgements.rewriter;
        let means = Means { separator: &self.system.generator.separator, cancel: &self.cancel };
        let recent = recent(history);
        let mut rewritten =
            alone(|| self.rewriting.rewrite(&recent, question, judge, &means, notes))?;
        rewritten.rewrite = pronoun::with_preposition(question, rewritten.rewrite);
        Some(rewritten)
    }

    fn readings(
        &self,
        conversation: &Conversation,
        history: &[Turn],
        question: &str,
        rewritten: Option<Rewritten>,
        sought: Option<Sought>,
    ) -> Understood {
        let said = Reading::as_said(question);
        if history.is_empty() {
            let readings = vec![Reading { sought, ..said }];
            let rewrite = question.to_owned();
            return Understood { readings, alone: 1.0, rewrite, ..Understood::default() };
        }
        let settings = &self.system.contextualise;
        // Where nobody rewrites, nobody says whether the question stands alone.
        let alone = rewritten.as_ref().map_or(0.0, |own| standalone(question, own.alone));
        let forms = forms(conversation, history, question, rewritten.as_ref(), settings);
        let rewrite = forms.rewrite.clone();
        let tries_as_said = rewritten.is_some() && alone >= settings.leans;
        let leans = if tries_as_said { 1.0 - alone } else { 1.0 };
        let with_history = Reading {
            kind: ReadingKind::StandAlone,
            likely: leans,
            question: question.to_owned(),
            history: history.to_vec(),
            forms,
            sought,
            pages: Vec::new(),
        };
        let rewritten_by = rewritten.map(|rewritten| rewritten.by).unwrap_or_default();
        let understood = Understood { alone, rewrite, rewritten_by, ..Understood::default() };
        if tries_as_said && alone >= settings.alone {
            let rewrite = question.to_owned();
            return Understood { readings: vec![said], rewrite, ..understood };
        }
        let mut readings = Vec::new();
        if tries_as_said {
            readings.push(Reading { likely: alone, ..said.clone() });
        }
        if let Some((topic, likely)) = self.talked_about(conversation) {
            // On the page that is talked about, the bare question says what is wanted.
            let mut forms = with_history.forms.clone();
            forms.sought = question.to_owned();
            (forms.recent, forms.all, forms.titled) = Default::default();
            readings.push(Reading {
                kind: ReadingKind::AboutPage,
                likely: leans * likely,
                forms,
                pages: vec![topic],
                ..with_history.clone()
            });
        }
        readings.push(with_history);
        readings.sort_by(|a, b| b.likely.total_cmp(&a.likely));
        Understood { readings, ..understood }
    }

    /// The page that is talked about, where the system looks at whole pages.
    fn talked_about(&self, conversation: &Conversation) -> Option<(crate::state::Topic, f32)> {
        if self.system.retrieve.pages == 0 {
            return None;
        }
        let pages = conversation.pages().next()?;
        pages.into_iter().next().map(|(topic, likely)| (topic.clone(), likely))
    }

    /// The finder, where the system uses it.
    fn finder(&self) -> Option<&Finder> {
        let retrieve = &self.system.retrieve;
        let finds = retrieve.terms > 0.0 || (self.near && retrieve.vector > 0.0);
        self.judgements.finder.as_ref().filter(|_| finds)
    }
}

/// The first turn and the last ones.
fn recent(history: &[Turn]) -> Cow<'_, [Turn]> {
    match history {
        [first, rest @ ..] if rest.len() > TURNS_REWRITTEN => {
            let last = &rest[rest.len() - TURNS_REWRITTEN..];
            Cow::Owned([std::slice::from_ref(first), last].concat())
        }
        _ => Cow::Borrowed(history),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_turns_are_read() {
        let turns: Vec<Turn> = (0..9).map(|n| Turn::new(format!("q{n}"), "")).collect();
        let read = recent(&turns);
        assert_eq!((read.len(), &*read[0].question, &*read[1].question), (5, "q0", "q5"));
    }
}
