//! A PragmatiCQA conversation from the interest survey to the closing survey.

use serde_json::{Value, json};

use crate::leaks::sees_no_text;
use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage};

/// Two people, paired, with the topic settled and the background test passed: teacher and student.
pub fn paired(stage: &Stage, project: &str) -> (Person, Person) {
    let invitation = stage.invite(project, "conversation");
    let (one, other) = (stage.qualified(&invitation), stage.qualified(&invitation));
    assert_eq!(stage.does(&one, json!({ "kind": "wait" }))["kind"], "waiting");
    let screen = stage.does(&other, json!({ "kind": "wait" }));
    assert_eq!(screen["kind"], "interests");
    say_interests(stage, &one, &other);
    take_test(stage, &one);
    take_test(stage, &other);
    match stage.kind(&one).as_str() {
        "teacher" => (one, other),
        _ => (other, one),
    }
}

fn topics(screen: &Value) -> Vec<String> {
    let all = screen["topics"].as_array().unwrap().iter();
    all.map(|topic| topic["id"].as_str().unwrap().to_owned()).collect()
}

/// The first wants to teach the first topic, the other to learn about it.
fn say_interests(stage: &Stage, one: &Person, other: &Person) {
    for (person, teach, learn) in [(one, 3, 0), (other, 0, 3)] {
        let topics = topics(&stage.screen(person));
        assert_eq!(topics.len(), 2);
        let answers: Vec<Value> = topics
            .iter()
            .map(|id| {
                let wanted = u8::from(id == "t1");
                json!({ "topic": id, "teach": teach * wanted, "learn": learn * wanted })
            })
            .collect();
        let few = json!({ "kind": "interests", "answers": answers[..1] });
        assert_eq!(stage.refused(person, few), "answers");
        stage.does(person, json!({ "kind": "interests", "answers": answers }));
    }
    assert_eq!(stage.screen(one)["role"], "teacher");
}

fn take_test(stage: &Stage, person: &Person) {
    let screen = stage.screen(person);
    assert_eq!(screen["kind"], "background");
    let titles = screen["titles"].as_array().unwrap();
    assert_eq!(titles.len(), 10);
    let own = |title: &Value| title.as_str().unwrap().starts_with("SKERROW");
    let related: Vec<bool> = titles.iter().map(own).collect();
    assert_eq!(related.iter().filter(|related| **related).count(), 5);
    stage.does(person, json!({ "kind": "background", "related": related }));
}

pub fn rating() -> Value {
    json!({ "natural": 1, "literal": 2, "intent": 3, "leads": 4, "faithful": 5 })
}

/// One turn: question, spans, reply; the student rates the reply before while the teacher works.
pub fn turn(stage: &Stage, teacher: &Person, student: &Person, number: usize) {
    let asked = json!({ "kind": "ask", "question": format!("What about {number}?") });
    assert_eq!(stage.does(student, asked)["phase"], "waiting");
    if number > 0 {
        let due = stage.screen(student)["rating"].clone();
        assert_eq!(due["turn"], number - 1);
        assert!(due["literal"][0].as_str().unwrap().contains("Unseenfact"));
    }
    let literal = stage.pages.span("skerrow#0", 0, 18);
    let pragmatic = stage.pages.span("skerrow#0", 19, 28);
    let chosen = stage.does(teacher, json!({ "kind": "literal", "spans": [literal] }));
    assert_eq!(chosen["phase"], "pragmatic");
    let chosen = stage.does(teacher, json!({ "kind": "pragmatic", "spans": [pragmatic] }));
    assert_eq!(chosen["phase"], "reply");
    let reply = json!({ "kind": "reply", "text": format!("It is reply {number}.") });
    assert_eq!(stage.does(teacher, reply)["phase"], "question");
    let turns = stage.screen(student)["turns"].clone();
    assert_eq!(turns[number]["reply"], format!("It is reply {number}."));
    if number > 0 {
        let rate = json!({ "kind": "rate", "turn": number - 1, "answers": rating() });
        stage.does(student, rate);
    }
}

