//! What can be said besides questions.

use std::fmt::Write;

use crate::output::{DIM, TITLE};

/// A line that begins with a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    Evidence,
    Open(Option<&'a str>),
    Topics,
    Why,
    Save(Option<&'a str>),
    Resume(Option<&'a str>),
    New,
    Forget(Option<&'a str>),
    Help,
    Quit,
    /// The command, as it was typed.
    Unknown(&'a str),
}

/// Each command with what may follow it, and what it does.
const ALL: &[(&str, &str, &str)] = &[
    ("/evidence", "", "where the last answer stands, in its sentences"),
    ("/open", "[NUMBER]", "open the file or page that evidence is in, at its place"),
    ("/topics", "", "the pages talked about, and where the topic changed"),
    ("/why", "", "how the last question was understood, what was found, how long it took"),
    ("/save", "[NAME]", "save the conversation, under a name if you like"),
    ("/resume", "[NAME]", "go on with a saved conversation; without a name, list them"),
    ("/new", "", "begin a new conversation; this one stays saved"),
    ("/forget", "[NAME]", "delete this conversation, or the one named"),
    ("/help", "", "this list"),
    ("/quit", "", "leave; Ctrl-D does, too"),
];

impl Command<'_> {
    /// The command a line is; none where it is something to answer.
    pub fn parse(line: &str) -> Option<Command<'_>> {
        let line = line.trim();
        if !line.starts_with('/') {
            return None;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = Some(rest.trim()).filter(|rest| !rest.is_empty());
        Some(match word.to_lowercase().as_str() {
            "/evidence" => Command::Evidence,
            "/open" => Command::Open(name),
            "/topics" => Command::Topics,
            "/why" => Command::Why,
            "/save" => Command::Save(name),
            "/resume" => Command::Resume(name),
            "/new" => Command::New,
            "/forget" => Command::Forget(name),
            "/help" | "/?" => Command::Help,
            "/quit" | "/exit" => Command::Quit,
            _ => Command::Unknown(word),
        })
    }
}

/// What there is, a line each.
pub fn help() -> String {
    let mut out = String::new();
    for (name, more, does) in ALL {
        let space = 18_usize.saturating_sub(name.len() + 1 + more.len());
        let _ = writeln!(out, "  {TITLE}{name}{TITLE:#} {DIM}{more}{DIM:#}{:space$}{does}", "");
    }
    out.push_str("  A number asks the follow-up that was offered under it.\n");
    out
}

/// What is said to a command that does not exist.
pub fn unknown(word: &str) -> String {
    let names: Vec<&str> = ALL.iter().map(|(name, ..)| *name).collect();
    format!("There is no {word}. There are {}.\n", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_questions() {
        assert_eq!(Command::parse("Who built it?"), None);
        assert_eq!(Command::parse(" /Evidence "), Some(Command::Evidence));
        assert_eq!(
            Command::parse("/save  io and titan"),
            Some(Command::Save(Some("io and titan")))
        );
        assert_eq!(Command::parse("/resume"), Some(Command::Resume(None)));
        assert_eq!(Command::parse("/fly 3"), Some(Command::Unknown("/fly")));
    }

    #[test]
    fn every_command_of_the_list_is_one() {
        for (name, ..) in ALL {
            assert!(!matches!(Command::parse(name), None | Some(Command::Unknown(_))), "{name}");
            assert!(help().contains(name) && unknown("/fly").contains(name));
        }
    }
}
