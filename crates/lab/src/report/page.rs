//! The report as one HTML page that needs nothing else.
//!
//! Style and script are parts of the program and allowed by their hashes; everything else is refused by the page's own
//! policy, so that no text of a data set can become more than text.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::escape::html;
use super::gather::Gathered;
use super::group::Group;
use super::plots::Plot;
use super::published::Paper;
use super::section::Section;
use super::tables::Summary;
use super::turns::Chosen;
use crate::eval::results::Config;

const STYLE: &str = include_str!("../../assets/report/report.css");
const SCRIPT: &str = concat!(
    include_str!("../../assets/report/marks.js"),
    include_str!("../../assets/report/report.js")
);
const BROWSER: &str = include_str!("../../assets/report/browser.html");

/// Writes the page.
pub fn write(
    gathered: &Gathered,
    summaries: &[Summary],
    sections: &[Section],
    turns: &Chosen,
) -> String {
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let mut out = String::with_capacity(turns.json.len() + (1 << 18));
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"grice {}\">\n\
         <title>Laboratory report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#report\">To the report</a>\n",
        env!("CARGO_PKG_VERSION"),
    );
    head(&mut out, summaries, sections);
    out.push_str("<main id=\"report\" tabindex=\"-1\">\n");
    opening(&mut out, gathered);
    for summary in summaries {
        let _ = write!(out, "<section id=\"all-{}\">", super::section::anchor(&summary.title));
        let _ =
            write!(out, "<h2>{}, all tasks</h2>{}", html(&summary.title), cited(&summary.paper));
        summary.tables.iter().for_each(|table| out.push_str(&table.html()));
        out.push_str("</section>\n");
    }
    for (section, group) in sections.iter().zip(&gathered.groups) {
        one(&mut out, section, group);
    }
    browser(&mut out, turns);
    out.push_str("</main>\n");
    let _ = write!(
        out,
        "<script type=\"application/json\" id=\"turns-data\">{}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        turns.json
    );
    out
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

fn head(out: &mut String, summaries: &[Summary], sections: &[Section]) {
    out.push_str("<header><p class=\"name\">Grice <span>laboratory report</span></p><nav aria-label=\"Contents\"><ul>");
    for summary in summaries {
        let anchor = super::section::anchor(&summary.title);
        let _ = write!(
            out,
            "<li><a href=\"#all-{anchor}\">{}, all tasks</a></li>",
            html(&summary.title)
        );
    }
    for section in sections {
        let _ =
            write!(out, "<li><a href=\"#{}\">{}</a></li>", section.anchor, html(&section.title));
    }
    out.push_str(
        "<li><a href=\"#turns\">Turns</a></li></ul></nav>\
         <button type=\"button\" id=\"theme\" class=\"quiet\" hidden>Dark</button></header>\n",
    );
}

fn opening(out: &mut String, gathered: &Gathered) {
    out.push_str(
        "<h1>Laboratory report</h1><p class=\"lead\">Rows marked <span class=\"tag\">this run</span> were measured by \
         <code>grice eval</code>; all others are printed in the papers, with the table and section they are from.</p>",
    );
    for note in gathered.notes() {
        let _ = write!(out, "<p class=\"notice\">{}</p>", html(&note));
    }
    out.push('\n');
}

fn cited(paper: &Paper) -> String {
    format!("<p class=\"cited\"><cite>{}</cite>. {}.</p>", html(&paper.paper), html(&paper.authors))
}

fn one(out: &mut String, section: &Section, group: &Group) {
    let _ = write!(out, "<section id=\"{}\"><h2>{}</h2>", section.anchor, html(&section.title));
    if let Some(paper) = &section.paper {
        out.push_str(&cited(paper));
    }
    section.papers.iter().for_each(|table| out.push_str(&table.html()));
    out.push_str(&section.measures.html());
    tests(out, section);
    breakdowns(out, section);
    if !section.confusions.is_empty() {
        out.push_str(
            "<details><summary>Which labels were given for which</summary><div class=\"pair\">",
        );
        section.confusions.iter().for_each(|table| out.push_str(&table.html()));
        out.push_str("</div></details>");
    }
    plots(out, &section.plots);
    runs(out, group);
    out.push_str("</section>\n");
}

