//! Writes one output file, which appears whole or not at all.
//!
//! The contents go to a temporary file in the target's directory. The file is synced, takes the target's name in one step,
//! and then the directory is synced. Until the file takes the name, the target is unchanged, whatever happens; a reader
//! that has the old file open or mapped keeps it. Windows may refuse to replace a file that is open or mapped.
//!
//! - An existing file is replaced if `force` is set, and refused otherwise. If two programs create the same file
//!   without `force`, only one of them succeeds.
//! - A new file gets the default permissions. On Unix, a file that replaces another gets the old file's permissions and,
//!   where the system permits, the old file's owner and group.
//! - A symbolic link is followed: the file behind it is written, and the link stays.
//! - A pipe, a device (`/dev/null`, `NUL`), and a path through a file descriptor (`/dev/stdout`, `/dev/fd/3`) are opened and
//!   written directly.
//! - The temporary file is `.NAME.lexc-RANDOM.tmp`. It is removed on failure. A killed process may leave it behind. On
//!   Unix, a process holds a lock on its temporary file as long as it runs; the next process that writes a file in the
//!   same directory removes the temporary files without a lock. On other systems, files left behind stay.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{self, Path, PathBuf};

use super::temporary::Temporary;
use crate::command::outcome::{Failure, Operation};

/// An output file before it is written.
///
/// Create it before long work: a path that can't be written to is reported at once. Dropping it leaves no trace.
#[derive(Debug)]
pub struct OutputFile {
    /// The path as given, for messages.
    path: PathBuf,
    destination: Destination,
}

/// Destination of the contents.
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
    /// Checks the path and creates the temporary file. `force` permits replacing an existing file.
    ///
    /// # Errors
    /// If the path is a directory; if the file exists and `force` is false; if inspecting or opening the path, or
    /// creating the temporary file, fails.
    pub fn create(path: &Path, force: bool) -> Result<OutputFile, Failure> {
        let fault = |operation: Operation| move |error| operation.failure(path.display(), &error);
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
            _ => {
                return Err(Failure(format!(
                    "{}: is a directory, not a file (name a file in it)",
                    path.display()
                )));
            }
        };
        let replaced = target.symlink_metadata().ok();
        if !force && replaced.is_some() {
            return Err(exists(path));
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
    /// target is then unchanged, with two exceptions: after a failure of the last step, the sync of the directory, it is the
    /// new file; a pipe, a device or an open file may have a part of the contents.
    pub fn finish(self, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Failure> {
        let path = self.path.as_path();
        let fault = |operation: Operation| move |error| operation.failure(path.display(), &error);
        match self.destination {
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
                    return Err(exists(path));
                }
                sync_directory(directory_of(&target)).map_err(fault(Operation::SyncDirectory))
            }
        }
    }
}

fn exists(path: &Path) -> Failure {
    Failure(format!(
        "{}: exists already (replace it with --force)",
        path.display()
    ))
}

/// Upper bound on the symbolic links followed one after the other.
const MAX_LINKS: usize = 40;

/// The file behind the path, after following symbolic links. The file need not exist. `None` if the path is to be
/// written directly.
pub(super) fn resolve(path: &Path) -> io::Result<Option<PathBuf>> {
    if is_device_name(path) {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => return Ok(None),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !target.is_symlink() {
            return Ok(Some(target));
        }
        let directory = directory_of(&target);
        let real_directory = fs::canonicalize(directory)?;
        if real_directory.starts_with("/proc") || real_directory.starts_with("/dev/fd") {
            return Ok(None);
        }
        target = directory.join(fs::read_link(&target)?);
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// True for a name that Windows reserves for a device in every directory, such as NUL, CON or COM1. Such a device has no
/// metadata.
fn is_device_name(path: &Path) -> bool {
    let path = path::absolute(path);
    path.is_ok_and(|path| path.as_os_str().as_encoded_bytes().starts_with(br"\\.\"))
}

/// The directory of a file; `.` for a bare name. The file need not exist.
pub fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) => Path::new("."),
        None => path,
    }
}

pub(super) fn ends_with_separator(path: &Path) -> bool {
    let last = path.to_string_lossy().chars().next_back();
    last.is_some_and(path::is_separator)
}

/// Makes a rename in the directory durable, where directories can be synced.
pub(super) fn sync_directory(directory: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        // Some file systems do not sync directories, and a writable directory need not be readable. Windows opens none.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}
