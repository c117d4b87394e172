//! Grice as a partner.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grice_studio::{Answering, Asking, Partner, Refusal, Result, TeachersTurn};
use serde_json::{Value, json};

use crate::pages::Sights;
use crate::place::{Place, on_both};
use crate::stage::{OWNER, Person, Stage, code};

/// A partner who knows one page, and whose first turn fails.
struct Known {
    pages: Sights,
    failures: AtomicUsize,
    asked: Mutex<Vec<Asking>>,
}

impl Partner for Known {
    fn answer(&self, asked: &Answering) -> Result<TeachersTurn> {
        if self.failures.fetch_add(1, Ordering::Relaxed) == 0 {
            return Err(Refusal::new("model", "the model is not there").into());
        }
        let turns = asked.engine.as_ref().and_then(|engine| engine["turns"].as_u64()).unwrap_or(0);
        assert_eq!(turns as usize, asked.history.len());
        Ok(TeachersTurn {
            word: None,
            literal: vec![self.pages.span("skerrow1#0", 0, 19)],
            pragmatic: vec![self.pages.span("skerrow1#0", 20, 29)],
            text: format!("You asked: {}", asked.question),
            engine: Some(json!({ "turns": turns + 1 })),
        })
    }

    fn ask(&self, asked: &Asking) -> Result<Option<String>> {
        self.asked.lock().unwrap().push(asked.clone());
        Ok((asked.history.len() < 2).then(|| format!("What about {}?", asked.history.len())))
    }
}

fn stage(place: &Place) -> (Stage, Arc<Known>) {
    let partner = Arc::new(Known {
        pages: Sights::new(),
        failures: AtomicUsize::new(0),
        asked: Mutex::default(),
    });
    (Stage::with(place, Some(partner.clone())), partner)
}

/// Looks until something is so, for as long as a machine under load may need.
fn until(stage: &Stage, person: &Person, so: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let screen = stage.screen(person);
        if so(&screen) {
            return screen;
        }
        assert!(Instant::now() < end, "{screen}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn grice_teaches_and_a_turn_that_fails_is_made_later() {
    on_both(|place| {
        let (mut stage, _) = stage(place);
        let settings = json!({ "experiments": false, "grice": "teacher", "minimum_turns": 2 });
        let project = stage.project("pragmaticqa", settings);
        let person = stage.qualified(&stage.invite(&project, "conversation"));
        assert_eq!(stage.does(&person, json!({ "kind": "wait" }))["kind"], "interests");
        let answers = ["t1", "t2"].map(|id| json!({ "topic": id, "teach": 3, "learn": 1 }));
        let screen = stage.does(&person, json!({ "kind": "interests", "answers": answers }));
        assert_eq!(
            (&screen["kind"], &screen["partner"]["grice"]),
            (&json!("student"), &json!(true))
        );
        let replied = |turns: usize| {
            move |screen: &Value| screen["phase"] == "question" && screen["finished"] == turns
        };
        stage.does(&person, json!({ "kind": "ask", "question": "Why?" }));
        std::thread::sleep(Duration::from_millis(100));
        stage.later(6);
        let screen = until(&stage, &person, replied(1));
        assert_eq!(screen["turns"][0]["reply"], "You asked: Why?");
        stage.reopen();
        stage.does(&person, json!({ "kind": "ask", "question": "How?" }));
        let screen = until(&stage, &person, replied(2));
        assert_eq!(screen["rating"]["turn"], 0);
        let rating = crate::pragmaticqa::rating();
        stage.does(&person, json!({ "kind": "rate", "turn": 0, "answers": rating }));
        stage.does(&person, json!({ "kind": "leave" }));
        stage.does(&person, json!({ "kind": "rate", "turn": 1, "answers": rating }));
        let close = json!({ "kind": "close", "answers": { "topic": 1, "partner": 1, "task": 1 } });
        assert_eq!(stage.does(&person, close)["outcome"], "complete");
        // Grice was not tested, and nothing says that it was.
        let conditions = json!({ "topic_selection": true, "background_test": false });
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        assert_eq!(sessions["sessions"][0]["conditions"], conditions);
        let file = stage.studio.export(OWNER, &project, "jsonl", false).unwrap();
        let talk: Value = serde_json::from_slice(&file.bytes).unwrap();
        assert_eq!(talk["conditions"], conditions);
        let experiments = stage.studio.experiments(OWNER, &project).unwrap()["experiments"].clone();
        let counts = |at: usize| {
            let arms = experiments[at]["arms"].as_array().unwrap();
            arms.iter().map(|arm| arm["conversations"].as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!(experiments[0]["name"], "background_test");
        assert_eq!((counts(0), counts(1)), (0, 1), "{experiments}");
    });
}

#[test]
fn grice_asks_without_seeing_the_text_and_leaves_when_it_has_no_more_questions() {
    on_both(|place| {
        let (stage, partner) = stage(place);
        let project =
            stage.project("topiocqa", json!({ "grice": "questioner", "minimum_turns": 2 }));
        let person = stage.qualified(&stage.invite(&project, "conversation"));
        assert_eq!(stage.does(&person, json!({ "kind": "wait" }))["kind"], "answerer");
        for turn in 0..2 {
            let screen = until(&stage, &person, |screen| screen["phase"] == "answer");
            assert_eq!(screen["turns"][turn]["question"], format!("What about {turn}?"));
            crate::topiocqa::answer(&stage, &person, "skerrow", "This.");
        }
        let ended = until(&stage, &person, |screen| screen["kind"] == "ended");
        assert_eq!((&ended["outcome"], &ended["turns"]), (&json!("complete"), &json!(2)));
        let asked = partner.asked.lock().unwrap();
        assert!(asked.iter().all(|asked| !format!("{asked:?}").contains("Unseenfact")));
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        assert_eq!(progress["conversations"]["complete"], 1);
    });
}

#[test]
fn a_server_without_grice_says_so() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({}));
        let tried = stage.studio.try_out(OWNER, &project, json!({ "with_grice": "teacher" }));
        assert_eq!(code(tried), "grice");
    });
}

