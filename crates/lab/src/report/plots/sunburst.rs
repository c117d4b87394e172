//! The first words of questions (PragmatiCQA, figure 4; CoQA's manner).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Plot;
use super::svg::{Svg, around, number, point};
use crate::eval::results::Task;
use crate::report::group::Group;
use crate::report::table::thousands;

/// A first word below this share of all questions is among the others.
const LEAST: f64 = 0.02;
/// A sector below this share has no label.
const LABELLED: f64 = 0.022;
/// Fewer questions are no distribution.
const FEWEST: usize = 10;

const CENTRE: (f64, f64) = (200.0, 200.0);
const RINGS: [(f64, f64); 2] = [(46.0, 112.0), (114.0, 186.0)];

/// The inner ring is the first word, the outer one the first two.
pub fn plot(group: &Group) -> Option<Plot> {
    let questions: Vec<&[String]> = group
        .turns
        .iter()
        .filter(|turn| !turn.first_words.is_empty())
        .map(|turn| turn.first_words.as_slice())
        .collect();
    if group.task == Task::Label || questions.len() < FEWEST {
        return None;
    }
    let all = questions.len();
    let mut svg = Svg::new(CENTRE.0 * 2.0, CENTRE.1 * 2.0);
    let mut from = 0usize;
    for (number, (word, seconds)) in sectors(&questions).into_iter().enumerate() {
        let count: usize = seconds.iter().map(|(_, count)| count).sum();
        let colour = ["c1", "c2", "c3", "c4", "c5", "c6"][number % 6];
        sector(&mut svg, 0, colour, (from, count, all), &word, &word);
        let mut inner = from;
        for (second, count) in seconds {
            let phrase = format!("{word} {second}");
            // A word alone has no second one: nothing stands above it.
            if !second.is_empty() {
                sector(
                    &mut svg,
                    1,
                    &format!("{colour} pale"),
                    (inner, count, all),
                    &phrase,
                    &second,
                );
            }
            inner += count;
        }
        from += count;
    }
    Some(Plot {
        title: "First words of the questions".to_owned(),
        caption: format!(
            "The inner ring is the first word, the outer ring the second. {} questions. In the manner of PragmatiCQA's figure 4.",
            thousands(all)
        ),
        svg: svg.finish("Sunburst of the first two words of the questions"),
    })
}

/// First words with their second words, the most frequent first; rare ones together at the end.
fn sectors(questions: &[&[String]]) -> Vec<(String, Vec<(String, usize)>)> {
    let mut firsts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for words in questions {
        let second = words.get(1).map_or("", String::as_str);
        *firsts.entry(&words[0]).or_default().entry(second).or_default() += 1;
    }
    let least = (questions.len() as f64 * LEAST).ceil() as usize;
    let mut sectors: Vec<(String, Vec<(String, usize)>)> = Vec::new();
    let mut rare: Vec<(String, usize)> = Vec::new();
    for (word, seconds) in firsts {
        let count: usize = seconds.values().sum();
        if count < least.max(2) {
            rare.push((word.to_owned(), count));
            continue;
        }
        let mut seconds: Vec<(String, usize)> =
            seconds.into_iter().map(|(second, count)| (second.to_owned(), count)).collect();
        seconds.sort_by_key(|(second, count)| (second.is_empty(), Reverse(*count)));
        sectors.push((word.to_owned(), seconds));
    }
    let total = |seconds: &[(String, usize)]| seconds.iter().map(|(_, n)| n).sum::<usize>();
    sectors.sort_by_key(|(_, seconds)| Reverse(total(seconds)));
    if !rare.is_empty() {
        let count = rare.iter().map(|(_, count)| count).sum();
        sectors.push(("other".to_owned(), vec![(String::new(), count)]));
    }
    sectors
}

fn sector(
    svg: &mut Svg,
    ring: usize,
    class: &str,
    (from, count, all): (usize, usize, usize),
    phrase: &str,
    label: &str,
) {
    let share = count as f64 / all as f64;
    let (begin, end) = (from as f64 / all as f64, (from + count) as f64 / all as f64);
    let (inner, outer) = RINGS[ring];
    let tip = format!("{phrase}: {count} of {all} ({:.1}%)", 100.0 * share);
    svg.path(&format!("sector {class}"), &ring_path(inner, outer, begin, end), &tip);
    let room = f64::midpoint(inner, outer) * share * std::f64::consts::TAU;
    if share >= LABELLED && room > 13.0 && label.chars().count() <= 10 {
        let (x, y) = around(CENTRE, f64::midpoint(inner, outer), f64::midpoint(begin, end));
        let class = if ring == 0 { "label on" } else { "label" };
        svg.text(class, (x, y + 4.0), "middle", label);
    }
}

fn ring_path(inner: f64, outer: f64, begin: f64, end: f64) -> String {
    // A whole ring has no beginning: an arc from a point to itself is none.
    let end = if end - begin >= 1.0 { begin + 0.9999 } else { end };
    let large = u8::from(end - begin > 0.5);
    let (out, inn) = (number(outer), number(inner));
    format!(
        "M{} A{out} {out} 0 {large} 1 {} L{} A{inn} {inn} 0 {large} 0 {} Z",
        point(around(CENTRE, outer, begin)),
        point(around(CENTRE, outer, end)),
        point(around(CENTRE, inner, end)),
        point(around(CENTRE, inner, begin)),
    )
}