pub fn close(stage: &Stage, teacher: &Person, student: &Person, last: usize) {
    assert_eq!(stage.does(student, json!({ "kind": "leave" }))["kind"], "closing");
    let close = json!({ "kind": "close", "answers": { "topic": 2, "partner": 1, "task": 3 } });
    assert_eq!(stage.refused(student, close.clone()), "rate_first");
    stage.does(student, json!({ "kind": "rate", "turn": last, "answers": rating() }));
    assert_eq!(stage.does(student, close.clone())["submitted"], true);
    let less = json!({ "kind": "close", "answers": { "topic": 9 } });
    assert_eq!(stage.refused(teacher, less), "answers");
    assert_eq!(stage.does(teacher, close)["kind"], "ended");
}

#[test]
fn six_turns_with_restarts_between_them_lose_nothing() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiments": false }));
        let (teacher, student) = paired(&stage, &project);
        for number in 0..6 {
            turn(&stage, &teacher, &student, number);
            let before = (stage.screen(&teacher), stage.screen(&student));
            // The server goes down, and nobody is there for a while.
            stage.reopen();
            let mut after = (stage.screen(&teacher), stage.screen(&student));
            assert_eq!(after.0["partner"]["present"], false);
            for screen in [&mut after.0, &mut after.1] {
                screen["partner"]["present"] = json!(true);
            }
            assert_eq!(before, after);
            let here = [stage.caller(&teacher), stage.caller(&student)];
            std::mem::forget(here.map(|caller| stage.studio.enter(&caller)));
        }
        assert_eq!(stage.view(&teacher)["you"]["earned"], 200);
        turn(&stage, &teacher, &student, 6);
        turn(&stage, &teacher, &student, 7);
        assert_eq!(
            stage.screen(&student)["pay"],
            json!({ "so_far": 245, "next": 30, "currency": "USD" })
        );
        close(&stage, &teacher, &student, 7);
        for person in [&teacher, &student] {
            let view = stage.view(person);
            assert_eq!(view["screen"]["outcome"], "complete");
            assert_eq!(
                (&view["screen"]["turns"], &view["you"]["earned"]),
                (&json!(8), &json!(245))
            );
        }
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        let talks = &progress["conversations"];
        assert_eq!(
            (&talks["complete"], &talks["open"], &talks["turns"]),
            (&json!(1), &json!(0), &json!(8))
        );
        assert_eq!(progress["spent"], 490);
        let sessions = stage.studio.sessions(OWNER, &project, Some("complete")).unwrap();
        let id = sessions["sessions"][0]["id"].as_str().unwrap();
        let whole = stage.studio.session(OWNER, &project, id).unwrap();
        assert_eq!(whole["turns"].as_array().unwrap().len(), 8);
        assert_eq!(whole["turns"][7]["rating"], rating());
        assert_eq!(whole["turns"][0]["literal"]["spans"][0]["text"], "Unseenfactskerrow0");
        assert_eq!(whole["background"][&teacher.id], 10);
    });
}

