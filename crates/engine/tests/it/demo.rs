//! Questions about the demo's encyclopedia, with the weights that Grice ships, where they are on
//! this machine.

use std::path::{Path, PathBuf};

use grice_corpus::Source;
use grice_engine::{Conversation, Engine, Reply};
use grice_index::{Index, IngestOptions, Progress, ingest};
use tempfile::TempDir;

use crate::collection;

/// What must be in a reply.
enum Wanted {
    /// All of these words.
    All(&'static [&'static str]),
    /// One of these.
    One(&'static [&'static str]),
    /// This at its beginning.
    Begins(&'static str),
    /// That the collection does not say.
    Unknown,
    /// These words in the question as it was understood.
    Understood(&'static str),
}

use Wanted::{All, Begins, One, Understood, Unknown};

/// Questions of a conversation, of which the last one counts.
const ASKED: &[(&[&str], Wanted)] = &[
    (&["When was Titan discovered?"], All(&["1655"])),
    (&["Who discovered Uranus?"], All(&["herschel"])),
    (&["How long does Jupiter take to go around the Sun?"], All(&["11.86"])),
    (&["How many moons does Mars have?"], One(&["two", "2 "])),
    (&["What are the moons of Mars?"], All(&["phobos", "deimos"])),
    (&["Which is larger, Ganymede or Titan?"], All(&["ganymede", "5,268", "5,150"])),
    (&["Which planet is larger, Uranus or Neptune?"], All(&["uranus", "25,559", "24,764"])),
    (&["Does Mars have oceans?"], Begins("no")),
    (
        &["What are the five large moons of Uranus?"],
        All(&["miranda", "ariel", "umbriel", "titania", "oberon"]),
    ),
    (
        &["What are the five large moons of Uranus?", "How wide is the fourth one?"],
        All(&["1,577 km"]),
    ),
    (&["Is Titan larger than Mercury?"], Begins("yes")),
    (
        &["What are the tiger stripes of Enceladus named?"],
        All(&["alexandria", "cairo", "baghdad", "damascus"]),
    ),
    (&["How many tiger stripes does Enceladus have?"], One(&["four", "4 "])),
    (&["When did Apollo 11 land on the Moon?"], All(&["20 july"])),
    (&["Who suggested the name of Pluto?"], All(&["venetia burney"])),
    (&["How many moons does Pluto have?"], One(&["five", "5 "])),
    (&["Name the moons of Pluto."], All(&["charon", "nix", "hydra", "kerberos", "styx"])),
    (&["Who were the crew of Apollo 11?"], All(&["armstrong", "aldrin", "collins"])),
    (&["What is the weather forecast for Paris?"], Unknown),
    (&["Who painted the Mona Lisa?"], Unknown),
    (&["Who invented the telephone?"], Unknown),
    (&["How high is Olympus Mons?"], All(&["22 km"])),
    (&["What is the temperature on Titan?"], All(&["179 °c"])),
    (&["When was Galileo born?"], All(&["15 february 1564"])),
    (&["Who was Galileo Galilei?", "Where was he born?"], All(&["pisa"])),
    (&["How far is the Moon from Earth?"], All(&["384,400 km"])),
    (&["Why is Mars red?"], All(&["iron oxide"])),
    (
        &["Which four moons of Jupiter did Galileo discover?"],
        All(&["io", "europa", "ganymede", "callisto"]),
    ),
    (&["What are the Galilean moons?", "Tell me about the last of them."], Understood("Callisto")),
    (
        &["What are Neptune's rings called?"],
        All(&["galle", "le verrier", "lassell", "arago", "adams"]),
    ),
    (&["How long is a day on Mars?"], All(&["24 hours, 39 minutes and 35 seconds"])),
    (&["Is Pluto a planet?"], All(&["dwarf planet"])),
    (&["Which spacecraft first orbited another planet?"], All(&["mariner 9"])),
    (
        &["Which two spacecraft make up the Voyager program?", "When was the latter launched?"],
        All(&["20 august 1977"]),
    ),
    (&["What causes the tides on Earth?"], All(&["moon"])),
    (&["Which is farther from the Sun, Uranus or Neptune?"], All(&["neptune", "2.87", "4.5"])),
    (&["When will Halley's Comet return?"], All(&["2061"])),
    (&["How many people have walked on the Moon?"], One(&["twelve", "12 "])),
    (&["How many languages are on the Golden Record?"], All(&["55"])),
    (&["How big is Ganymede?"], All(&["5,268 km"])),
];

fn demo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/solar-system")
}

/// The demo's index with the shipped weights.
fn engine() -> (TempDir, Engine) {
    let (system, judgements) = collection::shipped();
    let home = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(home.path().join("index")).unwrap();
    let source = Source { path: demo(), name: "demo".into() };
    let options = IngestOptions { threads: 1, ..IngestOptions::default() };
    ingest(&index, &[source], &options, &Progress::default(), &|_| {}).unwrap();
    (home, Engine::new(index, judgements, system).unwrap())
}

fn is_right(reply: &Reply, text: &str, wanted: &Wanted) -> bool {
    let text = format!("{} ", text.to_lowercase());
    match wanted {
        All(words) => !reply.is_unknown() && words.iter().all(|word| text.contains(word)),
        One(words) => !reply.is_unknown() && words.iter().any(|word| text.contains(word)),
        Begins(word) => !reply.is_unknown() && text.starts_with(word),
        Unknown => reply.is_unknown(),
        Understood(words) => reply.rewrite.contains(words),
    }
}

#[test]
fn questions_about_the_demo_are_answered() {
    let (_home, engine) = engine();
    let (mut answers, mut replies) = (0, 0);
    for (questions, wanted) in ASKED {
        let mut talk = Conversation::new();
        let mut last = None;
        for question in *questions {
            last = Some(engine.reply(&mut talk, question).unwrap());
        }
        let reply = last.unwrap();
        let (answer, whole) =
            (is_right(&reply, &reply.answer, wanted), is_right(&reply, &reply.text, wanted));
        answers += usize::from(answer);
        replies += usize::from(whole);
        let mark = |right: bool| if right { '+' } else { '-' };
        eprintln!("{}{} {}", mark(answer), mark(whole), questions.join(" / "));
        eprintln!("     {} | {}", reply.answer, reply.text);
        eprintln!("     ({}, {:.2}) {:?}", reply.rewrite, reply.confidence, reply.follow_ups);
    }
    eprintln!("of {}: {answers} answers and {replies} replies are right", ASKED.len());
    assert!(replies >= 31, "{replies} replies of {} are right", ASKED.len());
}
