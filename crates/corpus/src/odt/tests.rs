use super::*;
use crate::block::BlockKind::*;
use crate::document::Document;
use crate::package::zipped;
use crate::unit::Format;
use proptest::prelude::*;

const STYLES: &str = "<office:document-styles><office:font-face-decls><style:font-face style:name='F' svg:font-family='Liberation Mono' style:font-pitch='fixed'/></office:font-face-decls>
<style:style style:name='Preformatted_20_Text' style:display-name='Preformatted Text' style:family='paragraph'/>
<style:style style:name='Title' style:family='paragraph'/><style:style style:name='Table' style:family='paragraph'/>
</office:document-styles>";
const AUTOMATIC: &str = "<office:automatic-styles>
<style:style style:name='P1' style:family='paragraph' style:parent-style-name='Preformatted_20_Text'/>
<style:style style:name='P2' style:family='paragraph'><style:text-properties style:font-name='F'/></style:style>
<text:list-style style:name='L1'><text:list-level-style-bullet text:level='1'/><text:list-level-style-number text:level='2' style:num-format='1'/></text:list-style>
</office:automatic-styles>";

fn unit(bytes: Vec<u8>) -> Unit {
    Unit {
        source: "s".into(),
        path: "the_ox.odt".into(),
        format: Format::Odt,
        bytes,
        offset: 0,
        line: 1,
    }
}

fn content(body: &str) -> String {
    format!(
        "<office:document-content>{AUTOMATIC}<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
}

fn odt(body: &str) -> Vec<u8> {
    zipped(&[
        ("content.xml", &content(body)),
        ("styles.xml", STYLES),
        (
            "meta.xml",
            "<office:document-meta><office:meta><dc:title>On Oxen</dc:title></office:meta></office:document-meta>",
        ),
        ("Object 1/content.xml", "<math><msup><mi>x</mi><mn>2</mn></msup></math>"),
    ])
}

fn document(body: &str) -> Document {
    match parse(&unit(odt(body))) {
        Ok(Parsed::Document(document)) => *document,
        other => panic!("{other:?}"),
    }
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
}

#[test]
fn headings_paragraphs_and_notes_are_read() {
    let d = document(
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:table-of-content><text:p>Yokes 3</text:p></text:table-of-content><text:p>Lead <text:span>words</text:span>.</text:p>
<text:h text:outline-level='1'><text:bookmark-start text:name='y'/>Yokes</text:h>
<text:p>A yoke<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Of wood.</text:p></text:note-body></text:note> joins<text:s text:c='3'/>two<text:line-break/>oxen <text:a xlink:href='../cart.odt'>and a cart</text:a>.<office:annotation><text:p>hm</text:p></office:annotation></text:p>
<text:list><text:list-item><text:h text:outline-level='2'>Fit</text:h></text:list-item></text:list><text:p>Fit it.</text:p>",
    );
    assert_eq!(d.title, "On Oxen");
    let seen: Vec<_> = d
        .sections
        .iter()
        .map(|s| (s.path.join("/"), s.anchor.as_deref(), &d.text[s.range.clone()]))
        .collect();
    assert_eq!(
        seen,
        [
            ("".into(), None, "Lead words."),
            ("Yokes".into(), Some("y"), "A yoke joins two\noxen and a cart.\n\nOf wood."),
            ("Yokes/Fit".into(), None, "Fit it."),
        ]
    );
    assert_eq!(d.links[0].target, "s path:cart.odt");
}

#[test]
fn lists_nest_and_tell_numbers_from_bullets() {
    let d = document(
        "<text:list text:style-name='L1'><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item></text:list><text:p>more</text:p></text:list-item>
<text:list-item><text:p>two</text:p></text:list-item></text:list><text:p>After.</text:p>",
    );
    assert_eq!(
        blocks(&d),
        [
            (List, "one\ninner\ndeep\nmore\ntwo"),
            (Item, "one\ninner\ndeep\nmore"),
            (List, "inner\ndeep"),
            (Step, "inner\ndeep"),
            (List, "deep"),
            (Step, "deep"),
            (Item, "two"),
            (Paragraph, "After."),
        ]
    );
}

#[test]
fn code_formulas_captions_and_tables_are_blocks() {
    let d = document(
        "<text:p text:style-name='P1'>if x {</text:p><text:p text:style-name='P1'><text:s text:c='4'/>y</text:p><text:p text:style-name='P2'>}</text:p>
<text:list><text:list-item><text:p>Run</text:p><text:p text:style-name='P1'>a</text:p><text:p text:style-name='P1'>b</text:p></text:list-item></text:list>
<text:p><draw:frame><draw:object xlink:href='./Object 1/'/><draw:image/></draw:frame></text:p>
<text:p text:style-name='Table'>Sizes</text:p>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell table:number-columns-spanned='2'><text:p>Size</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell><text:p>ox</text:p></table:table-cell><table:table-cell table:number-columns-repeated='999999999'><text:p/></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>cow</text:p></table:table-cell><table:table-cell><text:p>big</text:p></table:table-cell></table:table-row></table:table>",
    );
    assert_eq!(
        blocks(&d),
        [
            (Code, "if x {\n    y\n}"),
            (List, "Run\na\nb"),
            (Item, "Run\na\nb"),
            (Code, "a\nb"),
            (Formula, "x^2"),
            (Caption, "Sizes"),
            (Table, "Name: ox\nName: cow | Size: big"),
            (Row, "Name: ox"),
            (Row, "Name: cow | Size: big"),
        ]
    );
}

#[test]
fn a_flat_file_is_read_like_a_packed_one() {
    let body =
        "<text:h text:outline-level='1'>Yokes</text:h><text:p text:style-name='P1'>a  b</text:p>";
    let flat = content(body).replace("document-content", "document");
    let Ok(Parsed::Document(d)) = parse(&unit(flat.into_bytes())) else { panic!() };
    assert_eq!(blocks(&d), [(Code, "a b")]);
    assert_eq!(d.title, "Yokes");
    assert!(parse(&unit(b"<office:document>".to_vec())).is_err());
}

#[test]
fn an_encrypted_file_is_a_problem_that_says_what_to_do() {
    let bytes = zipped(&[
        (
            "META-INF/manifest.xml",
            "<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>",
        ),
        ("content.xml", "scrambled"),
    ]);
    assert!(parse(&unit(bytes)).unwrap_err().message.contains("without a password"));
}

proptest! {
    #[test]
    fn any_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), body in "[a-z<>/&' =]{0,60}") {
        let _ = parse(&unit(bytes));
        let _ = parse(&unit(odt(&body)));
    }

    #[test]
    fn any_mix_of_elements_is_read(names in prop::collection::vec(
        prop::sample::select(vec![
            "text:h", "text:p", "text:p text:style-name='P1'", "text:list", "text:list-item", "table:table",
            "table:table-row", "table:table-cell", "text:note", "text:note-body", "draw:text-box", "text", "",
        ]), 0..60)) {
        let mut body = String::new();
        let mut open: Vec<&str> = Vec::new();
        for name in names {
            match name {
                "" => if let Some(name) = open.pop() { body += &format!("</{}>", name.split(' ').next().unwrap()) },
                "text" => body += " some words ",
                name => { body += &format!("<{name}>"); open.push(name); }
            }
        }
        for name in open.into_iter().rev() {
            body += &format!("</{}>", name.split(' ').next().unwrap());
        }
        if let Ok(Parsed::Document(d)) = parse(&unit(odt(&body))) {
            crate::passage::passages(&d);
            for block in &d.blocks {
                prop_assert!(d.text.get(block.range.clone()).is_some());
            }
        }
    }
}
