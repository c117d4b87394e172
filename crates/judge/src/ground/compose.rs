//! The pair of texts a model reads, as `compose` of training/ground.py makes it.

use std::collections::HashSet;

/// The most words of evidence a model is given.
const WORDS: usize = 180;

/// Evidence and reply with plain spaces. Evidence of more than 180 words is cut to the pieces that
/// share most terms with the reply, a term counting less the more pieces have it; they stay in
/// their order.
pub(super) fn compose(evidence: &str, reply: &str) -> (String, String) {
    let words: Vec<&str> = evidence.split_whitespace().collect();
    let reply = reply.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.len() <= WORDS {
        return (words.join(" "), reply);
    }
    let cut = pieces(&words);
    let have: Vec<HashSet<String>> =
        cut.iter().map(|(start, end)| terms(&words[*start..*end].join(" "))).collect();
    let mut asked: Vec<String> = terms(&reply).into_iter().collect();
    asked.sort_unstable();
    let mut scores = vec![0.0; cut.len()];
    for term in &asked {
        let count = have.iter().filter(|mine| mine.contains(term)).count();
        for (score, mine) in scores.iter_mut().zip(&have) {
            if mine.contains(term) {
                *score += 1.0 / count as f64;
            }
        }
    }
    let rounded: Vec<i64> = scores.iter().map(|score| (score * 1e6).round() as i64).collect();
    let mut order: Vec<usize> = (0..cut.len()).collect();
    order.sort_by_key(|n| (-rounded[*n], *n));
    let (mut kept, mut total) = (Vec::new(), 0);
    for n in order {
        let (start, end) = cut[n];
        if total + end - start <= WORDS {
            kept.push(n);
            total += end - start;
        }
    }
    kept.sort_unstable();
    let chosen: Vec<&str> =
        kept.iter().flat_map(|n| &words[cut[*n].0..cut[*n].1]).copied().collect();
    (chosen.join(" "), reply)
}

/// Where pieces of a text begin and end, in words: one ends after a stop once it has eight words,
/// or at forty.
fn pieces(words: &[&str]) -> Vec<(usize, usize)> {
    let (mut found, mut start) = (Vec::new(), 0);
    for end in 1..=words.len() {
        let word = words[end - 1].trim_end_matches(['"', '\'', ')', ']', '”', '’']);
        let stop = word.ends_with(['.', '!', '?']);
        if end == words.len() || end - start >= 40 || (stop && end - start >= 8) {
            found.push((start, end));
            start = end;
        }
    }
    found
}

fn terms(text: &str) -> HashSet<String> {
    let lower = text.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|t| !t.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_evidence_is_kept_whole() {
        let made = compose(" A  mill\nstands. ", "Yes,\tit does.");
        assert_eq!(made, ("A mill stands.".to_owned(), "Yes, it does.".to_owned()));
    }

    #[test]
    fn long_evidence_is_cut_as_in_training() {
        let golden = include_str!("../../tests/golden/ground_compose.jsonl");
        let mut seen = 0;
        for line in golden.lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| row[name].as_str().unwrap();
            let (a, b) = compose(text("evidence"), text("reply"));
            assert_eq!((a.as_str(), b.as_str()), (text("a"), text("b")));
            seen += 1;
        }
        assert!(seen >= 5);
    }
}
