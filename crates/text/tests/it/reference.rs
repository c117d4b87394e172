//! Reading of the reference files under `tests/data`.

/// The fields of each line, tab-separated, with `\u{...}` undone; nothing for a
/// line with a broken escape.
pub fn lines(file: &str) -> impl Iterator<Item = Option<Vec<String>>> {
    file.lines().map(|line| line.split('\t').map(unescaped).collect())
}

fn unescaped(field: &str) -> Option<String> {
    let mut parts = field.split("\\u{");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}')?;
        text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        text.push_str(rest);
    }
    Some(text)
}
