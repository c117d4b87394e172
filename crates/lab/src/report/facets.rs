//! Breakdowns: a measure over the turns of each kind.

use std::collections::BTreeMap;

use super::group::Group;
use super::table::{Cell, Row, Table};
use crate::eval::results::{Line, Task};

/// The most values of a facet that have a row; the rarer ones share one.
const MOST_VALUES: usize = 12;

/// What a turn is broken down by: what the run says, and what its texts show.
pub fn of(line: &Line) -> BTreeMap<String, String> {
    let mut facets: BTreeMap<String, String> =
        line.facets.iter().map(|(name, value)| (name.replace('-', " "), value.clone())).collect();
    let mut add = |name: &str, value: Option<String>| {
        if let (false, Some(value)) = (facets.contains_key(name), value) {
            facets.insert(name.to_owned(), value);
        }
    };
    if line.prediction.is_some() || line.gold.label.is_some() {
        add("gold label", line.gold.label.clone());
    } else {
        add("answer length", line.gold.answers.first().map(|answer| length(answer)));
        add("question type", question_type(&line.question));
        add(
            "turn number",
            Some(turn_number(line.number)).filter(|_| !line.conversation.is_empty()),
        );
    }
    facets
}

fn length(answer: &str) -> String {
    match answer.split_whitespace().count() {
        0..=1 => "1 word",
        2..=5 => "2–5 words",
        6..=10 => "6–10 words",
        11..=20 => "11–20 words",
        _ => "over 20 words",
    }
    .to_owned()
}

fn turn_number(number: usize) -> String {
    match number {
        0..=1 => "1",
        2..=4 => "2–4",
        5..=8 => "5–8",
        9..=12 => "9–12",
        _ => "13 and later",
    }
    .to_owned()
}

/// The question word among the first three words; "yes/no" for an auxiliary in front.
fn question_type(question: &str) -> Option<String> {
    const WORDS: [&str; 9] =
        ["who", "whom", "whose", "what", "which", "when", "where", "why", "how"];
    const AUXILIARIES: [&str; 20] = [
        "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had", "can",
        "could", "will", "would", "should", "may", "might", "must", "shall",
    ];
    let words: Vec<String> = question
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .collect();
    let first = words.first()?;
    if AUXILIARIES.contains(&first.as_str()) {
        return Some("yes/no".to_owned());
    }
    let found = words.iter().take(3).find(|word| WORDS.contains(&word.as_str()));
    Some(found.map_or_else(|| "other".to_owned(), |word| word.clone()))
}

/// The names of the facets that divide a group's turns, in the order they are shown in.
pub fn names(group: &Group) -> Vec<String> {
    const FIRST: [&str; 5] =
        ["turn type", "question type", "topic", "answer length", "turn number"];
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for turn in &group.turns {
        for (name, value) in &turn.facets {
            let values = names.entry(name).or_default();
            if values.len() < 2 && !values.contains(&value.as_str()) {
                values.push(value);
            }
        }
    }
    let mut names: Vec<String> = names
        .into_iter()
        .filter(|(_, values)| values.len() > 1)
        .map(|(n, _)| n.to_owned())
        .collect();
    names.sort_by_key(|name| FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len()));
    names
}

/// The values of a facet with their turns: the largest first, or in the order of what they count.
pub fn values(group: &Group, facet: &str) -> Vec<(String, Vec<usize>)> {
    let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, turn) in group.turns.iter().enumerate() {
        if let Some(value) = turn.facets.get(facet) {
            members.entry(value).or_default().push(place);
        }
    }
    let mut values: Vec<(String, Vec<usize>)> =
        members.into_iter().map(|(value, turns)| (value.to_owned(), turns)).collect();
    match values.iter().all(|(value, _)| order(value).is_some()) {
        true => values.sort_by_key(|(value, _)| order(value)),
        false => values.sort_by_key(|(_, turns)| std::cmp::Reverse(turns.len())),
    }
    values
}

/// The number that a value begins with; "over 20" comes last.
fn order(value: &str) -> Option<usize> {
    if value.starts_with("over ") {
        return Some(usize::MAX);
    }
    let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// One facet's table for one measure: a row a value, a column a system.
pub fn table(group: &Group, facet: &str, measure: &str) -> Table {
    let mut values = values(group, facet);
    if values.len() > MOST_VALUES {
        let rest = values.split_off(MOST_VALUES - 1);
        let count = rest.len();
        let turns = rest.into_iter().flat_map(|(_, turns)| turns).collect();
        values.push((format!("{count} others"), turns));
    }
    let mut columns = vec![group.unit().to_owned()];
    columns.extend(group.runs.iter().map(|run| run.title.clone()));
    let rows = values.into_iter().map(|(value, turns)| {
        let mut cells = vec![Cell::count(turns.len())];
        cells.extend(group.runs.iter().map(|run| mean_cell(run.scores_of(measure), &turns)));
        Row::plain(value, cells)
    });
    let head = match group.task {
        Task::Label if facet == "gold label" => "gold label (a row is its recall)".to_owned(),
        _ => facet.to_owned(),
    };
    Table { head, columns, rows: rows.collect(), ..Table::titled(format!("{measure} by {facet}")) }
}

fn mean_cell(scores: Option<&[Option<f64>]>, turns: &[usize]) -> Cell {
    let Some(scores) = scores else { return Cell::none() };
    let scored: Vec<f64> = turns.iter().filter_map(|&turn| scores[turn]).collect();
    match scored.len() {
        0 => Cell::none(),
        n => Cell::value(scored.iter().sum::<f64>() / n as f64, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_has_the_type_of_its_question_word() {
        let kind = |question| question_type(question).unwrap();
        assert_eq!(kind("In which year?"), "which");
        assert_eq!(kind("Did it burn?"), "yes/no");
        assert_eq!(kind("\"When\" was it?"), "when");
        assert_eq!(kind("tell me more about it"), "other");
        assert_eq!(question_type(""), None);
    }

    #[test]
    fn values_that_count_are_in_their_order() {
        let mut values = vec!["over 20 words", "11–20 words", "1 word", "2–5 words"];
        values.sort_by_key(|value| order(value));
        assert_eq!(values, ["1 word", "2–5 words", "11–20 words", "over 20 words"]);
        assert_eq!(order("switch-to-new"), None);
    }
}
