//! Invitations, consent, qualification.

use serde_json::{Value, json};

use crate::place::on_both;
use crate::stage::{OWNER, Stage, code};

fn join(
    stage: &Stage,
    invitation: &str,
    action: &str,
) -> grice_studio::Result<grice_studio::Joined> {
    stage.studio.join(json!({ "invitation": invitation, "action": action, "consent": true }))
}

#[test]
fn an_invitation_says_what_it_leads_to_and_wants_consent() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({ "pay_base": 300 }));
        let invitation = stage.invite(&project, "conversation");
        let told = stage.studio.invitation(json!({ "invitation": invitation })).unwrap();
        assert_eq!(
            (&told["project"]["id"], &told["step"]),
            (&json!(project), &json!("conversation"))
        );
        assert_eq!(told["pay"]["base"], 300);
        assert!(told["consent"].as_str().unwrap().contains("delete your data"));
        let without = json!({ "invitation": invitation, "action": "join-0000", "consent": false });
        assert_eq!(code(stage.studio.join(without)), "consent");
        assert_eq!(code(stage.studio.invitation(json!({ "invitation": "gsi_0" }))), "invitation");
        assert_eq!(code(stage.studio.caller(&invitation)), "token");
    });
}

#[test]
fn the_same_join_again_is_the_same_person_with_a_new_token() {
    on_both(|place| {
        let mut stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({}));
        let made = stage.studio.invite(OWNER, &project, json!({ "uses": 1 })).unwrap();
        let invitation = made["token"].as_str().unwrap();
        let first = join(&stage, invitation, "join-0000").unwrap();
        stage.reopen();
        let again = join(&stage, invitation, "join-0000").unwrap();
        assert_eq!(first.view.body["you"]["id"], again.view.body["you"]["id"]);
        assert_eq!(code(stage.studio.caller(&first.token)), "token");
        assert!(stage.studio.caller(&again.token).is_ok());
        assert_eq!(code(join(&stage, invitation, "join-0001")), "used_up");
        let people = stage.studio.participants(OWNER, &project).unwrap();
        assert_eq!(people["participants"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn invitations_end_and_are_taken_back() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({}));
        let made = stage.studio.invite(OWNER, &project, json!({ "days": 2 })).unwrap();
        let short = made["token"].as_str().unwrap();
        assert!(join(&stage, short, "join-0000").is_ok());
        stage.later(2 * 24 * 60 * 60);
        assert_eq!(code(join(&stage, short, "join-0001")), "expired");
        let made = stage.studio.invite(OWNER, &project, json!({})).unwrap();
        let (token, id) =
            (made["token"].as_str().unwrap(), made["invitation"]["id"].as_str().unwrap());
        let stays = join(&stage, token, "join-0002").unwrap();
        stage.studio.revoke(OWNER, &project, id).unwrap();
        assert_eq!(code(join(&stage, token, "join-0003")), "revoked");
        assert!(stage.studio.caller(&stays.token).is_ok());
        let open = stage.invite(&project, "conversation");
        stage.studio.change(OWNER, &project, json!({ "closed": true })).unwrap();
        assert_eq!(code(join(&stage, &open, "join-0004")), "closed");
        let wrong = stage.studio.invite(OWNER, &project, json!({ "step": "judgements" }));
        assert_eq!(code(wrong), "step");
        // Lists tell no tokens.
        let listed = stage.studio.invitations(OWNER, &project).unwrap().to_string();
        assert!(!listed.contains("gsi_") && !listed.contains(token));
    });
}

#[test]
fn twenty_people_at_once_take_no_more_than_the_uses_there_are() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({}));
        let made = stage.studio.invite(OWNER, &project, json!({ "uses": 5 })).unwrap();
        let invitation = made["token"].as_str().unwrap();
        let came = std::thread::scope(|scope| {
            let all: Vec<_> = (0..20)
                .map(|n| {
                    let stage = &stage;
                    scope.spawn(move || {
                        join(stage, invitation, &format!("join-at-once-{n}")).is_ok()
                    })
                })
                .collect();
            all.into_iter().map(|one| one.join().unwrap()).filter(|ok| *ok).count()
        });
        assert_eq!(came, 5);
    });
}

