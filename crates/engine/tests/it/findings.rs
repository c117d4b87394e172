//! The bad turns that were found when Grice was used, each as what it must be now.
//! The pages are written for the tests.

use grice_engine::{Act, Control, Conversation, Engine, Event, Kind, Pending, Reply, Shape};
use tempfile::TempDir;

use crate::collection::{self, held, title};

/// Pages of several subjects, so that one can be talked about before another.
const MIXED: &[(&str, &str)] = &[
    (
        "Mozart",
        "Wolfgang Amadeus Mozart was a composer of the classical period. Mozart was born in Salzburg in \
         1756. He wrote more than forty symphonies. His opera The Magic Flute was first performed in \
         Vienna in 1791. Mozart died in Vienna in the same year.",
    ),
    (
        "Beethoven",
        "Ludwig van Beethoven was a composer and pianist. Beethoven was born in Bonn in 1770. He lost \
         his hearing before he was thirty. Beethoven wrote nine symphonies.",
    ),
    (
        "Flute",
        "The flute is a wind instrument without a reed. A legend says that the flute was invented by \
         Jubal. Players of the flute blow across a hole.",
    ),
    (
        "Photosynthesis",
        "Photosynthesis is the process by which green plants make sugar from light, water and carbon \
         dioxide. Photosynthesis takes place in the leaves.",
    ),
    (
        "Octopus",
        "The octopus is a soft sea animal with eight arms. An octopus has three hearts and blue blood. \
         Octopuses hunt crabs at night.",
    ),
    (
        "Penguin",
        "Penguins are flightless birds. Penguins live in the southern half of the world. They swim with \
         their wings.",
    ),
    (
        "Tarn",
        "Tarn is the outermost planet of its star. The moons of Tarn are Vesper and Orrin. Vesper and \
         Orrin were discovered by Ilse Brandt in 1877.",
    ),
    (
        "Earth",
        "The Earth is an oblate spheroid. It was once believed that the Earth is flat. The Earth has \
         one moon.",
    ),
];

/// Pages of a manual.
const MANUAL: &[(&str, &str)] = &[
    (
        "CREATE TABLESPACE",
        "CREATE TABLESPACE registers a new tablespace. A tablespace is a place on disk in which the \
         files of tables are kept. Only an administrator may create one.",
    ),
    ("DROP TABLESPACE", "DROP TABLESPACE removes a tablespace. It must be empty before that."),
    (
        "Backups",
        "A backup of a running server is taken with a program of its own. pg_basebackup copies the \
         files of a running server. It can also stream the log while it copies.",
    ),
    (
        "Undoing a commit",
        "A commit that was not sent yet can be undone. To undo the last commit and keep the \
         changes:\n\n```\ngit reset \\\n    --soft HEAD~1\n```\n\nThe files stay as they are.",
    ),
    (
        "Copying tables",
        "Tables are copied between servers with a dump.\n\nTo copy a table:\n\n1. Dump it with \
         pg_dump.\n2. Send the file to the other server.\n3. Load it with psql.\n",
    ),
    (
        "Merging",
        "Merging joins two branches. If both changed the same line, a conflict is reported. Fix the \
         conflict, then merge it again.",
    ),
];

fn mixed() -> (TempDir, Engine) {
    collection::over(MIXED)
}

fn manual() -> (TempDir, Engine) {
    collection::over(MANUAL)
}

/// Questions that stand alone, each with the page that answers it.
const ALONE: &[(&str, &str)] = &[
    ("What is photosynthesis?", "Photosynthesis"),
    ("How many hearts does an octopus have?", "Octopus"),
    ("When was Mozart born?", "Mozart"),
    ("How many symphonies did Beethoven write?", "Beethoven"),
    ("Where do penguins live?", "Penguin"),
    ("Which planet is the outermost of its star?", "Tarn"),
];

fn is_independent(engine: &Engine) {
    let talk = ["When was Beethoven born?", "Did he lose his hearing?", "What did he write?"];
    for (question, page) in ALONE.iter().filter(|(_, page)| *page != "Beethoven") {
        let (alone, _) = held(engine, &[question]);
        let after: Vec<&str> = talk.iter().copied().chain([*question]).collect();
        let (reply, _) = held(engine, &after);
        assert_eq!(reply.documents()[0], alone.documents()[0], "{question}");
        assert_eq!((title(&reply), title(&alone)), (*page, *page), "{question}");
        let said = |reply: &Reply| grice_english::words::content(&reply.answer);
        assert_eq!(said(&reply), said(&alone), "{question}");
    }
}

