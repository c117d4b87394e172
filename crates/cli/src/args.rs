//! The command line: what can be said, and the help that teaches it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use grice_corpus::{Encoding, FieldMap, Format};

use crate::analyze::AnalyzeArgs;
use crate::anticipate::AnticipateArgs;
use crate::ask::AskArgs;
use crate::bounds;
use crate::chat::ChatArgs;
use crate::collections::{CollectionArg, IndexArg, RemoveArgs, TargetArg};
use crate::data::DataArgs;
use crate::eval::EvalArgs;
use crate::ground::GroundArgs;
use crate::interpret::InterpretArgs;
use crate::keys::KeysArgs;
use crate::models_args::ModelsCommand;
use crate::read::ReadArgs;
use crate::rerank::RerankArgs;
use crate::retrieval::{FusionName, Mode};
use crate::rewrite::RewriteArgs;
use crate::score::ScoreArgs;
use crate::serve::{McpArgs, ServeArgs};
use crate::studio::StudioArgs;
use crate::train::{LabelArgs, TrainArgs};

/// Point Grice at documents and talk to them.
#[derive(Debug, Parser)]
#[command(
    name = "grice",
    version,
    max_term_width = 100,
    after_help = "A collection is named by its name, or by the path of its index, which holds a slash or begins with \
                  a dot: notes, ./notes. Where none is named, commands use $GRICE_INDEX, or else the demo: an \
                  encyclopedia of the Solar System that ships with Grice.\n\n\
                  Try:\n  grice chat\n  grice search \"why is Io so volcanic\"\n  grice ingest ~/notes\n  \
                  grice chat notes\n  grice search \"who wrote this\" --index notes\n\n\
                  Exit codes: 0 done, 1 something failed, 2 the command was misused."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Ingest(IngestArgs),
    Search(SearchArgs),
    Chat(ChatArgs),
    Ask(AskArgs),
    Show(ShowArgs),
    Serve(ServeArgs),
    Mcp(McpArgs),
    Keys(KeysArgs),
    /// List the systems that Grice carries inside, or print one's file
    Systems {
        /// The system to print, to begin a file of your own with
        name: Option<String>,
    },
    /// List collections, look at one, check it, shrink it, or remove it
    #[command(subcommand)]
    Index(IndexCommand),
    /// Look at models, fetch them, and check them
    #[command(subcommand)]
    Models(ModelsCommand),
    Interpret(InterpretArgs),
    Rewrite(RewriteArgs),
    Read(ReadArgs),
    Rerank(RerankArgs),
    Anticipate(AnticipateArgs),
    Ground(GroundArgs),
    Analyze(AnalyzeArgs),
    Score(Box<ScoreArgs>),
    Data(DataArgs),
    Eval(EvalArgs),
    Train(TrainArgs),
    Label(LabelArgs),
    Studio(StudioArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  grice completions bash > ~/.local/share/bash-completion/completions/grice"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  grice man > ~/.local/share/man/man1/grice.1")]
    Man,
}

/// Read documents into a collection
///
/// The collection has the source's name, unless --index gives another, and is kept in Grice's home.
/// A SOURCE is a folder, a file or an archive: HTML, Markdown, reStructuredText, AsciiDoc, man pages,
/// DocBook, Word, OpenDocument, EPUB, PDF, plain text, CSV, JSONL, MediaWiki XML dumps and
/// WikiExtractor output; .gz, .bz2, .xz, .zst, .tar and .zip are read in place. Running the same command again goes on where it was interrupted, and afterwards only
/// takes in what has changed.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  grice ingest ~/notes\n  \
    grice ingest enwiki-pages-articles.xml.bz2 --index enwiki\n  \
    grice ingest papers.jsonl --map id=doi,text=abstract\n  \
    grice ingest ~/notes --index ./an-index-of-its-own")]
