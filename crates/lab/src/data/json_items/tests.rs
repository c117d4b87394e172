//! Lists read in pieces, against serde.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Result<Vec<(usize, serde_json::Value)>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    std::fs::write(&file, text).unwrap();
    Items::open(&file, "a list").and_then(|items| items.parsed().collect())
}

#[test]
fn items_come_with_the_line_they_start_in() {
    let items = read("[\n {\"a\": \"]}\\\"\"},\n\n [1, [2]] , \"x\",\n 3\n]\n").unwrap();
    assert_eq!(items.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 4, 4, 5]);
    assert_eq!(items[0].1["a"], "]}\"");
    assert_eq!(items[3].1, 3);
}

#[test]
fn an_array_under_data_is_found_behind_other_keys() {
    let items = read(r#"{"version": "v2", "more": {"data": [0]}, "data": [1, 2], "x": 1}"#);
    assert_eq!(items.unwrap().len(), 2);
}

#[test]
fn a_file_that_ends_too_early_is_told_from_one_that_is_wrong() {
    let cut = read("[\n{\"a\": 1},\n{\"a\": ").unwrap_err().to_string();
    assert!(
        cut.contains(":3: the file ends in the middle of its list, after 1 whole items"),
        "{cut}"
    );
    let none = read("{\"x\": [1]}").unwrap_err().to_string();
    assert!(none.contains("there is no array under \"data\": expected a list"), "{none}");
    assert!(read("[1 2]").unwrap_err().to_string().contains("comma"));
}

#[test]
fn nothing_may_stand_behind_the_list() {
    assert!(read("[1] [2]").unwrap_err().to_string().contains("more behind the end"));
    assert!(read(r#"{"data": [1], "x": }"#).is_err());
    let cut = read(r#"{"data": [1], "x": 2"#).unwrap_err().to_string();
    assert!(cut.contains("cut off"), "{cut}");
}

/// What is read of a text that comes in pieces of a size.
fn in_pieces(text: &str, size: usize) -> Result<Vec<serde_json::Value>> {
    let bytes = std::io::Cursor::new(text.as_bytes().to_owned());
    let reader = Box::new(std::io::BufReader::with_capacity(size, bytes));
    let items = Items::of(reader, Path::new("a.json"), "data", "a list")?;
    items.parsed().map(|item| item.map(|(_, value)| value)).collect()
}

fn values() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        r#"[\x00-\x7f\\"\[\]{},:éß𝄞]{0,12}"#.prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map("[a-z\"\\\\]{0,4}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

fn written(values: &[serde_json::Value], pretty: bool, keyed: bool) -> String {
    let list = match pretty {
        true => serde_json::to_string_pretty(values).unwrap(),
        false => serde_json::to_string(values).unwrap(),
    };
    match keyed {
        true => {
            format!("{{\"version\": \"1\", \"x\": [{{}}], \"data\":{list} , \"y\": \"]\"}}\n")
        }
        false => list,
    }
}

proptest! {
    #[test]
    fn any_list_is_read_as_serde_reads_it_in_pieces_of_any_size(
        values in prop::collection::vec(values(), 0..6),
        size in 1usize..40,
        pretty: bool,
        keyed: bool,
    ) {
        let text = written(&values, pretty, keyed);
        prop_assert_eq!(in_pieces(&text, size).unwrap(), values);
    }

    #[test]
    fn no_beginning_of_a_list_is_taken_for_the_whole(
        values in prop::collection::vec(values(), 0..4),
        size in 1usize..40,
        keyed: bool,
        part in 0.0f64..1.0,
    ) {
        let text = written(&values, false, keyed);
        let text = text.trim_end();
        let mut end = (text.len() as f64 * part) as usize;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        prop_assert!(in_pieces(&text[..end], size).is_err(), "{}", &text[..end]);
    }

    #[test]
    fn a_text_that_is_accepted_is_what_serde_accepts(
        text in r#"[\[\]{},:" \n01a\\\\]{0,24}"#,
        size in 1usize..8,
    ) {
        if let Ok(values) = in_pieces(&format!("[{text}"), size) {
            let whole: std::result::Result<Vec<serde_json::Value>, _> =
                serde_json::from_str(&format!("[{text}"));
            prop_assert_eq!(values, whole.unwrap());
        }
    }
}
