//! Text made safe for where it is put: between tags, in attributes, in a script's data, in a Markdown cell.

/// Text for HTML and SVG, between tags or in a quoted attribute.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // What HTML has no way to write, and what turns text around.
            '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => out.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

/// JSON for a `<script type="application/json">`: neither `</script` nor `<!--` can occur, nor what ends a line in
/// JavaScript and not in JSON.
pub fn script_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            _ => out.push(c),
        }
    }
    out
}

/// Text for a cell of a Markdown table, or a line of Markdown.
pub fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_in_text_stays_text() {
        assert_eq!(html("<b a='1'>&\"\u{202e}"), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;\u{fffd}");
        assert_eq!(markdown("a|b\n*c*"), "a\\|b \\*c\\*");
    }

    proptest! {
        #[test]
        fn json_in_a_script_neither_ends_it_nor_changes(text in ".*(</script>|<!--|<script)?.*") {
            let json = serde_json::to_string(&text).unwrap();
            let safe = script_json(&json);
            let separator = '\u{2028}';
            prop_assert!(!safe.contains('<') && !safe.contains(separator));
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }
    }
}
