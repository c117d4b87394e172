//! Shell completions and the manual page, made from the command line's own description.

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::output::stdout;

pub fn completions(shell: Shell) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "grice", &mut script);
    write!(stdout(), "{}", String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// One page: the command and, after it, each of its commands.
pub fn man() -> Result<ExitCode> {
    let mut page = Vec::new();
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|s| !s.is_hide_set()) {
        let name = format!("grice-{}", sub.get_name());
        let man = clap_mangen::Man::new(sub.clone().name(name));
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    write!(stdout(), "{}", String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
