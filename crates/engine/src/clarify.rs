//! Whether a question has to be asked back because a name in it is the name of several pages.

use grice_index::Searcher;
use grice_judge::Turn;
use grice_judge::rank::Ranker;

use crate::candidate::Candidate;
use crate::conversation::{Conversation, Topic};
use crate::describe::describe;
use crate::error::Result;
use crate::mentions;
use crate::page::within;
use crate::pending::{Choice, Pending};
use crate::senses::{Sense, senses};
use crate::system::System;
use crate::words;

/// How many times more of the collection a page must be than another for the other not to count.
const OUTWEIGHS: u32 = 3;

/// Passages of a page, beside its first, by which it is compared with others.
const BEST: usize = 2;

/// The most pages that are compared.
const COMPARED: usize = 5;

/// A question of ours, where the question has to be asked back: its name is that of several
/// pages, none of which is clearly meant, and nothing that was said before decides.
pub(crate) fn clarify(
    (searcher, sources): (&Searcher, &[String]),
    conversation: &Conversation,
    (history, question): (&[Turn], &str),
    candidates: &[Candidate],
    ranker: &Ranker,
    system: &System,
) -> Result<Option<Pending>> {
    let settings = &system.clarify;
    if !settings.ask || asked_last(conversation) {
        return Ok(None);
    }
    let Some((name, mut senses)) = senses(question, candidates) else { return Ok(None) };
    senses.truncate(COMPARED);
    if leads(searcher, sources, &name, &senses)? || decided(searcher, conversation, &name, &senses)?
    {
        return Ok(None);
    }
    let mut weighed = Vec::new();
    for sense in senses.drain(..) {
        let record = searcher.document(&sense.page.document)?;
        weighed.push((record.map_or(0, |record| record.passages), sense));
    }
    let most = weighed.iter().map(|(passages, _)| *passages).max().unwrap_or(0);
    weighed.retain(|(passages, _)| passages.saturating_mul(OUTWEIGHS) > most);
    let senses: Vec<Sense> = weighed.into_iter().map(|(_, sense)| sense).collect();
    let senses = alike(searcher, (history, question), senses, ranker, system)?;
    if senses.len() < 2 {
        return Ok(None);
    }
    let mut choices = Vec::new();
    for sense in senses.into_iter().take(settings.most) {
        choices.push(choice(searcher, sense.page)?);
    }
    let choices = labelled(choices, &name);
    let asked = asked(&choices);
    Ok(Some(Pending::Clarify { asked, question: question.to_owned(), choices }))
}

/// Whether the last thing said was such a question.
fn asked_last(conversation: &Conversation) -> bool {
    matches!(conversation.pending, Some(Pending::Clarify { .. }))
        || conversation.turns.last().is_some_and(|turn| turn.clarified)
}

/// Whether the collection has the name as another name of one page, whose title has more words.
fn leads(
    searcher: &Searcher,
    sources: &[String],
    name: &[String],
    senses: &[Sense],
) -> Result<bool> {
    let named = mentions::pages(searcher, sources, &name.join(" "))?;
    let longer = |page: &Topic| words::lower(&page.title) != name;
    Ok(named.iter().any(|page| longer(page) && senses.iter().any(|sense| sense.page == *page)))
}

/// Whether the conversation decides: the name was said before, or one of the pages was talked
/// about or is linked from the page that is.
fn decided(
    searcher: &Searcher,
    conversation: &Conversation,
    name: &[String],
    senses: &[Sense],
) -> Result<bool> {
    let said = |text: &str| contains(&words::lower(text), name);
    if conversation.turns.iter().any(|turn| said(&turn.question) || said(&turn.answer)) {
        return Ok(true);
    }
    let trail = conversation.trail();
    if senses.iter().any(|sense| trail.contains(&&sense.page)) {
        return Ok(true);
    }
    let Some(topic) = conversation.topic() else { return Ok(false) };
    let Some(record) = searcher.document(&topic.document)? else { return Ok(false) };
    for link in &record.links {
        if !contains(&words::lower(&format!("{} {}", link.text, link.target)), name) {
            continue;
        }
        let to = searcher.resolve(&link.target)?;
        if to.is_some_and(|to| senses.iter().any(|sense| sense.page.document == to.id)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The senses whose best passages the ranker finds about as good as the best one's, best first.
fn alike(
    searcher: &Searcher,
    (history, question): (&[Turn], &str),
    senses: Vec<Sense>,
    ranker: &Ranker,
    system: &System,
) -> Result<Vec<Sense>> {
    let (mut texts, mut of) = (Vec::new(), Vec::new());
    for (number, sense) in senses.iter().enumerate() {
        let lead = searcher.find_passage(&format!("{}#0", sense.page.document))?;
        let best = within(searcher, &system.retrieve, &sense.page, question, BEST)?;
        for passage in lead.map(Candidate::new).into_iter().chain(best) {
            texts.push(passage.titled());
            of.push(number);
        }
    }
    // Where they cannot be ranked, the question is answered as well as it can be.
    let Ok(ranked) = ranker.rank(history, question, &texts) else { return Ok(Vec::new()) };
    let mut scores = vec![0.0_f32; senses.len()];
    for one in ranked {
        let sense = of.get(one.index).and_then(|sense| scores.get_mut(*sense));
        sense.into_iter().for_each(|score| *score = score.max(one.score));
    }
    let best = scores.iter().copied().fold(0.0, f32::max);
    let mut near: Vec<(f32, Sense)> = scores.into_iter().zip(senses).collect();
    near.retain(|(score, _)| best - score <= system.clarify.margin);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(near.into_iter().map(|(_, sense)| sense).collect())
}

fn choice(searcher: &Searcher, page: Topic) -> Result<Choice> {
    let lead = searcher.find_passage(&format!("{}#0", page.document))?;
    let lead = lead.map(|passage| passage.text).unwrap_or_default();
    let first = grice_text::sentences(&lead).next();
    let about = first.and_then(|range| lead.get(range)).unwrap_or_default().to_owned();
    Ok(Choice { label: page.title.clone(), about, page })
}

/// A title that is the bare name does not tell the pages apart; what the page says of itself does.
fn labelled(mut choices: Vec<Choice>, name: &[String]) -> Vec<Choice> {
    for choice in &mut choices {
        if words::lower(&choice.page.title) == name
            && let Some(what) = describe(&choice.about)
        {
            choice.label = format!("{} ({what})", choice.page.title);
        }
    }
    choices
}

fn asked(choices: &[Choice]) -> String {
    let labels: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
    match labels.split_last() {
        Some((last, rest)) => format!("Do you mean {} or {last}?", rest.join(", ")),
        None => String::new(),
    }
}

/// Whether words stand in others next to each other.
pub(crate) fn contains(text: &[String], words: &[String]) -> bool {
    !words.is_empty() && text.windows(words.len()).any(|window| window == words)
}
