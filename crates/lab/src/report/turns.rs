//! The turns that the page carries, as the JSON that its script reads.

use std::collections::HashMap;

use serde::Serialize;

use super::error::Result;
use super::group::{Group, Run};
use super::table::thousands;
use super::{Options, escape, facets};
use crate::eval::results::{Gold, Line, Passage, Said, Span, Task};

/// The most values of a facet that can be filtered by.
const MOST_VALUES: usize = 60;

/// The turns that the page carries.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// What the page's script reads, safe inside a `<script>`.
    pub json: String,
    /// How many turns of each group the page carries, and how many there are.
    pub counts: Vec<Count>,
}

/// How many turns of a group the page carries.
#[derive(Clone, Debug)]
pub struct Count {
    /// The group.
    pub title: String,
    /// Turns on the page.
    pub shown: usize,
    /// Turns there are.
    pub all: usize,
    /// Turns or rows.
    pub unit: &'static str,
}

impl Chosen {
    /// Whether some turns are not on the page.
    pub fn is_part(&self) -> bool {
        self.counts.iter().any(|count| count.shown < count.all)
    }

    /// What a user should know about it.
    pub fn notes(&self) -> Vec<String> {
        if !self.is_part() {
            return Vec::new();
        }
        let part = self.counts.iter().filter(|count| count.shown < count.all).map(Count::words);
        vec![format!(
            "To browse, the page carries {} (evenly spaced); `--all-turns` carries all.",
            part.collect::<Vec<_>>().join(", ")
        )]
    }
}

impl Count {
    /// The count in words.
    pub fn words(&self) -> String {
        format!(
            "{} of {} {} of {}",
            thousands(self.shown),
            thousands(self.all),
            self.unit,
            self.title
        )
    }
}

/// Chooses turns of every group, the same for all its runs, and reads them.
pub fn choose(groups: &[Group], options: &Options) -> Result<Chosen> {
    let mut read: Vec<Vec<Shown>> = Vec::new();
    for group in groups {
        let all: Vec<usize> = (0..group.turns.len()).collect();
        let wanted = options.turns.map_or_else(|| all.clone(), |most| spaced(group, &all, most));
        read.push(read_turns(group, &wanted)?);
    }
    let mut json = written(groups, &read);
    if options.turns.is_some() && json.len() > options.budget {
        let (have, room) = (json.len(), options.budget);
        for (group, shown) in groups.iter().zip(&mut read) {
            // A little less than the share that fits, as turns are not of one size.
            let most = (shown.len() as u128 * room as u128 * 9 / (have as u128 * 10)) as usize;
            let places: Vec<usize> = shown.iter().map(|turn| turn.place).collect();
            let fewer = spaced(group, &places, most.max(1));
            shown.retain(|turn| fewer.binary_search(&turn.place).is_ok());
        }
        json = written(groups, &read);
    }
    let counts = groups.iter().zip(&read).map(|(group, shown)| Count {
        title: group.title(),
        shown: shown.len(),
        all: group.turns.len(),
        unit: group.unit(),
    });
    Ok(Chosen { json: escape::script_json(&json), counts: counts.collect() })
}

/// At most so many of these turns: whole conversations, evenly spaced.
fn spaced(group: &Group, places: &[usize], most: usize) -> Vec<usize> {
    if places.len() <= most {
        return places.to_vec();
    }
    let conversation = |place: &usize| group.turns[*place].conversation.as_str();
    let together =
        |a: &usize, b: &usize| !conversation(a).is_empty() && conversation(a) == conversation(b);
    let mut chosen: Vec<usize> = Vec::new();
    for (number, turns) in places.chunk_by(together).enumerate() {
        let next = (number + 1) * most / places.len() > number * most / places.len();
        if (number == 0 || next) && chosen.len() < most {
            chosen.extend(turns.iter().take(most - chosen.len()));
        }
    }
    chosen
}

/// A turn with what every run made of it.
struct Shown {
    place: usize,
    line: Line,
    lines: Vec<Option<Line>>,
}

fn read_turns(group: &Group, wanted: &[usize]) -> Result<Vec<Shown>> {
    let mut lines: Vec<Vec<Option<Line>>> = vec![vec![None; group.runs.len()]; wanted.len()];
    for (number, run) in group.runs.iter().enumerate() {
        for line in run.folder.lines()? {
            let line = line?;
            let place =
                group.place_of(&line.id).and_then(|place| wanted.binary_search(&place).ok());
            if let Some(place) = place {
                lines[place][number] = Some(line);
            }
        }
    }
    let shown = wanted.iter().zip(lines).filter_map(|(&place, lines)| {
        let line = lines.iter().flatten().next()?.clone();
        Some(Shown { place, line, lines })
    });
    Ok(shown.collect())
}

fn written(groups: &[Group], read: &[Vec<Shown>]) -> String {
    let groups: Vec<GroupData> =
        groups.iter().zip(read).map(|(group, shown)| group_data(group, shown)).collect();
    // Plain data with text keys: there is nothing in it that JSON cannot say.
    serde_json::to_string(&groups).unwrap_or_default()
}

