//! Temporary files, each locked by its writer, so that a file without a lock is abandoned.
//!
//! The lock (`flock`) ends with the process that holds it, however the process ends. A process number in the file's
//! name could not replace the lock: after the process ends, another process may get its number, and containers that
//! share a directory use the same numbers.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempPath;

/// Upper bound on the bytes of the target's name in the temporary file's name. A file name has at most 255 bytes.
const MAX_NAME_BYTES: usize = 200;

/// The text between the target's name and the random part of a temporary file's name.
const MARK: &str = ".lexc-";

const EXTENSION: &str = ".tmp";

/// How often Windows is asked again to replace a file, and the wait before: for a second in all.
const REPLACE_RETRIES: u32 = 50;
const REPLACE_WAIT: Duration = Duration::from_millis(20);

/// The temporary files of this process. Each file is removed when its `TempPath` is dropped.
static LIVE: Mutex<BTreeMap<PathBuf, TempPath>> = Mutex::new(BTreeMap::new());

fn live() -> MutexGuard<'static, BTreeMap<PathBuf, TempPath>> {
    // The map is whole even if a thread panicked while it had the lock.
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of this process, then calls `end` while no thread can create or rename one.
///
/// For a process that is about to end, for example by a signal: files being written cannot be finished afterwards.
pub fn remove_temporaries(end: impl FnOnce()) {
    let mut live = live();
    live.clear();
    end();
}

/// A temporary file, removed when dropped unless it was renamed.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    /// Open file that holds the lock.
    file: File,
}

impl Temporary {
    /// Removes the abandoned temporary files in the directory, then creates a temporary file for a target with this
    /// name.
    ///
    /// `replaced` describes the file to replace. The new file gets its permissions and, where permitted, its owner and
    /// group.
    pub(super) fn create(
        directory: &Path,
        name: &OsStr,
        replaced: Option<&Metadata>,
    ) -> io::Result<Temporary> {
        remove_abandoned(directory);
        Temporary::create_claimed(directory, name, |file| {
            if let Some(replaced) = replaced {
                platform::copy_permissions(replaced, file)?;
            }
            platform::claim(file)
        })
    }

    /// Creates files with random names until `claim` accepts one. A file that `claim` refuses stays.
    fn create_claimed(
        directory: &Path,
        name: &OsStr,
        mut claim: impl FnMut(&File) -> io::Result<bool>,
    ) -> io::Result<Temporary> {
        let mut live = live();
        let named = tempfile::Builder::new()
            .prefix(&prefix(name))
            .suffix(EXTENSION)
            .make_in(directory, |path| {
                let file = OpenOptions::new().write(true).create_new(true).open(path)?;
                match claim(&file) {
                    Ok(true) => Ok(file),
                    // Another process considers the file abandoned and removes it. Try another name.
                    Ok(false) => Err(io::ErrorKind::AlreadyExists.into()),
                    Err(error) => {
                        let _ = fs::remove_file(path);
                        Err(error)
                    }
                }
            })?;
        let (file, temp_path) = named.into_parts();
        let path = temp_path.to_path_buf();
        live.insert(path.clone(), temp_path);
        Ok(Temporary { path, file })
    }

    /// The file, to write to.
    pub(super) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file the target's name; returns `false` if the target exists and `force` is false.
    pub(super) fn rename(self, target: &Path, force: bool) -> io::Result<bool> {
        let mut live = live();
        let Some(mut path) = live.remove(&self.path) else {
            // `remove_temporaries` removed the file.
            return Err(io::ErrorKind::NotFound.into());
        };
        if !force {
            path = match path.persist_noclobber(target) {
                Ok(()) => return Ok(true),
                Err(_) if target.symlink_metadata().is_ok() => return Ok(false),
                // Some file systems have neither links nor a rename that fails if the target exists. On them, only the
                // preceding match arm protects an existing target.
                Err(error) => error.path,
            };
        }
        // On Windows, `persist` neither replaces an open file nor takes long paths.
        replace(&path, target)?;
        path.disable_cleanup(true);
        Ok(true)
    }
}

/// Renames a file, over another if there is one. Windows may refuse this while a program has the other file open; a program that
/// only looks at it, such as a virus scanner, soon closes it.
fn replace(file: &Path, target: &Path) -> io::Result<()> {
    let mut retries = if cfg!(windows) { REPLACE_RETRIES } else { 0 };
    loop {
        match fs::rename(file, target) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && retries > 0 => {
                retries -= 1;
                sleep(REPLACE_WAIT);
            }
            result => return result,
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Removes the file, unless it was renamed or removed. If the removal fails, the next process that
        // creates a temporary file in the directory tries again (on Unix).
        live().remove(&self.path);
    }
}

/// The start of the names of a target's temporary files: `.NAME.lexc-`, with at most [`MAX_NAME_BYTES`] of the target's
/// name.
fn prefix(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    let mut end = name.len().min(MAX_NAME_BYTES);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!(".{}{MARK}", &name[..end])
}

