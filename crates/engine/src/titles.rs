//! Titles as they stand in a sentence.

/// A title as its page writes it: "the Moon", "a comet", "the solar wind", "Titan".
pub(crate) fn named(text: &str, title: &str) -> String {
    let lower = title.to_lowercase();
    let count = |form: String| text.matches(&form).count();
    let small = count(format!(" {lower}")) > count(format!(" {title}"));
    let form =
        if small && title.chars().skip(1).all(|c| !c.is_uppercase()) { &lower } else { title };
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

#[cfg(test)]
mod tests {
    use super::named;

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
        assert_eq!(named("", "Titan"), "Titan");
    }
}
