//! Whether a question asks for several things.

use crate::words::is_in;

/// Words that end in s and are no plurals here: verbs of the third person, and names of subjects.
const NO_PLURALS: &str = "causes comes does drives explains gives goes happens has helps holds keeps kills \
    leads lies lives looks makes mathematics means needs news physics politics prevents says series \
    species stands takes tells this was works";

const NUMBERS: &str = "two three four five six seven several some both all";

const ASKING: &str = "who what which when where why";

/// Whether a question asks for several things: "Which countries …", "what were …", "who are …",
/// "list …", "name two …", "when and where …".
pub fn asks_for_several(question: &str) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> = grice_text::words(&lower).map(|word| word.text).collect();
    let followed = |first: &str, then: &dyn Fn(&str) -> bool| {
        words.windows(2).any(|pair| is_in(first, pair[0]) && then(pair[1]))
    };
    let plural_verb = |word: &str| is_in("are were", word);
    let listed = words.first() == Some(&"list")
        || followed("name list", &|word| is_in(NUMBERS, word) || is_plural(word))
        || words.windows(3).any(|three| three[..2] == ["name", "the"] && is_plural(three[2]));
    let joined = words
        .windows(3)
        .any(|three| is_in(ASKING, three[0]) && three[1] == "and" && is_in(ASKING, three[2]));
    listed
        || joined
        || followed("who which", &plural_verb)
        || followed("what", &|word| plural_verb(word) && !is_about_one(&words))
        || followed("what which", &is_plural)
        || words.windows(2).any(|pair| pair == ["who", "all"])
}

/// "What were you …" and "what are they called" ask for one thing.
fn is_about_one(words: &[&str]) -> bool {
    let at = words.iter().position(|word| is_in("are were", word));
    at.and_then(|at| words.get(at + 1)).is_some_and(|word| is_in("you they we", word))
}

/// Whether a word is a plural after a question word, where verbs stand too.
fn is_plural(word: &str) -> bool {
    is_in("people men women children countries", word)
        || word.len() > 3
            && word.ends_with('s')
            && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
            && !is_in(NO_PLURALS, word)
}

#[cfg(test)]
mod tests {
    use super::asks_for_several;

    #[test]
    fn plurals_lists_and_joined_questions_ask_for_several() {
        for question in [
            "Which countries border it?",
            "What were the main causes?",
            "Who are its members?",
            "List the rivers.",
            "Name two of them",
            "Can you name some rivers?",
            "Name the founders",
            "When and where was she born?",
            "what instruments does he play",
            "Who all came?",
            "Which women won it?",
        ] {
            assert!(asks_for_several(question), "{question}");
        }
    }

    #[test]
    fn other_questions_ask_for_one() {
        for question in [
            "Who wrote it?",
            "What is its capital?",
            "Which species is it?",
            "What happens next?",
            "What was the series about?",
            "How many rivers are there?",
            "When was it?",
            "What are they called?",
            "Which bus goes there?",
            "What does this mean?",
            "",
            "何ですか",
            "Name the king",
        ] {
            assert!(!asks_for_several(question), "{question}");
        }
    }
}
