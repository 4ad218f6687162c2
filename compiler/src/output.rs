//! Output files that appear whole or not at all.
//!
//! The contents go to a temporary file in the target's directory. The file is synced, takes the target's name in one step,
//! and then the directory is synced. Until that step the target is unchanged, whatever happens; a reader that has the old
//! file open or mapped keeps it.
//!
//! - An existing file is refused, or replaced on request. If two programs write to one new path, one of them succeeds.
//! - A new file gets the permissions of any new file. A file that replaces another gets its permissions and, where the
//!   system permits, its owner and group.
//! - A symbolic link is followed: the file behind it is written, and the link stays.
//! - A pipe, a device, and a path through a file descriptor (`/dev/stdout`, `/dev/fd/3`) are opened and written directly.
//! - The temporary file is `.NAME.lexc-RANDOM.tmp`. It is removed on failure. A killed process may leave it behind; the
//!   next process that writes a file in the same directory removes it. A lock, which ends with its process, shows that a
//!   temporary file is abandoned (on Unix; elsewhere such files stay).

mod error;
mod file;
mod target;
mod temporary;
#[cfg(test)]
mod tests;

pub use error::{Operation, OutputError};
pub use file::OutputFile;
pub use temporary::remove_temporaries;
