//! The data sets by name, and their splits.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::error::{Error, Result};
use super::stream::{Rows, Turns};
use super::{
    abg_coqa, boolq, canard, cast, circa, coqa, pragmaticqa, pragmeval, qrecc, quac, squad,
    topiocqa,
};

/// A data set of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataSet {
    /// Open-domain conversations with rewrites (Anantha et al., 2021).
    Qrecc,
    /// QReCC as the SCAI 2021 shared task gave it out (Vakulenko et al., 2022).
    Scai,
    /// Open-domain conversations that change their topic (Adlakha et al., 2022).
    TopiOcqa,
    /// Conversations with literal and pragmatic answers (Qi et al., 2023).
    PragmatiCqa,
    /// Indirect replies to polar questions (Louis et al., 2020).
    Circa,
    /// Twenty tasks of pragmatics (Sileo et al., 2022).
    PragmEval,
    /// QuAC's questions rewritten (Elgohary et al., 2019).
    Canard,
    /// TREC's Conversational Assistance Track, 2019.
    Cast2019,
    /// TREC's Conversational Assistance Track, 2020.
    Cast2020,
    /// Questions on Wikipedia paragraphs, some without an answer (Rajpurkar et al., 2018).
    Squad,
    /// Conversations about a text in seven domains (Reddy et al., 2019).
    Coqa,
    /// Questions of a student who does not see the text (Choi et al., 2018).
    Quac,
    /// Yes/no questions that people searched for (Clark et al., 2019).
    BoolQ,
    /// Ambiguous questions of CoQA with clarifications (Guo et al., 2021).
    AbgCoqa,
}

/// What a data set is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Turns: [`DataSet::turns`].
    Conversations,
    /// Rows with labels: [`DataSet::rows`].
    Rows,
}

