//! Further answers for the evaluation split.

use serde_json::{Value, json};

use crate::leaks::sees_no_text;
use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage, code};
use crate::topiocqa::{answer, ask, browse, paired};

#[test]
fn others_answer_the_same_questions_each_once() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let settings =
            json!({ "minimum_turns": 2, "evaluation_share": 1.0, "additional_answers": 2 });
        let project = stage.project("topiocqa", settings);
        let (answerer, questioner) = paired(&stage, &project);
        ask(&stage, &questioner, "What is it?");
        answer(&stage, &answerer, "skerrow", "First answer.");
        ask(&stage, &questioner, "And near there?");
        browse(&stage, &answerer, "skerrow1");
        answer(&stage, &answerer, "skerrow1", "Second answer.");
        let invitation = stage.invite(&project, "additional");
        let people = [0; 3].map(|_| stage.join(&invitation));
        assert_eq!(stage.kind(&people[0]), "nothing_left");
        stage.does(&questioner, json!({ "kind": "leave" }));
        let item = |screen: &Value| screen["item"].as_str().unwrap().to_owned();
        for (number, person) in people[..2].iter().enumerate() {
            let screen = stage.screen(person);
            assert_eq!(
                (&screen["kind"], &screen["question"]),
                (&json!("additional"), &json!("What is it?"))
            );
            assert_eq!(screen["turns"], json!([]));
            // The answer that was given is not shown, nor any text.
            assert!(!screen.to_string().contains("First answer"));
            sees_no_text(&screen);
            stage.reopen();
            let span = stage.pages.span("skerrow#0", 0, 18);
            let given = json!({ "kind": "answer", "item": item(&screen), "rationale": span, "answer": "Mine." });
            let next = stage.does(person, given.clone());
            assert_eq!((&next["question"], &next["done"]), (&json!("And near there?"), &json!(1)));
            assert_eq!(next["turns"][0]["answer"], "First answer.");
            assert_eq!(stage.refused(person, given), "not_now");
            // Where this question's answer was found is not told.
            assert_eq!(next["documents"], json!([{ "document": "skerrow", "title": "SKERROW" }]));
            assert_eq!(code(stage.studio.page(&stage.caller(person), "skerrow1")), "not_opened");
            assert_eq!(code(stage.studio.page(&stage.caller(person), "skerrow5")), "not_opened");
            let link = json!({ "kind": "browse", "document": "skerrow5", "how": "link" });
            assert_eq!(stage.does(person, link)["page"]["document"], "skerrow5");
            let none = json!({ "kind": "unanswerable", "item": item(&next) });
            let end = stage.does(person, none);
            assert_eq!((&end["kind"], &end["done"]), (&json!("nothing_left"), &json!(2)));
            assert_eq!(end["earned"], 20);
            let items = stage.studio.progress(OWNER, &project).unwrap()["items"].clone();
            assert_eq!((&items["all"], &items["done"]), (&json!(2), &json!(2 * number)));
        }
        // Two answers each were wanted.
        assert_eq!(stage.kind(&people[2]), "nothing_left");
        let file = stage.studio.export(OWNER, &project, "topiocqa", false).unwrap();
        let text = String::from_utf8(file.bytes).unwrap();
        assert!(text.contains("Mine.") && text.contains("First answer."), "{text}");
    });
}

#[test]
fn a_turn_that_somebody_lets_lie_or_skips_goes_to_others() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings =
            json!({ "minimum_turns": 1, "evaluation_share": 1.0, "additional_answers": 1 });
        let project = stage.project("topiocqa", settings);
        let (answerer, questioner) = paired(&stage, &project);
        ask(&stage, &questioner, "What is it?");
        answer(&stage, &answerer, "skerrow", "This.");
        stage.does(&questioner, json!({ "kind": "leave" }));
        let invitation = stage.invite(&project, "additional");
        let people = [0; 3].map(|_| stage.join(&invitation));
        assert_eq!(stage.kind(&people[0]), "additional");
        assert_eq!(stage.kind(&people[1]), "nothing_left");
        let item = stage.screen(&people[0])["item"].clone();
        let skipped = stage.does(&people[0], json!({ "kind": "skip", "item": item }));
        assert_eq!(skipped["kind"], "nothing_left");
        assert_eq!(stage.kind(&people[1]), "additional");
        assert_eq!(stage.kind(&people[2]), "nothing_left");
        stage.later(1_801);
        assert_eq!(stage.kind(&people[2]), "additional");
    });
}

