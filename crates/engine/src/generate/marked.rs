//! An answer that is written after the spans it is made of (PragmatiCQA, section 4.1).

const LITERAL: &str = "</lit>";
const PRAGMATIC: &str = "</prag>";
const END: &str = "</s>";

/// `Literal span </lit> … Pragmatic span </prag> … Answer </s>`, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marked {
    pub literal: Vec<String>,
    pub pragmatic: Vec<String>,
    pub answer: String,
}

impl Marked {
    pub fn parse(text: &str) -> Marked {
        let mut marked = Marked::default();
        let mut rest = text.split(END).next().unwrap_or_default();
        loop {
            let (literal, pragmatic) = (rest.find(LITERAL), rest.find(PRAGMATIC));
            let is_literal = match (literal, pragmatic) {
                (Some(one), Some(other)) => one < other,
                (one, other) if one.is_none() && other.is_none() => break,
                (one, _) => one.is_some(),
            };
            let (mark, spans) = match is_literal {
                true => (LITERAL, &mut marked.literal),
                false => (PRAGMATIC, &mut marked.pragmatic),
            };
            let Some((span, after)) = rest.split_once(mark) else { break };
            let span = span.trim();
            if !span.is_empty() {
                spans.push(span.to_owned());
            }
            rest = after;
        }
        marked.answer = rest.trim().to_owned();
        marked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_answer_are_told_apart() {
        let marked = Marked::parse("in 1294 </lit> a monk </prag> granite</prag> In 1294. </s> x");
        assert_eq!(marked.literal, ["in 1294"]);
        assert_eq!(marked.pragmatic, ["a monk", "granite"]);
        assert_eq!(marked.answer, "In 1294.");
        assert_eq!(Marked::parse("Just so.").answer, "Just so.");
        assert_eq!(Marked::parse(" </lit> a").literal, Vec::<String>::new());
    }
}
