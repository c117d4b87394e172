//! The `grice` command.

#![forbid(unsafe_code)]

mod analyze;
mod anticipate;
mod args;
mod ask;
mod bar;
mod batch;
mod bounds;
mod chat;
mod collections;
mod data;
mod embed;
mod eval;
mod ground;
mod history;
mod index_commands;
mod ingest;
mod interpret;
mod judgement;
mod keys;
mod layout;
mod lines;
mod manual;
mod models;
mod models_args;
mod output;
mod read;
mod reply_text;
mod rerank;
mod retrieval;
mod rewrite;
mod score;
mod search;
mod serve;
mod show;
mod studio;
mod systems;
mod train;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    tell_panics();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return output::usage(&error),
    };
    let done = match args.command {
        Command::Ingest(args) => ingest::run(args),
        Command::Search(args) => search::run(args),
        Command::Chat(args) => chat::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Show(args) => show::run(args),
        Command::Serve(args) => serve::run(&args),
        Command::Mcp(args) => serve::mcp(&args),
        Command::Keys(args) => keys::run(&args),
        Command::Systems { name } => systems::run(name.as_deref()),
        Command::Index(command) => index_commands::run(command),
        Command::Models(command) => models::run(command),
        Command::Interpret(args) => interpret::run(&args),
        Command::Rewrite(args) => rewrite::run(&args),
        Command::Read(args) => read::run(&args),
        Command::Rerank(args) => rerank::run(&args),
        Command::Anticipate(args) => anticipate::run(&args),
        Command::Ground(args) => ground::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Score(args) => score::run(*args),
        Command::Data(args) => data::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Label(args) => train::label::run(&args),
        Command::Studio(args) => studio::run(&args),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::man(),
    };
    match done.and_then(|code| Ok(output::flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => output::fail(&error),
    }
}

/// A panic's message may hold words of a document, so it goes the way of all output. The PDF
/// extractor panics on some broken files; the reader catches that and reports the file, so the
/// panic's own message would only confuse.
fn tell_panics() {
    std::panic::set_hook(Box::new(|info| {
        if std::thread::current().name() == Some(grice_corpus::PDF_THREAD) {
            return;
        }
        output::tell(format_args!("{info}\nThis is a fault of Grice's; please report it."));
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            output::tell(trace);
        }
    }));
}
