//! Plausibility and faithfulness over the runs of two systems; who is given what.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use crate::circa::practise;
use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage, code};

fn judge(stage: &Stage, person: &Person, label: impl Fn(&Value) -> String) -> usize {
    let mut judged = 0;
    loop {
        let screen = stage.screen(person);
        if screen["kind"] != "judge" {
            return judged;
        }
        let label = label(&screen["shown"]);
        stage.does(person, json!({ "kind": "judge", "item": screen["item"], "label": label }));
        judged += 1;
    }
}

fn runs() -> Value {
    let passage =
        "The Orlo Bridge is long. Work began in 1908 and the bridge was finished in 1911.";
    json!({
        "questions": [
            { "id": "1_1", "question": "When was the Orlo Bridge finished?", "truth": "The bridge was finished in 1911" },
            { "id": "1_2", "question": "Who built the Orlo Bridge?", "truth": "Ada Lindqvist built it",
              "history": [{ "question": "When was the Orlo Bridge finished?", "answer": "In 1911." }] },
        ],
        "runs": [
            { "name": "first", "answers": [
                { "id": "1_1", "answer": "It was finished in 1911.", "passages": [passage] },
                { "id": "1_2", "answer": "Ada Lindqvist built it in Orlo.", "passages": ["Tea is grown on hills there."] },
            ] },
            { "name": "second", "answers": [
                { "id": "1_1", "answer": "The bridge was finished in 1921.", "passages": [passage] },
                { "id": "1_2", "answer": "Ada Lindqvist built it, in Orlo!", "passages": [] },
            ] },
        ],
    })
}

#[test]
fn answers_of_two_systems_are_judged_plausible_and_then_faithful() {
    on_both(|place| {
        let stage = Stage::new(place);
        let plain = json!({ "gold_every": 0, "pool_least": 1 });
        let project = stage.project("plausibility", plain.clone());
        let pooled = stage.studio.pool(OWNER, &project, runs()).unwrap();
        assert_eq!((&pooled["items"], &pooled["answers"]), (&json!(3), &json!(4)), "{pooled}");
        assert_eq!(pooled["dropped"]["same"], 1);
        let again = stage.studio.pool(OWNER, &project, runs()).unwrap();
        assert_eq!(again["items"], 0, "{again}");

        let invitation = stage.invite(&project, "judgements");
        let people: Vec<Person> = (0..3).map(|_| stage.join(&invitation)).collect();
        for (number, person) in people.iter().take(2).enumerate() {
            practise(&stage, person, 3);
            let judged = judge(&stage, person, |shown| {
                let torn = shown["answer"].as_str().unwrap().contains("Ada") && number == 1;
                if torn { "implausible" } else { "plausible" }.to_owned()
            });
            assert_eq!(judged, 3);
        }
        assert_eq!(practise(&stage, &people[2], 3)["kind"], "nothing_left");
        let torn = stage.studio.disagreements(OWNER, &project).unwrap()["items"].clone();
        assert_eq!(torn.as_array().unwrap().len(), 1);
        assert_eq!(torn[0]["votes"].as_array().unwrap().len(), 2);
        let settle = |label: &str| {
            let request = json!({ "item": torn[0]["item"], "label": label });
            stage.studio.adjudicate(OWNER, &project, request)
        };
        assert_eq!(code(settle("true")), "label");
        settle("plausible").unwrap();
        let left = stage.studio.disagreements(OWNER, &project).unwrap();
        assert_eq!(left["items"], json!([]));
        let file = stage.studio.export(OWNER, &project, "judgements", false).unwrap();
        let items: Vec<Value> = serde_json::from_slice(&file.bytes).unwrap();
        let settled = items.iter().find(|item| item["by"] == "adjudication").unwrap();
        assert_eq!(settled["runs"], json!(["first", "second"]));
        assert_eq!((&settled["Conversation_no"], &settled["Turn_no"]), (&json!(1), &json!(2)));

        let faithful = stage.project("faithfulness", plain);
        let pooled = stage.studio.pool(OWNER, &faithful, json!({ "from": project })).unwrap();
        assert_eq!((&pooled["items"], &pooled["dropped"]["no_evidence"]), (&json!(2), &json!(1)));
        let invitation = stage.invite(&faithful, "judgements");
        for _ in 0..2 {
            let person = stage.join(&invitation);
            let screen = practise(&stage, &person, 2);
            let evidence = screen["shown"]["evidence"].as_array().unwrap();
            assert_eq!(evidence.len(), 1);
            let words = "Work began in 1908 and the bridge was finished in 1911.";
            assert_eq!(evidence[0]["text"], words);
            judge(&stage, &person, |shown| {
                let right = shown["answer"].as_str().unwrap().contains("1911");
                if right { "faithful" } else { "unfaithful" }.to_owned()
            });
        }
        let agreement = stage.studio.agreement(OWNER, &faithful).unwrap();
        assert_eq!(agreement["scales"][0]["fleiss"], 1.0, "{agreement}");
    });
}

