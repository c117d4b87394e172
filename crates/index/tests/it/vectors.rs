//! Search by vectors, and keeping them up to date.

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use grice_index::{
    Effort, EmbedOptions, EmbedProgress, EmbedReport, Encoder, Error, Fusion, Hybrid, Index,
    IngestOptions, Query, Ranking, Searcher,
};

use crate::corpus::{ingest_pages, page, run};

/// Gives each text a vector of its own, near those of texts whose last number has the same
/// remainder.
pub struct Toy {
    pub name: &'static str,
    pub dimensions: usize,
    /// How many texts it takes before it fails.
    pub patience: AtomicUsize,
}

impl Toy {
    pub fn new() -> Toy {
        Toy { name: "toy", dimensions: 96, patience: AtomicUsize::new(usize::MAX) }
    }

    pub fn vector(&self, text: &str) -> Vec<f32> {
        let mut words = text.split(|c: char| !c.is_alphanumeric()).rev();
        let number = words.find_map(|w| w.parse().ok()).unwrap_or(0);
        let group = noise(number % 23 + 1_000_000, self.dimensions);
        let own = noise(number, self.dimensions);
        let mut vector: Vec<f32> = group.iter().zip(own).map(|(g, o)| g + o).collect();
        let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|v| *v /= length);
        vector
    }
}

fn noise(seed: u64, length: usize) -> Vec<f32> {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 24) as f32 - 0.5
    };
    (0..length).map(|_| next() + next() + next()).collect()
}

impl Encoder for Toy {
    fn name(&self) -> &str {
        self.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, Box<dyn StdError + Send + Sync>> {
        let left = self.patience.load(Ordering::Relaxed);
        if left < texts.len() {
            return Err("its patience is at an end".into());
        }
        self.patience.store(left - texts.len(), Ordering::Relaxed);
        Ok(texts.iter().flat_map(|text| self.vector(text)).collect())
    }
}

pub fn numbered(range: std::ops::Range<usize>) -> Vec<(String, String)> {
    range.map(|i| page(&format!("p{i:05}"), &format!("Moon number {i}."))).collect()
}

/// An index of numbered pages, embedded.
pub fn embedded(pages: usize) -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &numbered(0..pages));
    embed(&index, &Toy::new());
    (folder, index)
}

pub fn embed(index: &Index, toy: &Toy) -> EmbedReport {
    index.embed(toy, &EmbedOptions::default(), &EmbedProgress::default()).unwrap()
}

pub fn near(searcher: &Searcher, number: usize, k: usize, effort: Effort) -> Vec<String> {
    let vector = Toy::new().vector(&number.to_string());
    let hits = searcher.search_dense(&vector, &Query::default(), k, effort).unwrap();
    hits.iter().map(|hit| searcher.passage_id(hit).unwrap()).collect()
}

