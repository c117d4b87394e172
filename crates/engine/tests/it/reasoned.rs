//! Lists, counts and comparisons, and what is said where there is no answer.

use grice_engine::{Conversation, Engine, Judgements, Kind, Reply, System};

use crate::collection;

const PAGES: &[(&str, &str)] = &[
    (
        "Venn",
        "Venn is a river of 212 km. The Venn has a wide delta. It was dammed in 1930 by the engineer Ida \
         Brook. Its tributaries are:\n\n- Orle, the longest\n- Saff\n- Little Tamm, in the south\n",
    ),
    (
        "Mount Arn",
        "Mount Arn is 2,310 m high. Mount Arn was climbed in 1871. Its top is bare rock.",
    ),
    ("Mount Bel", "Mount Bel is 1.9 km high. Snow lies on it until June."),
    ("Mount Cor", "Mount Cor is a hill with a chapel. Pilgrims climb it in spring."),
    ("Quell", "Quell has four lighthouses and one harbour. The island is green in winter."),
];

/// A page with a section whose heading says what it lists.
const STRIPES: &str = "Enceladus is a small moon. It is bright.\n\n## Surface\n\nThe north is old.\n\n\
    ### The tiger stripes\n\nParallel fractures cross the terrain. They are named Alexandria, Cairo, Baghdad and \
    Damascus. The ice along them is warm.";

fn asked(question: &str) -> Reply {
    let (_home, index) = collection::index(PAGES);
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    engine.reply(&mut Conversation::new(), question).unwrap()
}

#[test]
fn a_list_is_given_whole_with_the_place_of_each_member() {
    let reply = asked("What are the tributaries of the Venn?");
    assert_eq!(reply.answer, "Orle, Saff, Little Tamm", "{reply:?}");
    assert!(reply.text.starts_with("Orle, Saff and Little Tamm."), "{}", reply.text);
    assert_eq!(reply.literal.len(), 3);
    assert!(reply.literal.iter().all(|span| span.title == "Venn" && span.end > span.start));
}

#[test]
fn what_a_text_lists_or_says_is_counted_and_nothing_else() {
    let reply = asked("How many tributaries does the Venn have?");
    assert_eq!((reply.answer.as_str(), reply.literal.len()), ("three", 3), "{reply:?}");
    assert!(reply.text.starts_with("Three: Orle, Saff, Little Tamm."), "{}", reply.text);
    let reply = asked("How many lighthouses does Quell have?");
    assert!(reply.answer.contains("four"), "{}", reply.answer);
    let reply = asked("How many bridges does the Venn have?");
    assert!(reply.is_unknown(), "{}", reply.text);
}

#[test]
fn a_heading_says_what_a_list_below_it_is_of() {
    let (_home, index) = collection::index(&[("Enceladus", STRIPES), PAGES[4]]);
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    let question = "How many tiger stripes does Enceladus have?";
    let reply = engine.reply(&mut Conversation::new(), question).unwrap();
    assert_eq!(reply.answer, "four", "{reply:?}");
}

#[test]
fn two_pages_are_compared_by_their_numbers_in_one_unit() {
    let reply = asked("Which is higher, Mount Bel or Mount Arn?");
    assert_eq!((reply.kind, reply.answer.as_str()), (Kind::Span, "Mount Arn"), "{reply:?}");
    assert!(
        reply.text.starts_with("Mount Arn is higher (2,310 m high) than Mount Bel (1.9 km high)."),
        "{}",
        reply.text
    );
    let titles: Vec<&str> = reply.literal.iter().map(|span| span.title.as_str()).collect();
    assert_eq!(titles, ["Mount Arn", "Mount Bel"]);
    let reply = asked("Is Mount Bel higher than Mount Arn?");
    assert_eq!(reply.kind, Kind::No, "{reply:?}");
    let reply = asked("Which is higher, Mount Cor or Mount Arn?");
    assert!(reply.is_unknown(), "{reply:?}");
    assert!(reply.text.contains("2,310 m high"), "{}", reply.text);
}

#[test]
fn every_sentence_stands_in_the_text_where_it_says() {
    let (_home, index) = collection::index(PAGES);
    let searcher = index.searcher().unwrap();
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    for question in [
        "Who dammed the Venn?",
        "Which is higher, Mount Bel or Mount Arn?",
        "How many lighthouses?",
    ] {
        let reply = engine.reply(&mut Conversation::new(), question).unwrap();
        for sentence in &reply.evidence {
            assert!(!sentence.source.is_empty(), "{sentence:?}");
            for source in &sentence.source {
                let text = searcher.find_passage(&source.passage).unwrap().unwrap().text;
                let chars = text.chars().skip(source.start).take(source.end - source.start);
                assert_eq!(chars.collect::<String>(), source.text);
            }
        }
        for (n, one) in reply.evidence.iter().enumerate() {
            assert!(reply.evidence.iter().skip(n + 1).all(|other| other.text != one.text));
        }
    }
}

#[test]
fn a_pronoun_at_the_start_is_said_as_the_page_s_name() {
    let reply = asked("Who dammed the Venn?");
    assert!(reply.text.starts_with("The Venn was dammed in 1930"), "{}", reply.text);
}

#[test]
fn what_is_not_said_is_named_with_the_closest_thing() {
    let (_home, index) = collection::index(PAGES);
    let system = System::parse("strict", "[read]\nleast = 1.0").unwrap();
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    let reply = engine.reply(&mut Conversation::new(), "Who is the mayor of Quell?").unwrap();
    let begins = "I don't know. The text does not say who the mayor of Quell is. The closest it comes is in Quell: ";
    assert!(reply.text.starts_with(begins), "{}", reply.text);
    assert_eq!(reply.pragmatic.len(), 1);
    let reply = engine.reply(&mut Conversation::new(), "Who sells umbrellas in Paris?").unwrap();
    assert!(reply.text.contains("nothing in this collection"), "{}", reply.text);
}
