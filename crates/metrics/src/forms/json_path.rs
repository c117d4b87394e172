//! Where in a JSON text something is, in words a reader can follow: `data[3].questions[0]`.
//!
//! Data sets are often one line of JSON, where a line number says nothing.

enum Step {
    Index(usize),
    Key(String),
}

/// The path to the value that is being read at a byte of a JSON text; at the end of an object, to
/// the object.
pub(crate) fn at(text: &str, byte: usize) -> String {
    let bytes = &text.as_bytes()[..byte.min(text.len())];
    let mut steps: Vec<Step> = Vec::new();
    let mut place = 0;
    let mut last_string = "";
    while let Some(&mark) = bytes.get(place) {
        match mark {
            b'"' => {
                let end = end_of_string(bytes, place);
                last_string = text.get(place + 1..end).unwrap_or_default();
                place = end;
            }
            b'{' => steps.push(Step::Key(String::new())),
            b'[' => steps.push(Step::Index(0)),
            b'}' | b']' => {
                steps.pop();
            }
            b':' => {
                if let Some(Step::Key(key)) = steps.last_mut() {
                    last_string.clone_into(key);
                }
            }
            b',' => match steps.last_mut() {
                Some(Step::Index(index)) => *index += 1,
                Some(Step::Key(key)) => key.clear(),
                None => {}
            },
            _ => {}
        }
        place += 1;
    }
    if text.as_bytes().get(byte) == Some(&b'}')
        && let Some(Step::Key(key)) = steps.last_mut()
    {
        key.clear();
    }
    written(&steps)
}

/// The byte of the quote that ends the string that starts at a quote.
fn end_of_string(bytes: &[u8], quote: usize) -> usize {
    let mut place = quote + 1;
    while let Some(&byte) = bytes.get(place) {
        match byte {
            b'\\' => place += 2,
            b'"' => return place,
            _ => place += 1,
        }
    }
    bytes.len()
}

fn written(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        match step {
            Step::Index(index) => path.push_str(&format!("[{index}]")),
            Step::Key(key) if key.is_empty() => {}
            Step::Key(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_the_keys_and_numbers_that_lead_to_it() {
        let text =
            r#"{"v": "a\"]{", "data": [{"x": 1}, {"qas": [[], {"id": "q", "answers": 5}]}]}"#;
        let of = |part: &str| at(text, text.find(part).unwrap());
        assert_eq!(of("5"), "data[1].qas[1].answers");
        assert_eq!(of("\"id\""), "data[1].qas[1]");
        assert_eq!(of("1}"), "data[0].x");
        assert_eq!(of("}]}]}"), "data[1].qas[1]");
        assert_eq!(at(text, 0), "");
    }
}
