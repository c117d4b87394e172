use super::*;
use crate::block::{Block, BlockKind};
use crate::document::Document;
use crate::unit::Format;
use proptest::prelude::*;

fn unit(path: &str, bytes: &[u8]) -> Unit {
    Unit {
        source: "site".into(),
        path: path.into(),
        format: Format::Html,
        bytes: bytes.to_vec(),
        offset: 0,
        line: 1,
    }
}

fn read(path: &str, bytes: &[u8]) -> Document {
    match parse(&unit(path, bytes)) {
        Ok(Parsed::Document(document)) => *document,
        other => panic!("{other:?}"),
    }
}

fn body(html: &str) -> Document {
    read("a/page.html", format!("<body>{html}").as_bytes())
}

/// The sections as "Path: text".
fn sections(document: &Document) -> Vec<String> {
    let section = |s: &crate::document::Section| {
        format!("{}: {}", s.path.join(" > "), &document.text[s.range.clone()])
    };
    document.sections.iter().map(section).collect()
}

fn links(document: &Document) -> Vec<(&str, &str)> {
    let link = |l: &'_ crate::document::Link| l.target.strip_prefix("site path:").unwrap().len();
    let pair = |l| {
        let l: &crate::document::Link = l;
        (&l.target[l.target.len() - link(l)..], l.text.as_str())
    };
    document.links.iter().map(pair).collect()
}

/// Every word maps to where it starts in the source.
fn assert_offsets(document: &Document, source: &str) {
    let mut at = 0;
    for word in document.text.split_whitespace() {
        let start = at + document.text[at..].find(word).unwrap();
        at = start + word.len();
        // A row repeats the heads of its columns.
        let row = |b: &Block| b.kind == BlockKind::Row && b.range.contains(&start);
        if document.blocks.iter().any(row) {
            continue;
        }
        let there = &source[document.offsets.source(start) as usize..];
        let first = word.chars().next().unwrap();
        assert!(there.starts_with('&') || there.starts_with(first), "{word}: {there:.30}");
    }
}

const WIKI: &str = include_str!("../../tests/data/html/wiki.html");
const DOCS: &str = include_str!("../../tests/data/html/docs.html");
const LAYOUT: &str = include_str!("../../tests/data/html/layout.html");
const BROKEN: &str = include_str!("../../tests/data/html/broken.html");
const LATIN1: &[u8] = include_bytes!("../../tests/data/html/latin1.html");

#[test]
fn a_wiki_page_gives_its_prose_and_links() {
    let document = read("wp/b/Brumel_Tower.html", WIKI.as_bytes());
    assert_eq!(document.title, "Brumel Tower");
    assert_eq!(document.id, "site/wp/b/Brumel_Tower");
    assert_eq!(document.names, ["site path:wp/b/Brumel_Tower.html", "site title:Brumel Tower"]);
    assert_eq!(
        sections(&document),
        [
            ": Brumel Tower is a slate tower near Årn, in the \"Upper Vale\". It is 61 m tall & \
             leans.\n\nIt has a three-sided base.\n\nHeight: 61 m of slate\n\nThe tower seen from \
             Orrin Hill",
            "History: The tower was built by Mara Quill in 1312.",
            "History > Lightning: struck in 1404\nstruck in 1530 m2\n\nYear: 1404 | Stones: 9",
            "Use: Owls live there.",
        ]
    );
    assert_eq!(
        links(&document),
        [
            ("wp/b/Brumel_(ship).html", "Brumel (ship)"),
            ("wp/s/Slate.html", "slate"),
            ("wp/%/Årn.html", "Årn"),
            ("wp/s/Slate.html", "slate"),
            ("wp/o/Orrin_Hill.html", "Orrin Hill"),
            ("wp/m/Mara_Quill.html", "Mara Quill"),
            ("wp/s/Stone.html", "9"),
            ("wp/l/Leaning_Wall.html", "Leaning Wall"),
        ]
    );
    assert_offsets(&document, WIKI);
}

#[test]
fn a_documentation_page_loses_its_menus() {
    let document = read("docs/lamp.html", DOCS.as_bytes());
    assert_eq!(document.title, "Setting the lamp");
    assert_eq!(
        sections(&document),
        [
            ": Turn the wick with turn(), then see kinds of oil.",
            "Parts: Wick\nThe part that burns.\n\nFont\nThe part that holds oil.\n\nlamp light \\\n  \
             --wick 3\n\nThe lamp, by Ada",
            "Parts > Safety: Keep water by you. See the rules and the sheet.",
        ]
    );
    assert_eq!(links(&document), [("docs/oil.html", "kinds of oil"), ("people/ada.html", "Ada")]);
    assert_offsets(&document, DOCS);
}

