use super::*;
use crate::block::BlockKind::*;
use crate::document::Document;
use crate::unit::Format;
use proptest::prelude::*;

fn unit(bytes: &[u8]) -> Unit {
    Unit {
        source: "s".into(),
        path: "ox/guide.xml".into(),
        format: Format::DocBook,
        bytes: bytes.to_vec(),
        offset: 0,
        line: 1,
    }
}

fn document(xml: &str) -> Document {
    match parse(&unit(xml.as_bytes())) {
        Ok(Parsed::Document(document)) => *document,
        other => panic!("{other:?}"),
    }
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
}

#[test]
fn a_book_is_one_document_with_its_chapters_as_sections() {
    let xml = r#"<?xml version="1.0"?>
<book xmlns="http://docbook.org/ns/docbook" xml:id="top"><info><title>The <emphasis>Ox</emphasis> Book</title>
<author><personname>No One</personname></author><abstract><para>In short.</para></abstract></info>
<chapter xml:id="yoke"><title>Yokes<indexterm><primary>yoke</primary></indexterm></title>
<para>A yoke<footnote><para>Of wood.</para></footnote> joins two;
see <xref linkend="fit"/>.</para>
<section xml:id="fit"><title>Fitting</title><para xml:id="p1">Fit it.</para></section></chapter>
<index/></book>"#;
    let d = document(xml);
    assert_eq!(d.title, "The Ox Book");
    let seen: Vec<_> = d
        .sections
        .iter()
        .map(|s| (s.path.join("/"), s.anchor.as_deref(), &d.text[s.range.clone()]))
        .collect();
    assert_eq!(
        seen,
        [
            ("".into(), None, "In short."),
            ("Yokes".into(), Some("yoke"), "A yoke joins two; see Fitting.\n\nOf wood."),
            ("Yokes/Fitting".into(), Some("fit"), "Fit it."),
        ]
    );
    assert!(d.anchors.iter().any(|a| a.name == "p1" && d.text[a.at..].starts_with("Fit it.")));
    for word in ["joins", "short", "Fit it"] {
        let at = d.text.find(word).unwrap();
        assert_eq!(d.offsets.source(at) as usize, xml.find(word).unwrap(), "{word}");
    }
}

#[test]
fn lists_steps_definitions_and_questions_are_blocks() {
    let d = document(
        "<article><title>T</title>
<itemizedlist><title>Kinds</title><listitem><para>one</para></listitem>
 <listitem><para>two</para><programlisting>a\n  b</programlisting><para>more</para></listitem></itemizedlist>
<procedure><step><para>first</para><substeps><step><para>inner</para></step></substeps></step></procedure>
<variablelist><varlistentry><term>-x</term><term>--ex</term><listitem><para>Cross.</para></listitem></varlistentry></variablelist>
<glosslist><glossentry xml:id='ox'><glossterm>Ox</glossterm><glossdef><para>Cattle.</para><glossseealso>Cow</glossseealso></glossdef></glossentry></glosslist>
<qandaset><qandaentry><question><para>Why?</para></question><answer><para>So.</para></answer></qandaentry></qandaset>
<simplelist type='inline'><member>a</member><member>b</member></simplelist></article>",
    );
    assert_eq!(
        blocks(&d),
        [
            (Caption, "Kinds"),
            (List, "one\ntwo\na\n  b\nmore"),
            (Item, "one"),
            (Item, "two\na\n  b\nmore"),
            (Code, "a\n  b"),
            (List, "first\ninner"),
            (Step, "first\ninner"),
            (List, "inner"),
            (Step, "inner"),
            (Definition, "-x\n--ex\nCross."),
            (Definition, "Ox\nCattle.\nCow"),
            (Definition, "Why?\nSo."),
            (Paragraph, "a, b"),
        ]
    );
}

#[test]
fn tables_are_rows_with_heads() {
    let d = document(
        "<article><table><title>Sizes</title><tgroup cols='3'><colspec colname='a'/><colspec colname='b'/><colspec colname='c'/>
<thead><row><entry>Name</entry><entry namest='b' nameend='c'>Size</entry></row></thead>
<tbody><row><entry morerows='1'>ox</entry><entry><para>big</para></entry><entry/></row><row><entry>bigger</entry></row></tbody></tgroup></table>
<informaltable><tr><th>K</th><th>V</th></tr><tr><td>k</td><td>v</td></tr></informaltable>
<segmentedlist><segtitle>Who</segtitle><segtitle>What</segtitle><seglistitem><seg>ox</seg><seg>pulls</seg></seglistitem></segmentedlist></article>",
    );
    assert_eq!(
        blocks(&d),
        [
            (Caption, "Sizes"),
            (Table, "Name: ox | Size: big\nName: ox | Size: bigger"),
            (Row, "Name: ox | Size: big"),
            (Row, "Name: ox | Size: bigger"),
            (Table, "K: k | V: v"),
            (Row, "K: k | V: v"),
            (Table, "Who: ox | What: pulls"),
            (Row, "Who: ox | What: pulls"),
        ]
    );
}

