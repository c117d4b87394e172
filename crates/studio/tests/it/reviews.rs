//! What verdicts, and deletions, do to the pay of those who wrote and judged items.

use serde_json::{Value, json};

use crate::circa::{practise, with_pairs};
use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage, code};

fn of(stage: &Stage, project: &str, id: &str) -> Value {
    let people = stage.studio.participants(OWNER, project).unwrap();
    let people = people["participants"].as_array().unwrap();
    people.iter().find(|one| one["id"] == id).unwrap().clone()
}

fn earned(stage: &Stage, project: &str, id: &str) -> i64 {
    of(stage, project, id)["earned"].as_i64().unwrap()
}

fn payments(stage: &Stage, project: &str) -> String {
    String::from_utf8(stage.studio.payments(OWNER, project).unwrap().bytes).unwrap()
}

fn judge(stage: &Stage, person: &Person, screen: &Value, label: &str) -> Value {
    let doing = json!({ "kind": "judge", "item": screen["item"], "label": label });
    stage.does(person, doing)
}

#[test]
fn whatever_a_reviewer_says_in_whatever_order_the_last_word_is_what_is_paid() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, _) = with_pairs(&stage, json!({}));
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        let sets = queue.as_array().unwrap();
        assert_eq!(sets.len(), 3);
        for set in sets {
            let who = set["participant"].as_str().unwrap();
            let paid = |stage: &Stage| earned(stage, &project, who);
            let all = paid(&stage);
            for (verdict, amount) in [
                ("reject", 0),
                ("accept", all),
                ("reject", 0),
                ("return", 0),
                ("return", 0),
                ("accept", all),
                ("reject", 0),
            ] {
                let request = json!({ "subject": set["subject"], "verdict": verdict, "note": "?" });
                stage.studio.review(OWNER, &project, request).unwrap();
                assert_eq!(paid(&stage), amount, "{verdict} {}", set["subject"]);
            }
            stage.reopen();
            assert_eq!(paid(&stage), 0);
            assert!(payments(&stage, &project).contains(&format!("{who},w")));
        }
    });
}

#[test]
fn what_was_returned_and_then_accepted_is_not_asked_for_again() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({}));
        let judge_one = stage.join(&invitation);
        let mut screen = practise(&stage, &judge_one, 8);
        let first = screen["item"].as_str().unwrap().to_owned();
        while screen["kind"] == "judge" {
            screen = judge(&stage, &judge_one, &screen, "Yes");
        }
        let id = format!("{first}:{}", judge_one.id);
        let review = |verdict: &str| {
            let subject = json!({ "kind": "judgement", "id": id });
            let request = json!({ "subject": subject, "verdict": verdict, "note": "Sure?" });
            stage.studio.review(OWNER, &project, request).unwrap();
            earned(&stage, &project, &judge_one.id)
        };
        assert_eq!((review("return"), review("accept")), (30, 40));
        assert_eq!(stage.kind(&judge_one), "nothing_left");
        assert_eq!(review("return"), 30);
        assert_eq!(stage.screen(&judge_one)["item"], first.as_str());
        judge(&stage, &judge_one, &stage.screen(&judge_one), "No");
        assert_eq!(earned(&stage, &project, &judge_one.id), 40);
        assert_eq!((review("reject"), review("accept"), review("reject")), (30, 40, 30));
        assert_eq!(stage.studio.agreement(OWNER, &project).unwrap()["judgements"], 3);
    });
}

#[test]
fn gold_items_are_counted_by_the_judgements_that_stand() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "gold_every": 1, "gold_least": 9 });
        let project = stage.project("plausibility", settings);
        let gold =
            json!([{ "question": "Where is Orlo?", "answer": "North.", "label": "plausible" }]);
        stage.studio.pool(OWNER, &project, json!({ "gold": gold })).unwrap();
        let person = stage.join(&stage.invite(&project, "judgements"));
        let screen = practise(&stage, &person, 3);
        judge(&stage, &person, &screen, "plausible");
        let id = format!("{}:{}", screen["item"].as_str().unwrap(), person.id);
        for (verdict, gold) in [
            ("reject", Value::Null),
            ("accept", json!({ "right": 1, "of": 1 })),
            ("reject", Value::Null),
            ("accept", json!({ "right": 1, "of": 1 })),
        ] {
            let request =
                json!({ "subject": { "kind": "judgement", "id": id }, "verdict": verdict });
            stage.studio.review(OWNER, &project, request).unwrap();
            assert_eq!(of(&stage, &project, &person.id)["gold"], gold, "{verdict}");
        }
    });
}