#[test]
fn a_layout_table_is_text_and_a_table_of_data_rows() {
    let document = read("walk.htm", LAYOUT.as_bytes());
    assert_eq!(document.title, "The Long Walk Home");
    assert_eq!(
        document.text,
        "On the first day we left the harbour before the sun was up, with bread for \
         two days and a dog that would not be left, and by noon the road had gone from gravel to \
         sand and from sand to grass.\n\nOn the second day it rained, and we stayed at the inn by \
         the bridge, where a man who had been to the far side of the hills told us not to go \
         there, and drew us a map of how to go there all the \
         same.\n\nDay | Miles\n1 | 14\n2 | 0\n\nOn the third day we came \
         home."
    );
    assert_eq!(links(&document), [("inn.htm", "inn")]);
    assert_offsets(&document, LAYOUT);
}

#[test]
fn a_latin_1_page_is_decoded() {
    let document = read("fr/cafe.html", LATIN1);
    assert_eq!(document.title, "Café naïve");
    assert_eq!(document.text, "Le café “naïve” coûte 2 €.\n\nVoir le thé et le lait.");
    assert_eq!(links(&document), [("fr/th%E9.html", "le thé"), ("fr/lait.html", "le lait")]);
    assert_offsets(&document, &encoding::decode(LATIN1).unwrap().text);
}

#[test]
fn broken_tags_neither_lose_text_nor_let_debris_in() {
    let document = read("x/broken.html", BROKEN.as_bytes());
    assert_eq!(document.title, "Broken & mended");
    assert_eq!(
        sections(&document),
        [
            ": First bold both still plain\n\nmenu\nentry\n\nAfter the box\n\ncell | deep\nrow\n\n\
             and after the table.\n\none\ntwo\n\nside\n\nbar\n\nthree\n\nlink with\n\na block and text after it",
            "Open heading: Text < with &bogus; stray <tags> & 3 <4.\n\nNew\nline tail",
        ]
    );
    assert_eq!(links(&document), [("x/a.html", "menu"), ("x/b.html", "link with a block")]);
    assert_offsets(&document, BROKEN);
}

#[test]
fn offsets_start_where_the_unit_does() {
    let source = "\u{feff}<p>One &eacute;t&eacute; two\r\nthree";
    let mut unit = unit("a.html", source.as_bytes());
    unit.offset = 1000;
    let Ok(Parsed::Document(document)) = parse(&unit) else { panic!() };
    assert_eq!(document.text, "One été two three");
    for word in ["One", "two", "three"] {
        let at = document.offsets.source(document.text.find(word).unwrap());
        assert_eq!(at as usize, 1000 + source.find(word).unwrap(), "{word}");
    }
    let t = document.offsets.source(document.text.find("té").unwrap());
    assert_eq!(t as usize, 1000 + source.find("t&eacute").unwrap());
}

#[test]
fn titles_come_from_the_heading_that_the_title_confirms() {
    let title = |html: &str| read("a/My_page.html", html.as_bytes()).title;
    assert_eq!(title("<title>Oak | Trees</title><h1>Oak</h1><p>x"), "Oak");
    assert_eq!(title("<title>Oak | Trees</title><p>x"), "Oak");
    assert_eq!(title("<title>Oak</title><body><h2>A</h2>x<h1>B</h1>y<h1>C</h1>z"), "Oak");
    let outside = "<title>Oak - Trees</title><header><h1>Trees</h1></header><main><p>x</main>";
    assert_eq!(title(outside), "Oak - Trees");
    let site = "<title>Oak — Trees 3 documentation</title><h1>Trees 3 documentation</h1>";
    assert_eq!(title(&format!("{site}<div><h1>Oak</h1><p>x</div>")), "Oak");
    assert_eq!(title(&format!("{site}<div><h2>Oak</h2><p>x</div>")), "Oak");
    assert_eq!(title("<p>text"), "My page");
}

#[test]
fn a_caption_that_is_called_a_title_names_no_page() {
    let page = "<html><head><title>Lamp reference</title></head><body><div id=\"header\"><h1>Lamp reference\
                </h1></div><div id=\"content\"><h2>Wicks</h2><div class=\"paragraph\"><p>A wick is made of \
                cotton, and it is trimmed every evening before the lamp is lit.</p></div><div \
                class=\"title\">Wicks and oils</div><p>Oil is kept in a can beside the lamp.</p></div>";
    assert_eq!(read("a/lamp.html", page.as_bytes()).title, "Lamp reference");
    let doxygen = "<html><head><title>Lamp: Main page</title></head><body><div class=\"header\"><div \
                   class=\"headertitle\"><div class=\"title\">The lamp</div></div></div><div \
                   class=\"contents\"><h2>Wicks</h2><p>A wick is made of cotton and trimmed.</p></div>";
    assert_eq!(read("a/index.html", doxygen.as_bytes()).title, "The lamp");
}

