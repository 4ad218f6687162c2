//! Messages and the progress of long work on standard error, and the choice of colours for standard output.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Once;
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lexc_compiler::input::Source;
use lexc_compiler::progress::Step;
use lexc_compiler::text::Visible;

use super::outcome::Failure;

/// True if standard output gets colours. `Auto` decides by the terminal and the environment, such as `NO_COLOR` and `TERM`.
pub fn in_color(choice: clap::ColorChoice) -> bool {
    let in_color = match choice {
        clap::ColorChoice::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
    };
    if in_color {
        // Makes a console of Windows read escape sequences.
        let _ = AutoStream::always_ansi(io::stdout());
    }
    in_color
}

/// Prints a message of one line to standard error, with the prefix `lexc: ` and with invisible characters, also line ends,
/// escaped.
///
/// The line is a single write, so that other programs do not write into it. If standard error can't be written, the message is
/// lost.
pub fn say(message: &impl Display) {
    let line = format!("lexc: {}\n", Visible(&message.to_string()));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Prints the lines of a failure, each as [`say`] does.
pub fn say_failure(failure: &Failure) {
    let text = failure.to_string();
    text.lines().for_each(|line| say(&line));
}

/// Time after which long work shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The template of a line of progress with a bar: a stage, its count and the count of all items.
const BAR: &str = "lexc: {prefix} [{bar:20}] {human_pos} of {human_len} {msg}";

/// The template of a line of progress without a bar: a stage and its count.
const COUNT: &str = "lexc: {prefix} {human_pos} {msg}";

/// A line of progress, rewritten in place and erased at the end. Shows nothing unless standard error is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Once,
}

impl Progress {
    /// A line for work in several stages: shows the stage and its count, with a bar if the count of all items is known.
    pub fn of_steps() -> Progress {
        Progress::with_template(ProgressBar::no_length(), COUNT)
    }

    /// A bar that fills as the count approaches `total`; without a total, the count alone.
    pub fn of_count(
        stage: &'static str,
        total: impl Into<Option<u64>>,
        unit: &'static str,
    ) -> Progress {
        let (bar, template) = match total.into() {
            Some(total) => (ProgressBar::new(total), BAR),
            None => (ProgressBar::no_length(), COUNT),
        };
        Progress::with_template(bar.with_prefix(stage).with_message(unit), template)
    }

    fn with_template(bar: ProgressBar, template: &str) -> Progress {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        bar.set_style(style(template));
        Progress {
            bar,
            start: Instant::now(),
            shown: Once::new(),
        }
    }

    /// Replaces the stage and its count.
    pub fn step(&self, step: Step) {
        if !self.show() {
            return;
        }
        match step.total {
            Some(total) => {
                self.bar.set_style(style(BAR));
                self.bar.set_length(total);
            }
            None => self.bar.set_style(style(COUNT)),
        }
        self.bar.set_prefix(step.stage);
        self.bar.set_message(step.unit);
        self.bar.set_position(step.done);
    }

    /// A visitor of the number of bytes read. Shows a bar if the sizes of all sources are known.
    pub fn reading(&self, sources: &[Source]) -> impl FnMut(u64) {
        let bytes: Option<u64> = sources.iter().map(Source::byte_count).sum();
        let total = bytes.map(|bytes| bytes / 1000);
        move |bytes| {
            self.step(Step {
                stage: "reading",
                done: bytes / 1000,
                total,
                unit: "kB",
            });
        }
    }

    /// Prints a message, as [`say`] does, above the line.
    pub fn say(&self, message: &impl Display) {
        self.bar.suspend(|| say(message));
    }

    /// Sets the count.
    pub fn set(&self, count: u64) {
        self.show();
        self.bar.set_position(count);
    }

    /// Replaces the unit of the count, if the line can be seen.
    pub fn set_unit(&self, unit: impl FnOnce() -> String) {
        if self.show() {
            self.bar.set_message(unit());
        }
    }

    /// Adds 1 to the count.
    pub fn advance(&self) {
        self.show();
        self.bar.inc(1);
    }

    /// Shows the line if [`PATIENCE`] has passed. Returns `true` if the line can be seen.
    fn show(&self) -> bool {
        if self.start.elapsed() >= PATIENCE {
            let target = ProgressDrawTarget::stderr;
            self.shown.call_once(|| self.bar.set_draw_target(target()));
        }
        !self.bar.is_hidden()
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("##-")
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
