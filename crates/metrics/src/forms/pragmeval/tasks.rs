//! The benchmark's data sets, and the tasks made of each.

/// A data set of the benchmark.
pub(super) struct DataSet {
    pub name: &'static str,
    /// The names of its tasks' folders.
    pub tasks: &'static [&'static str],
}

/// The eleven data sets, in the order of the paper's table 1. Of Persuasion the paper's text names
/// the four graded factors; all six tasks that were released are here.
pub(super) const DATA_SETS: [DataSet; 11] = [
    DataSet { name: "PDTB", tasks: &["PDTB"] },
    DataSet { name: "STAC", tasks: &["STAC"] },
    DataSet { name: "GUM", tasks: &["GUM"] },
    DataSet { name: "Emergent", tasks: &["Emergent"] },
    DataSet { name: "SwitchBoard", tasks: &["SwitchBoard"] },
    DataSet { name: "MRDA", tasks: &["MRDA"] },
    DataSet {
        name: "Persuasion",
        tasks: &[
            "Persuasiveness-ClaimType",
            "Persuasiveness-Eloquence",
            "Persuasiveness-PremiseType",
            "Persuasiveness-Relevance",
            "Persuasiveness-Specificity",
            "Persuasiveness-Strength",
        ],
    },
    DataSet { name: "Sarcasm", tasks: &["Sarcasm"] },
    DataSet {
        name: "Squinky",
        tasks: &["Squinky-Formality", "Squinky-Implicature", "Squinky-Informativeness"],
    },
    DataSet { name: "Verifiability", tasks: &["Verifiability"] },
    DataSet {
        name: "EmoBank",
        tasks: &["EmoBank-Arousal", "EmoBank-Dominance", "EmoBank-Valence"],
    },
];

/// Whether a task is scored by macro-F1 instead of accuracy.
pub(super) fn by_macro_f1(task: &str) -> bool {
    ["SwitchBoard", "MRDA"].iter().any(|name| name.eq_ignore_ascii_case(task))
}
