//! `lexc completions`: completions of the command line for shells.

use clap::{Args, Command};
use clap_complete::Shell;

use super::outcome::{Answer, Failure};
use super::output::print;

/// Print the completions for a shell
///
/// The script completes verbs, options and their values. The manual of the shell says where to put the script.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  lexc completions bash > ~/.local/share/bash-completion/completions/lexc
  lexc completions zsh > ~/.zfunc/_lexc
  lexc completions fish > ~/.config/fish/completions/lexc.fish")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script for this command line.
pub fn run(args: &CompletionsArgs, mut command: Command) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "lexc", &mut script);
    print(|out| out.write_all(&script))?;
    Ok(Answer::Yes)
}
