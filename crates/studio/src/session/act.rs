//! What can be done in a conversation, decided against its state.

use std::collections::BTreeMap;

use super::event::{GRICE, How, Literal, Outcome, Outline, Role, SessionEvent, Step};
use super::{BACKGROUND_TEST, Phase, Session};
use crate::action::Do;
use crate::checks;
use crate::interests::{self, Inclination};
use crate::pagerank::background;
use crate::pages::{self, Page, PageRef, Pages, Span};
use crate::protocol::{Family, Protocol};
use crate::random::Random;
use crate::refusal::{Refusal, Result};

/// The answer where no page answers.
pub const UNANSWERABLE: &str = "UNANSWERABLE";

/// What a decision may look at.
pub struct Context<'a> {
    /// The protocol.
    pub protocol: &'a Protocol,
    /// The collection's pages.
    pub pages: &'a dyn Pages,
    /// The time.
    pub now: i64,
    /// Chance.
    pub random: Random,
    /// All topics of the project, for tests.
    pub topics: &'a [crate::pagerank::Topic],
}

/// Whose turn it is; both where both are waited for.
pub fn in_turn(session: &Session, participant: &str) -> bool {
    match session.phase {
        Phase::Interests => !session.interests.contains_key(participant),
        Phase::Background => !session.background.contains_key(participant),
        Phase::Question => session.role(participant) == Some(Role::Student),
        Phase::Literal | Phase::Pragmatic | Phase::Reply => {
            session.role(participant) == Some(Role::Teacher)
        }
        Phase::Closing => !session.closing.contains_key(participant),
        Phase::Ended | Phase::Returned => false,
    }
}

fn text(text: &str) -> std::result::Result<String, Refusal> {
    match text.trim() {
        "" => Err(Refusal::new("empty", "there is nothing in it yet")),
        text => Ok(text.to_owned()),
    }
}

impl Session {
    /// What an action makes happen, or why it cannot be done.
    pub fn decide(
        &self,
        who: &str,
        action: &Do,
        context: &Context<'_>,
    ) -> Result<Vec<SessionEvent>> {
        if !self.seats.iter().any(|seat| seat.participant == who) {
            return Err(Refusal::not_now("you are not in this conversation").into());
        }
        match action {
            Do::Leave | Do::Quit { .. } | Do::EndLate => Ok(self.leaving(who, action, context)?),
            Do::Amend { turn, text: words } => Ok(self.amended(who, *turn, words)?),
            Do::Resubmit => {
                self.is_to_mend(who)?;
                Ok(vec![SessionEvent::Resubmitted])
            }
            Do::Rate { turn, answers } => Ok(self.rated(who, *turn, answers, context)?),
            _ if !in_turn(self, who) && !matches!(action, Do::Browse { .. }) => {
                Err(Refusal::not_now("it is not your turn").into())
            }
            Do::Interests { answers } => self.interested(who, answers, context),
            Do::Background { related } => Ok(self.tested(who, related)?),
            Do::Ask { question } => Ok(self.asked(question)?),
            Do::Browse { document, how } => self.browsed(who, document, *how, context),
            Do::Literal { word, spans } => self.literal(word.as_deref(), spans, context),
            Do::Pragmatic { spans } => self.pragmatic(spans, context),
            Do::BackTo { phase } => Ok(self.back_to(*phase)?),
            Do::Reply { text: words } => Ok(self.replied(words)?),
            Do::Answer { rationale, answer, .. } => self.answered(rationale, answer, context),
            Do::Unanswerable { .. } => Ok(self.unanswerable()?),
            Do::Close { answers } => Ok(self.closed(who, answers, context)?),
            _ => Err(Refusal::not_now("this cannot be done here").into()),
        }
    }

    fn must_be(&self, phase: Phase, what: &str) -> std::result::Result<(), Refusal> {
        match self.phase == phase {
            true => Ok(()),
            false => Err(Refusal::not_now(what)),
        }
    }

