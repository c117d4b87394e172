//! Looks over the cross-reference streams of a PDF before it is loaded: they are unpacked before
//! anything else, with no limit.

use memchr::memmem;

use super::streams::inflate;

/// The most bytes a table may have: some millions of entries.
const MOST_BYTES: usize = 16 << 20;
/// Where the dictionary of a table has to end.
const HEAD: usize = 64 << 10;
/// Where the place of the last table is told.
const TAIL: usize = 1 << 10;

/// Says what is wrong with the tables of a file.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let bytes = &bytes[memmem::find(bytes, b"%PDF-").unwrap_or(0)..];
    let tail = bytes.len().saturating_sub(TAIL);
    for (key, from) in [(&b"startxref"[..], tail), (&b"/Prev"[..], 0), (&b"/XRefStm"[..], 0)] {
        for at in memmem::find_iter(&bytes[from..], key) {
            let place = place(&bytes[from + at + key.len()..]);
            if let Some(table) = place.and_then(|place| bytes.get(place..)) {
                table_at(table)?;
            }
        }
    }
    Ok(())
}

/// The place told at the start of `text`; `None` for a reference (`/Prev 3 0 R` of an outline).
fn place(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(60)];
    let after = text.trim_ascii_start();
    let after = after.strip_prefix(b"+").unwrap_or(after);
    let digits = after.iter().take_while(|b| b.is_ascii_digit()).count();
    let mut words = after[digits..].split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    let generation = words.next().is_some_and(|w| w.iter().all(u8::is_ascii_digit));
    if generation && words.next().is_some_and(|w| w.starts_with(b"R")) {
        return None;
    }
    number(after)
}

/// The number at the start of `text`.
fn number(text: &[u8]) -> Option<usize> {
    let text = text.trim_ascii_start();
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    std::str::from_utf8(&text[..digits]).ok()?.parse().ok()
}

fn table_at(table: &[u8]) -> Result<(), String> {
    let table = past_space(table);
    if !table.first().is_some_and(u8::is_ascii_digit) {
        return Ok(());
    }
    let damaged = || Err("its table of objects is damaged".to_owned());
    let head = &table[..table.len().min(HEAD)];
    let Some(end) = memmem::find(head, b"stream") else { return damaged() };
    let Some(dictionary) = without_strings(&head[..end]) else { return damaged() };
    let dictionary = &dictionary[..];
    let has = |key: &[u8]| memmem::find(dictionary, key).is_some();
    // An escape in a name hides what it says.
    if has(b"#") || has(b"LZW") || memmem::find_iter(dictionary, b"FlateDecode").count() > 1 {
        return damaged();
    }
    let columns = memmem::find(dictionary, b"/Columns").map(|at| number(&dictionary[at + 8..]));
    if columns.is_some_and(|n| n.is_none_or(|n| n > 1 << 16)) || !widths_are_sane(dictionary) {
        return damaged();
    }
    let data = &table[end + b"stream".len()..];
    let data = data.strip_prefix(b"\r").unwrap_or(data);
    let data = data.strip_prefix(b"\n").unwrap_or(data);
    if has(b"FlateDecode") && inflate(data, MOST_BYTES).is_none() {
        return Err("its table of objects unpacks to too much".to_owned());
    }
    Ok(())
}

/// What follows white space and comments.
fn past_space(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        match text.strip_prefix(b"%") {
            Some(comment) => {
                let end = memchr::memchr2(b'\r', b'\n', comment).unwrap_or(comment.len());
                text = &comment[end..];
            }
            None => return text,
        }
    }
}

/// A dictionary without its strings, which may hold anything; `None` if it has comments.
fn without_strings(dictionary: &[u8]) -> Option<Vec<u8>> {
    let mut kept = Vec::with_capacity(dictionary.len());
    let mut inside = false;
    for &byte in dictionary {
        match byte {
            b'(' => inside = true,
            b')' => inside = false,
            b'%' if !inside => return None,
            _ if !inside => kept.push(byte),
            _ => {}
        }
    }
    Some(kept)
}

/// An entry's fields have a few bytes, and not all of them none: else a few bytes would stand for
/// any number of entries.
fn widths_are_sane(dictionary: &[u8]) -> bool {
    let mut arrays = memmem::find_iter(dictionary, b"/W").filter_map(|at| {
        let text = dictionary[at + 2..].trim_ascii_start().strip_prefix(b"[")?;
        let text = std::str::from_utf8(&text[..memchr::memchr(b']', text)?]).ok()?;
        text.split_ascii_whitespace().map(|n| n.parse::<u64>().ok()).collect::<Option<Vec<u64>>>()
    });
    let sane = |widths: Vec<u64>| widths.iter().all(|n| *n <= 8) && widths.iter().sum::<u64>() > 0;
    arrays.next().is_some_and(sane) && arrays.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn file(dictionary: &str, data: &[u8]) -> Vec<u8> {
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), Default::default());
        zlib.write_all(data).unwrap();
        let head = format!("%PDF-1.5\n7 0 obj\n<< /Type /XRef {dictionary} >>\nstream\r\n");
        let tail = b"\nendstream\nendobj\nstartxref\n9\n%%EOF";
        [head.as_bytes(), &zlib.finish().unwrap(), tail].concat()
    }

    #[test]
    fn tables_that_stand_for_too_much_are_refused() {
        let good = "/W [1 2 1] /Size 9 /Filter /FlateDecode /DecodeParms << /Columns 4 >>";
        assert_eq!(check(&file(good, &[0; 36])), Ok(()));
        assert_eq!(check(&file(&format!("{good} /ID [(a#%b) <00>]"), &[0; 36])), Ok(()));
        assert!(check(&file(good, &vec![0; MOST_BYTES + 1])).is_err());
        for bad in [
            "/W [0 0 0] /Size 9000000000",
            "/W [1 99999999999 1]",
            "/W [1 2 1] /Filter [/FlateDecode /FlateDecode]",
            "/W [1 2 1] /Filter /#46lateDecode",
            "/W [1 2 1] /Columns 99999999999",
            "/W [1 2 1] % (\n /W [0 0 0] %)\n",
            "/Size 3",
        ] {
            assert!(check(&file(bad, b"x")).is_err(), "{bad}");
        }
    }

    #[test]
    fn outlines_and_linearized_files_are_no_tables() {
        let mut file =
            b"%PDF-1.5\n1 0 obj << /Prev 12 0 R >> endobj\nstartxref\n0\n%%EOF\n".to_vec();
        file.extend([b' '; 2 * TAIL]);
        let at = file.len();
        file.extend(format!("xref\n0 1\ntrailer <<>>\nstartxref\n{at}\n%%EOF").bytes());
        assert_eq!(check(&file), Ok(()));
    }
}
