//! The head of the list, ranked by a judgement together with what retrieval and trail say.

use grice_judge::Turn;
use grice_judge::rank::Ranker;

use crate::candidate::Candidate;
use crate::system::RerankSettings;

/// Best first; of equals the one that was first.
pub(crate) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// Has the first passages ranked and sorts all.
pub(crate) fn rerank(
    candidates: &mut [Candidate],
    (history, question): (&[Turn], &str),
    ranker: &Ranker,
    settings: &RerankSettings,
    notes: &mut Vec<String>,
) {
    sort(candidates);
    let head = settings.head.min(candidates.len());
    if head == 0 {
        return;
    }
    let texts: Vec<String> = candidates[..head].iter().map(Candidate::titled).collect();
    match ranker.rank(history, question, &texts) {
        Ok(ranked) => {
            for one in ranked {
                let candidate = &mut candidates[one.index];
                let about = one.page.unwrap_or(0.0);
                candidate.features.rank = one.score;
                candidate.features.about = about;
                candidate.score += settings.weight * one.score + settings.page * about;
            }
        }
        Err(error) => notes.push(format!("the passages were not ranked: {error}")),
    }
    sort(candidates);
}
