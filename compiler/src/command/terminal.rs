//! Standard error: messages, the progress of long work, and the abilities of the terminal.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Once;
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::text::Visible;

/// True if standard output gets colours. `Auto` decides by the terminal and the environment (`NO_COLOR`, `TERM`).
pub fn in_color(choice: clap::ColorChoice) -> bool {
    match choice {
        clap::ColorChoice::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
    }
}

/// Prints a message to standard error, each line after `lexc: `, characters that can't be seen escaped.
///
/// Each line is a single write, so that other programs do not write into it. A standard error that can't be written
/// loses the message.
pub fn say(message: &impl Display) {
    for line in message.to_string().lines() {
        let line = format!("lexc: {}\n", Visible(line));
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Work that takes less time shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line of progress, rewritten in place and erased at the end. Shows nothing unless standard error is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Once,
}

impl Progress {
    /// A line of text.
    pub fn of_text() -> Progress {
        Progress::with_template(ProgressBar::no_length(), "lexc: {msg}")
    }

    /// A bar that fills as the count approaches `total`.
    pub fn of_count(total: u64, unit: &'static str) -> Progress {
        let bar = ProgressBar::new(total).with_message(unit);
        Progress::with_template(bar, "lexc: [{bar:20}] {human_pos} of {human_len} {msg}")
    }

    fn with_template(bar: ProgressBar, template: &str) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("##-"));
        Progress {
            bar,
            start: Instant::now(),
            shown: Once::new(),
        }
    }

    /// Replaces the text.
    pub fn set(&self, text: String) {
        self.show();
        self.bar.set_message(text);
    }

    /// Adds 1 to the count.
    pub fn advance(&self) {
        self.show();
        self.bar.inc(1);
    }

    fn show(&self) {
        if self.start.elapsed() >= PATIENCE {
            let target = ProgressDrawTarget::stderr;
            self.shown.call_once(|| self.bar.set_draw_target(target()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