#[test]
fn what_does_not_fit_the_state_is_refused_and_changes_nothing() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project =
            stage.project("pragmaticqa", json!({ "experiments": false, "paraphrase": true }));
        let (teacher, student) = paired(&stage, &project);
        assert_eq!(
            stage.refused(&teacher, json!({ "kind": "ask", "question": "Why?" })),
            "not_now"
        );
        assert_eq!(stage.refused(&student, json!({ "kind": "ask", "question": "  " })), "empty");
        assert_eq!(stage.refused(&student, json!({ "kind": "leave" })), "not_now");
        assert_eq!(stage.refused(&student, json!({ "kind": "nonsense" })), "body");
        let long = "x".repeat(4_001);
        assert_eq!(
            stage.refused(&student, json!({ "kind": "ask", "question": long })),
            "too_large"
        );
        stage.does(&student, json!({ "kind": "ask", "question": "Why?" }));
        assert_eq!(stage.refused(&teacher, json!({ "kind": "reply", "text": "So." })), "not_now");
        let mut wrong = stage.pages.span("skerrow#0", 0, 10);
        wrong.text = "elsewhere".to_owned();
        assert_eq!(stage.refused(&teacher, json!({ "kind": "literal", "spans": [wrong] })), "span");
        let unopened = stage.pages.span("skerrow1#0", 0, 10);
        assert_eq!(
            stage.refused(&teacher, json!({ "kind": "literal", "spans": [unopened] })),
            "span"
        );
        let browse =
            |document: &str| json!({ "kind": "browse", "document": document, "how": "link" });
        assert_eq!(stage.refused(&teacher, browse("orlo3")), "no_link");
        assert_eq!(stage.refused(&teacher, browse("nowhere")), "page");
        assert_eq!(stage.refused(&student, browse("skerrow1")), "not_now");
        let span = stage.pages.span("skerrow#0", 0, 18);
        stage.does(&teacher, json!({ "kind": "literal", "spans": [span] }));
        assert_eq!(
            stage.refused(&teacher, json!({ "kind": "pragmatic", "spans": [span] })),
            "same"
        );
        assert_eq!(stage.refused(&teacher, json!({ "kind": "pragmatic", "spans": [] })), "empty");
        let more = stage.pages.span("skerrow#0", 19, 28);
        stage.does(&teacher, json!({ "kind": "pragmatic", "spans": [more] }));
        let copied = json!({ "kind": "reply", "text": span.text });
        assert_eq!(stage.refused(&teacher, copied), "copied");
        let again = stage.does(&teacher, json!({ "kind": "back_to", "phase": "literal" }));
        assert_eq!(again["phase"], "literal");
        stage.does(&teacher, json!({ "kind": "literal", "word": "unknown" }));
        stage.does(&teacher, json!({ "kind": "pragmatic", "spans": [] }));
        stage.does(&teacher, json!({ "kind": "reply", "text": "I don't know that." }));
        assert_eq!(stage.screen(&student)["finished"], 1);
    });
}

#[test]
fn an_action_that_is_sent_again_is_done_once() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiments": false }));
        let (teacher, student) = paired(&stage, &project);
        let ask = json!({ "action": "ask-once-0", "do": { "kind": "ask", "question": "Why?" } });
        let caller = stage.caller(&student);
        assert!(!stage.studio.act(&caller, ask.clone()).unwrap().repeated);
        assert!(stage.studio.act(&caller, ask.clone()).unwrap().repeated);
        stage.reopen();
        assert!(stage.studio.act(&caller, ask.clone()).unwrap().repeated);
        assert_eq!(stage.screen(&teacher)["turns"].as_array().unwrap().len(), 1);
        // Eight threads of two servers, all with the same two actions.
        let word = json!({ "action": "word-once-0", "do": { "kind": "literal", "word": "yes" } });
        let none = json!({ "action": "quit-once-0", "do": { "kind": "quit" } });
        let (teacher, other) = (stage.caller(&teacher), stage.other());
        let done: Vec<[bool; 2]> = std::thread::scope(|scope| {
            let act = |n: usize| {
                let studio = if n.is_multiple_of(2) { &stage.studio } else { &other };
                let (word, none, caller, teacher) = (&word, &none, &caller, &teacher);
                scope.spawn(move || {
                    let word = studio.act(teacher, word.clone());
                    let quit = studio.act(caller, none.clone());
                    [
                        word.is_ok_and(|acted| !acted.repeated),
                        quit.is_ok_and(|acted| !acted.repeated),
                    ]
                })
            };
            let all: Vec<_> = (0..8).map(act).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(done.iter().filter(|done| done[1]).count(), 1);
        assert!(done.iter().filter(|done| done[0]).count() <= 1);
    });
}

