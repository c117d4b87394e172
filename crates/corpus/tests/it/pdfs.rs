//! PDFs that were made to harm; the files beside them are kept.

use std::fs;
use std::io::Write;

use crate::sources::{Everything, read_all};

/// The smallest PDF with a line of text on each page.
pub fn pdf(lines: &[&str]) -> Vec<u8> {
    let mut objects = vec![catalog()];
    let kids: Vec<String> = (0..lines.len()).map(|i| format!("{} 0 R", 4 + 2 * i)).collect();
    let kids = kids.join(" ");
    objects.push(format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", lines.len()).into_bytes());
    objects.push(font(""));
    for (i, line) in lines.iter().enumerate() {
        objects.push(page(2, 5 + 2 * i, ""));
        objects.push(stream("", text(line).as_bytes()));
    }
    file(&objects)
}

fn catalog() -> Vec<u8> {
    b"<< /Type /Catalog /Pages 2 0 R >>".to_vec()
}

fn font(more: &str) -> Vec<u8> {
    format!(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding {more} >>"
    )
    .into_bytes()
}

fn page(parent: usize, contents: usize, resources: &str) -> Vec<u8> {
    format!("<< /Type /Page /Parent {parent} 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> {resources} >> /Contents {contents} 0 R >>").into_bytes()
}

fn text(line: &str) -> String {
    format!("BT /F1 12 Tf 20 100 Td ({line}) Tj ET")
}

fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<< {dictionary} /Length {} >>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

fn deflate(data: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    data.for_each(|part| zlib.write_all(&part).unwrap());
    zlib.finish().unwrap()
}

/// `size` MiB of spaces, deflated.
fn bomb(size: usize) -> Vec<u8> {
    deflate((0..size).map(|_| vec![b' '; 1 << 20]))
}

fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", i + 1).bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    let size = objects.len() + 1;
    out.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    out.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF").bytes(),
    );
    out
}

/// Objects 1 to 3: a catalog, one page (object 4), a font. Object 5 is the page's content.
fn one_page(contents: Vec<u8>, resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let pages = b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>".to_vec();
    let mut objects = vec![catalog(), pages, font(""), page(2, 5, resources), contents];
    objects.extend(more.iter().cloned());
    file(&objects)
}

/// Reads a hostile PDF between two good files.
fn beside_good_ones(hostile: &[u8]) -> Everything {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pdf"), pdf(&["First."])).unwrap();
    fs::write(folder.path().join("b.pdf"), hostile).unwrap();
    fs::write(folder.path().join("c.pdf"), pdf(&["Last."])).unwrap();
    read_all(folder.path())
}

fn assert_refused(hostile: &[u8], why: &str) {
    let read = beside_good_ones(hostile);
    let texts: Vec<&str> = read.texts().into_iter().map(str::trim).collect();
    assert_eq!(texts, ["First.", "Last."], "{why}");
    assert_eq!(read.problems.len(), 1, "{why}");
    assert!(read.problems[0].message.contains(why), "{}", read.problems[0]);
}

fn assert_read(file: &[u8], text: &str) {
    let read = beside_good_ones(file);
    assert_eq!(read.problems, []);
    assert!(read.documents[1].text.contains(text), "{}", read.documents[1].text);
}

#[test]
fn pages_that_loop_are_refused() {
    let content = || stream("", text("Words.").as_bytes());
    let tree = |kids: &str| {
        format!("<< /Type /Pages /Parent 2 0 R /Kids [{kids}] /Count 2 >>").into_bytes()
    };
    let circle = file(&[catalog(), tree("4 0 R 2 0 R"), font(""), page(2, 5, ""), content()]);
    assert_refused(&circle, "circle");
    let only_itself = file(&[catalog(), tree("2 0 R"), font("")]);
    assert_refused(&only_itself, "no pages");
    // A page that is its own parent, and so inherits from itself for ever.
    let parent = b"<< /Type /Page /Parent 4 0 R /Contents 5 0 R >>".to_vec();
    let own = file(&[catalog(), tree("4 0 R"), font(""), parent, content()]);
    assert_refused(&own, "circle");
}

#[test]
fn objects_that_refer_to_themselves_are_refused_or_passed_over() {
    let itself = file(&[b"1 0 R".to_vec(), b"2 0 R".to_vec(), b"3 0 R".to_vec()]);
    assert_refused(&itself, "cannot be read");
    let pair = one_page(
        stream("", text("Words.").as_bytes()),
        "/XObject 6 0 R",
        &[b"7 0 R".to_vec(), b"6 0 R".to_vec()],
    );
    assert_read(&pair, "Words.");
    let length = one_page(b"<< /Length 5 0 R >>\nstream\nBT ET\nendstream".to_vec(), "", &[]);
    beside_good_ones(&length);
}

