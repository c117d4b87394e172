//! Files that are sent to a server.

use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::grice::{command, finish};
use crate::mcp::Session;
use crate::server::{Server, serve, serve_with};

const QUICK: [&str; 2] = ["--system", "bare"];

#[test]
fn files_make_a_collection_that_can_be_asked_and_removed() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &[]);
    let files = [
        (
            "guide/kettle.md",
            "# Kettle\n\nThe kettle holds 1.7 litres of water and boils it in three minutes.\n",
        ),
        (
            "guide/toaster.md",
            "# Toaster\n\nThe toaster has two slots, and a lever at its left side.\n",
        ),
    ];
    let begun = server.upload("/api/collections/kitchen/files", &[], &files).expect(202).json();
    let job = server.finished(&begun, &[]);
    assert_eq!((&job["state"], &job["documents"]), (&json!("done"), &json!(2)), "{job}");
    let asked =
        json!({ "collection": "kitchen", "question": "How much water does the kettle hold?" });
    let reply = server.post("/api/ask", &asked).expect(200).json();
    assert!(reply["text"].as_str().unwrap().contains("1.7 litres"), "{reply}");
    let found = server.get("/api/collections/kitchen/search?q=lever").expect(200).json();
    assert_eq!(found["hits"][0]["title"], "Toaster");
    let listed = server.get("/api/collections").expect(200).json();
    let mine = listed["collections"].as_array().unwrap().iter().find(|c| c["name"] == "kitchen");
    assert_eq!(mine.unwrap()["removable"], true);
    for (name, code) in [("..%2Fx", 404), ("demo", 400)] {
        let path = format!("/api/collections/{name}/files");
        let refused = server.upload(&path, &[], &[("a.md", "x")]);
        assert!(refused.status == code || refused.status == 400, "{}", refused.body);
    }
    for bad in ["../out.md", "/etc/out.md", "a/../../out.md"] {
        let refused = server.upload("/api/collections/kitchen/files", &[], &[(bad, "x")]);
        assert_eq!(refused.expect(400).json()["code"], "file_name");
    }
    assert!(!home.path().join("out.md").exists());
    server.send("DELETE", "/api/collections/kitchen", &[], b"").expect(204);
    server.get("/api/collections/kitchen").expect(404);
    assert!(!home.path().join("uploads/kitchen").exists());
}

fn documents(server: &Server, collection: &str) -> Value {
    server.get(&format!("/api/collections/{collection}")).expect(200).json()["documents"].clone()
}

fn sent(server: &Server, collection: &str, files: &[(&str, &str)]) {
    let path = format!("/api/collections/{collection}/files");
    let begun = server.upload(&path, &[], files).expect(202).json();
    let job = server.finished(&begun, &[]);
    assert_eq!(job["state"], "done", "{job}");
}

