//! `grice chat`, through a pipe.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::grice::{Run, finish};
use crate::island::{easy, home};
use crate::judgement::{bare_command, lines};

fn command(home: &Path, args: &[&str]) -> Command {
    easy(home, "chat", args)
}

/// A conversation over the two pages.
fn chat(home: &Path, args: &[&str], input: &str) -> Run {
    finish(&mut command(home, &[&["--index", "index"], args].concat()), input)
}

/// What was replied to each line.
fn replies(run: &Run) -> Vec<&str> {
    assert_eq!(run.code, 0, "{}", run.err);
    run.out.split("\n\n").filter(|reply| !reply.is_empty()).collect()
}

#[test]
fn a_conversation_follows_what_was_said_and_shows_its_evidence() {
    let home = home();
    let input = "Who was Aldric Fenn?\n\nWhere was he born?\n/evidence\n/topics\n/why\nbye\n";
    let run = chat(home.path(), &[], input);
    let replies = replies(&run);
    assert_eq!(replies.len(), 6, "{}", run.out);
    assert!(
        replies[1].starts_with("Understood as: Where was Aldric Fenn born?\n"),
        "{}",
        replies[1]
    );
    assert!(replies[1].contains("Tasp") && replies[1].contains("[1]"), "{}", replies[1]);
    assert!(replies[2].contains(" 1  Aldric Fenn  pages/fenn#0"), "{}", replies[2]);
    assert!(replies[2].contains('[') && replies[2].contains("Tasp"), "{}", replies[2]);
    assert!(replies[3].contains("Aldric Fenn  begins  Who was"), "{}", replies[3]);
    assert!(replies[3].contains("Aldric Fenn  stays  Where was he born?"), "{}", replies[3]);
    for part in [
        "Understood as: Where was Aldric",
        "Why this answer: ",
        "Found:",
        "rewrite 1.00",
        "Milliseconds:",
    ] {
        assert!(replies[4].contains(part), "{part}: {}", replies[4]);
    }
    assert_eq!(replies[5], "Goodbye!");
    assert!(run.err.contains("Grice on index (2 pages, 3 passages)"), "{}", run.err);
    assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'));
}

#[test]
fn the_number_of_a_follow_up_asks_it() {
    let home = home();
    let run = chat(home.path(), &[], "Who built the Orlo Bridge?\n1\n/topics\n");
    let said = replies(&run);
    let asked = "What is the history of the Orlo Bridge?";
    assert!(said[0].contains(&format!("1 → {asked}")), "{}", run.out);
    assert!(said[1].starts_with(&format!("→ {asked}\n")), "{}", run.out);
    assert!(said[1].contains("1612"), "{}", run.out);
    assert!(said[2].contains(&format!("Orlo Bridge  stays  {asked}")), "{}", run.out);
    let run = chat(home.path(), &["--no-save"], "1\n");
    assert!(!run.out.contains("→") && run.code == 0, "{}", run.out);
    assert!(run.out.starts_with("Nothing here has that number."), "{}", run.out);
}

#[test]
fn the_evidence_of_an_answer_is_shown_after_small_talk() {
    let home = home();
    let run = chat(home.path(), &[], "Who was Aldric Fenn?\nthanks\n/evidence\n/topics\n");
    let said = replies(&run);
    assert!(said[2].contains("pages/fenn#0"), "{}", run.out);
    assert!(said[3].contains("2  –"), "{}", run.out);
}

#[test]
fn conversations_are_saved_named_listed_taken_up_and_forgotten() {
    let home = home();
    let input = "/save early\nWho was Aldric Fenn?\n/save fenn\n/save 12\n/new\nWho built the Orlo Bridge?\n\
        /save fenn\n/resume\n";
    let run = chat(home.path(), &[], input);
    let said = replies(&run);
    assert_eq!(said[0], "Nothing has been said yet.");
    assert_eq!(said[2], "Saved as conversation 1 'fenn'.");
    assert!(said[3].contains("'12' can be no name"), "{}", said[3]);
    assert_eq!(said[4], "A new conversation.");
    assert!(said[6].contains("conversation 1 is called 'fenn' already"), "{}", said[6]);
    assert!(said[7].contains("  1  fenn  Who was Aldric Fenn?  1 turn"), "{}", said[7]);
    assert!(said[7].contains("  2  Who built the Orlo Bridge?  1 turn"), "{}", said[7]);

    let mut again = command(home.path(), &["--resume", "fenn"]);
    let run = finish(&mut again, "/evidence\nWhere was he born?\n/topics\n/resume nobody\n");
    let said = replies(&run);
    assert!(run.err.contains("Going on with conversation 1 'fenn', 1 turn so far."), "{}", run.err);
    assert!(said[0].contains("pages/fenn#0"), "evidence is kept: {}", said[0]);
    assert!(said[1].contains("Tasp"), "the index is remembered: {}", said[1]);
    assert!(
        said[2].contains("1  Aldric Fenn") && said[2].contains("2  Aldric Fenn"),
        "{}",
        said[2]
    );
    assert!(said[3].contains("no saved conversation is called 'nobody'"), "{}", said[3]);

    let run = chat(home.path(), &["--resume"], "/resume 2\n/forget fenn\n/forget\n/resume\n");
    let said = replies(&run);
    assert!(run.err.contains("'fenn', 2 turns"), "the last one that changed: {}", run.err);
    assert!(said[0].contains("Going on with conversation 2, 1 turn"), "{}", said[0]);
    assert_eq!(said[1], "Conversation 1 is deleted.");
    assert_eq!(said[2], "Conversation 2 is deleted. A new one begins.");
    assert_eq!(said[3], "No conversation is saved yet.");
}

