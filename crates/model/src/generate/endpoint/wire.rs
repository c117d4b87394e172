//! The chat protocol's JSON: the request's body, and a server's complaints.

use serde_json::{Map, Value, json};

use super::address::Address;
use super::config::EndpointConfig;
use crate::generate::request::Request;

/// The most stop words the protocol takes; all of them are looked for here as well.
const MOST_STOPS: usize = 4;
/// How much of a server's words an error shows.
const EXCERPT: usize = 200;

/// The body of a request.
pub(super) fn body(config: &EndpointConfig, address: &Address, request: &Request) -> Vec<u8> {
    let mut body = Map::new();
    body.insert("model".into(), json!(config.model));
    body.insert("messages".into(), json!(request.messages));
    body.insert("stream".into(), json!(config.stream));
    body.insert("temperature".into(), json!(plain(request.temperature)));
    let budget = if address.is_openai() { "max_completion_tokens" } else { "max_tokens" };
    body.insert(budget.into(), json!(request.max_tokens));
    if request.top_p < 1.0 {
        body.insert("top_p".into(), json!(plain(request.top_p)));
    }
    if let Some(seed) = request.seed {
        body.insert("seed".into(), json!(seed));
    }
    let stops: Vec<&String> =
        request.stop.iter().filter(|s| !s.is_empty()).take(MOST_STOPS).collect();
    if !stops.is_empty() {
        body.insert("stop".into(), json!(stops));
    }
    for (field, value) in &config.extra {
        match value {
            Value::Null => body.remove(field),
            value => body.insert(field.clone(), value.clone()),
        };
    }
    Value::Object(body).to_string().into_bytes()
}

/// 0.8 as a single is 0.800000011920929 as a double; servers need not see that.
fn plain(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}

/// What a server said was wrong.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Complaint {
    pub(super) message: String,
    /// Whether the prompt was too long, and the numbers where they are given.
    pub(super) too_long: bool,
    pub(super) prompt_tokens: Option<usize>,
    pub(super) context: Option<usize>,
}

/// Reads a complaint out of an error response, whatever its shape.
pub(super) fn complaint(body: &[u8]) -> Complaint {
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        return Complaint {
            message: String::from_utf8_lossy(body).into_owned(),
            ..Complaint::default()
        };
    };
    let error = value.get("error").filter(|e| !e.is_null()).unwrap_or(&value);
    let message = [error, &error["message"], &error["detail"]]
        .into_iter()
        .find_map(Value::as_str)
        .map_or_else(|| error.to_string(), str::to_owned);
    let number = |field: &str| error[field].as_u64().and_then(|n| usize::try_from(n).ok());
    // OpenAI and vLLM say it in `code`, llama.cpp's server in `type`.
    let too_long =
        error["code"] == "context_length_exceeded" || error["type"] == "exceed_context_size_error";
    Complaint {
        message,
        too_long,
        prompt_tokens: number("n_prompt_tokens"),
        context: number("n_ctx"),
    }
}

/// The first words of a text, on one line.
pub(super) fn excerpt(text: &str) -> String {
    let mut line = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !word.is_empty() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if line.len() > EXCERPT * 4 {
            break;
        }
    }
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.is_empty() => "nothing".to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::request::Message;

    fn made(config: &EndpointConfig, request: &Request) -> Value {
        let address = Address::parse(&config.base).unwrap();
        serde_json::from_slice(&body(config, &address, request)).unwrap()
    }

    #[test]
    fn a_body_holds_what_was_asked_and_nothing_else() {
        let config = EndpointConfig::new("http://h/v1", "m");
        let mut request = Request::new(vec![Message::system("s"), Message::user("u")]);
        let messages = json!([
            {"role": "system", "content": "s"}, {"role": "user", "content": "u"}
        ]);
        assert_eq!(
            made(&config, &request),
            json!({"model": "m", "messages": messages, "stream": true, "temperature": 0.0,
                   "max_tokens": 256})
        );
        request.temperature = 0.8;
        request.top_p = 0.9;
        request.seed = Some(7);
        request.stop = ["", "a", "b", "c", "d", "e"].map(String::from).to_vec();
        let body = made(&config, &request);
        assert_eq!(body["temperature"], json!(0.8));
        assert_eq!(body["top_p"], json!(0.9));
        assert_eq!(body["seed"], json!(7));
        assert_eq!(body["stop"], json!(["a", "b", "c", "d"]));
    }

    #[test]
    fn openai_itself_gets_the_name_it_gave_the_budget() {
        let config = EndpointConfig::new("https://api.openai.com/v1", "m");
        let body = made(&config, &Request::new(vec![Message::user("u")]));
        assert_eq!(body["max_completion_tokens"], json!(256));
        assert!(body.get("max_tokens").is_none());
    }

    #[test]
    fn extra_fields_win_and_null_takes_a_field_out() {
        let mut config = EndpointConfig::new("http://h", "m");
        config.extra.insert("temperature".into(), Value::Null);
        config.extra.insert("stream_options".into(), json!({"include_usage": true}));
        let body = made(&config, &Request::new(vec![Message::user("u")]));
        assert!(body.get("temperature").is_none());
        assert_eq!(body["stream_options"]["include_usage"], json!(true));
    }

    #[test]
    fn complaints_are_read_in_every_shape() {
        for body in [
            r#"{"error":{"message":"no"}}"#,
            r#"{"error":"no"}"#,
            r#"{"message":"no"}"#,
            r#"{"detail":"no"}"#,
            r#""no""#,
            "no",
        ] {
            assert_eq!(complaint(body.as_bytes()).message, "no", "{body}");
        }
    }

    #[test]
    fn a_prompt_too_long_is_known_from_the_code_or_type() {
        let body = br#"{"error":{"message":"x","code":"context_length_exceeded"}}"#;
        assert!(complaint(body).too_long);
        let body = br#"{"error":{"message":"x","type":"exceed_context_size_error",
            "n_prompt_tokens":900,"n_ctx":512}}"#;
        let complaint = complaint(body);
        assert!(complaint.too_long);
        assert_eq!((complaint.prompt_tokens, complaint.context), (Some(900), Some(512)));
    }

    #[test]
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt("a\n\t b\u{1b}[0m"), "a b [0m");
        assert_eq!(excerpt(" \n"), "nothing");
        let long = excerpt(&"é".repeat(10_000));
        assert_eq!(long.chars().count(), EXCERPT + 1);
    }
}
