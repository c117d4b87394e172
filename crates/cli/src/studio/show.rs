//! What the studio tells, for people.

use anyhow::Result;
use serde_json::{Value, json};

use super::text;
use crate::output::{DIM, TITLE, counted, date, stdout};

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Milliseconds since 1970 as a date.
fn day(value: &Value) -> String {
    date(number(value) / 1_000)
}

/// A figure between 0 and 1, or that there is none.
fn share(value: &Value) -> String {
    value.as_f64().map_or_else(|| "-".to_owned(), |share| format!("{share:.3}"))
}

/// An amount of money, which is in its smallest unit.
fn money(amount: &Value, currency: &str) -> String {
    let amount = amount.as_i64().unwrap_or(0);
    format!("{}.{:02} {currency}", amount / 100, amount % 100)
}

pub fn projects(all: &[Value], as_json: bool) -> Result<()> {
    if as_json {
        return crate::output::json(&all);
    }
    let mut out = stdout();
    if all.is_empty() {
        writeln!(out, "No project is there yet; `grice studio new` makes one")?;
    }
    for one in all {
        let counts = &one["counts"];
        let closed = if one["closed"] == true { ", closed" } else { "" };
        writeln!(out, "{TITLE}{}{TITLE:#}  {DIM}{}{DIM:#}", text(one, "name"), text(one, "id"))?;
        writeln!(
            out,
            "  {}, made {}{closed}; {}, {}, {}",
            text(one, "protocol"),
            day(&one["made"]),
            counted(number(&counts["participants"]), "participant"),
            counted(number(&counts["complete"]), "complete conversation"),
            counted(number(&counts["judgements"]), "judgement"),
        )?;
    }
    Ok(())
}

pub fn protocols(all: &Value) -> Result<()> {
    let mut out = stdout();
    for one in list(all, "protocols") {
        let steps: Vec<&str> = list(one, "steps").iter().filter_map(Value::as_str).collect();
        writeln!(out, "{TITLE}{}{TITLE:#}  {}", text(one, "name"), text(one, "title"))?;
        writeln!(out, "  {}", text(one, "about"))?;
        writeln!(out, "  {DIM}steps: {}{DIM:#}", steps.join(", "))?;
    }
    Ok(())
}

pub fn project(mut project: Value, mut invitations: Value, as_json: bool) -> Result<()> {
    if as_json {
        project["invitations"] = invitations["invitations"].take();
        return crate::output::json(&project);
    }
    projects(std::slice::from_ref(&project), false)?;
    let mut out = stdout();
    if let Some(collection) = project["collection"].as_str() {
        writeln!(out, "  about the collection {collection}")?;
    }
    let topics = list(&project, "topics").iter().chain(list(&project, "seeds"));
    let titles: Vec<&str> = topics.map(|topic| text(topic, "title")).collect();
    if !titles.is_empty() {
        let more = titles.len().saturating_sub(10);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let first: Vec<&str> = titles.into_iter().take(10).collect();
        writeln!(out, "  pages: {}{more}", first.join(", "))?;
    }
    writeln!(out, "\nSettings")?;
    for (name, setting) in project["settings"].as_object().into_iter().flatten() {
        writeln!(out, "  {name} = {}  {DIM}{}{DIM:#}", setting["value"], text(setting, "about"))?;
    }
    writeln!(out, "\nInvitations")?;
    for one in list(&invitations, "invitations") {
        let state = match (one["revoked"] == true, one["open"] == true) {
            (true, _) => "revoked",
            (_, true) => "open",
            _ => "ended",
        };
        let uses = one["uses"].as_u64().map_or_else(String::new, |uses| format!(" of {uses}"));
        writeln!(
            out,
            "  {}  {}, {state}, used {}{uses}, made {}  {}",
            text(one, "id"),
            text(one, "step"),
            one["used"],
            day(&one["made"]),
            text(one, "label"),
        )?;
    }
    Ok(())
}

pub fn progress(told: &Value) -> Result<()> {
    let mut out = stdout();
    for (part, names) in [
        ("participants", ["joined", "waiting", "suspended"].as_slice()),
        ("conversations", &["open", "complete", "ended", "turns", "stale"]),
        ("items", &["all", "done", "waiting", "judgements", "flagged"]),
        ("reviews", &["waiting", "accepted", "returned", "rejected"]),
    ] {
        let figures = names.iter().map(|name| format!("{} {name}", number(&told[part][name])));
        let figures: Vec<String> = figures.collect();
        writeln!(out, "{TITLE}{part:<14}{TITLE:#}{}", figures.join(", "))?;
    }
    for (name, part) in [("a turn", "per_turn"), ("an item", "per_item")] {
        let spread = &told["seconds"][part];
        if let (Some(median), Some(p90)) = (spread["median"].as_f64(), spread["p90"].as_f64()) {
            writeln!(out, "{TITLE}{name:<14}{TITLE:#}{median:.0} s (median), {p90:.0} s (90 %)")?;
        }
    }
    if told["agreement"].is_object() {
        let (kappa, alpha) =
            (share(&told["agreement"]["fleiss"]), share(&told["agreement"]["alpha"]));
        writeln!(out, "{TITLE}{:<14}{TITLE:#}kappa {kappa}, alpha {alpha}", "agreement")?;
    }
    let spent = money(&told["spent"], text(told, "currency"));
    writeln!(out, "{TITLE}{:<14}{TITLE:#}{spent}", "spent")?;
    Ok(())
}

pub fn people(told: &Value) -> Result<()> {
    let mut out = stdout();
    let none = json!("");
    for one in list(told, "participants") {
        let name = one.get("name").filter(|name| !name.is_null()).unwrap_or(&none);
        let suspended = if one["suspended"] == true { ", suspended" } else { "" };
        let qualified = if one["qualified"] == true { "" } else { ", not qualified" };
        writeln!(
            out,
            "{TITLE}{}{TITLE:#}  {}  {}, {}, {}, earned {}{qualified}{suspended}",
            text(one, "id"),
            name.as_str().unwrap_or_default(),
            text(one, "step"),
            counted(number(&one["sessions"]), "conversation"),
            counted(number(&one["items"]), "item"),
            one["earned"],
        )?;
    }
    Ok(())
}

pub fn agreement(told: &Value) -> Result<()> {
    let mut out = stdout();
    writeln!(
        out,
        "{} of {}",
        counted(number(&told["judgements"]), "judgement"),
        counted(number(&told["items"]), "item")
    )?;
    for scale in list(told, "scales") {
        writeln!(
            out,
            "{TITLE}{:<10}{TITLE:#} Fleiss' kappa {}, Krippendorff's alpha {}, pairwise {} ({})  {}",
            text(scale, "name"),
            share(&scale["fleiss"]),
            share(&scale["alpha"]),
            share(&scale["pairwise"]),
            counted(number(&scale["items"]), "item"),
            text(scale, "why"),
        )?;
    }
    for label in list(told, "labels") {
        writeln!(out, "  {:>6}  {}", number(&label["count"]), text(label, "label"))?;
    }
    Ok(())
}
