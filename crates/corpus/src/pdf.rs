//! The text of a PDF, a section a page, so that a citation can name the page.
//!
//! A PDF's text has no place in its bytes; offsets count in the extracted text.

use crate::builder::Builder;
use crate::plain::{file_document, push_lines};
use crate::unit::{Parsed, Problem, Unit};

/// The name of the thread that takes PDFs apart: the extractor panics on some broken files, and
/// a program may want to keep that thread's panics quiet.
pub const PDF_THREAD: &str = "grice-pdf";

const STACK: usize = 16 << 20;

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
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name(PDF_THREAD.to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || pdf_extract::extract_text_from_mem_by_pages(bytes))
            .map_err(|e| e.to_string())?;
        match worker.join() {
            Ok(pages) => pages.map_err(|e| e.to_string()),
            Err(_) => Err("the file is damaged or uses a feature not supported".to_owned()),
        }
    })
}
