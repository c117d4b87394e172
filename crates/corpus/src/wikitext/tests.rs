//! Wikitext and the text it gives, construct by construct.

use super::{Offsets, redirect, render};
use crate::block::BlockKind;
use crate::builder::Builder;
use crate::document::{Document, Origin};

fn document(wikitext: &str) -> Document {
    let mut builder = Builder::new();
    render(wikitext, &mut builder, "w", &Offsets::linear(0));
    builder.finish("w/1".into(), "Page".into(), Origin::default())
}

/// Each link as "Target" or "Target=words".
fn links(document: &Document) -> Vec<String> {
    let link = |link: &crate::document::Link| {
        let target = link.target.trim_start_matches("w title:");
        match target == link.text {
            true => target.to_owned(),
            false => format!("{target}={}", link.text),
        }
    };
    document.links.iter().map(link).collect()
}

#[track_caller]
fn gives(table: &[(&str, &str)]) {
    for (wikitext, text) in table {
        assert_eq!(document(wikitext).text, *text, "{wikitext:?}");
    }
}

#[test]
fn links_give_their_words() {
    for (wikitext, text, targets) in [
        ("[[Paris]]", "Paris", &["Paris"][..]),
        ("the [[bus]]es run", "the buses run", &["Bus=buses"]),
        ("[[Paris|the ''city'']]", "the city", &["Paris=the city"]),
        ("[[Paris#History|past]]", "past", &["Paris=past"]),
        ("[[#History|past]] [[#Now]]", "past Now", &[]),
        ("[[Boot (shoe)|]]", "Boot", &["Boot (shoe)=Boot"]),
        ("[[|Boot]]", "Boot", &[]),
        ("[[AT&amp;T]]", "AT&T", &["AT&T"]),
        ("[[Caf%C3%A9|x]]", "x", &["Café=x"]),
        ("a [[File:X.jpg|thumb|A [[dog]] and {{x|[[cat]]}}]] b", "a b", &["Dog=dog", "Cat=cat"]),
        ("[[Category:Towns|Paris]]a", "a", &[]),
        ("see [[:Category:Towns]]", "see Category:Towns", &[]),
        ("a [[de:Paris]] b", "a b", &[]),
        ("[[wikt:town|town]]", "town", &[]),
        ("[[2001: A Space Odyssey]]", "2001: A Space Odyssey", &["2001: A Space Odyssey"]),
        ("[[a|[[b]] c]]", "a|b c", &["B=b"]),
        ("[[Paris|{{nowrap|the city}}]]", "the city", &["Paris=the city"]),
        ("[[{{x}}|words]]", "words", &[]),
    ] {
        let document = document(wikitext);
        assert_eq!(document.text, text, "{wikitext:?}");
        assert_eq!(links(&document), targets, "{wikitext:?}");
    }
}

#[test]
fn external_links_give_their_words() {
    gives(&[
        ("a [http://x.org/?a=b the site] b", "a the site b"),
        ("a [http://x.org/] b", "a b"),
        ("a [http://x.org/], b", "a, b"),
        ("a [//x.org site] b", "a site b"),
        ("see http://x.org/a_b now", "see http://x.org/a_b now"),
        ("a [http://x.org/{{y}}z ''the'' site] b", "a the site b"),
        ("a [sic] b", "a [sic] b"),
        ("[http://x.org broken\nnext", "http://x.org broken next"),
        ("[[http://x.org the site]]", "the site"),
    ]);
}

