//! Ranges of numbers.

use std::ops::RangeInclusive;
use std::str::FromStr;

use lexc_formats::MAX_WORD_LEN;

/// A range of numbers: `7` (only 7), `7-8`, `7-` (7 to 63) or `-8` (0 to 8).
#[derive(Clone, Debug)]
pub struct Range(pub RangeInclusive<usize>);

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let number = |text: &str, missing| match text {
            "" => Some(missing),
            _ => text.parse().ok(),
        };
        let ends = match text.split_once('-') {
            Some(_) if text == "-" => None,
            Some((first, last)) => number(first, 0).zip(number(last, MAX_WORD_LEN)),
            None => text.parse().ok().map(|number| (number, number)),
        };
        match ends {
            Some((first, last)) if first <= last => Ok(Range(first..=last)),
            _ => Err("a number or a range such as 7-8 is needed".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ranges_and_refuses_other_texts() {
        let read = |text: &str| text.parse().map(|Range(range)| range);
        assert_eq!(read("7"), Ok(7..=7));
        assert_eq!(read("7-8"), Ok(7..=8));
        assert_eq!(read("7-"), Ok(7..=63));
        assert_eq!(read("-8"), Ok(0..=8));
        for text in ["", "-", "8-7", "x", "1-2-3", "1--2", "+"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
