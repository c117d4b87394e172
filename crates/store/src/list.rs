//! Lists of conversations.

use crate::sql::{Done, Sql, Value};
use crate::summary::{COLUMNS, Summary, summary};

/// The most words that are searched for; those behind them are passed over.
const MOST_WORDS: usize = 8;

/// Which conversations a list holds.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    /// Words that all occur in the name or the questions, in upper or lower case; a part of a word
    /// is enough. Empty for all conversations.
    pub search: &'a str,
    /// The most conversations.
    pub limit: u32,
    /// The last conversation of the page before this one.
    pub before: Option<Before<'a>>,
}

/// A place in a list: the conversation behind which a page begins.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// When it was changed, as the list said.
    pub changed: i64,
    /// Its key.
    pub key: &'a str,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Filter { search: "", limit: 100, before: None }
    }
}

/// All conversations without an owner.
pub(crate) fn all(sql: &mut dyn Sql) -> Done<Vec<Summary>> {
    let all = format!(
        "SELECT {COLUMNS} FROM conversation c WHERE c.owner = '' ORDER BY c.changed DESC, c.id DESC"
    );
    sql.query(&all, &[])?.iter().map(summary).collect()
}

/// An owner's conversations, the one that changed last first.
pub(crate) fn filtered(sql: &mut dyn Sql, owner: &str, filter: &Filter) -> Done<Vec<Summary>> {
    let mut values: Vec<Value> = vec![owner.into(), filter.limit.into()];
    let mut query = format!("SELECT {COLUMNS} FROM conversation c WHERE c.owner = $1");
    if let Some(before) = filter.before {
        values.extend([before.changed.into(), before.key.into()]);
        query += " AND (c.changed < $3 OR c.changed = $3 AND c.id <
                      (SELECT id FROM conversation WHERE owner = $1 AND key = $4))";
    }
    let words = filter.search.split(|c: char| c.is_whitespace() || c == '\0');
    for word in words.filter(|word| !word.is_empty()).take(MOST_WORDS) {
        values.push(pattern(word).into());
        let word = values.len();
        query += &format!(
            " AND (c.name_sought LIKE ${word} ESCAPE '\\' OR EXISTS (SELECT 1 FROM turn t
               WHERE t.conversation = c.id AND t.sought LIKE ${word} ESCAPE '\\'))"
        );
    }
    query += " ORDER BY c.changed DESC, c.id DESC LIMIT $2";
    sql.query(&query, &values)?.iter().map(summary).collect()
}

/// A pattern for text that holds a word anywhere. SQLite refuses long patterns.
fn pattern(word: &str) -> String {
    let mut pattern = "%".to_owned();
    for char in word.to_lowercase().chars().take(200) {
        if matches!(char, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern + "%"
}
