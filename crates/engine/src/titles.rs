//! Titles as they stand in a sentence.

/// A title as its page writes it: "the Moon", "a comet", "the solar wind", "Titan".
pub(crate) fn named(text: &str, title: &str) -> String {
    let mut chars = title.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_lowercase).collect();
    let lower = format!("{first}{}", chars.as_str());
    let count = |form: String| text.matches(&form).count();
    let small = count(format!(" {lower}")) > count(format!(" {title}"));
    let form = if small { &lower } else { title };
    let with = |article: &str| count(format!("{article} {form}"));
    let definite = with("The") + with("the");
    let one = with("A") + with("a") + with("An") + with("an");
    let all = count(form.to_owned());
    match () {
        () if definite * 2 > all => format!("the {form}"),
        () if one > 0 && small && form.starts_with(['a', 'e', 'i', 'o']) => format!("an {form}"),
        () if one > 0 && small => format!("a {form}"),
        () => form.to_owned(),
    }
}

/// Whether a title is a name, and no word for many things: "Titan" and "the Moon", not "a comet".
pub(crate) fn is_proper(text: &str, title: &str) -> bool {
    let name = named(text, title);
    let bare = ["the ", "a ", "an "].iter().find_map(|article| name.strip_prefix(article));
    bare.unwrap_or(&name).starts_with(|c: char| c.is_uppercase() || c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_written_as_its_page_writes_it() {
        assert_eq!(named("The Moon is grey. On the Moon it is cold.", "Moon"), "the Moon");
        assert_eq!(named("A comet is ice. When a comet nears", "Comet"), "a comet");
        assert_eq!(
            named("The solar wind blows; the solar wind is thin.", "Solar wind"),
            "the solar wind"
        );
        assert_eq!(
            named("The Viking program began; the Viking program", "Viking program"),
            "the Viking program"
        );
        assert_eq!(named("Titan is large. On Titan", "Titan"), "Titan");
        let text = "The rings of Saturn are bright. In the rings of Saturn";
        assert_eq!(named(text, "Rings of Saturn"), "the rings of Saturn");
        assert_eq!(named("", "Titan"), "Titan");
    }

    #[test]
    fn a_name_is_told_from_a_word_for_many_things() {
        assert!(is_proper("The Moon is near. On the Moon", "Moon"));
        assert!(!is_proper("A lion is a cat. Many a lion. The lion", "Lion"));
    }
}
