//! JSONL: one object a line, with a mapping from its fields to a document's parts.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::builder::Builder;
use crate::json_string::{Part, parts, unescape};
use crate::names;
use crate::unit::{Parsed, Problem, Unit, Why};

/// Which fields of an object hold the parts of a document.
///
/// ```
/// let map: grice_corpus::FieldMap = "text=body,id=key".parse()?;
/// # Ok::<(), grice_corpus::FieldMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldMap {
    id: Vec<String>,
    title: Vec<String>,
    text: Vec<String>,
    section: Vec<String>,
    links: Vec<String>,
    url: Vec<String>,
}

/// A mapping that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no field mapping; write PART=FIELD[,PART=FIELD…], where PART is id, title, text, section, links or url"
)]
pub struct FieldMapError(String);

impl Default for FieldMap {
    /// The names these fields usually have.
    fn default() -> Self {
        let names = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect();
        FieldMap {
            id: names(&["id", "_id", "docid", "pid"]),
            title: names(&["title", "name", "heading"]),
            text: names(&["text", "contents", "content", "body", "passage"]),
            section: names(&["section"]),
            links: names(&["links"]),
            url: names(&["url", "link"]),
        }
    }
}

impl std::str::FromStr for FieldMap {
    type Err = FieldMapError;

    fn from_str(mapping: &str) -> Result<Self, Self::Err> {
        let mut map = FieldMap::default();
        for pair in mapping.split(',') {
            let (part, field) =
                pair.split_once('=').ok_or_else(|| FieldMapError(mapping.to_owned()))?;
            let slot = match part.trim() {
                "id" => &mut map.id,
                "title" => &mut map.title,
                "text" => &mut map.text,
                "section" => &mut map.section,
                "links" => &mut map.links,
                "url" => &mut map.url,
                _ => return Err(FieldMapError(mapping.to_owned())),
            };
            *slot = vec![field.trim().to_owned()];
        }
        Ok(map)
    }
}

/// Headings below this level are left out.
const MOST_LEVELS: u8 = 20;

type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Parses one line.
pub fn parse(unit: &Unit, map: &FieldMap) -> Result<Parsed, Problem> {
    let line = unit.utf8()?;
    if line.trim().is_empty() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let bad = |message: String| Problem {
        path: format!("{}/{}", unit.source, unit.path),
        line: Some(unit.line),
        offset: Some(unit.offset),
        message,
    };
    let object: Object = serde_json::from_str(line)
        .map_err(|e| bad(format!("not a JSON object ({e}); each line must be one")))?;
    let Some(raw) = field(&object, &map.text) else {
        let has = object.keys().cloned().collect::<Vec<_>>().join(", ");
        return Err(bad(format!(
            "no text field among its fields ({has}); name it with --map text=FIELD"
        )));
    };
    let local = field(&object, &map.id).map(words).unwrap_or_default();
    let local = if local.is_empty() { format!("{}:{}", unit.path, unit.line) } else { local };
    let title = field(&object, &map.title).map(words).unwrap_or_default();
    let title = if title.is_empty() { local.clone() } else { title };

    let mut builder = Builder::new();
    let path = field(&object, &map.section).map(headings).unwrap_or_default();
    for (level, heading) in (1..=MOST_LEVELS).zip(&path) {
        builder.heading(level, heading);
    }
    let base = unit.offset + (raw.get().as_ptr() as usize - unit.bytes.as_ptr() as usize) as u64;
    push_value(raw.get(), base, &mut builder)
        .ok_or_else(|| bad("its text is neither a string nor a list of strings".to_owned()))?;
    for link in field(&object, &map.links).map(headings).unwrap_or_default() {
        builder.link(names::title(&unit.source, &link), &link);
    }
    if builder.is_empty() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let mut document = builder.finish(unit.id(&local), title, unit.origin());
    document.names.push(names::title(&unit.source, &document.title));
    document.url = field(&object, &map.url).map(words).filter(|url| !url.is_empty());
    Ok(Parsed::Document(Box::new(document)))
}

fn field<'a>(object: &Object<'a>, fields: &[String]) -> Option<&'a RawValue> {
    fields.iter().find_map(|name| object.get(name)).copied().filter(|v| v.get() != "null")
}

/// A string or number as words.
fn words(value: &RawValue) -> String {
    if let Some(raw) = string(value.get()) {
        return unescape(raw);
    }
    match serde_json::from_str(value.get()) {
        Ok(other @ (Value::Number(_) | Value::Bool(_))) => other.to_string(),
        _ => String::new(),
    }
}

/// A string as one heading, a list as a path.
fn headings(value: &RawValue) -> Vec<String> {
    match string(value.get()) {
        Some("") => Vec::new(),
        Some(raw) => vec![unescape(raw)],
        None => {
            let items: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
            items.into_iter().filter_map(|v| string(v.get())).map(unescape).collect()
        }
    }
}

/// What stands between the quotes, if the value is a string.
fn string(raw: &str) -> Option<&str> {
    raw.strip_prefix('"')?.strip_suffix('"')
}

