//! The text of clocks and of their times.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::game::Clock;
use crate::text::{Place, TextError, TextErrorKind, number};

impl Clock {
    /// Reads a time in minutes, or in minutes and seconds: `25`, `0:30`, `3:12.345`.
    ///
    /// # Errors
    /// [`TextErrorKind::Time`].
    ///
    /// ```
    /// use core::time::Duration;
    /// use lexc_runtime::Clock;
    ///
    /// assert_eq!(Clock::parse_time("2"), Ok(Duration::from_secs(120)));
    /// assert_eq!(Clock::parse_time("0:30"), Ok(Duration::from_secs(30)));
    /// assert!(Clock::parse_time("30 s").is_err());
    /// ```
    pub fn parse_time(text: &str) -> Result<Duration, TextError> {
        let time = milliseconds(text).map(|time| Duration::from_millis(time.into()));
        time.ok_or(TextError::new(Place::START, TextErrorKind::Time))
    }
}

/// Reads the milliseconds of a time.
fn milliseconds(text: &str) -> Option<u32> {
    let (minutes, seconds) = text.split_once([':']).unwrap_or((text, "00"));
    let (seconds, thousandths) = seconds.split_once(['.']).unwrap_or((seconds, "000"));
    let digits = |text: &str| -> Option<u32> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        number(text).filter(|_| is_plain)
    };
    let [minutes, seconds, thousandths] = match (seconds.len(), thousandths.len()) {
        (2, 3) => [digits(minutes)?, digits(seconds)?, digits(thousandths)?],
        _ => return None,
    };
    let rest = (seconds < 60).then_some(1000 * seconds + thousandths)?;
    minutes.checked_mul(60_000)?.checked_add(rest)
}

/// The text of a number of milliseconds, in minutes and seconds.
fn write_time(f: &mut fmt::Formatter<'_>, milliseconds: u32) -> fmt::Result {
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000);
    write!(f, "{minutes}:{:02}", rest / 1000)?;
    match rest % 1000 {
        0 => Ok(()),
        thousandths => write!(f, ".{thousandths:03}"),
    }
}

/// The text of a clock, which [`FromStr`] reads.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("time=")?;
        write_time(f, self.time_ms)?;
        f.write_str(" overtime=")?;
        write_time(f, self.overtime_ms)?;
        f.write_str(" used=")?;
        write_time(f, self.used_ms)
    }
}

/// Reads the text of a clock: the three settings in the order in which they are written.
impl FromStr for Clock {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Clock, TextError> {
        let mut parts = text.split([' ']);
        let mut setting = |key: &str| {
            let value = parts.next()?.strip_prefix(key)?.strip_prefix('=')?;
            milliseconds(value)
        };
        let settings = (setting("time"), setting("overtime"), setting("used"));
        match (settings, parts.next()) {
            ((Some(time_ms), Some(overtime_ms), Some(used_ms)), None) => Ok(Clock {
                time_ms,
                overtime_ms,
                used_ms,
            }),
            _ => Err(TextError::new(Place::START, TextErrorKind::Clock)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::ToString;

    use super::*;

    #[test]
    fn invalid_times_are_refused() {
        for text in [
            "",
            ":",
            "25:",
            ":30",
            "25:0",
            "25:000",
            "0:60",
            "0:30.5",
            "1:00:00",
            "25.500",
            "-1",
            "+1",
            "٣",
            "1 ",
            "71583",
            "99999999999999999999",
        ] {
            let error = Clock::parse_time(text).unwrap_err();
            assert_eq!(error.kind(), TextErrorKind::Time, "{text}");
        }
        let message = "not a time (write minutes, or minutes and seconds: 25 or 0:30)";
        assert_eq!(Clock::parse_time("x").unwrap_err().to_string(), message);
    }

    #[test]
    fn clocks_are_read_as_they_are_written() {
        let longest = format!("time=0:00 overtime=0:00.001 used={}", "71582:47.295");
        for text in ["time=25:00 overtime=10:00 used=3:12.345", &longest] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "time=25:00",
            "time=25:00 used=0:00 overtime=10:00",
            "time=25:00 overtime=10:00 used=-1:00",
            "time=25:00 overtime=10:00 used=0:00 more=0:00",
            "time=25:00  overtime=10:00 used=0:00",
            "time=25:00 overtime=10:00 used=71582:47.296",
        ] {
            let error = text.parse::<Clock>().unwrap_err();
            assert_eq!(error.kind(), TextErrorKind::Clock, "{text}");
        }
    }
}
