#![no_main]

mod check;

use grice_corpus::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check::check(Format::Html, bytes));
