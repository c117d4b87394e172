//! Circa's steps: questions, answers without yes and no, and five judges.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage, code};

const PRACTICE: usize = 8;

pub fn settings(more: Value) -> Value {
    let mut all = json!({ "questions_each": 2, "answers_each": 2, "together": 2 });
    let fields = all.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    all
}

fn item(screen: &Value) -> &str {
    screen["item"].as_str().unwrap_or_else(|| panic!("{screen}"))
}

fn ask(stage: &Stage, writer: &Person, questions: [&str; 2]) -> Value {
    let screen = stage.screen(writer);
    assert_eq!(screen["kind"], "circa_questions", "{screen}");
    let item = item(&screen);
    stage.does(writer, json!({ "kind": "questions", "item": item, "questions": questions }))
}

/// Answers every question with its own words and a letter, so that answers differ.
fn answers(screen: &Value, tail: &str) -> Value {
    assert_eq!(screen["kind"], "circa_answers", "{screen}");
    let asked = screen["questions"].as_array().unwrap();
    let told: BTreeMap<&str, String> = asked
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), format!("Every day, {tail}.")))
        .collect();
    json!({ "kind": "answers", "item": item(screen), "answers": told })
}

pub fn practise(stage: &Stage, judge: &Person, of: usize) -> Value {
    for number in 1..=of {
        let screen = stage.screen(judge);
        assert_eq!((&screen["kind"], &screen["number"]), (&json!("practice"), &json!(number)));
        let label = screen["labels"][0]["id"].clone();
        stage.does(judge, json!({ "kind": "practise", "number": number, "label": label }));
    }
    stage.screen(judge)
}

/// A project with four pairs of a question and an answer, and its invitation for judges.
pub fn with_pairs(stage: &Stage, more: Value) -> (String, String) {
    let project = stage.project("circa", settings(more));
    let writer = stage.join(&stage.invite(&project, "questions"));
    ask(stage, &writer, ["Do you like tea?", "Have you been to a large concert?"]);
    let invitation = stage.invite(&project, "answers");
    for tail in ["as it happens", "when I can"] {
        let one = stage.join(&invitation);
        let screen = stage.screen(&one);
        stage.does(&one, answers(&screen, tail));
    }
    let judges = stage.invite(&project, "judgements");
    (project, judges)
}

#[test]
fn four_steps_with_five_judges_make_a_file_like_the_released_one() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({}));
        let strange = "I am not sure how X will interpret Y’s answer";
        let labels = ["Yes", "Yes", "Probably yes / sometimes yes", "No", strange];
        for (judge, label) in (0..).zip(labels) {
            let person = stage.join(&invitation);
            let mut screen = practise(&stage, &person, PRACTICE);
            assert_eq!(
                screen["last"]["chosen"], "Yes",
                "the first item explains the last practice"
            );
            for number in 0..4 {
                assert_eq!((&screen["kind"], &screen["done"]), (&json!("judge"), &json!(number)));
                // One question is clear to everybody.
                let clear = screen["shown"]["question"] == "Do you like tea?";
                let label = if clear { "Yes" } else { label };
                let doing = json!({ "kind": "judge", "item": item(&screen), "label": label });
                screen = stage.does(&person, doing);
            }
            assert_eq!(screen["kind"], "nothing_left", "{screen}");
            assert_eq!((&screen["done"], &screen["earned"]), (&json!(4), &json!(40)));
            if judge == 2 {
                stage.reopen();
            }
        }
        // All have their five judgements.
        let sixth = stage.join(&invitation);
        assert_eq!(practise(&stage, &sixth, PRACTICE)["kind"], "nothing_left");

        let agreement = stage.studio.agreement(OWNER, &project).unwrap();
        assert_eq!((&agreement["items"], &agreement["judgements"]), (&json!(4), &json!(20)));
        // Of the two unclear items 1 of 10 pairs agrees strictly, 3 of 10 relaxed.
        let pairwise = |at: usize| agreement["scales"][at]["pairwise"].as_f64().unwrap();
        assert!((pairwise(0) - 0.55).abs() < 1e-9 && (pairwise(1) - 0.65).abs() < 1e-9);
        let torn = stage.studio.disagreements(OWNER, &project).unwrap();
        assert_eq!(torn["items"].as_array().unwrap().len(), 2);

        let file = stage.studio.export(OWNER, &project, "circa", false).unwrap();
        let text = String::from_utf8(file.bytes).unwrap();
        let rows: Vec<Vec<&str>> =
            text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.len(), 4);
        for row in rows {
            let clear = row[2] == "Do you like tea?";
            assert_eq!(
                row[3],
                if clear { "I like tea ." } else { "I have been to a large concert ." }
            );
            assert_eq!(row[5].split('#').count(), 5);
            let gold = if clear { ["Yes", "Yes"] } else { ["NA", "Yes"] };
            assert_eq!(row[6..], gold, "{row:?}");
        }
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        assert_eq!(
            (&progress["items"]["done"], &progress["items"]["waiting"]),
            (&json!(4), &json!(0))
        );
        let payments = stage.studio.payments(OWNER, &project).unwrap();
        assert!(
            String::from_utf8(payments.bytes).unwrap().contains(",judgements,0,0,4,40,USD,done")
        );
    });
}

