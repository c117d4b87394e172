use super::*;

fn page(text: &str) -> Candidate {
    let record = grice_index::PassageRecord {
        passage: "d/Arn#0".to_owned(),
        document: "d/Arn".to_owned(),
        title: "Arn".to_owned(),
        text: text.to_owned(),
        ..Default::default()
    };
    Candidate::new(record)
}

fn read(candidate: &Candidate, words: &str) -> Found {
    let start = candidate.record.text.find(words).unwrap();
    let place = start..start + words.len();
    let span = Evidence::of(candidate, place.start, place.end).unwrap();
    let around = Found::sentences(candidate, &[place]);
    let (kind, passage) = (Kind::Span, Some(0));
    Found { kind, answer: words.into(), spans: vec![span], passage, around, ..Found::default() }
}

#[test]
fn a_sentence_with_a_cause_is_taken_before_one_without() {
    let arn = page("Arn has forty volcanoes. Arn is hot because its volcanoes never rest.");
    let question = "Why is Arn so volcanic?";
    let found = because(read(&arn, "forty volcanoes"), question, std::slice::from_ref(&arn));
    assert_eq!(found.answer, "Arn is hot because its volcanoes never rest.");
    let question = "What is on Arn?";
    let found = because(read(&arn, "forty volcanoes"), question, std::slice::from_ref(&arn));
    assert_eq!(found.answer, "forty volcanoes");
}

#[test]
fn a_result_is_told_with_what_it_follows_from() {
    let arn = page("Arn turns slowly. As a result, a day lasts a month. Arn is old.");
    let found = because(
        read(&arn, "a day lasts a month"),
        "Why is a day on Arn long?",
        std::slice::from_ref(&arn),
    );
    assert_eq!(found.answer, "Arn turns slowly. As a result, a day lasts a month.");
    assert_eq!(found.around.len(), 2);
}
