//! What each role sees of a conversation. This is the one place where it is decided: a student
//! never gets words of the pages before the protocol says so.

use serde_json::{Value, json};

use super::act::in_turn;
use super::event::{Outcome, Role};
use super::{Phase, Session, Turn};
use crate::protocol::{Asked, Family, Protocol};

/// What is known of a partner beyond the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Partner {
    /// Whether they have a stream open.
    pub present: bool,
}

/// The screen of a participant of a conversation.
pub fn screen(
    session: &Session,
    who: &str,
    protocol: &Protocol,
    partner: Partner,
    now: i64,
) -> Value {
    let role = session.role(who);
    let mut screen = match (session.phase, session.family, role) {
        (Phase::Interests, ..) => interests(session, who),
        (Phase::Background, ..) => background(session, who, role),
        (Phase::Closing, ..) => closing(session, who, role, protocol),
        (Phase::Ended, ..) => return ended(session, who),
        (Phase::Returned, ..) if session.resubmitted.contains(who) => return ended(session, who),
        (Phase::Returned, ..) => return returned(session, role),
        (_, Family::Topiocqa, Some(Role::Student)) => questioner(session),
        (_, Family::Topiocqa, _) => answerer(session),
        (_, _, Some(Role::Student)) => student(session, protocol),
        _ => teacher(session),
    };
    let partner_id = session.partner(who).unwrap_or_default();
    let (mine, theirs) = (in_turn(session, who), in_turn(session, partner_id));
    let late = session.deadline().is_some_and(|deadline| now >= deadline);
    if let Some(fields) = screen.as_object_mut() {
        let about = json!({
            "present": partner.present || partner_id == super::GRICE,
            "grice": partner_id == super::GRICE,
            "acting": theirs,
        });
        fields.insert("partner".into(), about);
        fields.insert("deadline".into(), json!(session.deadline()));
        fields.insert("late".into(), json!(late));
        let can = can(session, who, role, mine, late && theirs && !mine);
        fields.insert("can".into(), json!(can));
    }
    screen
}

fn can(
    session: &Session,
    who: &str,
    role: Option<Role>,
    mine: bool,
    partner_late: bool,
) -> Vec<&'static str> {
    let mut can = Vec::new();
    let topi = session.family == Family::Topiocqa;
    let student = role == Some(Role::Student);
    let due = student && session.rating_due().is_some();
    match session.phase {
        Phase::Interests if mine => can.push("interests"),
        Phase::Background if mine => can.push("background"),
        Phase::Question if mine && !due => can.push("ask"),
        Phase::Literal if mine => can.push("literal"),
        Phase::Pragmatic if mine => can.extend(["pragmatic", "back_to"]),
        Phase::Reply if mine && topi => can.extend(["answer", "unanswerable"]),
        Phase::Reply if mine => can.extend(["reply", "back_to"]),
        Phase::Closing if mine && !due => can.push("close"),
        _ => {}
    }
    let talking =
        matches!(session.phase, Phase::Question | Phase::Literal | Phase::Pragmatic | Phase::Reply);
    if talking && role == Some(Role::Teacher) {
        can.push("browse");
    }
    if due {
        can.push("rate");
    }
    if talking && session.finished() >= session.rules.minimum_turns as usize {
        can.push("leave");
    }
    if partner_late && session.phase != Phase::Closing {
        can.push("end_late");
    }
    let closed = session.phase == Phase::Closing && session.closing.contains_key(who);
    if session.phase != Phase::Closing || closed {
        can.push("quit");
    }
    can
}

fn topic(session: &Session) -> Value {
    session.topic.as_ref().map_or(
        Value::Null,
        |topic| json!({ "id": topic.id, "title": topic.title, "genre": topic.genre }),
    )
}

fn interests(session: &Session, who: &str) -> Value {
    // Whoever answers may become the student: nothing of a page's text is here.
    let topic = |topic: &crate::pagerank::Topic| json!({ "id": topic.id, "title": topic.title, "genre": topic.genre });
    json!({
        "kind": "interests",
        "topics": session.topics.iter().map(topic).collect::<Vec<_>>(),
        "scale": ["not at all", "a little", "gladly", "very much"],
        "submitted": session.interests.contains_key(who),
    })
}