#[test]
fn a_question_that_stands_alone_is_answered_as_if_nothing_had_been_said() {
    is_independent(&mixed().1);
}

#[test]
fn a_question_that_stands_alone_is_answered_alike_with_the_weights_that_ship() {
    is_independent(&collection::shipped_over(MIXED).1);
}

#[test]
fn a_question_that_stands_alone_is_not_rewritten() {
    let (_home, engine) = collection::shipped_over(MIXED);
    for question in ["What is photosynthesis?", "When was Mozart born?"] {
        let (reply, _) = held(&engine, &["What does an octopus hunt?", question]);
        assert_eq!((reply.rewrite.as_str(), reply.understood.as_str()), (question, ""));
    }
}

#[test]
fn a_word_of_a_longer_name_does_not_lead_to_its_page() {
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        for question in ["Who wrote The Magic Flute?", "When was The Magic Flute first performed?"]
        {
            let (reply, _) = held(&engine, &[question]);
            assert_ne!(title(&reply), "Flute", "{question}: {}", reply.text);
            assert!(!reply.text.contains("Jubal"), "{question}: {}", reply.text);
        }
    }
}

#[test]
fn the_subject_of_a_refused_turn_is_remembered() {
    let (_home, engine) = collection::strict_over(MIXED);
    let (reply, talk) = held(&engine, &["Who taught Mozart to cook?"]);
    assert!(reply.is_unknown());
    assert_eq!(talk.topic().map(|topic| topic.title.as_str()), Some("Mozart"));
    let (_home, engine) = mixed();
    let mut talk = talk;
    let reply = engine.reply(&mut talk, "Where was he born?").unwrap();
    assert_eq!(title(&reply), "Mozart", "{}", reply.text);
    assert!(reply.answer.contains("Salzburg"), "{}", reply.text);
}

#[test]
fn a_subject_before_its_question_is_what_the_question_is_about() {
    let said = ["When was Beethoven born?", "What about Mozart, when was he born?"];
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        let (reply, _) = held(&engine, &said);
        assert_eq!(reply.rewrite, "when was Mozart born?");
        assert_eq!(title(&reply), "Mozart", "{}", reply.text);
        assert!(reply.text.contains("1756"), "{}", reply.text);
    }
}

#[test]
fn several_things_are_meant_by_them() {
    let said = ["What are the moons of Tarn?", "who discovered them?"];
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        let (reply, _) = held(&engine, &said);
        assert_eq!(reply.rewrite, "who discovered Vesper and Orrin?");
        assert!(reply.text.contains("Ilse Brandt"), "{}", reply.text);
    }
}

#[test]
fn a_word_in_two_titles_is_not_asked_back() {
    for (_home, engine) in [manual(), collection::shipped_over(MANUAL)] {
        let (reply, _) = held(&engine, &["What is a tablespace?"]);
        assert_ne!(reply.kind, Kind::Clarify, "{}", reply.text);
        assert!(reply.text.contains("a place on disk"), "{}", reply.text);
    }
}

#[test]
fn yes_and_no_are_said_only_where_the_sentence_says_so() {
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        for (question, wrong) in [
            ("Do penguins fly?", "Yes."),
            ("Is the Earth flat?", "Yes."),
            ("Did Beethoven and Mozart ever meet?", "Yes."),
            ("Do penguins swim?", "No."),
        ] {
            let (reply, _) = held(&engine, &[question]);
            assert!(!reply.text.starts_with(wrong), "{question}: {}", reply.text);
            let said = reply.kind == Kind::Yes || reply.kind == Kind::No;
            assert_eq!(said, ["yes", "no"].contains(&reply.answer.as_str()), "{}", reply.text);
        }
        let (reply, _) = held(&engine, &["Are penguins birds?"]);
        assert_eq!(reply.kind, Kind::Yes, "{}", reply.text);
        assert!(reply.text.starts_with("Yes. Penguins are flightless birds."), "{}", reply.text);
    }
}

#[test]
fn no_reply_is_a_fragment() {
    let manual = ["What do I do after fixing a conflict?", "What can pg_basebackup stream?"];
    let mixed = ["What did Mozart do in Vienna?", "What do the players of a flute do?"];
    for (pages, questions) in [(MANUAL, manual), (MIXED, mixed)] {
        for (_home, engine) in [collection::over(pages), collection::shipped_over(pages)] {
            for question in questions {
                let (reply, _) = held(&engine, &[question]);
                let first = &reply.evidence[0].text;
                assert!(first.split_whitespace().count() > 1, "{question}: {}", reply.text);
            }
        }
    }
}

