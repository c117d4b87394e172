use super::*;
use crate::package::zipped;
use proptest::prelude::*;

const CONTAINER: &str =
    "<container><rootfiles><rootfile full-path='OPS/book.opf'/></rootfiles></container>";
const OPF: &str = "<package><metadata><dc:title>The Ox Book</dc:title></metadata><manifest>
<item id='nav' href='nav.xhtml' media-type='application/xhtml+xml' properties='nav'/>
<item id='cover' href='cover.xhtml' media-type='application/xhtml+xml'/>
<item id='b' href='text/b%20b.xhtml' media-type='application/xhtml+xml'/>
<item id='a' href='text/a.xhtml' media-type='application/xhtml+xml'/>
<item id='css' href='s.css' media-type='text/css'/></manifest>
<spine><itemref idref='cover'/><itemref idref='nav'/><itemref idref='a'/><itemref idref='b'/><itemref idref='a'/></spine></package>";
const NAV: &str = "<html><body><nav><ol><li><a href='text/a.xhtml'>Yokes</a></li><li><a href='text/b%20b.xhtml#x'>Of carts</a></li></ol></nav></body></html>";

fn unit(bytes: Vec<u8>) -> Unit {
    Unit {
        source: "s".into(),
        path: "books/ox.epub".into(),
        format: Format::Epub,
        bytes,
        offset: 0,
        line: 1,
    }
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head>{title}</head><body>{body}</body></html>"
    )
}

fn book(more: &[(&str, &str)]) -> Vec<u8> {
    let words =
        "Two oxen pull the cart slowly over the long hill, and the driver walks beside them. "
            .repeat(3);
    let a = page(
        "<title/>",
        &format!(
            "<h1>Yokes</h1><p>{words}</p><h2 id='fit'>Fitting</h2><p>Fit it well. {words}</p>"
        ),
    );
    let b = page("<title>The Ox Book</title>", &format!("<p>A cart. {words}</p>"));
    let cover = page("<title>Cover</title>", "<img src='c.png'/>");
    let mut parts = vec![
        ("META-INF/container.xml", CONTAINER),
        ("OPS/book.opf", OPF),
        ("OPS/nav.xhtml", NAV),
        ("OPS/cover.xhtml", &cover),
        ("OPS/text/a.xhtml", &a),
        ("OPS/text/b b.xhtml", &b),
    ];
    parts.extend_from_slice(more);
    zipped(&parts)
}

#[test]
fn a_book_is_one_document_in_the_order_of_its_spine() {
    let Ok(Parsed::Document(d)) = parse(&unit(book(&[]))) else { panic!("no document") };
    assert_eq!((d.id.as_str(), d.title.as_str()), ("s/books/ox.epub", "The Ox Book"));
    let seen: Vec<_> = d
        .sections
        .iter()
        .map(|s| {
            (
                s.path.join("/"),
                d.text[s.range.clone()].split(' ').take(2).collect::<Vec<_>>().join(" "),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("Yokes".into(), "Two oxen".into()),
            ("Yokes/Fitting".into(), "Fit it".into()),
            ("Of carts".into(), "A cart.".to_owned()),
        ]
    );
    assert_eq!(d.sections[2].anchor.as_deref(), Some("b b.xhtml"));
    let at = d.text.find("Fit it").unwrap();
    assert_eq!(d.offsets.source(at) as usize, at);
}

#[test]
fn a_locked_book_is_a_problem_and_a_scrambled_font_is_not() {
    let encryption = |uri: &str| {
        format!(
            "<encryption><EncryptedData><CipherData><CipherReference URI='{uri}'/></CipherData></EncryptedData></encryption>"
        )
    };
    let locked = book(&[("META-INF/encryption.xml", &encryption("OPS/text/a.xhtml"))]);
    assert!(parse(&unit(locked)).unwrap_err().message.contains("DRM"));
    let font = book(&[("META-INF/encryption.xml", &encryption("OPS/font.otf"))]);
    assert!(parse(&unit(font)).is_ok());
}

#[test]
fn the_contents_of_epub_2_name_chapters_too() {
    let ncx = "<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src='a.html#x'/>\
        <navPoint><navLabel><text>Two</text></navLabel><content src='a.html'/></navPoint></navPoint></navMap></ncx>";
    let labels = contents::labels("OPS/toc.ncx", ncx);
    assert_eq!(labels.get("OPS/a.html").map(String::as_str), Some("One"));
}

#[test]
fn a_book_without_its_parts_is_a_problem() {
    let bytes = zipped(&[("META-INF/container.xml", CONTAINER)]);
    assert!(parse(&unit(bytes)).unwrap_err().message.contains("'OPS/book.opf' is missing"));
}

proptest! {
    #[test]
    fn any_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), chapter in "[a-z<>/&' =]{0,60}") {
        let _ = parse(&unit(bytes));
        xhtml::closed(chapter.as_bytes());
    }
}
