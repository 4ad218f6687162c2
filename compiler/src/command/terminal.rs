//! Standard error, and the abilities of the terminal.

use std::fmt::Display;
use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};

use crate::text::Visible;

/// True if standard output gets colours. `Auto` asks the terminal and the environment (`NO_COLOR`, `TERM`).
pub fn in_color(choice: clap::ColorChoice) -> bool {
    match choice {
        clap::ColorChoice::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
    }
}

/// Prints a message to standard error, each line after `lexc: `, characters that can't be seen escaped.
///
/// A standard error that can't be written loses the message.
pub fn say(message: &impl Display) {
    let mut stderr = io::stderr().lock();
    for line in message.to_string().lines() {
        let _ = writeln!(stderr, "lexc: {}", Visible(line));
    }
}