#[test]
fn runs_that_are_pooled_one_by_one_are_all_named() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let settings = json!({ "gold_every": 0, "judges": 1, "majority": 1, "pool_least": 1 });
        let project = stage.project("plausibility", settings);
        let pool = |stage: &Stage, run: usize| {
            let mut request = runs();
            let one = request["runs"][run].clone();
            request["runs"] = json!([one]);
            stage.studio.pool(OWNER, &project, request).unwrap()
        };
        assert_eq!(pool(&stage, 0)["items"], 2);
        // Of the second run's answers one is the same but for its comma.
        let second = pool(&stage, 1);
        assert_eq!((&second["items"], &second["dropped"]["same"]), (&json!(1), &json!(1)));
        assert_eq!(pool(&stage, 1)["items"], 0);
        stage.reopen();
        let person = stage.join(&stage.invite(&project, "judgements"));
        practise(&stage, &person, 3);
        assert_eq!(judge(&stage, &person, |_| "plausible".to_owned()), 3);
        let file = stage.studio.export(OWNER, &project, "judgements", false).unwrap();
        let items: Vec<Value> = serde_json::from_slice(&file.bytes).unwrap();
        let of = |words: &str| {
            let found = items.iter().find(|item| item["answer"].as_str().unwrap().contains(words));
            found.unwrap()["runs"].clone()
        };
        assert_eq!(of("Ada"), json!(["first", "second"]));
        assert_eq!((of("1911"), of("1921")), (json!(["first"]), json!(["second"])));
    });
}

#[test]
fn answers_of_earlier_pools_count_where_a_question_wants_so_many() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("plausibility", json!({ "pool_least": 2 }));
        let pool = |answers: &[&str]| {
            let runs: Vec<Value> = answers
                .iter()
                .map(|words| json!({ "name": words, "answers": [{ "id": 1, "answer": words }] }))
                .collect();
            let request = json!({ "questions": [{ "id": 1, "question": "Who?" }], "runs": runs });
            let pooled = stage.studio.pool(OWNER, &project, request).unwrap();
            (pooled["items"].clone(), pooled["dropped"]["few"].clone())
        };
        assert_eq!(pool(&["Ada."]), (json!(0), json!(1)));
        assert_eq!(pool(&["Ada.", "Bo."]), (json!(2), json!(0)));
        assert_eq!(pool(&["Cleo."]), (json!(1), json!(0)));
    });
}

#[test]
fn a_judge_sees_the_item_and_the_labels_and_nothing_else() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("plausibility", json!({ "gold_every": 2, "pool_least": 1 }));
        let mut request = runs();
        request["gold"] = json!([
            { "question": "Where is Orlo?", "answer": "In the north.", "label": "plausible" },
            { "question": "Where is Orlo?", "answer": "Green by nine.", "label": "malformed" },
        ]);
        assert_eq!(stage.studio.pool(OWNER, &project, request).unwrap()["items"], 5);
        let invitation = stage.invite(&project, "judgements");
        let first = stage.join(&invitation);
        practise(&stage, &first, 3);
        judge(&stage, &first, |_| "implausible".to_owned());
        let second = stage.join(&invitation);
        practise(&stage, &second, 3);
        let mut lengths = HashSet::new();
        loop {
            let view = stage.view(&second);
            let screen = &view["screen"];
            if screen["kind"] != "judge" {
                break;
            }
            let mut keys: Vec<&String> = screen.as_object().unwrap().keys().collect();
            keys.sort();
            let known =
                ["can", "done", "earned", "item", "kind", "labels", "last", "may_flag", "shown"];
            assert_eq!(keys, known);
            assert!(view["you"].get("gold").is_none());
            let text = screen.to_string();
            for hidden in [first.id.as_str(), "gold", "runs", "first", "truth", "judgements"] {
                assert!(!text.contains(hidden), "{hidden} in {text}");
            }
            lengths.insert(screen["item"].as_str().unwrap().len());
            let doing = json!({ "kind": "judge", "item": screen["item"], "label": "plausible" });
            let after = stage.does(&second, doing);
            assert_eq!(after["last"], Value::Null);
        }
        assert_eq!(lengths.len(), 1, "ids of gold items look like all others");
        let file = stage.studio.export(OWNER, &project, "jsonl", false).unwrap();
        assert!(!String::from_utf8(file.bytes).unwrap().contains("Green by nine"));
    });
}

