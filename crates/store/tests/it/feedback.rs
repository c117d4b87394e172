//! What users say of turns.

use grice_engine::Conversation;
use grice_store::{Error, Rated, Verdict};

use crate::place::on_both;
use crate::talk::say;

#[test]
fn a_turn_has_one_verdict_the_last_that_was_given() {
    on_both(|place| {
        let mut store = place.store();
        let mut talk = Conversation::new();
        let replies = ["Who?", "When?"].map(|question| say(&mut talk, question));
        let key = store.of("ann").begin("notes", &talk, &replies).unwrap().key;
        let mut anns = store.of("ann");
        anns.rate(&key, 1, Verdict::Wrong, "it was a nun").unwrap();
        anns.rate(&key, 1, Verdict::NotInSource, "").unwrap();
        let said = anns.feedback(&key).unwrap();
        assert_eq!(said.len(), 1);
        let (number, feedback) = &said[0];
        assert_eq!(
            (*number, feedback.verdict, feedback.note.as_str()),
            (1, Verdict::NotInSource, "")
        );
        assert!(feedback.at > 0);
        assert_eq!(anns.load(&key).unwrap().feedback, [None, Some(feedback.clone())]);
        assert_eq!(anns.turn(&key, 1).unwrap().feedback.as_ref(), Some(feedback));
        anns.unrate(&key, 1).unwrap();
        anns.unrate(&key, 1).unwrap();
        assert!(anns.feedback(&key).unwrap().is_empty());
        let none = anns.rate(&key, 2, Verdict::Useful, "").unwrap_err();
        assert!(matches!(none, Error::UnknownTurn(2)), "{none}");
        let long = anns.rate(&key, 0, Verdict::Useful, &"x".repeat(10_001)).unwrap_err();
        assert!(matches!(long, Error::LongNote(_)) && long.is_misuse(), "{long}");
    });
}

#[test]
fn an_export_hands_over_everything_once_with_its_question_and_reply() {
    on_both(|place| {
        let mut store = place.store();
        let mut talk = Conversation::new();
        let questions: Vec<String> = (0..130).map(|number| format!("{number}?")).collect();
        let replies: Vec<_> = questions.iter().map(|question| say(&mut talk, question)).collect();
        let keys = ["ann", "bob"].map(|owner| {
            let key = store.of(owner).begin("notes", &talk, &replies).unwrap().key;
            for number in 0..130 {
                store.of(owner).rate(&key, number, Verdict::Useful, owner).unwrap();
            }
            key
        });
        let mut all: Vec<Rated> = Vec::new();
        store
            .each_feedback(|rated| {
                all.push(rated);
                Ok(())
            })
            .unwrap();
        assert_eq!(all.len(), 260);
        let mut bobs = Vec::new();
        store
            .of("bob")
            .each_feedback(|rated| {
                bobs.push(rated);
                Ok(())
            })
            .unwrap();
        let told = |rated: &Rated| (rated.key.clone(), rated.number, rated.question.clone());
        let wanted: Vec<_> = (0..)
            .zip(&questions)
            .map(|(number, question)| (keys[1].clone(), number, question.clone()))
            .collect();
        assert_eq!(bobs.iter().map(told).collect::<Vec<_>>(), wanted);
        let last = bobs.pop().unwrap();
        assert_eq!((last.owner.as_str(), last.collection.as_str()), ("bob", "notes"));
        assert_eq!(last.feedback.note, "bob");
        assert_eq!(last.reply.unwrap().literal, replies[129].literal);
        let stopped = store.each_feedback(|_| Err(Error::Nothing));
        assert!(matches!(stopped, Err(Error::Nothing)));
    });
}

#[test]
fn verdicts_are_written_as_they_are_said() {
    for word in ["useful", "wrong", "not-in-source"] {
        let verdict: Verdict = word.parse().unwrap();
        assert_eq!(verdict.to_string(), word);
        assert_eq!(serde_json::to_string(&verdict).unwrap(), format!("\"{word}\""));
    }
    let error = "great".parse::<Verdict>().unwrap_err().to_string();
    assert!(error.contains("not-in-source"), "{error}");
}