fn background(session: &Session, who: &str, role: Option<Role>) -> Value {
    json!({
        "kind": "background",
        "topic": topic(session),
        "role": role.map(|role| role.name(session.family)),
        "titles": session.test.iter().map(|(title, _)| title).collect::<Vec<_>>(),
        "submitted": session.background.contains_key(who),
    })
}

fn pay(session: &Session) -> Value {
    let rules = &session.rules;
    let beyond = session.finished() as i64 - i64::from(rules.minimum_turns);
    let next = match beyond {
        ..-1 => 0,
        -1 => rules.pay_base,
        beyond => rules.pay_turn + rules.pay_growth * beyond,
    };
    json!({ "so_far": session.pay(), "next": next, "currency": rules.currency })
}

fn rating(session: &Session, protocol: &Protocol) -> Value {
    let Some(number) = session.rating_due() else { return Value::Null };
    let Some(turn) = session.turns.get(number) else { return Value::Null };
    let texts = |spans: &[crate::pages::Span]| {
        spans.iter().map(|span| span.text.clone()).collect::<Vec<_>>()
    };
    let mut literal = texts(&turn.literal.spans);
    if let Some(word) = &turn.literal.word {
        literal.insert(0, said(word).to_owned());
    }
    json!({
        "turn": number, "question": turn.question, "reply": turn.reply,
        "literal": literal, "pragmatic": texts(&turn.pragmatic),
        "questions": protocol.ratings.iter().map(|asked| json!({ "id": asked.id, "text": asked.text })).collect::<Vec<_>>(),
        "low": "strongly agree", "high": "strongly disagree", "scale": [1, 2, 3, 4, 5],
    })
}

/// How the data set writes a literal answer that is a word.
pub fn said(word: &str) -> &str {
    match word {
        "yes" => "Yes",
        "no" => "No",
        _ => "I don't know",
    }
}

fn student(session: &Session, protocol: &Protocol) -> Value {
    let turn = |(number, turn): (usize, &Turn)| json!({ "number": number, "question": turn.question, "reply": turn.reply, "rated": turn.rating.is_some() });
    json!({
        "kind": "student",
        "phase": if session.phase == Phase::Question { "question" } else { "waiting" },
        "topic": topic(session),
        "turns": session.turns.iter().enumerate().map(turn).collect::<Vec<_>>(),
        "rating": rating(session, protocol),
        "minimum": session.rules.minimum_turns, "finished": session.finished(), "pay": pay(session),
    })
}

fn browser(session: &Session, screen: &mut Value) {
    let page = |at: Option<usize>| {
        at.and_then(|at| session.trail.get(at)).map_or(Value::Null, |page| json!(page))
    };
    if let Some(fields) = screen.as_object_mut() {
        fields.insert(
            "start".into(),
            session.visited.first().map_or(Value::Null, |page| json!(page)),
        );
        fields.insert("page".into(), page(Some(session.at)));
        fields.insert("back".into(), page(session.at.checked_sub(1)));
        fields.insert("forward".into(), page(Some(session.at + 1)));
        fields.insert("visited".into(), json!(session.visited));
    }
}

fn teacher(session: &Session) -> Value {
    let phase = match session.phase {
        Phase::Literal => "literal",
        Phase::Pragmatic => "pragmatic",
        Phase::Reply => "reply",
        _ => "question",
    };
    let turn = |(number, turn): (usize, &Turn)| json!({ "number": number, "question": turn.question, "literal": turn.literal, "pragmatic": turn.pragmatic, "reply": turn.reply });
    let draft = session
        .draft
        .0
        .as_ref()
        .map(|literal| json!({ "literal": literal, "pragmatic": session.draft.1 }));
    let mut screen = json!({
        "kind": "teacher", "phase": phase, "topic": topic(session),
        "turns": session.turns.iter().enumerate().map(turn).collect::<Vec<_>>(),
        "draft": draft,
        "minimum": session.rules.minimum_turns, "finished": session.finished(), "pay": pay(session),
    });
    browser(session, &mut screen);
    screen
}

