//! A reply as it is set on a screen: prose folded, lists and code on lines of their own.

use grice_engine::{Reply, Sentence, Shape};
use grice_text::on_one_line;

use crate::output::{DIM, Style, TITLE, columns, fold};

/// What stands before each line of code.
const CODE: &str = "    ";

/// Sets the sentences of one reply, in their order.
pub struct ReplyText {
    /// The columns of a line, where lines are broken.
    width: Option<usize>,
    /// What was set, as the reply's text has it.
    said: String,
    last: Shape,
    column: usize,
}

/// A whole reply with the numbers of its evidence.
pub fn reply_text(reply: &Reply, width: Option<usize>) -> String {
    let mut text = ReplyText::new(width);
    let mut out = String::new();
    for sentence in &reply.evidence {
        out.push_str(&text.sentence(sentence, TITLE));
    }
    out + &text.rest(reply)
}

impl ReplyText {
    pub fn new(width: Option<usize>) -> ReplyText {
        ReplyText { width, said: String::new(), last: Shape::Prose, column: 0 }
    }

    /// A sentence with the numbers of its evidence; those of a list or of code stand below it.
    pub fn sentence(&mut self, sentence: &Sentence, style: Style) -> String {
        self.joined(sentence);
        let marks = sentence.spans.iter().map(|number| format!("[{}]", number + 1));
        let marks: String = marks.collect();
        let mut out = String::new();
        match sentence.shape {
            Shape::Prose => {
                self.words(&sentence.text, style, &mut out);
                self.words(&marks, DIM, &mut out);
            }
            Shape::Lines => {
                self.end(&mut out);
                for line in sentence.text.lines().filter(|line| !line.trim().is_empty()) {
                    let line = fold(line.trim_end(), self.width);
                    out.push_str(&format!("{style}{line}{style:#}\n"));
                }
                self.marks_below("", &marks, &mut out);
            }
            Shape::Code => {
                self.end(&mut out);
                // An empty line of code has its indentation, since an empty line ends a reply.
                for line in sentence.text.trim_matches('\n').lines() {
                    out.push_str(&format!("{CODE}{style}{line}{style:#}\n"));
                }
                self.marks_below(CODE, &marks, &mut out);
            }
        }
        out
    }

    /// What of a reply's text was not set yet, and the end of the line.
    pub fn rest(mut self, reply: &Reply) -> String {
        let rest = reply.text.strip_prefix(self.said.as_str()).unwrap_or(&reply.text);
        let mut out = String::new();
        self.words(rest, Style::Plain, &mut out);
        self.end(&mut out);
        out
    }

    /// Ends the line, where there is one.
    pub fn end(&mut self, out: &mut String) {
        if self.column > 0 {
            out.push('\n');
            self.column = 0;
        }
    }

    /// Takes a sentence into what was said, as the engine joins them.
    fn joined(&mut self, sentence: &Sentence) {
        self.said.push_str(match (self.last, sentence.shape) {
            _ if self.said.is_empty() => "",
            (Shape::Prose, Shape::Prose) => " ",
            _ => "\n\n",
        });
        self.said.push_str(&sentence.text);
        self.last = sentence.shape;
    }

    fn words(&mut self, text: &str, style: Style, out: &mut String) {
        for word in on_one_line(text).split_whitespace() {
            let wide = columns(word);
            if self.width.is_some_and(|width| self.column + 1 + wide > width) {
                self.end(out);
            } else if self.column > 0 {
                out.push(' ');
                self.column += 1;
            }
            out.push_str(&format!("{style}{word}{style:#}"));
            self.column += wide;
        }
    }

    fn marks_below(&mut self, indent: &str, marks: &str, out: &mut String) {
        if !marks.is_empty() {
            out.push_str(&format!("{indent}{DIM}{marks}{DIM:#}\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::plain;

    fn sentence(text: &str, spans: Vec<usize>, shape: Shape) -> Sentence {
        Sentence { text: text.to_owned(), spans, shape, ..Sentence::default() }
    }

    fn set(sentences: Vec<Sentence>, text: &str, width: Option<usize>) -> String {
        let reply = Reply { evidence: sentences, text: text.to_owned(), ..Reply::default() };
        plain(&reply_text(&reply, width))
    }

    #[test]
    fn sentences_carry_the_numbers_of_their_evidence_and_lines_are_broken() {
        let both = || {
            vec![
                sentence("In 1294.", vec![0, 1], Shape::Prose),
                sentence("A king widened it.", vec![2], Shape::Prose),
            ]
        };
        let text = "In 1294. A king widened it.";
        assert_eq!(set(both(), text, None), "In 1294. [1][2] A king widened it. [3]\n");
        assert_eq!(set(both(), text, Some(16)), "In 1294. [1][2]\nA king widened\nit. [3]\n");
    }

    #[test]
    fn code_keeps_its_lines_and_lists_stand_on_lines_of_their_own() {
        let code = "fn main() {\n\n    let a_long_name = another_long_name;\n}";
        let sentences = vec![
            sentence("Do this:", vec![], Shape::Prose),
            sentence(code, vec![0], Shape::Code),
            sentence("1. Open the door.\n\n2. Go in and look around.", vec![1], Shape::Lines),
            sentence("That is all.", vec![], Shape::Prose),
        ];
        let text = format!(
            "Do this:\n\n{code}\n\n1. Open the door.\n\n2. Go in and look around.\n\nThat is all."
        );
        assert_eq!(
            set(sentences, &text, Some(20)),
            "Do this:\n    fn main() {\n    \n        let a_long_name = another_long_name;\n    }\n    [1]\n\
             1. Open the door.\n2. Go in and look\naround.\n[2]\nThat is all.\n"
        );
    }

    #[test]
    fn what_has_no_sentence_is_said_at_the_end() {
        let first = || sentence("In 1294.", vec![], Shape::Prose);
        assert_eq!(set(vec![first()], "In 1294. Which one?", None), "In 1294. Which one?\n");
        assert_eq!(set(vec![], "In 1294. Which one?", None), "In 1294. Which one?\n");
    }
}
