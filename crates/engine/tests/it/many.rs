//! Many turns, many conversations, and turns that are stopped.

use std::thread;
use std::time::{Duration, Instant};

use grice_engine::{
    Cancel, Control, Conversation, Engine, Error, Event, Exchange, Judgements, System, Topic, Turn,
};

use crate::collection::{self, engine};
use crate::server::{Act, Server};

/// The turns of a conversation that nobody holds, and how long the next one may take.
const TURNS: usize = 10_000;
const LIMIT: Duration = Duration::from_secs(2);

/// A conversation whose words alone are known, so that its pages are looked for.
fn of_words() -> Conversation {
    let history = [
        Turn::new("who built the orlo bridge", "The monk Aldric Fenn"),
        Turn::new("when did he die", "He died of a fever in 1291."),
    ];
    Conversation::of(&history)
}

#[test]
fn a_turn_that_is_stopped_leaves_the_conversation_as_it_was() {
    let (_home, engine) = engine();
    let (_, kept) = collection::held(&engine, &["Who built the Orlo Bridge?", "ok"]);
    for before in [Conversation::new(), of_words(), kept] {
        let mut talk = before.clone();
        let cancel = Cancel::new();
        cancel.cancel();
        let control = Control::stopped_by(cancel);
        let question = "Where was Aldric Fenn born?";
        let stopped = engine.reply_with(&mut talk, question, &control, &mut |_| {});
        assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
        assert_eq!(talk, before);
        let control = Control::within(Duration::ZERO);
        let late = engine.reply_with(&mut talk, question, &control, &mut |_| {});
        assert!(matches!(late, Err(Error::Late)), "{late:?}");
        assert_eq!(talk, before);
        let reply = engine.reply(&mut talk, question).unwrap();
        assert!(reply.answer.contains("Tasp"), "{}", reply.text);
    }
}

#[test]
fn a_turn_can_be_stopped_in_its_middle() {
    let (_home, engine) = engine();
    let before = of_words();
    let mut talk = before.clone();
    let control = Control::default();
    let mut told = Vec::new();
    let mut tell = |event: Event<'_>| {
        told.push(format!("{event:?}"));
        control.cancel.cancel();
    };
    let stopped = engine.reply_with(&mut talk, "where is his statue", &control, &mut tell);
    assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
    assert_eq!(talk, before);
    assert_eq!(told.len(), 1, "nothing is told of a turn that is stopped: {told:?}");
}

#[test]
fn a_generator_is_stopped_with_its_turn() {
    let server = Server::start(Act::Hang);
    let settings = server.settings().replace("timeout_seconds = 0.5", "timeout_seconds = 50.0");
    let text = format!("[read]\nleast = 0.0\n[compose]\ngenerator = true\n{settings}");
    let (_home, index) = collection::index(collection::PAGES);
    let system = System::parse("test", &text).unwrap();
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    let mut talk = Conversation::new();
    let began = Instant::now();
    let control = Control::default();
    let cancel = control.cancel.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(700));
        cancel.cancel();
    });
    let stopped = engine.reply_with(&mut talk, "Who built the Orlo Bridge?", &control, &mut |_| {});
    stopper.join().unwrap();
    assert!(matches!(stopped, Err(Error::Cancelled)), "{stopped:?}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(talk, Conversation::new());
    assert_eq!(server.asked().len(), 1);
}

/// Takes a turn of each kind after a long history.
fn is_fast(engine: &Engine, before: &Conversation) {
    for said in ["Where was he born?", "Who built the Orlo Bridge?", "ugh, no", "Thanks!", "yes"] {
        let mut talk = before.clone();
        let began = Instant::now();
        engine.reply(&mut talk, said).unwrap();
        assert!(began.elapsed() < LIMIT, "{said}: {:?}", began.elapsed());
        assert_eq!(talk.turns.len(), before.turns.len() + 1);
    }
}

