//! The macros of `mdoc`, which name what words are.

use super::Reader;
use super::escapes::{Plain, arguments};
use super::pages;
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// What a macro is put between.
fn enclosure(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "Op" => ("[", "]"),
        "Aq" => ("<", ">"),
        "Bq" => ("[", "]"),
        "Brq" => ("{", "}"),
        "Dq" => ("“", "”"),
        "Sq" | "Ql" => ("‘", "’"),
        "Pq" => ("(", ")"),
        "Qq" => ("\"", "\""),
        _ => return None,
    })
}

/// Marks that open or close an enclosure over several lines.
fn mark(name: &str) -> Option<(&'static str, bool)> {
    Some(match name {
        "Oo" | "Bo" => ("[", true),
        "Oc" | "Bc" => ("]", false),
        "Ao" => ("<", true),
        "Ac" => (">", false),
        "Bro" => ("{", true),
        "Brc" => ("}", false),
        "Do" => ("“", true),
        "Dc" => ("”", false),
        "So" => ("‘", true),
        "Sc" => ("’", false),
        "Po" => ("(", true),
        "Pc" => (")", false),
        "Qo" | "Qc" => ("\"", name == "Qo"),
        _ => return None,
    })
}

/// Systems, by the macros that name them.
fn system(name: &str) -> Option<&'static str> {
    Some(match name {
        "Ux" => "UNIX",
        "Bx" => "BSD",
        "Bsx" => "BSD/OS",
        "Nx" => "NetBSD",
        "Fx" => "FreeBSD",
        "Ox" => "OpenBSD",
        "Dx" => "DragonFly",
        "At" => "AT&T UNIX",
        _ => return None,
    })
}

/// Macros that only say what their words are.
fn is_word(name: &str) -> bool {
    matches!(
        name,
        "Ad" | "An"
            | "Ar"
            | "Cd"
            | "Cm"
            | "Dv"
            | "Em"
            | "Er"
            | "Ev"
            | "Fa"
            | "Fd"
            | "Ft"
            | "Ic"
            | "Li"
            | "Ms"
            | "No"
            | "Pa"
            | "Sx"
            | "Sy"
            | "Tn"
            | "Va"
            | "Vt"
            | "St"
            | "Lk"
            | "Mt"
            | "Nd"
            | "Lb"
            | "Fr"
            | "Xo"
            | "Xc"
            | "Es"
            | "En"
            | "Eo"
            | "Ec"
    )
}

fn is_inline(name: &str) -> bool {
    is_word(name)
        || enclosure(name).is_some()
        || mark(name).is_some()
        || system(name).is_some()
        || matches!(
            name,
            "Nm" | "Fl" | "Xr" | "Fn" | "Fo" | "Fc" | "In" | "Ns" | "Pf" | "Ap" | "Ex" | "Rv"
        )
}

/// Words under construction, with the spaces between them.
#[derive(Default)]
struct Words {
    plain: Plain,
    /// No space comes before the next word.
    tight: bool,
    started: bool,
}

impl Words {
    fn push(&mut self, word: &str, at: usize) {
        let closes = matches!(word, "." | "," | ":" | ";" | ")" | "]" | "?" | "!");
        if self.started && !self.tight && !closes {
            self.plain.pieces.push((" ".into(), at));
        }
        self.plain.pieces.push((word.to_owned(), at));
        self.tight = matches!(word, "(" | "[");
        self.started = true;
    }

    fn close(&mut self, mark: &str, at: usize) {
        self.tight = true;
        self.push(mark, at);
    }
}

impl<'a> Reader<'a> {
    /// Reads a macro of mdoc; false where the name is none.
    pub(super) fn mdoc(&mut self, name: &str, rest: SourceLine<'a>) -> bool {
        match name {
            "Dt" => {
                let words = self.words_of(rest);
                let word = |i: usize| words.get(i).map(String::as_str).unwrap_or_default();
                self.title = Some(pages::title(word(0), word(1), self.stem));
            }
            "Bl" => {
                let words = self.words_of(rest);
                let kind = words.iter().find_map(|word| {
                    Some(match word.as_str() {
                        "-bullet" | "-dash" | "-hyphen" | "-item" => BlockKind::Item,
                        "-enum" => BlockKind::Step,
                        "-column" => BlockKind::Row,
                        "-tag" | "-hang" | "-ohang" | "-inset" | "-diag" => BlockKind::Definition,
                        _ => return None,
                    })
                });
                self.indent(Some(kind.unwrap_or(BlockKind::Definition)));
            }
            "El" => self.outdent(),
            "It" => self.list_item(rest),
            "Bd" => {
                let words = self.words_of(rest);
                let literal = words.iter().any(|w| w == "-literal" || w == "-unfilled");
                self.close_code();
                self.filled = !literal;
            }
            "Ed" => {
                self.filled = true;
                self.close_code();
                self.end_paragraph();
            }
            "Dl" | "D1" => {
                self.close_code();
                self.filled = false;
                let plain = self.inline_macros(arguments(rest));
                self.give_line(plain, rest.end());
                self.filled = true;
                self.close_code();
            }
            "Dd" | "Os" | "Bk" | "Ek" | "Sm" | "Rs" | "Tg" | "Db" | "Bf" | "Ef" | "Hf" => {}
            "Re" => self.builder.push(".", self.source(rest.at)),
            "Ud" | "Bt" => {}
            name if name.starts_with('%') => {
                let plain = self.plain(rest);
                self.give_line(plain, rest.end());
            }
            name if is_inline(name) => {
                if name == "Nm" && self.in_synopsis || name == "Fd" || name == "Ft" {
                    self.builder.line();
                }
                let mut words = vec![(name.to_owned(), rest.at)];
                words.extend(arguments(rest));
                let mut plain = self.inline_macros(words);
                if name == "Nd" {
                    plain.pieces.insert(0, ("— ".into(), rest.at));
                }
                self.give_line(plain, rest.end());
                if name == "In" || name == "Ft" {
                    self.builder.line();
                }
            }
            _ => return false,
        }
        true
    }