#[test]
fn a_second_first_level_heading_is_a_section() {
    let document = body("<h1>Guide</h1><p>a<h1>Part</h1><p>b<h2>Piece</h2><p>c");
    assert_eq!(sections(&document), ["Guide: a", "Part: b", "Part > Piece: c"]);
}

#[test]
fn a_paragraph_in_large_type_is_no_heading() {
    let long = "word ".repeat(80);
    let document = body(&format!("<h2>Short</h2><h2>{long}</h2><p>text"));
    assert_eq!(sections(&document), [format!("Short: {}\n\ntext", long.trim())]);
}

#[test]
fn the_content_is_found() {
    let menu = "<div>menu words</div>";
    for html in [
        "<main><p>text</main>",
        "<article><header><p>text</header></article>",
        "<div role=main><p>text</div>",
        "<div id=mw-content-text><p>text</div>",
        "<div id=content><p>text</div>",
    ] {
        assert_eq!(body(&format!("{menu}{html}{menu}")).text, "text", "{html}");
    }
    assert_eq!(body("<main></main><p>text").text, "text");
    assert_eq!(body("<article>one</article><article>two</article>").text, "one\n\ntwo");
}

#[test]
fn pages_without_prose_are_kept_without_text() {
    let nothing = |html: &str| parse(&unit("a.html", html.as_bytes())).unwrap();
    assert_eq!(nothing(""), Parsed::Nothing(Why::Empty));
    let textless = |html: &str| match nothing(html) {
        Parsed::Document(d) if d.text.is_empty() && d.sections.is_empty() => d.links.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(textless("<title>x</title><nav>y</nav>"), 0);
    let index: String = (0..12).map(|i| format!("<li><a href={i}.html>Page {i}</a>")).collect();
    assert_eq!(textless(&format!("<h1>Index</h1><ul>{index}")), 0);
    let table: String = (0..90).map(|i| format!("<a href={i}.html>Page {i}</a> ")).collect();
    let listed = format!("<p>A word of prose on top of it all.<table><tr><td>{table}</table>");
    assert_eq!(textless(&listed), 0);
}

#[test]
fn the_index_of_a_book_gives_no_text() {
    let entry =
        |i: usize| format!("<dt>term {i}<dd><a href={i}.html>of lamps</a>, <a href=b.html>[1]</a>");
    let entries: String = (0..30).map(entry).collect();
    assert_eq!(body(&format!("<h1>Index</h1><dl>{entries}</dl>")).text, "");
    assert!(!body(&format!("<h1>Terms</h1><dl>{entries}</dl>")).text.is_empty());
}

#[test]
fn admonitions_and_sidebars_of_a_book_are_text_under_their_section() {
    let document = body(
        "<h1>Lamps</h1><h2>Oil</h2><p>Fill it.</p><div class=note><h3>Note</h3><p>Not too full.</p></div>\
         <div class=sidebar><p>On wicks</p><p>They burn.</p></div><p>Light it.</p>",
    );
    assert_eq!(
        sections(&document),
        ["Oil: Fill it.\n\nNote\n\nNot too full.\n\nOn wicks\n\nThey burn.\n\nLight it."]
    );
}

#[test]
fn links_with_the_class_reference_are_text_and_bars_of_links_are_not() {
    let document = body(
        "<div><a href=a.html accesskey=p>Prev</a> <a href=b.html accesskey=n>Next: More lamps</a></div>\
         <h1>Lamps</h1><ul><li><a href='#x'>One</a><li><a href='#y'>Two</a><li><a href='#z'>Three</a></ul>\
         <p>See <a class='reference internal' href=oil.html>kinds of oil</a>.</p>",
    );
    assert_eq!(document.text, "See kinds of oil.");
}

#[test]
fn blocks_keep_their_kind_and_a_definition_stays_whole() {
    use BlockKind::*;
    let document = body(
        "<h1>x</h1><dl><dt id=opt-a><code>-a</code><dt>--all<dd><p>All.</p><pre>x -a\n  --all</pre></dl>\
         <ol><li>First<li>Then</ol><table><tr><th>Key<th>Value<tr><td>a<td>1</table>",
    );
    let seen: Vec<_> =
        document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect();
    assert_eq!(
        seen,
        [
            (Definition, "-a\n--all\n\nAll.\n\nx -a\n  --all"),
            (Code, "x -a\n  --all"),
            (List, "First\nThen"),
            (Step, "First"),
            (Step, "Then"),
            (Table, "Key: a | Value: 1"),
            (Row, "Key: a | Value: 1"),
        ]
    );
    assert_eq!(document.anchors[0].name, "opt-a");
}

#[test]
fn a_refresh_is_a_redirect() {
    let html = "<meta http-equiv=Refresh content=\"0; URL='../b/New%20page.html'\">Moved.";
    let Ok(Parsed::Redirect(redirect)) = parse(&unit("a/Old.html", html.as_bytes())) else {
        panic!()
    };
    assert_eq!(redirect.id, "site/a/Old");
    assert_eq!(redirect.from, "site path:a/Old.html");
    assert_eq!(redirect.to, "site path:b/New page.html");
    let reloads = "<meta http-equiv=refresh content=60><p>News.";
    assert_eq!(read("news.html", reloads.as_bytes()).text, "News.");
}

#[test]
fn binary_data_is_a_problem() {
    let problem = parse(&unit("a.html", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0")).unwrap_err();
    assert!(problem.to_string().contains("binary"), "{problem}");
}

#[test]
fn hostile_pages_are_read_in_linear_time() {
    let megabyte = |piece: &str| piece.repeat(1_000_000 / piece.len());
    let started = std::time::Instant::now();
    for piece in [
        "<div>",
        "<a href=",
        "<a href=x>",
        "<table><tr><td>",
        "<table>",
        "<dl><dd><i>",
        "<p>x",
        "</b>",
        "</div>",
        "<b>",
        "<sup>[",
        "(",
        "( ) ",
        "\" ",
        "&",
        "&amp;",
        "&#",
        "<!--",
        "<li><ul>",
        "<h1>",
        "<h2>x</h2>",
        "<x-y>",
        "<a%25",
        "<title>",
        "\r",
        "<br>",
        "<pre>\n",
        "<span></p>",
        "<a href=%2525252525252525.html>x",
        "<",
        "</",
        "<div class='toc'>x",
    ] {
        parse(&unit("a.html", megabyte(piece).as_bytes())).unwrap();
        let deep = format!("{}text{}", "<div>".repeat(300), megabyte(piece));
        parse(&unit("a.html", deep.as_bytes())).unwrap();
    }
    assert!(started.elapsed().as_secs() < 300, "{:?}", started.elapsed());
}

fn soup() -> impl Strategy<Value = String> {
    let tags = [
        "p",
        "div",
        "table",
        "tr",
        "td",
        "a href=x.html",
        "b",
        "i",
        "ul",
        "li",
        "dl",
        "dd",
        "h1",
        "h2",
        "sup",
        "pre",
        "br",
        "span class=IPA",
        "div class=infobox",
        "nav",
        "main",
        "article",
        "header",
        "title",
        "script",
        "textarea",
        "body",
        "x-y",
        "div hidden",
        "select",
        "/",
    ];
    let open = prop::sample::select(tags.to_vec()).prop_map(|t| format!("<{t}>"));
    let close = prop::sample::select(tags.to_vec())
        .prop_map(|t| format!("</{}>", t.split(' ').next().unwrap_or(t)));
    let text = "[a-zé \\(\\)\\[\\],;.\"\r\n-]{0,12}";
    let odd =
        prop::sample::select(vec!["&eacute;", "&nbsp;", "<!-- c -->", "<!x>", "<?y?>", "&#x41;"])
            .prop_map(str::to_owned);
    let piece = prop_oneof![3 => open, 2 => close, 4 => text, 1 => odd];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn tag_soup_gives_clean_text(html in soup()) {
        if let Ok(Parsed::Document(document)) = parse(&unit("a/b.html", html.as_bytes())) {
            prop_assert!(!document.text.contains('<'), "{}", document.text);
            let code = document.blocks.iter().any(|b| b.kind == BlockKind::Code);
            prop_assert!(code || !document.text.contains("  "));
            prop_assert!(!document.text.contains('\r'));
            prop_assert_eq!(document.text.trim_end(), &document.text);
            for block in &document.blocks {
                prop_assert!(document.text.get(block.range.clone()).is_some_and(|t| !t.trim().is_empty()));
            }
            let mut end = 0;
            for section in &document.sections {
                prop_assert!(section.range.start >= end && document.text.get(section.range.clone()).is_some());
                end = section.range.end;
            }
            for (at, _) in document.text.char_indices() {
                // A box is read after the lead: the gap behind it may point past the end.
                prop_assert!(document.offsets.source(at) <= html.len() as u64 + 8);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&unit("a.html", &bytes));
    }
}
