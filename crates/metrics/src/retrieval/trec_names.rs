//! trec_eval's own names for its measures: `map`, `ndcg_cut_10`, `P.5,10`.

use super::error::MeasureError;
use super::grammar::{cutoff, recall};
use super::measure::{Family, Measure};

const CUTOFFS: &[&str] = &["5", "10", "15", "20", "30", "100", "200", "500", "1000"];
const RECALLS: &[&str] =
    &["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"];

/// What the number after the name is.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    None,
    Cutoff,
    Recall,
    Beta,
}

/// A name, the numbers it stands for where none is given, and what it means.
struct Name {
    name: &'static str,
    family: Family,
    number: Number,
    usual: &'static [&'static str],
}

const fn name(name: &'static str, family: Family) -> Name {
    Name { name, family, number: Number::None, usual: &[] }
}

const fn cut(name: &'static str, family: Family, usual: &'static [&'static str]) -> Name {
    Name { name, family, number: Number::Cutoff, usual }
}

static NAMES: [Name; 20] = [
    name("map", Family::Ap),
    cut("map_cut", Family::Ap, CUTOFFS),
    name("ndcg", Family::Ndcg),
    cut("ndcg_cut", Family::Ndcg, CUTOFFS),
    name("recip_rank", Family::Rr),
    cut("P", Family::P, CUTOFFS),
    cut("recall", Family::R, CUTOFFS),
    cut("success", Family::Success, &["1", "5", "10"]),
    name("bpref", Family::Bpref),
    name("Rprec", Family::Rprec),
    name("infAP", Family::InfAp),
    Name { name: "iprec_at_recall", family: Family::IPrec, number: Number::Recall, usual: RECALLS },
    name("num_q", Family::NumQ),
    name("num_rel", Family::NumRel),
    name("num_ret", Family::NumRet),
    name("set_P", Family::SetP),
    name("set_recall", Family::SetR),
    name("set_map", Family::SetAp),
    Name { name: "set_F", family: Family::SetF, number: Number::Beta, usual: &["1.0"] },
    name("11pt_avg", Family::ElevenPoint),
];

/// The measures that a name of trec_eval's stands for, and the stem to which further numbers may
/// be added; nothing where trec_eval has no such name.
pub(super) fn find(text: &str) -> Result<Option<(Vec<Measure>, &'static str)>, MeasureError> {
    match text {
        "num_rel_ret" => {
            let measure = Measure { rel: Some(1), ..Measure::plain(Family::NumRet) };
            return Ok(Some((vec![measure], "")));
        }
        "set_relative_P" => {
            let measure = Measure { relative: true, ..Measure::plain(Family::SetP) };
            return Ok(Some((vec![measure], "")));
        }
        _ => {}
    }
    for known in &NAMES {
        let Some(rest) = text.strip_prefix(known.name) else { continue };
        let numbers = match rest.strip_prefix(['_', '.']) {
            None if rest.is_empty() && known.number == Number::None => {
                return Ok(Some((vec![Measure::plain(known.family)], "")));
            }
            None if rest.is_empty() => known.usual.to_vec(),
            Some(number) if known.number != Number::None && is_number(number) => vec![number],
            _ => continue,
        };
        let measures = numbers.into_iter().map(|number| known.with(number));
        return Ok(Some((measures.collect::<Result<_, _>>()?, known.name)));
    }
    Ok(None)
}

/// Whether a text can be a further number of a list like `P.5,10`.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

impl Name {
    fn with(&self, number: &str) -> Result<Measure, MeasureError> {
        let mut measure = Measure::plain(self.family);
        match self.number {
            Number::None => {}
            Number::Cutoff => measure.cutoff = Some(cutoff(self.name, number)?),
            Number::Recall => measure.recall = recall(self.name, number)?,
            Number::Beta => measure.beta = super::grammar::beta(self.name, number)?,
        }
        Ok(measure)
    }
}
