//! Questions as a person would ask them, made of what they would be answered with: a sentence, the
//! heading of a section, or the first sentence of a page.

use grice_english::name::is_name;
use grice_english::plural::singular;
use grice_english::quantity::quantities;
use grice_english::title::{self, in_sentence, possessive};
use grice_english::words;

/// The past of verbs whose participle is another word.
const PAST: &[(&str, &str)] = &[
    ("chosen", "chose"),
    ("drawn", "drew"),
    ("flown", "flew"),
    ("given", "gave"),
    ("known", "knew"),
    ("seen", "saw"),
    ("sung", "sang"),
    ("taken", "took"),
    ("written", "wrote"),
];

/// Participles that do not end in "ed" and are the past too.
const SAME: &[&str] = &[
    "built", "found", "held", "led", "lost", "made", "paid", "sent", "shot", "sold", "taught",
    "won",
];

/// What a heading with one of these words asks.
const HEADINGS: &[(&[&str], &str)] = &[
    (&["discovery"], "How was {N} discovered?"),
    (&["etymology", "name", "naming"], "How did {N} get its name?"),
    (&["formation"], "How did {N} form?"),
    (&["origin", "origins"], "What is the origin of {N}?"),
    (&["early life", "childhood"], "What was {P} early life like?"),
    (&["personal life", "family"], "What is known of {P} family?"),
    (&["life and career", "life"], "What was {P} life like?"),
    (&["death"], "How did {N} die?"),
    (&["legacy"], "What is {P} legacy?"),
    (&["reception"], "How was {N} received?"),
    (&["plot"], "What is the plot of {N}?"),
    (&["history"], "What is the history of {N}?"),
    (&["uses", "applications"], "What is {N} used for?"),
    (&["causes"], "What causes {N}?"),
    (&["effects"], "What are the effects of {N}?"),
    (&["climate"], "What is {P} climate like?"),
    (&["structure"], "What is {P} structure?"),
    (&["composition"], "What is {N} made of?"),
    (&["geography"], "What is {P} geography like?"),
    (&["economy"], "What is {P} economy like?"),
    (&["culture"], "What is {P} culture like?"),
    (&["government", "politics"], "How is {N} governed?"),
    (&["population", "demographics"], "Who lives in {N}?"),
    (&["career"], "What was {P} career like?"),
];

/// What headings say is done, as it is asked for. Others of such words describe: "warning messages".
const DOING: &[(&str, &str)] = &[
    ("adding", "add"),
    ("building", "build"),
    ("changing", "change"),
    ("configuring", "configure"),
    ("creating", "create"),
    ("customising", "customise"),
    ("customizing", "customize"),
    ("defining", "define"),
    ("deleting", "delete"),
    ("disabling", "disable"),
    ("enabling", "enable"),
    ("installing", "install"),
    ("removing", "remove"),
    ("restoring", "restore"),
    ("updating", "update"),
    ("upgrading", "upgrade"),
    ("using", "use"),
    ("writing", "write"),
];

/// A template with the name in it. "{P} orbit" is "Titan's orbit", but "the orbit of Mars".
fn filled(template: &str, name: &str) -> String {
    let template = match is_several(name) {
        true => template.replace("was {N}", "were {N}").replace("is {N}", "are {N}"),
        false => template.to_owned(),
    };
    let long = name.ends_with('s') || name.contains("'s") || name.contains(" of ");
    let owned = match template.split_once("{P} ") {
        Some((before, after)) if long => {
            let end = after.find([' ', '?']).unwrap_or(after.len());
            let end = if after.starts_with("early ") { "early life".len() } else { end };
            format!("{before}the {} of {name}{}", &after[..end], &after[end..])
        }
        Some((before, after)) => format!("{before}{} {after}", possessive(name)),
        None => template,
    };
    owned.replace("{N}", name)
}