#[test]
fn questions_that_are_not_polar_and_answers_with_yes_or_no_are_kindly_refused() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("circa", settings(json!({})));
        let writer = stage.join(&stage.invite(&project, "questions"));
        let screen = stage.screen(&writer);
        let write = |questions: Value| json!({ "kind": "questions", "item": item(&screen), "questions": questions });
        let refused = stage.try_to(&writer, write(json!(["Do you sing?", "What do you eat?"])));
        let refused = refused.unwrap_err();
        assert_eq!(refused.code, "not_polar");
        assert!(refused.message.contains("question 2") && refused.hint.is_some());
        assert_eq!(
            stage.refused(&writer, write(json!(["Do you sing?", "do you sing"]))),
            "questions"
        );
        assert_eq!(stage.refused(&writer, write(json!(["Do you sing?"]))), "questions");
        assert_eq!(stage.refused(&writer, write(json!(["Do you sing?", " "]))), "questions");
        stage.does(&writer, write(json!(["Do you sing?", "Is the harbour far?"])));
        assert_ne!(stage.screen(&writer)["scenario"]["id"], screen["scenario"]["id"]);

        let one = stage.join(&stage.invite(&project, "answers"));
        let screen = stage.screen(&one);
        let mut doing = answers(&screen, "no way");
        let refused = stage.try_to(&one, doing.clone()).unwrap_err();
        assert_eq!(refused.code, "yes_no");
        assert!(refused.message.contains("“no”") && refused.hint.is_some(), "{refused:?}");
        let first = screen["questions"][0]["id"].as_str().unwrap();
        doing["answers"][first] = json!("");
        assert_eq!(stage.refused(&one, doing), "answers");
        let notes =
            stage.studio.check(&stage.caller(&one), json!({ "answer": "Yeah, sure" })).unwrap();
        assert_eq!(notes["notes"][0]["words"], json!(["yeah"]));
    });
}

#[test]
fn questions_that_are_alike_are_not_shown_together() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("circa", settings(json!({ "together": 5 })));
        let writer = stage.join(&stage.invite(&project, "questions"));
        ask(&stage, &writer, ["Do you like spicy food?", "Is spicy food okay?"]);
        let one = stage.join(&stage.invite(&project, "answers"));
        let screen = stage.screen(&one);
        assert_eq!(screen["questions"].as_array().unwrap().len(), 1, "{screen}");
        let next = stage.does(&one, answers(&screen, "indeed"));
        assert_eq!(next["questions"].as_array().unwrap().len(), 1);
        assert_ne!(next["questions"][0]["id"], screen["questions"][0]["id"]);
    });
}

