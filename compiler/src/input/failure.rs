//! Messages of inputs that cannot be read.

use std::{fmt, io};

/// The system's reason for not reading something, as a message with the remedy.
///
/// ```
/// use lexc::input::ReadFailure;
///
/// let error = std::fs::read("no such file").unwrap_err();
/// assert!(ReadFailure(&error).to_string().ends_with(" (check the name)"));
/// ```
#[derive(Debug)]
pub struct ReadFailure<'e>(
    /// The system's reason.
    pub &'e io::Error,
);

impl fmt::Display for ReadFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use io::ErrorKind::{IsADirectory, NotADirectory, NotFound, OutOfMemory, PermissionDenied};
        let ReadFailure(error) = self;
        let remedy = match error.kind() {
            NotFound | NotADirectory => "check the name",
            IsADirectory => "name a file in it",
            PermissionDenied => "ask for the permission to read it",
            OutOfMemory => "it takes more memory than there is: check what it is",
            _ => "try again; if it stays so, get it from elsewhere",
        };
        write!(f, "cannot read: {error} ({remedy})")
    }
}
