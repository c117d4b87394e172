//! What was found in a passage.

use std::ops::Range;

use grice_text::CharMap;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Words of the passage.
    Span,
    /// The passage says yes.
    Yes,
    /// The passage says no.
    No,
    /// The passage does not say.
    Unknown,
}

impl Kind {
    /// All kinds, in the order of the model's labels.
    pub const ALL: [Kind; 4] = [Kind::Span, Kind::Yes, Kind::No, Kind::Unknown];

    /// Its name in the models and in what is written.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Span => "span",
            Kind::Yes => "yes",
            Kind::No => "no",
            Kind::Unknown => "unknown",
        }
    }
}

/// A part of a passage. It is written as `{start, end}` in characters (Unicode scalar values),
/// which is how most data sets and Python count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// In bytes, for Rust's slices.
    pub bytes: Range<usize>,
    /// In characters.
    pub chars: Range<usize>,
}

impl Span {
    /// The span of these bytes; none where they are no part of the text.
    pub fn of(map: &CharMap<'_>, bytes: Range<usize>) -> Option<Span> {
        let chars = map.to_char(bytes.start)?..map.to_char(bytes.end)?;
        Some(Span { bytes, chars })
    }

    /// Its words in the passage.
    pub fn text<'a>(&self, passage: &'a str) -> &'a str {
        passage.get(self.bytes.clone()).unwrap_or_default()
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut span = serializer.serialize_struct("Span", 2)?;
        span.serialize_field("start", &self.chars.start)?;
        span.serialize_field("end", &self.chars.end)?;
        span.end()
    }
}

/// The answer that a passage gives to a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// What kind of answer it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The passage's words, several parted by commas; "yes" or "no"; empty where it is unknown.
    pub answer: String,
    /// Where the words stand, in the passage's order; for yes and no the sentence that says so;
    /// none where it is unknown.
    pub spans: Vec<Span>,
    /// How probable it is that the passage has the answer, 0 to 1, whatever the kind.
    pub confidence: f32,
    /// How probable it is that the passage is about what is asked, 0 to 1.
    pub relevance: f32,
    /// Who read it: the model's name, or [`OVERLAP`](super::OVERLAP) for the fallback.
    pub by: String,
    /// The best words of the passage even where they are no answer.
    #[serde(skip)]
    pub guess: Option<Span>,
}

impl Reading {
    /// Whether the passage answers.
    pub fn is_answered(&self) -> bool {
        self.kind != Kind::Unknown
    }

    /// The number of the best of several passages' readings: the most confident of those that
    /// answer, or else of all; the first of equals. None where there are none.
    pub fn best<'a>(readings: impl IntoIterator<Item = &'a Reading>) -> Option<usize> {
        let readings = readings.into_iter().enumerate();
        let worth = |reading: &Reading| (reading.is_answered(), reading.confidence);
        let best = readings.reduce(|best, next| {
            let (old, new) = (worth(best.1), worth(next.1));
            let better = new.0.cmp(&old.0).then(new.1.total_cmp(&old.1)).is_gt();
            if better { next } else { best }
        });
        best.map(|(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(kind: Kind, confidence: f32) -> Reading {
        let (answer, by) = (String::new(), String::new());
        Reading { kind, answer, spans: vec![], confidence, relevance: 0.0, by, guess: None }
    }

    #[test]
    fn the_best_reading_answers_and_is_sure() {
        let best = |all: &[(Kind, f32)]| {
            let all: Vec<Reading> = all.iter().map(|&(k, c)| reading(k, c)).collect();
            Reading::best(&all)
        };
        use Kind::{No, Span, Unknown};
        assert_eq!(best(&[(Unknown, 0.9), (Span, 0.6), (No, 0.8), (Span, 0.8)]), Some(2));
        assert_eq!(best(&[(Unknown, 0.1), (Unknown, 0.3)]), Some(1));
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn offsets_are_written_in_characters() {
        let text = "Café “Zoë”";
        let map = CharMap::new(text);
        let span = Span::of(&map, 9..13).unwrap();
        assert_eq!(span.text(text), "Zoë");
        let written = serde_json::to_string(&span).unwrap();
        assert_eq!(written, "{\"start\":6,\"end\":9}");
        assert_eq!(Span::of(&map, 4..99), None);
        assert_eq!(Span::of(&map, 4..5), None);
    }
}