/// What a sentence answers that begins with a name; with the word that tells what is asked.
pub(crate) fn of_sentence(sentence: &str, name: &str) -> Option<(String, String)> {
    let lower = format!(" {} ", words::lower(sentence).join(" "));
    let has = |phrase: &str| lower.contains(&format!(" {phrase} "));
    let asked = |template: &str, word: &str| Some((filled(template, name), word.to_owned()));
    if has("named after") || has("named for") {
        return asked("What is {N} named after?", "named");
    }
    if let Some(found) = passive(sentence, name) {
        return Some(found);
    }
    let rest = after_name(sentence, name)?;
    if let Some(why) = because(rest, name) {
        return Some((why, "why".to_owned()));
    }
    if rest.starts_with("died") {
        return asked(if has("died of") { "How did {N} die?" } else { "When did {N} die?" }, "die");
    }
    if has("known for") || has("famous for") {
        return asked("What is {N} known for?", "known");
    }
    if ["consists of", "made of", "made up of", "composed of"].iter().any(|phrase| has(phrase)) {
        return asked("What is {N} made of?", "made");
    }
    None
}

/// What follows a name at the start of a sentence, the article left out.
fn after_name<'a>(sentence: &'a str, name: &str) -> Option<&'a str> {
    let bare =
        |text: &'a str| text.strip_prefix("The ").or(text.strip_prefix("the ")).unwrap_or(text);
    let own = name.strip_prefix("the ").unwrap_or(name);
    bare(sentence).strip_prefix(own)?.strip_prefix(' ')
}

/// "X was built by Y", "X was opened in 1898".
fn passive(sentence: &str, name: &str) -> Option<(String, String)> {
    let rest = after_name(sentence, name)?;
    let mut parts = rest.split(' ');
    let helping = parts.next().filter(|word| ["was", "were"].contains(word))?;
    let verb = parts.next()?.trim_end_matches([',', '.']);
    let is_past = verb.ends_with("ed") || SAME.contains(&verb);
    let past = PAST.iter().find(|(participle, _)| *participle == verb).map(|(_, past)| *past);
    if !is_past && past.is_none() && verb != "born" {
        return None;
    }
    let clause = rest.split([',', ';']).next().unwrap_or(rest);
    let word = verb.to_owned();
    let agent = clause.split_once(" by ").filter(|(before, _)| before.split(' ').count() <= 4);
    let named = agent.is_some_and(|(_, by)| by.contains(|c: char| c.is_uppercase()));
    if verb != "born" && named {
        return Some((format!("Who {} {name}?", past.unwrap_or(verb)), word));
    }
    let dated = quantities(clause).iter().any(|q| (1000.0..2200.0).contains(&q.value));
    dated.then(|| (format!("When {helping} {name} {verb}?"), word))
}

/// "X is so because …".
fn because(rest: &str, name: &str) -> Option<String> {
    let (helping, said) =
        rest.split_once(' ').filter(|(word, _)| ["is", "was", "are", "were"].contains(word))?;
    let (what, _) = said.split_once(" because ")?;
    let what = what.trim_end_matches(',');
    let plain = what.split(' ').count() <= 8 && !what.contains([',', ';', ':', '(']);
    plain.then(|| format!("Why {helping} {name} {what}?"))
}

/// What a section is asked for; none where its heading says too little.
pub(crate) fn of_heading(heading: &str, name: &str) -> Option<String> {
    let heading = heading.trim();
    let all: Vec<&str> = heading.split_whitespace().collect();
    let lower = heading.to_lowercase();
    if all.is_empty()
        || all.len() > 6
        || heading.contains(|c: char| "(:/\"?".contains(c) || c.is_ascii_digit())
    {
        return None;
    }
    if let Some(asked) = of_clause(&all, name).or_else(|| of_doing(&all)) {
        return Some(asked);
    }
    if let Some(rest) = heading.strip_prefix("The ") {
        let several = singular(&rest.split(' ').next_back()?.to_lowercase()).is_some();
        let verb = if several { "are" } else { "is" };
        let whole =
            is_name(rest) && rest.contains(' ') || rest.contains(" of ") || rest.contains(" for ");
        // "The commentary of Using and understanding the core" is asked for by nobody.
        let simple = rest.split(' ').count() <= 3 && is_name(title::without_article(name));
        return match whole {
            true => Some(format!("What {verb} the {rest}?")),
            false => simple.then(|| format!("What {verb} the {rest} of {name}?")),
        };
    }
    // "Discovery and orbit" is asked for by its first word.
    let first = lower
        .split(" and ")
        .next()
        .unwrap_or(&lower)
        .split(", ")
        .next()
        .unwrap_or(&lower)
        .to_owned();
    let fits = |words: &&[&str]| words.contains(&lower.as_str()) || words.contains(&first.as_str());
    HEADINGS.iter().find(|(words, _)| fits(words)).map(|(_, template)| filled(template, name))
}

