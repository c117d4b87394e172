use super::*;
use crate::block::BlockKind::{self, *};
use crate::document::Document;
use crate::package::zipped;
use crate::unit::Format;
use proptest::prelude::*;

const STYLES: &str = "<w:styles>
<w:style w:type='paragraph' w:default='1' w:styleId='Standard'><w:name w:val='Normal'/></w:style>
<w:style w:type='paragraph' w:styleId='berschrift1'><w:name w:val='heading 1'/><w:pPr><w:outlineLvl w:val='0'/></w:pPr></w:style>
<w:style w:type='paragraph' w:styleId='Kapitel'><w:name w:val='Kapitel'/><w:basedOn w:val='berschrift1'/></w:style>
<w:style w:type='paragraph' w:styleId='Titel'><w:name w:val='Title'/></w:style>
<w:style w:type='paragraph' w:styleId='Quelle'><w:name w:val='Source Code'/></w:style>
<w:style w:type='paragraph' w:styleId='Schritt'><w:name w:val='Schritt'/><w:pPr><w:numPr><w:numId w:val='2'/></w:numPr></w:pPr></w:style>
<w:style w:type='paragraph' w:styleId='Punkt'><w:name w:val='List Bullet'/><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr></w:pPr></w:style>
<w:style w:type='paragraph' w:styleId='Punkt2'><w:name w:val='List Bullet 2'/><w:pPr><w:numPr><w:numId w:val='3'/></w:numPr></w:pPr></w:style>
<w:style w:type='paragraph' w:styleId='Verz1'><w:name w:val='toc 1'/></w:style>
<w:style w:type='paragraph' w:styleId='Besch'><w:name w:val='caption'/></w:style>
</w:styles>";
const NUMBERING: &str = "<w:numbering>
<w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/><w:lvlText w:val='•'/></w:lvl><w:lvl w:ilvl='1'><w:numFmt w:val='bullet'/><w:lvlText w:val='-'/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId='8'><w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId='9'><w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/><w:lvlText w:val=' '/></w:lvl></w:abstractNum>
<w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num><w:num w:numId='2'><w:abstractNumId w:val='8'/></w:num><w:num w:numId='3'><w:abstractNumId w:val='9'/></w:num>
</w:numbering>";
const NOTES: &str = "<w:footnotes><w:footnote w:type='separator' w:id='0'><w:p><w:r><w:t>---</w:t></w:r></w:p></w:footnote>
<w:footnote w:id='2'><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>";

fn unit(bytes: Vec<u8>) -> Unit {
    Unit {
        source: "s".into(),
        path: "notes/the_ox.docx".into(),
        format: Format::Docx,
        bytes,
        offset: 0,
        line: 1,
    }
}

fn docx(body: &str, title: &str) -> Vec<u8> {
    zipped(&[
        (
            "word/document.xml",
            &format!("<w:document xmlns:w='w'><w:body>{body}</w:body></w:document>"),
        ),
        ("word/styles.xml", STYLES),
        ("word/numbering.xml", NUMBERING),
        ("word/footnotes.xml", NOTES),
        (
            "word/_rels/document.xml.rels",
            "<Relationships><Relationship Id='r1' Target='cart.docx' TargetMode='External'/></Relationships>",
        ),
        (
            "docProps/core.xml",
            &format!("<cp:coreProperties><dc:title>{title}</dc:title></cp:coreProperties>"),
        ),
    ])
}

fn document(body: &str) -> Document {
    match parse(&unit(docx(body, ""))) {
        Ok(Parsed::Document(document)) => *document,
        other => panic!("{other:?}"),
    }
}

fn p(style: &str, text: &str) -> String {
    format!(
        "<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>"
    )
}

fn item(list: u8, level: u8, text: &str) -> String {
    format!(
        "<w:p><w:pPr><w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{list}'/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
    )
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
}