fn tests(out: &mut String, section: &Section) {
    let Some(((_, main), others)) = section.tests.split_first() else { return };
    out.push_str("<h3>Are the differences more than chance?</h3>");
    out.push_str(&main.html());
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|(measure, _)| measure.as_str()).collect();
        let _ = write!(out, "<details><summary>The same for {}</summary>", html(&names.join(", ")));
        others.iter().for_each(|(_, table)| out.push_str(&table.html()));
        out.push_str("</details>");
    }
}

fn breakdowns(out: &mut String, section: &Section) {
    let Some(((measure, tables), others)) = section.facets.split_first() else { return };
    let _ = write!(out, "<h3>{} by kind of turn</h3><div class=\"pair\">", html(measure));
    tables.iter().for_each(|table| out.push_str(&table.html()));
    out.push_str("</div>");
    for (measure, tables) in others {
        let _ = write!(
            out,
            "<details><summary>{} by kind of turn</summary><div class=\"pair\">",
            html(measure)
        );
        tables.iter().for_each(|table| out.push_str(&table.html()));
        out.push_str("</div></details>");
    }
}

fn plots(out: &mut String, plots: &[Plot]) {
    if plots.is_empty() {
        return;
    }
    out.push_str("<h3>Plots</h3><div class=\"plots\">");
    for plot in plots {
        let _ = write!(
            out,
            "<figure class=\"plot\"><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\">{1}</div>\
             <figcaption><strong>{0}.</strong> {2}</figcaption></figure>",
            html(&plot.title),
            plot.svg,
            html(&plot.caption)
        );
    }
    out.push_str("</div>");
}

/// What was run, so that it can be run again.
fn runs(out: &mut String, group: &Group) {
    out.push_str("<details><summary>What was run</summary>");
    for run in &group.runs {
        let config = &run.folder.config;
        let _ = write!(out, "<h4>{}</h4><dl>", html(&run.title));
        for (name, text) in facts(config) {
            let _ = write!(out, "<dt>{name}</dt><dd>{}</dd>", html(&text));
        }
        out.push_str("</dl>");
        if !config.system.file.is_empty() {
            let _ = write!(
                out,
                "<details class=\"file\"><summary>Its file</summary><pre tabindex=\"0\">{}</pre></details>",
                html(&config.system.file)
            );
        }
    }
    out.push_str("</details>");
}

fn facts(config: &Config) -> Vec<(&'static str, String)> {
    let pairs = |map: &std::collections::BTreeMap<String, String>| {
        map.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join("; ")
    };
    let left_out = config.data.left_out.iter().map(|(why, count)| format!("{count}: {why}"));
    let stands_in =
        config.stands_in.iter().map(|one| format!("{} for {}", one.used, one.published));
    let facts = [
        ("System", config.system.name.clone()),
        ("Described in", config.system.cites.clone()),
        ("Setting", config.setting.clone()),
        ("Collection", config.collection.as_ref().map(|c| c.what.clone()).unwrap_or_default()),
        ("Stands in", stands_in.collect::<Vec<_>>().join("; ")),
        ("Left out", left_out.collect::<Vec<_>>().join("; ")),
        ("Limit", config.limit.map(|limit| limit.to_string()).unwrap_or_default()),
        ("Options", pairs(&config.options)),
        ("Seed", config.seed.to_string()),
        ("Versions", pairs(&config.versions)),
        ("Files (SHA-256)", pairs(&config.data.files)),
        ("Configuration", config.hash()),
    ];
    facts.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

fn browser(out: &mut String, turns: &Chosen) {
    let said = match turns.is_part() {
        true => {
            let counts: Vec<String> = turns.counts.iter().map(|count| count.words()).collect();
            format!(
                "The page carries {}, evenly spaced. Tables and plots are over all; \
                 <code>grice eval report --all-turns</code> carries all.",
                html(&counts.join(", "))
            )
        }
        false => "The page carries every turn.".to_owned(),
    };
    out.push_str(&BROWSER.replace("<!-- carried -->", &said));
}
