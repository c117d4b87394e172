use super::*;

#[test]
fn a_sentence_is_asked_for_by_what_it_says() {
    for (sentence, name, asked) in [
        (
            "The Orlo Bridge was built by Aldric Fenn.",
            "the Orlo Bridge",
            "Who built the Orlo Bridge?",
        ),
        ("Titan was discovered in 1655.", "Titan", "When was Titan discovered?"),
        ("Mars is red because its dust has rusted.", "Mars", "Why is Mars red?"),
        ("Aldric Fenn died of a fever in 1291.", "Aldric Fenn", "How did Aldric Fenn die?"),
    ] {
        let found = of_sentence(sentence, name).map(|(asked, _)| asked);
        assert_eq!(found.as_deref(), Some(asked), "{sentence}");
    }
    assert_eq!(of_sentence("A flood destroyed two arches.", "the Orlo Bridge"), None);
}

#[test]
fn a_heading_becomes_a_question_or_none() {
    for (heading, asked) in [
        ("Climate", Some("What is Titan's climate like?")),
        ("Installing the server", Some("How do I install the server?")),
        ("Warning Messages You Might See", None),
        ("Reporting of errors", None),
        ("Using and understanding the core", None),
        ("Discovery and orbit", Some("How was Titan discovered?")),
        ("Why it was reclassified", Some("Why was Titan reclassified?")),
        ("Why it matters", Some("Why does Titan matter?")),
        ("How the air was lost", Some("How was the air of Titan lost?")),
        ("The hexagon", Some("What is the hexagon of Titan?")),
        ("The Golden Record", Some("What is the Golden Record?")),
        ("How they were found", None),
        ("Notes", None),
        ("1986", None),
        ("", None),
    ] {
        assert_eq!(of_heading(heading, "Titan").as_deref(), asked, "{heading}");
    }
    for (heading, asked) in [
        ("Structure", "What is the structure of the rings of Saturn?"),
        ("Discovery", "How were the rings of Saturn discovered?"),
        ("Composition", "What are the rings of Saturn made of?"),
    ] {
        assert_eq!(of_heading(heading, "the rings of Saturn").as_deref(), Some(asked));
    }
    assert_eq!(of_heading("The Commentary", "Using and understanding the core"), None);
}

#[test]
fn a_page_is_asked_for_by_how_it_begins() {
    let fenn = "Aldric Fenn was a monk. He died in 1291.";
    assert_eq!(of_page("Aldric Fenn", fenn), "Who was Aldric Fenn?");
    assert_eq!(of_page("Titan", "Titan is the largest moon of Saturn."), "What is Titan?");
    let rings = "The rings of Saturn are made of ice. The rings of Saturn are thin.";
    assert_eq!(of_page("Rings of Saturn", rings), "What are the rings of Saturn?");
    assert_eq!(
        of_heading("How they were found", "the rings of Saturn").as_deref(),
        Some("How were the rings of Saturn found?")
    );
    assert_eq!(of_page("Solar wind", "The solar wind is a stream."), "What is the solar wind?");
}
