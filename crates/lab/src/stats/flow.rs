//! TopiOCQA's topic switches (section 4.1): topics by the conversation's length (figure 2a), turns by the length of their stretch on one topic
//! (figure 2b), and where conversations begin (section 3.2).

use std::collections::BTreeMap;

use super::measures::Measures;
use crate::data::Turn;
use crate::data::topiocqa::TopicFlow;

/// The longest stretch that is told apart.
const LONGEST: usize = 10;

/// Counts over the turns of a split, conversation after conversation.
#[derive(Debug, Default)]
pub(super) struct FlowCounts {
    conversation: String,
    flow: TopicFlow,
    turns: usize,
    stretch: (Option<String>, usize),
    /// Turns in stretches of a length.
    stretches: BTreeMap<usize, usize>,
    /// Conversations by how many turns and topics they have.
    shapes: BTreeMap<(usize, usize), usize>,
    conversations: usize,
    begun_by_annotator: usize,
}

impl FlowCounts {
    pub fn add(&mut self, turn: &Turn) {
        if self.conversation != turn.conversation {
            self.end();
            turn.conversation.clone_into(&mut self.conversation);
            self.conversations += 1;
            let origin = turn.facets.get("origin").map(String::as_str);
            self.begun_by_annotator += usize::from(origin == Some("annotator"));
        }
        self.turns += 1;
        self.flow.next(turn.topic.as_deref().unwrap_or_default());
        // A turn without a topic ends a stretch and is in none.
        if self.stretch.0 != turn.topic {
            self.end_stretch();
            self.stretch.0.clone_from(&turn.topic);
        }
        self.stretch.1 += 1;
    }

    fn end_stretch(&mut self) {
        let (topic, length) = std::mem::take(&mut self.stretch);
        if topic.is_some() && length > 0 {
            *self.stretches.entry(length).or_default() += length;
        }
    }

    fn end(&mut self) {
        self.end_stretch();
        if self.turns > 0 {
            *self.shapes.entry((self.turns, self.flow.topics())).or_default() += 1;
        }
        self.turns = 0;
        self.flow = TopicFlow::default();
    }

    pub fn tell(mut self, scope: &str, to: &mut Measures) {
        self.end();
        to.percent(scope, "begun-by-annotator", self.begun_by_annotator, self.conversations);
        for length in [10, 14, 18] {
            let mode = mode(self.shapes.iter().filter(|((turns, _), _)| *turns == length));
            if let Some(topics) = mode {
                to.count(scope, &format!("topics-of-{length}-turns"), topics);
            }
        }
        let short: BTreeMap<(usize, usize), usize> = self
            .shapes
            .iter()
            .filter(|((turns, _), _)| *turns < 10)
            .fold(BTreeMap::new(), |mut sum, ((_, topics), count)| {
                *sum.entry((0, *topics)).or_default() += count;
                sum
            });
        if let Some(topics) = mode(short.iter()) {
            to.count(scope, "topics-of-fewer-than-10-turns", topics);
        }
        let all: usize = self.stretches.values().sum();
        if let Some((length, _)) = self.stretches.iter().max_by_key(|(_, turns)| **turns) {
            to.count(scope, "stretch-mode", *length);
        }
        for length in 1..=LONGEST {
            let turns = self.stretches.get(&length).copied().unwrap_or(0);
            to.percent(scope, &format!("stretch-{length}"), turns, all);
        }
        let longer = self.stretches.range(LONGEST + 1..).map(|(_, turns)| turns).sum();
        to.percent(scope, "stretch-longer", longer, all);
    }
}

/// The number of topics that most of these conversations have.
fn mode<'a>(shapes: impl Iterator<Item = (&'a (usize, usize), &'a usize)>) -> Option<usize> {
    shapes.max_by_key(|(_, count)| **count).map(|((_, topics), _)| *topics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_count_turns_and_end_where_there_is_no_topic() {
        let mut counts = FlowCounts::default();
        let topics = [Some("a"), Some("a"), None, Some("a"), Some("b"), Some("b"), Some("b")];
        for topic in topics {
            let topic = topic.map(str::to_owned);
            counts.add(&Turn { conversation: "1".to_owned(), topic, ..Turn::default() });
        }
        let mut measures = Measures::default();
        counts.tell("train", &mut measures);
        let share = |length: usize| measures.get("train", &format!("stretch-{length}")).unwrap();
        assert_eq!([share(1), share(2), share(3)], [100.0 / 6.0, 200.0 / 6.0, 50.0]);
        assert_eq!(measures.get("train", "stretch-mode"), Some(3.0));
    }
}
