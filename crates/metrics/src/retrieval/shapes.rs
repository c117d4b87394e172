//! Which parameters each measure takes.

use super::measure::Family;

/// What may stand after the `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Nothing,
    /// A cut-off, or nothing.
    Cutoff,
    /// A cut-off.
    NeedsCutoff,
    /// A level of recall.
    Recall,
}

/// What may stand in the brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    Rel,
    JudgedOnly,
    Dcg,
    Gains,
    Relative,
    Beta,
}

impl Parameter {
    pub fn name(self) -> &'static str {
        match self {
            Parameter::Rel => "rel",
            Parameter::JudgedOnly => "judged_only",
            Parameter::Dcg => "dcg",
            Parameter::Gains => "gains",
            Parameter::Relative => "relative",
            Parameter::Beta => "beta",
        }
    }
}

/// A measure's name and parameters.
#[derive(Debug)]
pub(super) struct Shape {
    pub family: Family,
    pub name: &'static str,
    /// Another name that ir-measures takes.
    pub alias: Option<&'static str>,
    pub at: At,
    pub parameters: &'static [Parameter],
}

const fn shape(
    family: Family,
    name: &'static str,
    alias: Option<&'static str>,
    at: At,
    parameters: &'static [Parameter],
) -> Shape {
    Shape { family, name, alias, at, parameters }
}

const REL: &[Parameter] = &[Parameter::Rel];
const REL_JUDGED: &[Parameter] = &[Parameter::Rel, Parameter::JudgedOnly];
const NDCG: &[Parameter] = &[Parameter::Dcg, Parameter::Gains, Parameter::JudgedOnly];
const SET_P: &[Parameter] = &[Parameter::Rel, Parameter::Relative, Parameter::JudgedOnly];
const SET_F: &[Parameter] = &[Parameter::Rel, Parameter::Beta, Parameter::JudgedOnly];

pub(super) static SHAPES: [Shape; 20] = [
    shape(Family::Ndcg, "nDCG", Some("NDCG"), At::Cutoff, NDCG),
    shape(Family::P, "P", Some("Precision"), At::NeedsCutoff, REL_JUDGED),
    shape(Family::R, "R", Some("Recall"), At::NeedsCutoff, REL_JUDGED),
    shape(Family::Rr, "RR", Some("MRR"), At::Cutoff, REL_JUDGED),
    shape(Family::Ap, "AP", Some("MAP"), At::Cutoff, REL_JUDGED),
    shape(Family::Success, "Success", None, At::NeedsCutoff, REL_JUDGED),
    shape(Family::Bpref, "Bpref", Some("BPref"), At::Nothing, REL),
    shape(Family::Rprec, "Rprec", Some("RPrec"), At::Nothing, REL_JUDGED),
    shape(Family::IPrec, "IPrec", None, At::Recall, REL_JUDGED),
    shape(Family::InfAp, "infAP", None, At::Nothing, REL),
    shape(Family::Err, "ERR", None, At::Cutoff, &[]),
    shape(Family::SetP, "SetP", None, At::Nothing, SET_P),
    shape(Family::SetR, "SetR", None, At::Nothing, REL),
    shape(Family::SetF, "SetF", None, At::Nothing, SET_F),
    shape(Family::SetAp, "SetAP", None, At::Nothing, REL_JUDGED),
    shape(Family::Judged, "Judged", None, At::Cutoff, &[]),
    shape(Family::NumRet, "NumRet", None, At::Nothing, REL),
    shape(Family::NumRel, "NumRel", None, At::Nothing, REL),
    shape(Family::NumQ, "NumQ", None, At::Nothing, &[]),
    shape(Family::ElevenPoint, "11pt_avg", None, At::Nothing, &[]),
];

/// Measures that ir-measures or trec_eval name and that are not computed here.
const ELSEWHERE: &[&str] = &[
    "Accuracy",
    "alpha_DCG",
    "alpha_nDCG",
    "α_DCG",
    "α_nDCG",
    "AP_IA",
    "MAP_IA",
    "BPM",
    "Compat",
    "ERR_IA",
    "nERR_IA",
    "INSQ",
    "INST",
    "NERR8",
    "NERR9",
    "NERR10",
    "NERR11",
    "NRBP",
    "nNRBP",
    "P_IA",
    "RBP",
    "SDCG",
    "StRecall",
    "binG",
    "G",
    "gm_bpref",
    "gm_map",
    "ndcg_rel",
    "Rndcg",
    "num_nonrel_judged_ret",
    "relative_P",
    "relstring",
    "Rprec_mult",
    "runid",
    "utility",
];

/// Whether another scorer computes a measure of that name.
pub(super) fn elsewhere(name: &str) -> bool {
    ELSEWHERE.contains(&name)
}

/// The measure of a name.
pub(super) fn find(name: &str) -> Option<&'static Shape> {
    SHAPES.iter().find(|shape| shape.name == name || shape.alias == Some(name))
}

/// The measure whose name differs only in its capital letters.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    SHAPES
        .iter()
        .flat_map(|shape| [Some(shape.name), shape.alias])
        .flatten()
        .find(|known| known.eq_ignore_ascii_case(name))
}

pub(super) fn of(family: Family) -> &'static Shape {
    // Every family has its line in the table; a test holds it to that.
    SHAPES.iter().find(|shape| shape.family == family).unwrap_or(&SHAPES[0])
}

/// Every name, for error messages.
pub(super) fn known() -> String {
    let names = SHAPES.iter().map(|shape| match shape.at {
        At::Nothing => shape.name.to_owned(),
        At::Cutoff => format!("{}[@k]", shape.name),
        At::NeedsCutoff => format!("{}@k", shape.name),
        At::Recall => format!("{}@0.1", shape.name),
    });
    let mut names: Vec<_> = names.collect();
    names.extend(["NumRelRet", "SetRelP"].map(str::to_owned));
    format!(
        "{}, and trec_eval's names for them (map, ndcg_cut_10, recall_100, …)",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_measure_is_found_by_its_family() {
        for shape in &SHAPES {
            assert_eq!(of(shape.family).name, shape.name);
        }
    }
}