#[test]
fn nothing_is_kept_where_nothing_is_to_be_saved() {
    let home = home();
    let run = chat(home.path(), &["--no-save"], "Who was Aldric Fenn?\n/resume nobody\n/forget\n");
    assert!(replies(&run)[2].contains("was not saved, and is forgotten"), "{}", run.out);
    fs::remove_file(home.path().join("conversations.db")).unwrap();
    let run = chat(home.path(), &["--no-save"], "Who was Aldric Fenn?\n");
    assert_eq!(run.code, 0);
    assert!(!home.path().join("conversations.db").exists());
    let run = chat(home.path(), &["--no-save"], "Who was Aldric Fenn?\nhello\n/save asked for\n");
    assert!(run.out.contains("Saved as conversation 1 'asked for'."), "{}", run.out);
    let run = chat(home.path(), &["--resume", "asked for"], "/evidence\n/topics\n");
    assert!(run.out.contains("pages/fenn#0") && run.out.contains("Who was"), "{}", run.out);
}

#[test]
fn help_lists_the_commands_and_so_does_a_wrong_one() {
    let home = home();
    let run = chat(home.path(), &[], "/help\n/fly away\n/evidence\n/why\n/topics\n/quit\nhello\n");
    let replies = replies(&run);
    assert_eq!(replies.len(), 5, "nothing after /quit: {}", run.out);
    for name in [
        "/evidence",
        "/cite",
        "/open",
        "/as",
        "/topics",
        "/why",
        "/save",
        "/resume",
        "/new",
        "/forget",
        "/export",
        "/quit",
    ] {
        assert!(replies[0].contains(name) && replies[1].contains(name), "{name}");
    }
    assert!(replies[1].starts_with("There is no /fly."), "{}", replies[1]);
    assert!(replies[2..].iter().all(|reply| reply.contains("Nothing has been said yet.")));
}

#[test]
fn with_json_each_turn_is_a_line_and_commands_speak_elsewhere() {
    let home = home();
    let input = "Who was Aldric Fenn?\n/evidence\n\nWhere was he born?\n";
    let run = chat(home.path(), &["--json", "--trace"], input);
    let answers = lines(&run);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[2]["rewrite"], "Where was Aldric Fenn born?");
    assert!(answers[2]["answer"].as_str().unwrap().contains("Tasp"));
    assert_eq!(answers[2]["trace"]["trail"][0], "Aldric Fenn");
    assert!(run.err.contains("pages/fenn#0") && !run.err.contains("Grice on"), "{}", run.err);
    let run = chat(home.path(), &["--trace"], "Who was Aldric Fenn?\n");
    assert_eq!(run.out.matches("Understood as:").count(), 1, "{}", run.out);
}

