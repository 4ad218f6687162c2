//! Writes one output file.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{Operation, OutputError};
use super::target::{directory_of, ends_with_separator, resolve, sync_directory};
use super::temporary::Temporary;

/// An output file before it is written.
///
/// Creating it before long work shows at once that the result could not be written; dropping it leaves no trace.
///
/// ```
/// use std::io::Write;
/// use lexc::output::OutputFile;
///
/// let dir = tempfile::tempdir()?;
/// let path = dir.path().join("words.txt");
/// let output = OutputFile::create(&path, false)?;
/// assert!(!path.exists());
/// output.finish(|file| file.write_all(b"AA\n"))?;
/// assert_eq!(std::fs::read(&path)?, b"AA\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OutputFile {
    /// The path as given, for messages.
    path: PathBuf,
    destination: Destination,
}

/// Where the contents are written.
#[derive(Debug)]
enum Destination {
    /// To the path itself: a pipe, a device or an open file.
    Direct(File),
    /// To a temporary file, which takes the target's name at the end.
    Temporary {
        temporary: Temporary,
        target: PathBuf,
        force: bool,
    },
}

impl OutputFile {
    /// Checks the path and creates the temporary file. `force` permits to replace an existing file.
    ///
    /// # Errors
    /// If the path is a directory, or an existing file and `force` is false, or if the temporary file cannot be created.
    pub fn create(path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        let fault = |operation| move |error| OutputError::io(path, operation, error);
        let Some(target) = resolve(path).map_err(fault(Operation::Inspect))? else {
            // Appending suits a file that another program opened, and makes no difference for pipes and devices.
            let file = OpenOptions::new().append(true).open(path);
            return Ok(OutputFile {
                path: path.to_owned(),
                destination: Destination::Direct(file.map_err(fault(Operation::Open))?),
            });
        };
        let name = match target.file_name() {
            Some(name) if !target.is_dir() && !ends_with_separator(path) => name,
            _ => return Err(OutputError::Directory(path.to_owned())),
        };
        let replaced = target.symlink_metadata().ok();
        if !force && replaced.is_some() {
            return Err(OutputError::Exists(path.to_owned()));
        }
        let temporary = Temporary::create(directory_of(&target), name, replaced.as_ref())
            .map_err(fault(Operation::CreateTemporary))?;
        Ok(OutputFile {
            path: path.to_owned(),
            destination: Destination::Temporary {
                temporary,
                target,
                force,
            },
        })
    }

    /// Writes the contents and gives the file its name.
    ///
    /// # Errors
    /// If writing, syncing or renaming fails, or if `force` was false and another program has created the target. The
    /// target is then unchanged; only if the last step fails, the sync of the directory, it is the new file.
    pub fn finish(
        self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        let OutputFile { path, destination } = self;
        let fault = |operation| {
            let path = &path;
            move |error| OutputError::io(path, operation, error)
        };
        match destination {
            Destination::Direct(mut file) => write(&mut file).map_err(fault(Operation::Write)),
            Destination::Temporary {
                mut temporary,
                target,
                force,
            } => {
                write(temporary.file()).map_err(fault(Operation::Write))?;
                let synced = temporary.file().sync_all();
                synced.map_err(fault(Operation::Sync))?;
                let renamed = temporary.rename(&target, force);
                if !renamed.map_err(fault(Operation::Rename))? {
                    return Err(OutputError::Exists(path));
                }
                sync_directory(directory_of(&target)).map_err(fault(Operation::SyncDirectory))
            }
        }
    }
}
