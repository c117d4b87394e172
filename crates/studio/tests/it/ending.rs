//! How conversations end that nobody ends, and what is kept of the end.

use serde_json::{Value, json};

use crate::place::on_both;
use crate::pragmaticqa::{close, paired, rating, turn};
use crate::stage::{OWNER, Person, Stage, code};

fn talk(stage: &Stage, minimum: usize, turns: usize) -> (String, Person, Person) {
    let settings = json!({ "experiments": false, "minimum_turns": minimum });
    let project = stage.project("pragmaticqa", settings);
    let (teacher, student) = paired(stage, &project);
    for number in 0..turns {
        turn(stage, &teacher, &student, number);
    }
    (project, teacher, student)
}

fn only(stage: &Stage, project: &str) -> Value {
    let all = stage.studio.sessions(OWNER, project, None).unwrap()["sessions"].clone();
    assert_eq!(all.as_array().unwrap().len(), 1);
    let id = all[0]["id"].as_str().unwrap();
    stage.studio.session(OWNER, project, id).unwrap()
}

fn earned(stage: &Stage, project: &str, person: &Person) -> i64 {
    let people = stage.studio.participants(OWNER, project).unwrap();
    let people = people["participants"].as_array().unwrap();
    people.iter().find(|one| one["id"] == person.id).unwrap()["earned"].as_i64().unwrap()
}

fn file(stage: &Stage, project: &str, format: &str) -> String {
    let file = stage.studio.export(OWNER, project, format, false).unwrap();
    String::from_utf8(file.bytes).unwrap()
}

fn payments(stage: &Stage, project: &str) -> String {
    String::from_utf8(stage.studio.payments(OWNER, project).unwrap().bytes).unwrap()
}

#[test]
fn a_finished_conversation_whose_people_leave_is_complete_and_paid() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, teacher, mut student) = talk(&stage, 2, 2);
        stage.does(&student, json!({ "kind": "leave" }));
        let view = stage.studio.view(&stage.caller(&teacher)).unwrap();
        assert!(view.wake.is_some(), "the page looks again when the time is over");
        student.here = None;
        drop(teacher.here);
        assert_eq!(stage.studio.sweep().unwrap(), 0);
        stage.later(601);
        stage.reopen();
        assert_eq!(stage.studio.sweep().unwrap(), 1);
        assert_eq!(stage.studio.sweep().unwrap(), 0);
        let session = only(&stage, &project);
        assert_eq!(
            (&session["outcome"], &session["turns"][1]["reply"]),
            (&json!("complete"), &json!("It is reply 1."))
        );
        assert_eq!(earned(&stage, &project, &student), 200);
        assert!(file(&stage, &project, "pragmaticqa").contains("It is reply 1."));
        assert_eq!(
            payments(&stage, &project).matches(",conversation,1,2,0,200,USD,done").count(),
            2
        );
        let queue = stage.studio.queue(OWNER, &project).unwrap();
        assert_eq!(queue["queue"][0]["subject"]["id"], session["id"]);
    });
}

#[test]
fn a_partner_who_leaves_the_closing_survey_open_is_not_waited_for_and_is_no_quitter() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, teacher, student) = talk(&stage, 1, 1);
        stage.does(&student, json!({ "kind": "leave" }));
        stage.does(&student, json!({ "kind": "rate", "turn": 0, "answers": rating() }));
        let answers = json!({ "topic": 1, "partner": 1, "task": 1 });
        let screen = stage.does(&student, json!({ "kind": "close", "answers": answers }));
        assert_eq!(screen["kind"], "closing");
        stage.later(601);
        assert_eq!(stage.refused(&student, json!({ "kind": "end_late" })), "not_now");
        assert_eq!(stage.screen(&student)["outcome"], "complete");
        assert_eq!(earned(&stage, &project, &teacher), 200);
    });
}

#[test]
fn a_conversation_that_both_have_left_ends_after_a_day() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, teacher, student) = talk(&stage, 4, 3);
        stage.does(&student, json!({ "kind": "ask", "question": "And?" }));
        stage.later(601);
        assert_eq!(stage.studio.sweep().unwrap(), 0, "the partner may wait on");
        stage.later(86_400);
        assert_eq!(stage.studio.sweep().unwrap(), 1);
        assert_eq!(only(&stage, &project)["outcome"], "late");
        assert_eq!(earned(&stage, &project, &teacher), 0);
        assert_eq!(earned(&stage, &project, &student), 150);

        let (project, teacher, student) = talk(&stage, 2, 2);
        stage.does(&student, json!({ "kind": "ask", "question": "And?" }));
        stage.later(87_001);
        assert_eq!(stage.studio.sweep().unwrap(), 1);
        let session = only(&stage, &project);
        assert_eq!((&session["outcome"], &session["turns"][2]), (&json!("complete"), &Value::Null));
        assert_eq!(earned(&stage, &project, &teacher), 200);

        let never = json!({ "experiments": false, "abandoned_seconds": 0 });
        let project = stage.project("pragmaticqa", never);
        let _people = paired(&stage, &project);
        stage.later(1_000_000);
        assert_eq!(stage.studio.sweep().unwrap(), 0);
    });
}

