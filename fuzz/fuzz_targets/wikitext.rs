#![no_main]

mod check;

use grice_corpus::Format;
use libfuzzer_sys::fuzz_target;

// The bytes are a page's wikitext; every other input is a whole <page> element, so that the XML
// around the text is tried too.
fuzz_target!(|bytes: &[u8]| {
    check::check(Format::MediaWiki, bytes);
    let text = String::from_utf8_lossy(bytes);
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let page = format!(
        "<page><title>T</title><ns>0</ns><id>1</id><revision><text>{escaped}</text></revision></page>"
    );
    check::check(Format::MediaWiki, page.as_bytes());
});
