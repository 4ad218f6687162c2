//! Results: to standard output, or to a file that appears whole or not at all.

mod file;
mod temporary;
#[cfg(test)]
mod tests;

use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};
use std::path::Path;

use lexc_compiler::text::Visible;

use super::outcome::Failure;
use super::signals;
use file::OutputFile;

pub use file::directory_of;
pub use temporary::remove_temporaries;

/// Destination of a result.
#[derive(Debug)]
pub enum Output {
    /// To standard output, piece by piece.
    Stdout,
    /// To a file, which appears when it is finished.
    File(OutputFile),
}

/// The part of a result that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// All of it.
    Whole,
    /// A part: the reader has closed the pipe.
    Part,
}

impl Output {
    /// Standard output for `-`, else a file. Call this before long work: a path that can't be written is reported at once.
    ///
    /// # Errors
    /// The same as [`OutputFile::create`].
    pub fn create(path: &Path, force: bool) -> Result<Output, Failure> {
        if path == Path::new("-") {
            return Ok(Output::Stdout);
        }
        signals::clean_up_on_signals();
        Ok(Output::File(OutputFile::create(path, force)?))
    }

    /// [`Output::write`] for text that other programs read, such as word lists. A file or a pipe gets the text unchanged; on a
    /// terminal, invisible characters are escaped. `write` writes whole characters.
    ///
    /// # Errors
    /// The same as [`Output::write`].
    pub fn write_text(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Written, Failure> {
        match self {
            Output::Stdout if io::stdout().is_terminal() => {
                self.write(|out| write(&mut Shown(out)))
            }
            output => output.write(write),
        }
    }

    /// Passes a buffered writer to `write`. Stops if the reader of standard output closes the pipe.
    ///
    /// # Errors
    /// The output can't be written. [`OutputFile::finish`] documents the state of a file after a failure.
    pub fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Written, Failure> {
        match self {
            Output::Stdout => {
                let mut out = AnswerStream::open();
                out.answer(write)?;
                out.flush()?;
                Ok(match out.is_closed {
                    true => Written::Part,
                    false => Written::Whole,
                })
            }
            Output::File(file) => {
                file.finish(|file| {
                    let mut out = BufWriter::new(file);
                    write(&mut out)?;
                    out.flush()
                })?;
                Ok(Written::Whole)
            }
        }
    }
}

/// Escapes the invisible characters of text lines for a terminal; line ends and tabs stay.
struct Shown<'w>(&'w mut dyn Write);

impl Write for Shown<'_> {
    /// Expects whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        for part in text.split_inclusive(['\n', '\t']) {
            let end = part.len() - usize::from(part.ends_with(['\n', '\t']));
            let (shown, end) = part.split_at(end);
            write!(self.0, "{}{end}", Visible(shown))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a result to standard output. A closed pipe is not a failure.
///
/// # Errors
/// Standard output can't be written.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    Output::Stdout.write(write).map(|_| ())
}

/// Standard output for a stream of answers, buffered.
///
/// Once the reader closes the pipe, answers are dropped, so that a verb can still compute its exit code.
#[derive(Debug)]
pub struct AnswerStream {
    out: BufWriter<StdoutLock<'static>>,
    is_closed: bool,
}

impl AnswerStream {
    /// A stream to standard output.
    pub fn open() -> AnswerStream {
        AnswerStream {
            out: BufWriter::new(io::stdout().lock()),
            is_closed: false,
        }
    }

    /// True once a write has failed because the reader closed the pipe.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// Standard output can't be written.
    pub fn answer(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.is_closed {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if is_closed_pipe(&error) => {
                self.is_closed = true;
                Ok(())
            }
            written => written.map_err(Failure::stdout),
        }
    }

    /// Flushes the buffer, so that the reader receives all answers so far.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.answer(|out| out.flush())
    }
}

/// The error of Windows for a pipe whose reader is gone, beside those that the standard library takes for a broken pipe.
const ERROR_PIPE_NOT_CONNECTED: i32 = 233;

/// True if the reader of a pipe has closed it.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED)
}
