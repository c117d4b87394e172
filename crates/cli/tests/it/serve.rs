//! `grice serve`: conversations, documents and collections over HTTP.

use std::io::Read;

use serde_json::{Value, json};

use crate::grice::{command, finish};
use crate::server::{events, serve};

/// Quick where the words do not matter: no weights are loaded.
const QUICK: [&str; 2] = ["--system", "bare"];

#[test]
fn a_conversation_is_held_kept_and_read_again() {
    let home = tempfile::tempdir().unwrap();
    let mut server = serve(home.path(), &["demo"]);
    assert_eq!(server.get("/health").expect(200).json()["status"], "ok");
    assert_eq!(server.get("/ready").expect(200).json()["status"], "ready");
    let id = server.conversation("demo");
    let first = server.say(&id, 0, "What is Titan?").expect(201).json();
    assert_eq!(first["reply"]["topic"]["title"], "Titan", "{first}");
    assert!(!first["reply"]["evidence"].as_array().unwrap().is_empty());
    let second = server.say(&id, 1, "Who discovered it?").expect(201).json();
    assert!(second["reply"]["text"].as_str().unwrap().contains("Huygens"), "{second}");
    // The same request again is the same turn; another one after it is a conflict.
    assert_eq!(server.say(&id, 1, "Who discovered it?").expect(201).json()["at"], second["at"]);
    let grown = server.say(&id, 1, "How large is it?").expect(409).json();
    assert_eq!((&grown["code"], &grown["type"]), (&json!("grown"), &json!("conflict")));
    let evidence = &second["reply"]["evidence"][0];
    let passage = evidence["passage"].as_str().unwrap().replace('#', "%23");
    let passage =
        server.get(&format!("/api/collections/demo/passage?id={passage}")).expect(200).json();
    let text: Vec<char> = passage["text"].as_str().unwrap().chars().collect();
    let (start, end) = (evidence["start"].as_u64().unwrap(), evidence["end"].as_u64().unwrap());
    let said: String = text[start as usize..end as usize].iter().collect();
    assert_eq!(said, evidence["text"].as_str().unwrap());
    let path = format!("/api/conversations/{id}");
    let rated = format!("{path}/turns/1/feedback");
    let put = server.send(
        "PUT",
        &rated,
        &[("content-type", "application/json")],
        br#"{"verdict":"wrong","note":"x"}"#,
    );
    put.expect(204);
    let why = server.get(&format!("{path}/turns/1/why")).expect(200).json();
    assert!(!why["why"]["readings"].as_array().unwrap().is_empty());
    let passages = why["passages"].as_array().unwrap().len();
    assert!((1..=20).contains(&passages), "{passages}");
    server.kill();

    let server = serve(home.path(), &["demo"]);
    let kept = server.get(&path).expect(200).json();
    assert_eq!(kept["said"].as_array().unwrap().len(), 2);
    assert_eq!(kept["said"][1]["reply"]["text"], second["reply"]["text"]);
    assert_eq!(kept["said"][1]["feedback"]["verdict"], "wrong");
    let edit = json!({ "utterance": "How large is it?", "after": 1, "replace": true });
    let edited = server.post(&format!("{path}/turns"), &edit).expect(201).json();
    assert_eq!(edited["number"], 1);
    let kept = server.get(&path).expect(200).json();
    assert_eq!(kept["said"][1]["question"], "How large is it?");
    assert_eq!(kept["said"][1]["feedback"], Value::Null);
    let renamed = server.send(
        "PATCH",
        &path,
        &[("content-type", "application/json")],
        br#"{"name":"moons"}"#,
    );
    assert_eq!(renamed.expect(200).json()["name"], "moons");
    let found = server.get("/api/conversations?search=moons").expect(200).json();
    assert_eq!(found["conversations"][0]["id"], json!(id));
    let text = server.get(&format!("{path}/export?format=markdown")).expect(200);
    assert!(text.body.contains("# What is Titan?") && text.headers.contains("attachment"));
    server.send("DELETE", &path, &[], b"").expect(204);
    server.get(&path).expect(404);
}

