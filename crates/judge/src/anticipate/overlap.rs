//! Without weights: the cosine of tf-idf vectors, the candidates themselves being the collection.

use std::collections::BTreeMap;

use grice_text::English;

use super::Plain;
use super::compose::Said;

/// How much a candidate loses that an earlier answer has said.
const SAID: f64 = 0.5;

/// Terms and their weights, in an order that is always the same.
type Vector = BTreeMap<String, f64>;

/// How near each candidate is to question and literal answer, 0 to 1.
pub(super) fn scores(asked: &Plain<'_>) -> Vec<f32> {
    let mut english = English::new();
    let counts: Vec<Vector> =
        asked.candidates.iter().map(|text| counted(&mut english, text)).collect();
    let mut having: BTreeMap<&str, f64> = BTreeMap::new();
    for term in counts.iter().flat_map(BTreeMap::keys) {
        *having.entry(term).or_insert(0.0) += 1.0;
    }
    let all = counts.len() as f64;
    let weighed = |counts: &Vector| -> Vector {
        let weight = |term: &str| ((all + 1.0) / (having.get(term).unwrap_or(&0.0) + 1.0)).ln();
        counts.iter().map(|(term, n)| (term.clone(), n * (weight(term) + 1.0))).collect()
    };
    let text = format!("{} {}", asked.question, asked.literal.join(" "));
    let wanted = weighed(&counted(&mut english, &text));
    let said = Said::of(asked.history);
    let score = |(counts, text): (&Vector, &&str)| {
        (cosine(&wanted, &weighed(counts)) * (1.0 - SAID * said.share(text))) as f32
    };
    counts.iter().zip(&asked.candidates).map(score).collect()
}

fn counted(english: &mut English, text: &str) -> Vector {
    let mut counts = Vector::new();
    english.analyze(text, |term| *counts.entry(term.text.to_owned()).or_insert(0.0) += 1.0);
    counts
}

fn cosine(one: &Vector, other: &Vector) -> f64 {
    let length = |vector: &Vector| vector.values().map(|x| x * x).sum::<f64>().sqrt();
    let product: f64 = one.iter().filter_map(|(term, x)| other.get(term).map(|y| x * y)).sum();
    match length(one) * length(other) {
        0.0 => 0.0,
        // A sum of nothing is -0.
        lengths => (product / lengths).abs().min(1.0),
    }
}