/// "Installing the server" is asked for as "How do I install the server?".
fn of_doing(all: &[&str]) -> Option<String> {
    let (first, rest) = all.split_first()?;
    let doing = first.to_lowercase();
    let (_, base) = DOING.iter().find(|(known, _)| *known == doing)?;
    let joins = ["and", "for", "from", "in", "of", "on", "or", "with"];
    let object = rest.first().is_some_and(|word| !joins.contains(word));
    object.then(|| format!("How do I {base} {}?", rest.join(" ")))
}

/// "Why it was reclassified", "How the air was lost", "Why it matters".
fn of_clause(all: &[&str], name: &str) -> Option<String> {
    let asking = ["Why", "How", "When", "Where"].iter().find(|word| **word == all[0])?;
    let at = all.iter().position(|word| ["is", "was", "are", "were"].contains(word));
    let itself = |word: &str| ["it", "they", "he", "she"].contains(&word);
    match (at, all) {
        (Some(2), [_, subject, verb, rest @ ..]) if itself(subject) => {
            // On the page of one thing "they" are others, that are told of there.
            let others = *subject == "they" && !is_several(name);
            (!others).then(|| format!("{asking} {verb} {name} {}?", rest.join(" ")))
        }
        (Some(at), _) if at > 2 && all[1] == "the" => {
            let (subject, rest) = (all[1..at].join(" "), all[at + 1..].join(" "));
            Some(format!("{asking} {} {subject} of {name} {rest}?", all[at]))
        }
        (None, [_, subject, verb]) if itself(subject) => {
            let verb = verb.strip_suffix('s')?;
            Some(format!("{asking} does {name} {verb}?"))
        }
        _ => None,
    }
}

/// Whether a name, as it stands in a sentence, is of several things: "the rings of Saturn".
fn is_several(name: &str) -> bool {
    let first = name.split(" of ").next().unwrap_or(name);
    let last = first.split(' ').next_back().unwrap_or(first);
    let plain = last.starts_with(char::is_lowercase);
    plain && singular(last).is_some()
}

/// What a page is asked for, by how it begins: "Who was …?", "What is …?".
pub(crate) fn of_page(title: &str, beginning: &str) -> String {
    let title = title::bare(title);
    let first = grice_text::sentences(beginning).next().map_or("", |range| &beginning[range]);
    let lower = words::lower(beginning);
    let human = lower.iter().any(|w| ["he", "she", "his", "her", "born"].contains(&w.as_str()));
    let person = human && title.split(' ').count() > 1 && !first.starts_with("The ");
    let name = in_sentence(beginning, title);
    let at = first.to_lowercase().find(&title.to_lowercase());
    let after = at.and_then(|at| first.get(at + title.len()..)).unwrap_or_default().trim_start();
    let after = match after.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        Some((_, after)) => after.trim_start(),
        None => after,
    };
    let past = after.starts_with("was ") || after.starts_with("were ");
    let several = after.starts_with("are ") || after.starts_with("were ");
    match (person, past) {
        (false, true) if several => format!("What were {name}?"),
        (false, false) if several => format!("What are {name}?"),
        (true, true) => format!("Who was {name}?"),
        (true, false) => format!("Who is {name}?"),
        (false, true) => format!("What was {name}?"),
        (false, false) => format!("What is {name}?"),
    }
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