/// Pushes a JSON string, or a list of them as paragraphs, with the offsets of the raw bytes.
fn push_value(raw: &str, base: u64, builder: &mut Builder) -> Option<()> {
    if let Some(inner) = string(raw) {
        push_string(inner, base + 1, builder);
        return Some(());
    }
    if !raw.starts_with('[') {
        return None;
    }
    let items: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    for item in items {
        let at = item.get().as_ptr() as usize - raw.as_ptr() as usize;
        push_string(string(item.get())?, base + at as u64 + 1, builder);
        builder.paragraph();
    }
    Some(())
}

fn push_string(raw: &str, base: u64, builder: &mut Builder) {
    let mut parts = parts(raw).peekable();
    while let Some((at, part)) = parts.next() {
        let at = base + at as u64;
        match part {
            Part::Plain(text) => builder.push(text, at),
            Part::Escape('\n') if matches!(parts.peek(), Some((_, Part::Escape('\n')))) => {
                builder.paragraph();
            }
            Part::Escape('\n') => builder.line(),
            Part::Escape(c) => builder.push(c.encode_utf8(&mut [0; 4]), at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::unit::Format;

    fn unit(line: &str) -> Unit {
        Unit {
            source: "s".into(),
            path: "a.jsonl".into(),
            format: Format::Jsonl,
            bytes: line.as_bytes().to_vec(),
            offset: 50,
            line: 4,
        }
    }

    fn document(line: &str, map: &str) -> Document {
        let map = if map.is_empty() { FieldMap::default() } else { map.parse().unwrap() };
        match parse(&unit(line), &map) {
            Ok(Parsed::Document(d)) => *d,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn usual_field_names_need_no_mapping() {
        let d = document(
            r#"{"id": 7, "title": "Io", "contents": "A moon.\n\nHot \ud83c\udf0b \"lava\"."}"#,
            "",
        );
        assert_eq!((d.id.as_str(), d.title.as_str()), ("s/7", "Io"));
        assert_eq!(d.text, "A moon.\n\nHot 🌋 \"lava\".");
    }

    #[test]
    fn a_mapping_names_other_fields_and_offsets_point_into_the_file() {
        let line = r#"{"key": "k", "h": ["A", "B"], "paras": ["One\ttwo.", "Three."]}"#;
        let d = document(line, "id=key,text=paras,section=h");
        assert_eq!(d.text, "One two.\n\nThree.");
        assert_eq!(d.sections[0].path, ["A", "B"]);
        for word in ["One", "two", "Three"] {
            let at = d.text.find(word).unwrap();
            assert_eq!(d.offsets.source(at) as usize - 50, line.find(word).unwrap());
        }
    }

    #[test]
    fn bad_lines_say_which_line_and_what_to_do() {
        let say = |line| parse(&unit(line), &FieldMap::default()).unwrap_err().to_string();
        assert!(say("{").starts_with("s/a.jsonl:4: not a JSON object"));
        assert!(say(r#"{"abstract": "x"}"#).contains("(abstract); name it with --map text=FIELD"));
        assert!(say(r#"{"text": 3}"#).contains("neither a string nor a list"));
    }

    #[test]
    fn a_path_of_many_headings_is_cut() {
        let path = serde_json::json!(vec!["H"; 300]);
        let d = document(&format!(r#"{{"text": "One.", "section": {path}}}"#), "");
        assert_eq!(d.sections[0].path.len(), usize::from(MOST_LEVELS));
    }

    #[test]
    fn a_lone_surrogate_takes_nothing_with_it() {
        let d = document(
            r#"{"id": "a\ud800b", "title": "T\udc00t", "text": "One\ud800two \ud83cthree\ud83c\udf0b."}"#,
            "",
        );
        assert_eq!(d.text, "One\u{fffd}two \u{fffd}three🌋.");
        assert_eq!((d.id.as_str(), d.title.as_str()), ("s/a\u{fffd}b", "T\u{fffd}t"));
    }

    #[test]
    fn deep_nesting_is_a_problem_of_its_line_and_of_nothing_else() {
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let deeper = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
        for value in [&deep, &deeper] {
            let problem = parse(&unit(&format!(r#"{{"text": {value}}}"#)), &FieldMap::default());
            assert!(problem.unwrap_err().message.contains("neither a string nor a list"));
            let line = format!(r#"{{"text": "Kept.", "title": {value}, "more": {value}}}"#);
            assert_eq!(document(&line, "").text, "Kept.");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_line() {
        let line = "\u{feff}{\"text\": \"One.\"}";
        let d = document(line, "");
        assert_eq!(d.text, "One.");
        assert_eq!(d.offsets.source(0) as usize - 50, line.find("One").unwrap());
    }

    #[test]
    fn a_wrong_mapping_is_refused() {
        assert!("text".parse::<FieldMap>().is_err());
        assert!("colour=x".parse::<FieldMap>().is_err());
    }
}