#[derive(Serialize)]
struct GroupData<'a> {
    title: String,
    task: Task,
    unit: &'static str,
    all: usize,
    main: Option<&'a str>,
    measures: Vec<&'a str>,
    facets: Vec<(String, Vec<String>)>,
    systems: Vec<&'a str>,
    passages: Vec<PassageData<'a>>,
    turns: Vec<TurnData<'a>>,
}

#[derive(Serialize)]
struct PassageData<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    section: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
}

#[derive(Serialize)]
struct TurnData<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    conversation: &'a str,
    number: usize,
    question: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    history: &'a [Said],
    gold: GoldData<'a>,
    facets: &'a std::collections::BTreeMap<String, String>,
    #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    given: &'a std::collections::BTreeMap<String, String>,
    outputs: Vec<Option<OutputData<'a>>>,
}

#[derive(Serialize)]
struct GoldData<'a> {
    answers: &'a [String],
    rewrite: Option<&'a str>,
    literal: &'a [Span],
    pragmatic: &'a [Span],
    passages: Vec<usize>,
    label: Option<&'a str>,
    unanswerable: bool,
}

#[derive(Serialize)]
struct OutputData<'a> {
    answer: Option<&'a str>,
    rewrite: Option<&'a str>,
    literal: &'a [Span],
    pragmatic: &'a [Span],
    refused: bool,
    confidence: Option<f64>,
    passages: Vec<(usize, Option<f64>)>,
    prediction: Option<&'a str>,
    scores: Vec<Option<f64>>,
    error: Option<&'a str>,
}

fn group_data<'a>(group: &'a Group, shown: &'a [Shown]) -> GroupData<'a> {
    let mut passages = Passages::default();
    for turn in shown {
        turn.lines.iter().flatten().for_each(|line| passages.learn(line));
    }
    let measures = group.turn_measures();
    let turns = shown.iter().map(|turn| turn_data(group, turn, &measures, &mut passages));
    let turns = turns.collect();
    let values = |facet: &String| {
        let values = facets::values(group, facet).into_iter().map(|(value, _)| value);
        values.take(MOST_VALUES).collect()
    };
    GroupData {
        title: group.title(),
        task: group.task,
        unit: group.unit(),
        all: group.turns.len(),
        main: group.main_of_turns(),
        facets: facets::names(group).iter().map(|f| (f.clone(), values(f))).collect(),
        measures,
        systems: group.runs.iter().map(|run: &Run| run.title.as_str()).collect(),
        passages: passages.all,
        turns,
    }
}

fn turn_data<'a>(
    group: &'a Group,
    turn: &'a Shown,
    measures: &[&str],
    passages: &mut Passages<'a>,
) -> TurnData<'a> {
    let line = &turn.line;
    let gold: &Gold = &line.gold;
    let outputs = turn.lines.iter().map(|line| {
        let line = line.as_ref()?;
        Some(OutputData {
            answer: line.answer.as_deref(),
            rewrite: line.rewrite.as_deref(),
            literal: &line.literal,
            pragmatic: &line.pragmatic,
            refused: line.refused,
            confidence: line.confidence.map(rounded),
            passages: line
                .passages
                .iter()
                .map(|p| (passages.place(p), p.score.map(rounded)))
                .collect(),
            prediction: line.prediction.as_deref(),
            scores: measures.iter().map(|m| line.scores.get(*m).copied().map(rounded)).collect(),
            error: line.error.as_deref(),
        })
    });
    let outputs = outputs.collect();
    TurnData {
        id: &line.id,
        conversation: &line.conversation,
        number: line.number,
        question: &line.question,
        history: &line.history,
        gold: GoldData {
            answers: &gold.answers,
            rewrite: gold.rewrite.as_deref(),
            literal: &gold.literal,
            pragmatic: &gold.pragmatic,
            passages: gold.passages.iter().map(|passage| passages.place(passage)).collect(),
            label: gold.label.as_deref(),
            unanswerable: gold.unanswerable,
        },
        facets: &group.turns[turn.place].facets,
        given: &line.given,
        outputs,
    }
}

/// Four decimals are more than is shown.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// Passages, each once. A passage named without its text is the first of that id that has one.
#[derive(Default)]
struct Passages<'a> {
    all: Vec<PassageData<'a>>,
    by_text: HashMap<(&'a str, &'a str), usize>,
    by_id: HashMap<&'a str, usize>,
}

impl<'a> Passages<'a> {
    fn learn(&mut self, line: &'a Line) {
        for passage in line.gold.passages.iter().chain(&line.passages) {
            if !passage.text.is_empty() {
                self.place(passage);
            }
        }
    }

    fn place(&mut self, passage: &'a Passage) -> usize {
        let (id, text) = (passage.id.as_str(), passage.text.as_str());
        let known = match text.is_empty() {
            true => self.by_id.get(id),
            false => self.by_text.get(&(id, text)),
        };
        if let Some(&place) = known {
            return place;
        }
        let place = self.all.len();
        self.all.push(PassageData { id, title: &passage.title, section: &passage.section, text });
        self.by_text.insert((id, text), place);
        self.by_id.entry(id).or_insert(place);
        place
    }
}