impl DataSet {
    /// All data sets.
    pub const ALL: [DataSet; 14] = [
        DataSet::Qrecc,
        DataSet::Scai,
        DataSet::TopiOcqa,
        DataSet::PragmatiCqa,
        DataSet::Circa,
        DataSet::PragmEval,
        DataSet::Canard,
        DataSet::Cast2019,
        DataSet::Cast2020,
        DataSet::Squad,
        DataSet::Coqa,
        DataSet::Quac,
        DataSet::BoolQ,
        DataSet::AbgCoqa,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DataSet::Qrecc => "qrecc",
            DataSet::Scai => "scai",
            DataSet::TopiOcqa => "topiocqa",
            DataSet::PragmatiCqa => "pragmaticqa",
            DataSet::Circa => "circa",
            DataSet::PragmEval => "pragmeval",
            DataSet::Canard => "canard",
            DataSet::Cast2019 => "cast-2019",
            DataSet::Cast2020 => "cast-2020",
            DataSet::Squad => "squad",
            DataSet::Coqa => "coqa",
            DataSet::Quac => "quac",
            DataSet::BoolQ => "boolq",
            DataSet::AbgCoqa => "abg-coqa",
        }
    }

    /// The name as its paper writes it.
    pub fn title(self) -> &'static str {
        match self {
            DataSet::Qrecc => "QReCC",
            DataSet::Scai => "SCAI-QReCC",
            DataSet::TopiOcqa => "TopiOCQA",
            DataSet::PragmatiCqa => "PragmatiCQA",
            DataSet::Circa => "Circa",
            DataSet::PragmEval => "PragmEval",
            DataSet::Canard => "CANARD",
            DataSet::Cast2019 => "TREC CAsT 2019",
            DataSet::Cast2020 => "TREC CAsT 2020",
            DataSet::Squad => "SQuAD 2.0",
            DataSet::Coqa => "CoQA",
            DataSet::Quac => "QuAC",
            DataSet::BoolQ => "BoolQ",
            DataSet::AbgCoqa => "Abg-CoQA",
        }
    }

    /// Whether it has turns or rows.
    pub fn kind(self) -> Kind {
        match self {
            DataSet::Circa | DataSet::PragmEval | DataSet::BoolQ => Kind::Rows,
            _ => Kind::Conversations,
        }
    }

    /// The splits by name. Circa has more by seed and scheme (`strict/matched:7/test`), PragmEval by task (`PDTB/dev`).
    pub fn splits(self) -> &'static [&'static str] {
        match self {
            DataSet::Qrecc => &["train", "test", "held-out", "training"],
            DataSet::Scai => &["train", "test", "toy"],
            DataSet::TopiOcqa => &["train", "dev", "test", "held-out", "choosing", "training"],
            DataSet::PragmatiCqa => &["train", "dev", "test", "held-out"],
            DataSet::PragmEval => &["train", "dev", "test"],
            DataSet::Canard | DataSet::AbgCoqa => &["train", "dev", "test", "held-out"],
            DataSet::Circa => &[
                "all",
                "matched/train",
                "matched/dev",
                "matched/test",
                "unmatched/1/train",
                "unmatched/1/dev",
                "unmatched/1/test",
                "held-out",
                "training",
            ],
            DataSet::Cast2019 => &["train", "test"],
            DataSet::Cast2020 => &["test", "annotated"],
            DataSet::Squad => &["train", "dev", "held-out"],
            DataSet::Coqa => &["train", "dev", "sample", "held-out"],
            DataSet::Quac => &["train", "dev", "sample"],
            DataSet::BoolQ => &["train", "dev", "test", "labelled", "held-out"],
        }
    }

    /// The turns of a split. `dir` is the data set's folder, or the one that holds it.
    pub fn turns(self, dir: &Path, split: &str) -> Result<Turns> {
        if self.kind() != Kind::Conversations {
            return Err(self.other_kind("turns"));
        }
        self.check(split)?;
        match self {
            DataSet::Qrecc => qrecc::qrecc(dir, split),
            DataSet::Scai => qrecc::scai(dir, split),
            DataSet::TopiOcqa => topiocqa::turns(dir, split),
            DataSet::PragmatiCqa => pragmaticqa::turns(dir, split),
            DataSet::Canard => canard::turns(dir, split),
            DataSet::Cast2019 => cast::turns_2019(dir, split),
            DataSet::Cast2020 => cast::turns_2020(dir, split),
            DataSet::Squad => squad::turns(dir, split),
            DataSet::Coqa => coqa::turns(dir, split),
            DataSet::Quac => quac::turns(dir, split),
            DataSet::AbgCoqa => abg_coqa::turns(dir, split),
            DataSet::Circa | DataSet::PragmEval | DataSet::BoolQ => Err(self.other_kind("turns")),
        }
    }

    /// The rows of a split. `dir` is the data set's folder, or the one that holds it.
    pub fn rows(self, dir: &Path, split: &str) -> Result<Rows> {
        match self {
            DataSet::Circa => circa::rows(dir, split),
            DataSet::PragmEval => pragmeval::rows(dir, split),
            DataSet::BoolQ => boolq::rows(dir, split),
            _ => Err(self.other_kind("rows")),
        }
    }

    fn check(self, split: &str) -> Result<()> {
        if self.splits().contains(&split) {
            return Ok(());
        }
        Err(Error::UnknownSplit {
            set: self.title().to_owned(),
            split: split.to_owned(),
            splits: self.splits().join(", "),
        })
    }

    fn other_kind(self, asked: &'static str) -> Error {
        let has = match self.kind() {
            Kind::Conversations => "turns of conversations",
            Kind::Rows => "rows with labels",
        };
        Error::OtherKind { set: self.title().to_owned(), has, asked }
    }
}

impl fmt::Display for DataSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DataSet {
    type Err = Error;

    fn from_str(name: &str) -> Result<DataSet> {
        let plain = |name: &str| name.to_lowercase().replace(['-', '_', ' ', '.'], "");
        DataSet::ALL.into_iter().find(|set| plain(set.name()) == plain(name)).ok_or_else(|| {
            let known = DataSet::ALL.map(DataSet::name).join(", ");
            Error::UnknownSet { name: name.to_owned(), known }
        })
    }
}