pub struct IngestArgs {
    /// Folders, files or archives to read
    #[arg(required = true)]
    pub sources: Vec<PathBuf>,
    #[command(flatten)]
    pub index: TargetArg,
    /// Read everything as this format instead of telling it from names and contents
    #[arg(long, value_parser = format_parser())]
    pub format: Option<Format>,
    /// Which JSON fields hold what: PART=FIELD,…; the parts are id, title, text, section, links, url
    #[arg(long, value_name = "MAPPING")]
    pub map: Option<FieldMap>,
    /// The encoding of text that is not UTF-8, such as windows-1252
    #[arg(long, value_name = "LABEL")]
    pub encoding: Option<Encoding>,
    /// The name that starts this source's document ids [default: the file's name]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Read only what matches, as .gitignore writes patterns; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub include: Vec<String>,
    /// Leave out what matches; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Read also what .gitignore, .ignore and .griceignore name
    #[arg(long)]
    pub no_ignore: bool,
    /// Follow symbolic links, also out of the folder
    #[arg(long)]
    pub follow_links: bool,
    /// Keep documents whose text another one has
    #[arg(long)]
    pub keep_duplicates: bool,
    /// Stop at the first bad file instead of reporting and skipping it
    #[arg(long)]
    pub strict: bool,
    /// Remove documents that are no longer in the source
    #[arg(long)]
    pub prune: bool,
    /// The largest page, line or file to read, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = bounds::mebibytes)]
    pub max_document: usize,
    /// The most an archive may unpack to, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub max_archive: u64,
    /// Threads that parse, and as many that write [default: all cores]
    #[arg(long, value_name = "N", value_parser = bounds::threads)]
    pub threads: Option<usize>,
    /// Commit at least this often, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = bounds::seconds)]
    pub commit_every: Duration,
    /// Afterwards, bring the index's vectors up to date with this model
    #[arg(long, value_name = "MODEL")]
    pub vectors: Option<String>,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// Find passages
///
/// Words in double quotation marks must stand together. On a terminal the words found are
/// highlighted; in a pipe the output is plain.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:\n  grice search \"when did Voyager 2 pass Neptune\"\n  \
    grice search 'storms \"Great Red Spot\"' -k 3\n  \
    grice search rings --title Saturn --json\n  \
    grice search \"moons that spew lava\" --mode dense --index wiki\n  \
    grice search --jsonl --index wiki -k 100 < questions.jsonl > hits.jsonl")]
pub struct SearchArgs {
    /// What to look for
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    pub query: Option<String>,
    #[command(flatten)]
    pub index: IndexArg,
    /// How many passages
    #[arg(short = 'k', long = "top", value_name = "N", default_value_t = 10, value_parser = bounds::passages)]
    pub k: usize,
    /// Only pages whose title holds these words, next to each other
    #[arg(long, value_name = "WORDS")]
    pub title: Option<String>,
    /// Only sections whose headings hold these words, next to each other
    #[arg(long, value_name = "WORDS")]
    pub section: Option<String>,
    /// Only the document with this id
    #[arg(long, value_name = "ID")]
    pub document: Option<String>,
    /// What to rank by [default: hybrid in an index with vectors, otherwise bm25]
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
    /// With hybrid: how the two rankings are made into one [default: weighted]
    #[arg(long, value_enum)]
    pub fusion: Option<FusionName>,
    /// With hybrid: the share of vectors in a weighted sum of scores, 0 to 1; words have the rest
    /// [default: 0.3]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub weight: Option<f32>,
    /// Compare with every vector, which takes longer
    #[arg(long)]
    pub exact: bool,
    #[command(flatten)]
    pub ranking: RankingArgs,
    /// Print one JSON object: {query, hits: [{passage, document, title, section, score, text}]}
    #[arg(long)]
    pub json: bool,
    /// Read {id, query} lines from standard input, write {id, hits} lines, in order, on all cores.
    /// A line may also have title, section, document and phrases
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
    /// With --jsonl: threads [default: all cores]
    #[arg(long, value_name = "N", requires = "jsonl", value_parser = bounds::threads)]
    pub threads: Option<usize>,
    /// With --jsonl: give only passage and score of each hit
    #[arg(long, requires = "jsonl")]
    pub ids_only: bool,
}