/// The passages nearest to a number's vector, by plain arithmetic.
fn expected(number: usize, among: impl Iterator<Item = usize>, k: usize) -> Vec<String> {
    let toy = Toy::new();
    let query = toy.vector(&number.to_string());
    let mut scored: Vec<(f32, String)> = among
        .map(|i| {
            let vector = toy.vector(&i.to_string());
            let score = vector.iter().zip(&query).map(|(a, b)| a * b).sum();
            (score, format!("t/p{i:05}#0"))
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(k).map(|(_, id)| id).collect()
}

fn recall(found: &[String], expected: &[String]) -> f64 {
    let found: BTreeSet<_> = found.iter().collect();
    expected.iter().filter(|e| found.contains(e)).count() as f64 / expected.len() as f64
}

#[test]
fn the_usual_effort_finds_nearly_all_of_the_best_hundred() {
    let (_folder, index) = embedded(6000);
    let searcher = index.searcher().unwrap();
    for effort in [Effort::default(), Effort::Exact] {
        let recalls = (0..40).map(|query| {
            let found = near(&searcher, query * 1009, 100, effort);
            recall(&found, &expected(query * 1009, 0..6000, 100))
        });
        let mean = recalls.sum::<f64>() / 40.0;
        assert!(mean >= 0.98, "{effort:?}: {mean}");
    }
}

#[test]
fn an_exact_search_gives_the_nearest_in_order() {
    let (_folder, index) = embedded(60);
    let searcher = index.searcher().unwrap();
    for number in 0..60 {
        let found = near(&searcher, number, 2, Effort::Exact);
        assert_eq!(found, expected(number, 0..60, 2));
    }
}

#[test]
fn scores_are_the_dot_products() {
    let (_folder, index) = embedded(5);
    let searcher = index.searcher().unwrap();
    let hits = searcher
        .search_dense(&Toy::new().vector("3"), &Query::default(), 1, Effort::Exact)
        .unwrap();
    assert!((hits[0].score - 1.0).abs() < 0.01, "{}", hits[0].score);
}

#[test]
fn only_what_is_new_or_changed_is_embedded() {
    let (folder, index) = embedded(50);
    assert_eq!(embed(&index, &Toy::new()), EmbedReport { embedded: 0, unchanged: 50 });
    let mut pages = numbered(0..60);
    pages[7].1 = "Moon number 7777.".to_owned();
    ingest_pages(folder.path(), &index, &pages);
    assert_eq!(embed(&index, &Toy::new()), EmbedReport { embedded: 11, unchanged: 49 });
}

#[test]
fn a_changed_passage_has_its_new_vector_only() {
    let (folder, index) = embedded(50);
    let mut pages = numbered(0..50);
    pages[7].1 = "Moon number 7777.".to_owned();
    ingest_pages(folder.path(), &index, &pages);
    embed(&index, &Toy::new());
    let searcher = index.searcher().unwrap();
    assert_eq!(near(&searcher, 7777, 1, Effort::Exact), ["t/p00007#0"]);
    assert_ne!(near(&searcher, 7, 1, Effort::Exact), ["t/p00007#0"]);
    let all = near(&searcher, 7, 100, Effort::Exact);
    assert_eq!(all.len(), 50);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 50);
}

#[test]
fn growing_step_by_step_gives_what_making_it_at_once_gives() {
    let (_folder, at_once) = embedded(400);
    let folder = tempfile::tempdir().unwrap();
    let grown = Index::open_or_create(folder.path().join("i")).unwrap();
    for end in [250, 251, 300, 310, 400] {
        ingest_pages(folder.path(), &grown, &numbered(0..end));
        embed(&grown, &Toy::new());
    }
    let [at_once, grown] = [at_once, grown].map(|index| index.searcher().unwrap());
    for number in 0..40 {
        let [a, b] =
            [&at_once, &grown].map(|searcher| near(searcher, number * 13, 20, Effort::Exact));
        assert_eq!(a, b);
    }
}

#[test]
fn files_stay_few_however_often_vectors_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    for end in 1..40 {
        ingest_pages(folder.path(), &index, &numbered(0..end * 3));
        embed(&index, &Toy::new());
    }
    let info = index.searcher().unwrap().vectors().unwrap().unwrap();
    assert_eq!((info.passages, info.vectors), (117, 117));
    assert!(info.segments <= 5, "{}", info.segments);
}

#[test]
fn deleted_passages_never_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    std::fs::create_dir(&notes).unwrap();
    for i in 0..20 {
        std::fs::write(notes.join(format!("p{i}.txt")), format!("Moon number {i}.")).unwrap();
    }
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    run(&index, &notes, IngestOptions::default());
    embed(&index, &Toy::new());
    let before = index.searcher().unwrap();
    std::fs::remove_file(notes.join("p3.txt")).unwrap();
    run(&index, &notes, IngestOptions { prune: true, ..IngestOptions::default() });
    let gone = |searcher: &Searcher| {
        let found = near(searcher, 3, 20, Effort::default());
        !found.iter().any(|id| id.contains("/p3.txt#"))
    };
    assert!(!gone(&before), "a snapshot keeps what it had");
    assert!(gone(&index.searcher().unwrap()));
    embed(&index, &Toy::new());
    assert!(gone(&index.searcher().unwrap()));
    index.compact().unwrap();
    let searcher = index.searcher().unwrap();
    assert!(gone(&searcher));
    let info = searcher.vectors().unwrap().unwrap();
    assert_eq!((info.passages, info.vectors, info.segments), (19, 19, 1));
}

#[test]
fn conditions_hold_for_vectors_too() {
    let (_folder, index) = embedded(50);
    let searcher = index.searcher().unwrap();
    let vector = Toy::new().vector("3");
    let found = |query: Query| {
        let hits = searcher.search_dense(&vector, &query, 10, Effort::default()).unwrap();
        hits.iter().map(|h| searcher.passage(h).unwrap().title).collect::<Vec<_>>()
    };
    let title = Query { title: Some("p00026".into()), ..Query::default() };
    assert_eq!(found(title), ["p00026"]);
    let document = Query { document: Some("t/p00009".into()), ..Query::default() };
    assert_eq!(found(document), ["p00009"]);
    assert_eq!(found(Query::typed("\"number 41\"")), ["p00041"]);
    assert_eq!(found(Query::typed("\"41 number\"")), Vec::<String>::new());
}