#[test]
fn templates_of_the_sentence_are_kept() {
    gives(&[
        ("{{convert|5|km|mi}}", "5 km"),
        ("{{Convert|5|-|10|km|mi|abbr=on}}", "5–10 km"),
        ("{{convert|5|to|10|sqmi|km2}}", "5 to 10 sq mi"),
        ("{{cvt|5|ft|11|in|cm}}", "5 ft 11 in"),
        ("{{convert|30|C|F}}", "30 °C"),
        ("{{convert|1,200|ft|m|0}}", "1,200 ft"),
        ("{{lang|fr|bon ''vivant''}}", "bon vivant"),
        ("{{transl|ru|ISO|Moskva}}", "Moskva"),
        ("{{lang-fr|la ville}}", "la ville"),
        ("{{nowrap|a b}} {{small|c}} {{nobr|1=d=e}}", "a b c d=e"),
        ("({{IPA|fr|paʁi}}) a", "a"),
        ("{{circa|1500}} {{c.|1600|1620}}", "c. 1500 c. 1600–1620"),
        ("{{start date|1969|7|20}}", "July 20, 1969"),
        ("{{Start date|1969|7|20|df=yes}}", "20 July 1969"),
        ("{{birth date and age|1969|07}}", "July 1969"),
        ("{{frac|1|2}} {{frac|3|1|4}} {{frac|8}}", "1/2 3 1/4 1/8"),
        ("{{val|1.5|u=km}} {{val|3|0.2|e=5|ul=m}}", "1.5 km 3 ± 0.2 × 10^5 m"),
        ("a{{!}}b{{=}}c{{'}}d", "a|b=c'd"),
        ("1{{ndash}}2{{mdash}}3{{snd}}4{{spaced ndash}}5", "1–2—3 – 4 – 5"),
        ("{{as of|2015|3}}, {{As of|2016|lc=y}}", "As of March 2015, as of 2016"),
        ("{{formatnum:1234567}} {{formatnum: {{x}}9|R}}", "1234567 9"),
        ("{{sic|teh}} {{abbr|UN|United Nations}}", "teh UN"),
        ("{{USS|Enterprise|CV-6}} {{height|ft=6|in=2}}", "USS Enterprise 6 ft 2 in"),
        ("{{nihongo|Tokyo Tower|東京タワー|Tōkyō Tawā}}", "Tokyo Tower (東京タワー, Tōkyō Tawā)"),
        ("{{lang|fr|{{nowrap|{{small|x}} y}}}}", "x y"),
        ("{{_convert |\n 5 | km }}", "5 km"),
    ]);
}

#[test]
fn other_templates_leave_no_debris() {
    gives(&[
        ("a {{cn}} b", "a b"),
        ("a {{cn}}, b", "a, b"),
        ("a {{cn}} .", "a."),
        ("A ({{IPA|x}}; born 1900) b", "A (born 1900) b"),
        ("A ({{IPA|x}}; {{lang-xx|}}) b", "A b"),
        ("A (''{{x}}'') b", "A b"),
        ("A ({{x}}{{y}}, {{z}}; 5 km {{q}}) b", "A (5 km) b"),
        ("a {{b|{{c|{{d}}}}|e={{f}}}} g", "a g"),
        ("{{DEFAULTSORT:Paris}}{{PAGENAME}}a __NOTOC__ b__TOC__ __init__", "a b __init__"),
        ("{{ISBN|123}}{{ubl|a|b}}{{plainlist|\n* a\n}}x", "x"),
        ("a {{{b|c}}} d", "a d"),
        ("main() is {{x}} void", "main() is void"),
    ]);
    let document = document("{{Main|Dogs|Cats#Food}}\n{{Infobox|a=[[bird|birds]]}}x");
    assert_eq!(links(&document), ["Dogs", "Cats=Cats § Food", "Bird=birds"]);
}

