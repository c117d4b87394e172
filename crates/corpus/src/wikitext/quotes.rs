//! Bold and italic markup: which of a line's apostrophes are only apostrophes.

use super::line::{Edit, Line};

/// For each run of two or more apostrophes of the line, how many of them are text.
pub(super) fn literals(line: &Line) -> Vec<usize> {
    let runs = || {
        line.edits.iter().filter_map(|&(at, edit)| match edit {
            Edit::Quotes(len) => Some((at, len)),
            _ => None,
        })
    };
    let mut literals: Vec<usize> = runs().map(|(_, len)| literal(len)).collect();
    let (mut bold, mut italic) = (0_usize, 0_usize);
    for (_, len) in runs() {
        bold += usize::from(len != 2);
        italic += usize::from(len == 2 || len >= 5);
    }
    if bold % 2 == 1 && italic % 2 == 1 {
        let bolds = runs().enumerate().filter(|(_, (_, len))| matches!(len, 3 | 4));
        // As MediaWiki does: "l'''amour''" is an apostrophe and italics, rather than bold.
        let best = bolds.min_by_key(|&(_, (at, len))| likelihood(&line.text, at + len - 3));
        if let Some(count) = best.and_then(|(i, _)| literals.get_mut(i)) {
            *count += 1;
        }
    }
    literals
}

fn literal(run: usize) -> usize {
    match run {
        4 => 1,
        run => run.saturating_sub(5),
    }
}

/// How likely an apostrophe is at `at`: after a one-letter word most, after a space least.
fn likelihood(text: &str, at: usize) -> u8 {
    let mut before = text.get(..at).unwrap_or_default().chars().rev();
    match (before.next(), before.next()) {
        (None, _) => 2,
        (Some(c), _) if c.is_whitespace() => 2,
        (Some(_), None) => 0,
        (Some(_), Some(c)) if c.is_whitespace() => 0,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> String {
        let mut line = Line::default();
        let mut rest = text;
        while !rest.is_empty() {
            let run = rest.len() - rest.trim_start_matches('\'').len();
            let len = match run {
                0 => rest.find('\'').unwrap_or(rest.len()),
                run => run,
            };
            let (part, after) = rest.split_at(len);
            match run {
                0 | 1 => line.push(part, 0),
                _ => line.quotes(part, 0),
            }
            rest = after;
        }
        let mut out = Line::default();
        line.clean_into(&mut out);
        out.text
    }

    #[test]
    fn apostrophes_that_are_no_markup_stay() {
        for (line, seen) in [
            ("''a'' '''b''' '''''c'''''", "a b c"),
            ("it's ''a'''s", "it's a's"),
            ("l'''amour''", "l'amour"),
            ("''''a'''", "'a"),
            ("'''unclosed", "unclosed"),
            ("rock 'n' roll", "rock 'n' roll"),
            ("''''''a'''''", "'a"),
        ] {
            assert_eq!(clean(line), seen, "{line}");
        }
    }
}
