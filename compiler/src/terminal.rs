//! Standard error, and what a terminal can show.

use std::env;
use std::fmt::Display;
use std::io::{IsTerminal, Write};

use clap::ValueEnum;

/// When standard output gets colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// When it is a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether standard output gets colours here and now.
    pub fn is_on(self) -> bool {
        match self {
            Color::Auto => {
                let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
                let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
            }
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// Prints a message, each line of it after `lexc: `. A standard error that is closed loses it.
///
/// Control characters, which the name of a file may have, don't reach the terminal.
pub fn say(message: &impl Display) {
    let mut stderr = std::io::stderr().lock();
    for line in message.to_string().lines() {
        let line = line.replace(char::is_control, "\u{fffd}");
        let _ = writeln!(stderr, "lexc: {line}");
    }
}