    fn leaving(
        &self,
        who: &str,
        action: &Do,
        context: &Context<'_>,
    ) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        if matches!(self.phase, Phase::Ended | Phase::Returned) {
            return Err(Refusal::not_now("the conversation is over"));
        }
        let quit = |outcome, reason: &str| {
            let (by, reason) = (Some(who.to_owned()), reason.trim().to_owned());
            vec![SessionEvent::Ended { outcome, by, reason }]
        };
        match action {
            Do::EndLate if self.phase == Phase::Closing => {
                Err(Refusal::not_now("the closing survey is open"))
            }
            Do::EndLate => {
                let late = self.deadline().is_some_and(|deadline| context.now >= deadline);
                let partner = self.partner(who).unwrap_or_default();
                match late && in_turn(self, partner) && !in_turn(self, who) {
                    true => Ok(vec![SessionEvent::ended(Outcome::Late, Some(partner))]),
                    false => Err(Refusal::not_now("your partner still has time")),
                }
            }
            Do::Leave if self.phase == Phase::Closing => {
                Err(Refusal::not_now("the closing survey is open"))
            }
            Do::Leave => {
                let minimum = self.rules.minimum_turns as usize;
                if self.finished() < minimum {
                    let message = format!("a conversation has at least {minimum} turns");
                    return Err(
                        Refusal::not_now(message).hint("you can end it at once, without pay")
                    );
                }
                Ok(self.left(context.protocol))
            }
            Do::Quit { reason } if self.phase == Phase::Closing => {
                match self.closing.contains_key(who) {
                    true => Ok(quit(Outcome::Complete, reason)),
                    false => Err(Refusal::not_now("fill in the closing survey first")),
                }
            }
            Do::Quit { reason } => Ok(quit(Outcome::Quit, reason)),
            _ => Err(Refusal::not_now("this cannot be done here")),
        }
    }

    /// Leaving after the minimum; where the protocol asks nothing more, that is the end.
    pub fn left(&self, protocol: &Protocol) -> Vec<SessionEvent> {
        let mut events = vec![SessionEvent::Left];
        let asks = !protocol.closing_student.is_empty() || !protocol.closing_teacher.is_empty();
        if !asks && self.family == Family::Topiocqa {
            events.push(SessionEvent::ended(Outcome::Complete, None));
        }
        events
    }

    /// Refuses where somebody has nothing to mend, or has sent it back.
    fn is_to_mend(&self, who: &str) -> std::result::Result<(), Refusal> {
        self.must_be(Phase::Returned, "nothing is to be mended")?;
        match self.resubmitted.contains(who) {
            true => Err(Refusal::not_now("you have sent it back already")),
            false => Ok(()),
        }
    }

    fn amended(
        &self,
        who: &str,
        turn: usize,
        words: &str,
    ) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        self.is_to_mend(who)?;
        if turn >= self.turns.len() {
            return Err(Refusal::new("turn", format!("there is no turn {turn}")));
        }
        Ok(vec![SessionEvent::Amended { turn, text: text(words)? }])
    }

    fn rated(
        &self,
        who: &str,
        turn: usize,
        answers: &BTreeMap<String, u8>,
        context: &Context<'_>,
    ) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        if self.role(who) != Some(Role::Student) || self.rating_due() != Some(turn) {
            return Err(Refusal::not_now("no rating of that reply is due"));
        }
        let ratings = &context.protocol.ratings;
        let complete = ratings
            .iter()
            .all(|asked| answers.get(&asked.id).is_some_and(|mark| (1..=5).contains(mark)));
        if !complete || answers.len() != ratings.len() {
            return Err(Refusal::new("answers", "each question wants a number from 1 to 5"));
        }
        Ok(vec![SessionEvent::Rated { turn, answers: answers.clone() }])
    }

    fn interested(
        &self,
        who: &str,
        answers: &[Inclination],
        context: &Context<'_>,
    ) -> Result<Vec<SessionEvent>> {
        self.must_be(Phase::Interests, "the topic is settled")?;
        let complete = self.topics.len() == answers.len()
            && self
                .topics
                .iter()
                .all(|topic| answers.iter().any(|answer| answer.topic == topic.id))
            && answers
                .iter()
                .all(|answer| answer.teach <= interests::MOST && answer.learn <= interests::MOST);
        if !complete {
            return Err(Refusal::new(
                "answers",
                "say for each topic how gladly you would teach it and learn about it, 0 to 3",
            )
            .into());
        }
        let mut events = vec![SessionEvent::Interests { answers: answers.to_vec() }];
        let partner = self.partner(who).unwrap_or_default();
        let others = match partner {
            // Grice is fine with everything, but has one role.
            GRICE => Some(self.grices_interests(who)),
            partner => self.interests.get(partner).cloned(),
        };
        if let Some(others) = others {
            events.push(self.settled(who, answers, partner, &others, context)?);
        }
        Ok(events)
    }

    fn grices_interests(&self, who: &str) -> Vec<Inclination> {
        let teaches =
            self.role(GRICE) == Some(Role::Teacher) || self.role(who) == Some(Role::Student);
        let one = |topic: &crate::pagerank::Topic| Inclination {
            topic: topic.id.clone(),
            teach: if teaches { interests::MOST } else { 0 },
            learn: if teaches { 0 } else { interests::MOST },
        };
        self.topics.iter().map(one).collect()
    }

    fn settled(
        &self,
        who: &str,
        own: &[Inclination],
        partner: &str,
        others: &[Inclination],
        context: &Context<'_>,
    ) -> Result<SessionEvent> {
        let mut random = context.random.clone();
        let (at, mut who_teaches) = interests::best(own, others, &mut random)
            .ok_or_else(|| Refusal::new("answers", "no topic is shared"))?;
        if partner == GRICE {
            who_teaches = self.role(GRICE) != Some(Role::Teacher);
        }
        let (teacher, student) = if who_teaches { (who, partner) } else { (partner, who) };
        let topic = self
            .topics
            .iter()
            .find(|topic| topic.id == own[at].topic)
            .or_else(|| self.topics.get(at));
        let topic = topic.ok_or_else(|| Refusal::new("answers", "no topic is shared"))?;
        settle(topic, teacher, student, self.has(BACKGROUND_TEST), context, &mut random)
    }

    fn tested(
        &self,
        who: &str,
        related: &[bool],
    ) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        self.must_be(Phase::Background, "there is no test now")?;
        if related.len() != self.test.len() {
            return Err(Refusal::new(
                "answers",
                format!("say yes or no for each of the {} titles", self.test.len()),
            ));
        }
        let right =
            related.iter().zip(&self.test).filter(|(said, (_, truth))| *said == truth).count()
                as u32;
        let mut events = vec![SessionEvent::Background { related: related.to_vec(), right }];
        let fails = self.role(who) == Some(Role::Teacher) && right < self.rules.background_needed;
        if fails {
            events.push(SessionEvent::ended(Outcome::Unqualified, Some(who)));
        }
        Ok(events)
    }

    fn asked(&self, question: &str) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        self.must_be(Phase::Question, "your partner is still answering")?;
        if self.rating_due().is_some() {
            return Err(Refusal::new("rate_first", "rate the reply before the last one first"));
        }
        let question = text(question)?;
        let offered = self.seed.as_ref().and_then(|seed| seed.question.as_deref());
        let given = self.turns.is_empty() && offered == Some(question.as_str());
        let notes = match self.family {
            Family::Topiocqa => self.notes(&question),
            _ => Vec::new(),
        };
        Ok(vec![SessionEvent::Asked { question, given, notes }])
    }

    /// Advice on a question.
    pub fn notes(&self, question: &str) -> Vec<checks::Note> {
        let sections: Vec<String> =
            self.outlines.iter().flat_map(|outline| outline.sections.clone()).collect();
        let (first, switch) = (self.turns.is_empty(), self.rules.switch_after);
        checks::question_notes(question, &sections, first, self.on_topic(), switch)
    }

    fn browsed(
        &self,
        who: &str,
        document: &str,
        how: How,
        context: &Context<'_>,
    ) -> Result<Vec<SessionEvent>> {
        let reading = matches!(
            self.phase,
            Phase::Question | Phase::Literal | Phase::Pragmatic | Phase::Reply
        );
        if self.role(who) != Some(Role::Teacher) || !reading {
            return Err(Refusal::not_now("there are no pages to open now").into());
        }
        let document = match how {
            How::Back if self.at == 0 => {
                return Err(Refusal::new("no_link", "there is no page before this one").into());
            }
            How::Back => self.trail[self.at - 1].document.clone(),
            How::Forward => match self.trail.get(self.at + 1) {
                Some(page) => page.document.clone(),
                None => {
                    return Err(Refusal::new("no_link", "there is no page after this one").into());
                }
            },
            How::Link => document.to_owned(),
        };
        let page = pages::found(context.pages, &document)?;
        if how == How::Link && !self.opened(&document) {
            let open =
                self.trail.get(self.at).map(|page| page.document.clone()).unwrap_or_default();
            let open = pages::found(context.pages, &open)?;
            if !open.links.iter().any(|link| link.to.document == document) {
                let message = format!("“{}” does not link to that page", open.title);
                return Err(Refusal::new("no_link", message).into());
            }
        }
        Ok(vec![SessionEvent::Browsed { page: outline(&page), how }])
    }

    fn spans(&self, spans: &[Span], context: &Context<'_>) -> Result<Vec<Span>> {
        let opened = |document: &str| self.opened(document);
        spans
            .iter()
            .enumerate()
            .map(|(number, span)| pages::checked(context.pages, &opened, number, span))
            .collect()
    }

    fn literal(
        &self,
        word: Option<&str>,
        spans: &[Span],
        context: &Context<'_>,
    ) -> Result<Vec<SessionEvent>> {
        self.must_be(Phase::Literal, "literal spans are chosen first, once for a question")?;
        if !matches!(word, None | Some("yes" | "no" | "unknown")) {
            return Err(Refusal::new("body", "the word is yes, no or unknown").into());
        }
        if word.is_none() && spans.is_empty() {
            return Err(Refusal::new(
                "empty",
                "mark the words that answer the question, or choose Yes, No or I don't know",
            )
            .into());
        }
        let spans = self.spans(spans, context)?;
        let literal = Literal { word: word.map(str::to_owned), spans };
        Ok(vec![SessionEvent::LiteralChosen { literal }])
    }

    fn pragmatic(&self, spans: &[Span], context: &Context<'_>) -> Result<Vec<SessionEvent>> {
        self.must_be(Phase::Pragmatic, "helpful spans come after the literal ones")?;
        let spans = self.spans(spans, context)?;
        let literal = self.draft.0.clone().unwrap_or_default();
        let unknown = literal.word.as_deref() == Some("unknown");
        if spans.is_empty() && !unknown && !self.rules.pragmatic_may_be_empty {
            return Err(Refusal::new(
                "empty",
                "mark words that answer what would be asked next, or that lead on",
            )
            .into());
        }
        let same = |span: &Span| literal.spans.iter().any(|other| pages::is_inside(span, other));
        if let Some(number) = spans.iter().position(same) {
            let message = format!(
                "span {} is a part of the literal answer: mark something beyond it",
                number + 1
            );
            return Err(Refusal::new("same", message).into());
        }
        Ok(vec![SessionEvent::PragmaticChosen { spans }])
    }

    fn back_to(&self, phase: Step) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        let earlier = match phase {
            Step::Literal => matches!(self.phase, Phase::Pragmatic | Phase::Reply),
            Step::Pragmatic => self.phase == Phase::Reply,
        };
        match earlier && self.family == Family::Pragmaticqa {
            true => Ok(vec![SessionEvent::BackTo { phase }]),
            false => Err(Refusal::not_now("that step is not behind you")),
        }
    }

    fn replied(&self, words: &str) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        self.must_be(Phase::Reply, "choose the spans before you reply")?;
        if self.family != Family::Pragmaticqa {
            return Err(Refusal::not_now("answer with a rationale"));
        }
        let words = text(words)?;
        let literal = self.draft.0.iter().flat_map(|literal| &literal.spans);
        let copied = literal.chain(&self.draft.1).any(|span| span.text.trim() == words);
        if copied && self.rules.paraphrase {
            return Err(Refusal::new(
                "copied",
                "say it in your own words: the reply is a span, word for word",
            ));
        }
        Ok(vec![SessionEvent::Replied { text: words, engine: None }])
    }

    fn answered(
        &self,
        rationale: &Span,
        answer: &str,
        context: &Context<'_>,
    ) -> Result<Vec<SessionEvent>> {
        if self.family != Family::Topiocqa {
            return Err(Refusal::not_now("this conversation has spans and replies").into());
        }
        self.must_be(Phase::Reply, "there is no question to answer")?;
        let answer = text(answer)?;
        let opened = |document: &str| self.opened(document);
        let answered = answer_of(rationale, &answer, &opened, context.pages)?;
        Ok(vec![answered])
    }

    fn unanswerable(&self) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        if self.family != Family::Topiocqa {
            return Err(Refusal::not_now("choose I don't know"));
        }
        self.must_be(Phase::Reply, "there is no question to answer")?;
        Ok(vec![unanswerable()])
    }

    fn closed(
        &self,
        who: &str,
        answers: &BTreeMap<String, serde_json::Value>,
        context: &Context<'_>,
    ) -> std::result::Result<Vec<SessionEvent>, Refusal> {
        self.must_be(Phase::Closing, "the conversation goes on")?;
        let role = self.role(who);
        if role == Some(Role::Student) && self.rating_due().is_some() {
            return Err(Refusal::new("rate_first", "rate the last reply first"));
        }
        let asked = match role {
            Some(Role::Student) => &context.protocol.closing_student,
            _ => &context.protocol.closing_teacher,
        };
        for question in asked.iter().filter(|question| question.scale) {
            let mark = answers.get(&question.id).and_then(serde_json::Value::as_u64);
            if !mark.is_some_and(|mark| (1..=5).contains(&mark)) {
                return Err(Refusal::new(
                    "answers",
                    format!("“{}” wants a number from 1 to 5", question.text),
                ));
            }
        }
        let mut events = vec![SessionEvent::Closed { answers: answers.clone() }];
        let partner = self.partner(who).unwrap_or_default();
        if partner == GRICE || self.closing.contains_key(partner) {
            events.push(SessionEvent::ended(Outcome::Complete, None));
        }
        Ok(events)
    }
}

