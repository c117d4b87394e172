//! Conditions people state, and words that look like one.

use proptest::prelude::*;

use super::condition::condition;
use super::words::Words;

fn cut(reply: &str, known: bool) -> Option<String> {
    condition(&Words::of(reply), known)
}

const STATED: [(&str, &str); 62] = [
    ("Sure, but only if it's short.", "only if it's short"),
    ("Only if it's short", "Only if it's short"),
    ("If the rain stops, I'll come along.", "If the rain stops"),
    ("If the rain stops I'll come along.", "If the rain stops"),
    ("If the rain stops, count me in.", "If the rain stops"),
    ("If I can, I will.", "If I can"),
    ("Yes, if there's parking.", "if there's parking"),
    ("Yeah, if you drive, I'm in!", "if you drive"),
    ("If there's cake, ice cream, or pie, count me in.", "If there's cake, ice cream, or pie"),
    ("I would if I had the money but I don't.", "if I had the money"),
    ("I might, if it isn't too loud, but I doubt it.", "if it isn't too loud"),
    ("If it’s under 20€, yes.", "If it’s under 20€"),
    ("Okay if they give at least 15%, otherwise forget it.", "if they give at least 15%"),
    ("Well, if my sister comes, then yes.", "if my sister comes"),
    ("Not if I can help it.", "Not if I can help it"),
    ("I'd rather not if possible.", "if possible"),
    ("Especially if there is music!", "Especially if there is music"),
    ("I will unless my knee hurts again.", "unless my knee hurts again"),
    ("Unless it snows, we'll be there at 3.30.", "Unless it snows"),
    ("Not unless you pay me", "Not unless you pay me"),
    ("Fine, as long as we are home by ten; I work early.", "as long as we are home by ten"),
    ("So long as nobody sings.", "So long as nobody sings"),
    ("Long as the heating works, sure.", "Long as the heating works"),
    ("Happy to, provided that you cook.", "provided that you cook"),
    ("I'd go provided there is a lift.", "provided there is a lift"),
    ("Providing it's not on a Monday.", "Providing it's not on a Monday"),
    ("On one condition only, you drive.", "On one condition only"),
    ("On condition that we leave early.", "On condition that we leave early"),
    ("Assuming my boss agrees, yes.", "Assuming my boss agrees"),
    ("It depends on the weather.", "depends on the weather"),
    ("Depends who is asking.", "Depends who is asking"),
    ("That would depend on the price, I guess.", "depend on the price"),
    ("Maybe, depending on the traffic", "depending on the traffic"),
    ("Yes, subject to my doctor's approval.", "subject to my doctor's approval"),
    ("Every day except Sundays.", "except Sundays"),
    ("I like all of it, except when it's cold.", "except when it's cold"),
    ("Only on weekends.", "Only on weekends"),
    ("I do, but only with oat milk", "only with oat milk"),
    ("Yes but not on an empty stomach.", "not on an empty stomach"),
    ("Not until the paint is dry.", "Not until the paint is dry"),
    ("I'm fine with dogs when they are small.", "when they are small"),
    ("When it's sunny, I do.", "When it's sunny"),
    ("When I'm tired, yes.", "When I'm tired"),
    ("When needed, sure.", "When needed"),
    ("Whenever the band plays in town.", "Whenever the band plays in town"),
    ("Once I'm done with this chapter.", "Once I'm done with this chapter"),
    ("As soon as the bus comes.", "As soon as the bus comes"),
    ("Sure 😀 if you bring the guitar 🎸!", "if you bring the guitar"),
    ("\"Yes, if we take the train,\" she said.", "if we take the train"),
    ("Yes\nif it is quiet\nI have exams", "if it is quiet"),
    ("I could (if the shop delivers).", "if the shop delivers"),
    ("If you're buying — absolutely.", "If you're buying"),
    ("I can if it's after 5 p.m because I work.", "if it's after 5 p.m"),
    ("Sure if you promise to be quiet", "if you promise to be quiet"),
    ("Just if there is room.", "Just if there is room"),
    ("Yes, as long as it's vegan, cheap and nearby.", "as long as it's vegan, cheap and nearby"),
    ("Only after lunch", "Only after lunch"),
    ("Only during the holidays, so no hurry.", "Only during the holidays"),
    ("Contingent on funding, yes.", "Contingent on funding"),
    ("ONLY IF IT IS FREE", "ONLY IF IT IS FREE"),
    ("If we can share it then yes", "If we can share it"),
    (
        "I'd say yes if the contract is at least two years long.",
        "if the contract is at least two years long",
    ),
];

#[test]
fn a_stated_condition_is_cut_out_as_it_stands() {
    for (reply, expected) in STATED {
        assert_eq!(cut(reply, false).as_deref(), Some(expected), "{reply}");
    }
}

#[test]
fn words_that_only_look_like_a_condition_are_left_alone() {
    let replies = [
        "I'm not sure if I left it on.",
        "I wonder if they are open.",
        "I don't know if I want to.",
        "I don't care if it rains.",
        "Even if it rains.",
        "It felt as if I were flying.",
        "What if it breaks?",
        "If only!",
        "If anything, it was too long.",
        "If you ask me, it's a waste.",
        "It depends.",
        "Depends!",
        "You can depend on me.",
        "She depends on her brother.",
        "Lunch is provided.",
        "They provided the tents.",
        "I'm assuming it was a joke.",
        "When is it?",
        "When I was a child I did.",
        "When we visited Rome we saw it.",
        "I remember when it opened.",
        "I went there once.",
        "Once a week.",
        "It's as long as my arm.",
        "For as long as I can remember.",
        "I am the only one.",
        "Only because you insist.",
        "Si tu viens, oui.",
        "If 🍕",
        "",
        "🍕🍕",
        "\u{0}\u{1}",
    ];
    for reply in replies {
        assert_eq!(cut(reply, false), None, "{reply}");
    }
}

#[test]
fn weaker_cues_count_where_a_condition_is_known_to_be_there() {
    let replies = [
        ("Yes, but I need to be home by ten.", "I need to be home by ten"),
        ("After I have eaten.", "After I have eaten"),
        ("For the right price, I'm yours.", "For the right price"),
        ("I only drink decaf.", "only drink decaf"),
        ("I'd stay until nine.", "until nine"),
        ("I could do with the right shoes", "with the right shoes"),
    ];
    for (reply, expected) in replies {
        assert_eq!(cut(reply, false), None, "{reply}");
        assert_eq!(cut(reply, true).as_deref(), Some(expected), "{reply}");
    }
    assert_eq!(cut("A condition without a cue.", true), None);
}

#[test]
fn an_endless_condition_is_cut_after_forty_words() {
    let reply = format!("if {}", "the sun shines ".repeat(8_000));
    let found = cut(&reply, false).unwrap();
    assert_eq!(found.split(' ').count(), 40);
    assert!(reply.starts_with(&found));
}

proptest! {
    #[test]
    fn a_condition_is_always_a_part_of_the_reply(reply in "(if|only|but|not|when|depends|sure|I'd|,|\\.| |’|\\PC){0,24}", known: bool) {
        if let Some(found) = cut(&reply, known) {
            prop_assert!(!found.is_empty() && reply.contains(&found));
            prop_assert_eq!(found.trim(), found.as_str());
        }
    }
}
