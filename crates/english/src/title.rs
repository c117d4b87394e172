//! Titles and names as they stand in a sentence.

use crate::plural::singular;
use crate::words;

/// A title without what tells it from others of its name: "Mercury (element)" is "Mercury".
pub fn bare(title: &str) -> &str {
    title.split(" (").next().unwrap_or(title).trim()
}

/// A title as its page writes it: "the Alps", "a lion", "the north wind", "Rome".
pub fn in_sentence(text: &str, title: &str) -> String {
    let mut chars = title.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_lowercase).collect();
    let lower = format!("{first}{}", chars.as_str());
    let count = |form: String| text.matches(&form).count();
    let small = !is_identifier(title) && count(format!(" {lower}")) > count(format!(" {title}"));
    let form = if small { &lower } else { title };
    let with = |article: &str| count(format!("{article} {form}"));
    let definite = with("The") + with("the");
    let one = with("A") + with("a") + with("An") + with("an");
    let all = count(form.to_owned());
    match () {
        () if definite * 2 > all => format!("the {form}"),
        () if one > 0 && small => format!("{} {form}", article(form)),
        () => form.to_owned(),
    }
}

/// Whether a title is a name, and no word for many things: "Rome" and "the Alps", not "a lion".
pub fn is_proper(text: &str, title: &str) -> bool {
    let name = in_sentence(text, title);
    without_article(&name).starts_with(|c: char| c.is_uppercase() || c.is_numeric())
}

/// A phrase without the article it begins with.
pub fn without_article(phrase: &str) -> &str {
    let phrase = phrase.trim();
    let articles = ["the ", "a ", "an ", "The ", "A ", "An "];
    articles.iter().find_map(|article| phrase.strip_prefix(article)).unwrap_or(phrase)
}

/// "a" or "an", by the first letter of what follows and a few words that sound otherwise.
pub fn article(word: &str) -> &'static str {
    let lower = word.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    if begins(&["hour", "honest", "honour", "honor", "heir"]) {
        return "an";
    }
    match lower.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !begins(&["uni", "use", "usu", "eu", "one", "once", "ubiq", "utili"])
    {
        true => "an",
        false => "a",
    }
}

/// "Anna's", "the Alps'".
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// A text with a capital at its start, unless it begins with an identifier, which is written as it
/// is.
///
/// ```
/// use grice_english::title::capital;
///
/// assert_eq!(capital("the river"), "The river");
/// assert_eq!(capital("max_width is 80"), "max_width is 80");
/// ```
pub fn capital(text: &str) -> String {
    if is_identifier(text) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", chars.as_str())
}

/// Whether the first word of a text is an identifier, a path, a flag or the like, in which capitals
/// matter: "max_width", "utf-8", "std::fs", "--force", "iPhone".
pub fn is_identifier(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    let inner = word.chars().skip(1);
    word.contains(['_', '.', '(', '/', '\\', '=', '@', '#'])
        || word.contains("::")
        || word.starts_with(['$', '-', '`', '~'])
        || word.contains(|c: char| c.is_ascii_digit())
        || word.contains(char::is_lowercase) && has_inner_capital(inner)
}

/// Whether a capital stands inside a word; "Anglo-Saxon" has none, "O'Neil" neither.
fn has_inner_capital(inner: impl Iterator<Item = char>) -> bool {
    let mut before = 'a';
    for c in inner {
        if c.is_uppercase() && before.is_alphanumeric() {
            return true;
        }
        before = c;
    }
    false
}

/// Whether a title has the shape of a person's name: two to four words with capitals, no figures.
pub fn is_like_a_person(title: &str) -> bool {
    let words: Vec<&str> = title.split(' ').collect();
    let name = |word: &&str| {
        word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_ascii_digit())
    };
    (2..=4).contains(&words.len()) && words.iter().all(name)
}