fn ingested(home: &Path) {
    let notes = home.join("documents/notes");
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::write(notes.join("lamp.md"), "# Lamp\n\nThe lamp is green.\n").unwrap();
    std::fs::write(notes.join("chair.md"), "# Chair\n\nThe chair is blue.\n").unwrap();
    let run = finish(command().env("GRICE_HOME", home).arg("ingest").arg(&notes), "");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn an_upload_adds_to_what_was_ingested_and_sent_before() {
    let home = tempfile::tempdir().unwrap();
    ingested(home.path());
    let server = serve(home.path(), &QUICK);
    assert_eq!(documents(&server, "notes"), 2);
    sent(&server, "notes", &[("table.md", "# Table\n\nThe table is red.\n")]);
    // The same name is another file here.
    sent(&server, "notes", &[("lamp.md", "# Second lamp\n\nThis lamp is purple.\n")]);
    assert_eq!(documents(&server, "notes"), 4);
    for (id, title) in [
        ("notes/lamp", "Lamp"),
        ("notes/chair", "Chair"),
        ("uploads/table", "Table"),
        ("uploads/lamp", "Second lamp"),
    ] {
        let path = format!("/api/collections/notes/document?id={id}");
        assert_eq!(server.get(&path).expect(200).json()["title"], title);
    }
    // Sent again, a file takes the place of its earlier version.
    sent(&server, "notes", &[("lamp.md", "# Third lamp\n\nThis lamp is white.\n")]);
    assert_eq!(documents(&server, "notes"), 4);
    let lamp = server.get("/api/collections/notes/document?id=uploads/lamp").expect(200).json();
    assert_eq!(lamp["title"], "Third lamp");
    // Files that are lost on the disk are no reason to forget what they said.
    std::fs::remove_file(home.path().join("uploads/notes/table.md")).unwrap();
    sent(&server, "notes", &[("shelf.md", "# Shelf\n\nThe shelf is grey.\n")]);
    assert_eq!(documents(&server, "notes"), 5);
}

#[test]
fn a_file_that_cannot_be_kept_is_the_senders_mistake() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let long = vec!["x".repeat(150); 30].join("/");
    for files in [&["a", "a/b"][..], &["a/b", "a"], &["a", "a"], &[&long]] {
        let files: Vec<(&str, &str)> = files.iter().map(|name| (*name, "A word.")).collect();
        let refused = server.upload("/api/collections/things/files", &[], &files);
        assert_eq!(refused.expect(400).json()["code"], "file_name");
    }
    sent(&server, "things", &[("a.md", "# A\n\nA word.\n")]);
    let refused = server.upload("/api/collections/things/files", &[], &[("a.md/b.md", "A word.")]);
    assert_eq!(refused.expect(400).json()["code"], "file_name");
    let left = std::fs::read_dir(home.path().join("uploads")).unwrap().count();
    assert_eq!(left, 1, "nothing is left of what was refused");
}

#[test]
fn uploads_that_are_under_way_are_bounded() {
    let home = tempfile::tempdir().unwrap();
    let server = serve_with(home.path(), &QUICK, |command| {
        command.env("GRICE_SERVE_LIMITS__UPLOADS", "1");
    });
    let begun =
        b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.md\"\r\n\r\nhalf";
    let mut coming = TcpStream::connect(&server.address).unwrap();
    let head = format!(
        "POST /api/collections/one/files HTTP/1.1\r\nhost: {}\r\ncontent-length: 900\r\n\
         content-type: multipart/form-data; boundary=edge\r\n\r\n",
        server.address
    );
    coming.write_all(head.as_bytes()).unwrap();
    coming.write_all(begun).unwrap();
    let uploads = home.path().join("uploads");
    while std::fs::read_dir(&uploads).map_or(0, Iterator::count) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let files = [("b.md", "# B\n\nA word.\n")];
    let busy = server.upload("/api/collections/two/files", &[], &files).expect(429);
    assert!(busy.headers.contains("retry-after: "), "{}", busy.headers);
    server.upload("/api/collections/one/files", &[], &files).expect(409);
    drop(coming);
    while std::fs::read_dir(&uploads).map_or(0, Iterator::count) > 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    sent(&server, "two", &files);
}

