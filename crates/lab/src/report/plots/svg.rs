//! Writing SVG. Colours are classes of the page's style, so that both colour schemes have theirs.

use std::fmt::Write;

use crate::report::escape;

/// A drawing that is being made.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// A rectangle; `tip` is told when it is pointed at.
    pub fn rect(
        &mut self,
        class: &str,
        at: (f64, f64),
        size: (f64, f64),
        strength: f64,
        tip: &str,
    ) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"{}\">{}</rect>",
            number(at.0),
            number(at.1),
            number(size.0),
            number(size.1),
            fine(strength),
            tipped(tip),
        );
    }

    /// A path.
    pub fn path(&mut self, class: &str, data: &str, tip: &str) {
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{data}\">{}</path>", tipped(tip));
    }

    /// A line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let data = format!("M{} L{}", point(from), point(to));
        self.path(class, &data, "");
    }

    /// Text; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, class: &str, at: (f64, f64), anchor: &str, text: &str) {
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            number(at.0),
            number(at.1),
            escape::html(text),
        );
    }

    /// The drawing, with what it shows in words.
    pub fn finish(self, words: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            number(self.width),
            number(self.height),
            number(self.width),
            number(self.height),
            escape::html(words),
            self.body,
        )
    }
}

fn tipped(tip: &str) -> String {
    match tip {
        "" => String::new(),
        tip => format!("<title>{}</title>", escape::html(tip)),
    }
}

/// A coordinate with one decimal, so that the last bits of a sine are not seen.
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn fine(value: f64) -> String {
    format!("{value:.2}")
}

/// A point of a path.
pub fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", number(x), number(y))
}

/// The point at an angle from the top, clockwise in turns, around a centre.
pub fn around(centre: (f64, f64), radius: f64, turn: f64) -> (f64, f64) {
    let (sin, cos) = (turn * std::f64::consts::TAU).sin_cos();
    (centre.0 + radius * sin, centre.1 - radius * cos)
}
