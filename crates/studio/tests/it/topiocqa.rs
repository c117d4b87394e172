//! A TopiOCQA conversation that switches its topic twice.

use grice_studio::pages::Pages;
use serde_json::{Value, json};

use crate::leaks::sees_no_text;
use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage, code};

/// Two people, paired: answerer and questioner.
pub fn paired(stage: &Stage, project: &str) -> (Person, Person) {
    let invitation = stage.invite(project, "conversation");
    let (one, other) = (stage.qualified(&invitation), stage.qualified(&invitation));
    stage.does(&one, json!({ "kind": "wait" }));
    stage.does(&other, json!({ "kind": "wait" }));
    match stage.kind(&one).as_str() {
        "answerer" => (one, other),
        _ => (other, one),
    }
}

pub fn ask(stage: &Stage, questioner: &Person, question: &str) {
    let screen = stage.does(questioner, json!({ "kind": "ask", "question": question }));
    assert_eq!(screen["phase"], "waiting");
}

pub fn answer(stage: &Stage, answerer: &Person, document: &str, words: &str) -> Value {
    let span = stage.pages.span(&format!("{document}#1"), 0, 30);
    stage.does(answerer, json!({ "kind": "answer", "rationale": span, "answer": words }))
}

pub fn browse(stage: &Stage, answerer: &Person, document: &str) {
    let screen =
        stage.does(answerer, json!({ "kind": "browse", "document": document, "how": "link" }));
    assert_eq!(screen["page"]["document"], document);
}

fn current(screen: &Value) -> &str {
    let all = screen["topics"].as_array().unwrap();
    all.iter().find(|topic| topic["current"] == true).unwrap()["title"].as_str().unwrap()
}

#[test]
fn topics_switch_along_links_and_the_questioner_sees_titles_only() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let settings = json!({ "written_first": 0.0, "switch_after": 2 });
        let seeds = json!([{ "document": "skerrow", "question": "What is SKERROW?" }]);
        let made = stage.studio.create(
            OWNER,
            json!({
                "name": "Wandering", "protocol": "topiocqa", "collection": "sights",
                "settings": settings, "seeds": seeds,
            }),
        );
        let project = made.unwrap()["id"].as_str().unwrap().to_owned();
        let (answerer, questioner) = paired(&stage, &project);
        let screen = stage.screen(&questioner);
        assert_eq!(screen["given"], "What is SKERROW?");
        assert_eq!(screen["topics"][0]["sections"], json!(["Nearby", "Keepers"]));
        ask(&stage, &questioner, "What is SKERROW?");
        assert_eq!(stage.refused(&answerer, json!({ "kind": "reply", "text": "x" })), "not_now");
        answer(&stage, &answerer, "skerrow", "A light.");
        // What the rationale links to may be asked about; its text stays unseen.
        let titles = stage.screen(&questioner)["topics"].to_string();
        assert!(titles.contains("SKERROW 1") && !titles.contains("SKERROW 7"), "{titles}");
        sees_no_text(&stage.view(&questioner));
        ask(&stage, &questioner, "And who kept it?");
        answer(&stage, &answerer, "skerrow", "Its keepers.");
        let check = |question: &str| {
            let request = json!({ "question": question });
            let notes = stage.studio.check(&stage.caller(&questioner), request).unwrap();
            let notes = notes["notes"].as_array().unwrap().clone();
            notes.iter().map(|note| note["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(check("Which keepers did SKERROW have?"), ["overlap", "coreference", "switch"]);
        assert_eq!(check("Was it ever painted?"), ["switch"]);
        // The first switch, with a restart in the middle of the turn.
        ask(&stage, &questioner, "What is the first place near it?");
        browse(&stage, &answerer, "skerrow1");
        stage.reopen();
        answer(&stage, &answerer, "skerrow1", "A house.");
        let screen = stage.screen(&questioner);
        assert_eq!((current(&screen), &screen["on_topic"]), ("SKERROW 1", &json!(1)));
        ask(&stage, &questioner, "Is there a cat in it?");
        stage.does(&answerer, json!({ "kind": "unanswerable" }));
        assert_eq!(stage.screen(&questioner)["turns"][3]["unanswerable"], true);
        assert_eq!(stage.refused(&questioner, json!({ "kind": "leave" })), "not_now");
        // The second.
        ask(&stage, &questioner, "What else is near there?");
        browse(&stage, &answerer, "skerrow2");
        let shown = answer(&stage, &answerer, "skerrow2", "A well.");
        assert_eq!(shown["turns"][4]["section"], "Nearby");
        let view = stage.view(&questioner);
        assert_eq!(current(&view["screen"]), "SKERROW 2");
        sees_no_text(&view);
        assert!(!view.to_string().contains("rationale"));
        assert_eq!(code(stage.studio.page(&stage.caller(&questioner), "skerrow")), "not_yours");
        // Nothing is asked at the end, so leaving ends it.
        let ended = stage.does(&questioner, json!({ "kind": "leave" }));
        assert_eq!((&ended["kind"], &ended["outcome"]), (&json!("ended"), &json!("complete")));
        assert_eq!((&ended["turns"], &ended["earned"]), (&json!(5), &json!(200)));
        assert_eq!(stage.screen(&answerer)["outcome"], "complete");
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        let id = sessions["sessions"][0]["id"].as_str().unwrap();
        let whole = stage.studio.session(OWNER, &project, id).unwrap();
        let topics: Vec<&str> = whole["turns"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|turn| turn["page"]["title"].as_str())
            .collect();
        assert_eq!(topics, ["SKERROW", "SKERROW", "SKERROW 1", "SKERROW 2"]);
        assert_eq!(whole["turns"][0]["given"], true);
    });
}

