//! What is counted in the turns of every data set of conversations.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::measures::{Measures, words};
use crate::data::Turn;

/// Counts of one split, or of several.
#[derive(Debug, Default)]
pub(super) struct TurnCounts {
    turns: usize,
    question_words: usize,
    answered: usize,
    answer_words: usize,
    replies: usize,
    reply_words: usize,
    unanswerable: usize,
    rewrites: usize,
    rewrite_words: usize,
    literal_words: usize,
    pragmatic_words: usize,
    elements: usize,
    conversations: HashMap<String, Conversation>,
    topics: HashSet<String>,
    topics_without_answers: HashSet<String>,
    passages: HashSet<u64>,
    passage_words: usize,
    facets: BTreeMap<(String, String), usize>,
}

#[derive(Debug, Default)]
struct Conversation {
    topics: BTreeSet<String>,
    elements: HashSet<String>,
}

impl TurnCounts {
    pub fn add(&mut self, split: &str, turn: &Turn) {
        self.turns += 1;
        self.question_words += words(&turn.question);
        if let Some(answer) = turn.answers.first() {
            self.replies += 1;
            self.reply_words += words(&answer.text);
            if !turn.unanswerable {
                self.answered += 1;
                self.answer_words += words(&answer.text);
            }
        }
        self.unanswerable += usize::from(turn.unanswerable);
        if let Some(rewrite) = &turn.rewrite {
            self.rewrites += 1;
            self.rewrite_words += words(rewrite);
        }
        let sum =
            |golds: &[crate::data::Gold]| golds.iter().map(|gold| words(&gold.text)).sum::<usize>();
        self.literal_words += sum(&turn.literal);
        self.pragmatic_words += sum(&turn.pragmatic);
        let conversation =
            self.conversations.entry(format!("{split}/{}", turn.conversation)).or_default();
        let spans = turn.literal.iter().chain(&turn.pragmatic);
        let elements: HashSet<&String> = spans.filter_map(|gold| gold.passage.as_ref()).collect();
        self.elements += elements.len();
        conversation.elements.extend(elements.into_iter().cloned());
        if let Some(topic) = &turn.topic {
            conversation.topics.insert(topic.clone());
            self.topics.insert(topic.clone());
            if turn.unanswerable {
                self.topics_without_answers.insert(topic.clone());
            }
        }
        for evidence in turn.evidence.iter().filter(|evidence| !evidence.text.is_empty()) {
            let mut hasher = DefaultHasher::new();
            evidence.text.hash(&mut hasher);
            if self.passages.insert(hasher.finish()) {
                self.passage_words += words(&evidence.text);
            }
        }
        for (name, value) in &turn.facets {
            *self.facets.entry((name.clone(), value.clone())).or_default() += 1;
        }
    }

    pub fn tell(&self, scope: &str, to: &mut Measures) {
        let conversations = self.conversations.len();
        to.count(scope, "turns", self.turns);
        to.count(scope, "conversations", conversations);
        to.count(scope, "unanswerable", self.unanswerable);
        to.percent(scope, "unanswerable-share", self.unanswerable, self.turns);
        to.count(scope, "rewrites", self.rewrites);
        to.count(scope, "topics", self.topics.len());
        to.count(scope, "topics-without-answers", self.topics_without_answers.len());
        to.count(scope, "passages", self.passages.len());
        to.mean(scope, "question-words", self.question_words, self.turns);
        to.mean(scope, "answer-words", self.answer_words, self.answered);
        to.mean(scope, "reply-words", self.reply_words, self.replies);
        to.mean(scope, "rewrite-words", self.rewrite_words, self.rewrites);
        to.mean(scope, "passage-words", self.passage_words, self.passages.len());
        to.mean(scope, "literal-words", self.literal_words, self.turns);
        to.mean(scope, "pragmatic-words", self.pragmatic_words, self.turns);
        to.mean(scope, "elements", self.elements, self.turns);
        to.mean(scope, "turns-per-conversation", self.turns, conversations);
        let topics = self.conversations.values().map(|talk| talk.topics.len()).sum();
        to.mean(scope, "topics-per-conversation", topics, conversations);
        let elements = self.conversations.values().map(|talk| talk.elements.len()).sum();
        to.mean(scope, "elements-per-conversation", elements, conversations);
        let mut values: BTreeMap<&str, usize> = BTreeMap::new();
        for ((name, value), &count) in &self.facets {
            to.count(scope, &format!("{name}={value}"), count);
            to.percent(scope, &format!("{name}={value}-share"), count, self.turns);
            *values.entry(name).or_default() += 1;
        }
        for (name, number) in values {
            to.count(scope, &format!("{name}-values"), number);
        }
    }
}
