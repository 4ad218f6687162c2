//! Texts in the caller's buffers, and descriptions of failures.

use core::ffi::c_char;
use core::fmt::{self, Display, Write};
use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use crate::argument::Argument;
use crate::status::{Failure, lexc_error, lexc_status, status};

impl Argument<*mut lexc_error> {
    /// Runs a function, and describes its failure in the caller's error; clears the error after success.
    pub(crate) fn answer(self, function: impl FnOnce() -> Result<(), Failure>) -> lexc_status {
        self.describe(function())
    }

    /// Runs a search, which breaks if its visitor ends it, as [`answer`](Self::answer) runs a function.
    #[cfg(feature = "full")]
    pub(crate) fn answer_search(
        self,
        search: impl FnOnce() -> Result<ControlFlow<()>, Failure>,
    ) -> lexc_status {
        let mut flow = ControlFlow::Continue(());
        let status = self.answer(|| {
            flow = search()?;
            Ok(())
        });
        match flow {
            ControlFlow::Continue(()) => status,
            ControlFlow::Break(()) => lexc_status::LEXC_STOPPED,
        }
    }

    /// Not generic, so that it is compiled once.
    fn describe(self, result: Result<(), Failure>) -> lexc_status {
        let status = status(result);
        if self.is_null() {
            return status;
        }
        let (place, text): (_, &dyn Display) = match &result {
            Ok(()) => ([0; 2], &""),
            Err(failure) => (failure.place(), failure),
        };
        let [line, column] = place.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        let start = [(status as i32).cast_unsigned(), line, column];
        if self.start().write(start).is_err() {
            return lexc_status::LEXC_ERROR_ALIGNMENT;
        }
        let _ = self.message().write_text(text);
        status
    }
}

impl Argument<(*mut c_char, usize)> {
    /// Writes the text of `value` and a zero after it. Writes the length of the text in bytes, without the zero, to
    /// `len`, unless `len` is null.
    ///
    /// A text that does not fit is cut after a whole character.
    ///
    /// # Errors
    /// [`Failure::Capacity`] if the text was cut; `len` then holds the length of the whole text.
    pub(crate) fn answer_text(
        self,
        len: &Argument<*mut usize>,
        value: &dyn Display,
    ) -> Result<(), Failure> {
        let result = self.write_text(value);
        let written = match result {
            Ok(len) => len,
            Err(Failure::Capacity { needed, .. }) => needed - 1,
            Err(failure) => return Err(failure),
        };
        len.write_optional(written)?;
        result.map(drop)
    }

    /// Writes the text of `value` and a zero after it. Returns the length of the text in bytes, without the zero.
    ///
    /// # Errors
    /// [`Failure::Capacity`] if the text was cut.
    fn write_text(self, value: &dyn Display) -> Result<usize, Failure> {
        write_to(self.optional_room()?, value)
    }
}

/// Writes the text of `value` and a zero after it. Returns the length of the text in bytes, without the zero.
///
/// # Errors
/// [`Failure::Capacity`] if the text was cut.
pub(crate) fn write_to(
    buffer: &mut [MaybeUninit<c_char>],
    value: &dyn Display,
) -> Result<usize, Failure> {
    let mut writer = Writer {
        buffer,
        written: 0,
        len: 0,
    };
    // Neither the writer nor the values return errors.
    let _ = write!(writer, "{value}");
    let (needed, capacity) = (writer.len + 1, writer.buffer.len());
    if let Some(end) = writer.buffer.get_mut(writer.written) {
        end.write(0);
    }
    if needed > capacity {
        return Err(Failure::Capacity { needed, capacity });
    }
    Ok(writer.len)
}

/// Copies as many whole characters of a text as fit before a zero. In a valid image, the text of a tile has at most 16
/// bytes, so [`lexc_tile`](crate::lexicon::lexc_tile) has room for the whole text.
pub(crate) fn copy_text<const N: usize>(text: &str) -> [c_char; N] {
    let mut copy = [0; N];
    let mut end = text.len().min(N.saturating_sub(1));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    for (to, from) in copy.iter_mut().zip(text.bytes().take(end)) {
        *to = c_char::from_ne_bytes([from]);
    }
    copy
}

/// Writes the part of a text that fits before a zero, and counts the bytes of the whole text.
struct Writer<'a> {
    buffer: &'a mut [MaybeUninit<c_char>],
    written: usize,
    len: usize,
}

impl Write for Writer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            self.write_char(character)?;
        }
        Ok(())
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        let is_cut = self.written < self.len;
        self.len += character.len_utf8();
        // The zero needs a byte, too.
        if is_cut || self.len >= self.buffer.len() {
            return Ok(());
        }
        let mut bytes = [0; 4];
        let bytes = character.encode_utf8(&mut bytes).as_bytes();
        let free = self.buffer.get_mut(self.written..).unwrap_or_default();
        for (free, byte) in free.iter_mut().zip(bytes) {
            free.write(c_char::from_ne_bytes([*byte]));
        }
        self.written = self.len;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    /// Writes a text into a buffer of `capacity` bytes, and returns the contents up to the zero.
    fn written(capacity: usize, text: &str) -> (String, Result<usize, Failure>) {
        let mut buffer = [b'#'; 16];
        // SAFETY: `capacity` is at most 16.
        let argument = unsafe { Argument::new((buffer.as_mut_ptr().cast(), capacity), "text") };
        let result = argument.write_text(&text);
        assert!(buffer[capacity..].iter().all(|byte| *byte == b'#'));
        let end = buffer.iter().position(|byte| *byte == 0).unwrap_or(0);
        (String::from_utf8(buffer[..end].to_vec()).unwrap(), result)
    }

    #[test]
    fn writes_whole_characters_and_a_zero() {
        for (capacity, expected) in [
            (6, "AL·L"),
            (5, "AL·"),
            (4, "AL"),
            (3, "AL"),
            (2, "A"),
            (1, ""),
        ] {
            let (text, result) = written(capacity, "AL·L");
            assert_eq!(text, expected, "{capacity}");
            match result {
                Ok(len) => assert_eq!((capacity, len), (6, 5)),
                Err(failure) => assert!(
                    matches!(failure, Failure::Capacity { needed: 6, capacity: found } if found == capacity),
                    "{failure:?}"
                ),
            }
        }
    }

    #[test]
    fn writes_nothing_after_a_cut() {
        // The dot does not fit. The A after it would, but is not written either.
        assert_eq!(written(3, "L·A").0, "L");
    }

    #[test]
    fn copies_short_texts_and_cuts_long_ones() {
        let bytes = |text: [c_char; 5]| text.map(|byte| byte.to_ne_bytes()[0]);
        assert_eq!(bytes(copy_text("L·L")), *b"L\xC2\xB7L\0");
        assert_eq!(bytes(copy_text("ABC·")), *b"ABC\0\0");
        assert_eq!(bytes(copy_text("ABCDEF")), *b"ABCD\0");
    }

    #[test]
    fn writes_nothing_to_a_null_pointer() {
        // SAFETY: the pointer is null.
        let argument = unsafe { Argument::new((core::ptr::null_mut(), 9), "text") };
        let result = argument.write_text(&"AB");
        assert!(matches!(
            result,
            Err(Failure::Capacity {
                needed: 3,
                capacity: 0
            })
        ));
        assert!(written(0, "AB").1.is_err());
    }
}