#[test]
fn who_gets_gold_items_wrong_is_suspended_and_their_judgements_do_not_count() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "gold_every": 1, "gold_least": 2, "gold_needed": 0.6, "judges": 1, "majority": 1, "pool_least": 1 });
        let project = stage.project("plausibility", settings);
        let mut request = runs();
        let gold = |n: usize| json!({ "question": "Where is Orlo?", "answer": format!("North {n}."), "label": "plausible" });
        request["gold"] = json!([gold(0), gold(1), gold(2)]);
        stage.studio.pool(OWNER, &project, request).unwrap();
        let invitation = stage.invite(&project, "judgements");
        let bad = stage.join(&invitation);
        practise(&stage, &bad, 3);
        assert_eq!(judge(&stage, &bad, |_| "malformed".to_owned()), 2);
        let view = stage.view(&bad);
        assert_eq!(view["screen"]["kind"], "suspended", "{view}");
        let good = stage.join(&invitation);
        practise(&stage, &good, 3);
        assert_eq!(judge(&stage, &good, |_| "plausible".to_owned()), 6);
        let people = stage.studio.participants(OWNER, &project).unwrap();
        let of = |id: &str| {
            let all = people["participants"].as_array().unwrap();
            all.iter().find(|one| one["id"] == id).unwrap().clone()
        };
        assert_eq!(of(&bad.id)["gold"], json!({ "right": 0, "of": 2 }));
        assert_eq!(of(&good.id)["gold"], json!({ "right": 3, "of": 3 }));
        // Let go on, one is judged by what comes after.
        let pardon = json!({ "suspended": false });
        stage.studio.change_participant(OWNER, &project, &bad.id, pardon).unwrap();
        assert_eq!(stage.kind(&bad), "judge");
        judge(&stage, &bad, |_| "plausible".to_owned());
        assert_eq!(stage.kind(&bad), "nothing_left");
    });
}

#[test]
fn an_item_that_nobody_finishes_goes_to_somebody_else() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "gold_every": 0, "judges": 1, "majority": 1, "pool_least": 1 });
        let project = stage.project("plausibility", settings);
        let request = json!({
            "questions": [{ "id": 1, "question": "Who?" }],
            "runs": [{ "name": "a", "answers": [{ "id": 1, "answer": "Ada." }] }],
        });
        stage.studio.pool(OWNER, &project, request).unwrap();
        let invitation = stage.invite(&project, "judgements");
        let [slow, quick] = [0, 1].map(|_| stage.join(&invitation));
        let held = practise(&stage, &slow, 3);
        assert_eq!(practise(&stage, &quick, 3)["kind"], "nothing_left");
        let waits = stage.studio.view(&stage.caller(&quick)).unwrap();
        assert!(waits.wake.is_some(), "the page looks again when the time is over");
        let doing = json!({ "kind": "judge", "item": held["item"], "label": "plausible" });
        assert_eq!(stage.refused(&quick, doing.clone()), "not_now");
        stage.later(1_801);
        assert_eq!(stage.screen(&quick)["item"], held["item"]);
        assert_eq!(stage.refused(&slow, doing.clone()), "not_now");
        stage.does(&quick, doing.clone());
        assert_eq!(stage.kind(&slow), "nothing_left");
        assert_eq!(stage.refused(&slow, doing), "not_now");
    });
}

#[test]
fn what_is_sent_twice_is_judged_once() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project = stage.project("plausibility", json!({ "gold_every": 0, "pool_least": 1 }));
        stage.studio.pool(OWNER, &project, runs()).unwrap();
        let one = stage.join(&stage.invite(&project, "judgements"));
        let screen = practise(&stage, &one, 3);
        let request = json!({
            "action": "judgement-1",
            "do": { "kind": "judge", "item": screen["item"], "label": "plausible" },
        });
        let first = stage.studio.act(&stage.caller(&one), request.clone()).unwrap();
        stage.reopen();
        let again = stage.studio.act(&stage.caller(&one), request).unwrap();
        assert!(!first.repeated && again.repeated);
        assert_eq!(again.view.body["screen"]["done"], 1);
        assert_eq!(stage.studio.agreement(OWNER, &project).unwrap()["judgements"], 1);
    });
}