    fn words_of(&self, rest: SourceLine<'a>) -> Vec<String> {
        arguments(rest).iter().map(|(word, _)| self.plain_text(word)).collect()
    }

    fn list_item(&mut self, rest: SourceLine<'a>) {
        let kind = self.levels.last().and_then(|level| level.items);
        let plain = self.inline_macros(arguments(rest));
        match kind {
            Some(kind @ (BlockKind::Item | BlockKind::Step)) => self.open_item(kind),
            Some(BlockKind::Row) => {
                self.builder.line();
                self.give_line(plain, rest.end());
            }
            _ => {
                self.open_item(BlockKind::Definition);
                self.give(&plain.pieces);
                self.builder.line();
            }
        }
    }

    /// The text of macros and their words on one line.
    fn inline_macros(&mut self, words: Vec<(String, usize)>) -> Plain {
        let mut out = Words::default();
        // Enclosures that end with the line.
        let mut open: Vec<&'static str> = Vec::new();
        let end = words.last().map_or(0, |(word, at)| at + word.len());
        let mut words = words.into_iter().peekable();
        let mut current = String::new();
        let mut flags = 0;
        while let Some((word, at)) = words.next() {
            let name = word.as_str();
            if !is_inline(name) {
                let plain = self.plain_text(name);
                match current.as_str() {
                    "Fl" if plain
                        .starts_with(|c: char| c.is_alphanumeric() || "-?#*@".contains(c)) =>
                    {
                        flags += 1;
                        out.push(&format!("-{plain}"), at);
                    }
                    "Pf" => {
                        out.push(&plain, at);
                        out.tight = true;
                        current.clear();
                    }
                    "Ta" => out.push("|", at),
                    _ if name == "Ta" => out.push("|", at),
                    _ => out.push(&plain, at),
                }
                continue;
            }
            if current == "Fl" && flags == 0 {
                out.push("-", at);
                out.tight = name == "Ns";
            }
            flags = 0;
            current.clear();
            current.push_str(name);
            let next_is_word = words.peek().is_some_and(|(next, _)| !is_inline(next));
            if let Some((before, after)) = enclosure(name) {
                out.push(before, at);
                out.tight = true;
                open.push(after);
            } else if let Some((text, opens)) = mark(name) {
                match opens {
                    true => {
                        out.push(text, at);
                        out.tight = true;
                    }
                    false => out.close(text, at),
                }
            } else if let Some(text) = system(name) {
                out.push(text, at);
            } else {
                match name {
                    "Ns" => out.tight = true,
                    "Ap" => {
                        out.close("'", at);
                        out.tight = true;
                    }
                    "Nm" => match next_is_word
                        && words.peek().is_some_and(|(w, _)| {
                            w.len() > 1 || w.starts_with(char::is_alphanumeric)
                        }) {
                        true => {
                            if self.program.is_empty()
                                && let Some((program, _)) = words.peek()
                            {
                                self.program = self.plain_text(program);
                            }
                        }
                        false => out.push(&self.program.clone(), at),
                    },
                    "Ar" if !next_is_word => out.push("file ...", at),
                    "Xr" | "Fn" | "Fo" | "In" => self.call(name, &mut words, &mut out, at),
                    "Fc" => out.close(")", at),
                    "Ex" => {
                        let program = self.program.clone();
                        out.push(&format!("The {program} utility exits 0 on success, and >0 if an error occurs."), at);
                        words.by_ref().for_each(drop);
                    }
                    _ => {}
                }
            }
        }
        if current == "Fl" && flags == 0 {
            out.push("-", end);
        }
        // Marks at the end of a line stand behind what it encloses.
        let last = out
            .plain
            .pieces
            .pop_if(|(word, _)| !open.is_empty() && matches!(word.as_str(), "." | "," | ":" | ";"));
        for after in open.into_iter().rev() {
            out.close(after, end);
        }
        out.plain.pieces.extend(last);
        out.plain
    }

    /// A page's or function's name with what it takes.
    fn call(
        &self,
        name: &str,
        words: &mut std::iter::Peekable<std::vec::IntoIter<(String, usize)>>,
        out: &mut Words,
        at: usize,
    ) {
        let Some((first, first_at)) = words.next_if(|(word, _)| !is_inline(word)) else { return };
        let first = self.plain_text(&first);
        match name {
            "In" => return out.push(&format!("#include <{first}>"), first_at),
            "Fo" => return out.push(&format!("{first}("), first_at),
            _ => out.push(&first, first_at),
        }
        let mut taken = Vec::new();
        let is_mark = |word: &str| matches!(word, "." | "," | ":" | ";" | ")" | "(");
        while let Some((word, _)) = words.next_if(|(word, _)| !is_inline(word) && !is_mark(word)) {
            taken.push(self.plain_text(&word));
            if name == "Xr" {
                break;
            }
        }
        if name == "Fn" || !taken.is_empty() {
            out.close(&format!("({})", taken.join(", ")), at);
        }
    }
}
