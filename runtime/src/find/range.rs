//! Ranges of numbers as text.

use core::ops::RangeInclusive;

use lexc_formats::MAX_WORD_LEN;

use crate::text::{Place, TextError, TextErrorKind};

/// Reads a range of numbers, as [`Condition::parse`](crate::Condition::parse) reads it: `7` (only 7), `7-8`, `7-` (7 to 63)
/// or `-8` (0 to 8).
///
/// # Errors
/// [`TextErrorKind::Range`] or [`TextErrorKind::EmptyRange`].
pub fn parse_range(text: &str) -> Result<RangeInclusive<usize>, TextError> {
    read_range(text, MAX_WORD_LEN).map_err(|kind| TextError::new(Place::START, kind))
}

/// Reads a range of numbers; `most` is its end if the text has none.
pub(super) fn read_range(text: &str, most: usize) -> Result<RangeInclusive<usize>, TextErrorKind> {
    let end = |text: &str, missing| match text {
        "" => Some(missing),
        _ => number(text),
    };
    let ends = match text.split_once(['-']) {
        Some(("", "")) => None,
        Some((first, last)) => end(first, 0).zip(end(last, most)),
        None => number(text).map(|number| (number, number)),
    };
    match ends {
        Some((first, last)) if first <= last => Ok(first..=last),
        Some(_) => Err(TextErrorKind::EmptyRange),
        None => Err(TextErrorKind::Range),
    }
}

fn number(text: &str) -> Option<usize> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = crate::text::number::<u16>(text).filter(|_| is_number);
    number.map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ranges_and_refuses_other_texts() {
        for (text, range) in [
            ("7", 7..=7),
            ("7-8", 7..=8),
            ("7-", 7..=63),
            ("-8", 0..=8),
            ("0-100", 0..=100),
        ] {
            assert_eq!(parse_range(text), Ok(range), "{text}");
        }
        let error = |text| parse_range(text).unwrap_err().kind();
        for text in ["8-7", "64-"] {
            assert_eq!(error(text), TextErrorKind::EmptyRange, "{text}");
        }
        for text in ["", "-", "x", "1-2-3", "1--2", "+7", " 7", "70000"] {
            assert_eq!(error(text), TextErrorKind::Range, "{text}");
        }
    }
}
