//! An answer as it comes in: a stream of events, or one JSON object.

use serde::Deserialize;
use serde_json::Value;

use super::sse::Events;
use super::wire::complaint;
use crate::generate::answer::Finish;

/// A part of an answer.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Usage {
        prompt_tokens: Option<usize>,
        tokens: Option<usize>,
    },
    /// The server said why the text ends.
    Finish(Finish),
    /// Nothing comes after this.
    Done,
    /// The server failed inside its answer.
    Error {
        status: u16,
        message: String,
    },
}

/// Turns the bytes of an answer into pieces.
pub(super) enum Pieces {
    Stream(Events),
    Whole(Vec<u8>),
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(alias = "message")]
    delta: Option<Said>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<usize>,
    completion_tokens: Option<usize>,
}

impl Pieces {
    pub(super) fn new(json: bool) -> Pieces {
        if json { Pieces::Whole(Vec::new()) } else { Pieces::Stream(Events::default()) }
    }

    /// Takes in bytes. What makes no sense is given back as an error, as it came.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        match self {
            Pieces::Stream(events) => {
                for event in events.push(bytes)? {
                    read_event(&event, &mut pieces)?;
                }
            }
            Pieces::Whole(all) => all.extend_from_slice(bytes),
        }
        Ok(pieces)
    }

    /// Ends the answer.
    pub(super) fn end(&mut self) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        match self {
            Pieces::Stream(events) => {
                if let Some(event) = events.end()? {
                    read_event(&event, &mut pieces)?;
                }
            }
            Pieces::Whole(all) => {
                let text = String::from_utf8_lossy(all);
                let chunk: Chunk = serde_json::from_str(&text).map_err(|_| text.to_string())?;
                let says_nothing = chunk.choices.iter().all(|c| c.delta.is_none());
                if says_nothing && chunk.error.is_none() {
                    return Err(text.into_owned());
                }
                read_chunk(chunk, &mut pieces);
                pieces.push(Piece::Done);
            }
        }
        Ok(pieces)
    }
}

fn read_event(event: &str, pieces: &mut Vec<Piece>) -> Result<(), String> {
    let event = event.trim();
    if event == "[DONE]" {
        pieces.push(Piece::Done);
    } else if !event.is_empty() {
        read_chunk(serde_json::from_str(event).map_err(|_| event.to_owned())?, pieces);
    }
    Ok(())
}

fn read_chunk(chunk: Chunk, pieces: &mut Vec<Piece>) {
    if let Some(error) = chunk.error {
        let status = error["code"].as_u64().and_then(|code| u16::try_from(code).ok());
        let status = status.filter(|s| (400..600).contains(s)).unwrap_or(500);
        let message = complaint(error.to_string().as_bytes()).message;
        pieces.push(Piece::Error { status, message });
        return;
    }
    if let Some(choice) = chunk.choices.into_iter().next() {
        if let Some(text) = choice.delta.and_then(|said| said.content) {
            pieces.push(Piece::Text(text));
        }
        if let Some(reason) = choice.finish_reason {
            pieces.push(Piece::Finish(match reason.as_str() {
                "length" | "max_tokens" => Finish::Length,
                "content_filter" => Finish::Filtered,
                _ => Finish::Stop,
            }));
        }
    }
    if let Some(usage) = chunk.usage {
        let (prompt_tokens, tokens) = (usage.prompt_tokens, usage.completion_tokens);
        pieces.push(Piece::Usage { prompt_tokens, tokens });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(text: &str) -> Result<Vec<Piece>, String> {
        let mut pieces = Pieces::new(false);
        let mut all = pieces.push(text.as_bytes())?;
        all.extend(pieces.end()?);
        Ok(all)
    }

    fn whole(text: &str) -> Result<Vec<Piece>, String> {
        let mut pieces = Pieces::new(true);
        assert!(pieces.push(text.as_bytes())?.is_empty());
        pieces.end()
    }

    #[test]
    fn a_stream_gives_text_finish_usage_and_end() {
        let pieces = stream(
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n\
             data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":null}]}\n\n\
             data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n\
             data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}}\n\n\
             data: [DONE]\n\n",
        );
        let usage = Piece::Usage { prompt_tokens: Some(3), tokens: Some(1) };
        let text = Piece::Text("Hi".into());
        assert_eq!(pieces.unwrap(), [text, Piece::Finish(Finish::Length), usage, Piece::Done]);
    }

    #[test]
    fn a_whole_answer_gives_its_message() {
        let pieces =
            whole(r#"{"choices":[{"message":{"content":"Hi"},"finish_reason":"content_filter"}]}"#);
        let text = Piece::Text("Hi".into());
        assert_eq!(pieces.unwrap(), [text, Piece::Finish(Finish::Filtered), Piece::Done]);
    }

    #[test]
    fn an_error_inside_an_answer_is_told_with_its_status() {
        let error = |status| Piece::Error { status, message: "no".into() };
        let pieces = stream("data: {\"error\":{\"message\":\"no\",\"code\":503}}\n\n").unwrap();
        assert_eq!(pieces, [error(503)]);
        assert_eq!(whole(r#"{"error":"no"}"#).unwrap(), [error(500), Piece::Done]);
    }

    #[test]
    fn what_makes_no_sense_is_given_back() {
        for text in ["{", "[]", "{}", r#"{"choices":[]}"#, r#"{"choices":[{}]}"#, "<html>"] {
            assert_eq!(whole(text), Err(text.to_owned()));
        }
        assert_eq!(stream("data: {oops\n\n"), Err("{oops".to_owned()));
        assert_eq!(stream("data: {\"choices\": 3}\n\n"), Err("{\"choices\": 3}".to_owned()));
    }
}
