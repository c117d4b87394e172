//! Prints every passage of a source as a JSON line: what `grice ingest` would put into an index.
//!
//!     cargo run --release -p grice-corpus --example passages -- FOLDER > passages.jsonl

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use grice_corpus::{Event, Options, Parsed, Source, parse, passages, read};
use serde_json::json;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for path in std::env::args_os().skip(1) {
        let (options, source) = (Options::default(), Source::new(path));
        let mut written = Ok(());
        let mut each = |event: Event| {
            let Event::Unit(unit) = event else { return ControlFlow::Continue(()) };
            if let Ok(Parsed::Document(document)) = parse(&unit, &options.map) {
                for passage in passages(&document) {
                    let line = json!({
                        "passage": passage.id,
                        "document": document.id,
                        "ordinal": passage.ordinal,
                        "title": document.title,
                        "section": passage.section.join(" › "),
                        "anchor": passage.anchor,
                        "line": passage.line,
                        "blocks": passage.blocks,
                        "text": document.text.get(passage.range),
                    });
                    if let Err(error) = writeln!(out, "{line}") {
                        written = Err(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        };
        if let Err(error) = read(&source, &options, &Arc::default(), &mut each) {
            eprintln!("{error}");
        }
        written?;
    }
    out.flush()
}