#[test]
fn the_qualification_is_explained_and_ends_after_its_attempts() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("pragmaticqa", json!({}));
        let invitation = stage.invite(&project, "conversation");
        let person = stage.join(&invitation);
        let screen = stage.screen(&person);
        assert_eq!((&screen["kind"], &screen["needed"]), (&json!("qualification"), &json!(3)));
        assert!(
            !screen.to_string().contains("\"right\"") && !screen.to_string().contains("\"why\"")
        );
        assert_eq!(stage.refused(&person, json!({ "kind": "wait" })), "not_now");
        let few = json!({ "kind": "qualify", "answers": { "literal": 0 } });
        assert_eq!(stage.refused(&person, few), "answers");
        let bad = json!({ "literal": 2, "helpful": 0, "reply": 1, "unknown": 1 });
        let wrong = json!({ "kind": "qualify", "answers": bad });
        let screen = stage.does(&person, wrong.clone());
        assert_eq!((&screen["attempts_left"], &screen["last"]["right"]), (&json!(1), &json!(2)));
        assert_eq!(screen["last"]["explained"][0]["chosen"], 2);
        assert_eq!(stage.does(&person, wrong.clone())["kind"], "suspended");
        assert_eq!(stage.refused(&person, wrong), "not_now");
        let allowed = json!({ "qualified": true });
        stage.studio.change_participant(OWNER, &project, &person.id, allowed).unwrap();
        assert_eq!(stage.kind(&person), "lobby");
        let out = json!({ "suspended": true, "why": "No more today." });
        stage.studio.change_participant(OWNER, &project, &person.id, out).unwrap();
        assert_eq!(stage.screen(&person)["why"], "No more today.");
        assert_eq!(stage.refused(&person, json!({ "kind": "wait" })), "not_now");
    });
}

#[test]
fn projects_are_their_owners_and_say_what_is_wrong_with_them() {
    on_both(|place| {
        let stage = Stage::new(place);
        let studio = &stage.studio;
        let project = stage.project("topiocqa", json!({}));
        assert_eq!(code(studio.project("bob", &project)), "project");
        assert_eq!(studio.projects("bob").unwrap()["projects"], json!([]));
        let create = |what: Value| {
            let mut request =
                json!({ "name": "x", "protocol": "pragmaticqa", "collection": "sights" });
            request.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
            studio.create(OWNER, request)
        };
        assert_eq!(code(create(json!({ "protocol": "none" }))), "protocol");
        assert_eq!(code(create(json!({ "collection": "nowhere" }))), "collection");
        assert_eq!(code(create(json!({ "settings": { "turns": 3 } }))), "settings");
        assert_eq!(code(create(json!({ "topics": [{ "document": "nowhere" }] }))), "topics");
        assert_eq!(code(create(json!({ "name": " " }))), "body");
        let named = json!({ "topics": [{ "document": "orlo", "title": "The bridge", "genre": "Bridges" }] });
        let made = create(named).unwrap();
        assert_eq!(made["topics"][0]["title"], "The bridge");
        let id = made["id"].as_str().unwrap();
        let changed = json!({ "name": "Bridges", "settings": { "minimum_turns": 4 } });
        let changed = studio.change(OWNER, id, changed).unwrap();
        assert_eq!(
            (&changed["name"], &changed["settings"]["minimum_turns"]["value"]),
            (&json!("Bridges"), &json!(4))
        );
        studio.delete(OWNER, id).unwrap();
        assert_eq!(code(studio.project(OWNER, id)), "project");
        for name in ["pragmaticqa", "topiocqa", "circa", "plausibility", "faithfulness"] {
            assert!(studio.protocol_text(name).unwrap().contains("[settings]"));
        }
        assert_eq!(studio.protocols()["protocols"].as_array().unwrap().len(), 5);
    });
}