#[test]
fn a_turn_after_ten_thousand_kept_ones_takes_no_time() {
    let (_home, engine) = engine();
    let (_, talk) = collection::held(
        &engine,
        &["Who built the Orlo Bridge?", "Who was Aldric Fenn?", "How long is the salt market?"],
    );
    let turns: Vec<Exchange> = talk.turns.iter().cycle().take(TURNS).cloned().collect();
    let mut long = talk.clone();
    long.turns = turns;
    is_fast(&engine, &long);
}

#[test]
fn a_question_that_was_asked_ten_thousand_times_is_asked_again_in_no_time() {
    let (_home, engine) = engine();
    let (_, talk) = collection::held(&engine, &["Who built the Orlo Bridge?"]);
    let mut long = talk.clone();
    long.turns = (0..TURNS)
        .map(|number| Exchange { answer: format!("answer {number}"), ..talk.turns[0].clone() })
        .collect();
    is_fast(&engine, &long);
}

#[test]
fn ten_thousand_pages_are_no_burden() {
    let (_home, engine) = engine();
    let mut long = Conversation::new();
    long.turns = (0..TURNS)
        .map(|number| {
            let title = format!("Page {number}");
            Exchange {
                question: format!("What is page {number}?"),
                answer: format!("The page with the number {number}."),
                reply: format!("The page with the number {number}."),
                topic: Some(Topic { document: format!("d/{number}"), title }),
                traced: true,
                ..Exchange::default()
            }
        })
        .collect();
    is_fast(&engine, &long);
}

#[test]
fn a_turn_after_ten_thousand_of_words_takes_no_time() {
    let (_home, engine) = engine();
    let history: Vec<Turn> = (0..TURNS)
        .map(|number| match number % 2 {
            0 => Turn::new(format!("who built bridge {number}"), "The monk Aldric Fenn"),
            _ => Turn::new(format!("when did he die in {number}"), "He died of a fever in 1291."),
        })
        .collect();
    is_fast(&engine, &Conversation::of(&history));
}

#[test]
fn conversations_taken_together_are_answered_as_one_by_one() {
    let (_home, engine) = engine();
    let (_, bridge) = collection::held(&engine, &["Who built the Orlo Bridge?"]);
    let (_, fenn) = collection::held(&engine, &["Who was Aldric Fenn?"]);
    let said = [
        (bridge.clone(), "When was it finished?"),
        (fenn, "Where was he born?"),
        (Conversation::new(), "How long does the salt market last?"),
        (of_words(), "where is his statue"),
        (bridge, "yes"),
        (Conversation::new(), ""),
    ];
    let mut together: Vec<(Conversation, String)> =
        said.iter().map(|(talk, said)| (talk.clone(), (*said).to_owned())).collect();
    let replies = engine.reply_all(&mut together);
    assert_eq!(replies.len(), said.len());
    for (((talk, utterance), reply), (after, _)) in said.iter().zip(replies).zip(&together) {
        let mut alone = talk.clone();
        let one = engine.reply(&mut alone, utterance).unwrap();
        let reply = reply.unwrap();
        assert_eq!((reply.text, reply.answer, reply.rewrite), (one.text, one.answer, one.rewrite));
        assert_eq!(*after, alone, "{utterance}");
    }
}

#[test]
fn one_engine_is_shared_by_many_threads() {
    let (_home, engine) = engine();
    let said = ["Who was Aldric Fenn?", "Where was he born?", "What is the salt market?"];
    let (_, alone) = collection::held(&engine, &said);
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|_| scope.spawn(|| collection::held(&engine, &said).1)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

#[test]
fn an_index_that_disappears_leaves_every_conversation_as_it_was() {
    let (home, index) = collection::index(collection::PAGES);
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    let (_, kept) = collection::held(&engine, &["Who built the Orlo Bridge?"]);
    std::fs::remove_dir_all(home.path().join("index")).unwrap();
    let before = [kept, of_words(), Conversation::new()];
    let mut turns: Vec<(Conversation, String)> =
        before.iter().map(|talk| (talk.clone(), "When was it finished?".to_owned())).collect();
    for reply in engine.reply_all(&mut turns) {
        assert!(matches!(reply, Err(Error::Index(_))), "{reply:?}");
    }
    for ((after, _), before) in turns.iter().zip(&before) {
        assert_eq!(after, before);
    }
}