#[test]
fn hybrid_search_finds_what_either_finds() {
    let (_folder, index) = embedded(200);
    let searcher = index.searcher().unwrap();
    let vector = Toy::new().vector("3");
    let ranking = Ranking::default();
    for fusion in [Fusion::default(), Fusion::Weighted { weights: vec![0.5, 0.5] }] {
        let hybrid = Hybrid { fusion, ..Hybrid::default() };
        let hits =
            searcher.search_hybrid(&Query::words("199"), &ranking, &vector, &hybrid, 2).unwrap();
        let found: BTreeSet<_> = hits.iter().map(|h| searcher.passage_id(h).unwrap()).collect();
        let both = ["t/p00003#0".to_owned(), "t/p00199#0".to_owned()];
        assert_eq!(found, BTreeSet::from(both), "{hybrid:?}");
    }
}

#[test]
fn vectors_of_another_model_are_refused_until_replaced() {
    let (_folder, index) = embedded(20);
    let other = Toy { name: "other", dimensions: 32, ..Toy::new() };
    let embed = |replace| {
        let options = EmbedOptions { replace, ..EmbedOptions::default() };
        index.embed(&other, &options, &EmbedProgress::default())
    };
    let error = embed(false).unwrap_err();
    assert!(matches!(error, Error::OtherModel { .. }));
    assert!(error.to_string().contains("are of the model toy, not of other"), "{error}");
    assert!(error.to_string().contains("--replace"), "{error}");
    let searcher = index.searcher().unwrap();
    assert!(matches!(searcher.expect_model("other"), Err(Error::OtherModel { .. })));
    assert_eq!(embed(true).unwrap().embedded, 20);
    let info = index.searcher().unwrap().vectors().unwrap().unwrap();
    assert_eq!((info.model.as_str(), info.dimensions, info.vectors), ("other", 32, 20));
}

#[test]
fn an_index_without_vectors_says_how_to_make_them() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &numbered(0..3));
    let searcher = index.searcher().unwrap();
    assert_eq!(searcher.vectors().unwrap(), None);
    let error = searcher.search_dense(&[1.0], &Query::default(), 1, Effort::default()).unwrap_err();
    assert!(error.to_string().contains("grice index embed --model NAME --index"), "{error}");
}

#[test]
fn a_query_must_have_the_vectors_dimensions() {
    let (_folder, index) = embedded(3);
    let searcher = index.searcher().unwrap();
    for wrong in [vec![0.5; 95], vec![f32::NAN; 96]] {
        let found = searcher.search_dense(&wrong, &Query::default(), 1, Effort::default());
        assert!(matches!(found, Err(Error::QueryVector { expected: 96, .. })));
    }
}

#[test]
fn a_query_without_meaning_finds_nothing() {
    let (_folder, index) = embedded(3);
    let searcher = index.searcher().unwrap();
    let hits = searcher.search_dense(&[0.0; 96], &Query::default(), 5, Effort::default()).unwrap();
    assert!(hits.is_empty());
}

#[test]
fn what_was_embedded_before_a_failure_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &numbered(0..1000));
    let toy = Toy { patience: AtomicUsize::new(600), ..Toy::new() };
    let options = EmbedOptions { commit_every: Duration::ZERO, ..EmbedOptions::default() };
    let error = index.embed(&toy, &options, &EmbedProgress::default()).unwrap_err();
    assert!(error.to_string().contains("the model toy could not embed"), "{error}");
    assert!(error.to_string().contains("its patience is at an end"), "{error}");
    let kept = index.searcher().unwrap().vectors().unwrap().unwrap();
    assert_eq!(kept.passages, 512);
    assert_eq!(embed(&index, &Toy::new()), EmbedReport { embedded: 488, unchanged: 512 });
}

#[test]
fn an_encoder_that_gives_no_numbers_is_refused() {
    struct Broken(f32, usize);
    impl Encoder for Broken {
        fn name(&self) -> &str {
            "broken"
        }
        fn dimensions(&self) -> usize {
            self.1
        }
        fn encode(&self, _: &[&str]) -> Result<Vec<f32>, Box<dyn StdError + Send + Sync>> {
            Ok(vec![self.0; 4])
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    ingest_pages(folder.path(), &index, &numbered(0..1));
    for broken in [Broken(f32::NAN, 4), Broken(1.0, 5), Broken(1.0, 0)] {
        let done = index.embed(&broken, &EmbedOptions::default(), &EmbedProgress::default());
        assert!(matches!(done, Err(Error::Encoder { .. })));
        assert_eq!(index.searcher().unwrap().vectors().unwrap(), None);
    }
}

#[test]
fn titles_and_sections_are_embedded_with_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes");
    std::fs::create_dir(&notes).unwrap();
    std::fs::write(notes.join("io.md"), "# Io\n\n## Volcanoes\n\nMany erupt.\n").unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    run(&index, &notes, IngestOptions::default());
    let searcher = index.searcher().unwrap();
    let passage = searcher.find_passage("t/io#0").unwrap().unwrap();
    assert_eq!(passage.embedded_text(), "Io\nVolcanoes\nMany erupt.");
}