#[test]
fn manual_pages_keep_their_synopses() {
    let d = document(
        "<refentry><refmeta><refentrytitle>ox</refentrytitle><manvolnum>1</manvolnum></refmeta>
<refnamediv><refname>ox</refname><refname>oxen</refname><refpurpose>pull carts</refpurpose></refnamediv>
<refsynopsisdiv><cmdsynopsis><command>ox</command><arg>-v</arg><group choice='req'><arg>-a</arg><arg>-b <replaceable>n</replaceable></arg></group><arg choice='plain' rep='repeat'>cart</arg></cmdsynopsis>
<funcsynopsis><funcprototype><funcdef>int <function>pull</function></funcdef><paramdef>int <parameter>n</parameter></paramdef><varargs/></funcprototype></funcsynopsis></refsynopsisdiv>
<refsect1><title>Description</title><para>See <citerefentry><refentrytitle>cart</refentrytitle><manvolnum>5</manvolnum></citerefentry>, press <keycombo>&Ctrl;<keycap>C</keycap></keycombo> or <menuchoice><shortcut><keycap>F1</keycap></shortcut><guimenu>Help</guimenu><guimenuitem>All</guimenuitem></menuchoice>, say <quote>ho</quote>.</para></refsect1></refentry>",
    );
    assert_eq!(d.title, "ox");
    assert_eq!(
        blocks(&d),
        [
            (Paragraph, "ox, oxen — pull carts"),
            (Code, "ox [-v] {-a | -b n} cart..."),
            (Code, "int pull(int n, ...);"),
            (Paragraph, "See cart(5), press &Ctrl;+C or Help > All (F1), say “ho”."),
        ]
    );
    assert_eq!(d.sections[1].path, ["Synopsis"]);
}

#[test]
fn formulas_figures_notes_and_links_are_read() {
    let d = document(
        "<article><equation><title>E</title><alt>E = mc^2</alt><mathphrase>E = mc2</mathphrase></equation>
<figure><title>An ox</title><mediaobject><imageobject><imagedata fileref='o.png'/></imageobject><textobject><phrase>An ox</phrase></textobject><caption><para>At work.</para></caption></mediaobject></figure>
<note><title>Mind</title><para>Go <ulink url='cart.xml'>there</ulink> or <ulink url='http://x.org/'/>.</para></note>
<formalpara><title>Rest</title><para>Sleep.</para></formalpara><remark>no</remark></article>",
    );
    assert_eq!(
        blocks(&d),
        [
            (Caption, "E"),
            (Formula, "E = mc^2"),
            (Caption, "An ox"),
            (Caption, "At work."),
            (Caption, "Mind"),
            (Paragraph, "Go there or http://x.org/."),
            (Paragraph, "Rest. Sleep."),
        ]
    );
    assert_eq!(d.title, "guide");
    assert_eq!(d.links[0].target, "s path:ox/cart.xml");
}

#[test]
fn broken_files_are_problems_with_their_place() {
    let problem = parse(&unit(b"\xef\xbb\xbf<article><para>x</article>")).unwrap_err();
    assert_eq!(problem.offset, Some(19));
    assert!(parse(&unit(b"")).is_err());
    assert!(parse(&unit(b"<a>\xff</a>")).is_err());
}

#[test]
fn hostile_repeats_take_linear_time() {
    for piece in [
        "<para>a<footnote><para>b</para></footnote></para>",
        "<xref linkend='a'/>",
        "<table><row/></table>",
        "<table><tgroup><tbody><row><entry morerows='999999'>a</entry></row></tbody></tgroup></table>",
        "<itemizedlist/>",
        "<varlistentry><term/></varlistentry>",
        "<section id='a'><title>t</title></section>",
        "<programlisting>\n</programlisting>",
        "&unknown;",
        "<cmdsynopsis><group><arg/></group></cmdsynopsis>",
    ] {
        let xml = format!("<article>{}</article>", piece.repeat(300_000 / piece.len()));
        let started = std::time::Instant::now();
        parse(&unit(xml.as_bytes())).unwrap();
        assert!(started.elapsed().as_secs() < 20, "{piece}");
    }
    let nested = "<itemizedlist><listitem><para>a".repeat(80)
        + &"</para></listitem></itemizedlist>".repeat(80);
    assert!(parse(&unit(nested.as_bytes())).is_ok());
}

proptest! {
    #[test]
    fn any_mix_of_elements_is_read(names in prop::collection::vec(
        prop::sample::select(vec![
            "section", "title", "para", "itemizedlist", "listitem", "orderedlist", "varlistentry", "term",
            "programlisting", "table", "tgroup", "thead", "tbody", "row", "entry", "footnote", "info",
            "equation", "cmdsynopsis", "arg", "group", "xref", "qandaentry", "formalpara", "text", "",
        ]), 0..60)) {
        let mut xml = String::from("<article>");
        let mut open = Vec::new();
        for name in names {
            match name {
                "" => if let Some(name) = open.pop() { xml += &format!("</{name}>") },
                "text" => xml += " some words ",
                name => { xml += &format!("<{name} id='i' colspan='2'>"); open.push(name); }
            }
        }
        for name in open.into_iter().rev() {
            xml += &format!("</{name}>");
        }
        xml += "</article>";
        if let Ok(Parsed::Document(d)) = parse(&unit(xml.as_bytes())) {
            crate::passage::passages(&d);
            for block in &d.blocks {
                prop_assert!(d.text.get(block.range.clone()).is_some());
            }
        }
    }

    #[test]
    fn any_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&unit(&bytes));
    }
}