#[test]
fn an_administrator_ends_a_conversation_that_hangs() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, teacher, student) = talk(&stage, 4, 2);
        let id = only(&stage, &project)["id"].as_str().unwrap().to_owned();
        let end = |project: &str, id: &str| {
            stage.studio.end_session(OWNER, project, id, json!({ "reason": "maintenance" }))
        };
        assert_eq!(code(end(&project, "none")), "session");
        assert_eq!(code(stage.studio.end_session("bob", &project, &id, json!({}))), "project");
        end(&project, &id).unwrap();
        assert_eq!(code(end(&project, &id)), "not_now");
        for person in [&teacher, &student] {
            let screen = stage.screen(person);
            assert_eq!((&screen["outcome"], &screen["earned"]), (&json!("stopped"), &json!(100)));
        }
        assert_eq!(only(&stage, &project)["reason"], "maintenance");
        assert_eq!(file(&stage, &project, "jsonl"), "");

        let (project, teacher, _student) = talk(&stage, 2, 2);
        let id = only(&stage, &project)["id"].as_str().unwrap().to_owned();
        end(&project, &id).unwrap();
        assert_eq!(stage.screen(&teacher)["outcome"], "complete");
        assert_eq!(file(&stage, &project, "jsonl").lines().count(), 1);
    });
}

#[test]
fn what_a_quitter_said_is_kept_and_in_the_file_of_all_conversations() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, _teacher, student) = talk(&stage, 4, 1);
        stage.does(&student, json!({ "kind": "ask", "question": "And?" }));
        stage.does(&student, json!({ "kind": "quit", "reason": " my bus comes " }));
        stage.reopen();
        assert_eq!(only(&stage, &project)["reason"], "my bus comes");
        assert_eq!(file(&stage, &project, "jsonl"), "");
        for format in ["jsonl", "csv"] {
            let file = stage.studio.export_all(OWNER, &project, format).unwrap();
            let text = String::from_utf8(file.bytes.clone()).unwrap();
            for told in ["my bus comes", "quit", "And?", &student.id] {
                assert!(text.contains(told), "{told} in {text}");
            }
            // What was left unfinished is not taken for data.
            let other = stage.project("pragmaticqa", json!({}));
            let took = stage.studio.import(OWNER, &other, format, &file.bytes).unwrap();
            assert_eq!(took["conversations"], 0);
            assert_eq!(took["skipped"][0]["why"], "the conversation is not complete: quit");
        }
        let refused = stage.studio.export_all(OWNER, &project, "pragmaticqa");
        assert_eq!(code(refused), "format");
    });
}

#[test]
fn a_file_has_interests_the_background_test_and_the_pages_that_were_opened() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "experiments": false, "minimum_turns": 1 });
        let project = stage.project("pragmaticqa", settings);
        let (teacher, student) = paired(&stage, &project);
        stage.does(&teacher, json!({ "kind": "browse", "document": "skerrow2", "how": "link" }));
        stage.does(&teacher, json!({ "kind": "browse", "how": "back" }));
        turn(&stage, &teacher, &student, 0);
        close(&stage, &teacher, &student, 0);
        let talk: Value = serde_json::from_str(&file(&stage, &project, "jsonl")).unwrap();
        let liked = talk["interests"][&teacher.id].as_array().unwrap().iter();
        let liked: Vec<&Value> = liked.filter(|one| one["teach"] == 3).collect();
        assert_eq!(liked, [&json!({ "topic": "SKERROW", "teach": 3, "learn": 0 })]);
        assert_eq!(talk["background"][&student.id], 10);
        assert_eq!(talk["test"].as_array().unwrap().len(), 10);
        let opened: Vec<(&Value, &Value)> = talk["browsing"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (&one["document"], &one["how"]))
            .collect();
        let (link, back) = (json!("link"), json!("back"));
        assert_eq!(opened, [(&json!("skerrow2"), &link), (&json!("skerrow"), &back)]);
        assert_eq!(talk["outcome"], "complete");
    });
}

#[test]
fn a_rejected_conversation_is_paid_only_once_it_is_accepted() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, teacher, student) = talk(&stage, 1, 1);
        close(&stage, &teacher, &student, 0);
        let subject = json!({ "kind": "session", "id": only(&stage, &project)["id"] });
        let review = |stage: &Stage, verdict: &str| {
            let request = json!({ "subject": subject, "verdict": verdict, "note": "copied" });
            stage.studio.review(OWNER, &project, request).unwrap();
            earned(stage, &project, &teacher)
        };
        for (verdict, amount) in
            [("reject", 0), ("reject", 0), ("accept", 200), ("return", 200), ("reject", 0)]
        {
            assert_eq!(review(&stage, verdict), amount, "{verdict}");
            stage.reopen();
            assert_eq!(earned(&stage, &project, &teacher), amount, "{verdict}");
        }
        assert_eq!(payments(&stage, &project).matches(",conversation,0,0,0,0,USD,").count(), 2);
        let view = stage.view(&teacher);
        assert_eq!((&view["you"]["earned"], &view["screen"]["earned"]), (&json!(0), &json!(0)));
        // The partner keeps what was earned, which is nothing.
        stage.studio.delete_participant(OWNER, &project, &student.id).unwrap();
        assert_eq!(earned(&stage, &project, &teacher), 0);
        assert_eq!(stage.screen(&teacher)["earned"], 0);
    });
}
