//! Conversations, replies, documents and passages as clients read them. Offsets are characters.

use grice_corpus::BlockKind;
use grice_engine::{
    Candidate, Conversation, Evidence, Kind, Pending, Reply, Room, Sentence, Shape, Switch,
    Timings, Why,
};
use grice_index::{DocumentRecord, PassageRecord, Searcher};
use grice_text::CharMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Result;

/// The most links of a document that are looked up.
const MOST_LINKS: usize = 2_000;

/// A reply.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Reply)]
pub struct ReplyView {
    /// What is said.
    pub text: String,
    /// span, yes, no, unknown, talk or clarify.
    #[schema(value_type = String)]
    pub kind: Kind,
    /// The literal answer alone; empty where there is none.
    pub answer: String,
    /// How probable it is that the answer is right, 0 to 1.
    pub confidence: f32,
    /// The question as it stands alone.
    pub rewrite: String,
    /// How the question was understood; empty where it was taken as it was said.
    pub understood: String,
    /// The parts of the text in order.
    pub sentences: Vec<SentenceView>,
    /// What the sentences are made of.
    pub evidence: Vec<EvidenceView>,
    /// Where to look, where the collection does not say.
    pub places: Vec<EvidenceView>,
    /// The page the answer came from.
    pub topic: Option<TopicView>,
    /// none, no-switch, switch-to-new or switch-to-old.
    #[schema(value_type = String)]
    pub switched: Switch,
    /// What could be asked next.
    pub follow_ups: Vec<String>,
    /// What can be meant, where the reply asks that.
    pub choices: Vec<String>,
    /// What could not be done.
    pub notes: Vec<String>,
    /// The generator that wrote the reply; empty where none did.
    pub written_by: String,
    /// What the generator wrote and the evidence does not support.
    pub cut: Vec<CutView>,
    /// How long it took.
    pub milliseconds: f64,
}

/// A sentence, a list or a piece of code.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Sentence)]
pub struct SentenceView {
    /// As it stands in the text.
    pub text: String,
    /// prose, lines or code.
    #[schema(value_type = String)]
    pub shape: Shape,
    /// Whether it was added to the literal answer.
    pub added: bool,
    /// The numbers of its evidence.
    pub evidence: Vec<usize>,
}

/// Words of the collection, and where they stand.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq, ToSchema)]
#[schema(as = Evidence)]
pub struct EvidenceView {
    /// The words.
    pub text: String,
    /// The passage's id.
    pub passage: String,
    /// The document's id.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// The headings above the passage.
    pub section: String,
    /// Where the words begin in the passage.
    pub start: usize,
    /// Where they end.
    pub end: usize,
}

/// A page.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Topic)]
pub struct TopicView {
    /// The document's id.
    pub document: String,
    /// Its title.
    pub title: String,
}

/// A sentence that was left out.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Cut)]
pub struct CutView {
    /// What was written.
    pub text: String,
    /// Why it is not said.
    pub why: String,
}

impl From<&Evidence> for EvidenceView {
    fn from(evidence: &Evidence) -> EvidenceView {
        EvidenceView {
            text: evidence.text.clone(),
            passage: evidence.passage.clone(),
            document: evidence.document.clone(),
            title: evidence.title.clone(),
            section: evidence.section.clone(),
            start: evidence.start,
            end: evidence.end,
        }
    }
}

/// The evidence of a sentence: the words it says, or else the spans it was made of.
pub fn sources(sentence: &Sentence, spans: &[&Evidence]) -> Vec<EvidenceView> {
    match sentence.source.is_empty() {
        false => sentence.source.iter().map(EvidenceView::from).collect(),
        true => {
            let spans = sentence.spans.iter().filter_map(|&number| spans.get(number));
            spans.map(|&evidence| EvidenceView::from(evidence)).collect()
        }
    }
}

