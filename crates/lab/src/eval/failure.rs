//! Turns whose generator failed: the engine goes on without it and says so in a note, but what it says then is not the
//! answer of the system that is measured.

use grice_engine::{Kind, Reply, System};

/// How a note tells that a generator was asked and what it should have written is not used.
const NOT_USED: [&str; 2] = ["the reply is not written by ", " rewrote the question in place of "];

/// How it ends where the generator wrote, or had nothing to write from: then the fallback belongs to the system.
const ITS_OWN: [&str; 7] = [
    "nothing was found that it could write from",
    "the collection says nothing of what it wrote",
    "it left the answer out",
    "it wrote nothing",
    "the server held its text back",
    "which nobody said",
    "it wrote something else than the question",
];

/// Why a reply is not the system's.
pub fn of_reply(system: &System, reply: &Reply) -> Option<String> {
    let unwritten =
        system.generator.closed_book && reply.kind != Kind::Talk && reply.why.written_by.is_empty();
    of_notes(&reply.notes).or_else(|| {
        let told = reply.notes.iter().find(|note| note.starts_with(NOT_USED[0])).cloned();
        unwritten.then(|| told.unwrap_or_else(|| "nobody wrote the reply".to_owned()))
    })
}

/// Why a rewrite, or a reply, is not what the system's generator should have made of it.
pub fn of_notes(notes: &[String]) -> Option<String> {
    let failed = |note: &&String| {
        NOT_USED.iter().any(|start| note.contains(start))
            && !ITS_OWN.iter().any(|end| note.ends_with(end))
    };
    notes.iter().find(failed).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::names;

    fn note(text: &str) -> Vec<String> {
        vec!["only the first 400 words of this were read".to_owned(), text.to_owned()]
    }

    #[test]
    fn a_generator_that_was_not_reached_failed_and_one_that_wrote_what_is_not_used_did_not() {
        let failed = [
            "the reply is not written by gpt-3: it took longer than 20.0 s",
            "rules rewrote the question in place of gpt-3: cannot connect",
        ];
        assert!(failed.iter().all(|text| of_notes(&note(text)).as_deref() == Some(*text)));
        let wrote = [
            "the reply is not written by gpt-3: the collection says nothing of what it wrote",
            "rules rewrote the question in place of gpt-3: it wrote 'Io', which nobody said",
            "a sentence of gpt-3 was left out: it is not supported",
        ];
        assert!(wrote.iter().all(|text| of_notes(&note(text)).is_none()));
    }

    #[test]
    fn a_closed_book_that_nobody_wrote_failed() {
        let system = |name| names::system(name).unwrap().system;
        let mut reply = Reply {
            notes: note("the reply is not written by gpt-3: it wrote nothing"),
            ..Reply::default()
        };
        assert!(of_reply(&system("gpt3"), &reply).unwrap().ends_with("it wrote nothing"));
        assert!(of_reply(&system("rachael"), &reply).is_none());
        reply.notes.clear();
        assert!(of_reply(&system("gpt3"), &reply).is_some());
        reply.why.written_by = "gpt-3".to_owned();
        assert!(of_reply(&system("gpt3"), &reply).is_none());
    }
}
