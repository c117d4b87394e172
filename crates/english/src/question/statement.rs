//! A question that yes or no answers, as the statement it asks about.

use crate::adjective::{is_adjective, is_superlative};
use crate::name::names;
use crate::plural::is_plural;
use crate::pronoun::{is_personal, is_possessive};
use crate::title::capital;
use crate::verb::{
    is_auxiliary, is_base, is_being, is_participle, may_be_noun, past, third_person,
};
use crate::words::is_in;

const DETERMINERS: &str = "a an the this that these those my your his her its our their every each any some \
    all no most many few several both one two three four five";

const PREPOSITIONS: &str = "about above across after against along among around as at before behind below \
    beside between beyond by during for from in inside into near of off on onto outside over per since \
    than through to toward towards under until upon via with within without";

const ADVERBS: &str = "actually also already always commonly currently ever even fully generally just \
    largely mainly mostly mutually never normally now officially often only originally partly really still \
    truly typically usually very well widely yet";

/// Words that make one adjective with the next: "case sensitive".
const COMPOUNDING: &str =
    "backward backwards case exception forward human machine memory thread type";

/// Names that are said of people and things: "Was she English?".
const NATIONALITIES: &str = "African American Arabic Asian Australian Austrian Belgian British Canadian \
    Catholic Chinese Christian Danish Dutch English European Finnish French German Greek Hungarian Indian \
    Irish Italian Japanese Jewish Korean Latin Mexican Muslim Norwegian Polish Portuguese Protestant Roman \
    Russian Scottish Spanish Swedish Swiss Turkish Welsh";

/// The words of a question between its helping verb and its final mark.
struct Asked<'q> {
    words: Vec<&'q str>,
    lower: Vec<String>,
}

/// The statement that a question asks about; none where its subject cannot be told.
///
/// ```
/// use grice_english::question::declarative;
///
/// assert_eq!(declarative("Do penguins fly?").as_deref(), Some("Penguins fly."));
/// assert_eq!(declarative("Did Mozart meet Haydn?").as_deref(), Some("Mozart met Haydn."));
/// assert_eq!(declarative("Who met Haydn?"), None);
/// ```
pub fn declarative(question: &str) -> Option<String> {
    let question = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    if question.contains(['?', '"', ';', ':', '\n']) {
        return None;
    }
    let mut words: Vec<&str> = question.split_whitespace().collect();
    let openers = words.iter().take_while(|word| is_opener(word)).count();
    words.drain(..openers);
    let verb = words.first()?.to_lowercase();
    if !is_auxiliary(&verb) || words.len() < 3 {
        return None;
    }
    words.remove(0);
    // Neither stands in a statement.
    words.retain(|word| !is_in("any ever", word));
    let lower: Vec<String> =
        words.iter().map(|word| word.trim_end_matches(',').to_lowercase()).collect();
    let asked = Asked { words, lower };
    // A choice or a second clause may have a subject of its own.
    if asked.lower.iter().any(|word| is_in("or if because whether", word)) {
        return None;
    }
    let end = asked.subject_end(&verb)?;
    asked.stated(&verb, end)
}

fn is_opener(word: &str) -> bool {
    let lower = word.trim_end_matches(',').to_lowercase();
    is_in("and but so ok okay well then also now", &lower)
}