#[test]
fn tags_and_comments() {
    gives(&[
        ("a<ref>b</ref> c<ref name=x/> d <ref name=\"y\">{{z</ref>.", "a c d."),
        ("a<!-- b --> c", "a c"),
        ("a\n<!-- b -->\nc", "a c"),
        ("a\n<!-- b\n\n -->\n\nc", "a\n\nc"),
        ("H<sub>2</sub>O <small>x</small> <span style='a'>y</span>", "H2O x y"),
        ("a<br>b<br />c", "a\nb\nc"),
        ("a <math>x^{{2}}</math> b<timeline>\n\nx</timeline>", "a x^{{2}} b"),
        ("<nowiki>[[a]] {{b}} ''c'' &lt;</nowiki>", "[[a]] {{b}} ''c'' <"),
        ("a <code>x = 1</code> b", "a x = 1 b"),
        (
            "a\n<syntaxhighlight lang=c>\nif (a)\n  b();\n</syntaxhighlight>\nc",
            "a\n\nif (a)\n  b();\n\nc",
        ),
        ("<pre>a\n* b</pre>", "a\n* b"),
        ("a<blockquote>b</blockquote>c", "a\n\nb\n\nc"),
        ("<poem>a\nb\n\nc</poem>d", "a\nb\n\nc\n\nd"),
        ("a<noinclude>b</noinclude><includeonly>c</includeonly>", "ab"),
        ("1 < 2 and #include <stdio.h>", "1 < 2 and #include <stdio.h>"),
        ("<gallery>\nFile:a.jpg|b\n</gallery>c", "c"),
        ("a<references />b<references>\n<ref>x</ref>\n</references>", "ab"),
        ("<table><tr><td>a<table>b</table></td></tr></table>c", "c"),
        ("&nbsp;a&ndash;b&nbsp;&#8212; &lt;c&gt; &unknown; R&D", "a–b — <c> &unknown; R&D"),
    ]);
}

#[test]
fn lines_lists_and_paragraphs() {
    gives(&[
        ("a\nb\n\nc\n \nd", "a b\n\nc\n\nd"),
        ("These:\n* a\n** b\n# c\n*: d\n\ne", "These:\n\na\nb\n\nc\n\nd\n\ne"),
        ("* a\nb", "a\n\nb"),
        ("; Term: meaning\n; Time 12:30 : noon\n: more", "Term\nmeaning\n\nTime 12:30\nnoon\nmore"),
        ("a\n b c\n   d\ne", "a\n\nb c\n  d\n\ne"),
        ("a\n----\nb", "a\n\nb"),
        ("a\n{| class=x\n! h\n|-\n| b || c\n{|\n| d\n|}\n|}\ne", "a\n\nh\nb | c\n\ne"),
        (":{|\n| b\n|}\na", "b\n\na"),
        ("a {{quote|b\n\nc|author}} d", "a\n\nb\n\nc\n\nd"),
        ("a\n{{Infobox\n| b = c\n\n| d = {{e}}\n}}\nf", "a f\n\nB: c"),
        ("'''a''' ''b''s '''''c''''' d'e", "a bs c d'e"),
    ]);
}

#[test]
fn what_is_not_closed_does_not_swallow_the_page() {
    gives(&[
        ("a {{b c\n\nd {{e}} f", "a\n\nd f"),
        ("a [[b c\n\nd [[e]]", "a b c\n\nd e"),
        ("a [[File:b|c\n\nd", "a\n\nd"),
        ("a <ref>b\n\nc<ref>d</ref> e", "a\n\nc e"),
        ("a <!-- b\n\nc", "a\n\nc"),
        ("{|\n| a\n\nb", "b"),
        ("{|\n| a\n\n| b\n|-\n|}\nc", "a | b\n\nc"),
        ("a }} b ]] c", "a b c"),
        ("a <math>b\n\nc", "a b\n\nc"),
        ("a <nowiki>b ''c''", "a b c"),
        ("{{a\n== H ==\nb", "b"),
        ("{<!-- -->{ a }<!-- -->} [''[b]", "{ a } [b]"),
        ("a <re''f b", "a ref b"),
        ("a ] <ref/>] b", "a ] b"),
    ]);
}

#[test]
fn headings_open_sections() {
    let document = document(
        "Lead.\n== ''A'' [[b]] ==\nx\n=== C {{d}}===  <!-- e\n -->\ny\n== See also ==\n* [[Z]]\n\
         === Books ===\nno\n==F==\nz\n= G =\nq\n=== References ===\nno\n=== H ===\nr = 1\n",
    );
    let seen: Vec<_> = document
        .sections
        .iter()
        .map(|s| format!("{}: {}", s.path.join("/"), &document.text[s.range.clone()]))
        .collect();
    assert_eq!(seen, [": Lead.", "A b: x", "A b/C: y", "F: z", "G: q", "G/H: r = 1"]);
    assert_eq!(links(&document), ["B=b", "Z"]);
}

