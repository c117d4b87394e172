//! What a reviewer's verdict does to items and to what is paid. The last one holds, whatever was said
//! before.

use super::{Flag, Items, State, Worker};
use crate::project::{Subject, SubjectKind, Verdict};

impl Items {
    /// A reviewer's verdict.
    pub fn reviewed(&mut self, subject: &Subject, verdict: Verdict) {
        let state = match verdict {
            Verdict::Accept => State::Accepted,
            Verdict::Return => State::Returned,
            Verdict::Reject => State::Rejected,
        };
        match subject.kind {
            SubjectKind::Session => {}
            SubjectKind::Questions => {
                let Some(written) = self.writings.get_mut(&subject.id) else { return };
                let before = std::mem::replace(&mut written.state, state);
                let (by, scenario) = (written.by.clone(), written.scenario.clone());
                let pay = written.pay;
                let worker = self.workers.entry(by).or_default();
                count(worker, pay, before, state);
                match state {
                    State::Returned if before == State::Returned => {}
                    State::Returned => {
                        worker.scenarios.remove(&scenario);
                        worker.redo.push(vec![scenario]);
                    }
                    _ => {
                        worker.redo.retain(|again| *again != [scenario.as_str()]);
                        worker.scenarios.insert(scenario);
                    }
                }
                self.renew();
            }
            SubjectKind::Answers => {
                let Some(written) = self.answerings.get_mut(&subject.id) else { return };
                let before = std::mem::replace(&mut written.state, state);
                let asked: Vec<String> = written.texts.iter().map(|(id, _)| id.clone()).collect();
                let (by, pay) = (written.by.clone(), written.pay);
                let trial = self.trials.contains(&by);
                for id in &asked {
                    if let Some(question) = self.question_mut(id).filter(|_| !trial) {
                        question.answered.retain(|who| *who != by);
                        if state.is_in() {
                            question.answered.push(by.clone());
                        }
                    }
                }
                let worker = self.workers.entry(by).or_default();
                count(worker, pay, before, state);
                match state {
                    State::Returned if before == State::Returned => {}
                    State::Returned => {
                        worker.answered.retain(|id| !asked.contains(id));
                        worker.redo.push(asked);
                    }
                    _ => {
                        worker.redo.retain(|again| *again != asked);
                        worker.answered.extend(asked);
                    }
                }
                self.renew();
            }
            SubjectKind::Judgement => self.reviewed_judgement(&subject.id, verdict),
        }
    }

    fn reviewed_judgement(&mut self, id: &str, verdict: Verdict) {
        let Some((item, by)) = id.rsplit_once(':') else { return };
        let Some(entry) = self.entry_mut(item) else { return };
        let gold = entry.gold.clone();
        let void = verdict != Verdict::Accept;
        let again = verdict == Verdict::Return;
        let vote = entry.votes.iter_mut().find(|vote| vote.by == by);
        let flag = entry.flags.iter_mut().find(|flag| flag.by == by);
        // Whether it is paid and whether it counts as a gold item, before and after.
        let (out, counts, right, pay) = match (vote, flag) {
            (Some(vote), _) => {
                let was = std::mem::replace(&mut vote.void, void);
                let right = gold.as_ref().is_some_and(|gold| *gold == vote.label);
                ([was, void], [!was, !void], right, vote.pay)
            }
            (None, Some(flag)) => {
                let counted = |flag: &Flag| flag.upheld != Some(true) && !flag.returned;
                let before = counted(flag);
                flag.upheld = Some(verdict == Verdict::Accept);
                // Without its flag the item goes to others; who is to judge it anew is paid once.
                let was = std::mem::replace(&mut flag.returned, again);
                ([was, again], [before, counted(flag)], false, flag.pay)
            }
            (None, None) => return,
        };
        let worker = self.workers.entry(by.to_owned()).or_default();
        match out {
            [false, true] => worker.taken_out(pay),
            [true, false] => worker.taken_in(pay),
            _ => {}
        }
        match counts {
            [true, false] if gold.is_some() => {
                worker.gold.0 = worker.gold.0.saturating_sub(usize::from(right));
                worker.gold.1 = worker.gold.1.saturating_sub(1);
            }
            [false, true] if gold.is_some() => {
                worker.gold = (worker.gold.0 + usize::from(right), worker.gold.1 + 1);
            }
            _ => {}
        }
        worker.redo.retain(|wanted| *wanted != [item]);
        if again {
            worker.judged.remove(item);
            worker.redo.push(vec![item.to_owned()]);
        } else {
            worker.judged.insert(item.to_owned());
        }
    }

    /// Which items are out after a review of questions or answers.
    fn renew(&mut self) {
        let Items { entries, writings, answerings, questions, question_places, .. } = self;
        for entry in entries {
            let Some(written) = &entry.written else { continue };
            let answer = answerings.get(written).is_some_and(|one| one.state.is_in());
            let place = question_places.get(&entry.question);
            let question = place.and_then(|&at| questions.get(at));
            let asked = question.and_then(|one| writings.get(&one.written));
            entry.out = !(answer && asked.is_some_and(|one| one.state.is_in()));
        }
    }
}

/// Keeps count of what is not paid.
fn count(worker: &mut Worker, pay: i64, before: State, now: State) {
    match (before.is_in(), now.is_in()) {
        (true, false) => worker.taken_out(pay),
        (false, true) => worker.taken_in(pay),
        _ => {}
    }
}
