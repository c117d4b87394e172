//! Inputs the fuzzer found worth keeping: each parses, or is refused, without a panic.

#[path = "../../../../fuzz/fuzz_targets/check.rs"]
mod check;

use std::path::Path;

use grice_corpus::Format;

#[test]
fn kept_fuzz_cases_hold() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz");
    let targets = [
        ("wikitext", Format::MediaWiki),
        ("html", Format::Html),
        ("extract", Format::Extract),
        ("markdown", Format::Markdown),
        ("jsonl", Format::Jsonl),
    ];
    for (target, format) in targets {
        let mut count = 0;
        for file in std::fs::read_dir(cases.join(target)).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            match format {
                Format::MediaWiki => check::check_wikitext(&bytes),
                _ => check::check(format, &bytes),
            }
            count += 1;
        }
        assert!(count >= 20, "{target} has only {count} cases");
    }
}
