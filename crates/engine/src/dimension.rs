//! What things are measured and compared by, and the words for it.

use crate::quantity::Measure;
use crate::words;

/// What two things can be compared by.
#[derive(Debug)]
pub(crate) struct Dimension {
    /// The words of the question.
    asked: &'static [&'static str],
    /// How it is said in the answer.
    pub said: &'static str,
    /// Whether more of it is what is asked for.
    pub more: bool,
    pub is_past: bool,
    pub measure: Measure,
    /// Words beside the number that say what it is, with what it is multiplied by.
    pub cues: &'static [(&'static str, f64)],
}

const SIZE: &[(&str, f64)] = &[("diameter", 1.0), ("radius", 2.0), ("across", 1.0), ("wide", 1.0)];
const MASS: &[(&str, f64)] = &[("mass", 1.0), ("weighs", 1.0), ("weighed", 1.0)];
const FAR: &[(&str, f64)] = &[("distance", 1.0)];
const HIGH: &[(&str, f64)] = &[("high", 1.0), ("tall", 1.0), ("height", 1.0)];
const DEEP: &[(&str, f64)] = &[("deep", 1.0), ("depth", 1.0)];
const LONG: &[(&str, f64)] = &[("long", 1.0), ("length", 1.0)];
const WARM: &[(&str, f64)] = &[("temperature", 1.0)];
const PEOPLE: &[(&str, f64)] = &[("population", 1.0), ("people", 1.0), ("inhabitants", 1.0)];
const BORN: &[(&str, f64)] = &[("born", 1.0), ("founded", 1.0), ("built", 1.0), ("finished", 1.0)];
const LAUNCHED: &[(&str, f64)] = &[("launched", 1.0)];
const DISCOVERED: &[(&str, f64)] = &[("discovered", 1.0), ("found", 1.0)];

/// Cues that stand right after their number.
pub(crate) const AFTER: &[&str] = &["across", "wide", "high", "tall", "deep", "long"];

const fn by(
    asked: &'static [&'static str],
    said: &'static str,
    more: bool,
    measure: Measure,
    cues: &'static [(&'static str, f64)],
) -> Dimension {
    Dimension { asked, said, more, is_past: false, measure, cues }
}

const fn when(
    asked: &'static [&'static str],
    said: &'static str,
    more: bool,
    cues: &'static [(&'static str, f64)],
) -> Dimension {
    Dimension { asked, said, more, is_past: true, measure: Measure::Count, cues }
}

pub(crate) static DIMENSIONS: &[Dimension] = &[
    by(
        &["larger population", "more people", "more inhabitants"],
        "more populous",
        true,
        Measure::Count,
        PEOPLE,
    ),
    by(&["larger", "bigger", "wider"], "larger", true, Measure::Length, SIZE),
    by(&["smaller", "narrower"], "smaller", false, Measure::Length, SIZE),
    by(&["heavier", "more massive"], "heavier", true, Measure::Mass, MASS),
    by(&["lighter", "less massive"], "lighter", false, Measure::Mass, MASS),
    by(&["farther", "further", "more distant"], "farther", true, Measure::Length, FAR),
    by(&["closer", "nearer"], "closer", false, Measure::Length, FAR),
    by(&["taller", "higher"], "higher", true, Measure::Length, HIGH),
    by(&["deeper"], "deeper", true, Measure::Length, DEEP),
    by(&["longer"], "longer", true, Measure::Length, LONG),
    by(&["shorter"], "shorter", false, Measure::Length, LONG),
    by(&["hotter", "warmer"], "warmer", true, Measure::Temperature, WARM),
    by(&["colder", "cooler"], "colder", false, Measure::Temperature, WARM),
    when(
        &["launched first", "launched earlier", "launched before"],
        "launched earlier",
        false,
        LAUNCHED,
    ),
    when(&["launched later", "launched after"], "launched later", true, LAUNCHED),
    when(
        &["discovered first", "discovered earlier", "found first"],
        "discovered earlier",
        false,
        DISCOVERED,
    ),
    when(&["discovered later", "found later"], "discovered later", true, DISCOVERED),
    when(&["born first", "born earlier", "older"], "earlier", false, BORN),
    when(&["born later", "younger", "newer"], "later", true, BORN),
];

/// What a question, in small letters, compares by.
pub(crate) fn dimension(question: &str) -> Option<&'static Dimension> {
    let padded = format!(" {} ", words::lower(question).join(" "));
    let is_asked = |words: &&str| padded.contains(&format!(" {words} "));
    DIMENSIONS.iter().find(|dimension| dimension.asked.iter().any(&is_asked))
}

/// What "how big", "how far" and the like ask for.
pub(crate) fn by_adjective(adjective: &str) -> Option<&'static Dimension> {
    let compared = match adjective {
        "big" | "large" | "wide" | "small" => "larger",
        "heavy" | "massive" => "heavier",
        "far" | "distant" => "farther",
        "high" | "tall" => "higher",
        "deep" => "deeper",
        "long" => "longer",
        "hot" | "cold" | "warm" => "warmer",
        _ => return None,
    };
    dimension(compared)
}
