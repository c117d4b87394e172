//! The arguments of `grice score`.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};
use grice_metrics::forms::Mapping;
use grice_metrics::forms::pragmeval::Split;
use grice_metrics::retrieval::Measure;

use crate::bounds;

use super::names::{
    Format, LevelName, OmittedName, PolicyName, TestName, TokenizerName, WeightsName,
};

/// Score a run as its field scores it
///
/// A form is a data set, a shared task or a file format: it says how the truth and the run are
/// read and what is measured. Every report states how many turns were scored, which were left out,
/// and why.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice score scai --truth ground-truth.json --run run.json\n  \
    grice score trec --qrels qrels.txt --run run.txt -m \"nDCG@3 R@100 RR\"\n  \
    grice score topiocqa --truth topiocqa_dev.json --run run.json --by turn-type\n  \
    grice score circa --truth circa-data.tsv --compare a.jsonl b.jsonl --test mcnemar\n  \
    grice score pairs --jsonl < pairs.jsonl\n  \
    grice score --compare a.report.json b.report.json")]
pub struct ScoreArgs {
    #[command(subcommand)]
    pub form: Option<Form>,
    /// Compare reports that were saved with --json --per-turn
    #[arg(long, value_name = "REPORT", num_args = 1..)]
    pub compare: Vec<PathBuf>,
    #[command(flatten)]
    pub test: TestArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Subcommand)]
pub enum Form {
    Scai(ScaiArgs),
    Trec(TrecArgs),
    Topiocqa(TopiocqaArgs),
    Pragmaticqa(PragmaticqaArgs),
    Circa(CircaArgs),
    Pragmeval(PragmevalArgs),
    /// SQuAD 1.1 or 2.0: EM and F1 against the best reference
    Squad(SetArgs),
    /// CoQA: EM and F1 against all references but one
    Coqa(SetArgs),
    /// QuAC: F1, HEQ, yes/no and follow-up, as its scorer counts
    Quac(SetArgs),
    Pairs(PairsArgs),
    Spans(SpansArgs),
    Agreement(AgreementArgs),
}

/// A truth and a run of it.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// The truth
    #[arg(long, value_name = "FILE")]
    pub truth: PathBuf,
    #[command(flatten)]
    pub runs: RunArgs,
    /// Pass over turns of the run that the truth does not have
    #[arg(long)]
    pub skip_unknown: bool,
}

/// One run, or several to compare.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The run
    #[arg(long, value_name = "FILE", required_unless_present = "compare")]
    pub run: Option<PathBuf>,
    /// Score these runs and compare them
    #[arg(long, value_name = "RUN", num_args = 1..)]
    pub compare: Vec<PathBuf>,
    #[command(flatten)]
    pub test: TestArgs,
}

/// How a difference is tested.
#[derive(Clone, Debug, Args)]
pub struct TestArgs {
    /// The test of significance when runs are compared [default: t-test; for circa mcnemar]
    #[arg(long, value_enum)]
    pub test: Option<TestName>,
    /// The level of significance
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub level: f64,
}

/// How scores are shown.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print one JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// How the report is written
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Decimals; JSON and CSV have all there are
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = bounds::digits)]
    pub digits: usize,
    /// Every turn's scores too; with FILE, written there as JSON lines, or as CSV where its name
    /// ends in .csv
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = false)]
    pub per_turn: Option<Option<PathBuf>>,
    /// Break scores down: turn-type, topic or label, as the form has them
    #[arg(long, value_name = "KIND", action = ArgAction::Append, value_delimiter = ',')]
    pub by: Vec<String>,
    /// Give 95% bootstrap intervals
    #[arg(long)]
    pub interval: bool,
    /// Rounds of the bootstrap (default 1,000) and of the randomisation test (default 10,000)
    #[arg(long, value_name = "N", value_parser = bounds::rounds)]
    pub rounds: Option<usize>,
    /// Where chance starts, for the bootstrap and the randomisation test
    #[arg(long, value_name = "N", default_value_t = 42)]
    pub seed: u64,
}

impl OutputArgs {
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format.unwrap_or(Format::Text) }
    }
}

/// Measures that models make.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Measures by models")]
pub struct ModelArgs {
    /// Also sas, bertscore, bartscore, posscore or kpqa, by a model of the registry:
    /// MEASURE=MODEL, as in bertscore=all-minilm-l6-v2; may be given several times
    #[arg(long = "with", value_name = "MEASURE=MODEL", action = ArgAction::Append, value_delimiter = ',')]
    pub with: Vec<String>,
    /// The hidden layer BERTScore reads [default: the last]
    #[arg(long, value_name = "N")]
    pub layer: Option<usize>,
    /// Weigh BERTScore's tokens by how rare they are in the references
    #[arg(long)]
    pub idf: bool,
}

/// SCAI-QReCC 2021: question rewriting, passage retrieval, answers
#[derive(Debug, Args)]
pub struct ScaiArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// Score turns whose truth is empty too, as the paper did
    #[arg(long)]
    pub missing_truth: bool,
    /// Score rewrites of first turns too
    #[arg(long)]
    pub first_turns: bool,
    /// Turns without passages in the run: left out as the shared task did, or counted as 0
    #[arg(long, value_enum, default_value_t = OmittedName::LeftOut)]
    pub omitted: OmittedName,
    /// More measures of retrieval, as in trec
    #[arg(long, short, value_name = "LIST", value_parser = measures)]
    pub measures: Option<MeasureList>,
    #[command(flatten)]
    pub models: ModelArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// TREC qrels and runs: trec_eval's measures under ir-measures' names
