//! Questions that turn to another page, in words or by its name alone.

use crate::collection::{self, title};
use grice_engine::{Conversation, Engine, Judgements, Kind, Switch};

const PAGES: &[(&str, &str)] = &[
    (
        "Vesper",
        "Vesper is the largest moon of the planet Tarn. Vesper was discovered by Ilse Brandt in 1877. \
         Vesper has a dense atmosphere of nitrogen. Its surface is covered with blue ice.",
    ),
    (
        "Orrin",
        "Orrin is a small moon with many volcanoes. Orrin was discovered by Odo Lenz in 1901. \
         Orrin has no atmosphere. Its volcanoes are hot because the planet squeezes the moon.",
    ),
    (
        "Tarn",
        "Tarn is the outermost planet of its star. The rings of Tarn are made of dust. Tarn is \
         circled by Vesper and Orrin. Tarn has the longest year of all, 84 years, and a short day.",
    ),
    (
        "Marsh owl",
        "The marsh owl is a bird of the lowlands. A marsh owl eats frogs and mice. Nobody has \
         counted how many a marsh owl eats.",
    ),
    ("Otter", "The otter is a swimmer of clear rivers. An otter eats fish and crabs."),
];

/// The last reply of a conversation, and the conversation.
fn held(utterances: &[&str]) -> (grice_engine::Reply, Conversation) {
    let (_home, engine) = collection::over(PAGES);
    collection::held(&engine, utterances)
}

#[test]
fn what_about_another_asks_of_it_what_was_asked_last() {
    let said = ["Who discovered Vesper?", "What about Orrin?", "does it have an atmosphere?"];
    let (reply, talk) = held(&said[..2]);
    assert_eq!(reply.rewrite, "Who discovered Orrin?");
    assert!(reply.answer.contains("Odo Lenz"), "{}", reply.text);
    assert_eq!((title(&reply), reply.switched), ("Orrin", Switch::SwitchToNew));
    assert_eq!(talk.turns[1].asked(), "Who discovered Orrin?");
    let (reply, _) = held(&said);
    assert_eq!((reply.kind, title(&reply)), (Kind::No, "Orrin"), "{}", reply.text);
    assert_eq!(reply.text.find("No. Orrin has no atmosphere."), Some(0), "{}", reply.text);
}

#[test]
fn a_pronoun_and_small_letters_and_a_plural_are_asked_of_another_too() {
    let (reply, _) = held(&["What is Vesper?", "When was it discovered?", "and orrin?"]);
    assert_eq!(reply.rewrite, "When was Orrin discovered?");
    let (reply, _) = held(&["What does the marsh owl eat?", "what about otters?"]);
    assert_eq!(reply.rewrite, "What does otters eat?");
    assert!(reply.answer.contains("fish"), "{}", reply.text);
}

#[test]
fn a_page_that_has_no_answer_is_told_of_and_becomes_the_topic() {
    let (home, index) = collection::index(PAGES);
    let strict = grice_engine::System::parse("strict", "[read]\nleast = 1.0").unwrap();
    let engine = Engine::new(index, Judgements::bare(), strict).unwrap();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who discovered Vesper?").unwrap();
    let reply = engine.reply(&mut talk, "what about Tarn?").unwrap();
    assert!(reply.text.starts_with("Tarn is the outermost planet"), "{}", reply.text);
    assert_eq!(title(&reply), "Tarn");
    drop(home);
}

#[test]
fn what_names_no_page_of_the_kind_is_asked_as_before() {
    let (reply, _) = held(&["Who discovered Vesper?", "What about otters?"]);
    assert!(!reply.rewrite.contains("discovered otters"), "{}", reply.rewrite);
    let (reply, _) = held(&["Who discovered Vesper?", "What about its surface?"]);
    assert!(reply.answer.contains("ice"), "{}", reply.text);
}

#[test]
fn a_name_before_a_question_is_what_its_pronouns_speak_of() {
    let (reply, _) = held(&["What is Vesper?", "and Tarn, what are its rings made of?"]);
    assert_eq!(reply.rewrite, "what are Tarn's rings made of?");
    assert!(reply.answer.contains("dust"), "{}", reply.text);
    let (reply, _) = held(&["What is Tarn?", "I like Orrin. When was it discovered?"]);
    assert_eq!(reply.rewrite, "When was Orrin discovered?");
}

#[test]
fn a_fragment_takes_the_place_of_what_it_corresponds_to() {
    let (reply, talk) = held(&["How long is the year of Tarn?", "and of Vesper?"]);
    assert_eq!(reply.rewrite, "How long is the year of Vesper?");
    assert_eq!(talk.turns[1].asked(), "How long is the year of Vesper?");
    let (reply, _) = held(&["What does an otter eat in rivers?", "and in lakes?"]);
    assert_eq!(reply.rewrite, "What does an otter eat in lakes?");
}

#[test]
fn what_is_returned_to_is_asked_about_though_no_page_has_its_name() {
    let (reply, _) = held(&["Who discovered Vesper?", "back to rings: what are they made of?"]);
    assert_eq!(reply.rewrite, "what are rings made of?");
    assert!(reply.answer.contains("dust"), "{}", reply.text);
}

#[test]
fn the_question_is_found_among_other_sentences() {
    let (reply, talk) = held(&["Who was that?", "I don't care for Vesper. Tell me about Orrin."]);
    assert!(reply.text.starts_with("Orrin is a small moon"), "{}", reply.text);
    assert_eq!(talk.turns[1].asked(), "Tell me about Orrin.");
    let (reply, _) = held(&["What is Vesper?", "Thanks. Who discovered it?"]);
    assert_eq!(reply.rewrite, "Who discovered Vesper?");
}

#[test]
fn a_page_is_told_of_from_its_beginning_and_then_further() {
    let (reply, talk) = held(&["What is Vesper?"]);
    assert!(reply.text.starts_with("Vesper is the largest moon"), "{}", reply.text);
    assert_eq!(talk.turns[0].answer, "Vesper is the largest moon of the planet Tarn.");
    let (reply, _) = held(&["Tell me about Orrin.", "ok", "go on"]);
    assert!(!reply.text.contains("Orrin is a small moon"), "{}", reply.text);
    let (reply, _) = held(&["hello", "tell me more"]);
    assert_eq!((reply.kind, reply.text.as_str()), (Kind::Talk, "What would you like to know?"));
    let (reply, _) = held(&["hello", "2"]);
    assert!(reply.text.starts_with("Nothing here has that number"), "{}", reply.text);
}

#[test]
fn a_question_that_only_goes_on_turns_to_nothing() {
    let said = ["What is Vesper?", "and who discovered it?", "is it older than its rings?"];
    let (reply, _) = held(&said);
    assert!(reply.why.rules.iter().all(|rule| rule != "topic-shift"), "{:?}", reply.why.rules);
}

#[test]
fn a_pronoun_speaks_of_the_page_that_is_talked_about() {
    let before = ["What is Vesper?", "Who discovered Vesper?", "what about Orrin?"];
    for (_home, engine) in [collection::over(PAGES), collection::shipped_over(PAGES)] {
        for question in ["does it have an atmosphere?", "when was it discovered?"] {
            let said: Vec<&str> = before.iter().copied().chain([question]).collect();
            let (reply, _) = collection::held(&engine, &said);
            assert_eq!(title(&reply), "Orrin", "{question}: {} ({})", reply.text, reply.rewrite);
        }
    }
}