#[test]
fn redirects() {
    for (text, target) in [
        ("#REDIRECT [[Paris]]", Some("Paris")),
        ("\n#redirect: [[Paris#History|x]]\n{{R}}", Some("Paris#History")),
        ("#Redirect[[:AT&amp;T]]", Some("AT&T")),
        ("# REDIRECT [[Paris]]", None),
        ("#REDIRECT Paris", None),
        ("#REDIREÇT", None),
    ] {
        assert_eq!(redirect(text).as_deref(), target, "{text}");
    }
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
}

#[test]
fn lists_code_and_formulas_are_blocks() {
    use BlockKind::*;
    let document = document(
        "These:\n* a\n** b\n*: c\n* d\n# e\n;T: x\n: y\n;U\n z\n  w\n:<math>a^2</math>.\n<pre>p\n\n q</pre>\nend",
    );
    assert_eq!(
        blocks(&document),
        [
            (Paragraph, "These:"),
            (List, "a\nb\nc\nd"),
            (Item, "a\nb\nc"),
            (List, "b"),
            (Item, "b"),
            (Item, "d"),
            (List, "e"),
            (Step, "e"),
            (Definition, "T\nx\ny"),
            (Definition, "U"),
            (Code, "z\n w"),
            (Formula, "a^2"),
            (Paragraph, "."),
            (Code, "p\n\n q"),
            (Paragraph, "end"),
        ]
    );
}

#[test]
fn rows_are_read_with_their_heads() {
    use BlockKind::*;
    let text = "a\n{| class=\"wikitable\"\n|+ The ''caption''\n! Key !! Value\n|-\n| rowspan=2 | k1 || [[one]]\n|-\n| two<ref>x</ref>\n|-\n! colspan=\"2\" | Other\n|-\n|k2\n|\n* three\n|}\nb";
    let document = document(text);
    assert_eq!(
        blocks(&document),
        [
            (Paragraph, "a"),
            (Caption, "The caption"),
            (
                Table,
                "Key: k1 | Value: one\nKey: k1 | Value: two\nKey: Other\nKey: k2 | Value: * three"
            ),
            (Row, "Key: k1 | Value: one"),
            (Row, "Key: k1 | Value: two"),
            (Row, "Key: Other"),
            (Row, "Key: k2 | Value: * three"),
            (Paragraph, "b"),
        ]
    );
    for word in ["caption", "k1", "one", "two", "three"] {
        let at = document.text.find(word).unwrap();
        assert_eq!(document.offsets.source(at) as usize, text.find(word).unwrap(), "{word}");
    }
    assert_eq!(links(&document), ["One=one"]);
    gives(&[("a\n{| class=navbox\n| b\n|}\nc", "a\n\nc")]);
}

#[test]
fn a_box_comes_behind_the_lead() {
    use BlockKind::*;
    let document = document(
        "{{Infobox town\n| name = X\n| image = x.jpg\n| pop_total = 5<ref>y</ref>\n| twins = {{ubl|[[A]]|B}}\n| seat = C<br>D\n| empty =\n}}\n[[File:x.jpg|thumb|250px|A [[view]].]]\n'''X''' is a town.\n\nMore.\n== H ==\n[[File:y.jpg|thumb|left|Now]]\nz\n{{Infobox b|c=d}}",
    );
    assert_eq!(
        blocks(&document),
        [
            (Paragraph, "X is a town."),
            (Paragraph, "More."),
            (Table, "Name: X\nPop total: 5\nTwins: A, B\nSeat: C, D"),
            (Row, "Name: X"),
            (Row, "Pop total: 5"),
            (Row, "Twins: A, B"),
            (Row, "Seat: C, D"),
            (Caption, "A view."),
            (Caption, "Now"),
            (Paragraph, "z"),
            (Table, "C: d"),
            (Row, "C: d"),
        ]
    );
}
