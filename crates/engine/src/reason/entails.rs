//! Whether a sentence says a statement or denies it: it has the statement's words in their order, with
//! nothing between them that could change what they say.

use grice_english::verb::{is_auxiliary, is_being};
use grice_english::{polarity, title, words};

/// Words with which a sentence tells what others say: "according to legend, …".
const REPORTING: &[&str] = &[
    "alleged",
    "allegedly",
    "believed",
    "claim",
    "claimed",
    "claims",
    "legend",
    "myth",
    "rumoured",
    "supposed",
    "thought",
];

/// Words with which a clause claims little: "some whales sing", "the tank is almost full".
const DOUBTING: &[&str] = &[
    "almost",
    "although",
    "but",
    "could",
    "except",
    "few",
    "formerly",
    "hardly",
    "if",
    "may",
    "might",
    "nearly",
    "once",
    "only",
    "possibly",
    "rarely",
    "seldom",
    "some",
    "sometimes",
    "unless",
    "until",
    "whether",
    "would",
];

/// Words before a noun with which it is no longer what it says: a dwarf planet, a former town.
const PRIVATIVE: &[&str] = &[
    "called",
    "dwarf",
    "failed",
    "fake",
    "false",
    "fictional",
    "former",
    "future",
    "honorary",
    "imaginary",
    "minor",
    "mock",
    "planned",
    "potential",
    "proposed",
    "pseudo",
    "quasi",
    "retired",
    "toy",
];

/// Words that lead to something else than what was said before them.
const LEADING: &[&str] = &[
    "after", "against", "and", "as", "at", "before", "between", "by", "for", "from", "in", "into",
    "like", "near", "of", "on", "or", "over", "than", "that", "to", "under", "when", "which",
    "who", "with", "without",
];

/// The most words between two words of the statement, and how many of them may say something.
const GAP: usize = 5;
const ADDED: usize = 2;

struct Word {
    text: String,
    /// Whether a mark stands before it.
    is_marked: bool,
}

/// Whether the sentence of a page says the statement, or denies it; none where it does neither.
pub(super) fn entails(sentence: &str, page: &str, statement: &str) -> Option<bool> {
    let (said, stated) = (tokens(sentence), tokens(statement));
    let reports = said.iter().any(|word| REPORTING.contains(&word.text.as_str()));
    if reports || polarity::negates(statement) {
        return None;
    }
    let about = words::lower(title::bare(page));
    let is_page = |word: &Word| about.iter().any(|own| is_form(&word.text, own));
    let wanted: Vec<usize> = (0..stated.len()).filter(|at| tells(&stated[*at])).collect();
    // A page may be called by a part of its name.
    let named = wanted.iter().take_while(|at| is_page(&stated[**at])).count();
    let (subject, claim) = wanted.split_at_checked(named.max(1))?;
    let last = *subject.last().filter(|_| !claim.is_empty())?;
    let begins = |at: &usize| match named {
        0 => is_form(&said[*at].text, &stated[last].text),
        _ => is_page(&said[*at]) && !said.get(at + 1).is_some_and(&is_page),
    };
    let mut starts = (0..said.len()).filter(begins);
    starts.find_map(|start| Aligned { said: &said, stated: &stated }.follow(start, last, claim))
}

/// A sentence beside a statement.
struct Aligned<'a> {
    said: &'a [Word],
    stated: &'a [Word],
}

impl Aligned<'_> {
    /// Follows the statement's words through the sentence, from its subject on.
    fn follow(&self, start: usize, subject: usize, claim: &[usize]) -> Option<bool> {
        let (mut at, mut from) = (start, subject);
        let (mut denials, mut is_opposite) = (0, false);
        for next in claim {
            let wanted = &self.stated[*next].text;
            let turned = |at: usize| polarity::are_opposites(wanted, &self.said[at].text);
            let near = at + 1..self.said.len().min(at + 2 + GAP);
            let place = near.clone().find(|at| is_form(wanted, &self.said[*at].text));
            let place = place.or_else(|| near.clone().find(|at| turned(*at)))?;
            is_opposite |= !is_form(wanted, &self.said[place].text);
            denials += self.between(at + 1..place, from + 1..*next)?;
            if self.said[at + 1..=place].iter().any(|word| word.is_marked) {
                return None;
            }
            (at, from) = (place, *next);
        }
        let next = self.said.get(at + 1).filter(|next| !next.is_marked);
        let is_whole = next.is_none_or(|next| !tells(next) && next.text != "or");
        if self.clause(start, at).iter().any(|word| DOUBTING.contains(&word.text.as_str())) {
            return None;
        }
        let all = self.said.iter().filter(|word| polarity::is_negation(&word.text)).count();
        match (is_whole && all == denials, denials > 0, is_opposite) {
            (true, false, false) => Some(true),
            (true, true, false) | (true, false, true) => Some(false),
            _ => None,
        }
    }

    /// The words around some, from mark to mark.
    fn clause(&self, first: usize, last: usize) -> &[Word] {
        let start = (0..=first).rev().find(|at| self.said[*at].is_marked).unwrap_or(0);
        let end = (last + 1..self.said.len()).find(|at| self.said[*at].is_marked);
        &self.said[start..end.unwrap_or(self.said.len())]
    }

    /// The negations between two words of the sentence; none where something between them changes
    /// what is said. `own` is what stands between them in the statement.
    fn between(&self, place: std::ops::Range<usize>, own: std::ops::Range<usize>) -> Option<usize> {
        let links = |word: &&Word| !["a", "an", "the"].contains(&word.text.as_str());
        let mut own = self.stated[own].iter().filter(links).peekable();
        let is_bare = own.peek().is_none();
        let (mut denials, mut added) = (0, 0);
        for word in &self.said[place] {
            let text = word.text.as_str();
            match () {
                () if polarity::is_negation(text) => denials += 1,
                () if own.peek().is_some_and(|own| is_same_link(&own.text, text)) => {
                    own.next();
                }
                () if LEADING.contains(&text) || PRIVATIVE.contains(&text) => return None,
                () if is_being(text) || ["has", "have", "had"].contains(&text) => return None,
                () if !tells(word) || is_auxiliary(text) || text.ends_with("ly") => {}
                () if is_bare || own.peek().is_some() || added == ADDED => return None,
                () => added += 1,
            }
        }
        own.next().is_none().then_some(denials)
    }
}

