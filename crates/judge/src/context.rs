//! What was said, as the models that read and rank were trained to see it.

use crate::turn::Turn;

/// Words of an earlier answer.
const ANSWER: usize = 20;

/// How TopiOCQA writes that there was no answer.
const NONE: &str = "UNANSWERABLE";

/// The question, then the turns before it from the last one backwards, each as answer and
/// question, with bars between; at most `most` words, the bars counted. Of an earlier answer only
/// the first words are taken. White space becomes single blanks.
///
/// `training/asked.py` has the same function.
pub(crate) fn context<'a>(history: &'a [Turn], question: &'a str, most: usize) -> String {
    let said = |turn: &'a Turn| if turn.answer == NONE { "" } else { turn.answer.as_str() };
    let earlier = history.iter().rev();
    let earlier = earlier.flat_map(|turn| [(said(turn), ANSWER), (&*turn.question, usize::MAX)]);
    let mut words: Vec<&str> = Vec::new();
    for (text, limit) in std::iter::once((question, usize::MAX)).chain(earlier) {
        let mut part = text.split_whitespace().take(limit).peekable();
        if part.peek().is_some() && !words.is_empty() {
            words.push("|");
        }
        words.extend(part.take(most));
        if words.len() >= most {
            break;
        }
    }
    words.truncate(most);
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_answers_are_cut_and_those_that_were_none_left_out() {
        let long = (0..30).map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
        let turns = [Turn::new("a?", "UNANSWERABLE"), Turn::new("", long.as_str())];
        let expected = format!("q | {} | a?", &long[..49]);
        assert_eq!(context(&turns, " q\n", 64), expected);
        assert_eq!(context(&turns, "a b c", 2), "a b");
        assert_eq!(context(&[], "", 64), "");
    }
}
