//! How many topics conversations have, and how long they stay with one (TopiOCQA, figure 2).

use std::collections::BTreeMap;

use super::Plot;
use super::svg::Svg;
use crate::report::group::Group;
use crate::report::table::thousands;

/// Longer conversations, more topics and longer stays share the last place.
const MOST_TURNS: usize = 24;
const MOST_TOPICS: usize = 9;
const LONGEST_STAY: usize = 12;

/// A conversation's topics, turn by turn, counted in the order they first occur, from 0.
pub type Conversation = Vec<usize>;

/// The conversations of which every turn was run and the first has a topic. A turn without one stays with the last.
pub fn conversations(group: &Group) -> Vec<Conversation> {
    let mut turns: BTreeMap<&str, BTreeMap<usize, Option<&str>>> = BTreeMap::new();
    for turn in group.turns.iter().filter(|turn| !turn.conversation.is_empty()) {
        let numbered = turns.entry(&turn.conversation).or_default();
        numbered.insert(turn.number, turn.topic.as_deref());
    }
    let whole = |turns: &BTreeMap<usize, Option<&str>>| turns.keys().copied().eq(1..=turns.len());
    turns.into_values().filter(whole).filter_map(|turns| numbered(turns.into_values())).collect()
}

fn numbered<'a>(topics: impl Iterator<Item = Option<&'a str>>) -> Option<Conversation> {
    let mut seen: Vec<&str> = Vec::new();
    let mut conversation = Conversation::new();
    for topic in topics {
        let place = match topic {
            Some(topic) => seen.iter().position(|other| *other == topic).unwrap_or_else(|| {
                seen.push(topic);
                seen.len() - 1
            }),
            None => *conversation.last()?,
        };
        conversation.push(place);
    }
    Some(conversation)
}

/// Whether any conversation changes its topic.
pub fn switching(conversations: &[Conversation]) -> bool {
    conversations.iter().any(|topics| topics.iter().any(|&topic| topic > 0))
}

fn topic_count(conversation: &Conversation) -> usize {
    conversation.iter().max().map_or(0, |last| last + 1)
}

/// The heat map of topics by conversation length, each column a whole.
pub fn by_length(conversations: &[Conversation]) -> Option<Plot> {
    if !switching(conversations) {
        return None;
    }
    let mut counts: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    for conversation in conversations {
        let (turns, topics) = (conversation.len().min(MOST_TURNS), topic_count(conversation));
        *counts.entry(turns).or_default().entry(topics.min(MOST_TOPICS)).or_default() += 1;
    }
    let (first, last) = (*counts.keys().next()?, *counts.keys().next_back()?);
    let most = counts.values().flat_map(|topics| topics.keys()).max().copied()?;
    let (cell, left, top) = (26.0, 44.0, 8.0);
    let columns = last - first + 1;
    let mut svg = Svg::new(left + columns as f64 * cell + 12.0, top + most as f64 * cell + 44.0);
    let bottom = top + most as f64 * cell;
    for topics in 1..=most {
        let y = bottom - topics as f64 * cell;
        svg.text("tick", (left - 8.0, y + cell * 0.66), "end", &capped(topics, MOST_TOPICS));
        for turns in first..=last {
            let Some(column) = counts.get(&turns) else { continue };
            let (found, all) =
                (column.get(&topics).copied().unwrap_or(0), column.values().sum::<usize>());
            let share = found as f64 / all as f64;
            let at = (left + (turns - first) as f64 * cell + 1.0, y + 1.0);
            let tip = format!(
                "{} turns, {} topics: {found} of {all} conversations",
                capped(turns, MOST_TURNS),
                capped(topics, MOST_TOPICS)
            );
            svg.rect("heat", at, (cell - 2.0, cell - 2.0), 0.06 + 0.94 * share, &tip);
        }
    }
    for turns in (first..=last).filter(|turns| columns <= 14 || (turns - first).is_multiple_of(2)) {
        let x = left + ((turns - first) as f64 + 0.5) * cell;
        svg.text("tick", (x, bottom + 17.0), "middle", &capped(turns, MOST_TURNS));
    }
    svg.text("axis", (left + columns as f64 * cell / 2.0, bottom + 37.0), "middle", "turns");
    svg.text("axis", (2.0, top + 10.0), "start", "topics");
    Some(Plot {
        title: "Topics by conversation length".to_owned(),
        caption: format!(
            "The share of conversations of a length that have so many topics; each column is a whole. {} conversations. \
             As TopiOCQA's figure 2(a).",
            thousands(conversations.len())
        ),
        svg: svg.finish("Heat map of the number of topics for each conversation length"),
    })
}

fn capped(value: usize, most: usize) -> String {
    if value == most { format!("{most}+") } else { value.to_string() }
}

/// How many turns in a row have the same topic.
pub fn run_lengths(conversations: &[Conversation]) -> Option<Plot> {
    if !switching(conversations) {
        return None;
    }
    let mut turns = [0usize; LONGEST_STAY + 1];
    for conversation in conversations {
        for stay in conversation.chunk_by(|a, b| a == b) {
            turns[stay.len().min(LONGEST_STAY)] += stay.len();
        }
    }
    let all: usize = turns.iter().sum();
    let most = *turns.iter().max()? as f64;
    let (bar, left, height) = (30.0, 12.0, 170.0);
    let mut svg = Svg::new(left * 2.0 + LONGEST_STAY as f64 * bar, height + 62.0);
    for (length, &count) in turns.iter().enumerate().skip(1) {
        let tall = count as f64 / most * height;
        let x = left + (length - 1) as f64 * bar;
        let tip =
            format!("{count} of {all} turns are in a run of {}", capped(length, LONGEST_STAY));
        svg.rect("bar", (x + 3.0, 20.0 + height - tall), (bar - 6.0, tall), 1.0, &tip);
        let share = format!("{:.0}", 100.0 * count as f64 / all as f64);
        svg.text("value", (x + bar / 2.0, 14.0 + height - tall), "middle", &share);
        let label = capped(length, LONGEST_STAY);
        svg.text("tick", (x + bar / 2.0, height + 37.0), "middle", &label);
    }
    svg.text(
        "axis",
        (left + LONGEST_STAY as f64 * bar / 2.0, height + 57.0),
        "middle",
        "consecutive turns on one topic",
    );
    Some(Plot {
        title: "How long a topic stays".to_owned(),
        caption: "The percentage of turns that are in a run of so many turns on one topic. As TopiOCQA's figure 2(b).".to_owned(),
        svg: svg.finish("Histogram of how many consecutive turns stay with one topic"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_numbered_as_they_first_occur_and_gaps_stay() {
        let topics = [Some("Io"), None, Some("Mars"), Some("Io"), Some("Venus")];
        assert_eq!(numbered(topics.into_iter()), Some(vec![0, 0, 1, 0, 2]));
        assert_eq!(numbered([None, Some("Io")].into_iter()), None);
    }

    #[test]
    fn without_a_change_of_topic_there_is_nothing_to_draw() {
        assert!(by_length(&[vec![0, 0, 0]]).is_none());
        assert!(by_length(&[vec![0, 1, 0], vec![0, 0]]).is_some());
        assert!(run_lengths(&[]).is_none());
    }
}