#[test]
fn no_reply_is_a_heading() {
    let pages = [(
        "Anchors",
        "Anchors hold a boat.\n\n## Choosing an anchor\n\nA plough anchor holds best in sand. In mud a \
         broad one holds better.\n\n## Dropping it\n\nLower the anchor slowly, then let the chain run out.\n",
    )];
    for (_home, engine) in [collection::over(&pages), collection::shipped_over(&pages)] {
        for question in ["Which anchor should I choose for sand?", "How do I drop the anchor?"] {
            let (reply, _) = held(&engine, &[question]);
            for heading in ["Anchors", "Choosing an anchor", "Dropping it"] {
                let only = |text: &str| text.trim_end_matches('.') == heading;
                assert!(!only(&reply.evidence[0].text), "{question}: {}", reply.text);
            }
        }
    }
}

#[test]
fn the_heading_of_a_section_decides_where_its_words_do_not() {
    let pages = [(
        "Quell",
        "Quell is an island of farmers and traders.\n\n## Antiquity\n\nTraders from the south founded two \
         ports on the island and ruled it for three hundred years.\n\n## Middle Ages\n\nThe bishops of \
         Hollin ruled the island, and pirates burned its ports twice.\n\n## Today\n\nAn elected council \
         rules the island, and the ports are ferry harbours.\n",
    )];
    let (_home, engine) = collection::shipped_over(&pages);
    let (reply, _) = held(&engine, &["What is Quell?", "who ruled it during the middle ages?"]);
    assert!(reply.text.contains("bishops"), "{}", reply.text);
}

#[test]
fn what_is_told_after_an_answer_is_looked_for() {
    let (_home, engine) = manual();
    for told in [
        "I want to know how I copy a table",
        "my backup of a running server stops with error 23",
        "the merge reports a conflict on the same line",
    ] {
        let (reply, _) = held(&engine, &["What is a tablespace?", told]);
        assert_ne!(reply.kind, Kind::Talk, "{told}: {}", reply.text);
        assert_eq!(reply.interpreted, None, "{told}: {}", reply.text);
    }
}

#[test]
fn identifiers_are_written_as_they_are() {
    let question = "Which program copies the files of a running server?";
    for (_home, engine) in [manual(), collection::shipped_over(MANUAL)] {
        let (reply, _) = held(&engine, &[question]);
        assert!(reply.text.contains("pg_basebackup"), "{}", reply.text);
        assert!(!reply.text.contains("Pg_basebackup"), "{}", reply.text);
    }
}

#[test]
fn code_is_given_with_its_line_breaks() {
    for (_home, engine) in [manual(), collection::shipped_over(MANUAL)] {
        let (reply, _) = held(&engine, &["How do I undo the last commit and keep the changes?"]);
        let code = reply.evidence.iter().find(|part| part.shape == Shape::Code);
        let code = code.unwrap_or_else(|| panic!("no code: {}", reply.text));
        assert_eq!(code.text, "git reset \\\n    --soft HEAD~1");
        assert!(reply.text.contains(&code.text), "{}", reply.text);
    }
}

#[test]
fn who_asks_how_to_do_something_gets_the_steps() {
    for (_home, engine) in [manual(), collection::shipped_over(MANUAL)] {
        let (reply, _) = held(&engine, &["How do I copy a table?"]);
        for step in ["pg_dump", "Send the file", "psql"] {
            assert!(reply.text.contains(step), "{step}: {}", reply.text);
        }
        assert!(reply.evidence.iter().any(|part| part.shape == Shape::Lines), "{}", reply.text);
    }
}

#[test]
fn nothing_is_about_it_is_said_only_where_nothing_was_found() {
    let (_home, engine) = collection::strict_over(MIXED);
    let (reply, _) = held(&engine, &["Who painted the walls of Mozart?"]);
    assert!(reply.is_unknown() && !reply.text.contains("nothing in this collection"));
    assert!(reply.text.contains("The closest it comes is in Mozart"), "{}", reply.text);
    assert!(reply.text.contains("says nothing of “painted” or “walls”"), "{}", reply.text);
    assert_eq!(reply.places[0].title, "Mozart");
    let (reply, _) = held(&engine, &["Which zebra juggles umbrellas?"]);
    assert!(reply.is_unknown() && reply.places.is_empty());
    assert_eq!(reply.text, "I don't know: nothing in this collection is about that.");
}