#[test]
fn who_is_late_can_be_left_and_who_waited_is_paid() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiments": false }));
        let (teacher, student) = paired(&stage, &project);
        for number in 0..3 {
            turn(&stage, &teacher, &student, number);
        }
        stage.does(&student, json!({ "kind": "ask", "question": "And?" }));
        assert_eq!(stage.refused(&student, json!({ "kind": "end_late" })), "not_now");
        stage.later(601);
        assert_eq!(stage.refused(&teacher, json!({ "kind": "end_late" })), "not_now");
        let screen = stage.screen(&student);
        assert!(screen["can"].as_array().unwrap().contains(&json!("end_late")));
        let ended = stage.does(&student, json!({ "kind": "end_late" }));
        assert_eq!((&ended["outcome"], &ended["earned"]), (&json!("partner_late"), &json!(100)));
        let late = stage.screen(&teacher);
        assert_eq!((&late["outcome"], &late["earned"]), (&json!("late"), &json!(0)));
        // Both can go on with somebody else.
        assert_eq!(stage.does(&teacher, json!({ "kind": "wait" }))["kind"], "waiting");
    });
}

#[test]
fn a_teacher_who_fails_the_background_test_does_not_teach() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiments": false }));
        let invitation = stage.invite(&project, "conversation");
        let (one, other) = (stage.qualified(&invitation), stage.qualified(&invitation));
        stage.does(&one, json!({ "kind": "wait" }));
        stage.does(&other, json!({ "kind": "wait" }));
        say_interests(&stage, &one, &other);
        let all = json!({ "kind": "background", "related": [true, true, true, true, true, true, true, true, true, true] });
        assert_eq!(stage.does(&one, all)["outcome"], "unqualified");
        assert_eq!(stage.screen(&other)["outcome"], "unqualified");
    });
}

#[test]
fn without_topic_selection_the_topic_is_given_and_without_the_test_nobody_is_tested() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiment_target": 0.0 }));
        let invitation = stage.invite(&project, "conversation");
        let (one, other) = (stage.qualified(&invitation), stage.qualified(&invitation));
        stage.does(&one, json!({ "kind": "wait" }));
        let mut kinds = vec![stage.does(&other, json!({ "kind": "wait" }))["kind"].clone()];
        kinds.push(stage.screen(&one)["kind"].clone());
        kinds.sort_by_key(Value::to_string);
        assert_eq!(kinds, ["student", "teacher"]);
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        let conditions = json!({ "background_test": false, "topic_selection": false });
        assert_eq!(sessions["sessions"][0]["conditions"], conditions);
    });
}

#[test]
fn where_there_are_too_few_titles_nobody_is_tested_and_nothing_says_otherwise() {
    on_both(|place| {
        let stage = Stage::new(place);
        let made = stage.studio.create(
            OWNER,
            json!({
                "name": "One", "protocol": "pragmaticqa", "collection": "sights",
                "settings": { "experiments": false }, "topics": [{ "document": "skerrow" }],
            }),
        );
        let project = made.unwrap()["id"].as_str().unwrap().to_owned();
        let invitation = stage.invite(&project, "conversation");
        let (one, other) = (stage.qualified(&invitation), stage.qualified(&invitation));
        stage.does(&one, json!({ "kind": "wait" }));
        stage.does(&other, json!({ "kind": "wait" }));
        for (person, teach) in [(&one, 3), (&other, 0)] {
            let answers = json!([{ "topic": "t1", "teach": teach, "learn": 3 - teach }]);
            stage.does(person, json!({ "kind": "interests", "answers": answers }));
        }
        assert_eq!((stage.kind(&one), stage.kind(&other)), ("teacher".into(), "student".into()));
        let conditions = || {
            let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
            sessions["sessions"][0]["conditions"].clone()
        };
        let held = json!({ "background_test": false, "topic_selection": true });
        assert_eq!(conditions(), held);
        stage.does(&one, json!({ "kind": "quit" }));
        assert_eq!(conditions(), held);
        let experiments = stage.studio.experiments(OWNER, &project).unwrap()["experiments"].clone();
        let arms = experiments[0]["arms"].as_array().unwrap();
        assert!(arms.iter().all(|arm| arm["conversations"] == 0), "{experiments}");
    });
}