#[test]
fn who_comes_again_under_the_same_name_is_no_newcomer() {
    on_both(|place| {
        let stage = Stage::new(place);
        let project = stage.project("topiocqa", json!({}));
        let (talk, more) =
            (stage.invite(&project, "conversation"), stage.invite(&project, "additional"));
        let first = stage.join_as(&talk, Some("Worker 17")).unwrap();
        let again = |invitation: &str, name: Option<&str>| {
            stage.join_as(invitation, name).map(|person| person.id)
        };
        assert_eq!(code(again(&talk, Some(" worker  17 "))), "name");
        assert_eq!(code(again(&stage.invite(&project, "conversation"), Some("Worker 17"))), "name");
        assert!(again(&talk, Some("Worker 18")).is_ok());
        assert!(again(&talk, None).is_ok() && again(&talk, None).is_ok());
        // A suspension is the person's, whatever the step.
        let decide = |suspended: bool| {
            let decision = json!({ "suspended": suspended });
            stage.studio.change_participant(OWNER, &project, &first.id, decision).unwrap();
        };
        decide(true);
        assert_eq!(code(again(&more, Some("Worker 17"))), "name");
        decide(false);
        let other = again(&more, Some("Worker 17")).unwrap();
        assert_ne!(other, first.id);
        // Who was there stays who they were.
        assert!(stage.studio.caller(&first.token).is_ok());
    });
}

#[test]
fn under_the_same_name_nobody_judges_or_answers_their_own_words() {
    on_both(|place| {
        let stage = Stage::new(place);
        let (project, judges) = crate::circa::with_pairs(&stage, json!({}));
        let queue = stage.studio.queue(OWNER, &project).unwrap()["queue"].clone();
        let name = |kind: &str| {
            let all = queue.as_array().unwrap();
            let found = all.iter().find(|one| one["subject"]["kind"] == kind).unwrap();
            stage.name(&project, found["participant"].as_str().unwrap())
        };
        let judged = |name: &str| {
            let person = stage.join_as(&judges, Some(name)).unwrap();
            let mut screen = crate::circa::practise(&stage, &person, 8);
            let mut judged = 0;
            while screen["kind"] == "judge" {
                let doing = json!({ "kind": "judge", "item": screen["item"], "label": "Yes" });
                screen = stage.does(&person, doing);
                judged += 1;
            }
            judged
        };
        assert_eq!((judged(&name("questions")), judged(&name("answers"))), (0, 2));
        assert_eq!(judged("somebody else"), 4);
        let answers = stage.invite(&project, "answers");
        let writer = stage.join_as(&answers, Some(&name("questions"))).unwrap();
        assert_eq!(stage.kind(&writer), "nothing_left");
    });
}

#[test]
fn a_qualification_is_taken_once_by_a_person() {
    on_both(|place| {
        let stage = Stage::new(place);
        let text = stage.studio.protocol_text("topiocqa").unwrap();
        let quiz = "\n[[qualification]]\nid = \"q\"\ntext = \"Which?\"\noptions = [\"a\", \"b\"]\nright = 0\nwhy = \"So.\"\n";
        let request = json!({ "name": "x", "toml": format!("{text}{quiz}"), "collection": "sights", "settings": { "attempts": 1 } });
        let made = stage.studio.create(OWNER, request).unwrap();
        let project = made["id"].as_str().unwrap();
        let first = stage.join_as(&stage.invite(project, "conversation"), Some("Ann")).unwrap();
        let wrong = json!({ "kind": "qualify", "answers": { "q": 1 } });
        assert_eq!(stage.does(&first, wrong)["kind"], "suspended");
        let other = stage.join_as(&stage.invite(project, "additional"), Some("ANN")).unwrap();
        assert_eq!(stage.kind(&other), "suspended");
    });
}