fn questioner(session: &Session) -> Value {
    let last = session
        .turns
        .iter()
        .rev()
        .find_map(|turn| turn.page.as_ref())
        .map(|page| page.document.clone());
    let current = last
        .or_else(|| session.seed.as_ref().map(|seed| seed.document.clone()))
        .unwrap_or_default();
    let topics: Vec<Value> = session
        .outlines
        .iter()
        .map(|outline| {
            json!({ "document": outline.document, "title": outline.title, "sections": outline.sections, "current": outline.document == current })
        })
        .collect();
    let turn = |(number, turn): (usize, &Turn)| {
        json!({
            "number": number, "question": turn.question, "answer": turn.reply, "unanswerable": turn.unanswerable,
            "topic": turn.page.as_ref().map(|page| page.title.clone()),
        })
    };
    let seed = session.seed.as_ref();
    let given = seed.and_then(|seed| seed.question.clone()).filter(|_| session.turns.is_empty());
    json!({
        "kind": "questioner",
        "phase": if session.phase == Phase::Question { "question" } else { "waiting" },
        "seed": seed.map(|seed| json!({ "document": seed.document, "title": seed.title })),
        "given": given, "topics": topics,
        "turns": session.turns.iter().enumerate().map(turn).collect::<Vec<_>>(),
        "encouraged": session.rules.encouraged_turns, "leave_from": session.rules.minimum_turns,
        "finished": session.finished(), "on_topic": session.on_topic(), "pay": pay(session),
    })
}

fn answerer(session: &Session) -> Value {
    let turn = |(number, turn): (usize, &Turn)| {
        json!({
            "number": number, "question": turn.question, "answer": turn.reply, "unanswerable": turn.unanswerable,
            "rationale": turn.rationale, "topic": turn.page.as_ref().map(|page| page.title.clone()), "section": turn.section,
        })
    };
    let mut screen = json!({
        "kind": "answerer",
        "phase": if session.phase == Phase::Question { "question" } else { "answer" },
        "turns": session.turns.iter().enumerate().map(turn).collect::<Vec<_>>(),
        "encouraged": session.rules.encouraged_turns, "leave_from": session.rules.minimum_turns,
        "finished": session.finished(), "pay": pay(session),
    });
    browser(session, &mut screen);
    screen
}

fn closing(session: &Session, who: &str, role: Option<Role>, protocol: &Protocol) -> Value {
    let (asked, rating) = match role {
        Some(Role::Student) => (&protocol.closing_student, rating(session, protocol)),
        _ => (&protocol.closing_teacher, Value::Null),
    };
    let question = |asked: &Asked| match asked.scale {
        true => {
            json!({ "id": asked.id, "text": asked.text, "scale": [1, 2, 3, 4, 5], "low": "strongly agree", "high": "strongly disagree" })
        }
        false => json!({ "id": asked.id, "text": asked.text, "scale": null }),
    };
    json!({
        "kind": "closing", "rating": rating,
        "questions": asked.iter().map(question).collect::<Vec<_>>(),
        "submitted": session.closing.contains_key(who),
    })
}

fn ended(session: &Session, who: &str) -> Value {
    let mine = session.ended_by.as_deref() == Some(who);
    let (outcome, why) = match session.outcome {
        Some(Outcome::Quit) if mine => ("quit", "You left before the conversation was finished."),
        Some(Outcome::Quit) => {
            ("partner_quit", "Your partner left. You are paid for what you did.")
        }
        Some(Outcome::Late) if mine => ("late", "You did not act in time."),
        Some(Outcome::Late) => {
            ("partner_late", "Your partner did not act in time. You are paid for what you did.")
        }
        Some(Outcome::Stopped) => {
            ("stopped", "An administrator ended the conversation. You are paid for what you did.")
        }
        Some(Outcome::Unqualified) if mine => (
            "unqualified",
            "The background test was not passed. Learn more about the topic, or teach another.",
        ),
        Some(Outcome::Unqualified) => {
            ("unqualified", "Your partner did not pass the background test for this topic.")
        }
        _ => ("complete", "You finished the conversation."),
    };
    json!({
        "kind": "ended", "outcome": outcome, "turns": session.finished(), "earned": session.earned(who),
        "why": why, "can": ["wait"],
    })
}

fn returned(session: &Session, role: Option<Role>) -> Value {
    let turn = |(number, turn): (usize, &Turn)| json!({ "number": number, "question": turn.question, "reply": turn.reply });
    let mine = if role == Some(Role::Student) { "question" } else { "reply" };
    json!({
        "kind": "returned", "note": session.note,
        "turns": session.turns.iter().enumerate().map(turn).collect::<Vec<_>>(),
        "mine": mine, "can": ["amend", "resubmit"],
    })
}
