//! The forms of a question that are searched (TopiOCQA, section 4: Original, AllHistory, Rewrite).

use grice_english::words;
use grice_judge::Turn;
use grice_judge::rewrite::Rewritten;

use crate::retrieve::Forms;
use crate::state::Conversation;
use crate::system::ContextualiseSettings;

/// Makes the forms. `rewritten` is what was made of the question; without it the question stays as
/// it is.
pub(crate) fn forms(
    conversation: &Conversation,
    history: &[Turn],
    question: &str,
    rewritten: Option<&Rewritten>,
    settings: &ContextualiseSettings,
) -> Forms {
    let mut forms = Forms {
        original: question.to_owned(),
        rewrite: question.to_owned(),
        sought: question.to_owned(),
        ..Forms::default()
    };
    if history.is_empty() {
        return forms;
    }
    if let Some(rewritten) = rewritten {
        forms.sought = rewritten.rewrite.clone();
        for term in rewritten.terms.iter().filter(|term| term.weight >= settings.term) {
            if !words::set(&forms.sought).contains(&term.term.to_lowercase()) {
                forms.sought = format!("{} {}", forms.sought, term.term);
            }
        }
        forms.rewrite.clone_from(&rewritten.rewrite);
    }
    let last = &history[history.len().saturating_sub(2)..];
    forms.recent = joined(last, question);
    forms.all = all_history(history, question, settings.history_words);
    if let (Some(topic), Some(turn)) = (conversation.topic(), history.last()) {
        forms.titled = format!("{} {} {question}", topic.title, turn.answer);
    }
    forms
}

/// AllHistory: the first turn, then as many of the last turns as fit into `most` words, then the
/// question.
///
/// ```
/// use grice_engine::{Turn, all_history};
///
/// let history = [Turn::new("a b?", "c"), Turn::new("d e?", "f g h"), Turn::new("i?", "j")];
/// assert_eq!(all_history(&history, "k?", 6), "a b? c i? j k?");
/// ```
pub fn all_history(history: &[Turn], question: &str, most: usize) -> String {
    let count = |turn: &Turn| [&turn.question, &turn.answer].map(|t| t.split_whitespace().count());
    let Some((first, rest)) = history.split_first() else { return question.to_owned() };
    let mut left = most.saturating_sub(count(first).iter().sum());
    let mut kept = Vec::new();
    for turn in rest.iter().rev() {
        let words: usize = count(turn).iter().sum();
        if words > left {
            break;
        }
        left -= words;
        kept.push(turn.clone());
    }
    kept.push(first.clone());
    kept.reverse();
    joined(&kept, question)
}

fn joined(turns: &[Turn], question: &str) -> String {
    let said = turns.iter().flat_map(|turn| [turn.question.as_str(), turn.answer.as_str()]);
    let parts: Vec<&str> = said.chain([question]).filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use grice_judge::rewrite::{Asked, Rewriter};

    use super::*;

    fn forms(history: &[Turn], question: &str) -> Forms {
        let settings = crate::System::standard().unwrap().contextualise;
        let mut asked = Rewriter::rules().rewrite(&[Asked { history, question }]);
        let rewritten = asked.pop().and_then(Result::ok);
        super::forms(&Conversation::of(history), history, question, rewritten.as_ref(), &settings)
    }

    #[test]
    fn a_question_that_begins_a_conversation_is_searched_as_it_is() {
        let made = forms(&[], "Who built the bridge?");
        assert_eq!(made.sought, "Who built the bridge?");
        assert_eq!((made.recent.as_str(), made.all.as_str()), ("", ""));
    }

    #[test]
    fn a_pronoun_is_resolved_and_a_question_that_stands_alone_stays() {
        let history = [Turn::new("Who was Ada Lovelace?", "An English mathematician.")];
        let made = forms(&history, "When was she born?");
        assert_eq!(made.rewrite, "When was Ada Lovelace born?");
        assert_eq!(
            made.recent,
            "Who was Ada Lovelace? An English mathematician. When was she born?"
        );
        let alone = "What is the capital of Mongolia called today?";
        assert_eq!(forms(&history, alone).rewrite, alone);
    }
}