impl ReplyView {
    /// A reply, and what the conversation waits to hear.
    pub fn new(reply: &Reply, pending: Option<&Pending>) -> ReplyView {
        let spans: Vec<&Evidence> = reply.literal.iter().chain(&reply.pragmatic).collect();
        let mut evidence: Vec<EvidenceView> = Vec::new();
        let mut number = |view: EvidenceView| {
            evidence.iter().position(|known| *known == view).unwrap_or_else(|| {
                evidence.push(view);
                evidence.len() - 1
            })
        };
        let sentence = |sentence: &Sentence| SentenceView {
            text: sentence.text.clone(),
            shape: sentence.shape,
            added: is_added(reply, sentence),
            evidence: sources(sentence, &spans).into_iter().map(&mut number).collect(),
        };
        let sentences = reply.evidence.iter().map(sentence).collect();
        let choices = match pending {
            Some(Pending::Clarify { choices, .. }) if reply.kind == Kind::Clarify => {
                choices.iter().map(|choice| choice.label.clone()).collect()
            }
            _ => Vec::new(),
        };
        let topic = reply.topic.as_ref();
        let cut =
            |cut: &grice_engine::Cut| CutView { text: cut.text.clone(), why: cut.why.clone() };
        ReplyView {
            text: reply.text.clone(),
            kind: reply.kind,
            answer: reply.answer.clone(),
            confidence: reply.confidence,
            rewrite: reply.rewrite.clone(),
            understood: reply.understood.clone(),
            sentences,
            evidence,
            places: reply.places.iter().map(EvidenceView::from).collect(),
            topic: topic.map(|topic| TopicView {
                document: topic.document.clone(),
                title: topic.title.clone(),
            }),
            switched: reply.switched,
            follow_ups: reply.follow_ups.clone(),
            choices,
            notes: reply.notes.clone(),
            written_by: reply.why.written_by.clone(),
            cut: reply.why.cut.iter().map(cut).collect(),
            milliseconds: (reply.timings.total * 10.0).round() / 10.0,
        }
    }
}

/// Whether a sentence of a reply was added to the literal answer.
fn is_added(reply: &Reply, sentence: &Sentence) -> bool {
    let literal = reply.literal.len();
    let added = sentence.spans.iter().all(|number| *number >= literal);
    added && !sentence.spans.is_empty() && !reply.is_unknown()
}

/// A turn of a conversation.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Turn)]
pub struct TurnView {
    /// Its number, from 0.
    pub number: usize,
    /// What was said.
    pub question: String,
    /// What was replied.
    pub reply: ReplyView,
    /// What the reader thought of it.
    pub feedback: Option<FeedbackView>,
    /// Milliseconds since 1970 when it was saved.
    pub at: i64,
}

/// What a reader thought of a reply.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Feedback)]
pub struct FeedbackView {
    /// useful, wrong or not-in-source.
    pub verdict: String,
    /// In words.
    pub note: Option<String>,
}

/// A turn that was saved: its reply, or the words alone where the reply can no longer be read.
pub fn saved_reply(conversation: &Conversation, number: usize, reply: Option<&Reply>) -> ReplyView {
    let last = number + 1 == conversation.turns.len();
    let pending = conversation.pending.as_ref().filter(|_| last);
    match (reply, conversation.turns.get(number)) {
        (Some(reply), _) => ReplyView::new(reply, pending),
        (None, Some(turn)) => {
            let words = Reply {
                text: turn.reply.clone(),
                answer: turn.answer.clone(),
                kind: if turn.answer.is_empty() { Kind::Unknown } else { Kind::Span },
                topic: turn.topic.clone(),
                ..Reply::default()
            };
            let mut view = ReplyView::new(&words, pending);
            let prose = |text: &str| SentenceView {
                text: text.to_owned(),
                shape: Shape::Prose,
                added: false,
                evidence: Vec::new(),
            };
            view.sentences.push(prose(&turn.reply));
            view
        }
        (None, None) => ReplyView::new(&Reply::default(), None),
    }
}

/// Why a turn went as it did.
#[derive(Serialize, ToSchema)]
#[schema(as = Why)]
pub struct WhyView {
    /// Readings, what was read, what could be added and offered.
    #[schema(value_type = Object)]
    pub why: Why,
    /// How the utterance was meant.
    #[schema(value_type = Object)]
    pub room: Room,
    /// Milliseconds of each step.
    #[schema(value_type = Object)]
    pub timings: Timings,
    /// The passages that were found, with what speaks for each.
    #[schema(value_type = Vec<Object>)]
    pub passages: Vec<Candidate>,
}