#[test]
fn headings_are_told_by_style_in_any_language() {
    let body = p("Titel", "The Ox")
        + &p("Verz1", "Yokes 3")
        + &p("x", "Lead.")
        + &p("berschrift1", "Yokes")
        + &p("x", "Of wood.")
        + "<w:bookmarkStart w:name='_Toc1'/><w:bookmarkStart w:name='carts'/>"
        + &p("Kapitel", "Carts")
        + &p("x", "Heavy.")
        + "<w:p><w:pPr><w:outlineLvl w:val='1'/></w:pPr><w:bookmarkStart w:name='wheels'/><w:r><w:t>Wheels</w:t></w:r></w:p>"
        + &p("x", "Round.");
    let d = document(&body);
    assert_eq!(d.title, "The Ox");
    let seen: Vec<_> =
        d.sections.iter().map(|s| (s.path.join("/"), &d.text[s.range.clone()])).collect();
    assert_eq!(
        seen,
        [
            ("".into(), "Lead."),
            ("Yokes".into(), "Of wood."),
            ("Carts".into(), "Heavy."),
            ("Carts/Wheels".into(), "Round.")
        ]
    );
    assert_eq!(d.sections[2].anchor.as_deref(), Some("carts"));
    assert_eq!(d.sections[3].anchor.as_deref(), Some("wheels"));
    assert_eq!(
        d.offsets.source(d.text.find("wood").unwrap()) as usize,
        d.text.find("wood").unwrap()
    );
    assert_eq!(d.lines, None);
}

#[test]
fn the_title_is_the_only_first_heading_or_the_files_name() {
    let one = document(&(p("berschrift1", "Oxen") + &p("x", "Pull.")));
    assert_eq!((one.title.as_str(), one.sections[0].path.len()), ("Oxen", 0));
    let two =
        document(&(p("berschrift1", "A") + &p("x", "a") + &p("berschrift1", "B") + &p("x", "b")));
    assert_eq!((two.title.as_str(), two.sections[0].path.len()), ("the ox", 1));
    let Ok(Parsed::Document(named)) = parse(&unit(docx(&p("x", "Pull."), "On Oxen"))) else {
        panic!()
    };
    assert_eq!(named.title, "On Oxen");
}

#[test]
fn lists_nest_and_tell_numbers_from_bullets() {
    let body = item(1, 0, "one")
        + &item(1, 1, "inner")
        + &item(3, 0, "more of one")
        + &item(1, 0, "two")
        + &p("Schritt", "first")
        + &p("Schritt", "second")
        + &p("x", "After.");
    assert_eq!(
        blocks(&document(&body)),
        [
            (List, "one\ninner\nmore of one\ntwo"),
            (Item, "one\ninner\nmore of one"),
            (List, "inner"),
            (Item, "inner"),
            (Item, "two"),
            (List, "first\nsecond"),
            (Step, "first"),
            (Step, "second"),
            (Paragraph, "After."),
        ]
    );
}

#[test]
fn the_styles_of_lists_nest_too() {
    let body = p("Punkt", "one") + &p("Punkt2", "inner") + &p("Punkt", "two");
    assert_eq!(
        blocks(&document(&body)),
        [
            (List, "one\ninner\ntwo"),
            (Item, "one\ninner"),
            (List, "inner"),
            (Item, "inner"),
            (Item, "two"),
        ]
    );
}

#[test]
fn code_captions_formulas_and_notes_are_blocks() {
    let body = "<w:p><w:r><w:t>See</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r>\
        <w:hyperlink r:id='r1'><w:r><w:t xml:space='preserve'> the cart</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t></w:r></w:p>"
        .to_owned()
        + &p("Quelle", "if x {") + &p("Quelle", "    y") + &p("Quelle", "") + &p("Quelle", "}")
        + "<w:p><w:r><w:rPr><w:rFonts w:ascii='Courier New'/></w:rPr><w:t>make</w:t><w:br/><w:t>make install</w:t></w:r></w:p>"
        + &p("Besch", "Figure 1")
        + "<w:p><m:oMathPara><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara></w:p>";
    let d = document(&body);
    assert_eq!(
        blocks(&d),
        [
            (Paragraph, "See the cart."),
            (Paragraph, "A note."),
            (Code, "if x {\n    y\n\n}\nmake\nmake install"),
            (Caption, "Figure 1"),
            (Formula, "x^2"),
        ]
    );
    assert_eq!(d.links[0].target, "s path:notes/cart.docx");
}