#[test]
fn only_collections_that_were_named_are_served_and_those_made_meanwhile() {
    let home = tempfile::tempdir().unwrap();
    ingested(home.path());
    let run = command()
        .env("GRICE_HOME", home.path())
        .args(["ingest", "--index", "private"])
        .arg(home.path().join("documents/notes"))
        .output()
        .unwrap();
    assert!(run.status.success());
    let named = |server: &Server| -> Vec<String> {
        let listed = server.get("/api/collections").expect(200).json();
        let all = listed["collections"].as_array().unwrap().iter();
        all.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let mut server = serve(home.path(), &["notes", "--system", "bare"]);
    assert_eq!(named(&server), ["notes"]);
    server.get("/api/collections/private").expect(404);
    let files = [("shelf.md", "# Shelf\n\nThe shelf is grey.\n")];
    // What is not served cannot be added to, and is not served then.
    let refused = server.upload("/api/collections/private/files", &[], &files).expect(409).json();
    assert_eq!(refused["code"], "taken");
    assert_eq!(named(&server), ["notes"]);
    sent(&server, "shelves", &files);
    assert_eq!(named(&server), ["notes", "shelves"]);
    sent(&server, "shelves", &files);
    server.kill();
    let server = serve(home.path(), &["notes", "--system", "bare"]);
    assert_eq!(named(&server), ["notes"]);
    // A tool over the only collection needs no name.
    let tools = Session::begin(&server);
    let found = tools.call("search", &json!({ "query": "lamp" }));
    assert_eq!(found["structuredContent"]["hits"][0]["title"], "Lamp", "{found}");
}

#[test]
fn an_upload_has_its_limits() {
    let home = tempfile::tempdir().unwrap();
    let server = serve_with(home.path(), &QUICK, |command| {
        command
            .env("GRICE_SERVE_LIMITS__UPLOAD_MIB", "1")
            .env("GRICE_SERVE_LIMITS__UPLOAD_FILES", "2");
    });
    let path = "/api/collections/things/files";
    let large = "word ".repeat(300_000);
    let refused = server.upload(path, &[], &[("a.md", &large)]).expect(413).json();
    assert!(refused["message"].as_str().unwrap().contains("1 MiB"), "{refused}");
    let many = [("a.md", "A"), ("b.md", "B"), ("c.md", "C")];
    let refused = server.upload(path, &[], &many).expect(413).json();
    assert!(refused["message"].as_str().unwrap().contains("2 files"), "{refused}");
    server.get("/api/collections/things").expect(404);
    sent(&server, "things", &many[..2]);
}

#[test]
fn a_collection_that_changes_is_used_without_a_refusal() {
    let home = tempfile::tempdir().unwrap();
    ingested(home.path());
    let server = serve(home.path(), &QUICK);
    let asked = json!({ "collection": "notes", "question": "What colour is the lamp?" });
    let done = AtomicBool::new(false);
    let titles = || -> Vec<String> {
        let found = server.get("/api/collections/notes/search?q=lantern").expect(200).json();
        let hits = found["hits"].as_array().unwrap().iter();
        hits.map(|hit| hit["title"].as_str().unwrap().to_owned()).collect()
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    server.post("/api/ask", &asked).expect(200);
                    titles();
                }
            });
        }
        let notes = home.path().join("documents/notes");
        std::fs::write(notes.join("lantern.md"), "# Lantern\n\nThe lantern is red.\n").unwrap();
        let mut again = command();
        let run = finish(again.env("GRICE_HOME", home.path()).arg("ingest").arg(&notes), "");
        assert_eq!(run.code, 0, "{}", run.err);
        let until = Instant::now() + Duration::from_secs(30);
        while titles() != ["Lantern"] && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(100));
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(titles(), ["Lantern"]);
}

#[test]
fn a_conversation_is_exported_when_its_collection_is_gone() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    sent(&server, "lamps", &[("lamp.md", "# Lamp\n\nThe lamp has a bulb of 9 watts.\n")]);
    let id = server.conversation("lamps");
    server.say(&id, 0, "What bulb does the lamp have?").expect(201);
    server.send("DELETE", "/api/collections/lamps", &[], b"").expect(204);
    let export = |form: &str| {
        server.get(&format!("/api/conversations/{id}/export?format={form}")).expect(200).body
    };
    let text = export("markdown");
    assert!(text.contains("What bulb does the lamp have?") && text.contains("on lamps"), "{text}");
    let all: Value = serde_json::from_str(&export("json")).unwrap();
    assert_eq!(all["collection"], json!("lamps"));
    assert_eq!(all["turns"].as_array().unwrap().len(), 1);
}