#[test]
fn returned_work_comes_back_and_rejected_work_is_in_no_file() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("circa", settings(json!({ "judges": 1, "majority": 1 })));
        let writer = stage.join(&stage.invite(&project, "questions"));
        ask(&stage, &writer, ["Do you like tea?", "Have you been to a large concert?"]);
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        let subject = queue[0]["subject"].clone();
        assert_eq!((&subject["kind"], queue.as_array().unwrap().len()), (&json!("questions"), 1));
        let scenario = stage.studio.queue(OWNER, &project).unwrap()["queue"][0]["summary"].clone();
        let returned = |note: &str| {
            let request = json!({ "subject": subject, "verdict": "return", "note": note });
            stage.studio.review(OWNER, &project, request)
        };
        assert_eq!(code(returned(" ")), "note");
        // What is before the writer now is done first; then the scenario comes again.
        returned("Please ask about drinks.").unwrap();
        let view = stage.view(&writer);
        assert_eq!(view["notices"][0]["kind"], "returned");
        ask(&stage, &writer, ["Do you drink milk?", "Would you like a walk?"]);
        let again = stage.screen(&writer);
        let name = again["scenario"]["id"].as_str().unwrap();
        assert!(scenario.as_str().unwrap().starts_with(name), "{again} {scenario}");
        ask(&stage, &writer, ["Do you drink coffee?", "Is water enough for you?"]);
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        assert_eq!(queue.as_array().unwrap().len(), 2);

        let one = stage.join(&stage.invite(&project, "answers"));
        let screen = stage.screen(&one);
        let asked = screen["questions"].to_string();
        assert!(!asked.contains("tea"), "{asked}");
        stage.does(&one, answers(&screen, "indeed"));
        let judge = stage.join(&stage.invite(&project, "judgements"));
        let screen = practise(&stage, &judge, PRACTICE);
        let doing = json!({ "kind": "judge", "item": item(&screen), "label": "Yes" });
        stage.does(&judge, doing);
        let rows = |accepted: bool| {
            let file = stage.studio.export(OWNER, &project, "jsonl", accepted).unwrap();
            String::from_utf8(file.bytes).unwrap().lines().count()
        };
        assert_eq!((rows(false), rows(true)), (1, 0));
        let review = |verdict: &str| {
            for waiting in stage.studio.queue(OWNER, &project).unwrap()["queue"].as_array().unwrap()
            {
                let request = json!({ "subject": waiting["subject"], "verdict": verdict });
                stage.studio.review(OWNER, &project, request).unwrap();
            }
        };
        review("accept");
        assert_eq!((rows(false), rows(true)), (1, 1));
        let written = json!({ "kind": "answers", "id": "a0" });
        let unknown = json!({ "subject": written, "verdict": "accept" });
        assert_eq!(code(stage.studio.review(OWNER, &project, unknown)), "item");
    });
}

#[test]
fn rejected_answers_are_neither_judged_nor_paid_and_are_asked_for_again() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({}));
        let late = stage.join(&stage.invite(&project, "answers"));
        assert_eq!(stage.kind(&late), "nothing_left");
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        let bad = queue.as_array().unwrap().iter().find(|one| one["subject"]["kind"] == "answers");
        let (subject, who) = (&bad.unwrap()["subject"], bad.unwrap()["participant"].clone());
        let request = json!({ "subject": subject, "verdict": "reject", "note": "copied" });
        stage.studio.review(OWNER, &project, request).unwrap();
        let people = stage.studio.participants(OWNER, &project).unwrap();
        let person = people["participants"].as_array().unwrap().iter().find(|one| one["id"] == who);
        assert_eq!(person.unwrap()["earned"], 0);
        assert_eq!(stage.kind(&late), "circa_answers");
        let judge = stage.join(&invitation);
        let mut screen = practise(&stage, &judge, PRACTICE);
        let mut judged = 0;
        while screen["kind"] == "judge" {
            screen = stage
                .does(&judge, json!({ "kind": "judge", "item": item(&screen), "label": "Yes" }));
            judged += 1;
        }
        assert_eq!(judged, 2);
    });
}

#[test]
fn a_flagged_pair_is_left_out_until_a_reviewer_says_otherwise() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({ "judges": 1, "majority": 1 }));
        let one = stage.join(&invitation);
        let screen = practise(&stage, &one, PRACTICE);
        let flagged = item(&screen).to_owned();
        let comment = json!({ "kind": "judge", "item": flagged, "label": "Other" });
        assert_eq!(stage.refused(&one, comment), "comment");
        let label = json!({ "kind": "judge", "item": flagged, "label": "Maybe" });
        assert_eq!(stage.refused(&one, label), "label");
        stage.does(&one, json!({ "kind": "flag", "item": flagged, "reason": "rude" }));
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        assert_eq!(
            (&progress["items"]["flagged"], &progress["items"]["all"]),
            (&json!(1), &json!(3))
        );
        let other = stage.join(&invitation);
        let mut screen = practise(&stage, &other, PRACTICE);
        while screen["kind"] == "judge" {
            assert_ne!(item(&screen), flagged);
            screen = stage
                .does(&other, json!({ "kind": "judge", "item": item(&screen), "label": "Yes" }));
        }
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        let flag =
            queue.as_array().unwrap().iter().find(|one| one["subject"]["kind"] == "judgement");
        let request = json!({ "subject": flag.unwrap()["subject"], "verdict": "reject" });
        stage.studio.review(OWNER, &project, request).unwrap();
        assert_eq!(item(&stage.screen(&other)), flagged);
    });
}