#[derive(Debug, Args)]
pub struct TrecArgs {
    /// The qrels: query, 0, document, grade
    #[arg(long, value_name = "FILE", alias = "truth")]
    pub qrels: PathBuf,
    #[command(flatten)]
    pub runs: RunArgs,
    /// The measures, such as "nDCG@3 R@100 RR AP(rel=2) Success@5 Bpref", or trec_eval's names
    #[arg(long, short, value_name = "LIST", value_parser = measures, default_value = "nDCG@10 AP RR R@100 P@10")]
    pub measures: MeasureList,
    /// Average over all queries of the qrels, those the run lacks counting as 0 (trec_eval -c)
    #[arg(long, short)]
    pub complete: bool,
    /// Look at so many documents a query only (trec_eval -M)
    #[arg(long, value_name = "N", value_parser = bounds::passages)]
    pub depth: Option<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A list of measures.
#[derive(Clone, Debug)]
pub struct MeasureList(pub Vec<Measure>);

fn measures(text: &str) -> Result<MeasureList, String> {
    Measure::list(text).map(MeasureList).map_err(|e| e.to_string())
}

/// TopiOCQA: answers, and the rank of the gold passage
#[derive(Debug, Args)]
pub struct TopiocqaArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// How several references become one score
    #[arg(long, value_enum, default_value_t = PolicyName::LeaveOneOut)]
    pub references: PolicyName,
    /// Score the references against each other too
    #[arg(long)]
    pub human: bool,
    /// Score the best span of the gold passage too
    #[arg(long)]
    pub bound: bool,
    /// Of a DPR reader's predictions, those made from N passages
    #[arg(long, value_name = "N")]
    pub top_k: Option<u64>,
    /// Which JSON fields hold what: PART=FIELD,…; the parts are id and prediction
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<Mapping>,
    #[command(flatten)]
    pub models: ModelArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// PragmatiCQA: literal and pragmatic spans, and their passages
#[derive(Debug, Args)]
pub struct PragmaticqaArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// The cut-offs of R@k and RAll@k
    #[arg(long, value_name = "K,…", value_delimiter = ',', value_parser = bounds::passages, default_values_t = [1, 5, 10, 20, 50])]
    pub cutoffs: Vec<usize>,
    #[command(flatten)]
    pub models: ModelArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Circa: what indirect replies mean, strict and relaxed labels
#[derive(Debug, Args)]
pub struct CircaArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// Score only the replies that the run has, for a run on one split
    #[arg(long)]
    pub only_run: bool,
    /// Which JSON fields of the run hold what: PART=FIELD,…; the parts are id, label, relaxed
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<Mapping>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// PragmEval: one task's TSV, or a folder of tasks
#[derive(Debug, Args)]
pub struct PragmevalArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// In a folder of tasks, the split: train, dev or test [default: test where all have it, else dev]
    #[arg(long)]
    pub split: Option<Split>,
    /// Which JSON fields of the run hold what: PART=FIELD,…; the parts are id and label
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<Mapping>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A data set whose turns have one text each.
#[derive(Debug, Args)]
pub struct SetArgs {
    #[command(flatten)]
    pub files: FileArgs,
    /// Which JSON fields of the run hold what: PART=FIELD,…; the parts are id and prediction
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<Mapping>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Pairs of predictions and references from the standard input
///
/// Lines of `{id, prediction, references: [text]}`; with --jsonl a line comes out for each:
/// `{id, em, f1, rouge1: {p, r, f}, rouge2, rougeL, bleu}`. Without, their means.
#[derive(Debug, Args)]
pub struct PairsArgs {
    /// Write a line of scores for each pair, and what was counted on the standard error
    #[arg(long)]
    pub jsonl: bool,
    /// Read this file instead of the standard input
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
    /// How several references become one EM and F1; ROUGE takes the best, BLEU all
    #[arg(long, value_enum, default_value_t = PolicyName::LeaveOneOut)]
    pub references: PolicyName,
    /// ROUGE compares stems
    #[arg(long)]
    pub stem: bool,
    /// ROUGE-Lsum too
    #[arg(long)]
    pub lsum: bool,
    /// How BLEU takes texts apart
    #[arg(long, value_enum, default_value_t = TokenizerName::ThirteenA)]
    pub bleu_tokenizer: TokenizerName,
    /// BLEU sees no difference between upper and lower case
    #[arg(long)]
    pub bleu_lowercase: bool,
    /// Which JSON fields hold what: PART=FIELD,…; the parts are id, prediction, references, question
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<Mapping>,
    #[command(flatten)]
    pub models: ModelArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Rankings without judgements, from the standard input: is the answer in the passage?
///
/// Lines of `{id, answer, passages: [text, best first]}`; a passage is relevant by QReCC's span
/// heuristic.
#[derive(Debug, Args)]
pub struct SpansArgs {
    /// Read this file instead of the standard input
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
    /// The cut-offs of R@k
    #[arg(long, value_name = "K,…", value_delimiter = ',', value_parser = bounds::passages, default_values_t = [1, 5, 10, 20, 50, 100])]
    pub cutoffs: Vec<usize>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Agreement of judges, from the standard input
///
/// Lines of `{id, labels: [one a judge, null where missing]}`.
#[derive(Debug, Args)]
pub struct AgreementArgs {
    /// The input is JSON lines; it always is
    #[arg(long)]
    pub jsonl: bool,
    /// Read this file instead of the standard input
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub file: PathBuf,
    /// What the distance of two labels is, for Krippendorff's alpha
    #[arg(long, value_enum, default_value_t = LevelName::Nominal)]
    pub level: LevelName,
    /// How much disagreements count, for Cohen's kappa
    #[arg(long, value_enum, default_value_t = WeightsName::None)]
    pub weights: WeightsName,
    /// Print one JSON object; the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// How the report is written
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Decimals; JSON and CSV have all there are
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = bounds::digits)]
    pub digits: usize,
}
