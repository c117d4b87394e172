//! What evidence stands in, opened with another program.

use std::process::{Command, Stdio};

use grice_index::Place;

/// Opens a place with the program that `$GRICE_OPEN` names, or else with the system's own.
pub fn open(place: &Place) -> Result<String, String> {
    let link = place.link();
    let own = std::env::var("GRICE_OPEN").ok().filter(|program| !program.trim().is_empty());
    let programs: Vec<String> = match own {
        Some(program) => vec![program],
        None if cfg!(target_os = "macos") => vec!["open".to_owned()],
        None if cfg!(windows) => vec!["explorer".to_owned()],
        None => ["xdg-open", "gio", "sensible-browser"].map(str::to_owned).to_vec(),
    };
    for program in &programs {
        let mut command = Command::new(program);
        if program == "gio" {
            command.arg("open");
        }
        command.arg(&link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.spawn().is_ok() {
            return Ok(link);
        }
    }
    Err(format!(
        "{link} could not be opened with {}; name a program in GRICE_OPEN",
        programs.join(" or ")
    ))
}
