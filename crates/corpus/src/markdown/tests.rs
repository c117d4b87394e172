use super::*;
use crate::block::BlockKind;
use crate::document::Document;
use crate::unit::Format;

fn read(path: &str, text: &str) -> Document {
    let unit = Unit {
        source: "notes".into(),
        path: path.into(),
        format: Format::Markdown,
        bytes: text.as_bytes().to_vec(),
        offset: 0,
        line: 1,
    };
    match parse(&unit) {
        Ok(Parsed::Document(d)) => *d,
        other => panic!("{other:?}"),
    }
}

const NOTE: &str = "---\ntitle: Great Red Spot\naliases: [GRS, \"The Spot\"]\n---\n\nA storm on [[Jupiter]], seen by [[Voyager program|the Voyagers]].\n\n\
    ## Size\n\nAbout *twice* the [Earth](planets/earth.md#size); see [NASA](https://nasa.gov).\n\n### Shrinking\n\n- Once larger\n- Now `smaller`\n\n![caption](x.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";

#[test]
fn front_matter_sections_and_links_are_read() {
    let d = read("jupiter/spot.md", NOTE);
    assert_eq!((d.id.as_str(), d.title.as_str()), ("notes/jupiter/spot", "Great Red Spot"));
    let seen: Vec<_> =
        d.sections.iter().map(|s| (s.path.join(" > "), &d.text[s.range.clone()])).collect();
    assert_eq!(
        seen,
        [
            (String::new(), "A storm on Jupiter, seen by the Voyagers."),
            ("Size".into(), "About twice the Earth; see NASA."),
            ("Size > Shrinking".into(), "Once larger\nNow smaller\n\ncaption\n\na: 1 | b: 2"),
        ]
    );
    let links: Vec<_> = d.links.iter().map(|l| (l.target.as_str(), l.text.as_str())).collect();
    assert_eq!(
        links,
        [
            ("notes page:jupiter", "Jupiter"),
            ("notes page:voyager program", "the Voyagers"),
            ("notes path:jupiter/planets/earth.md", "Earth"),
        ]
    );
    assert!(d.names.contains(&"notes page:grs".to_owned()));
    assert!(d.names.contains(&"notes page:the spot".to_owned()));
}

#[test]
fn offsets_lead_back_to_the_file() {
    let d = read("spot.md", NOTE);
    for word in ["storm", "Voyagers", "twice", "larger", "smaller"] {
        let at = d.text.find(word).unwrap();
        assert_eq!(d.offsets.source(at) as usize, NOTE.find(word).unwrap(), "{word}");
    }
}

#[test]
fn the_first_heading_is_the_title_without_front_matter() {
    let d = read("x.md", "# Io\n\nHot.\n\n## Name\n\nA nymph.\n");
    assert_eq!(d.title, "Io");
    assert_eq!(d.sections.len(), 2);
    assert_eq!(d.sections[1].path, ["Name"]);
}

#[test]
fn aliases_may_be_a_yaml_list() {
    let front = FrontMatter::of("---\nalias:\n- A b\n- 'C'\nother: x\n---\n");
    assert_eq!(front.aliases, ["A b", "C"]);
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
}

#[track_caller]
fn gives(text: &str, expected: &[(BlockKind, &str)]) {
    assert_eq!(blocks(&read("a.md", text)), expected, "{text}");
}

#[test]
fn lists_code_and_definitions_are_blocks() {
    use BlockKind::*;
    gives(
        "Do:\n\n1. one\n\n   ```sh\n   make  it\n     so\n   ```\n2. two\n   - inner\n\nTerm\n: What it is.\n\n    code\n\nEnd.\n",
        &[
            (Paragraph, "Do:"),
            (List, "one\nmake  it\n  so\ntwo\ninner"),
            (Step, "one\nmake  it\n  so"),
            (Code, "make  it\n  so"),
            (Step, "two\ninner"),
            (List, "inner"),
            (Item, "inner"),
            (Definition, "Term\nWhat it is.\ncode"),
            (Paragraph, "End."),
        ],
    );
}

#[test]
fn rows_are_read_with_their_heads() {
    use BlockKind::*;
    gives(
        "| Key | | Value |\n|---|---|---|\n| `a` | x | *one* |\n| b | | |\n",
        &[
            (Table, "Key: a | x | Value: one\nKey: b"),
            (Row, "Key: a | x | Value: one"),
            (Row, "Key: b"),
        ],
    );
}

#[test]
fn formulas_alerts_footnotes_and_html() {
    use BlockKind::*;
    gives(
        "Let $x^2$ cost $5/$6.\n\n$$\na = b\n$$\n\n> [!NOTE]\n> Mind.\n\nSee[^1].\n\n[^1]: A note.\n\n<div align=\"x\">\nRaw <b>text</b> &amp; more\n</div>\n\na<br>b <i>c</i>\n",
        &[
            (Paragraph, "Let x^2 cost $5/$6."),
            (Formula, "a = b"),
            (Paragraph, "Note: Mind."),
            (Paragraph, "See."),
            (Paragraph, "A note."),
            (Paragraph, "Raw text & more"),
            (Paragraph, "a\nb c"),
        ],
    );
}

#[test]
fn headings_have_anchors_as_github_makes_them() {
    let d = read(
        "a.md",
        "# T\n\nx\n\n## What's new?\n\na\n\n## What's new?\n\nb\n\n## Other {#own}\n\nc\n",
    );
    let seen: Vec<_> = d.sections.iter().map(|s| s.anchor.as_deref()).collect();
    assert_eq!(seen, [None, Some("whats-new"), Some("whats-new-1"), Some("own")]);
}

#[test]
fn a_picture_alone_has_a_caption_and_a_badge_has_none() {
    use BlockKind::*;
    gives(
        "![A *cat*](c.png)\n\nText ![icon](i.png) on.\n\n[![build](b.svg)](x)\n",
        &[(Caption, "A cat"), (Paragraph, "Text on.")],
    );
}