#[test]
fn a_drawing_that_contains_itself_is_refused() {
    let form = |draws: &str, data: &str| {
        stream(
            &format!("/Type /XObject /Subtype /Form /Resources << /XObject << {draws} >> >>"),
            data.as_bytes(),
        )
    };
    let start = stream("", b"/X Do");
    let own = one_page(start.clone(), "/XObject << /X 6 0 R >>", &[form("/X 6 0 R", "/X Do")]);
    assert_refused(&own, "contains itself");
    let pair = [form("/Y 7 0 R", "/Y Do"), form("/X 6 0 R", "/X Do")];
    assert_refused(&one_page(start.clone(), "/XObject << /X 6 0 R >>", &pair), "contains itself");
    let inherits = stream("/Type /XObject /Subtype /Form", b"/X Do");
    assert_refused(
        &one_page(start.clone(), "/XObject << /X 6 0 R >>", &[inherits]),
        "contains itself",
    );
    // Resources that name the drawing do no harm as long as it is not drawn.
    let named = form("/X 6 0 R", "");
    assert_read(
        &one_page(
            stream("", format!("/X Do {}", text("Words.")).as_bytes()),
            "/XObject << /X 6 0 R >>",
            &[named],
        ),
        "Words.",
    );
    // Each draws the next twice: 2^30 drawings.
    let doubling: Vec<_> = (0..30)
        .map(|i| form(&format!("/X {} 0 R", 7 + i), "/X Do /X Do"))
        .chain([form("", "")])
        .collect();
    assert_refused(
        &one_page(start.clone(), "/XObject << /X 6 0 R >>", &doubling),
        "draws too much",
    );
    let deep: Vec<_> = (0..2000)
        .map(|i| form(&format!("/X {} 0 R", 7 + i), "/X Do"))
        .chain([form("", "")])
        .collect();
    assert_refused(&one_page(start, "/XObject << /X 6 0 R >>", &deep), "nested too deep");
}

#[test]
fn a_small_file_that_unpacks_to_much_is_refused() {
    let flate = "/Filter /FlateDecode";
    assert_refused(&one_page(stream(flate, &bomb(256)), "", &[]), "unpacks to too much");
    let twice = deflate([bomb(256)].into_iter());
    let chain = stream("/Filter [/FlateDecode /FlateDecode]", &twice);
    assert_refused(&one_page(chain, "", &[]), "unpacks to too much");
    // One content of 4 MiB, a thousand times.
    let many = format!("[{}]", "6 0 R ".repeat(1000)).into_bytes();
    assert_refused(&one_page(many, "", &[stream(flate, &bomb(4))]), "unpacks to too much");
    let objects = stream(&format!("/Type /ObjStm /N 1 /First 4 {flate}"), &bomb(256));
    assert_refused(&one_page(stream("", b""), "", &[objects]), "unpack to too much");
}

#[test]
fn what_is_no_text_may_be_large() {
    let content = stream("", format!("/X Do {}", text("Words.")).as_bytes());
    let image = stream("/Type /XObject /Subtype /Image /Filter /FlateDecode", &bomb(256));
    assert_read(&one_page(content, "/XObject << /X 6 0 R >>", &[image]), "Words.");
}

#[test]
fn fonts_that_map_or_nest_without_end_are_refused() {
    let with_map = |map: &[u8]| {
        let pages = b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>".to_vec();
        let content = stream("", text("Words.").as_bytes());
        file(&[
            catalog(),
            pages,
            font("/ToUnicode 6 0 R"),
            page(2, 5, ""),
            content,
            stream("", map),
        ])
    };
    assert_refused(
        &with_map(b"1 beginbfrange <00000000> <ffffffff> <0041> endbfrange"),
        "too many",
    );
    assert_refused(&with_map("[".repeat(200_000).as_bytes()), "nested too deep");
    assert_read(&with_map(b"1 beginbfchar <57> <0056> endbfchar"), "Vords.");
}

#[test]
fn deep_brackets_in_objects_and_contents_do_no_harm() {
    let deep = "[".repeat(200_000);
    beside_good_ones(&one_page(stream("", deep.as_bytes()), "", &[]));
    beside_good_ones(&one_page(stream("", text("Words.").as_bytes()), "", &[deep.into_bytes()]));
}