#[test]
fn an_answer_to_what_was_unanswerable_is_in_the_file() {
    on_both(|place| {
        let stage = Stage::new(place);
        let settings = json!({ "minimum_turns": 2, "written_first": 1.0 });
        let project = stage.project("topiocqa", settings);
        let (answerer, questioner) = paired(&stage, &project);
        ask(&stage, &questioner, "What is it?");
        stage.does(&answerer, json!({ "kind": "unanswerable" }));
        ask(&stage, &questioner, "And near there?");
        answer(&stage, &answerer, "skerrow", "A well.");
        stage.does(&questioner, json!({ "kind": "leave" }));
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        let subject = json!({ "kind": "session", "id": sessions["sessions"][0]["id"] });
        let request = json!({ "subject": subject, "verdict": "return", "note": "It is there." });
        stage.studio.review(OWNER, &project, request).unwrap();
        let id = sessions["sessions"][0]["id"].as_str().unwrap();
        let found = || {
            let turns = stage.studio.session(OWNER, &project, id).unwrap()["turns"].clone();
            [&turns[1]["rationale"], &turns[1]["page"], &turns[1]["section"]].map(Value::clone)
        };
        let amend = |turn: usize, text: &str| {
            stage.does(&answerer, json!({ "kind": "amend", "turn": turn, "text": text }));
        };
        let before = found();
        assert!(before[0].is_object() && before[1].is_object());
        amend(0, "A light.");
        // What no page answers stands nowhere; an answer again, it stands where it stood.
        for text in ["UNANSWERABLE", "Another well.", "UNANSWERABLE", "UNANSWERABLE"] {
            amend(1, text);
            match text {
                "UNANSWERABLE" => assert_eq!(found(), [Value::Null, Value::Null, json!("")]),
                _ => assert_eq!(found(), before),
            }
        }
        stage.does(&answerer, json!({ "kind": "resubmit" }));
        let file = stage.studio.export(OWNER, &project, "topiocqa", false).unwrap();
        let turns: Vec<Value> = serde_json::from_slice(&file.bytes).unwrap();
        assert_eq!(turns[1]["Rationale"].as_str().unwrap_or_default(), "");
        assert_eq!(
            (&turns[0]["Answer"], &turns[1]["Answer"]),
            (&json!("A light."), &json!("UNANSWERABLE"))
        );
    });
}

#[test]
fn a_rationale_over_several_elements_leads_on_by_the_links_of_all_of_them() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({ "written_first": 1.0 }));
        let (answerer, questioner) = paired(&stage, &project);
        ask(&stage, &questioner, "What is it?");
        let page = stage.pages.page("skerrow").unwrap().unwrap();
        let texts: Vec<String> = page.elements.into_iter().map(|one| one.text).collect();
        let [first, last] = [&texts[0], &texts[2]].map(|text| text.chars().count());
        let rationale = json!({
            "document": "skerrow", "text": texts.join("\n"),
            "start": { "element": "skerrow#0", "offset": first - 5 },
            "end": { "element": "skerrow#2", "offset": last - 5 },
        });
        let mut rationale = rationale;
        let whole = rationale["text"].as_str().unwrap().to_owned();
        let inside = whole.chars().skip(first - 5).take(whole.chars().count() - first);
        rationale["text"] = json!(inside.collect::<String>());
        let answer = json!({ "kind": "answer", "rationale": rationale, "answer": "All of it." });
        stage.does(&answerer, answer);
        let titles = stage.screen(&questioner)["topics"].to_string();
        assert!((1..=8).all(|n| titles.contains(&format!("SKERROW {n}"))), "{titles}");
    });
}

#[test]
fn how_long_the_turns_of_somebodys_conversations_took_is_told() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({ "minimum_turns": 2 }));
        let (answerer, questioner) = paired(&stage, &project);
        let idle = stage.join(&stage.invite(&project, "conversation"));
        let per_turn = |person: &Person| {
            let people = stage.studio.participants(OWNER, &project).unwrap();
            let all = people["participants"].as_array().unwrap().clone();
            all.iter().find(|one| one["id"] == person.id.as_str()).unwrap()["seconds_per_turn"]
                .clone()
        };
        assert_eq!(per_turn(&answerer), Value::Null);
        for (question, seconds) in [("What is it?", 30), ("And near there?", 50)] {
            ask(&stage, &questioner, question);
            stage.later(seconds);
            answer(&stage, &answerer, "skerrow", "This.");
        }
        assert_eq!(per_turn(&answerer), 40.0);
        stage.does(&questioner, json!({ "kind": "leave" }));
        for _ in 0..2 {
            assert_eq!((per_turn(&questioner), per_turn(&idle)), (json!(40.0), Value::Null));
        }
    });
}
