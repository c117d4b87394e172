//! The finder that ships.

use grice_judge::Turn;
use grice_judge::find::Finder;
use grice_model::StaticEncoder;
use grice_model::registry::Registry;

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn a_question_is_near_its_passage_and_history_moves_it() {
    let registry = Registry::open().unwrap();
    let finder = Finder::open(&registry).unwrap();
    let table = StaticEncoder::load(registry.files(finder.passages()).unwrap()).unwrap();
    let passages = table
        .encode(&[
            "Backups\nRun the tool every night; it copies the database to another disk.",
            "Composers\nMozart was born in Salzburg in 1756 and wrote his first pieces there.",
        ])
        .unwrap();
    let nearest = |history: &[Turn], question: &str| {
        let vector = finder.find(history, question).unwrap().vector;
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-3);
        cosine(&vector, &passages[1]) - cosine(&vector, &passages[0])
    };
    let asked = "How do I back up the database?";
    let own = table.encode(&[asked]).unwrap();
    assert!(cosine(&finder.find(&[], asked).unwrap().vector, &own[0]) > 0.5);
    assert!(nearest(&[], asked) < 0.0);
    assert!(nearest(&[], "Where was Mozart born?") > 0.0);
    let told =
        [Turn { question: "Who was Mozart?".into(), answer: "A composer of Salzburg.".into() }];
    assert!(nearest(&told, "when was he born?") > nearest(&[], "when was he born?"));
}