#[test]
fn the_page_and_the_terminal_go_on_with_each_others_conversations() {
    let home = tempfile::tempdir().unwrap();
    let at_home = |args: &[&str], input: &str| {
        let run = finish(command().env("GRICE_HOME", home.path()).args(args), input);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        run
    };
    let (notes, lease) = (home.path().join("documents/notes"), home.path().join("lease"));
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::write(notes.join("lamp.md"), "# Lamp\n\nThe lamp is green.\n").unwrap();
    let (notes, lease) = (notes.to_str().unwrap(), lease.to_str().unwrap());
    at_home(&["ingest", notes], "");
    at_home(&["ingest", notes, "--index", lease], "");
    let bare = ["--system", "bare"];
    let chat = |more: &[&str], said: &str| at_home(&[&["chat"], more, &bare[..]].concat(), said);
    for collection in ["demo", "notes", lease] {
        chat(&[collection], "What is the lamp?\n");
    }
    let mut server = serve(home.path(), &bare);
    let listed = server.get("/api/conversations").expect(200).json();
    let listed = listed["conversations"].as_array().unwrap().clone();
    let about: Vec<_> = listed.iter().map(|one| (&one["collection"], &one["served"])).collect();
    assert_eq!(
        about,
        [
            (&json!(lease), &json!(false)),
            (&json!("notes"), &json!(true)),
            (&json!("demo"), &json!(true)),
        ]
    );
    for one in &listed {
        let id = one["id"].as_str().unwrap();
        let shown = server.get(&format!("/api/conversations/{id}")).expect(200).json();
        assert_eq!(shown["said"].as_array().unwrap().len(), 1, "{shown}");
        let status = if one["served"] == true { 201 } else { 409 };
        let said = server.say(id, 1, "What is green?").expect(status).json();
        assert_eq!(said["code"] == "unserved", status == 409, "{said}");
        let told = said["message"].as_str().unwrap_or_default().contains(lease);
        assert_eq!(told, status == 409, "{said}");
        let text = server.get(&format!("/api/conversations/{id}/export")).expect(200).body;
        assert!(text.contains("What is the lamp?"), "{text}");
    }
    let made = ["notes", "demo"].map(|name| {
        let id = server.conversation(name);
        server.say(&id, 0, "What is the lamp?").expect(201);
        let renamed = json!({ "name": format!("page {name}") }).to_string();
        let json = [("content-type", "application/json")];
        server.send("PATCH", &format!("/api/conversations/{id}"), &json, renamed.as_bytes());
        id
    });
    // One in which nothing was said is not the last one.
    server.conversation("notes");
    let run = chat(&["--resume"], "What is green?\n");
    assert!(run.err.contains("'page demo', 1 turn so far"), "{}", run.err);
    let run = chat(&["--resume", "page notes"], "What is green?\n/evidence\n");
    assert!(run.out.contains("lamp"), "{}", run.out);
    for id in &made {
        let shown = server.get(&format!("/api/conversations/{id}")).expect(200).json();
        assert_eq!(shown["said"].as_array().unwrap().len(), 2, "{shown}");
    }
    server.kill();

    // A folder that is served by its path is the same collection in the terminal.
    let server = serve(home.path(), &[lease, "--system", "bare"]);
    let listed = server.get("/api/conversations").expect(200).json();
    let here = listed["conversations"].as_array().unwrap().iter();
    let here: Vec<_> = here.filter(|one| one["served"] == true).collect();
    assert_eq!(here.len(), 1, "{listed}");
    assert_eq!(here[0]["collection"], "lease");
    server.say(here[0]["id"].as_str().unwrap(), 1, "What is green?").expect(201);
    let id = server.conversation("lease");
    server.say(&id, 0, "What is the lamp?").expect(201);
    let run = chat(&["--resume"], "What is green?\n");
    assert!(run.err.contains("Grice on") && run.err.contains("1 turn so far"), "{}", run.err);
}

#[test]
fn a_long_list_of_conversations_is_read_in_parts() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let mut made: Vec<String> = (0..5).map(|_| server.conversation("demo")).collect();
    made.reverse();
    let mut read = Vec::new();
    let mut path = "/api/conversations?limit=2".to_owned();
    loop {
        let part = server.get(&path).expect(200).json();
        let part_of = part["conversations"].as_array().unwrap().iter();
        read.extend(part_of.map(|one| one["id"].as_str().unwrap().to_owned()));
        let Some(next) = part["next"].as_str() else { break };
        path = format!("/api/conversations?limit=2&before={next}");
    }
    assert_eq!(read, made);
    server.get("/api/conversations?before=x").expect(400);
}

