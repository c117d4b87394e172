//! What nobody may see before the protocol says so, looked for in whole views as they are sent.

use serde_json::{Value, json};

use crate::place::on_both;
use crate::pragmaticqa::{close, paired, turn};
use crate::stage::{Person, Stage, code};

/// All of the pages' text has one of these, and no title or section has.
const TEXT: [&str; 2] = ["Unseenfact", "It leads to"];

pub fn sees_no_text(view: &Value) {
    assert!(!TEXT.iter().any(|text| view.to_string().contains(text)), "{view}");
}

/// A student has words of the pages in a rating that is due, and nowhere else.
fn only_in_a_rating(stage: &Stage, student: &Person) {
    let mut view = stage.view(student);
    let due = view["screen"]["rating"].take();
    sees_no_text(&view);
    for key in ["document", "element", "trail", "visited", "draft", "related", "right"] {
        assert!(!view.to_string().contains(&format!("\"{key}\"")), "{key} in {view}");
        assert!(!due.to_string().contains(&format!("\"{key}\"")), "{key} in {due}");
    }
}

#[test]
fn a_student_never_gets_the_pages_and_spans_only_when_they_are_rated() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project =
            stage.project("pragmaticqa", json!({ "experiments": false, "minimum_turns": 2 }));
        let (teacher, student) = paired(&stage, &project);
        let refused = |document: &str| {
            code(stage.studio.page(&stage.caller(&student), document)) == "not_yours"
        };
        assert!(refused("skerrow"));
        for number in 0..3 {
            only_in_a_rating(&stage, &student);
            turn(&stage, &teacher, &student, number);
            // The reply has come, and its spans wait for the next question.
            assert_eq!(stage.screen(&student)["rating"], Value::Null);
            sees_no_text(&stage.view(&student));
        }
        stage.does(&student, json!({ "kind": "ask", "question": "One more?" }));
        only_in_a_rating(&stage, &student);
        stage.does(
            &student,
            json!({ "kind": "rate", "turn": 2, "answers": crate::pragmaticqa::rating() }),
        );
        let span = stage.pages.span("skerrow#0", 0, 18);
        stage.does(&teacher, json!({ "kind": "literal", "spans": [span] }));
        sees_no_text(&stage.view(&student));
        let more = stage.pages.span("skerrow#0", 19, 28);
        stage.does(&teacher, json!({ "kind": "pragmatic", "spans": [more] }));
        sees_no_text(&stage.view(&student));
        stage.does(&teacher, json!({ "kind": "reply", "text": "Well." }));
        sees_no_text(&stage.view(&student));
        close(&stage, &teacher, &student, 3);
        sees_no_text(&stage.view(&student));
        assert!(refused("skerrow"));
        assert_eq!(code(stage.studio.page(&stage.caller(&teacher), "skerrow")), "not_yours");
    });
}

#[test]
fn a_background_test_does_not_tell_its_answers_and_interests_stay_ones_own() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiments": false }));
        let invitation = stage.invite(&project, "conversation");
        let (one, other) = (stage.qualified(&invitation), stage.qualified(&invitation));
        stage.does(&one, json!({ "kind": "wait" }));
        stage.does(&other, json!({ "kind": "wait" }));
        // Either may become the student.
        sees_no_text(&stage.view(&one));
        sees_no_text(&stage.view(&other));
        let said = |teach: u8, learn: u8| {
            let one = |id: &str| json!({ "topic": id, "teach": teach, "learn": learn });
            json!({ "kind": "interests", "answers": [one("t1"), one("t2")] })
        };
        stage.does(&one, said(3, 0));
        let view = stage.view(&other);
        assert!(!view.to_string().contains("\"teach\"") && !view.to_string().contains("popular"));
        stage.does(&other, said(0, 3));
        for person in [&one, &other] {
            let screen = stage.screen(person);
            assert_eq!(screen["kind"], "background");
            assert!(screen["titles"].as_array().unwrap().iter().all(Value::is_string));
            assert!(!screen.to_string().contains("related") && screen.get("test").is_none());
        }
    });
}

#[test]
fn a_teacher_reads_what_was_opened_and_nothing_else() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "experiments": false }));
        let (teacher, _student) = paired(&stage, &project);
        let page = |document: &str| stage.studio.page(&stage.caller(&teacher), document);
        assert_eq!(page("skerrow").unwrap(), ("ann".to_owned(), "sights".to_owned()));
        assert_eq!(code(page("skerrow2")), "not_opened");
        stage.does(&teacher, json!({ "kind": "browse", "document": "skerrow2", "how": "link" }));
        assert!(page("skerrow2").is_ok());
        let screen = stage.does(&teacher, json!({ "kind": "browse", "how": "back" }));
        assert_eq!(screen["forward"]["document"], "skerrow2");
        // From here another way: what was ahead is no longer ahead, but stays open.
        let screen = stage
            .does(&teacher, json!({ "kind": "browse", "document": "skerrow4", "how": "link" }));
        assert_eq!(
            (&screen["forward"], &screen["back"]["document"]),
            (&Value::Null, &json!("skerrow"))
        );
        assert!(page("skerrow2").is_ok());
    });
}
