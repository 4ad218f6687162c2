//! How far long work has come, shown where somebody may be watching.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::cmd::table::grouped;

/// Work that takes no longer shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time from one line to the next.
const INTERVAL: Duration = Duration::from_millis(100);

/// One line on standard error that is written over and over, and wiped out at the end; nothing if standard error is not
/// a terminal.
#[derive(Debug)]
pub struct Progress {
    /// A thread of its own shows the line, so that it shows as well what is said before a long silence.
    writer: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts the clock.
    pub fn start() -> Progress {
        let start = || {
            let (sender, receiver) = mpsc::channel();
            (sender, thread::spawn(move || write(&receiver)))
        };
        Progress {
            writer: io::stderr().is_terminal().then(start),
        }
    }

    /// The line to show from now on.
    pub fn set(&self, line: impl FnOnce() -> String) {
        if let Some((sender, _)) = &self.writer {
            // The thread only ends when the sender is dropped.
            let _ = sender.send(line());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, writer)) = self.writer.take() {
            drop(sender);
            let _ = writer.join();
        }
    }
}

/// How much of something is done, as a line: `[#####               ] 25 of 100 games`.
pub fn bar(done: u64, total: u64, what: &str) -> String {
    const WIDTH: u64 = 20;
    let filled = u128::from(WIDTH) * u128::from(done) / u128::from(total.max(1));
    let cell = |cell: u64| if u128::from(cell) < filled { '#' } else { ' ' };
    let cells: String = (0..WIDTH).map(cell).collect();
    format!("[{cells}] {} of {} {what}", grouped(done), grouped(total))
}

/// Shows the latest line now and then, until the sender is dropped.
///
/// A standard error that can't be written has nobody to watch it.
fn write(lines: &Receiver<String>) {
    let mut line = String::new();
    let mut is_shown = false;
    let mut next = Instant::now() + PATIENCE;
    loop {
        match lines.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(latest) => line = latest,
            Err(RecvTimeoutError::Timeout) => {
                let _ = write!(io::stderr(), "\r\x1b[Klexc: {line}");
                is_shown = true;
                next = Instant::now() + INTERVAL;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    if is_shown {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill_from_the_left() {
        assert_eq!(bar(0, 1, "games"), "[                    ] 0 of 1 games");
        assert_eq!(
            bar(1999, 4000, "games"),
            "[#########           ] 1,999 of 4,000 games"
        );
        assert_eq!(
            bar(2000, 4000, "games"),
            "[##########          ] 2,000 of 4,000 games"
        );
        assert_eq!(bar(7, 7, "games"), "[####################] 7 of 7 games");
    }
}
