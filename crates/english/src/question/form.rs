//! What kind of answer a question asks for.

use crate::adjective::is_superlative;
use crate::name::names;
use crate::question::asks::{asks_yes_or_no, without_openers};
use crate::question::several::asks_for_several;
use crate::question::wh::{Wh, is_question_word, wh};
use crate::words::{self, begins_with_any, is_in};

/// What kind of answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A name, a date, a number: a few words.
    Words,
    /// A sentence or two.
    Sentence,
    /// Several things.
    List,
    /// What to do, step by step.
    Steps,
    /// A command, an option, an example: something to type.
    Code,
    /// What something is.
    Definition,
    /// Yes or no.
    YesNo,
    /// All there is about a subject.
    Page,
}

/// What is wrapped around a question out of politeness.
const POLITE: [&str; 15] = [
    "can you please",
    "could you please",
    "would you please",
    "can you",
    "could you",
    "would you",
    "will you",
    "please",
    "i want to know",
    "i would like to know",
    "i d like to know",
    "do you know",
    "i wonder",
    "help me understand",
    "tell me",
];

/// Verbs that order an answer after such a wrapping.
const ORDERS: &str = "compare define describe explain give introduce list name outline show summarise \
    summarize tell";

const PAGES: [&str; 14] = [
    "tell me about",
    "tell me more about",
    "tell me something about",
    "tell about",
    "talk about",
    "describe",
    "introduce",
    "what about",
    "how about",
    "give me an overview",
    "summarise",
    "summarize",
    "outline",
    "explain",
];

const HOW_TO: [&str; 22] = [
    "how do i",
    "how do you",
    "how do we",
    "how do one",
    "how does one",
    "how can i",
    "how can you",
    "how can we",
    "how can one",
    "how could i",
    "how should i",
    "how should you",
    "how should we",
    "how would i",
    "how would you",
    "how to",
    "what is the way to",
    "what is the best way to",
    "what s the best way to",
    "what are the steps",
    "what steps",
    "what do i need to do",
];

/// Things that are typed.
const TYPED: &str = "command commands example examples flag flags option options snippet syntax setting \
    settings parameter argument keyword variable shortcut directive";

/// Those that make of "how do I" a question for something typed.
const TYPED_IN_HOW_TO: &str = "command example snippet syntax flag option setting";

const SENTENCES: [&str; 8] = [
    "what causes",
    "what caused",
    "what happens",
    "what happened",
    "what is the difference",
    "what s the difference",
    "what is the purpose",
    "what is the point",
];

/// What kind of answer a question asks for.
///
/// ```
/// use grice_english::question::{Form, form};
///
/// assert_eq!(form("How do I install it?"), Form::Steps);
/// assert_eq!(form("What is a glacier?"), Form::Definition);
/// assert_eq!(form("Which countries border it?"), Form::List);
/// ```
pub fn form(question: &str) -> Form {
    let all = words::lower(question);
    let plain = without_politeness(without_openers(&all));
    let text = plain.join(" ");
    let begins = |phrases: &[&str]| begins_with_any(&text, phrases);
    let asks = plain.iter().position(|word| is_question_word(word));
    let first = plain.first().map_or("", String::as_str);
    let second = plain.get(1).map_or("", String::as_str);
    match () {
        () if begins(&["explain", "describe", "tell me"]) && asks == Some(told(first)) => {
            by_word(question, &plain[told(first)..])
        }
        () if asks_for_typed(plain) => Form::Code,
        () if begins(&PAGES) => Form::Page,
        () if first == "name" && is_in("a an one", second) => Form::Words,
        () if first == "define" || begins(&["definition of", "meaning of"]) => Form::Definition,
        () if is_in("list name enumerate mention", first) => Form::List,
        () if first == "compare" => Form::Sentence,
        () if is_in("give show", first) => Form::List,
        () if asks == Some(0) || wh(question).is_some() => by_word(question, plain),
        () if asks_yes_or_no(&text) => Form::YesNo,
        () if plain.len() <= 5 && !question.contains('?') && !plain.is_empty() => Form::Page,
        () => Form::Sentence,
    }
}

/// The number of words of the order that an indirect question stands after.
fn told(order: &str) -> usize {
    if order == "tell" { 2 } else { 1 }
}

