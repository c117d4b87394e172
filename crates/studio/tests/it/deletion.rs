//! Data that is deleted on request.

use serde_json::json;

use crate::place::on_both;
use crate::stage::{OWNER, Stage, code};
use crate::topiocqa::{answer, ask, paired};

#[test]
fn nothing_of_somebody_is_left_and_the_partner_keeps_what_was_earned() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let settings = json!({ "minimum_turns": 1, "written_first": 1.0 });
        let project = stage.project("topiocqa", settings);
        let (answerer, questioner) = paired(&stage, &project);
        ask(&stage, &questioner, "What is the unforgettable question?");
        answer(&stage, &answerer, "skerrow", "An unforgettable answer.");
        assert_eq!(stage.view(&answerer)["you"]["earned"], 200);
        let caller = stage.caller(&questioner);
        stage.does(&questioner, json!({ "kind": "leave" }));
        let turns = |stage: &Stage| {
            stage.studio.progress(OWNER, &project).unwrap()["conversations"]["turns"].clone()
        };
        assert_eq!((turns(&stage), turns(&stage)), (json!(1), json!(1)));
        let gone = stage.studio.delete_participant(OWNER, &project, &questioner.id).unwrap();
        assert_eq!(turns(&stage), 0);
        assert_eq!(gone["sessions"], 1);
        assert!(gone["events"].as_u64().unwrap() >= 5);
        for _ in 0..2 {
            assert_eq!(code(stage.studio.caller(&questioner.token)), "token");
            assert_eq!(code(stage.studio.view(&caller)), "token");
            let view = stage.view(&answerer);
            assert_eq!(
                (&view["screen"]["kind"], &view["screen"]["outcome"]),
                (&json!("ended"), &json!("deleted"))
            );
            assert_eq!(
                (&view["screen"]["earned"], &view["you"]["earned"]),
                (&json!(200), &json!(200))
            );
            assert!(!view.to_string().contains(&questioner.id));
            let people = stage.studio.participants(OWNER, &project).unwrap().to_string();
            assert!(people.contains(&answerer.id) && !people.contains(&questioner.id));
            assert_eq!(
                stage.studio.sessions(OWNER, &project, None).unwrap()["sessions"],
                json!([])
            );
            stage.reopen();
        }
        assert_eq!(
            code(stage.studio.delete_participant(OWNER, &project, &questioner.id)),
            "participant"
        );
        // Nothing in the database has the id, the name or the words.
        if let Some(file) = place.url.strip_prefix("sqlite:") {
            let mut all = std::fs::read(file).unwrap();
            all.extend(std::fs::read(format!("{file}-wal")).unwrap_or_default());
            let rows = rows(file);
            assert!(!rows.contains(&questioner.id) && !rows.contains("unforgettable"));
            assert!(rows.contains(&answerer.id) && !all.is_empty());
        }
        assert_eq!(stage.does(&answerer, json!({ "kind": "wait" }))["kind"], "waiting");
    });
}

/// All events in a file.
fn rows(file: &str) -> String {
    let connection = rusqlite::Connection::open(file).unwrap();
    let mut list = connection.prepare("SELECT actor || ' ' || body FROM studio_event").unwrap();
    let rows = list.query_map([], |row| row.get::<_, String>(0)).unwrap();
    rows.map(|row| row.unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn whose_data_was_deleted_has_used_the_invitation_all_the_same() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({}));
        let made = stage.studio.invite(OWNER, &project, json!({ "uses": 1 })).unwrap();
        let invitation = made["token"].as_str().unwrap().to_owned();
        let person = stage.join_as(&invitation, Some("Ann")).unwrap();
        stage.studio.delete_participant(OWNER, &project, &person.id).unwrap();
        for _ in 0..2 {
            assert_eq!(code(stage.join_as(&invitation, None).map(|_| ())), "used_up");
            stage.reopen();
        }
        // Nor is the name known any more.
        let other = stage.invite(&project, "conversation");
        assert!(stage.join_as(&other, Some("Ann")).is_ok());
    });
}
