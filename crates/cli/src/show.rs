//! `grice show`.

use std::process::ExitCode;

use anyhow::Result;
use grice_index::{DocumentRecord, PassageRecord, Place, Searcher};
use serde_json::json as object;

use crate::args::ShowArgs;
use crate::layout::laid_out;
use crate::output::{DIM, Misuse, Stdout, TITLE, counted, folded, json};

pub fn run(args: ShowArgs) -> Result<ExitCode> {
    let index = args.index.open()?;
    let (searcher, about) = (index.searcher()?, index.about()?);
    if let Some(passage) = searcher.find_passage(&args.id)? {
        let document = searcher.document(&passage.document)?;
        let place = document.as_ref().and_then(|document| about.place(document, &passage));
        return show_passage(&passage, document.as_ref(), place.as_ref(), args.json);
    }
    match searcher.document(&args.id)? {
        Some(document) => show_document(&searcher, &document, args.json),
        None => Err(Misuse(format!(
            "{}: no passage or document has this id; `grice search` prints the ids of passages",
            args.id
        ))
        .into()),
    }
}

fn show_passage(
    passage: &PassageRecord,
    document: Option<&DocumentRecord>,
    place: Option<&Place>,
    as_json: bool,
) -> Result<ExitCode> {
    let mut out = folded();
    let path = document.map(|d| d.path.as_str()).unwrap_or_default();
    if as_json {
        let mut value = serde_json::to_value(passage)?;
        value["path"] = object!(path);
        value["file"] = object!(place.map(|place| place.file.display().to_string()));
        value["link"] = object!(place.map(Place::link));
        json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    print_passage(&mut out, passage)?;
    let (start, end) = (passage.source.start, passage.source.end);
    writeln!(out, "{DIM}{}  {path}, bytes {start} to {end}{DIM:#}", passage.passage)?;
    if let Some(place) = place {
        writeln!(out, "{DIM}{place}{DIM:#}")?;
        writeln!(out, "{DIM}{}{DIM:#}", place.link())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_passage(out: &mut Stdout, passage: &PassageRecord) -> Result<()> {
    match passage.section.as_str() {
        "" => writeln!(out, "{TITLE}{}{TITLE:#}\n", passage.title)?,
        section => writeln!(out, "{TITLE}{} › {section}{TITLE:#}\n", passage.title)?,
    }
    writeln!(out, "{}\n", laid_out(passage))?;
    Ok(())
}

fn show_document(
    searcher: &Searcher,
    document: &DocumentRecord,
    as_json: bool,
) -> Result<ExitCode> {
    let passages = searcher.document_passages(&document.id)?;
    let mut resolved = Vec::new();
    for link in &document.links {
        let target = searcher.resolve(&link.target)?.map(|d| d.id);
        resolved.push(object!({ "text": link.text, "document": target }));
    }
    let mut out = folded();
    if as_json {
        let mut value = serde_json::to_value(document)?;
        value["links"] = object!(resolved);
        value["passages"] = serde_json::to_value(&passages)?;
        json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    for passage in &passages {
        print_passage(&mut out, passage)?;
    }
    let missing = resolved.iter().filter(|l| l["document"].is_null()).count() as u64;
    let links = counted(resolved.len() as u64, "link");
    let missing = if missing > 0 {
        format!(", {missing} of them to pages not in the index")
    } else {
        String::new()
    };
    writeln!(out, "{DIM}{}  {}  {links}{missing}{DIM:#}", document.id, document.path)?;
    Ok(ExitCode::SUCCESS)
}