#[test]
fn a_reply_is_streamed_and_saved_before_it_is_done() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &["demo"]);
    let id = server.conversation("demo");
    let said = json!({ "utterance": "What is Saturn?", "after": 0 }).to_string();
    let headers = [("content-type", "application/json"), ("accept", "text/event-stream")];
    let path = format!("/api/conversations/{id}/turns");
    let streamed = server.send("POST", &path, &headers, said.as_bytes()).expect(200);
    let all = events(&streamed.body);
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names.first(), names.last()), (Some(&"found"), Some(&"done")), "{names:?}");
    let at = |name: &str| names.iter().position(|other| *other == name).unwrap();
    assert!(at("understood") < at("sentence") && at("sentence") < at("follow_ups"), "{names:?}");
    let turn = &all.last().unwrap().1["turn"];
    let kept = server.get(&format!("/api/conversations/{id}")).expect(200).json();
    assert_eq!(kept["said"][0]["reply"]["text"], turn["reply"]["text"]);
    let asked = json!({ "collection": "demo", "question": "What is Io?" }).to_string();
    let streamed = server.send("POST", "/api/ask", &headers, asked.as_bytes()).expect(200);
    let all = events(&streamed.body);
    assert!(all.last().unwrap().1["reply"]["text"].as_str().unwrap().contains("Io"));
}

#[test]
fn a_client_that_goes_away_stops_its_turn() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &["demo"]);
    let id = server.conversation("demo");
    let said = json!({ "utterance": "What is Saturn?", "after": 0 }).to_string();
    let headers = [("content-type", "application/json"), ("accept", "text/event-stream")];
    let path = format!("/api/conversations/{id}/turns");
    let mut stream = server.begin("POST", &path, &headers, said.as_bytes());
    let mut first = [0_u8; 16];
    stream.read_exact(&mut first).unwrap();
    drop(stream);
    std::thread::sleep(std::time::Duration::from_secs(2));
    let kept = server.get(&format!("/api/conversations/{id}")).expect(200).json();
    assert_eq!(kept["turns"], 0);
    let counted = server.get("/metrics").expect(200).body;
    assert!(counted.contains("grice_streams 0"), "{counted}");
}

#[test]
fn documents_are_read_with_their_blocks_and_links() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let document = server.get("/api/collections/demo/document?id=demo/titan").expect(200).json();
    assert_eq!(document["title"], "Titan");
    let passages = document["passages"].as_array().unwrap();
    assert!(passages.iter().any(|passage| !passage["links"].as_array().unwrap().is_empty()));
    for passage in passages {
        let length = passage["text"].as_str().unwrap().chars().count() as u64;
        for block in passage["blocks"].as_array().unwrap() {
            assert!(block["end"].as_u64().unwrap() <= length);
        }
    }
    let details = server.get("/api/collections/demo").expect(200).json();
    assert_eq!(details["examples"].as_array().unwrap().len(), 3, "{details}");
    server.get("/api/collections/demo/document?id=demo/nothing").expect(404);
    server.get("/api/collections/demo/passage?id=x").expect(404);
}

