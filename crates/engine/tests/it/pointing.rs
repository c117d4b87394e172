//! Words that point at what was said before.

use grice_engine::{Conversation, Engine, Exchange, Turn};

use crate::collection;

const PAGES: &[(&str, &str)] = &[
    (
        "Quell",
        "Quell is an island in the north. The largest towns of Quell are Marrow, Tasp and Hollin. Its \
         coast is steep and its winters are mild.",
    ),
    ("Marrow", "Marrow is a town on a river. Marrow was founded in 1101 by traders of salt."),
    ("Tasp", "Tasp is a town of weavers. Tasp was founded in 1240 by a monk."),
    ("Hollin", "Hollin is a town beside an abbey. Hollin was founded in 977 by an abbot."),
];

fn engine() -> (tempfile::TempDir, Engine) {
    collection::over(PAGES)
}

#[test]
fn a_member_of_a_list_is_meant_by_its_place() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "What are the largest towns of Quell?").unwrap();
    let lists = &talk.turns[0].salient.as_ref().unwrap().lists;
    assert_eq!(lists[0].members, ["Marrow", "Tasp", "Hollin"]);
    let reply = engine.reply(&mut talk, "When was the second one founded?").unwrap();
    assert_eq!(reply.rewrite, "When was Tasp founded?");
    assert!(reply.answer.contains("1240"), "{}", reply.answer);
    let reference = reply.reference.unwrap();
    assert_eq!((reference.words.as_str(), reference.means.as_str()), ("the second one", "Tasp"));
    let reply = engine.reply(&mut talk, "And the other towns?").unwrap();
    assert!(reply.rewrite.contains("Marrow and Hollin"), "{}", reply.rewrite);
    assert_eq!(talk.turns[1].question, "When was the second one founded?");
    assert_eq!(talk.turns[1].asked(), "When was Tasp founded?", "what was meant is kept");
}

#[test]
fn what_was_said_is_saved_and_found_again_where_only_words_are_known() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "What are the largest towns of Quell?").unwrap();
    let mut saved = Conversation::from_json(&talk.to_json()).unwrap();
    assert_eq!(saved, talk);
    let reply = engine.reply(&mut saved, "When was the last of them founded?").unwrap();
    assert!(reply.answer.contains("977"), "{}", reply.answer);

    let mut older = talk.clone();
    older.turns[0].salient = None;
    assert!(!older.to_json().contains("salient"));
    let mut older = Conversation::from_json(&older.to_json()).unwrap();
    let reply = engine.reply(&mut older, "When was the last of them founded?").unwrap();
    assert!(reply.answer.contains("977"), "{}", reply.answer);

    let words = [Turn::new("what are its towns", "Marrow, Tasp and Hollin")];
    let reply = engine.reply(&mut Conversation::of(&words), "when was the first town founded");
    assert_eq!(reply.unwrap().rewrite, "when was Marrow founded");
}

#[test]
fn words_that_point_at_nothing_are_left_alone() {
    let (_home, engine) = engine();
    let turn =
        Exchange { answer: "A monk.".into(), reply: "A monk.".into(), ..Exchange::default() };
    for question in ["Who was the first king of Quell?", "Where is the third one?"] {
        let mut talk = Conversation::new();
        talk.turns.push(turn.clone());
        let reply = engine.reply(&mut talk, question).unwrap();
        assert!(reply.reference.is_none(), "{:?}", reply.reference);
    }
}
