//! What A/B tests have shown (PragmatiCQA, section 3.3 and table 3).

use std::collections::{BTreeMap, BTreeSet};

use grice_metrics::statistics::{special, wilson};
use serde_json::{Value, json};

use crate::refusal::Result;
use crate::session::{BACKGROUND_TEST, Outcome, Session};
use crate::studio::Studio;

const LEVEL: f64 = 0.95;

/// A conversation that is over, as an experiment sees it.
struct Talk {
    conditions: BTreeMap<String, bool>,
    complete: bool,
    turns: usize,
    /// From the first question to the last reply.
    seconds: f64,
    /// Whether the background test could be held: where it could not, the arms say nothing of it.
    testable: bool,
}

impl Studio {
    /// Results of A/B tests: `GET …/experiments`.
    pub fn experiments(&self, owner: &str, project: &str) -> Result<Value> {
        let number = self.number(owner, project)?;
        let (keys, target) = self.read(number, |project| {
            let over = project.sessions.iter().filter(|one| {
                let counts = one.outcome.is_some_and(|outcome| outcome != Outcome::Deleted);
                counts && !one.trial && !one.imported && !one.conditions.is_empty()
            });
            let keys: Vec<String> = over.map(|one| one.key.clone()).collect();
            Ok((keys, project.protocol.settings.experiment_target))
        })?;
        let mut talks = Vec::with_capacity(keys.len());
        for key in keys {
            talks.push(talk(&self.session_copy(&key)?));
        }
        Ok(json!({ "experiments": experiments(&talks, target) }))
    }
}

fn talk(session: &Session) -> Talk {
    let answered = || session.turns.iter().filter(|turn| turn.reply.is_some());
    let first = answered().next().map_or(0, |turn| turn.asked);
    let last = answered().next_back().map_or(0, |turn| turn.replied);
    Talk {
        conditions: session.conditions.clone(),
        complete: session.outcome == Some(Outcome::Complete),
        turns: answered().count(),
        seconds: (last - first) as f64 / 1_000.0,
        testable: session.testable,
    }
}

fn experiments(over: &[Talk], target: f64) -> Vec<Value> {
    let names: BTreeSet<&String> = over.iter().flat_map(|one| one.conditions.keys()).collect();
    let experiment = |name: &String| {
        let arms = [true, false].map(|on| {
            let is_of = |one: &&Talk| {
                one.conditions.get(name) == Some(&on) && (one.testable || name != BACKGROUND_TEST)
            };
            let of: Vec<&Talk> = over.iter().filter(is_of).collect();
            arm(on, &of)
        });
        json!({ "name": name, "target": target, "arms": arms })
    };
    names.into_iter().map(experiment).collect()
}

fn arm(on: bool, of: &[&Talk]) -> Value {
    let complete = of.iter().filter(|one| one.complete).count();
    let turns = |one: &&Talk| one.turns as f64;
    let talked: Vec<&Talk> = of.iter().copied().filter(|one| one.turns > 0).collect();
    let seconds = |one: &&Talk| one.seconds / one.turns as f64;
    let share = wilson(complete as u64, of.len() as u64, LEVEL).ok();
    json!({
        "on": on, "conversations": of.len(), "complete": complete,
        "seconds_per_turn": mean(&talked.iter().map(seconds).collect::<Vec<_>>()),
        "turns_all": mean(&of.iter().map(turns).collect::<Vec<_>>()),
        "turns_non_empty": mean(&talked.iter().map(turns).collect::<Vec<_>>()),
        "completed": {
            "share": share.map(|s| s.share), "low": share.map(|s| s.low), "high": share.map(|s| s.high),
        },
    })
}

/// The mean with Student's interval.
fn mean(values: &[f64]) -> Value {
    let n = values.len();
    if n == 0 {
        return json!({ "mean": null, "low": null, "high": null, "n": 0 });
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    if n == 1 {
        return json!({ "mean": mean, "low": null, "high": null, "n": 1 });
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (n - 1) as f64 / n as f64).sqrt();
    let reach = student_point((n - 1) as f64) * error;
    json!({ "mean": mean, "low": mean - reach, "high": mean + reach, "n": n })
}

/// How many standard errors the 95% interval reaches to each side: where Student's distribution
/// leaves 5% beyond.
fn student_point(degrees: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1_000.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        match special::student_beyond(middle, degrees) > 1.0 - LEVEL {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(on: bool, turns: usize, seconds: f64, complete: bool) -> Talk {
        let conditions = BTreeMap::from([("topic_selection".to_owned(), on)]);
        Talk { conditions, complete, turns, seconds, testable: true }
    }

    #[test]
    fn an_interval_is_students() {
        // Of a table of Student's distribution.
        for (degrees, point) in [(1.0, 12.706), (4.0, 2.776), (30.0, 2.042)] {
            assert!((student_point(degrees) - point).abs() < 0.001, "{degrees}");
        }
        let said = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(said["mean"], 3.0);
        assert!((said["high"].as_f64().unwrap() - 4.963).abs() < 0.001, "{said}");
    }

    #[test]
    fn arms_are_compared_over_all_conversations_and_over_those_with_turns() {
        let all = [
            talk(true, 6, 600.0, true),
            talk(true, 0, 50.0, false),
            talk(true, 8, 1600.0, true),
            talk(false, 2, 100.0, false),
        ];
        let said = experiments(&all, 0.8);
        let [on, off] = [0, 1].map(|arm| &said[0]["arms"][arm]);
        assert_eq!((&on["conversations"], &on["complete"]), (&json!(3), &json!(2)));
        assert_eq!(on["seconds_per_turn"]["mean"], 150.0);
        assert_eq!(on["turns_non_empty"]["mean"], 7.0);
        assert_eq!(on["turns_all"]["n"], 3);
        assert_eq!(off["turns_all"], json!({ "mean": 2.0, "low": null, "high": null, "n": 1 }));
        assert_eq!(off["completed"]["share"], 0.0);
    }
}
