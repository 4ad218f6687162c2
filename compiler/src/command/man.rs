//! `lexc man`: the manual pages.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use super::outcome::{Answer, Failure};
use super::output::Output;

/// Write the manual pages: one for lexc, and one for each verb
///
/// The pages are lexc.1, lexc-build.1 and so on, with the text of `lexc help`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  lexc man -o ~/.local/share/man/man1
  man lexc-build")]
pub struct ManArgs {
    /// The directory to write the pages in, which must exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace pages that exist
    #[arg(short, long)]
    force: bool,
}

/// Writes a page for the command and a page for each verb.
pub fn run(args: &ManArgs, command: Command) -> Result<Answer, Failure> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let verbs = command.get_subcommands().cloned();
    let pages = [command.clone()].into_iter().chain(verbs);
    for page in pages.filter(|page| !page.is_hide_set()) {
        let man = Man::new(page);
        let output = Output::create(&args.output.join(man.get_filename()), args.force)?;
        let mut text = Vec::new();
        man.render(&mut text).map_err(Failure::new)?;
        output.write(|out| out.write_all(&text))?;
    }
    Ok(Answer::Yes)
}