#[test]
fn thanks_are_no_goodbye() {
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        let (reply, _) = held(&engine, &["When was Mozart born?", "ok thanks"]);
        assert_eq!((reply.kind, reply.room.act), (Kind::Talk, Act::Thanks));
        assert!(!reply.text.contains("Goodbye"), "{}", reply.text);
    }
}

#[test]
fn what_leaves_or_asks_for_help_is_heard_as_such() {
    let (_home, engine) = mixed();
    for (said, act) in [("exit", Act::Goodbye), ("quit", Act::Goodbye), ("help", Act::Help)] {
        let (reply, _) = held(&engine, &["When was Mozart born?", said]);
        assert_eq!((reply.kind, reply.room.act), (Kind::Talk, act), "{said}");
        assert!(reply.passages.is_empty());
    }
}

/// A conversation in which something is offered.
fn offered(engine: &Engine, question: &str, offers: &[&str]) -> Conversation {
    let (_, mut talk) = held(engine, &[question]);
    let lead = |offer: &&str| grice_engine::Lead { question: (*offer).to_owned(), page: None };
    talk.pending = Some(Pending::Offer {
        asked: format!("Would you like to know {}", offers[0].to_lowercase()),
        leads: offers.iter().map(lead).collect(),
    });
    talk
}

#[test]
fn what_is_put_off_is_no_yes() {
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        let talk = offered(&engine, "When was Mozart born?", &["How did Mozart die?"]);
        for said in ["Maybe later, I'm in a hurry", "not now"] {
            let mut talk = talk.clone();
            let reply = engine.reply(&mut talk, said).unwrap();
            assert_eq!(reply.kind, Kind::Talk, "{said}: {}", reply.text);
            assert!(reply.passages.is_empty(), "{said}");
            assert!(reply.interpreted.is_some(), "{said}");
        }
    }
}

#[test]
fn an_order_is_no_yes() {
    for (_home, engine) in [manual(), collection::shipped_over(MANUAL)] {
        let offers = ["How do I create a tablespace?", "How do I dump a table?"];
        let mut talk = offered(&engine, "What is a tablespace?", &offers);
        let reply = engine.reply(&mut talk, "copy that table").unwrap();
        assert_eq!(reply.interpreted, None, "{}", reply.text);
        assert_eq!(talk.turns[1].asked(), "copy that table");
    }
}

#[test]
fn what_was_understood_can_be_corrected() {
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        let before = ["How many symphonies did Beethoven write?", "Where was he born?"];
        for correction in ["/as Where was Mozart born?", "no, I meant where was Mozart born?"] {
            let said: Vec<&str> = before.iter().copied().chain([correction]).collect();
            let (reply, talk) = held(&engine, &said);
            assert_eq!(title(&reply), "Mozart", "{correction}: {}", reply.text);
            assert!(reply.text.contains("Salzburg"), "{correction}: {}", reply.text);
            assert!(talk.turns[2].asked().ends_with("was Mozart born?"), "{correction}");
        }
    }
}

#[test]
fn what_was_understood_is_shown_as_a_person_would_say_it() {
    for (_home, engine) in [mixed(), collection::shipped_over(MIXED)] {
        let shown = |said: &[&str]| {
            let mut talk = Conversation::new();
            let mut shown = String::new();
            for utterance in said {
                let mut tell = |event: Event<'_>| {
                    if let Event::Understood { shown: as_said, .. } = event {
                        shown = as_said.to_owned();
                    }
                };
                let control = Control::default();
                let reply = engine.reply_with(&mut talk, utterance, &control, &mut tell).unwrap();
                assert_eq!(reply.understood, shown);
            }
            shown
        };
        assert_eq!(shown(&["When was Mozart born?"]), "");
        let asked = shown(&["Who was Mozart?", "When was he born?"]);
        assert!(["When was Mozart born?", "about Mozart"].contains(&asked.as_str()), "{asked}");
        for odd in ["how many", "and the arms?", "why at night"] {
            let asked = shown(&["What is an octopus?", odd]);
            assert!(["", "about Octopus"].contains(&asked.as_str()), "{odd}: {asked}");
        }
    }
}
