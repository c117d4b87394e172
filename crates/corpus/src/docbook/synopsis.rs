//! The synopses of commands and functions, as manual pages print them.

use crate::xml::{Child, Element};

/// The text of a synopsis, a line or more.
pub(super) fn text(element: Element) -> String {
    let mut out = String::new();
    match element.name() {
        "cmdsynopsis" => command(element, &mut out),
        "funcsynopsis" => functions(element, &mut out),
        _ => words(element, &mut out),
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn command(element: Element, out: &mut String) {
    for child in element.elements() {
        if !out.is_empty() && !out.ends_with(['\n', ' ', '[', '{', '|']) {
            out.push(' ');
        }
        argument(child, out);
    }
}

fn argument(element: Element, out: &mut String) {
    let (open, close) = match (element.name(), element.attribute("choice").as_deref()) {
        ("arg" | "group", Some("plain")) => ("", ""),
        ("arg" | "group", Some("req")) => ("{", "}"),
        ("arg" | "group", _) => ("[", "]"),
        ("sbr", _) => return out.push_str("\n    "),
        ("synopfragmentref" | "synopfragment", _) => ("(", ")"),
        _ => ("", ""),
    };
    out.push_str(open);
    if element.name() == "group" {
        let mut before = "";
        for choice in element.elements() {
            out.push_str(before);
            before = " | ";
            // The border between choices says that one is taken.
            inside(choice, out);
            repeated(choice, out);
        }
    } else {
        inside(element, out);
    }
    out.push_str(close);
    repeated(element, out);
}

fn repeated(element: Element, out: &mut String) {
    if element.attribute("rep").as_deref() == Some("repeat") {
        out.push_str("...");
    }
}

fn inside(element: Element, out: &mut String) {
    for child in element.children() {
        match child {
            Child::Text(text, _) => folded(text, out),
            Child::Element(child) => {
                let apart = matches!(child.name(), "arg" | "group");
                if apart && !out.ends_with([' ', '[', '{', '|', '\n']) && !out.is_empty() {
                    out.push(' ');
                }
                argument(child, out);
            }
        }
    }
}

/// "type name(type name, type name);", a line each.
fn functions(element: Element, out: &mut String) {
    for child in element.elements() {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        if child.name() != "funcprototype" {
            out.push_str(child.text().trim_matches('\n'));
            continue;
        }
        let mut parameters = Vec::new();
        for part in child.elements() {
            let mut text = String::new();
            words(part, &mut text);
            match part.name() {
                "funcdef" => out.push_str(text.trim()),
                "void" => parameters.push("void".to_owned()),
                "varargs" => parameters.push("...".to_owned()),
                _ => parameters.push(text.trim().to_owned()),
            }
        }
        out.push_str(&format!("({});", parameters.join(", ")));
    }
}

/// Text with its white space folded, and spaces between elements that have none.
fn words(element: Element, out: &mut String) {
    for child in element.children() {
        match child {
            Child::Text(text, _) => folded(text, out),
            Child::Element(child) => words(child, out),
        }
    }
}

fn folded(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        let (word, after) = rest.split_at(at);
        out.push_str(word);
        if !out.is_empty() && !out.ends_with([' ', '\n', '[', '{']) {
            out.push(' ');
        }
        rest = after.trim_start();
    }
    out.push_str(rest);
}
