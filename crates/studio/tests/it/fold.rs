//! Whatever is tried in whatever order: nothing panics, what was refused changed nothing, and the
//! log read again gives the same state.

use grice_studio::action::Do;
use grice_studio::pagerank::Topic;
use grice_studio::pages::{Pages, Span};
use grice_studio::protocol::{Family, Protocol, Settings};
use grice_studio::random::Random;
use grice_studio::session::{self, Context, Seat, Seed, Session, SessionEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::pages::Sights;

fn spans(pages: &Sights) -> Vec<Span> {
    let mut all: Vec<Span> = ["skerrow#0", "skerrow#1", "skerrow1#0", "orlo#0"]
        .iter()
        .flat_map(|id| [pages.span(id, 0, 18), pages.span(id, 5, 9), pages.span(id, 3, 3)])
        .collect();
    all.push(Span { text: "not there".into(), ..all[0].clone() });
    all
}

/// One of many things to do, most of which fit no state but some.
fn action() -> impl Strategy<Value = Value> {
    let span = (0..13_usize).prop_map(|n| json!(spans(&Sights::new())[n]));
    let list = proptest::collection::vec(span.clone(), 0..3);
    let word = prop_oneof![
        Just(Value::Null),
        Just(json!("yes")),
        Just(json!("unknown")),
        Just(json!("x"))
    ];
    let text =
        prop_oneof![Just(""), Just("Why is it?"), Just("Unseenfactskerrow0"), Just("\u{0} é𝟏")];
    let document = prop_oneof![Just("skerrow"), Just("skerrow1"), Just("orlo"), Just("none")];
    let how = prop_oneof![Just("link"), Just("back"), Just("forward")];
    let kind = prop_oneof![
        Just("leave"),
        Just("quit"),
        Just("end_late"),
        Just("unanswerable"),
        Just("resubmit")
    ];
    let marks = proptest::collection::vec(0..5_u8, 2);
    prop_oneof![
        1 => kind.prop_map(|kind| json!({ "kind": kind })),
        4 => text.clone().prop_map(|text| json!({ "kind": "ask", "question": text })),
        4 => text.clone().prop_map(|text| json!({ "kind": "reply", "text": text })),
        4 => (word, list.clone())
            .prop_map(|(word, spans)| json!({ "kind": "literal", "word": word, "spans": spans })),
        4 => list.prop_map(|spans| json!({ "kind": "pragmatic", "spans": spans })),
        2 => (span, text.clone()).prop_map(
            |(span, text)| json!({ "kind": "answer", "rationale": span, "answer": text })
        ),
        2 => (document, how)
            .prop_map(|(document, how)| json!({ "kind": "browse", "document": document, "how": how })),
        1 => prop_oneof![Just("literal"), Just("pragmatic")]
            .prop_map(|phase| json!({ "kind": "back_to", "phase": phase })),
        2 => (0..4_usize, 0..7_u8).prop_map(|(turn, mark)| {
            let answers = ["natural", "literal", "intent", "leads", "faithful"]
                .map(|id| (id.to_owned(), json!(mark)));
            json!({ "kind": "rate", "turn": turn, "answers": answers.into_iter().collect::<serde_json::Map<_, _>>() })
        }),
        2 => marks.prop_map(|marks| {
            let one = |n: usize| json!({ "topic": format!("t{}", n + 1), "teach": marks[n], "learn": marks[1 - n] });
            json!({ "kind": "interests", "answers": [one(0), one(1)] })
        }),
        2 => proptest::collection::vec(any::<bool>(), 9..11)
            .prop_map(|related| json!({ "kind": "background", "related": related })),
        1 => Just(json!({ "kind": "close", "answers": { "topic": 1, "partner": 2, "task": 3 } })),
        1 => (0..3_usize, text)
            .prop_map(|(turn, text)| json!({ "kind": "amend", "turn": turn, "text": text })),
    ]
}

fn began(family: Family, pages: &Sights) -> (Protocol, Vec<Topic>, SessionEvent) {
    let name = if family == Family::Topiocqa { "topiocqa" } else { "pragmaticqa" };
    let protocol = Protocol::named(name).unwrap();
    let topics: Vec<Topic> = [("t1", "skerrow"), ("t2", "orlo")]
        .into_iter()
        .map(|(id, document)| Topic {
            id: id.into(),
            title: document.into(),
            document: document.into(),
            popular: grice_studio::pagerank::popular(pages, document).unwrap(),
            ..Topic::default()
        })
        .collect();
    let topi = family == Family::Topiocqa;
    let seat = |id: &str, role: &str| Seat {
        participant: id.into(),
        role: session::Role::named(role).filter(|_| topi),
    };
    let page = pages.page("skerrow").unwrap().unwrap();
    let seed = Seed {
        document: page.document,
        title: page.title,
        sections: page.sections,
        question: Some("Why is it?".into()),
    };
    let began = SessionEvent::Began {
        family,
        seats: vec![seat("a", "teacher"), seat("b", "student")],
        conditions: Default::default(),
        rules: Settings { minimum_turns: 1, background_needed: 0, ..protocol.settings.clone() },
        topics: topics.clone(),
        seed: Some(seed).filter(|_| topi),
        trial: false,
    };
    (protocol, topics, began)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_actions_keeps_the_log_and_the_state_together(
        topi in any::<bool>(),
        tried in proptest::collection::vec((any::<bool>(), action(), 0..400_000_i64), 1..80),
    ) {
        let pages = Sights::new();
        let family = if topi { Family::Topiocqa } else { Family::Pragmaticqa };
        let (protocol, topics, first) = began(family, &pages);
        let mut log: Vec<(i64, &str, SessionEvent)> = vec![(0, "", first.clone())];
        let mut state = Session::new();
        state.apply(1, 0, "", None, first);
        let mut now = 0;
        for (one, what, passed) in &tried {
            now += passed;
            let who = if *one { "a" } else { "b" };
            let what: Do = serde_json::from_value(what.clone()).unwrap();
            let context = Context {
                protocol: &protocol, pages: &pages, now, random: Random::new(7), topics: &topics,
            };
            let before = (format!("{:?}", state.phase), state.turns.clone());
            let Ok(events) = state.decide(who, &what, &context) else {
                prop_assert_eq!(before, (format!("{:?}", state.phase), state.turns.clone()));
                continue;
            };
            for event in events {
                log.push((now, who, event.clone()));
                state.apply(log.len() as i64, now, who, None, event);
            }
            for who in ["a", "b"] {
                let partner = session::Partner::default();
                let screen = session::screen(&state, who, &protocol, partner, now);
                if state.role(who) != Some(session::Role::Teacher) {
                    let mut screen = screen;
                    screen["rating"].take();
                    // What the student was told in a reply is no leak.
                    screen["turns"].take();
                    prop_assert!(!screen.to_string().contains("Unseenfact"));
                }
            }
            prop_assert!(state.earned("a") >= 0 && state.earned("b") >= 0);
            prop_assert!(state.at < state.trail.len().max(1));
        }
        let mut again = Session::new();
        for (seq, (at, who, event)) in (1..).zip(log) {
            let read = serde_json::from_str(&serde_json::to_string(&event).unwrap()).unwrap();
            again.apply(seq, at, who, None, read);
        }
        // Maps have no order of their own; everything else must be the same.
        let whole = |session: &Session| {
            let screens = ["a", "b"].map(|who| {
                session::screen(session, who, &protocol, session::Partner::default(), now)
            });
            (session.seq, session.turns.clone(), session.phase, session.visited.clone(), screens)
        };
        prop_assert_eq!(whole(&state), whole(&again));
    }
}
