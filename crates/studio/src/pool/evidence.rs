//! Evidence sentences: spans of passages near to an answer (Anantha et al., 2021, with a lower
//! threshold), widened to whole sentences.

use grice_metrics::retrieval::GoldSpan;

use crate::items::Source;
use crate::protocol::EvidenceText;

/// A sentence of a passage.
struct Found {
    /// How near the span in it is to an answer.
    f1: f64,
    passage: usize,
    from: usize,
    to: usize,
}

/// The sentences of passages that hold a span with an F1 of `least` or more with one of the
/// answers: the nearest ones, at most so many, in the order of the passages. Neighbouring sentences
/// are one text.
pub(super) fn sentences(
    answers: &[&str],
    passages: &[Source],
    least: f64,
    most: usize,
) -> Vec<EvidenceText> {
    let mut found: Vec<Found> = Vec::new();
    for answer in answers {
        let gold = GoldSpan::new(answer);
        for (number, passage) in passages.iter().enumerate() {
            let nearest = gold.closest(&passage.text);
            let Some(bytes) = nearest.bytes.filter(|_| nearest.f1 >= least) else { continue };
            for sentence in grice_text::sentences(&passage.text) {
                if sentence.end <= bytes.start || bytes.end <= sentence.start {
                    continue;
                }
                let (from, to) = (sentence.start, sentence.end);
                let same = |one: &&mut Found| one.passage == number && one.from == from;
                match found.iter_mut().find(same) {
                    Some(known) => known.f1 = known.f1.max(nearest.f1),
                    None => found.push(Found { f1: nearest.f1, passage: number, from, to }),
                }
            }
        }
    }
    found.sort_by(|a, b| b.f1.total_cmp(&a.f1).then_with(|| a.passage.cmp(&b.passage)));
    found.truncate(most);
    found.sort_by_key(|one| (one.passage, one.from));
    let mut texts: Vec<EvidenceText> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    for one in found {
        let passage = &passages[one.passage];
        let text = passage.text[one.from..one.to].trim();
        let follows = last.is_some_and(|(number, end)| {
            number == one.passage && passage.text[end..one.from].trim().is_empty()
        });
        last = Some((one.passage, one.to));
        if let Some(before) = texts.last_mut().filter(|_| follows) {
            before.text = format!("{} {text}", before.text);
        } else if !texts.iter().any(|known| known.text == text) {
            texts.push(EvidenceText { text: text.to_owned(), title: passage.title.clone() });
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_sentences_around_the_nearest_spans_become_evidence() {
        let passage = |title: &str, text: &str| Source { title: title.into(), text: text.into() };
        let passages = [
            passage(
                "Orlo Bridge",
                "The bridge is long. Work began in 1908 and was finished in 1911. Painters like its colour.",
            ),
            passage("Tea", "Tea is grown on hills. People drink it."),
        ];
        let answers = ["It was finished in 1911."];
        let found = sentences(&answers, &passages, 0.3, 8);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].title, "Orlo Bridge");
        assert_eq!(found[0].text, "Work began in 1908 and was finished in 1911.");
        assert!(sentences(&answers, &passages[1..], 0.3, 8).is_empty());
        assert_eq!(
            sentences(&["the bridge is long", "painters like its colour"], &passages, 0.3, 1).len(),
            1
        );
    }
}
