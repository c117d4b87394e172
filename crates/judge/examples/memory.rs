//! All judgements in one process, each asked once: what that takes in memory.
//!
//!     cargo run --release -p grice-judge --example memory

#![allow(clippy::print_stdout)]

use grice_judge::{Turn, analyze, anticipate, ground, interpret, rank, read, rewrite};
use grice_model::registry::Registry;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::open()?;
    let question = "When did it open?";
    let passage = "The bridge opened in 1898. It is 214 metres long and carries two roads.";
    let history = [Turn { question: "What is it?".to_owned(), answer: "A bridge.".to_owned() }];

    let interpreter = interpret::Interpreter::open(&registry)?;
    let rewriter = rewrite::Rewriter::open(&registry)?;
    let ranker = rank::Ranker::open(&registry)?;
    let reader = read::Reader::open(&registry)?;
    let anticipator = anticipate::Anticipator::open(&registry)?;
    let grounder = ground::Grounder::open(&registry)?;
    let analyzer = analyze::Analyzer::open(&registry)?;
    println!("loaded: {}", memory());

    let answer = "I had a big lunch.";
    let asked = interpret::Asked { question: "Are you hungry?", answer };
    interpreter.interpret(&[asked]).remove(0)?;
    rewriter.rewrite(&[rewrite::Asked { history: &history, question }]).remove(0)?;
    ranker.rank(&history, question, &[passage; 20])?;
    reader.read(&[read::Asked { history: &history, question, passage }]).remove(0)?;
    let asked = anticipate::Asked {
        history: &history,
        question,
        literal: &["in 1898"],
        candidates: &[passage; 16],
    };
    anticipator.anticipate(&[asked]).remove(0)?;
    let reply = "It opened in 1898.";
    grounder.ground(&[ground::Reply { evidence: passage, reply }]).remove(0)?;
    analyzer.analyze(&[analyze::Texts { text: answer, text2: None }]).remove(0)?;
    println!("after a turn: {}", memory());
    Ok(())
}

/// The process's own words on its peak, where the system has them.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(str::trim);
    peak.map_or("this system does not say".to_owned(), |peak| format!("{peak} at most"))
}
