//! The text of a PDF, a section a page, so that a citation can name the page.
//!
//! A PDF's text has no place in its bytes; offsets count in the extracted text.
//!
//! The extractor trusts its input: a drawing that contains itself overflows its stack, which no
//! thread survives, and a small file may unpack to more than the memory holds. So a file is looked
//! over first (`structure`, `drawings`, `fonts`), and what would harm is refused.

mod drawings;
mod fonts;
mod pages;
mod streams;
mod structure;
mod xref;

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::builder::Builder;
use crate::plain::{file_document, push_lines};
use crate::unit::{Parsed, Problem, Unit};
use pages::Message;

/// The name of the thread that takes PDFs apart: the extractor panics on some broken files, and
/// a program may want to keep that thread's panics quiet.
pub const PDF_THREAD: &str = "grice-pdf";

/// The extractor nests a few calls a drawing or bracket; `structure` bounds how many.
const STACK: usize = 64 << 20;

/// How long one page may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Parses one PDF.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let pages = extract(&unit.bytes).map_err(|why| {
        unit.problem(
            0,
            format!("its text cannot be read ({why}); try `pdftotext` and ingest the result"),
        )
    })?;
    let mut builder = Builder::new();
    let mut at = unit.offset;
    for (number, page) in pages.iter().enumerate() {
        builder.heading(1, &format!("Page {}", number + 1));
        push_lines(page, at, &mut builder);
        at += page.len() as u64;
    }
    Ok(file_document(unit, builder))
}

fn extract(bytes: &[u8]) -> Result<Vec<String>, String> {
    let (send, receive) = sync_channel(16);
    let bytes = bytes.to_vec();
    std::thread::Builder::new()
        .name(PDF_THREAD.to_owned())
        .stack_size(STACK)
        .spawn(move || {
            let outcome = structure::load(&bytes).and_then(|doc| pages::output(&doc, &send));
            // Nobody listens any more when it took too long.
            let _ = send.send(Message::End(outcome));
        })
        .map_err(|e| e.to_string())?;
    collect(&receive, PATIENCE)
}

/// The text of each page. A page that takes longer than `patience` ends it; the extractor then
/// stops at the end of that page.
fn collect(receive: &Receiver<Message>, patience: Duration) -> Result<Vec<String>, String> {
    let mut pages = Vec::new();
    loop {
        match receive.recv_timeout(patience) {
            Ok(Message::Page(text)) => pages.push(text),
            Ok(Message::End(outcome)) => return outcome.map(|()| pages),
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("a page took more than {} seconds", patience.as_secs()));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err("the file is damaged or uses a feature not supported".to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_takes_too_long_is_given_up() {
        let (send, receive) = sync_channel(2);
        send.send(Message::Page("One.".to_owned())).unwrap();
        let why = collect(&receive, Duration::from_millis(10)).unwrap_err();
        assert!(why.contains("took more than 0 seconds"), "{why}");
        drop(send);
        assert!(collect(&receive, PATIENCE).unwrap_err().contains("damaged"));
    }
}