/// Settles topic and roles, and makes the background test.
pub fn settle(
    topic: &crate::pagerank::Topic,
    teacher: &str,
    student: &str,
    tested: bool,
    context: &Context<'_>,
    random: &mut Random,
) -> Result<SessionEvent> {
    let page = pages::found(context.pages, &topic.document)?;
    let possible = match teacher {
        GRICE => None,
        _ => background(context.topics, &topic.id, random),
    };
    let testable = possible.is_some();
    let test = possible.filter(|_| tested).unwrap_or_default();
    let start = PageRef { document: page.document, title: page.title };
    let (teacher, student) = (teacher.to_owned(), student.to_owned());
    Ok(SessionEvent::Settled { topic: topic.clone(), teacher, student, test, start, testable })
}

/// An answer with its rationale, and what the questioner learns from it.
pub fn answer_of(
    rationale: &Span,
    answer: &str,
    opened: &dyn Fn(&str) -> bool,
    pages: &dyn Pages,
) -> Result<SessionEvent> {
    let rationale = pages::checked(pages, opened, 0, rationale)?;
    let page = pages::found(pages, &rationale.document)?;
    let mut linked = vec![outline(&page)];
    for link in page.links.iter().filter(|link| is_in(link, &rationale, &page)) {
        if let Some(target) = pages.page(&link.to.document)? {
            linked.push(outline(&target));
        }
    }
    let section = page.elements.iter().find(|element| element.id == rationale.start.element);
    Ok(SessionEvent::Answered {
        section: section.map(|element| element.section.clone()).unwrap_or_default(),
        page: Some(PageRef { document: page.document, title: page.title }),
        rationale: Some(rationale),
        answer: answer.to_owned(),
        unanswerable: false,
        linked,
        engine: None,
    })
}

/// The answer to a question that no page answers.
pub fn unanswerable() -> SessionEvent {
    SessionEvent::Answered {
        rationale: None,
        answer: UNANSWERABLE.to_owned(),
        unanswerable: true,
        page: None,
        section: String::new(),
        linked: Vec::new(),
        engine: None,
    }
}

/// Whether a link stands in a span, which may go on over several elements.
fn is_in(link: &pages::PageLink, span: &Span, page: &Page) -> bool {
    let place = |id: &str| page.elements.iter().position(|element| element.id == id);
    let (Some(from), Some(to)) = (place(&span.start.element), place(&span.end.element)) else {
        return false;
    };
    place(&link.element).is_some_and(|at| {
        (from, span.start.offset) <= (at, link.start) && (at, link.end) <= (to, span.end.offset)
    })
}

/// A page as a questioner may see it.
pub fn outline(page: &Page) -> Outline {
    Outline {
        document: page.document.clone(),
        title: page.title.clone(),
        sections: page.sections.clone(),
    }
}
