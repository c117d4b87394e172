//! Sentences that claim nothing: questions, thanks, greetings, and saying that one doesn't know.

use super::token::{Token, tokens};

/// Questions that tell something all the same.
const TELLING: [&str; 7] = [
    "did you know",
    "do you know that",
    "didn't you know",
    "have you heard that",
    "did you hear that",
    "were you aware",
    "are you aware",
];

/// Ends of a statement that asks to be confirmed.
const TAGS: [&str; 11] = [
    "right",
    "isn't it",
    "is it",
    "wasn't it",
    "doesn't it",
    "don't they",
    "aren't they",
    "huh",
    "correct",
    "didn't it",
    "yes",
];

/// Openings of sentences about what is not known, or about the conversation.
const ASIDES: [&str; 24] = [
    "i don't know",
    "i do not know",
    "i'm not sure",
    "i am not sure",
    "i couldn't find",
    "i could not find",
    "i can't find",
    "i cannot find",
    "i'm sorry",
    "i am sorry",
    "sorry",
    "let me know",
    "feel free",
    "i hope this helps",
    "i hope that helps",
    "would you like",
    "the text does not say",
    "the text doesn't say",
    "have a nice",
    "have a great",
    "have a good",
    "you're welcome",
    "thank you",
    "thanks for",
];

/// Words of which small talk is made.
const SMALL_TALK: &str = "yes yeah yep no nope ok okay sure well oh wow ah hmm hi hello hey bye goodbye thanks \
    thank you welcome great nice cool awesome good question of course i see agree right \
    exactly indeed absolutely definitely certainly please sorry haha lol true that's is that \
    so too interesting to day";

/// Whether a sentence claims anything that evidence could support.
pub(super) fn claims(sentence: &str) -> bool {
    let words = tokens(sentence);
    let Some(last) = words.last() else { return false };
    let starts = |phrases: &[&str]| phrases.iter().any(|phrase| opens_with(&words, phrase));
    if sentence[last.end()..].contains(['?', '？', '؟']) {
        let first = words.iter().rposition(|word| word.pause).unwrap_or(0);
        let tag = first > 0 && TAGS.iter().any(|tag| spoken(&words[first..]) == *tag);
        return starts(&TELLING) || tag;
    }
    let lone = words.len() > 8;
    let aside = starts(&ASIDES) && !words.iter().any(|word| word.form == "but");
    !aside
        && (lone || !words.iter().all(|word| SMALL_TALK.split(' ').any(|talk| talk == word.form)))
}

fn spoken(words: &[Token<'_>]) -> String {
    words.iter().map(|word| word.form.as_str()).collect::<Vec<_>>().join(" ")
}

fn opens_with(words: &[Token<'_>], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|expected| words.next().is_some_and(|word| word.form == expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_and_small_talk_claim_nothing() {
        for sentence in [
            "Would you like to know more?",
            "Yes!",
            "Good question.",
            "You're welcome!",
            "I don't know.",
            "Let me know if you need more.",
            "What else?",
            "🙂🙂",
            "...",
        ] {
            assert!(!claims(sentence), "{sentence}");
        }
    }

    #[test]
    fn statements_claim_also_where_they_look_like_questions() {
        for sentence in [
            "She was born in 1920.",
            "Did you know that she was born in 1920?",
            "It opened in 1898, right?",
            "Yes, in 1920.",
            "I love it!",
            "96 %",
            "もう食べました。",
            "I'm not sure, but she was born in 1920.",
        ] {
            assert!(claims(sentence), "{sentence}");
        }
    }
}
