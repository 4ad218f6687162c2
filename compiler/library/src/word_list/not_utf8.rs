//! Lines of a list that are not UTF-8: either these lines are bad, or the whole list is in another encoding.

use super::fault_log::FIRST_OF_CAUSE;
use crate::encoding::{EncodingGuess, LikelyEncoding};
use crate::text::grouped;

/// Lines of a list that are not UTF-8.
#[derive(Debug)]
pub(super) struct NotUtf8 {
    pub(super) lines: u64,
    /// Places and messages of the first [`FIRST_OF_CAUSE`] lines.
    pub(super) first: Vec<((u64, usize), String)>,
    guess: EncodingGuess,
}

impl NotUtf8 {
    pub(super) fn new() -> NotUtf8 {
        NotUtf8 {
            lines: 0,
            first: Vec::new(),
            guess: EncodingGuess::new(),
        }
    }

    /// Adds a line with a fault at this place.
    pub(super) fn add(&mut self, line: &[u8], place: (u64, usize), message: &str) {
        self.lines += 1;
        self.guess.add(line);
        if self.lines <= FIRST_OF_CAUSE {
            self.first.push((place, message.to_owned()));
        }
    }

    /// The place of the first line, and the message for a list in another encoding. `is_letter` returns `true` for letters of the
    /// alphabet.
    pub(super) fn fault(self, is_letter: impl Fn(char) -> bool) -> Option<((u64, usize), String)> {
        let (place, byte) = self.first.into_iter().next()?;
        let lines = grouped(self.lines);
        let unit = match self.lines {
            1 => "line is",
            _ => "lines are",
        };
        let likely = match self.guess.finish(is_letter) {
            LikelyEncoding::Readable(encoding) => {
                format!("{encoding} (--encoding {encoding} reads the list)")
            }
            LikelyEncoding::Dos { or_macintosh } => {
                let macintosh = match or_macintosh {
                    true => ", or macintosh (--encoding macintosh reads the list)",
                    false => "",
                };
                format!(
                    "cp850 or cp437 of DOS (convert the list: iconv -f CP850 -t UTF-8){macintosh}"
                )
            }
        };
        let message = format!("{byte}: {lines} {unit} probably {likely}");
        Some((place, message))
    }
}