#[test]
fn each_judgement_and_a_score_can_be_had_alone() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &["demo"]);
    let judged = |what: &str, body: Value| {
        server.post(&format!("/api/judge/{what}"), &body).expect(200).json()
    };
    let read = judged(
        "interpret",
        json!({ "question": "Are you hungry?", "answer": "I had a big lunch." }),
    );
    assert_eq!(read["relaxed"], "No", "{read}");
    let history = json!([{ "question": "What is Titan?", "answer": "Saturn's largest moon." }]);
    let again = judged("rewrite", json!({ "history": history, "question": "Who discovered it?" }));
    assert!(again["rewrite"].as_str().unwrap().contains("Titan"), "{again}");
    let passage = "Titan was discovered by Christiaan Huygens in 1655.";
    let found = judged("read", json!({ "question": "Who discovered Titan?", "passage": passage }));
    assert!(found["answer"].as_str().unwrap().contains("Huygens"), "{found}");
    let ranked = judged(
        "rank",
        json!({ "question": "Who discovered Titan?", "passages": ["Bread is baked.", passage] }),
    );
    assert_eq!(ranked["ranked"][0]["index"], 1, "{ranked}");
    judged("anticipate", json!({ "question": "Who discovered Titan?", "candidates": [passage] }));
    let ground = judged(
        "ground",
        json!({ "evidence": passage, "reply": "Huygens discovered Titan in 1755." }),
    );
    assert_eq!(ground["supported"], false, "{ground}");
    judged("analyze", json!({ "text": "Thanks a lot!" }));
    server.post("/api/judge/rank", &json!({ "question": "x", "passages": [] })).expect(400);
    let long = "word ".repeat(5_000);
    for (what, body) in [
        ("interpret", json!({ "question": long, "answer": "x" })),
        ("rewrite", json!({ "question": "x", "history": [{ "question": long }] })),
        ("read", json!({ "question": "x", "passage": long })),
        ("rank", json!({ "question": "x", "passages": ["x", long] })),
        ("anticipate", json!({ "question": "x", "candidates": ["x"], "literal": [long] })),
        ("ground", json!({ "evidence": long, "reply": "x" })),
        ("analyze", json!({ "text": "x", "text2": long })),
    ] {
        let refused = server.post(&format!("/api/judge/{what}"), &body).expect(413).json();
        assert!(refused["message"].as_str().unwrap().contains("characters"), "{refused}");
    }
    let truth = json!({ "data": [{ "paragraphs": [{ "qas": [{ "id": "1", "answers": [{ "text": "two moons" }] }] }] }] });
    let scored = json!({ "form": "squad", "truth": truth.to_string(), "run": json!({ "1": "two moons" }).to_string() });
    let report = server.post("/api/score", &scored).expect(200).json();
    assert!(report.to_string().contains("100") || report.to_string().contains("1.0"), "{report}");
    let wrong = server.post("/api/score", &json!({ "form": "squad", "truth": "{", "run": "{}" }));
    assert!(wrong.expect(400).json()["message"].as_str().unwrap().contains("truth"));
}

#[test]
fn clients_of_openai_are_answered() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &["demo"]);
    let models = server.get("/v1/models").expect(200).json();
    assert_eq!(models["data"][0]["id"], "demo");
    let asked = json!({ "model": "demo", "messages": [
        { "role": "user", "content": "What is Titan?" },
        { "role": "assistant", "content": "Saturn's largest moon." },
        { "role": "user", "content": "Who discovered it?" },
    ] });
    let whole = server.post("/v1/chat/completions", &asked).expect(200).json();
    let message = &whole["choices"][0]["message"];
    assert!(message["content"].as_str().unwrap().contains("Huygens"), "{whole}");
    let cited = &message["annotations"][0]["url_citation"];
    assert!(cited["url"].as_str().unwrap().contains("/read/demo?id=demo/titan"), "{whole}");
    let mut streaming = asked.clone();
    streaming["stream"] = json!(true);
    let streamed = server.post("/v1/chat/completions", &streaming).expect(200).body;
    assert!(streamed.trim_end().ends_with("data: [DONE]"), "{streamed}");
    let text: String = events(&streamed)
        .iter()
        .filter_map(|(_, data)| data["choices"][0]["delta"]["content"].as_str())
        .collect();
    assert_eq!(json!(text), message["content"]);
    let vectors = json!({ "model": "grice-passages", "input": ["a moon", "a planet"] });
    let vectors = server.post("/v1/embeddings", &vectors).expect(200).json();
    assert_eq!(vectors["data"].as_array().unwrap().len(), 2);
    let long = json!({ "input": ["x", "word ".repeat(30_000)] });
    let refused = server.post("/v1/embeddings", &long).expect(413).json();
    assert!(refused["error"]["message"].as_str().unwrap().contains("characters"), "{refused}");
    let wrong = server.post(
        "/v1/chat/completions",
        &json!({ "model": "nothing", "messages": asked["messages"] }),
    );
    assert_eq!(wrong.expect(404).json()["error"]["code"], "not_found");
}

#[test]
fn the_description_of_the_api_is_the_one_in_the_repository() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let served = server.get("/openapi.json").expect(200).body;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    if std::env::var_os("GRICE_BLESS").is_some() {
        std::fs::write(file, format!("{}\n", served.trim_end())).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(kept.trim_end() == served.trim_end(), "GRICE_BLESS=1 writes docs/openapi.json anew");
}
