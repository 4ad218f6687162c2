//! The time of a turn, and the text of a clock.

use std::time::{Duration, Instant};

use lexc_runtime::Clock;

/// Measures the time between its calls.
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The whole milliseconds since the last call. The rest counts in the next one.
    pub fn lap(&mut self) -> Duration {
        let elapsed = self.0.elapsed();
        let lap = elapsed - Duration::from_nanos((elapsed.subsec_nanos() % 1_000_000).into());
        self.0 += lap;
        lap
    }
}

/// The time that a clock shows, such as `24:59`, or `-0:01` in overtime.
pub fn shown(clock: &Clock) -> String {
    let seconds = clock.seconds_left();
    let sign = if seconds < 0 { "-" } else { "" };
    let seconds = seconds.unsigned_abs();
    format!("{sign}{}:{:02}", seconds / 60, seconds % 60)
}