#[test]
fn grice_begins_with_the_question_that_is_given() {
    on_both(|place| {
        let (stage, partner) = stage(place);
        let made = stage.studio.create(
            OWNER,
            json!({
                "name": "Given", "protocol": "topiocqa", "collection": "sights",
                "settings": { "grice": "questioner", "written_first": 0.0 },
                "seeds": [{ "document": "skerrow", "question": "What is SKERROW?" }],
            }),
        );
        let project = made.unwrap()["id"].as_str().unwrap().to_owned();
        let person = stage.qualified(&stage.invite(&project, "conversation"));
        stage.does(&person, json!({ "kind": "wait" }));
        let screen = until(&stage, &person, |screen| screen["phase"] == "answer");
        assert_eq!(screen["turns"][0]["question"], "What is SKERROW?");
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        let id = sessions["sessions"][0]["id"].as_str().unwrap();
        let whole = stage.studio.session(OWNER, &project, id).unwrap();
        assert_eq!(whole["turns"][0]["given"], true);
        assert!(partner.asked.lock().unwrap().is_empty());
        crate::topiocqa::answer(&stage, &person, "skerrow", "This.");
        let screen = until(&stage, &person, |screen| screen["phase"] == "answer");
        assert_eq!(screen["turns"][1]["question"], "What about 1?");
    });
}

/// A partner who panics as often as it is told to.
struct Panics(AtomicUsize);

impl Partner for Panics {
    fn answer(&self, _: &Answering) -> Result<TeachersTurn> {
        if self.0.fetch_sub(1, Ordering::Relaxed) > 1 {
            panic!("a panic that is part of a test");
        }
        Ok(TeachersTurn { word: Some("unknown".to_owned()), ..TeachersTurn::default() })
    }

    fn ask(&self, _: &Asking) -> Result<Option<String>> {
        Ok(None)
    }
}

#[test]
fn grice_goes_on_after_turns_that_panicked() {
    on_both(|place| {
        // More of them than Grice has hands.
        let stage = Stage::with(place, Some(Arc::new(Panics(AtomicUsize::new(5)))));
        let settings = json!({ "grice": "answerer", "written_first": 1.0 });
        let project = stage.project("topiocqa", settings);
        let person = stage.qualified(&stage.invite(&project, "conversation"));
        stage.does(&person, json!({ "kind": "wait" }));
        stage.does(&person, json!({ "kind": "ask", "question": "Why?" }));
        let screen = until(&stage, &person, |screen| {
            stage.later(1);
            screen["phase"] == "question"
        });
        assert_eq!(screen["turns"][0]["unanswerable"], true, "{screen}");
    });
}
