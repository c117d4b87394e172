use super::*;
use crate::listen::clarified::{NEITHER, settled};
use crate::state::{Choice, Topic};

fn page(title: &str) -> Topic {
    Topic { document: format!("d/{title}"), title: title.to_owned() }
}

fn offer() -> Pending {
    let lead = |title: &str| Lead {
        question: format!("Tell me more about {title}."),
        page: Some(page(title)),
    };
    Pending::Offer {
        asked: "Would you like to hear about Aldric Fenn?".to_owned(),
        leads: vec![lead("Aldric Fenn"), lead("Marrow")],
    }
}

fn clarification() -> Pending {
    let choice = |title: &str, about: &str| Choice {
        page: page(title),
        label: title.to_owned(),
        about: about.to_owned(),
    };
    Pending::Clarify {
        asked: "Do you mean Mercury (planet) or Mercury (element)?".to_owned(),
        question: "When was Mercury discovered?".to_owned(),
        choices: vec![
            choice("Mercury (planet)", "The planet nearest to the Sun."),
            choice("Mercury (element)", "A metal that is liquid."),
        ],
    }
}

fn read(pending: &Pending, utterance: &str) -> (Option<(Move, Interpreted)>, Vec<String>) {
    let interpreter = Interpreter::rules();
    let replies = Replies { interpreter: &interpreter };
    let mut notes = Vec::new();
    let read = replies.read(pending, utterance, 3, &mut notes);
    (read, notes)
}

fn asked(pending: &Pending, utterance: &str) -> Ask {
    match read(pending, utterance).0 {
        Some((Move::Ask(ask), _)) => ask,
        other => panic!("{utterance}: {other:?}"),
    }
}

fn said(pending: &Pending, utterance: &str) -> String {
    match read(pending, utterance).0 {
        Some((Move::Say { text, .. }, _)) => text,
        other => panic!("{utterance}: {other:?}"),
    }
}

#[test]
fn an_offer_is_taken_turned_down_or_left() {
    for yes in ["Yes please", "sure", "tell me more", "Go ahead!", "Aldric Fenn"] {
        let ask = asked(&offer(), yes);
        assert_eq!(ask.page.unwrap().title, "Aldric Fenn", "{yes}");
        assert!(ask.tell && !ask.brief);
    }
    for no in ["no", "No thanks.", "not interested"] {
        assert_eq!(said(&offer(), no), DROPPED, "{no}");
    }
    let text = said(&offer(), "maybe");
    assert!(text.contains("neither yes nor no") && text.contains("Aldric Fenn"), "{text}");
}

#[test]
fn the_other_one_and_a_name_pick_another_lead() {
    assert_eq!(asked(&offer(), "the other one").page.unwrap().title, "Marrow");
    assert_eq!(asked(&offer(), "Marrow sounds good").page.unwrap().title, "Marrow");
}

#[test]
fn a_condition_is_kept_and_followed() {
    let brief = asked(&offer(), "Sure, but only if it's short.");
    assert!(brief.brief);
    let (read, notes) = read(&offer(), "Sure, if my sister likes him.");
    assert_eq!(read.unwrap().1.condition.as_deref(), Some("if my sister likes him"));
    assert!(notes[0].contains("if my sister likes him"), "{notes:?}");
    let subject = asked(&offer(), "Yes, but only if it's about his death");
    assert_eq!(subject.question, "What about his death of Aldric Fenn?");
}

#[test]
fn questions_and_names_are_no_replies() {
    for new in ["who paid for it", "Where is Marrow?", "Salt market", "granite arches"] {
        assert!(read(&offer(), new).0.is_none(), "{new}");
    }
    assert!(read(&clarification(), "How hot is the planet?").0.is_none());
}

#[test]
fn what_somebody_tells_is_no_reply_to_what_was_listed() {
    let lead = |question: &str| Lead { question: question.to_owned(), page: None };
    let listed = Pending::Offer {
        asked: "Would you like to know how I create a table?".to_owned(),
        leads: vec![lead("How do I create a table?"), lead("What is a tablespace?")],
    };
    for told in [
        "I want to know when Mozart died",
        "I would like to understand how indexes are rebuilt",
        "my backup fails with error 23",
        "psql could not connect to the server",
        "I get an error when the server starts",
        "the second page is not shown on my phone",
    ] {
        assert!(read(&listed, told).0.is_none(), "{told}");
    }
    assert_eq!(said(&listed, "No, I have seen enough of tables"), DROPPED);
    assert_eq!(
        asked(&listed, "yes, I want to hear all of it").question,
        "How do I create a table?"
    );
}

#[test]
fn an_order_that_shares_a_word_with_an_offer_is_no_yes() {
    let lead = |question: &str| Lead { question: question.to_owned(), page: None };
    let pending = Pending::Offer {
        asked: "Would you like to know how I create a table?".to_owned(),
        leads: vec![lead("How do I create a table?"), lead("What is a tablespace?")],
    };
    assert!(read(&pending, "copy that table").0.is_none());
    assert_eq!(asked(&pending, "tablespace").question, "What is a tablespace?");
    assert_eq!(asked(&pending, "yes, create a table").question, "How do I create a table?");
}

#[test]
fn what_is_put_off_is_turned_down() {
    for later in ["Maybe later, I'm in a hurry", "not now", "I'd rather hear it some other time"] {
        assert_eq!(said(&offer(), later), DROPPED, "{later}");
    }
}

#[test]
fn a_clarification_is_merged_with_the_question_it_answers() {
    let ask = asked(&clarification(), "the element");
    assert_eq!(ask.kept(), "When was Mercury (element) discovered?");
    assert_eq!(ask.question, "When was Mercury discovered?");
    assert_eq!((ask.page.unwrap().title.as_str(), ask.before), ("Mercury (element)", Some(2)));
    let ask = asked(&clarification(), "the band");
    assert_eq!(ask.question, "When was Mercury discovered, the band?");
    assert_eq!(ask.page, None);
    assert_eq!(said(&clarification(), "neither"), NEITHER);
    let ask = asked(&clarification(), "Neither, the band.");
    assert_eq!(ask.question, "When was Mercury discovered, the band?");
    let ask = asked(&clarification(), "yes");
    assert_eq!(ask.preface, "I take it you mean Mercury (planet).");
}

#[test]
fn a_title_takes_the_place_of_its_name() {
    let element = page("Mercury (element)");
    assert_eq!(settled("what is mercury", &element), "what is Mercury (element)");
    assert_eq!(settled("What is it?", &element), "What is it (Mercury (element))");
    assert_eq!(settled("What is Mercury (element)?", &element), "What is Mercury (element)?");
}

#[test]
fn the_question_about_another_question_is_answered() {
    let more = Pending::More { asked: "Is there anything else?".to_owned() };
    assert_eq!(said(&more, "no"), DONE);
    assert_eq!(said(&more, "yes"), WHAT);
    assert!(read(&more, "yes, the price of salt").0.is_none());
    assert!(read(&more, "granite arches").0.is_none());
}
