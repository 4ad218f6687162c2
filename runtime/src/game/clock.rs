//! [`Clock`]: the time of a player for a game, and the price of overtime.

use core::time::Duration;

/// The clock of a player: the time for all turns of a game, the longest overtime, and the time used so far.
///
/// The rule is that of tournaments: each minute of overtime costs ten points at the end of the game, the last one too if it has only
/// begun, and a player with more than the longest overtime loses the game. A clock does not measure time:
/// [`spend`](Self::spend) gets the time of a turn. It counts whole milliseconds, up to 49 days.
///
/// The text of a clock is such as `time=25:00 overtime=10:00 used=3:12.345`, in minutes and seconds.
///
/// ```
/// use core::time::Duration;
/// use lexc_runtime::Clock;
///
/// let mut clock = Clock::new(Duration::from_secs(30), Clock::OVERTIME);
/// clock.spend(Duration::from_secs(29));
/// assert_eq!((clock.left(), clock.penalty()), (Duration::from_secs(1), 0));
/// clock.spend(Duration::from_secs(62));
/// assert_eq!((clock.seconds_left(), clock.penalty()), (-61, -20));
/// assert_eq!(clock.to_string(), "time=0:30 overtime=10:00 used=1:31");
/// assert_eq!(clock.to_string().parse(), Ok(clock));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    pub(crate) time_ms: u32,
    pub(crate) overtime_ms: u32,
    pub(crate) used_ms: u32,
}

impl Clock {
    /// The time of a player in tournaments.
    pub const TIME: Duration = Duration::from_secs(25 * 60);

    /// The longest overtime in tournaments.
    pub const OVERTIME: Duration = Duration::from_secs(10 * 60);

    /// The points for a minute of overtime.
    const MINUTE_POINTS: i32 = -10;

    /// A clock that has not run yet, with this time and this longest overtime.
    pub fn new(time: Duration, longest_overtime: Duration) -> Clock {
        Clock {
            time_ms: milliseconds(time),
            overtime_ms: milliseconds(longest_overtime),
            used_ms: 0,
        }
    }

    /// The same clock with this time used.
    #[must_use]
    pub fn with_used(self, used: Duration) -> Clock {
        Clock {
            used_ms: milliseconds(used),
            ..self
        }
    }

    /// The time used so far.
    pub const fn used(&self) -> Duration {
        Duration::from_millis(self.used_ms as u64)
    }

    /// Adds the time of a turn, or of a part of it. A part of a millisecond does not count.
    pub fn spend(&mut self, elapsed: Duration) {
        self.used_ms = self.used_ms.saturating_add(milliseconds(elapsed));
    }

    /// The time left; 0 in overtime.
    pub const fn left(&self) -> Duration {
        Duration::from_millis(self.time_ms.saturating_sub(self.used_ms) as u64)
    }

    /// The seconds that the clock shows: the time left, rounded up, or the overtime so far as a negative number, with a second that has
    /// only begun.
    pub const fn seconds_left(&self) -> i64 {
        let left = self.time_ms.saturating_sub(self.used_ms).div_ceil(1000);
        left as i64 - self.overtime_in_ms().div_ceil(1000) as i64
    }

    /// The points that the overtime adds to the player's score at the end of the game: 0 or less.
    pub const fn penalty(&self) -> i32 {
        // At most 71,583 minutes.
        Clock::MINUTE_POINTS * self.overtime_in_ms().div_ceil(60_000) as i32
    }

    /// Returns `true` if the player has lost the game on time: the overtime is longer than allowed.
    pub const fn is_lost(&self) -> bool {
        self.overtime_in_ms() > self.overtime_ms
    }

    const fn overtime_in_ms(&self) -> u32 {
        self.used_ms.saturating_sub(self.time_ms)
    }
}

/// Whole milliseconds. Saturates.
fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_minute_of_overtime_costs_points_once_it_has_begun() {
        let clock = Clock::new(Duration::from_secs(60), Duration::from_secs(120));
        for (used, seconds_left, penalty, is_lost) in [
            (0, 60, 0, false),
            (59_001, 1, 0, false),
            (60_000, 0, 0, false),
            (60_001, -1, -10, false),
            (120_000, -60, -10, false),
            (120_001, -61, -20, false),
            (180_000, -120, -20, false),
            (180_001, -121, -30, true),
        ] {
            let clock = clock.with_used(Duration::from_millis(used));
            assert_eq!(clock.seconds_left(), seconds_left, "{used}");
            assert_eq!(
                (clock.penalty(), clock.is_lost()),
                (penalty, is_lost),
                "{used}"
            );
        }
    }

    #[test]
    fn the_longest_times_saturate() {
        let mut clock = Clock::new(Duration::ZERO, Duration::MAX);
        clock.spend(Duration::MAX);
        clock.spend(Duration::MAX);
        assert_eq!(clock.used(), Duration::from_millis(u32::MAX.into()));
        assert_eq!((clock.penalty(), clock.is_lost()), (-715_830, false));
        assert_eq!(clock.left(), Duration::ZERO);
    }
}
