//! Small talk, which needs no search, and utterances in which there is nothing to look for.

use grice_judge::analyze::{Analyzer, Texts};

/// What an utterance is where it is no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Talk {
    /// Nothing, or only signs.
    Nothing,
    Greeting,
    Thanks,
    Goodbye,
    /// "ok", "I see", "wow".
    Acknowledgement,
}

/// Words and phrases with which nothing is asked.
const SAID: &[(&str, Talk)] = &[
    ("hello", Talk::Greeting),
    ("hello there", Talk::Greeting),
    ("hi", Talk::Greeting),
    ("hi there", Talk::Greeting),
    ("hey", Talk::Greeting),
    ("hey there", Talk::Greeting),
    ("good morning", Talk::Greeting),
    ("good afternoon", Talk::Greeting),
    ("good evening", Talk::Greeting),
    ("greetings", Talk::Greeting),
    ("how are you", Talk::Greeting),
    ("thanks", Talk::Thanks),
    ("thanks a lot", Talk::Thanks),
    ("many thanks", Talk::Thanks),
    ("thank you", Talk::Thanks),
    ("thank you very much", Talk::Thanks),
    ("thank you so much", Talk::Thanks),
    ("thx", Talk::Thanks),
    ("cheers", Talk::Thanks),
    ("that s helpful", Talk::Thanks),
    ("bye", Talk::Goodbye),
    ("goodbye", Talk::Goodbye),
    ("bye bye", Talk::Goodbye),
    ("good night", Talk::Goodbye),
    ("see you", Talk::Goodbye),
    ("see you later", Talk::Goodbye),
    ("ok", Talk::Acknowledgement),
    ("okay", Talk::Acknowledgement),
    ("i see", Talk::Acknowledgement),
    ("got it", Talk::Acknowledgement),
    ("wow", Talk::Acknowledgement),
    ("cool", Talk::Acknowledgement),
    ("great", Talk::Acknowledgement),
    ("nice", Talk::Acknowledgement),
    ("interesting", Talk::Acknowledgement),
    ("that is interesting", Talk::Acknowledgement),
    ("that s interesting", Talk::Acknowledgement),
    ("awesome", Talk::Acknowledgement),
    ("good to know", Talk::Acknowledgement),
];

/// How sure the analyzer must be, as a share.
const SURE: f32 = 0.8;

impl Talk {
    /// What is replied.
    pub fn reply(self) -> &'static str {
        match self {
            Talk::Nothing => "I need a few words to look for. What would you like to know?",
            Talk::Greeting => "Hello! What would you like to know?",
            Talk::Thanks => "You're welcome. Is there anything else you would like to know?",
            Talk::Goodbye => "Goodbye!",
            Talk::Acknowledgement => "Is there anything else you would like to know?",
        }
    }
}

/// Whether an utterance asks for nothing. Each of its parts, between commas and stops, must be on
/// the list.
pub(crate) fn talk(utterance: &str, analyzer: Option<&Analyzer>) -> Option<Talk> {
    if !utterance.chars().any(char::is_alphanumeric) {
        return Some(Talk::Nothing);
    }
    let parts = utterance.split(['.', ',', '!', ';', '?', '\n']);
    let parts: Vec<String> =
        parts.map(|part| crate::words::lower(part).join(" ")).filter(|p| !p.is_empty()).collect();
    let known = |part: &String| SAID.iter().find(|(said, _)| said == part).map(|(_, talk)| *talk);
    if let Some(talks) = parts.iter().map(known).collect::<Option<Vec<Talk>>>() {
        let first = talks.iter().find(|talk| **talk != Talk::Acknowledgement);
        return first.or(talks.first()).copied();
    }
    thanks(utterance, analyzer?)
}

/// What MRDA's dialogue acts say of it.
fn thanks(utterance: &str, analyzer: &Analyzer) -> Option<Talk> {
    if utterance.contains('?') || utterance.split_whitespace().count() > 12 {
        return None;
    }
    let asked = Texts { text: utterance, text2: None };
    let analysis = analyzer.analyze(&[asked]).pop()?.ok()?;
    match analysis.of("MRDA")?.best()? {
        ("Thanking", share) if share >= SURE => Some(Talk::Thanks),
        ("Assessment/Appreciation" | "Acknowledge-answer", share) if share >= SURE => {
            Some(Talk::Acknowledgement)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_thanks_are_told_from_questions() {
        assert_eq!(talk("Hello!", None), Some(Talk::Greeting));
        assert_eq!(talk("Ok, thanks a lot.", None), Some(Talk::Thanks));
        assert_eq!(talk("🎉🎉", None), Some(Talk::Nothing));
        assert_eq!(talk(" \n", None), Some(Talk::Nothing));
        assert_eq!(talk("Great!", None), Some(Talk::Acknowledgement));
        assert_eq!(talk("Thanks, and who built it?", None), None);
        assert_eq!(talk("hello world program", None), None);
        assert_eq!(talk("Где мост", None), None);
    }
}
