//! Errors of files of other programs.

use std::fmt;

/// Fault of a file of another program, or of a list that such a file cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InteropError {
    offset: Option<u64>,
    message: String,
}

impl InteropError {
    /// A fault at a byte of the file.
    pub(super) fn at(offset: u64, message: impl Into<String>) -> InteropError {
        InteropError {
            offset: Some(offset),
            message: message.into(),
        }
    }

    /// A fault of the whole file or list.
    pub(super) fn whole(message: impl Into<String>) -> InteropError {
        InteropError {
            offset: None,
            message: message.into(),
        }
    }

    /// The byte of the file at which the fault is; `None` for a fault of the whole file or list.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }
}

impl fmt::Display for InteropError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset {
            write!(f, "offset {offset}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for InteropError {}
