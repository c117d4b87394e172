//! Which models a metric takes, and what its scores say of themselves.

use std::path::Path;

use grice_metrics::answer::Prf;
use grice_metrics::forms::answers::Answered;
use grice_metrics::neural::{
    Answer, Asked, BartScore, Baseline, BertScore, BertScoreOptions, KeyPhrases, KpqaBertScore,
    KpqaRougeL, PosScore, Sas, Scorers, TAGGER,
};
use grice_model::registry::{Places, Registry, Task};

use crate::neural::tiny;

fn registry(home: &Path) -> Registry {
    Registry::load(Places::at(home)).unwrap()
}

fn answer<'a>(prediction: &'a str, references: &[&'a str]) -> Answer<'a> {
    Answer { question: "who?", prediction, references: references.to_vec() }
}

fn bert(options: BertScoreOptions) -> BertScore {
    BertScore::load(&tiny("bert-encoder"), "tiny-bert", options).unwrap()
}

/// A table of two words: "north" and "east" at right angles; all other words are unknown.
fn words(folder: &Path) {
    let tokenizer = r#"{ "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": null, "pre_tokenizer": { "type": "Whitespace" }, "post_processor": null,
        "decoder": null, "model": { "type": "WordLevel", "unk_token": "[UNK]",
        "vocab": { "[UNK]": 0, "north": 1, "the": 2 } } }"#;
    let header = r#"{"embeddings":{"dtype":"F32","shape":[3,2],"data_offsets":[0,24]}}"#;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    bytes.extend([9.0f32, 9.0, 0.0, 1.0, 1.0, 0.0].iter().flat_map(|v| v.to_le_bytes()));
    std::fs::write(folder.join("tokenizer.json"), tokenizer).unwrap();
    std::fs::write(folder.join("model.safetensors"), bytes).unwrap();
}

