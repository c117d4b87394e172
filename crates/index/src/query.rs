//! What is searched for, and how it is ranked.

use crate::similarity::Bm25;

/// A search: words to rank by, and what a passage must have to be ranked at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Words to rank by, in any order.
    pub words: String,
    /// More words to rank by, each with what it counts; a word of `words` counts 1.
    pub weighted: Vec<(String, f32)>,
    /// Phrases the passage's text must hold, word for word.
    pub phrases: Vec<String>,
    /// Words the title must hold, next to each other.
    pub title: Option<String>,
    /// Words the section path must hold, next to each other.
    pub section: Option<String>,
    /// The one document to search in.
    pub document: Option<String>,
}

impl Query {
    /// Plain words: quotation marks have no meaning.
    pub fn words(words: impl Into<String>) -> Query {
        Query { words: words.into(), ..Query::default() }
    }

    /// Words as a person types them: what stands in double quotation marks is a phrase.
    ///
    /// ```
    /// let query = grice_index::Query::typed(r#"storms "Great Red Spot" jupiter"#);
    /// assert_eq!(query.phrases, ["Great Red Spot"]);
    /// assert_eq!(query.words, "storms Great Red Spot jupiter");
    /// ```
    pub fn typed(text: &str) -> Query {
        let text = text.replace(['“', '”'], "\"");
        let pieces: Vec<&str> = text.split('"').collect();
        let closed = if pieces.len() % 2 == 1 { pieces.len() } else { pieces.len() - 1 };
        let phrases = pieces[..closed].iter().skip(1).step_by(2).map(|p| p.trim().to_owned());
        Query {
            phrases: phrases.filter(|p| !p.is_empty()).collect(),
            words: pieces.join(" ").split_whitespace().collect::<Vec<_>>().join(" "),
            ..Query::default()
        }
    }
}

/// How much a match in each field counts; 0 leaves the field out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boosts {
    /// The passage's text.
    pub body: f32,
    /// Its document's title.
    pub title: f32,
    /// Its section path.
    pub section: f32,
}

impl Default for Boosts {
    fn default() -> Self {
        Boosts { body: 1.0, title: 0.5, section: 0.1 }
    }
}

impl Boosts {
    /// Only the text counts, as in the papers' baselines.
    pub const BODY: Boosts = Boosts { body: 1.0, title: 0.0, section: 0.0 };
}

/// How passages are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranking {
    /// BM25's constants.
    pub bm25: Bm25,
    /// The weights of the fields.
    pub boosts: Boosts,
}