impl Asked<'_> {
    fn lower(&self, at: usize) -> &str {
        self.lower.get(at).map_or("", String::as_str)
    }

    /// The number of words of the subject.
    fn subject_end(&self, verb: &str) -> Option<usize> {
        let first = self.lower(0);
        let owned = is_possessive(first) && self.is_noun(1);
        let alone = first == "there" || is_personal(first) && !owned;
        let demonstrative = is_in("this that these those", first) && !self.is_noun(1);
        if alone || demonstrative {
            return Some(1);
        }
        if let Some(end) = self.end_before_noun(verb) {
            return Some(end);
        }
        let name = self.name_end();
        let from = name.unwrap_or(1);
        let fits = |at: &usize| match verb {
            _ if is_being(verb) || verb == "am" => self.begins_predicate(*at),
            "has" | "have" | "had" => self.begins_perfect(*at),
            _ => self.begins_verb(*at) || name == Some(*at) && self.may_be_verb(*at),
        };
        let end = (from..self.words.len()).find(fits)?;
        let sure = self.is_noun_phrase(end) && !(is_being(verb) && self.is_torn(end));
        sure.then_some(end)
    }

    /// "tomatoes FRUITS", "Ada Lovelace ENGLISH": the last word is said of those before it.
    fn end_before_noun(&self, verb: &str) -> Option<usize> {
        let last = self.words.len().checked_sub(1)?;
        let plurals = last == 1
            && is_in("are were", verb)
            && is_plural(self.lower(0))
            && self.is_noun(1)
            && !self.lower(1).ends_with("ing");
        let national = is_being(verb)
            && is_in(NATIONALITIES, self.words[last])
            && self.name_end() == Some(last + 1)
            && last > 0;
        (plurals || national).then_some(last)
    }

    /// The number of words of a name that the subject begins with, its article counted.
    fn name_end(&self) -> Option<usize> {
        let skipped = usize::from(is_in("the a an", self.lower(0)));
        let text = self.words[skipped..].join(" ");
        let name = names(&text).into_iter().next().filter(|name| name.start == 0)?;
        Some(skipped + text[..name.end].split_whitespace().count())
    }

    /// Whether a word is likely a noun: not a verb, an adjective or a small word.
    fn is_noun(&self, at: usize) -> bool {
        let word = self.lower(at);
        let small = is_in(DETERMINERS, word) || is_in(PREPOSITIONS, word) || is_in(ADVERBS, word);
        let verb = is_base(word) && !may_be_noun(word) || is_auxiliary(word) || word == "be";
        !word.is_empty() && !small && !verb && !is_adjective(word) && !is_participle(word)
    }

    /// Whether the verb begins here, after "do" or "can": "penguins FLY", "it still WORKS".
    fn begins_verb(&self, at: usize) -> bool {
        let word = self.lower(at);
        let before = self.lower(at - 1);
        if is_in(ADVERBS, word) {
            return self.begins_verb(at + 1);
        }
        if is_in(DETERMINERS, before) || is_in(PREPOSITIONS, before) || is_adjective(before) {
            return false;
        }
        let next_is_verb = is_base(self.lower(at + 1)) && at + 1 < self.words.len();
        word == "be" || is_base(word) && !(may_be_noun(word) && next_is_verb)
    }

    /// Whether an unknown word right after a name can only be the verb, because no other follows.
    fn may_be_verb(&self, at: usize) -> bool {
        let word = self.lower(at);
        let plain = word.chars().all(|c| c.is_ascii_lowercase());
        let owns = self.lower(at - 1).ends_with(['s', '\'', '’'])
            && self.lower(at - 1).contains(['\'', '’']);
        let later = (at + 1..self.words.len()).any(|at| is_base(self.lower(at)));
        let other = is_plural(word) || is_participle(word) || is_adjective(word) || word == "and";
        plain
            && !owns
            && !later
            && !other
            && !is_in(PREPOSITIONS, word)
            && !is_in(DETERMINERS, word)
    }

    /// Whether a participle begins here, after "has".
    fn begins_perfect(&self, at: usize) -> bool {
        match is_in(ADVERBS, self.lower(at)) {
            true => self.begins_perfect(at + 1),
            false => is_participle(self.lower(at)) && !is_in(DETERMINERS, self.lower(at - 1)),
        }
    }

    /// Whether what is said of the subject begins here, after "is".
    fn begins_predicate(&self, at: usize) -> bool {
        let (word, before, next) = (self.lower(at), self.lower(at - 1), self.lower(at + 1));
        if word.is_empty() || is_in(DETERMINERS, before) || is_in(PREPOSITIONS, before) {
            return false;
        }
        let compound = is_in(COMPOUNDING, word) && is_adjective(next);
        let ends = next.is_empty() || is_in(PREPOSITIONS, next) || is_in("and enough that", next);
        let participle = is_participle(word) || word.ends_with("ing") && word.len() > 5 && ends;
        let determined = is_in(DETERMINERS, word) || is_superlative(word);
        let compared = is_in("more less", word) && is_adjective(next);
        let adverb = is_in(ADVERBS, word) && !next.is_empty();
        let preposition = is_in(PREPOSITIONS, word) && word != "of";
        determined
            || participle && !is_adjective(before)
            || compared
            || compound
            || adverb
            || preposition
            || word == "not"
            || is_adjective(word) && ends
    }

    /// Whether a preposition that seems to begin the predicate may still belong to the subject, because
    /// something is said after it: "the bridge in London open".
    fn is_torn(&self, end: usize) -> bool {
        let said = |at: &usize| {
            let (word, before) = (self.lower(*at), self.lower(at - 1));
            let determined = is_in(DETERMINERS, before) || is_in(PREPOSITIONS, before);
            let last = *at + 1 == self.words.len();
            !determined
                && (is_adjective(word) && last || is_participle(word) || is_in("a an the", word))
        };
        is_in(PREPOSITIONS, self.lower(end)) && (end + 2..self.words.len()).any(|at| said(&at))
    }

    /// Whether the words before a place can be a subject: they begin with a determiner, a name or a
    /// plural, or are one word.
    fn is_noun_phrase(&self, end: usize) -> bool {
        let first = self.lower(0);
        let capital = self.words[0].starts_with(char::is_uppercase);
        let ends_well =
            !is_in(PREPOSITIONS, self.lower(end - 1)) && !is_in("and", self.lower(end - 1));
        let begins =
            !is_in(PREPOSITIONS, first) && !is_auxiliary(first) && !is_in("not and", first);
        let kept = capital || is_in(DETERMINERS, first) || end <= 3;
        ends_well && begins && kept && !(end == 1 && is_in(DETERMINERS, first))
    }

    /// Whether the subject stands for several.
    fn is_several(&self, end: usize) -> bool {
        let head =
            self.lower[..end].iter().position(|word| is_in(PREPOSITIONS, word)).unwrap_or(end);
        let joined = self.lower[..end].iter().any(|word| word == "and");
        joined
            || is_plural(self.lower(head.max(1) - 1))
            || is_in("i you we they these those", self.lower(0))
    }

    /// Subject, verb and the rest as a sentence.
    fn stated(&self, verb: &str, end: usize) -> Option<String> {
        let subject = match self.lower(0) {
            "i" | "we" if end == 1 => "you".to_owned(),
            _ => self.words[..end].join(" "),
        };
        let verb = if self.lower(0) == "i" && verb == "am" { "are" } else { verb };
        let adverbs =
            (end..self.words.len()).take_while(|at| is_in(ADVERBS, self.lower(*at))).count();
        let main = end + adverbs;
        let said = match (verb, self.words.get(main)) {
            ("do" | "does" | "did", Some(base)) => {
                let form = match verb {
                    "did" if *base == "be" => "were".to_owned(),
                    "did" if !is_base(base) => format!("did {base}"),
                    "did" => past(base),
                    "does" if !self.is_several(end) => third_person(base),
                    _ => (*base).to_owned(),
                };
                let before = self.words[end..main].iter().copied();
                let after = self.words[main + 1..].iter().copied();
                before.chain([form.as_str()]).chain(after).collect::<Vec<_>>().join(" ")
            }
            _ => format!("{verb} {}", self.words.get(end..)?.join(" ")),
        };
        let said = of_the_asker(&said);
        Some(format!("{}.", capital(format!("{subject} {said}").trim())))
    }
}

/// What the asker says of themselves, as said to them.
fn of_the_asker(words: &str) -> String {
    let turned = |word: &str| match word {
        "my" => "your".to_owned(),
        "me" | "I" => "you".to_owned(),
        other => other.to_owned(),
    };
    words.split(' ').map(turned).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "statement_tests.rs"]
mod tests;
