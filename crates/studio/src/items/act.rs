//! What somebody's doing with items leads to.

use std::collections::{BTreeMap, HashSet};

use super::{ItemEvent, Worker};
use crate::action::Do;
use crate::checks;
use crate::project::{Participant, Project};
use crate::refusal::{Refusal, Result};

/// What an action makes happen, or why it cannot be done.
pub fn decide(project: &Project, who: &str, what: &Do, now: i64) -> Result<Vec<ItemEvent>> {
    let unknown = || Refusal::new("token", "you are not known here any more");
    let participant = project.participant(who).ok_or_else(unknown)?;
    let step = match what {
        Do::Questions { .. } => "questions",
        Do::Answers { .. } => "answers",
        Do::Practise { .. } | Do::Judge { .. } | Do::Flag { .. } => "judgements",
        _ => participant.step.as_str(),
    };
    if participant.step != step {
        return Err(Refusal::not_now("your invitation is for another step").into());
    }
    if project.closed {
        return Err(Refusal::not_now("the project is closed").into());
    }
    let fresh = Worker::default();
    let worker = project.items.worker(&participant.id).unwrap_or(&fresh);
    let scene = Scene { project, participant, worker, now };
    let event = match what {
        Do::Questions { item, questions } => scene.questions(item, questions)?,
        Do::Answers { item, answers } => scene.answers(item, answers)?,
        Do::Practise { number, label } => scene.practise(*number, label)?,
        Do::Judge { item, label, comment } => scene.judge(item, label, comment)?,
        Do::Flag { item, reason } => {
            scene.before(item)?;
            ItemEvent::Flagged { item: item.clone(), reason: reason.trim().to_owned() }
        }
        Do::Skip { item } => {
            scene.before(item)?;
            ItemEvent::Skipped { item: item.clone() }
        }
        _ => return Err(Refusal::not_now("this cannot be done with items").into()),
    };
    Ok(vec![event])
}

struct Scene<'a> {
    project: &'a Project,
    participant: &'a Participant,
    worker: &'a Worker,
    now: i64,
}

/// What a page calls several questions that are shown together.
pub(super) fn bundle(items: &[String]) -> String {
    match items {
        [one] => one.clone(),
        _ => items.join("+"),
    }
}

fn elsewhere() -> Refusal {
    Refusal::not_now("this was not before you, or it has gone to somebody else meanwhile")
}

impl Scene<'_> {
    /// What is before the person, whether or not the time for it is over; it must be what they
    /// speak of.
    fn before(&self, item: &str) -> std::result::Result<&[String], Refusal> {
        let held = self.worker.hold.as_ref().map(|(items, _)| items.as_slice());
        held.filter(|items| bundle(items) == item).ok_or_else(elsewhere)
    }

    fn questions(
        &self,
        item: &str,
        questions: &[String],
    ) -> std::result::Result<ItemEvent, Refusal> {
        self.before(item)?;
        let wrong = |why: String| Refusal::new("questions", why);
        let wanted = self.project.protocol.settings.questions_each as usize;
        let texts: Vec<String> = questions.iter().map(|text| text.trim().to_owned()).collect();
        if let Some(place) = texts.iter().position(String::is_empty) {
            return Err(wrong(format!("question {} is empty", place + 1)));
        }
        if texts.len() != wanted {
            let why = format!("there are {} questions; {wanted} are wanted", texts.len());
            return Err(wrong(why));
        }
        let mut seen = HashSet::new();
        for (number, text) in (1..).zip(&texts) {
            let plain = text.to_lowercase();
            let plain = plain.trim_end_matches(['?', '.', '!', ' ']).to_owned();
            if !seen.insert(plain) {
                return Err(wrong(format!("question {number} is there twice")));
            }
        }
        texts.iter().enumerate().try_for_each(|(number, text)| checks::polar(number, text))?;
        Ok(ItemEvent::Questions { scenario: item.to_owned(), questions: texts })
    }

    fn answers(
        &self,
        item: &str,
        answers: &BTreeMap<String, String>,
    ) -> std::result::Result<ItemEvent, Refusal> {
        let asked = self.before(item)?;
        let wrong = |why: String| Refusal::new("answers", why);
        if let Some(other) = answers.keys().find(|id| !asked.contains(id)) {
            return Err(wrong(format!("'{other}' is no question that was shown")));
        }
        let mut texts = BTreeMap::new();
        for (number, id) in asked.iter().enumerate() {
            let text = answers.get(id).map(|text| text.trim()).unwrap_or_default();
            if text.is_empty() {
                return Err(wrong(format!("the answer to question {} is missing", number + 1)));
            }
            checks::indirect(number, text)?;
            texts.insert(id.clone(), text.to_owned());
        }
        let Scene { project, participant, now, .. } = self;
        let late = project.items.held(&participant.id, &project.protocol, *now).is_none();
        if late && asked.iter().any(|id| self.is_full(id)) {
            return Err(elsewhere());
        }
        Ok(ItemEvent::Answers { answers: texts })
    }

    /// Whether a question has got all its answers, or will get them from those who have it now.
    fn is_full(&self, id: &str) -> bool {
        let settings = &self.project.protocol.settings;
        let Some(question) = self.project.items.question(id) else { return true };
        let until = settings.lease_seconds * 1_000;
        let others =
            |hold: &&(String, i64)| hold.0 != self.participant.id && self.now < hold.1 + until;
        let holds = question.holds.iter().filter(others).count();
        question.answered.len() + holds >= settings.answers_each as usize
    }

    fn practise(&self, number: usize, label: &str) -> std::result::Result<ItemEvent, Refusal> {
        let practice = &self.project.protocol.practice;
        if number != self.worker.practised + 1 || number > practice.len() {
            return Err(Refusal::not_now("this practice item is done"));
        }
        self.label(label)?;
        Ok(ItemEvent::Practised { number, label: label.to_owned() })
    }

    fn label(&self, label: &str) -> std::result::Result<bool, Refusal> {
        let known = self.project.protocol.labels.iter().find(|known| known.id == label);
        known.map(|known| known.comment).ok_or_else(|| {
            let names: Vec<&str> =
                self.project.protocol.labels.iter().map(|known| known.id.as_str()).collect();
            Refusal::new("label", format!("there is no label '{label}'"))
                .hint(format!("there are: {}", names.join("; ")))
        })
    }

    fn judge(
        &self,
        item: &str,
        label: &str,
        comment: &str,
    ) -> std::result::Result<ItemEvent, Refusal> {
        let items = &self.project.items;
        self.before(item)?;
        let entry = items.entry(item).ok_or_else(elsewhere)?;
        if !items.may_judge(entry, self.worker, &self.participant.id) {
            return Err(elsewhere());
        }
        let comment = comment.trim();
        if self.label(label)? && comment.is_empty() {
            let why = "please say in a few words what you mean by this label";
            return Err(Refusal::new("comment", why));
        }
        let settings = &self.project.protocol.settings;
        if !items.is_free(entry, &self.participant.id, settings, self.now) {
            return Err(elsewhere());
        }
        Ok(ItemEvent::Judged {
            item: item.to_owned(),
            label: label.to_owned(),
            comment: comment.to_owned(),
        })
    }
}