#[test]
fn a_model_of_the_wrong_kind_is_refused_with_those_that_fit() {
    let home = tempfile::tempdir().unwrap();
    let registry = registry(home.path());
    let options = BertScoreOptions::default();
    let errors = [
        BertScore::open(&registry, "wordllama-256", options).err().unwrap().to_string(),
        Sas::open(&registry, "title-t5").err().unwrap().to_string(),
        BartScore::open(&registry, "gte-small").err().unwrap().to_string(),
        PosScore::open(&registry, "gte-small").err().unwrap().to_string(),
        KeyPhrases::open(&registry, "gte-small").err().unwrap().to_string(),
    ];
    let says = [
        "BERTScore cannot use \"wordllama-256\", a model of the kind \"static\": it needs an \
         encoder; the registry has all-minilm-l6-v2, all-minilm-l6-v2-onnx, gte-small, \
         all-mpnet-base-v2",
        "SAS cannot use \"title-t5\", a model of the kind \"seq2seq\": it needs a cross-encoder or \
         an encoder or a static encoder; the registry has all-minilm-l6-v2,",
        "BARTScore cannot use \"gte-small\", a model of the kind \"encoder\": it needs a seq2seq \
         model; the registry has title-t5",
        "it needs a static encoder; the registry has wordllama-256, potion-base-8m",
        "it needs a token classifier; the registry has none; describe one of your own in models.toml",
    ];
    for (error, says) in errors.iter().zip(says) {
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn a_model_that_is_not_here_is_told_with_how_to_get_it() {
    let home = tempfile::tempdir().unwrap();
    let error = Sas::open(&registry(home.path()), "bert-mini-reranker").err().unwrap();
    assert!(error.to_string().contains("grice models pull bert-mini-reranker"), "{error}");
    let error = Sas::open(&registry(home.path()), "no-such-model").err().unwrap();
    assert!(error.to_string().contains("no-such-model"), "{error}");
}

/// A home that knows tiny models: their names, tasks and folders.
fn home_with(models: &[(&str, &str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let model = |(name, task, folder): &(&str, &str, &str)| {
        format!(
            "[[model]]\nname = \"{name}\"\ntask = \"{task}\"\narchitecture = \"bert\"\n\
             parameters = 1\nlicence = \"MIT\"\ndescription = \"mine\"\n[[model.file]]\n\
             path = \"model.safetensors\"\n[[model.source]]\nkind = \"folder\"\npath = {:?}\n",
            tiny(folder)
        )
    };
    let manifest: String = models.iter().map(model).collect();
    std::fs::write(home.path().join("models.toml"), manifest).unwrap();
    home
}

#[test]
fn answers_of_any_form_are_scored_by_the_models_asked_for() {
    let home = home_with(&[
        ("marker", "token-classifier", "bert-token-classifier"),
        ("reader", "encoder", "bert-encoder"),
    ]);
    let asked = ["bertscore=reader", "KPQA=marker"].map(|text| text.parse::<Asked>().unwrap());
    let registry = registry(home.path());
    let scorers = Scorers::open(&registry, &asked, BertScoreOptions::default()).unwrap();
    let turn = |prediction, references| Answered { question: "who?", prediction, references };
    let turns = [
        turn(Some("the king"), Ok(vec!["the king"])),
        turn(Some("a queen"), Err("the truth has no answer")),
        turn(None, Ok(vec!["the king", "a king"])),
    ];
    let mut told = Vec::new();
    let measures = scorers
        .measures(&turns, &mut |name, done, all| told.push((name.to_owned(), done, all)))
        .unwrap();
    let names: Vec<&str> = measures.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names.len(), 9);
    assert!(names.contains(&"BERTScore-F") && names.contains(&"BERTScore-KPQA-F"));
    let f = measures.iter().find(|m| m.name == "BERTScore-F").unwrap();
    assert_eq!((f.scored, f.left_out[0].turns), (2, 1));
    assert!((f.scores[0].unwrap() - 1.0).abs() < 1e-5 && f.scores[2] == Some(0.0));
    assert_eq!(f.model.as_deref(), Some("BERTScore (reader, layer 2)"));
    assert_eq!(told.last(), Some(&("BERTScore-KPQA".to_owned(), 2, 2)));
}

#[test]
fn what_is_no_measure_by_a_model_is_refused() {
    assert!("fun=x".parse::<Asked>().unwrap_err().contains("there is no measure 'fun'"));
    assert!("sas".parse::<Asked>().unwrap_err().contains("names no model"));
    assert_eq!("SAS=x".parse::<Asked>().unwrap().to_string(), "sas=x");
}

#[test]
fn a_model_of_ones_own_is_opened_by_its_name() {
    let home = home_with(&[("marker", "token-classifier", "bert-token-classifier")]);
    let phrases = KeyPhrases::open(&registry(home.path()), "marker").unwrap();
    let weights = phrases.weights(&[("who?", "the king")]).unwrap().remove(0);
    assert_eq!(weights.len(), 2);
    assert!(weights.iter().all(|w| w.weight > 0.0 && w.weight < 1.0));
}

#[test]
fn every_score_says_what_it_was_computed_with() {
    let base = Baseline { precision: 0.25, recall: 0.5, f: 0.375 };
    let options = BertScoreOptions { layer: Some(1), idf: true, baseline: Some(base) };
    let plain = bert(BertScoreOptions::default());
    assert_eq!(plain.identity().as_str(), "BERTScore (tiny-bert, layer 2)");
    let rescaled = "BERTScore (tiny-bert, layer 1, idf, rescaled by 0.25 0.5 0.375)";
    assert_eq!(bert(options).identity().as_str(), rescaled);
    let sas = |name: &str, task| Sas::load(&tiny(name), name, task).unwrap().identity();
    let cross = Task::CrossEncoder;
    let named = [
        (sas("bert-cross-encoder", cross), "SAS (bert-cross-encoder, cross-encoder, sigmoid)"),
        (sas("mpnet-classifier", cross), "SAS (mpnet-classifier, cross-encoder, probability)"),
        (sas("bert-encoder", Task::Encoder), "SAS (bert-encoder, cosine)"),
        (BartScore::load(&tiny("bart"), "bart").unwrap().identity(), "BARTScore (bart)"),
    ];
    for (identity, expected) in named {
        assert_eq!(identity.as_str(), expected);
    }
    let marker = || KeyPhrases::load(&tiny("bert-token-classifier"), "marker").unwrap();
    let weighted = KpqaBertScore::new(bert(options), marker()).identity().to_string();
    assert!(weighted.starts_with("BERTScore-KPQA (tiny-bert, layer 1, rescaled"), "{weighted}");
    assert!(weighted.ends_with("key phrases by marker)"), "{weighted}");
    assert_eq!(KpqaRougeL::new(marker()).identity().as_str(), "ROUGE-L-KPQA (marker)");
    let table = tempfile::tempdir().unwrap();
    words(table.path());
    let posscore = PosScore::load(table.path(), "table").unwrap().identity();
    assert_eq!(posscore.to_string(), format!("POSSCORE (table, {TAGGER})"));
}

#[test]
fn scores_of_different_settings_are_not_compared() {
    let layer = |layer| bert(BertScoreOptions { layer, ..BertScoreOptions::default() }).identity();
    assert!(layer(None).same_as(&layer(Some(2))).is_ok(), "the last layer is the second");
    let error = layer(Some(1)).same_as(&layer(Some(2))).unwrap_err();
    assert_eq!((error.left.clone(), error.right.clone()), (layer(Some(1)), layer(Some(2))));
    let says = "scores of BERTScore (tiny-bert, layer 1) and of BERTScore (tiny-bert, layer 2) \
                cannot be compared";
    assert!(error.to_string().starts_with(says), "{error}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |options| {
        let scorer = BertScore::load(&tiny("bert-encoder"), "tiny-bert", options);
        scorer.err().unwrap().to_string()
    };
    let layer = refused(BertScoreOptions { layer: Some(3), ..BertScoreOptions::default() });
    assert!(layer.contains("layer 3 of \"tiny-bert\": it has 2 layers"), "{layer}");
    let base = Baseline { precision: 0.1, recall: 1.0, f: 0.1 };
    let one = refused(BertScoreOptions { baseline: Some(base), ..BertScoreOptions::default() });
    assert!(one.contains("the baseline 1: use numbers below 1"), "{one}");
    let wrong = KeyPhrases::load(&tiny("bert-classifier"), "judge").err().unwrap().to_string();
    assert!(wrong.contains("KPQA with the model \"judge\"") && wrong.contains("over tokens"));
}

#[test]
fn an_answer_without_a_reference_is_an_error_that_names_it() {
    let answers = [answer("a", &["b"]), answer("a", &[])];
    let error = bert(BertScoreOptions::default()).score(&answers, &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("answer number 2 has no reference"), "{error}");
}

#[test]
fn progress_is_told_up_to_the_last_answer() {
    let answers: Vec<Answer<'_>> = (0..300).map(|_| answer("the king", &["a queen"])).collect();
    let mut told = Vec::new();
    let scorer = bert(BertScoreOptions::default());
    let scores = scorer.score(&answers, &mut |done, all| told.push((done, all))).unwrap();
    assert_eq!(scores.len(), 300);
    assert!(told.len() > 1 && told.is_sorted(), "{told:?}");
    assert_eq!(told.last(), Some(&(300, 300)));
}

#[test]
fn equal_texts_score_one_and_a_score_does_not_depend_on_its_neighbours() {
    let scorer = bert(BertScoreOptions::default());
    let same = scorer.score(&[answer("the king", &[" the king\u{1c}"])], &mut |_, _| {}).unwrap();
    assert!((same[0].f - 1.0).abs() < 1e-6, "{same:?}");
    let one = answer("a boat", &["the old bridge"]);
    let many: Vec<Answer<'_>> =
        [answer("the long night of the fish", &["x"; 3]), one.clone()].into();
    let alone = scorer.score(&[one], &mut |_, _| {}).unwrap()[0];
    let among = scorer.score(&many, &mut |_, _| {}).unwrap()[1];
    assert!((alone.f - among.f).abs() < 1e-5);
}

#[test]
fn a_text_whose_tokens_weigh_nothing_scores_zero() {
    let score =
        |options, answers: &[Answer<'_>]| bert(options).score(answers, &mut |_, _| {}).unwrap()[0];
    let zero = Prf { precision: 0.0, recall: 0.0, f: 0.0 };
    let plain = BertScoreOptions::default();
    assert_eq!(score(plain, &[answer("[SEP]", &["[SEP]"])]), zero);
    for empty in [answer("", &["the king"]), answer("the king", &[" "]), answer("", &[""])] {
        assert_eq!(score(plain, &[empty]), zero);
    }
    // Of a single reference every token is in all references.
    let idf = BertScoreOptions { idf: true, ..plain };
    assert_eq!(score(idf, &[answer("the king", &["the king"])]), zero);
    let other = score(idf, &[answer("a boat", &["the king"])]);
    assert!(other.recall == 0.0 && other.f == 0.0 && other.precision != 0.0, "{other:?}");
    let best = score(plain, &[answer("the king", &["", "[SEP]", "the king"])]);
    assert!((best.recall - 1.0).abs() < 1e-6, "a reference without weight takes nothing away");
}

#[test]
fn words_without_a_vector_count_as_words_but_have_no_direction() {
    let table = tempfile::tempdir().unwrap();
    words(table.path());
    let scorer = PosScore::load(table.path(), "table").unwrap();
    let score = |prediction, references: &[&'static str]| {
        scorer.score(&[answer(prediction, references)], &mut |_, _| {}).unwrap()[0]
    };
    // Half of each side are content words, all of one direction.
    assert!((score("the north", &["the north"]) - 2.0).abs() < 1e-9);
    // "river" is unknown, but two of three words are now content words.
    let factor = (1.0f64 - 0.5 / (2.0 / 3.0)).exp();
    assert!((score("the north river", &["the north"]) - (factor + 1.0)).abs() < 1e-9);
    assert_eq!(score("river", &["north"]), 0.0);
    assert_eq!(score("", &["the north"]), 0.0);
    let best = score("the north", &["river", "the north", ""]);
    assert!((best - 2.0).abs() < 1e-9, "{best}");
}
