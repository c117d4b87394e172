//! Templates of quantities: `{{convert}}`, `{{val}}`, `{{frac}}`.

use super::args::Args;
use super::render::Render;

/// Codes of `{{convert}}` that are not how the unit is written.
#[rustfmt::skip]
const UNITS: [(&str, &str); 27] = [
    ("C", "°C"), ("F", "°F"), ("K", "K"), ("acre", "acres"), ("cc", "cm³"), ("cm2", "cm²"),
    ("cm3", "cm³"), ("cuft", "cu ft"), ("cumi", "cu mi"), ("foot", "ft"), ("ft2", "sq ft"),
    ("ft3", "cu ft"), ("in2", "sq in"), ("km2", "km²"), ("km3", "km³"), ("kph", "km/h"),
    ("lbs", "lb"), ("lt", "long tons"), ("m2", "m²"), ("m3", "m³"), ("m3/s", "m³/s"),
    ("mile", "miles"), ("sqft", "sq ft"), ("sqkm", "km²"), ("sqm", "m²"), ("sqmi", "sq mi"),
    ("st", "short tons"),
];

fn unit(code: &str) -> &str {
    let found = UNITS.iter().find(|(known, _)| *known == code);
    found.map_or(code, |&(_, written)| written)
}

/// What stands between the two numbers of a range.
fn between(word: &str) -> Option<&'static str> {
    Some(match word {
        "-" | "–" | "&ndash;" => "–",
        "to" => " to ",
        "to(-)" => "–",
        "and" => " and ",
        "or" => " or ",
        "by" => " by ",
        "x" | "×" | "xx" | "*" => " × ",
        "+/-" | "±" => " ± ",
        "," => ", ",
        _ => return None,
    })
}

/// Units of which a quantity may have two, the larger first.
const LARGER: [&str; 8] = ["ft", "foot", "mi", "lb", "st", "yd", "oz", "h"];

impl Render<'_> {
    /// `{{convert|5|km|mi}}`: the quantity as it was given.
    pub(super) fn convert(&mut self, args: &Args, at: usize, depth: usize) -> bool {
        let Some(first) = args.at(1) else {
            return false;
        };
        let parts = args.positional();
        self.inline(first, depth + 1);
        let mut place = 1;
        while let Some(joint) = parts.get(place).and_then(|&p| between(self.raw(p)))
            && let Some(&number) = parts.get(place + 1)
        {
            self.line.push(joint, at);
            self.inline(number, depth + 1);
            place += 2;
        }
        while let Some(&part) = parts.get(place) {
            let code = self.raw(part);
            if code.contains(['{', '[', '<']) {
                break;
            }
            self.line.push(" ", at);
            self.words(unit(code), part.start);
            place += 1;
            let Some(&next) = parts.get(place) else {
                break;
            };
            let number = self.raw(next).starts_with(|c: char| c.is_ascii_digit());
            if !number || !LARGER.contains(&code) {
                break;
            }
            self.line.push(" ", at);
            self.inline(next, depth + 1);
            place += 1;
        }
        true
    }

    /// `{{val|1.5|u=km}}`
    pub(super) fn val(&mut self, args: &Args, at: usize, depth: usize) -> bool {
        let Some(number) = args.at(1) else {
            return false;
        };
        self.inline(number, depth + 1);
        if let Some(error) = args.at(2) {
            self.line.push(" ± ", at);
            self.inline(error, depth + 1);
        }
        if let Some(exponent) = args.named("e") {
            self.line.push(" × 10^", at);
            self.inline(exponent, depth + 1);
        }
        if let Some(unit) = args.named("u").or_else(|| args.named("ul")) {
            self.line.push(" ", at);
            self.inline(unit, depth + 1);
        }
        true
    }

    /// `{{frac|1|2}}`, `{{frac|3|1|2}}`
    pub(super) fn fraction(&mut self, args: &Args, at: usize, depth: usize) -> bool {
        let (whole, parts) = match args.positional() {
            [] => return false,
            [below] => (None, [None, Some(*below)]),
            [above, below] => (None, [Some(*above), Some(*below)]),
            [whole, above, below, ..] => (Some(*whole), [Some(*above), Some(*below)]),
        };
        if let Some(whole) = whole {
            self.inline(whole, depth + 1);
            self.line.push(" ", at);
        }
        match parts[0] {
            Some(above) => self.inline(above, depth + 1),
            None => self.line.push("1", at),
        }
        self.line.push("/", at);
        if let Some(below) = parts[1] {
            self.inline(below, depth + 1);
        }
        true
    }

    /// `{{height|m=1.8}}`, `{{height|ft=6|in=2}}`
    pub(super) fn height(&mut self, args: &Args, at: usize, depth: usize) -> bool {
        let mut any = false;
        for unit in ["m", "cm", "ft", "in"] {
            let Some(number) = args.named(unit) else {
                continue;
            };
            if any {
                self.line.push(" ", at);
            }
            self.inline(number, depth + 1);
            self.line.push(" ", at);
            self.line.push(unit, at);
            any = true;
        }
        any
    }
}