/// A part of a passage.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Block)]
pub struct BlockView {
    /// paragraph, list, item, step, definition, code, table, row, caption or formula.
    #[schema(value_type = String)]
    pub kind: BlockKind,
    /// Where it begins in the passage's text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A link of a passage to another document of the collection.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Link)]
pub struct LinkView {
    /// Where its words begin in the passage's text.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// The document it leads to.
    pub document: String,
    /// That document's title.
    pub title: String,
}

/// A passage.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Passage)]
pub struct PassageView {
    /// Its id.
    pub id: String,
    /// Its document's id.
    pub document: String,
    /// Its number in the document.
    pub ordinal: u64,
    /// The document's title.
    pub title: String,
    /// The headings above it.
    pub section: String,
    /// Its text.
    pub text: String,
    /// What it is made of.
    pub blocks: Vec<BlockView>,
    /// What a link to the place has behind its `#`.
    pub anchor: Option<String>,
    /// The line of its file it starts on.
    pub line: Option<u64>,
    /// Words of it that lead to other documents.
    pub links: Vec<LinkView>,
}

/// A document with all its passages.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Document)]
pub struct DocumentView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it stands on the web, if it said so itself.
    pub url: Option<String>,
    /// Its file inside the source.
    pub path: String,
    /// Its text, passage by passage.
    pub passages: Vec<PassageView>,
}

/// Where the links of a document lead: the words that are linked, and the document.
pub struct Links(Vec<(String, String, String)>);

impl Links {
    /// Looks up the links of a document.
    pub fn of(searcher: &Searcher, document: &DocumentRecord) -> Result<Links> {
        let mut found = Vec::new();
        for link in document.links.iter().take(MOST_LINKS) {
            let words = link.text.trim();
            if words.chars().count() < 2 {
                continue;
            }
            let known = found.iter().any(|(text, ..): &(String, String, String)| text == words);
            if !known
                && let Some(target) = searcher.resolve(&link.target)?
                && target.id != document.id
            {
                found.push((words.to_owned(), target.id, target.title));
            }
        }
        found.sort_by_key(|(words, ..)| std::cmp::Reverse(words.len()));
        Ok(Links(found))
    }

    /// The links in a text: each where its words first stand alone, none inside another.
    fn places(&self, text: &str, map: &CharMap<'_>) -> Vec<LinkView> {
        let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
        let mut places = Vec::new();
        for (words, document, title) in &self.0 {
            let free = |range: &std::ops::Range<usize>| {
                taken.iter().all(|other| range.end <= other.start || other.end <= range.start)
            };
            let mut all = text.match_indices(words.as_str()).map(|(at, _)| at..at + words.len());
            let Some(range) = all.find(|range| is_whole(text, range) && free(range)) else {
                continue;
            };
            if let (Some(start), Some(end)) = (map.to_char(range.start), map.to_char(range.end)) {
                let (document, title) = (document.clone(), title.clone());
                places.push(LinkView { start, end, document, title });
                taken.push(range);
            }
        }
        places.sort_by_key(|link| link.start);
        places
    }
}

/// Whether no word goes on at either end of a range.
fn is_whole(text: &str, range: &std::ops::Range<usize>) -> bool {
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    let goes_on = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !goes_on(before) && !goes_on(after)
}

impl PassageView {
    /// A passage with its links.
    pub fn new(record: &PassageRecord, links: &Links) -> PassageView {
        let map = CharMap::new(&record.text);
        let block = |block: &grice_corpus::Block| {
            let (start, end) = (map.to_char(block.range.start)?, map.to_char(block.range.end)?);
            Some(BlockView { kind: block.kind, start, end })
        };
        PassageView {
            id: record.passage.clone(),
            document: record.document.clone(),
            ordinal: record.ordinal,
            title: record.title.clone(),
            section: record.section.clone(),
            text: record.text.clone(),
            blocks: record.blocks.iter().filter_map(block).collect(),
            anchor: record.anchor.clone(),
            line: record.line,
            links: links.places(&record.text, &map),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_marked_where_their_words_stand_alone() {
        let links = Links(vec![
            ("Great Red Spot".into(), "d/spot".into(), "Spot".into()),
            ("Red".into(), "d/red".into(), "Red".into()),
        ]);
        let text = "Über Redder: the Great Red Spot is Red.";
        let places = links.places(text, &CharMap::new(text));
        let chars: Vec<char> = text.chars().collect();
        let words: Vec<String> =
            places.iter().map(|link| chars[link.start..link.end].iter().collect()).collect();
        assert_eq!(words, ["Great Red Spot", "Red"]);
        assert_eq!(places[1].start, chars.len() - 4);
    }
}