#[test]
fn a_late_answer_is_taken_only_where_it_is_still_wanted() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({
            "minimum_turns": 2, "evaluation_share": 1.0, "additional_answers": 1, "pay_item": 10,
        });
        let project = stage.project("topiocqa", settings);
        let (answerer, questioner) = paired(&stage, &project);
        for question in ["What is it?", "And then?"] {
            ask(&stage, &questioner, question);
            answer(&stage, &answerer, "skerrow", "This.");
        }
        stage.does(&questioner, json!({ "kind": "leave" }));
        let invitation = stage.invite(&project, "additional");
        let slow = stage.join(&invitation);
        let none = |screen: &Value| json!({ "kind": "unanswerable", "item": screen["item"] });
        let held = stage.screen(&slow);
        assert_eq!(held["question"], "What is it?");
        stage.later(1_801);
        // Nobody else has come for it, so it stays.
        assert_eq!(stage.screen(&slow)["item"], held["item"]);
        let quick = stage.join(&invitation);
        let taken = stage.screen(&quick);
        assert_eq!(taken["item"], held["item"]);
        assert_eq!(stage.refused(&slow, none(&held)), "not_now");
        assert_eq!(stage.screen(&slow)["question"], "And then?");
        stage.does(&quick, none(&taken));
        assert_eq!(stage.refused(&slow, none(&held)), "not_now");
        let next = stage.screen(&slow);
        stage.does(&slow, none(&next));
        let items = stage.studio.progress(OWNER, &project).unwrap()["items"].clone();
        assert_eq!((&items["done"], &items["judgements"]), (&json!(2), &json!(2)));
        let payments = stage.studio.payments(OWNER, &project).unwrap();
        let payments = String::from_utf8(payments.bytes).unwrap();
        assert_eq!(payments.matches(",additional,0,0,1,10,USD,done").count(), 2, "{payments}");
    });
}

#[test]
fn what_is_tried_out_or_suspended_leaves_a_turn_to_others() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let settings =
            json!({ "minimum_turns": 1, "evaluation_share": 1.0, "additional_answers": 1 });
        let project = stage.project("topiocqa", settings);
        let (answerer, questioner) = paired(&stage, &project);
        ask(&stage, &questioner, "What is it?");
        answer(&stage, &answerer, "skerrow", "This.");
        stage.does(&questioner, json!({ "kind": "leave" }));
        let tried = stage.studio.try_out(OWNER, &project, json!({ "step": "additional" })).unwrap();
        let token = tried["participants"][0]["token"].as_str().unwrap().to_owned();
        let tries = Person { token, id: String::new(), here: None };
        let given = |stage: &Stage, person: &Person| {
            let screen = stage.screen(person);
            assert_eq!(screen["kind"], "additional", "{screen}");
            let span = stage.pages.span("skerrow#0", 0, 18);
            let words = format!("Mine, {}.", person.id);
            json!({ "kind": "answer", "item": screen["item"], "rationale": span, "answer": words })
        };
        let file = |stage: &Stage| {
            let file = stage.studio.export(OWNER, &project, "jsonl", false).unwrap();
            String::from_utf8(file.bytes).unwrap()
        };
        let invitation = stage.invite(&project, "additional");
        let first = stage.join(&invitation);
        // Who tries it out has it before them, and others get it all the same.
        let trial = given(&stage, &tries);
        assert_eq!(stage.kind(&first), "additional");
        assert_eq!(stage.does(&tries, trial)["kind"], "nothing_left");
        stage.reopen();
        assert!(!file(&stage).contains("Mine"));
        let doing = given(&stage, &first);
        stage.does(&first, doing);
        assert!(file(&stage).contains(&format!("Mine, {}.", first.id)));
        let second = stage.join(&invitation);
        assert_eq!(stage.kind(&second), "nothing_left");
        let suspend = |suspended: bool| {
            let decision = json!({ "suspended": suspended });
            stage.studio.change_participant(OWNER, &project, &first.id, decision).unwrap();
        };
        suspend(true);
        assert!(!file(&stage).contains("Mine"));
        assert_eq!(stage.kind(&second), "additional");
        suspend(false);
        assert!(file(&stage).contains("Mine"));
    });
}
