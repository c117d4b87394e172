//! Small talk, which asks nothing, and what is said of the last answer.

mod displeasure;
mod phrases;

pub use displeasure::{Displeasure, displeasure, instead, is_same, speaks_of_us};

use crate::question::parts;
use crate::words;
use phrases::{BRIEF, EXIT, FILLERS, HELP, SAID};

/// What an utterance does that asks nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmallTalk {
    /// It greets.
    Greeting,
    /// It thanks.
    Thanks,
    /// It takes leave.
    Goodbye,
    /// "ok", "I see", "wow".
    Acknowledgement,
    /// Nothing, or only signs.
    Nothing,
    /// It leaves the program.
    Exit,
    /// It asks how to use the program.
    Help,
}

/// What an utterance does that is nothing but small talk.
///
/// ```
/// use grice_english::talk::{SmallTalk, small_talk};
///
/// assert_eq!(small_talk("ok thanks!"), Some(SmallTalk::Thanks));
/// assert_eq!(small_talk("Thanks, and who built it?"), None);
/// ```
pub fn small_talk(utterance: &str) -> Option<SmallTalk> {
    let whole = utterance.trim().to_lowercase();
    let typed = whole.trim_end_matches(['.', '!']);
    if EXIT.contains(&whole.as_str()) || EXIT.contains(&typed) {
        return Some(SmallTalk::Exit);
    }
    if HELP.contains(&whole.as_str()) || HELP.contains(&words::lower(&whole).join(" ").as_str()) {
        return Some(SmallTalk::Help);
    }
    if !utterance.chars().any(char::is_alphanumeric) {
        return Some(SmallTalk::Nothing);
    }
    let mut acts = Vec::new();
    for part in parts(utterance) {
        acts.extend(acts_of(&part)?);
    }
    let told = [SmallTalk::Goodbye, SmallTalk::Thanks, SmallTalk::Greeting];
    told.into_iter().find(|act| acts.contains(act)).or(acts.first().copied())
}

/// What a part does: it is read as phrases of small talk, the longest first; none where a word is left
/// over.
fn acts_of(part: &str) -> Option<Vec<SmallTalk>> {
    let mut rest = part;
    let mut acts = Vec::new();
    while !rest.is_empty() {
        let known = SAID.iter().flat_map(|(act, said)| said.iter().map(|said| (Some(*act), *said)));
        let fillers = FILLERS.iter().map(|filler| (None, *filler)).filter(|_| !acts.is_empty());
        let begins = |(_, said): &(Option<SmallTalk>, &str)| {
            rest.strip_prefix(said).is_some_and(|after| after.is_empty() || after.starts_with(' '))
        };
        let longest = known.chain(fillers).filter(begins).max_by_key(|(_, said)| said.len())?;
        acts.extend(longest.0);
        rest = rest[longest.1.len()..].trim_start();
    }
    Some(acts)
}

/// Whether words ask to keep it short: "briefly", "in a few words".
pub fn asks_for_brevity(text: &str) -> bool {
    words::lower(text).iter().any(|word| BRIEF.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_thanks_are_told_from_questions() {
        for (said, act) in [
            ("Hello!", SmallTalk::Greeting),
            ("Ok, thanks a lot.", SmallTalk::Thanks),
            ("ok thanks", SmallTalk::Thanks),
            ("thanks for your help", SmallTalk::Thanks),
            ("thanks, bye!", SmallTalk::Goodbye),
            ("that's all, thank you", SmallTalk::Goodbye),
            ("Great!", SmallTalk::Acknowledgement),
            ("oh, I see. Cool", SmallTalk::Acknowledgement),
            ("🎉🎉", SmallTalk::Nothing),
            (" \n", SmallTalk::Nothing),
            ("", SmallTalk::Nothing),
            (":q", SmallTalk::Exit),
            ("Quit", SmallTalk::Exit),
            ("?", SmallTalk::Help),
            ("help!", SmallTalk::Help),
        ] {
            assert_eq!(small_talk(said), Some(act), "{said}");
        }
        for asks in [
            "Thanks, and who built it?",
            "hello world program",
            "Где мост",
            "how to quit vim",
            "help with fonts",
            "a lot",
        ] {
            assert_eq!(small_talk(asks), None, "{asks}");
        }
    }

    #[test]
    fn brevity_is_asked_for_in_a_word() {
        assert!(asks_for_brevity("only if it's quick") && !asks_for_brevity("about the bridge"));
    }
}
