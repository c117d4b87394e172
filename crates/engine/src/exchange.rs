//! What a conversation keeps of a turn.

use grice_text::CharMap;

use crate::reply::{Evidence, Kind, Reply};
use crate::state::{Exchange, Salient};

/// What was said and replied. `meant` is the question that was answered, where it is another.
pub(crate) fn exchange(question: String, meant: Option<String>, reply: &Reply) -> Exchange {
    let asked = meant.as_ref().unwrap_or(&question);
    Exchange {
        salient: Some(salient(asked, reply)),
        question,
        answer: reply.answer.clone(),
        reply: reply.text.clone(),
        topic: reply.topic.clone(),
        switched: reply.switched,
        pages: Vec::new(),
        traced: true,
        meant,
        interpreted: reply.interpreted.clone(),
        aside: matches!(reply.kind, Kind::Talk | Kind::Clarify),
        clarified: reply.kind == Kind::Clarify,
    }
}

/// What a reply said that later words can point at, with the lists that its evidence stands in.
fn salient(question: &str, reply: &Reply) -> Salient {
    let mut salient = Salient::of_words(question, &reply.answer, &reply.text);
    for span in &reply.literal {
        if let Some((text, place)) = standing(span, reply) {
            let touches =
                |range: &std::ops::Range<usize>| range.start < place.end && place.start < range.end;
            salient.add_lists(question, text, |list| touches(&list.whole) || touches(&list.lead));
        }
    }
    salient
}

/// The text of the passage that evidence stands in, and its bytes there.
fn standing<'a>(span: &Evidence, reply: &'a Reply) -> Option<(&'a str, std::ops::Range<usize>)> {
    let home = reply.passages.iter().find(|passage| passage.id == span.passage)?;
    let map = CharMap::new(&home.record.text);
    Some((&home.record.text, map.to_byte(span.start)?..map.to_byte(span.end)?))
}