/// The question with a name in the place of a title, its article and the ending of its plural; none
/// where it does not have the title.
pub fn replace(question: &str, title: &str, name: &str) -> Option<String> {
    let own = words::lower(title);
    let all: Vec<_> = grice_text::words(question).collect();
    let last = own.len().checked_sub(1)?;
    let lower: Vec<String> = all.iter().map(|word| word.text.to_lowercase()).collect();
    let same = |said: &str, known: &str| {
        let said = said.trim_end_matches("'s").trim_end_matches("’s");
        said == known || singular(said).as_deref() == Some(known)
    };
    let at = (0..all.len()).find(|at| {
        own.iter().enumerate().all(|(n, known)| {
            let said = lower.get(at + n).map_or("", String::as_str);
            if n == last { same(said, known) } else { said == known }
        })
    })?;
    let article = at.checked_sub(1).filter(|b| ["the", "a", "an"].contains(&lower[*b].as_str()));
    let start = all[article.unwrap_or(at)].bytes.start;
    let owns = all[at + last].text.ends_with("'s") || all[at + last].text.ends_with("’s");
    let name = if owns { possessive(name) } else { name.to_owned() };
    Some(format!("{}{name}{}", &question[..start], &question[all[at + last].bytes.end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_written_as_its_page_writes_it() {
        assert_eq!(
            in_sentence("The Thames is grey. On the Thames it rains.", "Thames"),
            "the Thames"
        );
        assert_eq!(in_sentence("A lion is a cat. When a lion sleeps", "Lion"), "a lion");
        assert_eq!(in_sentence("An owl sees. When an owl sleeps", "Owl"), "an owl");
        assert_eq!(
            in_sentence("The north wind blows; the north wind", "North wind"),
            "the north wind"
        );
        assert_eq!(in_sentence("Rome is large. In Rome", "Rome"), "Rome");
        assert_eq!(in_sentence("", "Rome"), "Rome");
        assert_eq!(bare("Mercury (element)"), "Mercury");
    }

    #[test]
    fn a_name_is_told_from_a_word_for_many_things() {
        assert!(is_proper("The Thames is near. On the Thames", "Thames"));
        assert!(!is_proper("A lion is a cat. Many a lion. The lion", "Lion"));
        assert!(is_like_a_person("Ada Lovelace") && !is_like_a_person("Rome"));
    }

    #[test]
    fn identifiers_keep_their_letters() {
        for same in [
            "max_width",
            "utf-8 text",
            "std::fs",
            "fmt.toml",
            "main()",
            "/etc",
            "x2",
            "iPhone",
            "$HOME",
            "--force",
            "-v",
            "e.g. this",
        ] {
            assert_eq!(capital(same), same);
        }
        for (text, capitals) in [
            ("yes.", "Yes."),
            ("well-known", "Well-known"),
            ("élan", "Élan"),
            ("anglo-Saxon", "Anglo-Saxon"),
            ("", ""),
        ] {
            assert_eq!(capital(text), capitals);
        }
    }

    #[test]
    fn articles_and_possessives_follow_the_sound() {
        assert_eq!((article("owl"), article("unit"), article("hour")), ("an", "a", "an"));
        assert_eq!((possessive("Anna"), possessive("Alps")), ("Anna's".into(), "Alps'".into()));
        assert_eq!((without_article("The Alps"), without_article("Theme")), ("Alps", "Theme"));
    }

    #[test]
    fn a_title_is_put_as_another_name() {
        let put = |question: &str, title: &str, name: &str| {
            replace(question, title, name).unwrap_or_default()
        };
        assert_eq!(put("what do lions eat?", "Lion", "tigers"), "what do tigers eat?");
        assert_eq!(put("How long is the Thames?", "Thames", "Po"), "How long is Po?");
        assert_eq!(put("Who found Rome's walls?", "Rome", "Bath"), "Who found Bath's walls?");
        assert_eq!(put("Who built it?", "Orlo Bridge", "Marrow"), "");
    }
}
