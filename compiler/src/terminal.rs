//! What goes to standard error.

use std::fmt::Display;
use std::io::Write;

/// Prints a message, each line of it after `lexc: `. A standard error that is closed loses it.
pub fn complain(message: &impl Display) {
    let mut stderr = std::io::stderr().lock();
    for line in message.to_string().lines() {
        let _ = writeln!(stderr, "lexc: {line}");
    }
}
