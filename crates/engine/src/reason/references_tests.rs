use grice_judge::Turn;
use proptest::prelude::*;

use super::resolve;
use crate::state::Conversation;

fn after(turns: &[(&str, &str)], question: &str) -> String {
    let turns: Vec<Turn> = turns.iter().map(|(asked, said)| Turn::new(*asked, *said)).collect();
    let found = resolve(&Conversation::of(&turns), question);
    found.map_or_else(|| question.to_owned(), |(question, _)| question)
}

const CITIES: &[(&str, &str)] = &[("Which cities are on Quell?", "Marrow, Tasp, Hollin and Venn")];
const PAIR: &[(&str, &str)] = &[("Who built it?", "Aldric Fenn and Agnes Whitlock.")];

#[test]
fn a_place_in_a_list_stands_for_its_member() {
    for (question, meant) in [
        ("How old is the third one?", "How old is Hollin?"),
        ("Tell me about the last of them.", "Tell me about Venn."),
        ("What about the second?", "What about Tasp?"),
        ("When was the 1st one founded?", "When was Marrow founded?"),
        ("When was the first city founded?", "When was Marrow founded?"),
        ("What is the last one's name?", "What is Venn's name?"),
        ("Where are the first two?", "Where are Marrow and Tasp?"),
        ("Which of them is largest?", "Which of Marrow, Tasp, Hollin and Venn is largest?"),
        ("Which is the largest of them?", "Which is the largest of Marrow, Tasp, Hollin and Venn?"),
    ] {
        assert_eq!(after(CITIES, question), meant);
    }
}

#[test]
fn words_that_point_at_nothing_said_stay() {
    for question in [
        "Who was the first president of France?",
        "Who was the first person to fly?",
        "What was the first one to be founded in France?",
        "Who won the Second World War?",
        "When was the first bridge built?",
        "What is the seventh one?",
        "Who were the other kings of France?",
        "Who was the former president?",
        "Is the latter half longer?",
        "Are both Io and Europa moons?",
        "Was he the first?",
    ] {
        assert_eq!(after(CITIES, question), question);
    }
    assert_eq!(after(&[], "What about the second one?"), "What about the second one?");
    assert_eq!(after(&[("Who?", "A monk.")], "And the other one?"), "And the other one?");
}

#[test]
fn two_things_are_the_former_the_latter_and_both() {
    for (question, meant) in [
        ("When was the latter born?", "When was Agnes Whitlock born?"),
        ("Is the former older?", "Is Aldric Fenn older?"),
        ("What was the former's job?", "What was Aldric Fenn's job?"),
        ("Were both of them monks?", "Were Aldric Fenn and Agnes Whitlock monks?"),
        ("Where were both born?", "Where were Aldric Fenn and Agnes Whitlock born?"),
        ("Were both the king's friends?", "Were both the king's friends?"),
    ] {
        assert_eq!(after(PAIR, question), meant);
    }
    assert_eq!(after(CITIES, "Where are both?"), "Where are both?");
}

#[test]
fn the_others_are_those_that_were_not_picked() {
    let picked = [CITIES[0], ("How old is Tasp?", "It is 900 years old.")];
    assert_eq!(after(&picked, "And the others?"), "And Marrow, Hollin and Venn?");
    assert_eq!(
        after(&picked, "How old are the other cities?"),
        "How old are Marrow, Hollin and Venn?"
    );
    assert_eq!(after(CITIES, "And the others?"), "And the others?");
}

#[test]
fn them_is_the_short_list_that_was_just_said() {
    assert_eq!(after(PAIR, "Who taught them?"), "Who taught Aldric Fenn and Agnes Whitlock?");
    let beside = [("What is it made of?", "The tower of stone that Ash, Birk and Cole paid for.")];
    assert_eq!(after(&beside, "Who were they?"), "Who were they?");
    let long = [("Which towns?", "Ash, Birk, Cole, Dunn, Elm, Fern and Gorse")];
    assert_eq!(after(&long, "Who founded them?"), "Who founded them?");
    let said: Vec<Turn> = PAIR.iter().map(|(asked, said)| Turn::new(*asked, *said)).collect();
    let mut talk = Conversation::of(&said);
    let thanks = crate::state::Exchange { aside: true, ..Default::default() };
    talk.turns.push(crate::state::Exchange { question: "Thanks".into(), ..thanks });
    let (asked, _) = resolve(&talk, "Who taught them?").unwrap();
    assert_eq!(asked, "Who taught Aldric Fenn and Agnes Whitlock?");
    let before = [PAIR[0], ("Where is it?", "In Marrow")];
    assert_eq!(after(&before, "Who taught them?"), "Who taught them?");
}

/// Questions of words that point, in any order and with any marks.
fn questions() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "the",
        "The",
        "first",
        "second",
        "last",
        "two",
        "three",
        "one",
        "one's",
        "ones",
        "of",
        "them",
        "they",
        "these",
        "others",
        "other",
        "rest",
        "both",
        "former",
        "latter",
        "latter's",
        "cities",
        "city",
        "and",
        "Who",
        "founded",
        "is",
        "older",
        "é",
        "İ",
        "🌙",
        "3rd",
        "what about",
    ]);
    let gaps = prop::sample::select(vec![" ", " ", " ", "?", ", ", ". ", "’s ", "\n", ""]);
    let mixed = prop::collection::vec((words, gaps), 0..12)
        .prop_map(|parts| parts.iter().map(|(word, gap)| format!("{word}{gap}")).collect());
    prop_oneof![4 => mixed, 1 => any::<String>()]
}

proptest! {
    #[test]
    fn no_question_is_too_odd_to_be_resolved(question in questions(), answer in questions()) {
        for turns in [CITIES, PAIR, &[("Which cities?", answer.as_str())]] {
            let turns: Vec<Turn> = turns.iter().map(|(asked, said)| Turn::new(*asked, *said)).collect();
            if let Some((resolved, reference)) = resolve(&Conversation::of(&turns), &question) {
                prop_assert!(question.contains(&reference.words));
                prop_assert!(!reference.words.is_empty() && resolved.contains(&reference.means));
                let rest = question.len() - reference.words.len();
                prop_assert_eq!(resolved.len(), rest + reference.means.len());
            }
        }
    }
}
