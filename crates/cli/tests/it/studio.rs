//! The studio over HTTP: people with invitations, and who may see what.

use std::io::Read;
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::grice::{Run, command, finish};
use crate::server::{Response, Server, key, serve};

/// No weights are loaded: the words do not matter.
const QUICK: [&str; 2] = ["--system", "bare"];

/// What passes the qualification of PragmatiCQA.
const QUIZ: [(&str, u64); 4] = [("literal", 0), ("helpful", 1), ("reply", 1), ("unknown", 1)];

const JSON: (&str, &str) = ("content-type", "application/json");

/// An administrator, with a key where the server wants one.
struct Desk<'a> {
    server: &'a Server,
    key: Option<String>,
}

impl<'a> Desk<'a> {
    fn of(server: &'a Server) -> Desk<'a> {
        Desk { server, key: None }
    }

    fn keyed(server: &'a Server, key: &str) -> Desk<'a> {
        Desk { server, key: Some(format!("Bearer {key}")) }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Response {
        let mut headers = vec![JSON];
        headers.extend(self.key.iter().map(|key| ("authorization", key.as_str())));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.server.send(method, &format!("/api/studio{path}"), &headers, body.as_bytes())
    }

    fn get(&self, path: &str) -> Value {
        self.send("GET", path, &Value::Null).expect(200).json()
    }

    fn text(&self, path: &str) -> String {
        self.send("GET", path, &Value::Null).expect(200).body
    }

    /// Makes a project, and gives its path.
    fn project(&self, protocol: &str, settings: Value) -> String {
        let body = json!({ "name": "Lights", "protocol": protocol, "collection": "demo", "settings": settings });
        let made = self.send("POST", "/projects", &body).expect(201).json();
        format!("/projects/{}", made["id"].as_str().unwrap())
    }

    /// An invitation's token.
    fn invite(&self, project: &str, wanted: Value) -> String {
        let made = self.send("POST", &format!("{project}/invitations"), &wanted).expect(201).json();
        assert_eq!(
            made["link"],
            json!(format!("/studio/join#{}", made["token"].as_str().unwrap()))
        );
        made["token"].as_str().unwrap().to_owned()
    }
}

fn open_talk() -> Value {
    json!({ "background_needed": 0, "experiments": false })
}

/// A participant.
struct Person<'a> {
    server: &'a Server,
    token: String,
    actions: u32,
}

fn join(server: &Server, invitation: &str, action: &str) -> Response {
    let name = format!("worker 17, {action}");
    let body = json!({ "invitation": invitation, "action": action, "consent": true, "name": name });
    server.post("/api/studio/join", &body)
}

impl<'a> Person<'a> {
    fn joined(server: &'a Server, invitation: &str, action: &str) -> Person<'a> {
        let joined = join(server, invitation, action).expect(201).json();
        let token = joined["token"].as_str().unwrap().to_owned();
        assert!(token.starts_with("gsp_") && token.len() >= 40, "{token}");
        Person { server, token, actions: 0 }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Response {
        let bearer = format!("Bearer {}", self.token);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let headers = [JSON, ("authorization", bearer.as_str())];
        self.server.send(method, &format!("/api/studio{path}"), &headers, body.as_bytes())
    }

    fn view(&self) -> Value {
        self.send("GET", "/view", &Value::Null).expect(200).json()
    }

    fn screen(&self) -> Value {
        self.view()["screen"].clone()
    }

    fn body(&mut self, does: &Value) -> Value {
        self.actions += 1;
        json!({ "action": format!("action-{:06}", self.actions), "do": does })
    }

    fn try_to(&mut self, does: &Value) -> Response {
        let body = self.body(does);
        self.send("POST", "/act", &body)
    }

    #[track_caller]
    fn does(&mut self, does: &Value) -> Value {
        let done = self.try_to(does).expect(200).json();
        assert_eq!(done["repeated"], false, "{does}");
        done["view"].clone()
    }

    /// Keeps a stream open: whoever does is present.
    fn listen(&self) -> Listening {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("accept", "text/event-stream")];
        Listening::to(self.server.begin("GET", "/api/studio/events", &headers, b""))
    }

    /// Waits for a screen.
    fn until(&self, kind: &str) -> Value {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if screen["kind"] == kind {
                return screen;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "not {kind}: {screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until something can be done.
    fn until_can(&self, what: &str) -> Value {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if screen["can"].as_array().unwrap().contains(&json!(what)) {
                return screen;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "cannot {what}: {screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn qualifies(&mut self) {
        if self.screen()["kind"] == "qualification" {
            let answers: serde_json::Map<String, Value> =
                QUIZ.iter().map(|(id, right)| ((*id).to_owned(), json!(right))).collect();
            self.does(&json!({ "kind": "qualify", "answers": answers }));
        }
    }

    /// The page that is open.
    fn page(&self, document: &str) -> Value {
        let path = format!("/page?document={}", document.replace('#', "%23"));
        self.send("GET", &path, &Value::Null).expect(200).json()
    }
}

/// A stream of events that is read as it comes.
struct Listening {
    stream: TcpStream,
    text: Arc<Mutex<String>>,
}

impl Listening {
    fn to(stream: TcpStream) -> Listening {
        let text = Arc::new(Mutex::new(String::new()));
        let (mut reader, kept) = (stream.try_clone().unwrap(), text.clone());
        std::thread::spawn(move || {
            let mut some = [0_u8; 4096];
            while let Ok(count @ 1..) = reader.read(&mut some) {
                kept.lock().unwrap().push_str(&String::from_utf8_lossy(&some[..count]));
            }
            kept.lock().unwrap().push_str("\nended\n");
        });
        Listening { stream, text }
    }

    fn text(&self) -> String {
        self.text.lock().unwrap().clone()
    }

    #[track_caller]
    fn until(&self, wanted: &str) -> String {
        let began = Instant::now();
        loop {
            let text = self.text();
            if text.contains(wanted) {
                return text;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "no {wanted} in: {text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.stream.shutdown(std::net::Shutdown::Both).ok();
    }
}

/// Some words of a page's first passage, from a word on.
fn span(page: &Value, from: usize) -> Value {
    let passage = &page["passages"][0];
    let chars: Vec<char> = passage["text"].as_str().unwrap().chars().collect();
    let (start, end) = (from * 12, from * 12 + 10);
    let text: String = chars[start..end].iter().collect();
    let point = |offset: usize| json!({ "element": passage["id"], "offset": offset });
    json!({ "document": page["id"], "start": point(start), "end": point(end), "text": text })
}

/// Two people in a conversation: teacher and student.
fn paired<'a>(
    server: &'a Server,
    invitation: &str,
) -> (Person<'a>, Person<'a>, Listening, Listening) {
    pair(server, invitation, ["join-one-1", "join-two-2"])
}

fn pair<'a>(
    server: &'a Server,
    invitation: &str,
    [one, two]: [&str; 2],
) -> (Person<'a>, Person<'a>, Listening, Listening) {
    let mut one = Person::joined(server, invitation, one);
    let mut two = Person::joined(server, invitation, two);
    let (first, second) = (one.listen(), two.listen());
    for person in [&mut one, &mut two] {
        person.qualifies();
        person.until_can("wait");
        person.does(&json!({ "kind": "wait" }));
    }
    for (teach, person) in [(3, &mut one), (0, &mut two)] {
        let screen = person.until("interests");
        let topics = screen["topics"].as_array().unwrap();
        let answer =
            |topic: &Value| json!({ "topic": topic["id"], "teach": teach, "learn": 3 - teach });
        let answers: Vec<Value> = topics.iter().map(answer).collect();
        person.does(&json!({ "kind": "interests", "answers": answers }));
    }
    for person in [&mut one, &mut two] {
        let screen = person.until("background");
        let related = vec![true; screen["titles"].as_array().unwrap().len()];
        person.does(&json!({ "kind": "background", "related": related }));
    }
    one.until("teacher");
    two.until("student");
    (one, two, first, second)
}

/// The teacher's three steps.
fn teach(teacher: &mut Person<'_>, reply: &str) {
    let screen = teacher.until_can("literal");
    let page = teacher.page(screen["page"]["document"].as_str().unwrap());
    teacher.does(&json!({ "kind": "literal", "spans": [span(&page, 0)] }));
    teacher.does(&json!({ "kind": "pragmatic", "spans": [span(&page, 1)] }));
    teacher.does(&json!({ "kind": "reply", "text": reply }));
}

fn rate(student: &mut Person<'_>) {
    let screen = student.until_can("rate");
    let rating = &screen["rating"];
    let answers: serde_json::Map<String, Value> = rating["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|asked| (asked["id"].as_str().unwrap().to_owned(), json!(2)))
        .collect();
    student.does(&json!({ "kind": "rate", "turn": rating["turn"], "answers": answers }));
}

fn close(person: &mut Person<'_>) {
    let screen = person.until_can("close");
    let scaled = screen["questions"].as_array().unwrap().iter().filter(|q| !q["scale"].is_null());
    let answers: serde_json::Map<String, Value> =
        scaled.map(|q| (q["id"].as_str().unwrap().to_owned(), json!(1))).collect();
    person.does(&json!({ "kind": "close", "answers": answers }));
}

#[test]
fn two_people_hold_a_whole_conversation_whatever_the_line_does() {
    let home = tempfile::tempdir().unwrap();
    let mut server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let project = desk.project("pragmaticqa", open_talk());
    let invitation = desk.invite(&project, json!({ "uses": 2 }));
    let (teacher, mut student, first, second) = paired(&server, &invitation);
    let mut teacher = teacher;
    let stream = first.until("\"kind\":\"teacher\"");
    assert!(stream.contains("event: view") && stream.contains("id: "), "{stream}");
    for turn in 0..3 {
        let ask = student
            .body(&json!({ "kind": "ask", "question": format!("What is unmistakable {turn}?") }));
        // The line breaks before the answer, perhaps before the request was taken: it comes again.
        let bearer = format!("Bearer {}", student.token);
        let headers = [JSON, ("authorization", bearer.as_str())];
        drop(server.begin("POST", "/api/studio/act", &headers, ask.to_string().as_bytes()));
        let began = Instant::now();
        while student.screen()["phase"] == "question" && began.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let again = student.send("POST", "/act", &ask).expect(200).json();
        let turns = again["view"]["screen"]["turns"].as_array().unwrap();
        assert_eq!(turns.len(), turn + 1, "{again}");
        let repeated = student.send("POST", "/act", &ask).expect(200).json();
        assert_eq!(repeated["repeated"], true, "{repeated}");
        assert_eq!(repeated["view"]["screen"]["turns"], again["view"]["screen"]["turns"]);
        if turn > 0 {
            rate(&mut student);
        }
        teach(&mut teacher, &format!("It says so, unmistakably {turn}."));
        student.until_can("ask");
    }
    second.until("It says so, unmistakably 2.");
    let before = student.view();
    let (student_token, teacher_token) = (student.token.clone(), teacher.token.clone());
    let (student_did, teacher_did) = (student.actions, teacher.actions);
    drop((first, second));
    server.kill();

    let server = serve(home.path(), &QUICK);
    let mut student = Person { server: &server, token: student_token, actions: student_did };
    let mut teacher = Person { server: &server, token: teacher_token, actions: teacher_did };
    assert_eq!(student.view()["screen"]["turns"], before["screen"]["turns"]);
    let (_first, second) = (teacher.listen(), student.listen());
    for turn in 3..6 {
        student.until_can("ask");
        student
            .does(&json!({ "kind": "ask", "question": format!("What is unmistakable {turn}?") }));
        rate(&mut student);
        teach(&mut teacher, &format!("It says so, unmistakably {turn}."));
    }
    student.until_can("leave");
    student.does(&json!({ "kind": "leave" }));
    rate(&mut student);
    close(&mut student);
    close(&mut teacher);
    let ended = student.until("ended");
    assert_eq!((&ended["outcome"], &ended["turns"]), (&json!("complete"), &json!(6)), "{ended}");
    assert!(ended["earned"].as_i64().unwrap() > 0);
    second.until("\"kind\":\"ended\"");

    let desk = Desk::of(&server);
    let sessions = desk.get(&format!("{project}/sessions"));
    let id = sessions["sessions"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
    let whole = desk.get(&format!("{project}/sessions/{id}"));
    assert_eq!(whole["turns"].as_array().unwrap().len(), 6, "{whole}");
    let progress = desk.get(&format!("{project}/progress"));
    assert_eq!(progress["conversations"]["complete"], 1, "{progress}");
    for format in ["pragmaticqa", "jsonl"] {
        let text = desk.text(&format!("{project}/export?format={format}"));
        for turn in 0..6 {
            let reply = format!("It says so, unmistakably {turn}.");
            assert_eq!(text.matches(&reply).count(), 1, "{format}: {text}");
        }
    }
    for format in ["pragmaticqa", "topiocqa", "jsonl", "csv"] {
        let text = desk.text(&format!("{project}/export?format={format}"));
        assert!(text.contains("unmistakabl") && !text.contains("worker 17"), "{format}: {text}");
    }
    let payments = desk.text(&format!("{project}/payments"));
    assert!(payments.contains("worker 17") && payments.lines().count() == 3, "{payments}");
    let queue = desk.get(&format!("{project}/queue"));
    let subject = queue["queue"][0]["subject"].clone();
    let verdict = json!({ "subject": subject, "verdict": "accept", "note": "" });
    desk.send("POST", &format!("{project}/reviews"), &verdict).expect(204);
    let log = server.log();
    assert!(!log.contains("unmistakabl") && !log.contains(&student.token), "{log}");
}

#[test]
fn a_conversation_that_both_leave_at_its_end_is_complete_though_nobody_looks() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let mut settings = open_talk();
    settings["minimum_turns"] = json!(1);
    settings["turn_seconds"] = json!(2);
    let project = desk.project("pragmaticqa", settings);
    let invitation = desk.invite(&project, json!({}));
    let (mut teacher, mut student, first, second) = paired(&server, &invitation);
    student.does(&json!({ "kind": "ask", "question": "What is it?" }));
    teach(&mut teacher, "It is this.");
    student.until_can("leave");
    student.does(&json!({ "kind": "leave" }));
    drop((first, second));
    let began = Instant::now();
    loop {
        let progress = desk.get(&format!("{project}/progress"));
        if progress["conversations"]["complete"] == 1 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(40), "{progress}");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(desk.text(&format!("{project}/payments")).matches(",200,USD,done").count(), 2);
    // An administrator ends what hangs.
    let (_teacher, _student, _first, _second) =
        pair(&server, &invitation, ["join-three", "join-four-4"]);
    let open = desk.get(&format!("{project}/sessions?state=open"));
    let id = open["sessions"][0]["id"].as_str().unwrap().to_owned();
    let end = format!("{project}/sessions/{id}/end");
    desk.send("POST", &end, &json!({ "reason": "maintenance" })).expect(204);
    desk.send("POST", &end, &json!({})).expect(409);
    let all = desk.text(&format!("{project}/export?format=jsonl&all=true"));
    assert_eq!(all.lines().count(), 2, "{all}");
    assert!(all.contains("\"stopped\"") && all.contains("maintenance"), "{all}");
    let refused =
        desk.send("GET", &format!("{project}/export?format=pragmaticqa&all=true"), &Value::Null);
    assert_eq!(refused.expect(400).json()["code"], "format");
}

#[test]
fn a_student_reads_no_page_and_a_participant_is_no_administrator() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let project = desk.project("pragmaticqa", open_talk());
    let invitation = desk.invite(&project, json!({}));
    let (mut teacher, mut student, _first, heard) = paired(&server, &invitation);
    student.does(&json!({ "kind": "ask", "question": "What is it?" }));
    let screen = teacher.until_can("literal");
    let start = screen["page"]["document"].as_str().unwrap().to_owned();
    let page = teacher.page(&start);
    let words = page["passages"][0]["text"].as_str().unwrap();
    let marked = span(&page, 20);
    teacher.does(&json!({ "kind": "literal", "spans": [marked] }));
    teacher.does(&json!({ "kind": "pragmatic", "spans": [span(&page, 21)] }));
    let path = format!("/page?document={start}");
    let refused = student.send("GET", &path, &Value::Null).expect(403).json();
    assert_eq!(refused["code"], "not_yours");
    let refused = teacher.send("GET", "/page?document=demo/none", &Value::Null);
    assert_eq!(refused.expect(403).json()["code"], "not_opened");
    let seen = student.view().to_string();
    // Nothing of the page is shown, its first words neither.
    let inside: String = words.chars().skip(240).take(10).collect();
    let first: String = words.chars().take(40).collect();
    assert!(!heard.text().contains(&first), "{first}");
    assert!(!seen.contains(&inside) && !seen.contains("\"draft\""), "{seen}");
    assert!(!heard.text().contains(&inside));
    // Spans that are not there, and what is not this role's to do.
    let mut wrong = span(&page, 2);
    wrong["text"] = json!("other words");
    teacher.does(&json!({ "kind": "back_to", "phase": "literal" }));
    let refused = teacher.try_to(&json!({ "kind": "literal", "spans": [wrong] })).expect(400);
    assert_eq!(refused.json()["code"], "span");
    let refused = student.try_to(&json!({ "kind": "literal", "spans": [span(&page, 0)] }));
    assert_eq!(refused.expect(409).json()["code"], "not_now");
    student.try_to(&json!({ "kind": "browse", "document": start, "how": "link" })).expect(409);
    // Neither token opens the desk, and no other token opens a view.
    let keyed = tempfile::tempdir().unwrap();
    let ann = key(keyed.path(), &["ann", "--scope", "studio"]);
    let guarded = serve(keyed.path(), &QUICK);
    let desk = Desk::keyed(&guarded, &ann);
    let project = desk.project("pragmaticqa", open_talk());
    let invitation = desk.invite(&project, json!({}));
    let person = Person::joined(&guarded, &invitation, "join-one-1");
    for path in [String::from("/projects"), project.clone(), format!("{project}/participants")] {
        person.send("GET", &path, &Value::Null).expect(401);
    }
    desk.send("GET", "/view", &Value::Null).expect(401);
    guarded.get("/api/studio/view").expect(401);
    guarded.get("/api/studio/events").expect(401);
    guarded.get("/studio").expect(200);
}

#[test]
fn invitations_end() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let project = desk.project("pragmaticqa", open_talk());
    let once = desk.invite(&project, json!({ "uses": 1, "label": "mailing" }));
    let known = server.post("/api/studio/invitation", &json!({ "invitation": once })).expect(200);
    assert_eq!(known.json()["project"]["protocol"], "pragmaticqa");
    let refused = |response: Response, status: u16| response.expect(status).json()["code"].clone();
    assert_eq!(refused(join(&server, "gsi_unknown", "join-one-1"), 404), "invitation");
    let no = json!({ "invitation": once, "action": "join-one-1", "consent": false });
    assert_eq!(refused(server.post("/api/studio/join", &no), 400), "consent");
    let first = join(&server, &once, "join-one-1").expect(201).json();
    // A repeated request is the same person with a new token; the old one is no longer good.
    let again = join(&server, &once, "join-one-1").expect(201).json();
    assert_eq!(again["view"]["you"]["id"], first["view"]["you"]["id"]);
    let bearer = format!("Bearer {}", first["token"].as_str().unwrap());
    let old = server.send("GET", "/api/studio/view", &[("authorization", bearer.as_str())], b"");
    assert_eq!(refused(old, 401), "token");
    assert_eq!(refused(join(&server, &once, "join-two-2"), 410), "used_up");
    let revoked = desk.invite(&project, json!({}));
    let all = desk.get(&format!("{project}/invitations"));
    assert!(!all.to_string().contains("gsi_"), "tokens are shown once: {all}");
    let open = all["invitations"].as_array().unwrap().iter().find(|one| one["open"] == true);
    let id = open.unwrap()["id"].as_str().unwrap();
    desk.send("DELETE", &format!("{project}/invitations/{id}"), &Value::Null).expect(204);
    assert_eq!(refused(join(&server, &revoked, "join-two-2"), 410), "revoked");
    let short = desk.invite(&project, json!({ "days": 0.00001 }));
    std::thread::sleep(Duration::from_millis(1_000));
    assert_eq!(refused(join(&server, &short, "join-two-2"), 410), "expired");
    let last = desk.invite(&project, json!({}));
    desk.send("PATCH", &project, &json!({ "closed": true })).expect(200);
    assert_eq!(refused(join(&server, &last, "join-two-2"), 410), "closed");
    let bad = desk.send("POST", &format!("{project}/invitations"), &json!({ "step": "none" }));
    assert_eq!(bad.status / 100, 4, "{}", bad.body);
}

#[test]
fn nobody_takes_part_where_everybody_is_an_administrator() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &["--system", "bare", "--host", "0.0.0.0", "--open"]);
    let desk = Desk::of(&server);
    let project = desk.project("pragmaticqa", open_talk());
    let invitation = desk.invite(&project, json!({}));
    let looks = server.post("/api/studio/invitation", &json!({ "invitation": invitation }));
    for refused in [looks, join(&server, &invitation, "join-one-1")] {
        let told = refused.expect(403).json();
        assert_eq!(told["code"], "open");
        assert!(told["hint"].as_str().unwrap().contains("grice keys add"), "{told}");
    }
}

#[test]
fn administrators_are_kept_apart() {
    let home = tempfile::tempdir().unwrap();
    let ann = key(home.path(), &["ann", "--scope", "studio"]);
    let bob = key(home.path(), &["bob", "--scope", "studio"]);
    let eve = key(home.path(), &["eve", "--scope", "ask"]);
    let server = serve(home.path(), &QUICK);
    let (ann, bob) = (Desk::keyed(&server, &ann), Desk::keyed(&server, &bob));
    let project = ann.project("pragmaticqa", open_talk());
    let invitation = ann.invite(&project, json!({}));
    let person = Person::joined(&server, &invitation, "join-one-1");
    let who = person.view()["you"]["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.get("/projects")["projects"], json!([]));
    assert_eq!(ann.get("/projects")["projects"].as_array().unwrap().len(), 1);
    let review =
        json!({ "subject": { "kind": "session", "id": "x" }, "verdict": "accept", "note": "" });
    for (method, path, body) in [
        ("GET", String::new(), Value::Null),
        ("PATCH", String::new(), json!({ "name": "mine" })),
        ("GET", "/progress".into(), Value::Null),
        ("GET", "/events".into(), Value::Null),
        ("GET", "/invitations".into(), Value::Null),
        ("POST", "/invitations".into(), json!({})),
        ("GET", "/participants".into(), Value::Null),
        ("PATCH", format!("/participants/{who}"), json!({ "suspended": true })),
        ("DELETE", format!("/participants/{who}"), Value::Null),
        ("POST", "/try".into(), json!({ "with_grice": null })),
        ("GET", "/sessions".into(), Value::Null),
        ("POST", "/sessions/x/end".into(), json!({})),
        ("GET", "/queue".into(), Value::Null),
        ("POST", "/reviews".into(), review),
        ("GET", "/agreement".into(), Value::Null),
        ("GET", "/disagreements".into(), Value::Null),
        ("POST", "/adjudications".into(), json!({ "item": "x", "label": "y" })),
        ("GET", "/experiments".into(), Value::Null),
        ("GET", "/payments".into(), Value::Null),
        ("GET", "/export?format=jsonl".into(), Value::Null),
        ("POST", "/import?format=jsonl".into(), json!({})),
        ("DELETE", String::new(), Value::Null),
    ] {
        bob.send(method, &format!("{project}{path}"), &body).expect(404);
    }
    let eve = Desk::keyed(&server, &eve);
    assert_eq!(eve.send("GET", "/projects", &Value::Null).expect(403).json()["code"], "scope");
    // A page's cookie alone does not prove that the page sent the request.
    let cookie = format!("grice_key={}", ann.key.as_ref().unwrap().trim_start_matches("Bearer "));
    let send = |more: &[(&str, &str)], method: &str| {
        let mut headers = vec![JSON, ("cookie", cookie.as_str())];
        headers.extend_from_slice(more);
        let path = format!("/api/studio{project}");
        server.send(method, &path, &headers, br#"{"name":"Lamps"}"#).status
    };
    let statuses = (send(&[], "GET"), send(&[], "PATCH"), send(&[("x-grice", "1")], "PATCH"));
    assert_eq!(statuses, (200, 403, 200));
    let gone = ann.send("DELETE", &format!("{project}/participants/{who}"), &Value::Null);
    gone.expect(200);
    assert_eq!(person.send("GET", "/view", &Value::Null).expect(401).json()["code"], "token");
    ann.send("DELETE", &project, &Value::Null).expect(204);
    ann.send("GET", &project, &Value::Null).expect(404);
}

#[test]
fn bad_requests_to_the_studio_are_told_what_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let refused = |body: Value, status: u16| {
        desk.send("POST", "/projects", &body).expect(status).json()["code"].clone()
    };
    let none = json!({ "name": "x", "protocol": "none", "collection": "demo" });
    assert_eq!(refused(none, 400), "protocol");
    let missing = json!({ "name": "x", "protocol": "pragmaticqa", "collection": "nowhere" });
    assert_eq!(refused(missing, 404), "collection");
    let settings = json!({ "name": "x", "protocol": "pragmaticqa", "collection": "demo", "settings": { "minimum_turns": "six" } });
    assert_eq!(refused(settings, 400), "settings");
    let project = desk.project("pragmaticqa", open_talk());
    let invitation = desk.invite(&project, json!({}));
    let mut person = Person::joined(&server, &invitation, "join-one-1");
    for body in [
        json!({}),
        json!({ "action": "action-000001" }),
        json!({ "action": "short", "do": { "kind": "wait" } }),
        json!({ "action": "with spaces in it", "do": { "kind": "wait" } }),
        json!({ "action": "action-000001", "do": { "kind": "fly" } }),
        json!({ "action": "action-000001", "do": { "kind": "ask" } }),
        json!({ "action": "action-000001", "do": "wait" }),
        json!({ "action": "action-000001", "do": { "kind": "browse", "how": "sideways" } }),
        json!([]),
    ] {
        let answer = person.send("POST", "/act", &body).expect(400).json();
        assert!(answer["message"].is_string() && answer["code"].is_string(), "{answer}");
    }
    let long = json!({ "kind": "ask", "question": "x".repeat(5_000) });
    assert_eq!(person.try_to(&long).expect(413).json()["code"], "too_large");
    let huge = json!({ "kind": "ask", "question": "x".repeat(2 << 20) });
    person.try_to(&huge).expect(413);
    person.send("POST", "/check", &json!({ "neither": 1 })).expect(400);
    desk.send("GET", &format!("{project}/export?format=pdf"), &Value::Null).expect(400);
    desk.send("POST", &format!("{project}/import?format=jsonl"), &json!("{")).expect(400);
    desk.send("GET", &format!("{project}/sessions/none"), &Value::Null).expect(404);
    desk.send("GET", "/projects/none", &Value::Null).expect(404);
    desk.send("GET", "/protocols/none", &Value::Null).expect(404);
    let shipped = desk.get("/protocols");
    assert_eq!(shipped["protocols"].as_array().unwrap().len(), 5, "{shipped}");
    for protocol in shipped["protocols"].as_array().unwrap() {
        let name = protocol["name"].as_str().unwrap();
        assert!(desk.text(&format!("/protocols/{name}")).contains(&format!("name = \"{name}\"")));
    }
}

#[test]
fn judges_learn_nothing_of_each_other_nor_of_gold() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let project = desk
        .project("plausibility", json!({ "gold_every": 2, "pool_similarity": 0, "pool_least": 1 }));
    let answers = |word: &str| {
        let one = |n: usize| json!({ "id": format!("q{n}"), "answer": format!("{word} {n} stood here"), "passages": [] });
        (0..3).map(one).collect::<Vec<Value>>()
    };
    let question = |n: usize| json!({ "id": format!("q{n}"), "question": format!("What stood at {n}?"), "history": [], "truth": format!("Mill {n}") });
    let pool = json!({
        "questions": (0..3).map(question).collect::<Vec<Value>>(),
        "runs": [ { "name": "secretly-one", "answers": answers("Mill") }, { "name": "secretly-two", "answers": answers("Barn") } ],
        "gold": [ { "question": "Is it day?", "answer": "It is noon.", "label": known_label(&desk) } ],
    });
    let pooled = desk.send("POST", &format!("{project}/pool"), &pool).expect(201).json();
    assert!(pooled["items"].as_u64().unwrap() > 0, "{pooled}");
    let invitation = desk.invite(&project, json!({}));
    let mut judges =
        ["join-one-1", "join-two-2"].map(|action| Person::joined(&server, &invitation, action));
    let mut judged = 0;
    for _ in 0..40 {
        for judge in &mut judges {
            let view = judge.view();
            let screen = &view["screen"];
            let seen = view.to_string();
            for secret in ["gold", "votes", "secretly-one", "secretly-two", "a judge's remark"] {
                assert!(!seen.contains(secret), "{secret}: {seen}");
            }
            match screen["kind"].as_str().unwrap() {
                "practice" => {
                    let label = &screen["labels"][0]["id"];
                    judge.does(
                        &json!({ "kind": "practise", "number": screen["number"], "label": label }),
                    );
                }
                "judge" => {
                    let label = &screen["labels"][0]["id"];
                    let done = json!({ "kind": "judge", "item": screen["item"], "label": label, "comment": "a judge's remark" });
                    judge.does(&done);
                    judged += 1;
                }
                "qualification" => judge.qualifies(),
                _ => {}
            }
        }
    }
    assert!(judged >= 4, "{judged}");
    let agreement = desk.get(&format!("{project}/agreement"));
    assert!(agreement["judgements"].as_u64().unwrap() > 0, "{agreement}");
    judges[0].send("GET", "/page?document=demo/io", &Value::Null).expect(403);
}

/// A label of the protocol.
fn known_label(desk: &Desk<'_>) -> String {
    let text = desk.text("/protocols/plausibility");
    let labels = text.split("[[labels]]").nth(1).unwrap();
    labels.split("id = \"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

#[test]
fn grice_is_a_partner_who_survives_a_restart() {
    let home = tempfile::tempdir().unwrap();
    let mut server = serve(home.path(), &QUICK);
    let desk = Desk::of(&server);
    let settings = json!({ "background_needed": 0, "experiments": false, "grice": "teacher" });
    let project = desk.project("pragmaticqa", settings);
    let invitation = desk.invite(&project, json!({}));
    let mut student = Person::joined(&server, &invitation, "join-one-1");
    let stream = student.listen();
    student.qualifies();
    student.until_can("wait");
    student.does(&json!({ "kind": "wait" }));
    let screen = student.until("interests");
    let answer = |topic: &Value| json!({ "topic": topic["id"], "teach": 0, "learn": 3 });
    let answers: Vec<Value> = screen["topics"].as_array().unwrap().iter().map(answer).collect();
    student.does(&json!({ "kind": "interests", "answers": answers }));
    let screen = student.until_can("ask");
    let title = screen["topic"]["title"].as_str().unwrap().to_owned();
    student.does(&json!({ "kind": "ask", "question": format!("What is {title}?") }));
    student.until_can("ask");
    // The server goes while Grice may be thinking; it thinks again when the server is back.
    student.does(&json!({ "kind": "ask", "question": "How large is it?" }));
    let (token, actions) = (student.token, student.actions);
    server.kill();
    drop(stream);

    let server = serve(home.path(), &QUICK);
    let mut student = Person { server: &server, token, actions };
    let _stream = student.listen();
    rate(&mut student);
    let screen = student.until_can("ask");
    let turns = screen["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 2, "{screen}");
    assert!(turns.iter().all(|turn| !turn["reply"].as_str().unwrap().is_empty()), "{screen}");
    assert_eq!(screen["partner"]["grice"], true);
}

fn studio(home: &std::path::Path, args: &[&str]) -> Run {
    finish(command().env("GRICE_HOME", home).arg("studio").args(args), "")
}

#[track_caller]
fn done(home: &std::path::Path, args: &[&str]) -> String {
    let run = studio(home, args);
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
}

#[test]
fn a_project_is_run_from_the_command_line() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let made = done(
        home,
        &[
            "new",
            "Moons",
            "--protocol",
            "pragmaticqa",
            "--collection",
            "demo",
            "--set",
            "minimum_turns=3",
        ],
    );
    let listed = done(home, &["list"]);
    assert!(listed.contains("Moons") && listed.contains(made.trim()), "{listed}");
    let shown = done(home, &["show", "Moons"]);
    assert!(shown.contains("minimum_turns = 3"), "{shown}");
    let link = done(home, &["invite", "Moons", "--uses", "2", "--url", "https://studio.example/"]);
    assert!(link.starts_with("https://studio.example/studio/join#gsi_"), "{link}");
    // The server has the same projects.
    let server = serve(home, &QUICK);
    let token = link.trim().rsplit('#').next().unwrap();
    let person = Person::joined(&server, token, "join-one-1");
    let who = person.view()["you"]["id"].as_str().unwrap().to_owned();
    assert!(done(home, &["people", "Moons"]).contains(&who));
    assert!(done(home, &["progress", "Moons"]).contains("1 joined"));
    let agreement: Value =
        serde_json::from_str(&done(home, &["agreement", "Moons", "--json"])).unwrap();
    assert_eq!(agreement["judgements"], 0);
    let file = home.join("moons.jsonl");
    done(home, &["export", "Moons", "--output", file.to_str().unwrap()]);
    assert!(file.is_file());
    let refused = studio(home, &["delete", "Moons"]);
    assert_eq!(refused.code, 2, "nobody can be asked: {}", refused.err);
    done(home, &["delete", "Moons", "--participant", &who, "--yes"]);
    person.send("GET", "/view", &Value::Null).expect(401);
    for (args, words) in [
        (vec!["show", "Suns"], "grice studio list"),
        (vec!["new", "X", "--protocol", "none"], "pragmaticqa"),
        (vec!["new", "X", "--protocol", "pragmaticqa", "--collection", "nowhere"], "nowhere"),
        (vec!["export", "Moons", "--format", "pdf"], "pragmaticqa"),
    ] {
        let run = studio(home, &args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
    done(home, &["delete", "Moons", "--yes"]);
    assert!(done(home, &["list", "--json"]).trim() == "[]");
}
