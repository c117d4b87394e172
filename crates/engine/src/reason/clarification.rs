//! "Do you mean Mercury (planet) or Mercury (element)?": asks back where the name in a question is that
//! of several pages, none of which is clearly meant, and nothing that was said before decides.

use std::collections::HashSet;

use grice_english::describe::describe;
use grice_english::words::{self, contains};
use grice_judge::rank::OVERLAP;

use super::rule::{Rule, Scene};
use super::senses::{Sense, senses};
use crate::error::Result;
use crate::retrieve::{Candidate, Library, Reading};
use crate::state::{Choice, Conversation, Pending, Topic};

/// How many times more of the collection a page must be than another for the other not to count.
const OUTWEIGHS: u32 = 3;

/// Passages of a page, beside its first, by which it is compared with others.
const PASSAGES_COMPARED: usize = 2;

/// The most pages that are compared.
const PAGES_COMPARED: usize = 5;

pub(super) struct Clarification;

impl Rule for Clarification {
    fn name(&self) -> &'static str {
        "clarification"
    }

    fn ask_back(
        &self,
        scene: &Scene<'_>,
        reading: &Reading,
        candidates: &[Candidate],
    ) -> Result<Option<Pending>> {
        match !scene.system.clarify.ask || asked_last(scene.conversation) {
            true => Ok(None),
            false => clarify(scene, reading, candidates),
        }
    }
}

fn clarify(
    scene: &Scene<'_>,
    reading: &Reading,
    candidates: &[Candidate],
) -> Result<Option<Pending>> {
    let (library, conversation) = (scene.library, scene.conversation);
    let question = reading.forms.rewrite.as_str();
    let Some((name, mut senses)) = senses(question, candidates) else { return Ok(None) };
    // The same page may be in the collection twice, from two sources.
    let mut titles = HashSet::new();
    senses.retain(|sense| titles.insert(sense.page.title.clone()));
    senses.truncate(PAGES_COMPARED);
    if senses.len() < 2 {
        return Ok(None);
    }
    if leads(library, &name, &senses)? || decided(library, conversation, &name, &senses)? {
        return Ok(None);
    }
    let mut weighed = Vec::new();
    for sense in senses.drain(..) {
        weighed.push((library.length(&sense.page)?, sense));
    }
    let most = weighed.iter().map(|(passages, _)| *passages).max().unwrap_or(0);
    weighed.retain(|(passages, _)| passages.saturating_mul(OUTWEIGHS) > most);
    let senses: Vec<Sense> = weighed.into_iter().map(|(_, sense)| sense).collect();
    let senses = alike(scene, reading, senses)?;
    if senses.len() < 2 {
        return Ok(None);
    }
    let mut choices = Vec::new();
    for sense in senses.into_iter().take(scene.system.clarify.most) {
        choices.push(choice(library, sense.page)?);
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
fn leads(library: &Library, name: &[String], senses: &[Sense]) -> Result<bool> {
    let named = library.pages_named(&name.join(" "))?;
    let longer = |page: &Topic| words::lower(&page.title) != name;
    Ok(named.iter().any(|page| longer(page) && senses.iter().any(|sense| sense.page == *page)))
}

/// Whether the conversation decides: the name was said before, or one of the pages was talked
/// about or is linked from the page that is.
fn decided(
    library: &Library,
    conversation: &Conversation,
    name: &[String],
    senses: &[Sense],
) -> Result<bool> {
    let said = |text: &str| contains(&words::lower(text), name);
    if conversation.lately().any(|turn| said(&turn.question) || said(&turn.answer)) {
        return Ok(true);
    }
    let trail = conversation.trail();
    if senses.iter().any(|sense| trail.contains(&&sense.page)) {
        return Ok(true);
    }
    let Some(topic) = conversation.topic() else { return Ok(false) };
    for link in library.links(topic)? {
        if !contains(&words::lower(&format!("{} {}", link.text, link.target)), name) {
            continue;
        }
        let to = library.target(&link)?;
        if to.is_some_and(|to| senses.iter().any(|sense| sense.page.document == to.document)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The senses whose best passages the ranker finds about as good as the best one's, best first.
fn alike(scene: &Scene<'_>, reading: &Reading, senses: Vec<Sense>) -> Result<Vec<Sense>> {
    let ranker = &scene.judgements.ranker;
    let (history, _) = reading.asked_of(ranker.by() != OVERLAP);
    let question = reading.forms.rewrite.as_str();
    let (mut texts, mut of) = (Vec::new(), Vec::new());
    for (number, sense) in senses.iter().enumerate() {
        let lead = scene.library.beginning(&sense.page)?;
        let best = scene.library.within(&sense.page, question, PASSAGES_COMPARED)?;
        for passage in lead.into_iter().chain(best) {
            texts.push(passage.headed());
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
    near.retain(|(score, _)| best - score <= scene.system.clarify.margin);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(near.into_iter().map(|(_, sense)| sense).collect())
}

fn choice(library: &Library, page: Topic) -> Result<Choice> {
    let lead = library.opening(&page)?;
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
