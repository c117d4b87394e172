use super::*;

fn page(title: &str, text: &str) -> Candidate {
    let record = grice_index::PassageRecord {
        passage: format!("d/{title}#0"),
        document: format!("d/{title}"),
        title: title.to_owned(),
        text: text.to_owned(),
        ..Default::default()
    };
    Candidate::new(record)
}

fn first(candidates: &[Candidate]) -> Found {
    let around = Found::sentences(&candidates[0], std::slice::from_ref(&(0..4)));
    let kind = Kind::Span;
    let answer = "Vesp".to_owned();
    Found { kind, answer, passage: Some(0), around, ..Found::default() }
}

#[test]
fn the_largest_of_another_kind_is_no_answer() {
    let vesper = page("Vesper", "Vesper is the largest moon of Tarn.");
    let asked = "Which planet is the largest?";
    let found = settled(first(std::slice::from_ref(&vesper)), asked, std::slice::from_ref(&vesper));
    assert_eq!(found.kind, Kind::Unknown);
    let tarn = page("Tarn", "Of all planets only Orrin is bigger than Tarn.");
    let both = [vesper.clone(), tarn];
    assert_eq!(settled(first(&both), asked, &both).answer, "Orrin");
    let moon = settled(first(&both), "Which is the largest moon?", &both);
    assert_eq!(moon.answer, "Vesp");
    let other = settled(first(&both), "Where is Vesper?", &both);
    assert_eq!(other.answer, "Vesp");
}

#[test]
fn a_narrower_kind_gives_way_to_the_one_that_is_asked_for() {
    let inland = page("Marrow", "Marrow is the largest inland city of Quell.");
    let city = page("Tasp", "Tasp is the biggest city of Quell.");
    let asked = "Which city is the largest in Quell?";
    let both = [inland.clone(), city.clone()];
    let found = settled(first(&both), asked, &both);
    assert_eq!(found.answer, "Tasp is the biggest city of Quell.");
    assert_eq!(settled(first(&both[..1]), asked, &both[..1]).answer, "Vesp");
    let both = [city, inland];
    assert_eq!(settled(first(&both), asked, &both).answer, "Vesp");
}

#[test]
fn forests_and_interests_are_no_superlatives() {
    for word in ["largest", "hottest", "coldest", "nearest", "lowest"] {
        assert!(is_superlative(word), "{word}");
    }
    assert!(!is_superlative("forest") && !is_superlative("interest") && !is_superlative("west"));
}
