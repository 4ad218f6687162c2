//! Limits of the work for inputs: a small file can stand for very much of it.

use std::cell::Cell;
use std::io::{self, ErrorKind, Read};

use crate::text::grouped;

/// Limits of the bytes, words and forms that inputs may have, all inputs of a reader together.
///
/// A kilobyte of compressed data, of affix rules or of a word graph can stand for more words than any memory holds. The
/// defaults are above what ten million words need, and keep the time for the worst inputs to about a minute. The error
/// for an input beyond a limit names the place, and the option of the command `lexc` that raises the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The bytes of word lists and dictionaries, counted after they are unpacked. 2,147,483,648 by default.
    pub bytes: u64,
    /// The lines of word lists and dictionaries, blank ones included. 100,000,000 by default.
    pub lines: u64,
    /// The different words of lists, and the words and leaves of files of other programs. 16,000,000 by default.
    pub words: u64,
    /// The forms of Hunspell dictionaries, repeated ones included. 50,000,000 by default. Rules that are tried count, too:
    /// dictionaries with very many that fit no word are refused before they have this number of forms.
    pub forms: u64,
}

impl Limits {
    /// The default limits.
    pub const DEFAULT: Limits = Limits {
        bytes: 1 << 31,
        lines: 100_000_000,
        words: 16_000_000,
        forms: 50_000_000,
    };

    /// Fault of lines beyond the limit.
    pub(crate) fn too_many_lines(&self) -> String {
        let most = grouped(self.lines);
        format!("more than {most} lines (check what the file is, or raise --max-lines)")
    }

    /// Fault of words beyond the limit.
    #[doc(hidden)]
    pub fn too_many_words(&self) -> String {
        let most = grouped(self.words);
        format!("more than {most} words (check what the file is, or raise --max-words)")
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// Stream that fails where it has more bytes than are left.
pub(crate) struct Limited<'l, R> {
    input: R,
    limits: Limits,
    left: &'l Cell<u64>,
}

impl<'l, R> Limited<'l, R> {
    /// Limits a stream to the bytes in `left`. The bytes that are read are taken from these.
    pub(crate) fn new(input: R, limits: Limits, left: &'l Cell<u64>) -> Limited<'l, R> {
        Limited {
            input,
            limits,
            left,
        }
    }
}

impl<R: Read> Read for Limited<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        // Reads a byte more at the limit, to tell whether the stream ends there.
        let room = usize::try_from(left.max(1)).unwrap_or(usize::MAX);
        let room = room.min(buffer.len());
        let bytes = self.input.read(&mut buffer[..room])?;
        match left.checked_sub(bytes as u64) {
            Some(left) => self.left.set(left),
            None => {
                let most = grouped(self.limits.bytes);
                let message = format!(
                    "more than {most} bytes of text (check what the file is, or raise --max-bytes)"
                );
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
        }
        Ok(bytes)
    }
}