#[test]
fn judges_of_words_that_were_deleted_are_paid_for_what_they_did() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({}));
        let people = [0, 1].map(|_| stage.join(&invitation));
        let mut first = String::new();
        for person in &people {
            let mut screen = practise(&stage, person, 8);
            first = screen["item"].as_str().unwrap().to_owned();
            let flag = json!({ "kind": "flag", "item": first, "reason": "rude" });
            screen = match person.id == people[0].id {
                true => judge(&stage, person, &screen, "Yes"),
                false => stage.does(person, flag),
            };
            judge(&stage, person, &screen, "Yes");
        }
        let before = people.each_ref().map(|one| earned(&stage, &project, &one.id));
        assert_eq!(before, [20, 20]);
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        let writer = |kind: &str| {
            let found = queue.as_array().unwrap().iter().find(|one| one["subject"]["kind"] == kind);
            found.unwrap()["participant"].as_str().unwrap().to_owned()
        };
        for kind in ["answers", "questions"] {
            stage.studio.delete_participant(OWNER, &project, &writer(kind)).unwrap();
            stage.reopen();
            let after = people.each_ref().map(|one| earned(&stage, &project, &one.id));
            assert_eq!(after, before, "without the {kind}");
        }
        // Nothing is left to judge, to review, or of the data.
        assert_eq!(stage.kind(&people[0]), "nothing_left");
        let items = stage.studio.progress(OWNER, &project).unwrap()["items"].clone();
        assert_eq!((&items["all"], &items["flagged"]), (&json!(0), &json!(0)));
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].to_string();
        assert!(!queue.contains("judgement"), "{queue}");
        // A judgement of them can still be rejected.
        let subject = json!({ "kind": "judgement", "id": format!("{first}:{}", people[1].id) });
        let request = json!({ "subject": subject, "verdict": "return", "note": "?" });
        stage.studio.review(OWNER, &project, request).unwrap();
        assert_eq!(earned(&stage, &project, &people[1].id), 10);
        assert_eq!(stage.kind(&people[1]), "nothing_left");
        let gone = json!({ "kind": "judgement", "id": format!("{first}:deleted") });
        let request = json!({ "subject": gone, "verdict": "reject" });
        assert_eq!(code(stage.studio.review(OWNER, &project, request)), "item");
    });
}

#[test]
fn questions_that_were_shown_together_are_skipped_together() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, _) = with_pairs(&stage, json!({ "answers_each": 3 }));
        let one = stage.join(&stage.invite(&project, "answers"));
        let screen = stage.screen(&one);
        assert_eq!(screen["questions"].as_array().unwrap().len(), 2);
        let after = stage.does(&one, json!({ "kind": "skip", "item": screen["item"] }));
        assert_eq!(after["kind"], "nothing_left", "{after}");
        let other = stage.join(&stage.invite(&project, "answers"));
        assert_eq!(stage.screen(&other)["questions"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn what_was_returned_is_not_given_again_where_others_have_judged_it_meanwhile() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({ "judges": 1, "majority": 1 }));
        let first = stage.join(&invitation);
        let mut screen = practise(&stage, &first, 8);
        let item = screen["item"].as_str().unwrap().to_owned();
        while screen["kind"] == "judge" {
            screen = judge(&stage, &first, &screen, "Yes");
        }
        let subject = json!({ "kind": "judgement", "id": format!("{item}:{}", first.id) });
        let request = json!({ "subject": subject, "verdict": "return", "note": "Sure?" });
        stage.studio.review(OWNER, &project, request).unwrap();
        let other = stage.join(&invitation);
        let screen = practise(&stage, &other, 8);
        assert_eq!(screen["item"], item.as_str());
        assert_eq!(judge(&stage, &other, &screen, "No")["kind"], "nothing_left");
        // It could only be refused.
        assert_eq!(stage.kind(&first), "nothing_left");
    });
}

#[test]
fn work_is_paid_as_it_was_paid_when_it_was_sent() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({}));
        let person = stage.join(&invitation);
        let mut screen = practise(&stage, &person, 8);
        let first = screen["item"].as_str().unwrap().to_owned();
        for number in 0..4 {
            screen = judge(&stage, &person, &screen, "Yes");
            if number == 1 {
                let settings = json!({ "settings": { "pay_item": 25 } });
                stage.studio.change(OWNER, &project, settings).unwrap();
                assert_eq!(earned(&stage, &project, &person.id), 20);
            }
        }
        assert_eq!(screen["earned"], 70);
        let subject = json!({ "kind": "judgement", "id": format!("{first}:{}", person.id) });
        let request = json!({ "subject": subject, "verdict": "reject" });
        stage.studio.review(OWNER, &project, request).unwrap();
        stage.reopen();
        assert_eq!(earned(&stage, &project, &person.id), 60);
    });
}

#[test]
fn whatever_waits_for_a_reviewer_is_counted() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, invitation) = with_pairs(&stage, json!({}));
        let waiting = || {
            let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
            let progress = stage.studio.progress(OWNER, &project).unwrap();
            assert_eq!(progress["reviews"]["waiting"], queue.as_array().unwrap().len());
            progress["reviews"]["waiting"].clone()
        };
        assert_eq!(waiting(), 3);
        let person = stage.join(&invitation);
        let screen = practise(&stage, &person, 8);
        stage.does(&person, json!({ "kind": "flag", "item": screen["item"], "reason": "rude" }));
        assert_eq!(waiting(), 4);
        let id = format!("{}:{}", screen["item"].as_str().unwrap(), person.id);
        let subject = json!({ "kind": "judgement", "id": id });
        let request = json!({ "subject": subject, "verdict": "return", "note": "It is not." });
        stage.studio.review(OWNER, &project, request).unwrap();
        assert_eq!(waiting(), 3);
        // Who flags it again has one flag, which can be decided.
        let first = screen["item"].clone();
        let screen = judge(&stage, &person, &stage.screen(&person), "Yes");
        assert_eq!(screen["item"], first);
        stage.does(&person, json!({ "kind": "flag", "item": first, "reason": "It is." }));
        assert_eq!(waiting(), 4);
        let request = json!({ "subject": subject, "verdict": "accept" });
        stage.studio.review(OWNER, &project, request).unwrap();
        assert_eq!(waiting(), 3);
    });
}
