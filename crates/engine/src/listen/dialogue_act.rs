//! Dialogue act and mood of an utterance, beside what it asks (PragmEval).

use grice_english::question::is_question;
use grice_english::talk::{self, Displeasure, SmallTalk};
use grice_judge::analyze::{Analysis, Analyzer, Labels, Texts};

use crate::reply::{Act, Room, Signals};
use crate::state::Conversation;

/// SwitchBoard's acts with which nothing is asked.
const SOCIAL: &[(&str, Act)] = &[
    ("Acknowledge (Backchannel)", Act::Acknowledgement),
    ("Appreciation", Act::Acknowledgement),
    ("Conventional-closing", Act::Goodbye),
    ("Conventional-opening", Act::Greeting),
    ("Downplayer", Act::Acknowledgement),
    ("Response Acknowledgement", Act::Acknowledgement),
    ("Thanking", Act::Thanks),
];

/// The share of small talk, and the excitement, from which an utterance is small talk: with these
/// none of 474 TopiOCQA questions that do not look like questions is taken for it.
const TALK: f32 = 0.6;
const EXCITED: f32 = 0.4;

/// Displeasure and excitement from which someone who speaks of us has lost patience.
const UNPLEASANT: f32 = 0.25;
const HEATED: f32 = 0.7;

/// The most words of an utterance that a model looks at.
const WORDS_LOOKED_AT: usize = 12;

/// Reads an utterance in its conversation. The list decides first; a model is asked where neither
/// the list nor the form of a question does.
pub(crate) fn read(
    utterance: &str,
    conversation: &Conversation,
    analyzer: Option<&Analyzer>,
    notes: &mut Vec<String>,
) -> Room {
    let mut room = Room::default();
    if let Some(act) = talk::small_talk(utterance).map(act) {
        room.act = act;
        return room;
    }
    let last = conversation.last_asked();
    room.repeated = last.is_some_and(|turn| talk::is_same(utterance, &turn.question));
    match talk::displeasure(utterance) {
        Displeasure::Rejects => room.act = Act::Rejection,
        Displeasure::Vents => room.frustrated = true,
        Displeasure::None => {}
    }
    room.frustrated |= room.repeated || room.act == Act::Rejection;
    let short = utterance.split_whitespace().count() <= WORDS_LOOKED_AT;
    if let (Some(analyzer), true, false) = (analyzer, short, is_question(utterance)) {
        match signals(utterance, conversation, analyzer) {
            Ok(Some((signals, act))) => room.take(signals, act, utterance),
            Ok(None) => {}
            Err(error) => notes.push(format!("how it was meant was not looked at: {error}")),
        }
    }
    room
}

fn act(said: SmallTalk) -> Act {
    match said {
        SmallTalk::Greeting => Act::Greeting,
        SmallTalk::Thanks => Act::Thanks,
        SmallTalk::Goodbye | SmallTalk::Exit => Act::Goodbye,
        SmallTalk::Help => Act::Help,
        SmallTalk::Acknowledgement => Act::Acknowledgement,
        SmallTalk::Nothing => Act::Nothing,
    }
}

impl Room {
    /// Takes up what a model says, where the words have not decided.
    fn take(&mut self, signals: Signals, act: Act, utterance: &str) {
        let heated = signals.valence <= UNPLEASANT && signals.arousal >= HEATED;
        if self.act == Act::Question && heated && talk::speaks_of_us(utterance) {
            self.frustrated = true;
        } else if self.act == Act::Question
            && !self.frustrated
            && signals.social >= TALK
            && signals.arousal >= EXCITED
        {
            self.act = act;
        }
        self.signals = Some(signals);
    }
}

fn signals(
    utterance: &str,
    conversation: &Conversation,
    analyzer: &Analyzer,
) -> grice_judge::Result<Option<(Signals, Act)>> {
    let alone = Texts { text: utterance, text2: None };
    let last = conversation.turns.last().filter(|turn| !turn.reply.trim().is_empty());
    let said = last.map(|turn| Texts { text: &turn.reply, text2: Some(utterance) });
    let asked: Vec<Texts<'_>> = [alone].into_iter().chain(said).collect();
    let mut read = analyzer.analyze(&asked).into_iter();
    let Some(alone) = read.next().transpose()? else { return Ok(None) };
    let pair = read.next().transpose()?;
    let Some(acts) = alone.of("SwitchBoard") else { return Ok(None) };
    let social = SOCIAL.iter().map(|(label, act)| (share(acts, label), *act));
    let best = social.clone().max_by(|a, b| a.0.total_cmp(&b.0));
    let act = best.map_or(Act::Question, |(_, act)| act);
    let level = |task: &str| alone.of(task).map_or(0.5, |labels| share(labels, "high"));
    let signals = Signals {
        act: name(&alone, "SwitchBoard"),
        social: social.map(|(share, _)| share).sum(),
        sarcasm: pair.and_then(|pair| pair.of("Sarcasm").map(|labels| share(labels, "sarc"))),
        valence: level("EmoBank-Valence"),
        arousal: level("EmoBank-Arousal"),
        formality: level("Squinky-Formality"),
        verifiability: name(&alone, "Verifiability"),
    };
    Ok(Some((signals, act)))
}

fn share(labels: &Labels, wanted: &str) -> f32 {
    labels.iter().find(|(label, _)| *label == wanted).map_or(0.0, |(_, share)| share)
}

fn name(analysis: &Analysis, task: &str) -> String {
    let best = analysis.of(task).and_then(Labels::best);
    best.map_or_else(String::new, |(label, _)| label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Exchange;

    fn heard(utterance: &str) -> Room {
        let turn = Exchange { question: "Who built it?".to_owned(), ..Exchange::default() };
        let mut talk = Conversation::new();
        talk.turns.push(turn);
        read(utterance, &talk, None, &mut Vec::new())
    }

    #[test]
    fn words_alone_tell_what_is_said_outright() {
        assert_eq!(heard("Thanks!").act, Act::Thanks);
        assert_eq!(heard("When was it built?"), Room::default());
        let again = heard("who built it");
        assert!(again.repeated && again.frustrated && again.act == Act::Question);
        assert!(heard("That's not what I asked.").frustrated);
    }

    #[test]
    fn a_model_adds_small_talk_and_lost_patience() {
        let mut room = Room::default();
        let warm = Signals { social: 0.8, valence: 0.9, arousal: 0.9, ..Signals::default() };
        room.take(warm.clone(), Act::Acknowledgement, "oh that was a beautiful story");
        assert_eq!(room.act, Act::Acknowledgement);
        let mut room = Room::default();
        let flat = Signals { arousal: 0.1, ..warm };
        room.take(flat, Act::Acknowledgement, "beautiful story");
        assert_eq!(room.act, Act::Question);
        let angry = Signals { valence: 0.05, arousal: 0.9, ..Signals::default() };
        let mut room = Room::default();
        room.take(angry.clone(), Act::Thanks, "you are useless");
        assert!(room.frustrated);
        let mut room = Room::default();
        room.take(angry, Act::Thanks, "plane crash off nova scotia");
        assert!(!room.frustrated);
    }
}