/// The words without "could you please" and the like, where a question or an order follows.
fn without_politeness(words: &[String]) -> &[String] {
    let text = words.join(" ");
    for wrapping in POLITE {
        let Some(rest) = text.strip_prefix(wrapping).and_then(|rest| rest.strip_prefix(' ')) else {
            continue;
        };
        let next = rest.split(' ').next().unwrap_or_default();
        let goes_on = is_question_word(next) || is_in(ORDERS, next) || next == "please";
        if goes_on && !(wrapping == "tell me" && next == "please") {
            return without_politeness(&words[wrapping.split(' ').count()..]);
        }
    }
    words
}

/// "What is the command to …", "which option …", "show me an example".
fn asks_for_typed(words: &[String]) -> bool {
    let text = words.join(" ");
    let typed = words.iter().position(|word| is_in(TYPED, word)).unwrap_or(usize::MAX);
    if begins_with_any(&text, &HOW_TO) {
        return words.iter().any(|word| is_in(TYPED_IN_HOW_TO, word));
    }
    let asked = begins_with_any(&text, &["what", "whats", "which"]);
    let several = begins_with_any(&text, &["what are", "which are"]);
    let is = words.get(1).is_some_and(|word| is_in("is s was", word));
    let near = typed <= if is { 4 } else { 2 };
    let explained = words.iter().any(|word| is_in("does do mean means", word));
    let shown =
        begins_with_any(&text, &["show", "give"]) && !words.contains(&"examples".to_owned());
    asked && !several && near && !explained || shown && typed <= 5
}

/// By the question word and what follows it.
fn by_word(question: &str, words: &[String]) -> Form {
    let text = words.join(" ");
    let second = words.get(1).map_or("", String::as_str);
    if begins_with_any(&text, &HOW_TO) && words.get(3).is_none_or(|word| word != "know") {
        return Form::Steps;
    }
    if begins_with_any(&text, &SENTENCES) {
        return Form::Sentence;
    }
    if is_definition(question, words) {
        return Form::Definition;
    }
    if asks_for_several(&text) {
        return Form::List;
    }
    match wh(&text) {
        Some(Wh::Why | Wh::How) => Form::Sentence,
        Some(Wh::What) if is_in("does do did", second) && does(&words[2..]) => Form::Sentence,
        _ => Form::Words,
    }
}

fn does(words: &[String]) -> bool {
    words.iter().any(|word| word == "do")
}

/// Words that tell which one is meant, so that the thing itself is asked for: "the default port".
const TELLING: &str = "average correct current default exact first last latest main maximum minimum next \
    official original second third total usual";

/// "What is X", "who was X", "what does X mean", where X is no description such as "the capital of Y".
fn is_definition(question: &str, words: &[String]) -> bool {
    let [first, second, rest @ ..] = words else { return false };
    let asks = is_in("what whats who whos", first);
    let means = words.last().is_some_and(|word| is_in("mean means", word));
    let stands = words.ends_with(&["stand".to_owned(), "for".to_owned()]);
    if asks && is_in("does do did", second) && (means || stands) || begins_meant(words) {
        return true;
    }
    if first == "whats" || first == "whos" {
        let mut apart = vec![first.trim_end_matches('s').to_owned(), "is".to_owned()];
        apart.extend_from_slice(&words[1..]);
        return is_definition(question, &apart);
    }
    // "what a monad is"
    if let [middle @ .., last] = rest
        && asks
        && is_in("is are was were", last)
    {
        let mut turned = vec![first.clone(), last.clone(), second.clone()];
        turned.extend_from_slice(middle);
        return is_definition(question, &turned);
    }
    if !asks || !is_in("is are was were s", second) || rest.is_empty() {
        return false;
    }
    let described = rest.iter().any(|word| {
        is_superlative(word)
            || is_in("of for in on at by from to about with like called named used made done", word)
    });
    let definite = rest[0] == "the";
    let owned = is_in("its his her their my your our this that these those", &rest[0]);
    let named = names(question).into_iter().any(|name| {
        let name = words::lower(&question[name]);
        rest.ends_with(&name) && rest.len() <= name.len() + 1
    });
    match () {
        () if named => true,
        () if described || owned || rest.len() > 6 => false,
        () if is_in("who whos", first) => !definite && rest.len() <= 4,
        () if is_in("are were", second) => !definite && rest.len() <= 3,
        () => !definite || rest.len() > 2 && !is_in(TELLING, &rest[1]),
    }
}

fn begins_meant(words: &[String]) -> bool {
    begins_with_any(
        &words.join(" "),
        &["what is meant by", "what is the meaning of", "what is the definition of"],
    )
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
