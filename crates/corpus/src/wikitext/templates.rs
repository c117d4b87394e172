//! Templates: the few whose text belongs to the sentence. All others are taken out.

use super::args::Args;
use super::render::{Mode, Part, Render};

/// What a template gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    /// These characters.
    Literal(&'static str),
    /// These characters, then its first argument.
    Before(&'static str),
    /// Its first argument.
    First,
    /// Its last argument without a name.
    Last,
    /// A quotation in a paragraph of its own.
    Quote,
    /// A quotation whose line breaks count.
    Poem,
    /// A date.
    Date,
    AsOf,
    Convert,
    Val,
    Fraction,
    Height,
    /// A ship's prefix and name.
    Ship,
    /// English, then in brackets the Japanese and its transcription.
    Nihongo,
    /// Years of a reign or a life's work.
    Years(&'static str),
    /// Its arguments one after the other, in a box.
    Listed,
    /// Nothing, but its arguments are pages.
    Links,
}

fn find(name: &str) -> Option<Gives> {
    Some(match name {
        "!" => Gives::Literal("|"),
        "=" => Gives::Literal("="),
        "'" => Gives::Literal("'"),
        "'s" => Gives::Literal("'s"),
        "\"" => Gives::Literal("\""),
        "ndash" | "en dash" | "–" | "nsndns" => Gives::Literal("–"),
        "mdash" | "em dash" | "—" => Gives::Literal("—"),
        "snd" | "spnd" | "snds" | "spndsh" | "sndash" | "spaced ndash" | "spaced en dash"
        | "spaced endash" | "dash" | "nbspndash" | "nbnd" => Gives::Literal(" – "),
        "spaced mdash" | "spaced em dash" | "smd" => Gives::Literal(" — "),
        "nbsp" | "space" | "thinsp" | "thin space" | "hair space" | "sp" | "nnbsp" => {
            Gives::Literal(" ")
        }
        "·" | "•" | "dot" | "middot" | "bullet" => Gives::Literal(" · "),
        "pi" => Gives::Literal("π"),
        "okina" | "hamza" | "ayin" => Gives::Literal("ʻ"),
        "minus" => Gives::Literal("−"),
        "times" => Gives::Literal("×"),
        "degree" | "deg" => Gives::Literal("°"),
        "10^" => Gives::Before("10^"),
        "e" => Gives::Before(" × 10^"),
        "us$" | "usd" => Gives::Before("US$"),
        "£" | "gbp" | "pound sterling" => Gives::Before("£"),
        "€" | "eur" | "euro" => Gives::Before("€"),
        "inr" | "indian rupee" | "₹" => Gives::Before("₹"),
        "circa" | "c." | "ca." | "c" | "ca" | "approx" => Gives::Years("c. "),
        "floruit" | "fl." | "fl" => Gives::Years("fl. "),
        "reign" | "r." => Gives::Years("r. "),
        _ if name.starts_with("lang-") => Gives::First,
        _ => return find_words(name),
    })
}

fn find_words(name: &str) -> Option<Gives> {
    Some(match name {
        "lang" | "langx" | "transl" | "transliteration" | "translit" | "tlit" | "script"
        | "wikt-lang" | "color" | "font color" | "fontcolor" | "font" | "resize" => Gives::Last,
        "nowrap" | "nobr" | "nobreak" | "small" | "smaller" | "big" | "larger" | "large"
        | "smallcaps" | "sc" | "sc2" | "aut" | "em" | "strong" | "nobold" | "noitalic"
        | "noitalics" | "normal" | "var" | "mvar" | "math" | "code" | "kbd" | "tt" | "mono"
        | "monospace" | "samp" | "key" | "sic" | "abbr" | "tooltip" | "abbrv" | "not a typo"
        | "notatypo" | "typo" | "proper name" | "as written" | "linktext" | "visible anchor"
        | "vanchor" | "ill" | "interlanguage link" | "bold" | "italic" | "italics" | "sup"
        | "sub" | "overline" | "underline" | "strikethrough" | "center" | "nihongo2"
        | "birth-date" | "death-date" | "start-date" | "end-date" | "formatnum" | "angbr"
        | "bdi" | "sans-serif" => Gives::First,
        "quote"
        | "blockquote"
        | "quotation"
        | "cquote"
        | "centered pull quote"
        | "bquote"
        | "quote box"
        | "quotebox"
        | "rquote"
        | "pull quote"
        | "block quote"
        | "longquote" => Gives::Quote,
        "poem quote" | "poemquote" | "poem" | "verse translation" => Gives::Poem,
        "start date" | "start date and age" | "end date" | "end date and age" | "birth date"
        | "birth date and age" | "death date" | "death date and age" | "bda" | "dda" | "dob"
        | "film date" | "birth year and age" | "release date" | "launch date" => Gives::Date,
        "as of" | "asof" => Gives::AsOf,
        "convert" | "cvt" | "conv" => Gives::Convert,
        "val" => Gives::Val,
        "frac" | "fraction" | "sfrac" => Gives::Fraction,
        "height" => Gives::Height,
        "uss" | "hms" | "ss" | "rms" | "ms" | "mv" | "hmas" | "hmcs" | "sms" | "ins" | "usns"
        | "uscgc" | "hmnzs" => Gives::Ship,
        "nihongo" => Gives::Nihongo,
        "main"
        | "main article"
        | "see also"
        | "further"
        | "further information"
        | "details"
        | "broader"
        | "see"
        | "seealso" => Gives::Links,
        _ => return None,
    })
}

/// Templates that stand in boxes, and are debris elsewhere.
fn find_in_box(name: &str) -> Option<Gives> {
    Some(match name {
        "ubl" | "unbulleted list" | "plainlist" | "plain list" | "flatlist" | "hlist"
        | "plainlist/start" | "collapsible list" | "ublist" | "indented plainlist" => Gives::Listed,
        "url" | "flag" | "flagcountry" | "flagu" | "marriage" | "increase" | "decrease"
        | "unit" => Gives::First,
        _ => return None,
    })
}

impl Render<'_> {
    /// Renders the template that is span `index`.
    pub(super) fn template(&mut self, index: usize, mode: Mode, depth: usize) {
        let name = super::args::normal(self.template_name(index));
        if super::boxes::is_box(&name) && mode == Mode::Block && self.infobox(index, depth) {
            self.state.invisible = true;
            return;
        }
        let gives = find(&name).or_else(|| self.in_box.then(|| find_in_box(&name)).flatten());
        let given = gives.is_some_and(|gives| {
            depth + 1 < super::render::DEEPEST && self.give_template(gives, index, mode, depth)
        });
        if !given {
            self.line.hole();
            self.links_inside(index, depth);
        }
    }

    /// False where nothing was given, and the template is to be taken out.
    fn give_template(&mut self, gives: Gives, index: usize, mode: Mode, depth: usize) -> bool {
        let at = self.spans.get(index).map_or(0, |span| span.start);
        if let Gives::Literal(text) = gives {
            match text {
                "|" => self.line.bracket(text, at),
                _ => self.line.push(text, at),
            }
            return true;
        }
        let args = self.args(index);
        match gives {
            Gives::First if args.name == "formatnum" => self.after_colon(index, depth),
            Gives::First => self.argument(args.at(1), depth),
            Gives::Last => self.argument(args.last(), depth),
            Gives::Before(text) => {
                let before = self.line.text.len();
                self.line.push(text, at);
                let given = self.argument(args.at(1), depth);
                if !given {
                    self.line.truncate(before);
                }
                given
            }
            Gives::Quote => self.quotation(&args, false, mode, depth),
            Gives::Poem => self.quotation(&args, true, mode, depth),
            Gives::Date => self.date(&args, at),
            Gives::AsOf => self.as_of(&args, at),
            Gives::Convert => self.convert(&args, at, depth),
            Gives::Val => self.val(&args, at, depth),
            Gives::Fraction => self.fraction(&args, at, depth),
            Gives::Height => self.height(&args, at, depth),
            Gives::Ship => self.ship(&args, at, depth),
            Gives::Nihongo => self.nihongo(&args, at, depth),
            Gives::Years(text) => self.years(text, &args, at, depth),
            Gives::Listed => self.listed(&args, depth),
            Gives::Links => self.pages(&args),
            Gives::Literal(_) => true,
        }
    }

    fn listed(&mut self, args: &Args, depth: usize) -> bool {
        let mut given = false;
        for &part in args.positional() {
            self.line.push("\n", part.start);
            given |= self.argument(Some(part), depth);
        }
        given
    }

    fn argument(&mut self, part: Option<Part>, depth: usize) -> bool {
        let Some(part) = part else {
            return false;
        };
        let before = self.line.text.len();
        self.inline(part, depth + 1);
        self.line.text.len() > before
    }

    /// `{{formatnum:1234}}`
    fn after_colon(&mut self, index: usize, depth: usize) -> bool {
        let whole = self.inside(index);
        let Some((colon, span)) = self.find_in(whole, b':') else {
            return false;
        };
        let start = colon + 1;
        let bar = self.find_in(whole, b'|').map(|(bar, _)| bar);
        let end = bar.unwrap_or(whole.end).max(start);
        let number = self.trim(Part { start, end, span });
        self.argument(Some(number), depth)
    }

    fn quotation(&mut self, args: &Args, lines: bool, mode: Mode, depth: usize) -> bool {
        let text = args.named("text").or_else(|| args.named("quote"));
        let Some(text) = text.or_else(|| args.at(1)) else {
            return false;
        };
        if mode == Mode::Inline {
            return self.argument(Some(text), depth);
        }
        self.flush();
        self.close_lists();
        self.end_code();
        self.builder.paragraph();
        let state = self.state;
        self.state.was = Default::default();
        self.state.poems = usize::from(lines);
        self.block(text, depth + 1);
        self.close_lists();
        self.end_code();
        self.builder.paragraph();
        self.state = state;
        self.state.was = Default::default();
        self.state.invisible = true;
        true
    }

    fn ship(&mut self, args: &Args, at: usize, depth: usize) -> bool {
        let Some(name) = args.at(1) else {
            return false;
        };
        self.line.push(&args.name.to_uppercase(), at);
        self.line.push(" ", at);
        self.argument(Some(name), depth)
    }

    fn nihongo(&mut self, args: &Args, at: usize, depth: usize) -> bool {
        let shown = |place| args.at(place).filter(|part| part.start < part.end);
        let Some(english) = shown(1).or_else(|| shown(3)) else {
            return false;
        };
        self.inline(english, depth + 1);
        let notes = [shown(2), shown(3).filter(|_| shown(1).is_some())];
        let mut opened = false;
        for note in notes.into_iter().flatten() {
            self.line.push(if opened { ", " } else { " (" }, at);
            self.inline(note, depth + 1);
            opened = true;
        }
        if opened {
            self.line.push(")", at);
        }
        true
    }

    /// "c. 1500", "r. 1500–1520"
    fn years(&mut self, text: &str, args: &Args, at: usize, depth: usize) -> bool {
        self.line.push(text, at);
        self.argument(args.at(1), depth);
        if let Some(until) = args.at(2) {
            self.line.push("–", at);
            self.inline(until, depth + 1);
        }
        true
    }

    /// Records the pages that `{{main|…}}` names; it gives no text.
    fn pages(&mut self, args: &Args) -> bool {
        for &part in args.positional() {
            let page = self.raw(part);
            let name = page.split('#').next().unwrap_or_default().trim();
            if !name.is_empty() && !name.contains(['[', '{', '<', '\n', ':']) {
                let target = crate::names::title(self.source, name);
                self.builder.link(target, &page.replace('#', " § "));
            }
        }
        false
    }
}
