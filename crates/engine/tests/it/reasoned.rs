//! What is said of an answer: whole lists, sentences that stand alone, and what is not said.

use grice_engine::{Conversation, Engine, Judgements, Reply, System};

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

fn asked(question: &str) -> Reply {
    let (_home, engine) = collection::over(PAGES);
    engine.reply(&mut Conversation::new(), question).unwrap()
}

#[test]
fn a_list_is_given_whole() {
    let reply = asked("What are the tributaries of the Venn?");
    for tributary in ["Orle", "Saff", "Little Tamm"] {
        assert!(reply.text.contains(tributary), "{}", reply.text);
    }
}

#[test]
fn every_sentence_stands_in_the_text_where_it_says() {
    let (_home, index) = collection::index(PAGES);
    let searcher = index.searcher().unwrap();
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    for question in
        ["Who dammed the Venn?", "How high is Mount Arn?", "How many lighthouses does Quell have?"]
    {
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
    let reply = asked("What is the top of Mount Arn?");
    assert!(reply.text.starts_with("Mount Arn's top is bare rock."), "{}", reply.text);
}

#[test]
fn what_is_not_said_is_named_with_the_closest_thing() {
    let (_home, index) = collection::index(PAGES);
    let system = System::parse("strict", "[read]\nleast = 1.0").unwrap();
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    let reply = engine.reply(&mut Conversation::new(), "Who is the mayor of Quell?").unwrap();
    let begins = "I don't know: the text does not say who the mayor of Quell is. The closest it \
        comes is in Quell, which says nothing of “mayor”: ";
    assert!(reply.text.starts_with(begins), "{}", reply.text);
    assert_eq!(reply.pragmatic.len(), 1);
    let reply = engine.reply(&mut Conversation::new(), "Who sells umbrellas in Paris?").unwrap();
    assert!(reply.text.contains("nothing in this collection"), "{}", reply.text);
}