/// True if the name is that of a temporary file of any process.
fn is_temporary_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let parts = name
        .strip_prefix('.')
        .and_then(|rest| rest.strip_suffix(EXTENSION)?.rsplit_once(MARK));
    parts.is_some_and(|(target, random)| {
        !target.is_empty()
            && !random.is_empty()
            && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes the abandoned temporary files in the directory. A file that cannot be locked or removed stays: it does no harm.
fn remove_abandoned(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_temporary_name(&entry.file_name()) && is_file() {
            let _ = platform::remove_if_abandoned(&entry.path());
        }
    }
}

#[cfg(unix)]
mod platform {
    use std::fs::{self, File, Metadata, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    use std::path::Path;

    use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
    use rustix::io::Errno;

    /// Gives `file` the permissions in `from` and, where the system permits, the owner and group in `from`.
    pub(super) fn copy_permissions(from: &Metadata, file: &File) -> io::Result<()> {
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (from.uid(), from.gid()) {
            // Only the administrator may change the owner; other users may change the group to one of their own groups.
            let _ = fchown(file, Some(from.uid()), Some(from.gid()))
                .or_else(|_| fchown(file, None, Some(from.gid())));
        }
        file.set_permissions(Permissions::from_mode(from.mode() & 0o777))
    }

    /// Locks a new file. Returns `false` if another process has already locked or removed it.
    pub(super) fn claim(file: &File) -> io::Result<bool> {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(file.metadata()?.nlink() > 0),
            Err(Errno::WOULDBLOCK) => Ok(false),
            // This file system has no locks, so no process can find the file abandoned and remove it.
            Err(_) => Ok(true),
        }
    }

    /// Removes the file if no process has it locked. Any error leaves the file alone.
    pub(super) fn remove_if_abandoned(path: &Path) -> io::Result<()> {
        // Does not follow a link or wait for a pipe. Some file systems lock only files open for writing.
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(open(path, flags, Mode::empty())?);
        flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        // The writer may have renamed the file before this lock, and another file may have the name now.
        let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
        if identity(file.metadata()?) == identity(path.symlink_metadata()?) {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

#[cfg(not(unix))]
mod platform {
    use std::fs::{File, Metadata};
    use std::io;
    use std::path::Path;

    pub(super) fn copy_permissions(_: &Metadata, _: &File) -> io::Result<()> {
        Ok(())
    }

    /// Accepts the file without locking it. Files are locked on Unix only; on other systems, no process removes
    /// abandoned files.
    pub(super) fn claim(_: &File) -> io::Result<bool> {
        Ok(true)
    }

    /// Removes nothing: files are locked on Unix only, so every file may be in use.
    pub(super) fn remove_if_abandoned(_: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_temporary_files_by_name() {
        for name in [
            ".x.lexc-123abc.tmp",
            "..x.y.lexc-A.tmp",
            ".x.lexc-1.tmp.lexc-2.tmp",
        ] {
            assert!(is_temporary_name(OsStr::new(name)), "{name}");
        }
        for name in [
            "x",
            "x.lexc-123.tmp",
            ".lexc-123.tmp",
            ".x.lexc-.tmp",
            ".x.lexc-123",
            ".x.lexc-1-2.tmp",
        ] {
            assert!(!is_temporary_name(OsStr::new(name)), "{name}");
        }
        let own = format!("{}abcdef{EXTENSION}", prefix(OsStr::new("x")));
        assert!(is_temporary_name(OsStr::new(&own)));
    }

    #[test]
    #[cfg(unix)]
    fn removes_abandoned_files_and_no_others() {
        use std::os::unix::fs::symlink;

        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let create = || Temporary::create(dir.path(), OsStr::new("x"), None).unwrap();
        let alive = create();
        let alive_name = alive.path.file_name().unwrap().to_str().unwrap().to_owned();
        let others = [".x.lexc-1-0.tmp", "x.lexc-1.tmp"];
        for name in [".x.lexc-1.tmp", ".another.lexc-7abc.tmp"]
            .into_iter()
            .chain(others)
        {
            fs::write(path(name), "").unwrap();
        }
        symlink("x.lexc-1.tmp", path(".link.lexc-1.tmp")).unwrap();
        fs::create_dir(path(".directory.lexc-1.tmp")).unwrap();

        let new = create();
        assert!(alive.path.exists() && new.path.exists() && alive.path != new.path);
        drop(new);
        let entries = fs::read_dir(dir.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let mut expected = vec![
            alive_name.as_str(),
            ".link.lexc-1.tmp",
            ".directory.lexc-1.tmp",
        ];
        expected.extend(others);
        expected.sort_unstable();
        assert_eq!(names, expected);
    }

    #[test]
    #[cfg(unix)]
    fn claims_neither_a_locked_nor_a_removed_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = || File::create(dir.path().join("x")).unwrap();
        let (first, second) = (file(), file());
        assert!(platform::claim(&first).unwrap());
        // `second` opened the same file again: its lock conflicts with that of `first`, like the lock of another
        // process.
        assert!(!platform::claim(&second).unwrap());
        drop(first);
        fs::remove_file(dir.path().join("x")).unwrap();
        assert!(!platform::claim(&second).unwrap());
    }

    #[test]
    fn leaves_a_file_that_it_cannot_claim_and_removes_one_after_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let count = || fs::read_dir(dir.path()).unwrap().count();
        let mut claims = 0;
        let temporary = Temporary::create_claimed(dir.path(), OsStr::new("x"), |_| {
            claims += 1;
            Ok(claims > 1)
        });
        let temporary = temporary.unwrap();
        assert!(live().contains_key(&temporary.path));
        assert_eq!((claims, count()), (2, 2));
        drop(temporary);
        assert_eq!(count(), 1);

        let failed = Temporary::create_claimed(dir.path(), OsStr::new("y"), |_| {
            Err(io::ErrorKind::Other.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::Other);
        assert_eq!(count(), 1);
    }

    #[test]
    fn cuts_long_names() {
        let name = format!("{}é.gaddag", "é".repeat(120));
        let cut = format!(".{}.lexc-", "é".repeat(100));
        assert_eq!(prefix(OsStr::new(&name)), cut);
        assert_eq!(prefix(OsStr::new(&"x".repeat(201))).len(), 207);
    }
}
