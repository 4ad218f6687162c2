//! Messages: the caller's buffer for the text of a failure.

use core::ffi::c_char;
use core::fmt;

use crate::failure::Failure;
use crate::status::{LEXC_OK, lexc_status};
use crate::text::write_text;

/// Buffer for the text of a failure. May be null.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    text: *mut c_char,
    capacity: usize,
}

impl Message {
    /// # Safety
    /// `text` is null, or `capacity` bytes can be written there while this is in use.
    pub(crate) unsafe fn new(text: *mut c_char, capacity: usize) -> Message {
        Message { text, capacity }
    }

    /// Status of a result. Writes the failure to the buffer, or an empty text if there is none.
    pub(crate) fn answer(self, result: Result<(), Failure>) -> lexc_status {
        let reason = Reason(result.as_ref().err());
        // SAFETY: the buffer is as `new` requires it. A message that does not fit is cut.
        let _ = unsafe { write_text(self.text, self.capacity, &reason) };
        status(result)
    }
}

/// Text of a failure; empty if there is none.
struct Reason<'a>(Option<&'a Failure>);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |failure| failure.fmt(f))
    }
}

/// Status of a result, for functions without a message.
pub(crate) fn status(result: Result<(), Failure>) -> lexc_status {
    result.map_or_else(|failure| failure.status(), |()| LEXC_OK)
}
