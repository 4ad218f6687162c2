//! What a function answers: a status, and its text where the caller asks for it.

use core::ffi::c_char;
use core::fmt;

use crate::failure::Failure;
use crate::text::write_text;

/// What a function comes to: 0 or more if it did what it is for, and below 0 if not. The header has the names.
///
/// A number of a fixed size, not an enumeration: how large those of C are depends on the compiler's options.
pub type Status = i32;

/// `LEXC_OK`.
pub(crate) const OK: Status = 0;
/// `LEXC_STOPPED`.
pub(crate) const STOPPED: Status = 1;

/// The caller's buffer for the text of a failure, which may be null.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    text: *mut c_char,
    capacity: usize,
}

impl Message {
    /// # Safety
    /// `text` is null, or `capacity` bytes can be written to it as long as this is in use.
    pub(crate) unsafe fn new(text: *mut c_char, capacity: usize) -> Message {
        Message { text, capacity }
    }

    /// The status of a result, with the text in the buffer: an empty one if there is no failure.
    pub(crate) fn answer(self, result: Result<(), Failure>) -> Status {
        self.answer_status(result.map(|()| OK))
    }

    /// As [`answer`](Self::answer), where there is more than one way of success.
    pub(crate) fn answer_status(self, result: Result<Status, Failure>) -> Status {
        let failure = Reason(result.err());
        // SAFETY: the buffer is as `new` requires it. What does not fit is left out.
        let _ = unsafe { write_text(self.text, self.capacity, &failure) };
        status(result)
    }
}

/// The text of a failure; nothing if there is none.
struct Reason(Option<Failure>);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |failure| failure.fmt(f))
    }
}

/// The status of a result of a function that gives no text.
pub(crate) fn status(result: Result<Status, Failure>) -> Status {
    result.unwrap_or_else(|failure| failure.status())
}
