use grice_judge::interpret::Interpreter;

use super::*;
use crate::state::Exchange;

fn turn(question: &str, answer: &str) -> Exchange {
    Exchange { question: question.into(), answer: answer.into(), ..Exchange::default() }
}

fn hear(conversation: &Conversation, utterance: &str) -> Heard {
    let interpreter = Interpreter::rules();
    let ears = Ears { interpreter: &interpreter, analyzer: None, small_talk: true };
    listen(conversation, utterance, &ears)
}

fn said(conversation: &Conversation, utterance: &str) -> String {
    match hear(conversation, utterance).next {
        Move::Say { text, .. } => text,
        other => panic!("{utterance}: {other:?}"),
    }
}

fn ask(conversation: &Conversation, utterance: &str) -> Ask {
    match hear(conversation, utterance).next {
        Move::Ask(ask) => ask,
        other => panic!("{utterance}: {other:?}"),
    }
}

fn talk() -> Conversation {
    let turns = vec![turn("Where is it?", "In Marrow"), turn("Who built it?", "A king")];
    let mut talk = Conversation::new();
    talk.turns = turns;
    talk
}

#[test]
fn a_question_is_asked_as_it_is() {
    let ask = ask(&talk(), "When was it built?");
    assert_eq!((ask.question.as_str(), ask.brief), ("When was it built?", false));
}

#[test]
fn an_answer_that_is_turned_down_is_not_given_again() {
    for said in ["That's not what I asked.", "ugh, no", "Who built it?"] {
        let ask = ask(&talk(), said);
        assert_eq!(ask.question, "Who built it?", "{said}");
        assert_eq!((ask.refused, ask.before), (vec!["A king".to_owned()], Some(1)));
        assert!(ask.brief && ask.preface == AGAIN);
    }
    let ask = ask(&talk(), "No, I meant the tower");
    assert_eq!(ask.question, "Who built it, the tower?");
}

#[test]
fn all_answers_to_one_question_are_refused() {
    let mut talk = talk();
    let again = Exchange { meant: Some("Who built it?".into()), ..turn("ugh, no", "A queen") };
    talk.turns.push(again);
    assert_eq!(ask(&talk, "wrong!").refused, ["A queen", "A king"]);
}

#[test]
fn displeasure_without_a_question_is_answered() {
    let heard = hear(&Conversation::new(), "ugh, no");
    assert!(matches!(heard.next, Move::Say { text, .. } if text == SORRY));
    assert!(heard.room.frustrated);
}

#[test]
fn yes_and_no_to_nothing_are_not_looked_for() {
    assert_eq!(said(&talk(), "Yes!"), WHAT);
}

#[test]
fn going_on_without_an_offer_tells_more_of_the_page() {
    let mut talk = talk();
    let page = Topic { document: "d/bridge".into(), title: "Bridge".into() };
    talk.turns[1].topic = Some(page.clone());
    let ask = ask(&talk, "Tell me more!");
    assert_eq!((ask.page, ask.tell), (Some(page), true));
}

#[test]
fn why_not_asks_for_a_reason_after_a_question_of_yes_or_no() {
    let mut talk = talk();
    talk.turns.push(turn("Is it a castle?", "a bridge"));
    assert_eq!(ask(&talk, "why not?").question, "why not?");
}

#[test]
fn a_number_of_nothing_is_not_looked_for() {
    assert_eq!(said(&talk(), "2"), NO_NUMBER);
    assert_eq!(ask(&talk(), "1969").question, "1969");
}

#[test]
fn the_question_of_several_sentences_is_asked() {
    let heard = ask(&talk(), "I am not interested in rovers. Tell me about Voyager.");
    assert_eq!(heard.question, "Tell me about Voyager.");
    assert_eq!(heard.opening, "I am not interested in rovers.");
    assert_eq!(ask(&talk(), "Thanks. When was it built?").question, "When was it built?");
}

#[test]
fn a_question_that_says_nothing_without_the_sentence_before_it_keeps_it() {
    for utterance in [
        "The lamp in the tower goes out whenever a storm comes in. How do I prevent that?",
        "I have a boat moored on the other bank and want the ferry to tow it across. How?",
        "It asks for the word of the gate whenever it is opened. How do I get rid of that?",
        "Lamps again. I don't want the small ones, how do I skip those?",
    ] {
        let heard = ask(&talk(), utterance);
        assert_eq!((heard.question.as_str(), heard.opening.as_str()), (utterance, ""));
    }
}

#[test]
fn impatience_before_a_question_only_shortens() {
    let ask = ask(&talk(), "Ugh, when was it built?");
    assert_eq!((ask.question.as_str(), ask.brief), ("when was it built?", true));
    assert!(ask.refused.is_empty());
}

#[test]
fn a_correction_is_asked_as_it_stands() {
    let heard = ask(&talk(), "/as When was the Orlo Bridge built?");
    assert_eq!(heard.question, "When was the Orlo Bridge built?");
    assert!(heard.alone && heard.refused.is_empty());
    let heard = ask(&talk(), "no, I meant when was the tower built?");
    assert_eq!(heard.question, "when was the tower built?");
}

#[test]
fn thanks_exit_and_help_are_heard_as_such() {
    for (utterance, act) in [
        ("ok thanks", Act::Thanks),
        ("exit", Act::Goodbye),
        (":q", Act::Goodbye),
        ("help", Act::Help),
        ("?", Act::Help),
    ] {
        assert_eq!(hear(&talk(), utterance).room.act, act, "{utterance}");
    }
    assert!(said(&talk(), "ok thanks").starts_with("You're welcome."));
    assert_eq!(said(&talk(), "exit"), "Goodbye!");
    assert_eq!(said(&talk(), "help"), HELP);
}

#[test]
fn without_small_talk_everything_is_a_question() {
    let interpreter = Interpreter::rules();
    let ears = Ears { interpreter: &interpreter, analyzer: None, small_talk: false };
    for utterance in ["Thanks!", "exit"] {
        let heard = listen(&talk(), utterance, &ears);
        assert!(matches!(heard.next, Move::Ask(ask) if ask.question == utterance), "{utterance}");
    }
    let corrected = listen(&talk(), "/as who?", &ears);
    assert!(matches!(corrected.next, Move::Ask(ask) if ask.question == "who?" && ask.alone));
}
