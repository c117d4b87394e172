//! How likely a question stands alone.

use grice_english::question::points_outside;
use grice_english::words;

/// A logistic fit over the rewriter's own head and what the words tell, on 817 questions: first ones of
/// TopiOCQA's conversations for choosing asked after another conversation, questions about manuals asked after
/// others, and later turns of those conversations (docs/reproduce/conversation.md).
const BIAS: f32 = -1.64;
const HEAD: f32 = 0.75;
const CONTENT: f32 = 0.47;
const POINTS: f32 = -1.64;
const GOES_ON: f32 = -0.32;

/// Words that say something, of which more make no difference.
const ENOUGH_WORDS: usize = 12;

/// The least and the most that the head is believed.
const BELIEVED: f32 = 1e-4;

/// How likely a question needs nothing of what was said before; `head` is the rewriter's view.
pub(super) fn standalone(question: &str, head: f32) -> f32 {
    let head = head.clamp(BELIEVED, 1.0 - BELIEVED);
    let is = |yes: bool| if yes { 1.0 } else { 0.0 };
    let content = words::content(question).len().min(ENOUGH_WORDS) as f32;
    let first = words::lower(question).into_iter().next().unwrap_or_default();
    let goes_on = ["also", "and", "but", "or", "so", "then"].contains(&first.as_str());
    let sum = BIAS
        + HEAD * (head / (1.0 - head)).ln()
        + CONTENT * content
        + POINTS * is(points_outside(question))
        + GOES_ON * is(goes_on);
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_words_speak_for_a_question_that_stands_alone_and_pronouns_against() {
        let long = "Which port does the proxy listen on when the configuration file names none?";
        assert!(standalone(long, 0.6) > standalone("Which port?", 0.6));
        assert!(standalone("did he write books about the sea", 0.9) < 0.65);
        assert!(standalone("what is photosynthesis?", 0.99) > 0.65);
    }
}