#[test]
fn a_returned_conversation_is_mended_and_goes_back() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project =
            stage.project("pragmaticqa", json!({ "experiments": false, "minimum_turns": 1 }));
        let (teacher, student) = paired(&stage, &project);
        turn(&stage, &teacher, &student, 0);
        close(&stage, &teacher, &student, 0);
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        let subject = json!({ "kind": "session", "id": sessions["sessions"][0]["id"] });
        let verdict =
            json!({ "subject": subject, "verdict": "return", "note": "Shorter, please." });
        stage.studio.review(OWNER, &project, verdict).unwrap();
        let screen = stage.screen(&teacher);
        assert_eq!((&screen["kind"], &screen["mine"]), (&json!("returned"), &json!("reply")));
        assert_eq!(stage.view(&teacher)["notices"][0]["text"], "Shorter, please.");
        sees_no_text(&stage.view(&student));
        assert_eq!(stage.screen(&student)["mine"], "question");
        stage.does(&teacher, json!({ "kind": "amend", "turn": 0, "text": "Short." }));
        assert_eq!(stage.screen(&student)["turns"][0]["reply"], "Short.");
        assert_eq!(stage.does(&teacher, json!({ "kind": "resubmit" }))["kind"], "ended");
        let more = json!({ "kind": "amend", "turn": 0, "text": "Shorter still." });
        assert_eq!(stage.refused(&teacher, more), "not_now");
        let queue = stage.studio.queue(OWNER, &project).unwrap();
        assert_eq!(queue["queue"][0]["subject"], subject);
        let told =
            |queue: &Value| queue["queue"][0]["summary"].as_str().unwrap().contains("not sent");
        assert!(told(&queue), "{queue}");
        // The partner mends in peace.
        stage.reopen();
        assert_eq!(stage.kind(&student), "returned");
        stage.does(&student, json!({ "kind": "amend", "turn": 0, "text": "How short?" }));
        assert_eq!(stage.does(&student, json!({ "kind": "resubmit" }))["kind"], "ended");
        assert_eq!(stage.does(&teacher, json!({ "kind": "wait" }))["kind"], "waiting");
        let queue = stage.studio.queue(OWNER, &project).unwrap();
        assert!(!told(&queue), "{queue}");
        let file = stage.studio.export(OWNER, &project, "pragmaticqa", false).unwrap();
        let text = String::from_utf8(file.bytes).unwrap();
        assert!(text.contains("How short?") && text.contains("Short."), "{text}");
    });
}

#[test]
fn a_verdict_does_not_wait_for_those_who_mend_nothing() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project =
            stage.project("pragmaticqa", json!({ "experiments": false, "minimum_turns": 1 }));
        let (teacher, student) = paired(&stage, &project);
        turn(&stage, &teacher, &student, 0);
        close(&stage, &teacher, &student, 0);
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        let subject = json!({ "kind": "session", "id": sessions["sessions"][0]["id"] });
        let review = |verdict: &str| {
            let request = json!({ "subject": subject, "verdict": verdict, "note": "Shorter." });
            stage.studio.review(OWNER, &project, request).unwrap();
        };
        review("return");
        stage.does(&teacher, json!({ "kind": "resubmit" }));
        review("accept");
        assert_eq!(stage.kind(&student), "ended");
        review("return");
        assert_eq!(
            (stage.kind(&teacher), stage.kind(&student)),
            ("returned".into(), "returned".into())
        );
    });
}