#[test]
fn judges_at_the_same_time_on_two_servers_never_give_an_item_too_many_judgements() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "gold_every": 0, "judges": 2, "pool_least": 1 });
        let project = stage.project("plausibility", settings);
        let questions: Vec<Value> =
            (0..8).map(|n| json!({ "id": n, "question": format!("Who is {n}?") })).collect();
        let answers: Vec<Value> =
            (0..8).map(|n| json!({ "id": n, "answer": format!("Number {n}.") })).collect();
        let runs = json!([{ "name": "a", "answers": answers }]);
        let request = json!({ "questions": questions, "runs": runs });
        stage.studio.pool(OWNER, &project, request).unwrap();
        let invitation = stage.invite(&project, "judgements");
        let people: Vec<Person> = (0..5).map(|_| stage.join(&invitation)).collect();
        people.iter().for_each(|person| {
            practise(&stage, person, 3);
        });
        let servers = [stage.other(), stage.other()];
        let work = |studio: &grice_studio::Studio, person: &Person| {
            let caller = studio.caller(&person.token).unwrap();
            for number in 0..150 {
                let Ok(view) = studio.view(&caller) else { continue };
                let screen = &view.body["screen"];
                if screen["kind"] != "judge" {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    continue;
                }
                let doing =
                    json!({ "kind": "judge", "item": screen["item"], "label": "plausible" });
                let request = json!({ "action": format!("{}-{number}", person.id), "do": doing });
                let _ = studio.act(&caller, request);
            }
        };
        std::thread::scope(|scope| {
            for (number, person) in people.iter().enumerate() {
                let studio = &servers[number % 2];
                scope.spawn(move || work(studio, person));
            }
        });
        let file = stage.studio.export(OWNER, &project, "jsonl", false).unwrap();
        let text = String::from_utf8(file.bytes).unwrap();
        let mut judges: HashMap<String, Vec<String>> = HashMap::new();
        for line in text.lines() {
            let item: Value = serde_json::from_str(line).unwrap();
            let who = item["judgements"].as_array().unwrap().iter();
            let who = who.map(|one| one["participant"].as_str().unwrap().to_owned()).collect();
            judges.insert(item["id"].as_str().unwrap().to_owned(), who);
        }
        assert_eq!(judges.len(), 8);
        for (item, who) in &judges {
            let different: HashSet<&String> = who.iter().collect();
            assert_eq!((who.len(), different.len()), (2, 2), "{item}");
        }
        let people = stage.studio.participants(OWNER, &project).unwrap();
        let done: i64 = people["participants"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["items"].as_i64().unwrap())
            .sum();
        assert_eq!(done, 16, "nobody's judgement was taken and then left out");
    });
}

#[test]
fn what_is_tried_out_is_in_no_file_and_counts_for_nothing() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("plausibility", json!({ "gold_every": 0, "pool_least": 1 }));
        stage.studio.pool(OWNER, &project, runs()).unwrap();
        let tried = stage.studio.try_out(OWNER, &project, json!({})).unwrap();
        let person = &tried["participants"][0];
        let token = person["token"].as_str().unwrap().to_owned();
        let person = Person { token, id: person["id"].as_str().unwrap().to_owned(), here: None };
        practise(&stage, &person, 3);
        assert_eq!(judge(&stage, &person, |_| "plausible".to_owned()), 3);
        assert_eq!(stage.studio.agreement(OWNER, &project).unwrap()["judgements"], 0);
        let file = stage.studio.export(OWNER, &project, "jsonl", false).unwrap();
        assert!(file.bytes.is_empty());
        let payments = stage.studio.payments(OWNER, &project).unwrap();
        assert_eq!(String::from_utf8(payments.bytes).unwrap().lines().count(), 1);
    });
}

