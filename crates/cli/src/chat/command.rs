//! What can be said besides questions.

use std::fmt::Write;

use crate::output::{DIM, TITLE};

/// A line that begins with a slash, or one of the few words that mean the same without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    Evidence,
    Cite,
    Open(Option<&'a str>),
    /// What the last question was meant as.
    As(Option<&'a str>),
    Topics,
    Why,
    Save(Option<&'a str>),
    Resume(Option<&'a str>),
    New,
    Forget(Option<&'a str>),
    Export {
        file: Option<&'a str>,
        /// Whether it may take the place of another file.
        replaces: bool,
    },
    Help,
    Quit,
    /// The command, as it was typed.
    Unknown(&'a str),
}

/// Each command with what may follow it, and what it does.
const ALL: &[(&str, &str, &str)] = &[
    ("/evidence", "", "where the last answer stands, in its sentences"),
    ("/cite", "", "the same as citations: page, section, place and words"),
    ("/open", "[NUMBER]", "open the file or page that evidence is in, at its place"),
    ("/as", "QUESTION", "what the last question was meant as; it is answered as that"),
    ("/topics", "", "the pages talked about, and where the topic changed"),
    ("/why", "", "how the last question was understood, what was found, how long it took"),
    ("/save", "[NAME]", "save the conversation, under a name if you like"),
    ("/resume", "[NAME]", "go on with a saved conversation; without a name, list them"),
    ("/new", "", "begin a new conversation; this one stays saved"),
    ("/forget", "[NAME]", "delete this conversation, or the one named"),
    ("/export", "FILE", "write the conversation to a file, .md or .json; /export! replaces one"),
    ("/help", "", "this list; help and ? do, too"),
    ("/quit", "", "leave; exit, quit and Ctrl-D do, too"),
];

/// What is said to those who have not said what they meant.
pub const AS: &str = "Say what was meant: /as When was the bridge built?\n";

impl Command<'_> {
    /// The command a line is; none where it is something to answer.
    pub fn parse(line: &str) -> Option<Command<'_>> {
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "exit" | "quit" => return Some(Command::Quit),
            "help" | "?" => return Some(Command::Help),
            _ if !line.starts_with('/') => return None,
            _ => {}
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = Some(rest.trim()).filter(|rest| !rest.is_empty());
        Some(match word.to_lowercase().as_str() {
            "/evidence" => Command::Evidence,
            "/cite" => Command::Cite,
            "/as" => Command::As(name),
            "/export" => Command::Export { file: name, replaces: false },
            "/export!" => Command::Export { file: name, replaces: true },
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

/// The commands that begin so, each with a blank behind it where something must follow.
pub fn completions(start: &str) -> Vec<String> {
    let start = start.to_lowercase();
    let fits = ALL.iter().filter(|(name, ..)| name.starts_with(&start));
    let whole =
        |(name, more, _): &(&str, &str, &str)| match more.is_empty() || more.starts_with('[') {
            true => (*name).to_owned(),
            false => format!("{name} "),
        };
    fits.map(whole).collect()
}

/// Whether the name of a file follows a command.
pub fn takes_file(name: &str) -> bool {
    matches!(Command::parse(name), Some(Command::Export { .. }))
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
        assert_eq!(Command::parse("/as When?"), Some(Command::As(Some("When?"))));
        let export = Command::Export { file: Some("my talk.md"), replaces: true };
        assert_eq!(Command::parse("/export! my talk.md"), Some(export));
        assert_eq!(Command::parse("/fly 3"), Some(Command::Unknown("/fly")));
    }

    #[test]
    fn a_few_words_are_commands_without_a_slash_where_they_stand_alone() {
        for (line, meant) in
            [(" exit ", Command::Quit), ("Quit", Command::Quit), ("?", Command::Help)]
        {
            assert_eq!(Command::parse(line), Some(meant), "{line}");
        }
        assert_eq!(Command::parse("HELP"), Some(Command::Help));
        for question in ["exit codes?", "help me", "??", "how do I quit vim"] {
            assert_eq!(Command::parse(question), None, "{question}");
        }
    }

    #[test]
    fn every_command_of_the_list_is_one() {
        for (name, ..) in ALL {
            assert!(!matches!(Command::parse(name), None | Some(Command::Unknown(_))), "{name}");
            assert!(name.len() + 4 < 20 && help().contains(name) && unknown("/fly").contains(name));
        }
    }
}