/// "is" and "are" are the same, "was" is not.
fn is_same_link(own: &str, said: &str) -> bool {
    let forms = [["is", "are"], ["was", "were"], ["has", "have"]];
    own == said || forms.iter().any(|forms| forms.contains(&own) && forms.contains(&said))
}

fn tells(word: &Word) -> bool {
    !words::is_stop(&word.text) && !polarity::is_negation(&word.text)
}

fn tokens(text: &str) -> Vec<Word> {
    let mut end = 0;
    grice_text::words(text)
        .map(|word| {
            let is_marked =
                text[end..word.bytes.start].contains(|c: char| ",;:()[]—–.!?".contains(c));
            end = word.bytes.end;
            Word { text: word.text.to_lowercase().replace('’', "'"), is_marked }
        })
        .collect()
}

/// Whether words are forms of one verb or noun: "orbits" and "orbit", "met" is not "meet".
fn is_form(a: &str, b: &str) -> bool {
    let stem = |word: &str| {
        let mut stem = word.to_owned();
        grice_text::porter::stem(&mut stem);
        stem
    };
    a == b || stem(a) == stem(b)
}

#[cfg(test)]
mod tests {
    use grice_english::question::declarative;

    use super::*;

    fn says(sentence: &str, page: &str, question: &str) -> Option<bool> {
        entails(sentence, page, &declarative(question)?)
    }

    #[test]
    fn a_sentence_says_what_it_has_word_for_word() {
        for (sentence, page, question) in [
            ("Penguins are flightless birds.", "Penguin", "Are penguins birds?"),
            ("Vesper has a dense atmosphere of ice.", "Vesper", "Does Vesper have an atmosphere?"),
            ("The Moon orbits the Earth.", "Moon", "Does the Moon orbit the Earth?"),
            ("Titan is larger than Mercury.", "Titan", "Is Titan larger than Mercury?"),
            (
                "The bridge is made of grey stone.",
                "Orlo Bridge",
                "Is the Orlo Bridge made of stone?",
            ),
            ("Whales can also sing.", "Whale", "Can whales sing?"),
        ] {
            assert_eq!(says(sentence, page, question), Some(true), "{sentence} {question}");
        }
    }

    #[test]
    fn a_sentence_denies_what_it_negates_or_says_the_opposite_of() {
        for (sentence, page, question) in [
            ("Penguins cannot fly.", "Penguin", "Do penguins fly?"),
            ("Because Mars has no oceans, it is nearly dry.", "Mars", "Does Mars have oceans?"),
            ("Orrin has no atmosphere.", "Orrin", "Does Orrin have an atmosphere?"),
            ("A whale is not a fish.", "Whale", "Is a whale a fish?"),
            (
                "Mount Bel is lower than Mount Arn.",
                "Mount Bel",
                "Is Mount Bel higher than Mount Arn?",
            ),
        ] {
            assert_eq!(says(sentence, page, question), Some(false), "{sentence} {question}");
        }
    }

    #[test]
    fn nothing_follows_from_a_sentence_that_says_something_else() {
        for (sentence, page, question) in [
            ("Penguins are flightless birds.", "Penguin", "Do penguins fly?"),
            ("The Earth is an oblate spheroid.", "Earth", "Is the Earth flat?"),
            ("It was once believed that the Earth is flat.", "Earth", "Is the Earth flat?"),
            (
                "No reliable records survive of a meeting of Beethoven and Mozart.",
                "Mozart",
                "Did Beethoven and Mozart ever meet?",
            ),
            ("Pluto is a dwarf planet.", "Pluto", "Is Pluto a planet?"),
            ("Pluto was a planet.", "Pluto", "Is Pluto a planet?"),
            ("Pluto shares its zone, so it became a dwarf planet.", "Pluto", "Is Pluto a planet?"),
            ("Ganymede is wider than the planet Mercury.", "Ganymede", "Is Ganymede a planet?"),
            ("The Louvre pyramid is made of glass.", "Louvre", "Is the Louvre made of glass?"),
            ("Titan is a moon rover.", "Titan", "Is Titan a moon?"),
            ("It is not true that whales sing.", "Whale", "Do whales sing?"),
            ("Some whales sing.", "Whale", "Do whales sing?"),
            ("According to legend, whales sing.", "Whale", "Do whales sing?"),
            ("If whales sing, they are heard far away.", "Whale", "Do whales sing?"),
            ("Marrow is near the sea, and Tasp is a town.", "Marrow", "Is Marrow a town?"),
        ] {
            assert_eq!(says(sentence, page, question), None, "{sentence} {question}");
        }
    }
}
