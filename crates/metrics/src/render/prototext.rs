//! The output of the SCAI-QReCC 2021 evaluator.

use crate::render::{MOST_DIGITS, sentences};
use crate::report::Report;

/// One `measure` block a measure; what was counted stands before them as comments.
pub fn prototext(report: &Report, digits: usize) -> String {
    let digits = digits.min(MOST_DIGITS);
    let mut out = String::new();
    for sentence in sentences(report) {
        out.push_str(&format!("# {sentence}\n"));
    }
    for measure in &report.measures {
        if let Some(value) = measure.value {
            let key = measure.name.replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!(
                "measure{{\n  key: \"{key}\"\n  value: \"{value:.digits$}\"\n}}\n"
            ));
        }
    }
    out
}
