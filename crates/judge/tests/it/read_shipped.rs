//! The weights that ship.

use grice_judge::rank::Ranker;
use grice_judge::read::{Asked, Reader, Reading};
use grice_judge::{Result, Turn};
use grice_model::registry::Registry;

fn shipped<T>(open: impl Fn(&Registry) -> Result<T>) -> T {
    open(&Registry::open().unwrap()).unwrap()
}

const PASSAGES: [&str; 3] = [
    "The harbour froze twice that winter, and the fishermen mended their nets indoors until the \
     thaw came in April.",
    "The stone bridge over the Ulla was finished in 1294, after nine years of work. King Harald \
     paid for it with the taxes of two towns, and crossed it first, on foot.",
    "Bread was sold by weight in the town. A baker who gave too little lost his stall.",
];

fn read(reader: &Reader, history: &[Turn], question: &str, passage: &str) -> Reading {
    reader.read(&[Asked { history, question, passage }]).remove(0).unwrap()
}

#[test]
fn the_shipped_reader_finds_what_is_there_and_refuses_what_is_not() {
    let reader = shipped(Reader::open);
    let when = read(&reader, &[], "When was the bridge over the Ulla finished?", PASSAGES[1]);
    assert!(when.answer.contains("1294"), "{when:?}");
    let history = [Turn::new("When was the bridge over the Ulla finished?", "in 1294")];
    let who = read(&reader, &history, "Who paid for it?", PASSAGES[1]);
    assert!(who.answer.contains("Harald"), "{who:?}");
    let elsewhere = read(&reader, &history, "Who paid for it?", PASSAGES[0]);
    assert!(elsewhere.confidence < who.confidence, "{elsewhere:?}");
}

#[test]
fn the_shipped_ranker_puts_the_passage_that_answers_first() {
    let ranker = shipped(Ranker::open);
    let history = [Turn::new("What is the Ulla?", "A river.")];
    let ranked = ranker.rank(&history, "When was the bridge over it finished?", &PASSAGES).unwrap();
    assert_eq!(ranked[0].index, 1, "{ranked:?}");
}