/// A conversation that goes on while the test looks.
struct Live {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Live {
    fn start(home: &Path, args: &[&str]) -> Live {
        let mut command = command(home, &[&["--index", "index"], args].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Live { child, stdin, stdout }
    }

    /// Says something and waits for the whole reply.
    fn say(&mut self, line: &str) -> String {
        writeln!(self.stdin, "{line}").unwrap();
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(self.stdout.read_line(&mut reply).unwrap() > 0, "it ended: {reply}");
        }
        reply
    }
}

#[test]
fn a_kill_between_two_turns_loses_nothing() {
    let home = home();
    for turns in 1..=3 {
        let resume: &[&str] = if turns == 1 { &[] } else { &["--resume"] };
        let mut live = Live::start(home.path(), resume);
        live.say(["Who was Aldric Fenn?", "Where was he born?", "When did he die?"][turns - 1]);
        live.child.kill().unwrap();
        live.child.wait().unwrap();
        let run = chat(home.path(), &["--resume"], "/topics\n/evidence\n");
        let said = replies(&run);
        assert_eq!(said[0].lines().count(), turns, "{}", run.out);
        assert!(said[1].contains("pages/fenn#0"), "{}", run.out);
    }
}

#[test]
fn an_index_that_disappears_ends_no_conversation() {
    let home = home();
    let (index, aside) = (home.path().join("collections/index"), home.path().join("aside"));
    let mut live = Live::start(home.path(), &[]);
    live.say("Who was Aldric Fenn?");
    fs::rename(&index, &aside).unwrap();
    let failed = live.say("Where was he born?");
    assert!(failed.contains("I could not answer that:") && failed.contains("is kept"), "{failed}");
    let evidence = live.say("/evidence");
    assert!(
        evidence.contains("pages/fenn#0") && evidence.contains("cannot be read now"),
        "{evidence}"
    );
    assert!(live.say("thanks").contains("welcome"));
    fs::rename(&aside, &index).unwrap();
    assert!(live.say("Where was he born?").contains("Tasp"));
    let topics = live.say("/topics");
    assert_eq!(topics.trim().lines().count(), 3, "a question that failed is no turn: {topics}");
    drop(live.stdin);
    assert!(live.child.wait().unwrap().success());
    let mut json = Live::start(home.path(), &["--json"]);
    let mut line = String::new();
    writeln!(json.stdin, "Who was Aldric Fenn?").unwrap();
    json.stdout.read_line(&mut line).unwrap();
    assert!(line.contains("pages/fenn#0"), "{line}");
    fs::rename(&index, &aside).unwrap();
    writeln!(json.stdin, "Where was he born?").unwrap();
    line.clear();
    json.stdout.read_line(&mut line).unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert!(answer["error"].as_str().unwrap().contains("index"), "{line}");
    json.child.kill().unwrap();
    json.child.wait().unwrap();
}

#[test]
fn two_that_go_on_with_one_conversation_both_keep_their_turns() {
    let home = home();
    chat(home.path(), &[], "Who was Aldric Fenn?\n");
    let mut one = Live::start(home.path(), &["--resume", "1"]);
    let mut two = Live::start(home.path(), &["--resume", "1"]);
    one.say("/topics");
    two.say("/topics");
    one.say("Where was he born?");
    two.say("When did he die?");
    two.say("Who built the Orlo Bridge?");
    let list = one.say("/resume");
    assert!(list.contains("  1  Who was Aldric Fenn?  2 turns"), "{list}");
    assert!(list.contains("  2  Who was Aldric Fenn?  3 turns"), "{list}");
    for mut live in [one, two] {
        live.child.kill().unwrap();
        live.child.wait().unwrap();
    }
}

#[test]
fn what_cannot_begin_says_why() {
    let home = home();
    let misuse = |args: &[&str], why: &str| {
        let run = finish(bare_command(home.path()).arg("chat").args(args), "");
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(why), "{args:?}: {}", run.err);
    };
    misuse(&["--index", "nowhere"], "there is no collection 'nowhere'");
    misuse(&["--index", "./nowhere"], "no index is there");
    misuse(&["--index", "index", "--system", "nowhere.toml"], "the system cannot be read");
    fs::write(home.path().join("wrong.toml"), "[retrieve]\ndepht = 3\n").unwrap();
    misuse(&["--index", "index", "--system", "wrong.toml"], "depht");
    misuse(&["--index", "index", "--resume"], "no conversation is saved yet");
    misuse(&["--index", "index", "--resume", "nobody"], "'nobody'");
    fs::write(home.path().join("conversations.db"), "dear diary, ".repeat(500)).unwrap();
    let run = chat(home.path(), &[], "hello\n");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("conversations.db") && run.err.contains("damaged"), "{}", run.err);
    assert_eq!(chat(home.path(), &["--no-save"], "hello\n").code, 0);
}

#[test]
fn odd_utterances_are_answered_and_the_conversation_goes_on() {
    let home = home();
    let pasted = "The Orlo Bridge? ".repeat(6_000);
    let input = format!("🎉🎉\n{pasted}\nГде мост?\nWho built the Orlo Bridge?\n");
    let run = chat(home.path(), &[], &input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("I need a few words"), "{}", run.out);
    assert!(run.out.contains("only the first 200 words"), "{}", run.out);
    assert!(replies(&run).last().unwrap().contains("Aldric Fenn"), "{}", run.out);
}
