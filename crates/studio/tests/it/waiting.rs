//! The waiting room, presence, trials.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use crate::place::on_both;
use crate::stage::{OWNER, Person, Stage};

fn wait(stage: &Stage, person: &Person) -> String {
    stage.does(person, json!({ "kind": "wait" }))["kind"].as_str().unwrap().to_owned()
}

#[test]
fn only_people_who_are_there_are_paired() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({}));
        let invitation = stage.invite(&project, "conversation");
        let mut away = stage.qualified(&invitation);
        assert_eq!(wait(&stage, &away), "waiting");
        away.here = None;
        let here = stage.qualified(&invitation);
        assert_eq!(wait(&stage, &here), "waiting");
        assert_eq!(stage.screen(&here)["others"], 0);
        assert_eq!(stage.does(&here, json!({ "kind": "stop_waiting" }))["kind"], "lobby");
        assert_eq!(wait(&stage, &here), "waiting");
        away.here = Some(stage.studio.enter(&stage.caller(&away)));
        assert_ne!(stage.kind(&away), "waiting");
        assert_ne!(stage.kind(&here), "waiting");
        assert_eq!(stage.screen(&here)["partner"]["present"], true);
        away.here = None;
        assert_eq!(stage.screen(&here)["partner"]["present"], false);
        let asked = stage.refused(&here, json!({ "kind": "wait" }));
        assert_eq!(asked, "not_now");
    });
}

#[test]
fn people_who_have_met_are_paired_with_others_where_there_are_others() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({}));
        let invitation = stage.invite(&project, "conversation");
        let people = [0; 3].map(|_| stage.qualified(&invitation));
        let [a, b, c] = &people;
        wait(&stage, a);
        assert_ne!(wait(&stage, b), "waiting");
        stage.does(b, json!({ "kind": "quit" }));
        wait(&stage, a);
        stage.later(1);
        // They have met, so a third is waited for.
        assert_eq!(wait(&stage, b), "waiting");
        assert_ne!(wait(&stage, c), "waiting");
        assert_ne!(stage.kind(a), "waiting");
        assert_eq!(stage.kind(b), "waiting");
        stage.does(c, json!({ "kind": "quit" }));
        wait(&stage, a);
        assert_eq!(stage.kind(b), "waiting");
        // Nobody else comes.
        stage.later(31);
        assert_ne!(stage.kind(b), "waiting");
        assert_ne!(stage.kind(a), "waiting");
    });
}

#[test]
fn many_who_come_at_once_are_all_paired_and_each_once() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({}));
        let invitation = stage.invite(&project, "conversation");
        let people: Vec<Person> = (0..12).map(|_| stage.qualified(&invitation)).collect();
        std::thread::scope(|scope| {
            for person in &people {
                let stage = &stage;
                scope.spawn(move || stage.does(person, json!({ "kind": "wait" })));
            }
        });
        let roles: Vec<String> = people.iter().map(|person| stage.kind(person)).collect();
        for role in ["answerer", "questioner"] {
            assert_eq!(roles.iter().filter(|known| *known == role).count(), 6, "{roles:?}");
        }
        let sessions = stage.studio.sessions(OWNER, &project, Some("open")).unwrap();
        assert_eq!(sessions["sessions"].as_array().unwrap().len(), 6);
    });
}

#[test]
fn one_person_tries_both_roles_and_it_does_not_count() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({}));
        let tried = stage.studio.try_out(OWNER, &project, json!({ "with_grice": null })).unwrap();
        let people: Vec<Person> = tried["participants"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| Person {
                token: one["token"].as_str().unwrap().to_owned(),
                id: one["id"].as_str().unwrap().to_owned(),
                here: None,
            })
            .collect();
        let mut kinds: Vec<String> = people.iter().map(|person| stage.kind(person)).collect();
        kinds.sort();
        assert_eq!(kinds, ["answerer", "questioner"]);
        let progress = stage.studio.progress(OWNER, &project).unwrap();
        assert_eq!(
            (&progress["participants"]["joined"], &progress["conversations"]["open"]),
            (&json!(0), &json!(0))
        );
        let sessions = stage.studio.sessions(OWNER, &project, None).unwrap();
        assert_eq!(sessions["sessions"][0]["trial"], true);
        let ended = stage.does(&people[0], json!({ "kind": "quit", "reason": "seen enough" }));
        assert_eq!(ended["can"], json!([]));
    });
}

#[test]
fn those_who_see_something_new_are_told() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({}));
        let invitation = stage.invite(&project, "conversation");
        let people = [0; 3].map(|_| stage.qualified(&invitation));
        let told: [Arc<AtomicUsize>; 3] = std::array::from_fn(|_| Arc::default());
        let (heard, ids) = (told.clone(), [0, 1, 2].map(|n| people[n].id.clone()));
        stage.studio.on_change(move |changed| {
            for (count, id) in heard.iter().zip(&ids) {
                count.fetch_add(usize::from(changed.whom.has(id)), Ordering::Relaxed);
            }
        });
        let counts = || told.each_ref().map(|count| count.load(Ordering::Relaxed));
        wait(&stage, &people[0]);
        wait(&stage, &people[1]);
        assert!(counts()[0] > 0 && counts()[1] > 0 && counts()[2] == 0);
        let before = counts();
        let asks = usize::from(stage.kind(&people[1]) == "questioner");
        stage.does(&people[asks], json!({ "kind": "ask", "question": "Where is it?" }));
        let after = counts();
        assert!(after[0] > before[0] && after[1] > before[1] && after[2] == before[2]);
        let version = |person: &Person| stage.studio.view(&stage.caller(person)).unwrap().version;
        let seen = version(&people[asks]);
        assert_eq!(seen, version(&people[asks]));
        stage.does(&people[1 - asks], json!({ "kind": "unanswerable" }));
        assert_ne!(seen, version(&people[asks]));
    });
}