#[test]
fn what_is_deleted_hidden_or_an_instruction_is_not_read() {
    let body = "<w:p><w:ins><w:r><w:t>In</w:t></w:r></w:ins><w:del><w:r><w:delText>out</w:delText></w:r></w:del>\
        <w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:tab/><w:t>7</w:t></w:r>\
        <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>\
        <w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r></w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice>\
        <mc:Fallback><w:pict><w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r></w:p></w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>\
        <w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val='Table of Contents'/></w:docPartObj></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Contents</w:t></w:r></w:p></w:sdtContent></w:sdt>";
    assert_eq!(document(body).text, "In 7\n\nBoxed.");
}

#[test]
fn tables_are_rows_with_heads() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let row = |cells: &[&str], head: &str| {
        let cells: String = cells.iter().map(|c| cell(c)).collect();
        format!("<w:tr><w:trPr>{head}</w:trPr>{cells}</w:tr>")
    };
    let told = format!(
        "<w:tbl>{}{}</w:tbl>",
        row(&["Name", "Size"], "<w:tblHeader/>"),
        row(&["ox", "big"], "")
    );
    let plain = format!("<w:tbl>{}{}</w:tbl>", row(&["Name", "Ox"], ""), row(&["Size", "big"], ""));
    let frame = format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cell("Framed."));
    assert_eq!(
        blocks(&document(&(told + &plain + &frame))),
        [
            (Table, "Name: ox | Size: big"),
            (Row, "Name: ox | Size: big"),
            (Table, "Name | Ox\nSize | big"),
            (Row, "Name | Ox"),
            (Row, "Size | big"),
            (Paragraph, "Framed."),
        ]
    );
}

#[test]
fn broken_files_are_problems_that_say_what_to_do() {
    let broken = zipped(&[("word/document.xml", "<w:document><w:body>")]);
    let problem = parse(&unit(broken)).unwrap_err();
    assert!(problem.message.contains("'word/document.xml' is broken"), "{problem}");
    let other = zipped(&[("a.txt", "hello")]);
    assert!(parse(&unit(other)).unwrap_err().message.contains("is missing"));
}

proptest! {
    #[test]
    fn any_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), body in "[a-z<>/&' =]{0,60}") {
        let _ = parse(&unit(bytes));
        let _ = parse(&unit(docx(&body, "")));
    }

    #[test]
    fn any_mix_of_paragraphs_keeps_its_words(kinds in prop::collection::vec((0..8u8, 0..3u8), 1..30)) {
        let mut body = String::new();
        for (kind, level) in &kinds {
            body += &match kind {
                0 => p("berschrift1", "head"),
                1 => item(1, *level, "word"),
                2 => item(2, *level, "word"),
                3 => item(3, *level, "word"),
                4 => p("Quelle", "word"),
                5 => p("Besch", "word"),
                6 => "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>word</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>".to_owned(),
                _ => p("x", "word"),
            };
        }
        let words = kinds.iter().filter(|(kind, _)| *kind != 0).count();
        match parse(&unit(docx(&body, ""))).unwrap() {
            Parsed::Document(d) => {
                prop_assert_eq!(d.text.split_whitespace().count(), words);
                for block in &d.blocks {
                    prop_assert!(d.text.get(block.range.clone()).is_some());
                }
            }
            _ => prop_assert_eq!(words, 0),
        }
    }
}
