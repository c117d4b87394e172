//! How conversations move between topics from turn to turn (TopiOCQA, figure 3).

use std::collections::BTreeMap;

use super::Plot;
use super::svg::{Svg, number};
use super::topics::{Conversation, switching};

/// The figure's turns; topics beyond the last share its band.
const TURNS: usize = 15;
const TOPICS: usize = 6;

const HEIGHT: f64 = 250.0;
const STEP: f64 = 56.0;
const NODE: f64 = 9.0;
const GAP: f64 = 6.0;
const LEFT: f64 = 14.0;
const TOP: f64 = 10.0;

/// Turns as columns, topics as bands in them, and what leads from one column to the next.
pub fn plot(conversations: &[Conversation]) -> Option<Plot> {
    if !switching(conversations) {
        return None;
    }
    let last = conversations.iter().map(Vec::len).max()?.min(TURNS);
    let mut nodes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut links: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
    for conversation in conversations {
        let topics: Vec<usize> =
            conversation.iter().take(last).map(|&topic| topic.min(TOPICS - 1)).collect();
        for (turn, &topic) in topics.iter().enumerate() {
            *nodes.entry((turn, topic)).or_default() += 1;
        }
        for (turn, pair) in topics.windows(2).enumerate() {
            *links.entry((turn, pair[0], pair[1])).or_default() += 1;
        }
    }
    let scale = (HEIGHT - GAP * TOPICS as f64) / conversations.len() as f64;
    let places = places(&nodes, scale);
    let mut svg = Svg::new(LEFT * 2.0 + STEP * (last - 1) as f64 + NODE, TOP + HEIGHT + 44.0);
    draw_links(&mut svg, &links, &places, scale);
    for (&(turn, topic), &count) in &nodes {
        let y = places[&(turn, topic)];
        let tip =
            format!("turn {}: topic {} in {count} conversations", turn + 1, topic_name(topic));
        svg.rect(colour(topic), (x(turn), y), (NODE, (count as f64 * scale).max(1.0)), 1.0, &tip);
    }
    for turn in 0..last {
        svg.text(
            "tick",
            (x(turn) + NODE / 2.0, TOP + HEIGHT + 18.0),
            "middle",
            &(turn + 1).to_string(),
        );
    }
    svg.text("axis", (x(last - 1) / 2.0 + LEFT, TOP + HEIGHT + 38.0), "middle", "turn");
    Some(Plot {
        title: "Topic flow over turns".to_owned(),
        caption: format!(
            "Topics in the order they first occur in a conversation (the first is on top, the {TOPICS}th and later ones \
             share a band), and where the next turn goes. As TopiOCQA's figure 3."
        ),
        svg: svg.finish("Flow diagram of topics from turn to turn"),
    })
}

fn x(turn: usize) -> f64 {
    LEFT + STEP * turn as f64
}

fn topic_name(topic: usize) -> String {
    match topic + 1 {
        TOPICS => format!("{TOPICS} or later"),
        number => number.to_string(),
    }
}

fn colour(topic: usize) -> &'static str {
    ["c1", "c2", "c3", "c4", "c5", "c6"][topic.min(TOPICS - 1)]
}

/// Where each band begins: the topics of a turn stand below each other, the first on top.
fn places(nodes: &BTreeMap<(usize, usize), usize>, scale: f64) -> BTreeMap<(usize, usize), f64> {
    let mut places = BTreeMap::new();
    let mut below: BTreeMap<usize, f64> = BTreeMap::new();
    for (&(turn, topic), &count) in nodes {
        let y = below.entry(turn).or_insert(TOP);
        places.insert((turn, topic), *y);
        *y += count as f64 * scale + GAP;
    }
    places
}

fn draw_links(
    svg: &mut Svg,
    links: &BTreeMap<(usize, usize, usize), usize>,
    places: &BTreeMap<(usize, usize), f64>,
    scale: f64,
) {
    let mut leaving: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let mut arriving: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for (&(turn, from, to), &count) in links {
        let thick = count as f64 * scale;
        let out = leaving.entry((turn, from)).or_insert(places[&(turn, from)]);
        let into = arriving.entry((turn + 1, to)).or_insert(places[&(turn + 1, to)]);
        let (left, right) = (x(turn) + NODE, x(turn + 1));
        let middle = number(f64::midpoint(left, right));
        let (l, r) = (number(left), number(right));
        let (top, end) = (number(*out), number(*into));
        let (low, low_end) = (number(*out + thick), number(*into + thick));
        let data = format!(
            "M{l} {top} C{middle} {top} {middle} {end} {r} {end} L{r} {low_end} C{middle} {low_end} {middle} {low} {l} {low} Z"
        );
        let tip = match from == to {
            true => format!(
                "turn {} to {}: {count} stay with topic {}",
                turn + 1,
                turn + 2,
                topic_name(to)
            ),
            false => format!(
                "turn {} to {}: {count} go from topic {} to topic {}",
                turn + 1,
                turn + 2,
                topic_name(from),
                topic_name(to)
            ),
        };
        svg.path(&format!("link {}", colour(to)), &data, &tip);
        *out += thick;
        *into += thick;
    }
}