#[test]
fn a_gold_item_that_one_judge_flags_still_checks_the_others_and_the_one() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "gold_every": 1, "gold_least": 2, "gold_needed": 0.6, "judges": 1, "majority": 1, "pool_least": 1 });
        let project = stage.project("plausibility", settings);
        let mut request = runs();
        let gold = |n: usize| json!({ "question": "Where is Orlo?", "answer": format!("North {n}."), "label": "plausible" });
        request["gold"] = json!([gold(0), gold(1), gold(2)]);
        stage.studio.pool(OWNER, &project, request).unwrap();
        let invitation = stage.invite(&project, "judgements");
        let bad = stage.join(&invitation);
        let mut screen = practise(&stage, &bad, 3);
        let first = screen["item"].as_str().unwrap().to_owned();
        for _ in 0..2 {
            assert_eq!(screen["kind"], "judge", "{screen}");
            let flag = json!({ "kind": "flag", "item": screen["item"], "reason": "no" });
            screen = stage.does(&bad, flag);
        }
        assert_eq!(screen["kind"], "suspended", "{screen}");
        // A reviewer sees the flags, and what they are about.
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        assert_eq!(queue.as_array().unwrap().len(), 2, "{queue}");
        assert!(queue.to_string().contains("a gold item, which is plausible"), "{queue}");
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        assert_eq!(
            (&progress["items"]["all"], &progress["items"]["flagged"]),
            (&json!(3), &json!(2))
        );
        let good = stage.join(&invitation);
        practise(&stage, &good, 3);
        assert_eq!(judge(&stage, &good, |_| "plausible".to_owned()), 6);
        let gold = |id: &str| {
            let people = stage.studio.participants(OWNER, &project).unwrap();
            let all = people["participants"].as_array().unwrap().clone();
            all.iter().find(|one| one["id"] == id).unwrap()["gold"].clone()
        };
        assert_eq!(gold(&bad.id), json!({ "right": 0, "of": 2 }));
        assert_eq!(gold(&good.id), json!({ "right": 3, "of": 3 }));
        // A flag that is upheld is no mistake, and the item goes.
        let subject = json!({ "kind": "judgement", "id": format!("{first}:{}", bad.id) });
        let review = |verdict: &str| {
            let request = json!({ "subject": subject, "verdict": verdict });
            stage.studio.review(OWNER, &project, request).unwrap();
        };
        review("accept");
        assert_eq!(gold(&bad.id), json!({ "right": 0, "of": 1 }));
        let third = stage.join(&invitation);
        practise(&stage, &third, 3);
        assert_eq!(judge(&stage, &third, |_| "plausible".to_owned()), 2);
        review("reject");
        assert_eq!(gold(&bad.id), json!({ "right": 0, "of": 2 }));
        assert_eq!(judge(&stage, &third, |_| "plausible".to_owned()), 1);
    });
}

#[test]
fn gold_items_are_there_once_and_hide_no_answer_of_a_run() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("plausibility", json!({ "pool_least": 1 }));
        let gold = |label: &str| json!([{ "question": "Who built the Orlo Bridge?", "answer": "Ada Lindqvist built it in Orlo.", "label": label }]);
        let mut request = runs();
        request["gold"] = gold("plausible");
        let pool = |request: &Value| stage.studio.pool(OWNER, &project, request.clone());
        // A run has the gold item's answer, too, and it is judged.
        assert_eq!(pool(&json!({ "gold": gold("plausible") })).unwrap()["items"], 1);
        let pooled = pool(&request).unwrap();
        assert_eq!((&pooled["items"], &pooled["dropped"]["same"]), (&json!(3), &json!(1)));
        assert_eq!(pool(&request).unwrap()["items"], 0);
        let items = stage.studio.progress(OWNER, &project).unwrap()["items"].clone();
        assert_eq!(items["all"], 3);
        assert_eq!(code(pool(&json!({ "gold": gold("malformed") }))), "body");
    });
}

#[test]
fn who_tries_judging_out_takes_no_item_from_others_by_a_flag() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("plausibility", json!({ "gold_every": 0, "pool_least": 1 }));
        stage.studio.pool(OWNER, &project, runs()).unwrap();
        let tried = stage.studio.try_out(OWNER, &project, json!({})).unwrap();
        let token = tried["participants"][0]["token"].as_str().unwrap().to_owned();
        let tries = Person { token, id: String::new(), here: None };
        let screen = practise(&stage, &tries, 3);
        stage.does(&tries, json!({ "kind": "flag", "item": screen["item"], "reason": "x" }));
        assert_eq!(stage.studio.queue(OWNER, &project).unwrap()["queue"], json!([]));
        let person = stage.join(&stage.invite(&project, "judgements"));
        practise(&stage, &person, 3);
        assert_eq!(judge(&stage, &person, |_| "plausible".to_owned()), 3);
    });
}
