//! The arguments of `grice analyze`.

use clap::Parser;

/// Say what kind of utterance a text is, or how two of them relate
///
/// One text is analyzed by the tasks that take one: how it sounds (EmoBank-Valence, -Arousal and
/// -Dominance), how formal and informative it is and how much it means without saying (Squinky),
/// whether it could be checked (Verifiability), and what it does in a conversation (SwitchBoard,
/// MRDA). Two texts are analyzed by those that take two: how the second relates to the first (PDTB,
/// GUM, STAC), whether it is sarcastic (Sarcasm), its stance (Emergent), and how well it argues
/// (Persuasiveness). Tasks and labels are PragmEval's.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  \
    grice analyze \"Could you pass me the salt?\"\n  \
    grice analyze \"It rained all week.\" \"Oh great, just what we needed.\" --task Sarcasm\n  \
    grice analyze --jsonl < texts.jsonl > analyses.jsonl")]
pub struct AnalyzeArgs {
    /// The text, or the first of two
    #[arg(value_name = "TEXT", required_unless_present = "jsonl")]
    pub text: Option<String>,
    /// The second text: a reply to the first, what comes after it, a reason for it
    #[arg(value_name = "TEXT2")]
    pub text2: Option<String>,
    /// Only this task, with all of its labels; may be given several times
    #[arg(long = "task", value_name = "NAME")]
    pub tasks: Vec<String>,
    /// A model of the registry, or the folder of one [default: grice-analyze]
    #[arg(long, value_name = "NAME|FOLDER")]
    pub model: Option<String>,
    /// Print one JSON object: {TASK: {label: probability}}
    #[arg(long)]
    pub json: bool,
    /// Read {id, text, text2} lines from standard input, text2 where there are two; write {id,
    /// TASK: {label: probability}} lines, in order; a bad line is answered with {id, error}
    #[arg(long, conflicts_with_all = ["json", "text", "text2"])]
    pub jsonl: bool,
}
