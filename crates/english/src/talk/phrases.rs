//! Phrases of small talk, in small letters, without signs.

use super::SmallTalk;

/// Phrases with which nothing is asked.
pub(super) const SAID: &[(SmallTalk, &[&str])] = &[
    (SmallTalk::Greeting, GREETINGS),
    (SmallTalk::Thanks, THANKS),
    (SmallTalk::Goodbye, GOODBYES),
    (SmallTalk::Acknowledgement, ACKNOWLEDGEMENTS),
];

const GREETINGS: &[&str] = &[
    "hello",
    "hello there",
    "hi",
    "hi there",
    "hey",
    "hey there",
    "hiya",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
    "greetings",
    "how are you",
    "how are you doing",
    "what s up",
];

const THANKS: &[&str] = &[
    "thanks",
    "thanks a lot",
    "thanks so much",
    "many thanks",
    "thank you",
    "thank you very much",
    "thank you so much",
    "thx",
    "ty",
    "cheers",
    "much appreciated",
    "i appreciate it",
    "that s helpful",
    "that was helpful",
    "that helps",
    "very helpful",
];

const GOODBYES: &[&str] = &[
    "bye",
    "goodbye",
    "good bye",
    "bye bye",
    "bye for now",
    "good night",
    "see you",
    "see you later",
    "see ya",
    "have a nice day",
    "that s all",
    "that is all",
    "that will be all",
];

const ACKNOWLEDGEMENTS: &[&str] = &[
    "ok",
    "okay",
    "k",
    "alright",
    "all right",
    "right",
    "i see",
    "got it",
    "understood",
    "makes sense",
    "that makes sense",
    "fair enough",
    "wow",
    "oh",
    "oh wow",
    "oh i see",
    "ah",
    "aha",
    "ah ok",
    "hm",
    "hmm",
    "cool",
    "great",
    "nice",
    "neat",
    "perfect",
    "interesting",
    "very interesting",
    "that is interesting",
    "that s interesting",
    "that s cool",
    "that s great",
    "awesome",
    "amazing",
    "good to know",
    "lol",
    "haha",
];

/// What may follow such a phrase and changes nothing.
pub(super) const FILLERS: &[&str] = &[
    "again",
    "everyone",
    "for now",
    "for that",
    "for the help",
    "for the info",
    "for the answer",
    "for this",
    "for your help",
    "for your time",
    "so much",
    "then",
    "very much",
];

/// What leaves the program.
pub(super) const EXIT: &[&str] =
    &["exit", "quit", "q", ":q", ":q!", ":quit", ":exit", "/exit", "/quit", "exit()", "quit()"];

/// What asks how to use it.
pub(super) const HELP: &[&str] =
    &["help", "?", "/help", ":help", "--help", "help me", "what can you do", "what can i ask"];

/// Words that ask to keep it short.
pub(super) const BRIEF: &[&str] = &[
    "brief", "briefly", "fast", "few", "hurry", "long", "minute", "quick", "quickly", "sentence",
    "short", "summary", "word", "words",
];