/// How passages are ranked.
#[derive(Debug, Parser)]
pub struct RankingArgs {
    /// BM25's k1: how soon more occurrences of a word stop counting
    #[arg(long, default_value_t = 0.9)]
    pub k1: f32,
    /// BM25's b: how much long passages are held back, 0 to 1
    #[arg(long, default_value_t = 0.4)]
    pub b: f32,
    /// How much words in the title, the section and the text count: TITLE,SECTION,BODY [default: 0.5,0.1,1]
    #[arg(long, value_name = "T,S,B", value_parser = boosts)]
    pub boosts: Option<grice_index::Boosts>,
}

/// Print a passage, or all of a document, with where it came from
#[derive(Debug, Parser)]
#[command(after_help = "Example:\n  grice show demo/saturn#0")]
pub struct ShowArgs {
    /// The id of a passage (as `grice search` prints it) or of a document
    pub id: String,
    #[command(flatten)]
    pub index: IndexArg,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum IndexCommand {
    /// The collections there are: documents, passages, size, last ingest, vectors
    List {
        /// Print one JSON array
        #[arg(long)]
        json: bool,
    },
    /// Remove a collection; the documents it was made of stay
    #[command(after_help = "Example:\n  grice index remove notes")]
    Remove(RemoveArgs),
    /// Documents, passages, size, analyzer, when it was made and from what
    Info {
        #[command(flatten)]
        index: CollectionArg,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    Embed(EmbedArgs),
    /// Check every file and that every document has all its passages
    Verify {
        #[command(flatten)]
        index: CollectionArg,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print every passage as a JSON line
    Export {
        #[command(flatten)]
        index: CollectionArg,
    },
    /// Merge everything into one segment and free the space of what was deleted
    Compact {
        #[command(flatten)]
        index: CollectionArg,
    },
}

/// Give every passage a vector
///
/// Only passages that have none, or whose text has changed, are embedded; running the same command
/// again goes on where it was interrupted.
#[derive(Debug, Parser)]
#[command(after_help = "Example:\n  grice index embed wiki")]
pub struct EmbedArgs {
    /// The model: a static one is fast, a transformer finer and slow
    #[arg(long, value_name = "NAME", default_value = "grice-passages")]
    pub model: String,
    #[command(flatten)]
    pub index: CollectionArg,
    /// Begin anew, also where the vectors are another model's
    #[arg(long)]
    pub replace: bool,
    /// Commit at least this often, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = bounds::seconds)]
    pub commit_every: Duration,
    /// No progress bar and no summary
    #[arg(long, short)]
    pub quiet: bool,
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share @ 0.0..=1.0) => Ok(share),
        _ => Err(format!("'{text}' is no number between 0 and 1")),
    }
}

fn boosts(text: &str) -> Result<grice_index::Boosts, String> {
    let numbers: Vec<f32> = text.split(',').filter_map(|n| n.trim().parse().ok()).collect();
    match numbers[..] {
        [title, section, body] if numbers.iter().all(|n| n.is_finite() && *n >= 0.0) => {
            Ok(grice_index::Boosts { body, title, section })
        }
        _ => Err("write three numbers that are not negative: TITLE,SECTION,BODY, as in 0.5,0.1,1"
            .to_owned()),
    }
}

/// A format with its name on the command line.
#[derive(Clone, Copy, Debug)]
struct NamedFormat(Format);

impl ValueEnum for NamedFormat {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [NamedFormat; Format::NAMES.len()] = {
            let mut all = [NamedFormat(Format::Html); Format::NAMES.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = NamedFormat(Format::NAMES[i].1);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

fn format_parser() -> impl clap::builder::TypedValueParser<Value = Format> {
    use clap::builder::TypedValueParser;
    clap::builder::EnumValueParser::<NamedFormat>::new().map(|named| named.0)
}
