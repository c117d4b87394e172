//! Many pairs at once.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage};

const PAIRS: usize = 50;
const TURNS: usize = 5;

/// Works as the screen says until the conversation is over; gives how long each action took.
fn works(stage: &Stage, person: &Person) -> Vec<Duration> {
    let mut took = Vec::new();
    let mut does = |what| {
        let began = Instant::now();
        let screen = stage.does(person, what);
        took.push(began.elapsed());
        screen
    };
    let mut screen = stage.screen(person);
    let end = Instant::now() + Duration::from_secs(300);
    while screen["kind"] != "ended" {
        assert!(Instant::now() < end, "{screen}");
        let turns = screen["turns"].as_array().map_or(0, Vec::len);
        screen = match (screen["kind"].as_str(), screen["phase"].as_str()) {
            (Some("lobby"), _) => does(json!({ "kind": "wait" })),
            (Some("questioner"), Some("question")) if turns == TURNS => {
                does(json!({ "kind": "leave" }))
            }
            (Some("questioner"), Some("question")) => {
                does(json!({ "kind": "ask", "question": format!("{} {turns}", person.id) }))
            }
            (Some("answerer"), Some("answer")) => {
                let page = screen["page"]["document"].as_str().unwrap();
                let span = stage.pages.span(&format!("{page}#1"), 0, 20);
                does(json!({ "kind": "answer", "rationale": span, "answer": format!("{turns}") }))
            }
            _ => {
                std::thread::sleep(Duration::from_millis(20));
                stage.screen(person)
            }
        };
    }
    took
}

#[test]
fn fifty_pairs_at_once_lose_nothing() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({ "minimum_turns": TURNS }));
        let invitation = stage.invite(&project, "conversation");
        let people: Vec<Person> = (0..2 * PAIRS).map(|_| stage.qualified(&invitation)).collect();
        let mut took: Vec<Duration> = std::thread::scope(|scope| {
            let all: Vec<_> =
                people.iter().map(|person| scope.spawn(|| works(&stage, person))).collect();
            all.into_iter().flat_map(|one| one.join().unwrap()).collect()
        });
        took.sort();
        eprintln!(
            "{} actions, median {:?}, 99th percentile {:?}",
            took.len(),
            took[took.len() / 2],
            took[took.len() * 99 / 100]
        );
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        let talks = &progress["conversations"];
        assert_eq!((&talks["complete"], &talks["turns"]), (&json!(PAIRS), &json!(PAIRS * TURNS)));
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        for session in sessions["sessions"].as_array().unwrap() {
            let id = session["id"].as_str().unwrap();
            let whole = stage.studio.session(OWNER, &project, id).unwrap();
            for (number, turn) in whole["turns"].as_array().unwrap().iter().enumerate() {
                assert!(turn["question"].as_str().unwrap().ends_with(&format!(" {number}")));
                assert_eq!(turn["reply"], format!("{}", number + 1));
            }
        }
    });
}
