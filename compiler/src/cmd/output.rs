//! Output that appears whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use lexc::output::OutputFile;

use super::{Failure, print};
use crate::signals;

/// Where a result goes.
#[derive(Debug)]
pub enum Output {
    /// To standard output, piece by piece.
    Stdout,
    /// To a file, which appears when it is finished.
    File(OutputFile),
}

impl Output {
    /// Standard output for `-`, and else a file; looks whether it can be written.
    ///
    /// # Errors
    /// As [`OutputFile::create`].
    pub fn create(path: &Path, force: bool) -> Result<Output, Failure> {
        if path == Path::new("-") {
            return Ok(Output::Stdout);
        }
        signals::clean_up_on_signals();
        Ok(Output::File(OutputFile::create(path, force)?))
    }

    /// Writes by way of a buffer what `write` writes, and finishes.
    ///
    /// # Errors
    /// What can't be written. A file is then what it was.
    pub fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self {
            Output::Stdout => print(write),
            Output::File(file) => {
                file.finish(|file| {
                    let mut out = BufWriter::new(file);
                    write(&mut out)?;
                    out.flush()
                })?;
                Ok(())
            }
        }
    }
}
