//! Temporary files, locked by whoever writes them, so that those of killed processes can be told.
//!
//! The lock (`flock`) is held as long as the file has its temporary name, and ends with its process, however that ends. So
//! a file that can be locked is nobody's. The number of the process, which the name tells as well, would not do: it may
//! have been given to another process since, and where containers share a directory it means one in each.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, process};

/// Longer names of targets are cut in the names of temporary files, since a file name has at most 255 bytes.
const MAX_NAME_BYTES: usize = 200;

/// What follows the target's name in that of a temporary file, and what that ends with. Between them are two numbers.
const MARK: &str = ".lexc-";
const EXTENSION: &str = ".tmp";

/// The temporary files of this process.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn live() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of paths is whole, whatever happened to the thread that changed it.
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Proof that this process has no temporary files; while it exists none is made, and none takes its target's name.
#[derive(Debug)]
pub struct NoTemporaries {
    _live: MutexGuard<'static, BTreeSet<PathBuf>>,
}

/// Removes the temporary files of this process.
///
/// It is for processes that are about to end in the midst of everything, because of a signal, say. Files that are being
/// written can't be finished afterwards.
pub fn remove_temporaries() -> NoTemporaries {
    let mut live = live();
    for path in std::mem::take(&mut *live) {
        // What can't be removed now is found to be nobody's later.
        let _ = fs::remove_file(path);
    }
    NoTemporaries { _live: live }
}

/// A file `.NAME.lexc-PID-N.tmp` that is removed when this is dropped, unless it was renamed before.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    /// Stays open until the file has no temporary name, since that keeps the lock.
    file: File,
}

impl Temporary {
    /// Makes a temporary file for a target of this name, with the first free number.
    ///
    /// Those in the directory that are nobody's are removed before, whatever they were for.
    pub(super) fn create(directory: &Path, name: &OsStr) -> io::Result<Temporary> {
        remove_abandoned(directory);
        Temporary::create_claimed(directory, name, lock::claim)
    }

    /// Makes one that it can claim, of which `claim` tells.
    fn create_claimed(
        directory: &Path,
        name: &OsStr,
        mut claim: impl FnMut(&File) -> io::Result<bool>,
    ) -> io::Result<Temporary> {
        let prefix = prefix(name);
        let mut number = 0;
        loop {
            let mut name = prefix.clone();
            name.push(format!("{}-{number}{EXTENSION}", process::id()));
            let path = directory.join(name);
            let mut live = live();
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => match claim(&file) {
                    Ok(true) => {
                        live.insert(path.clone());
                        return Ok(Temporary { path, file });
                    }
                    // Who has claimed it removes it; and what has its name after that is another's.
                    Ok(false) => number += 1,
                    Err(error) => {
                        let _ = fs::remove_file(&path);
                        return Err(error);
                    }
                },
                // Another thread's, or left by an earlier process of the same number and held by another system.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// The file, to write to.
    pub(super) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file a second name, which must be free.
    pub(super) fn link(&self, target: &Path) -> io::Result<()> {
        fs::hard_link(&self.path, target)
    }

    /// Gives the file another name, in place of what has it.
    pub(super) fn rename(self, target: &Path) -> io::Result<()> {
        let mut live = live();
        if !live.contains(&self.path) {
            // By `remove_temporaries`.
            return Err(io::ErrorKind::NotFound.into());
        }
        fs::rename(&self.path, target)?;
        live.remove(&self.path);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What is no longer live was renamed or removed, and another file may have its name by now.
        let mut live = live();
        if live.remove(&self.path) {
            // Who drops it can't do more about a failure than this; the next process in the directory tries again.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What the names of all temporary files for a target start with.
fn prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    if name.len() <= MAX_NAME_BYTES {
        prefix.push(name);
    } else {
        let name = name.to_string_lossy();
        let ends = name.char_indices().map(|(start, c)| start + c.len_utf8());
        let end = ends.take_while(|end| *end <= MAX_NAME_BYTES).last();
        prefix.push(&name[..end.unwrap_or(0)]);
    }
    prefix.push(MARK);
    prefix
}

/// Whether a file of this name is a temporary file of this or another process.
fn is_temporary_name(name: &OsStr) -> bool {
    let numbers = || {
        let name = name.to_string_lossy();
        let (target, rest) = name.strip_prefix('.')?.rsplit_once(MARK)?;
        let (process, number) = rest.strip_suffix(EXTENSION)?.split_once('-')?;
        let is_number = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u32>().is_ok()
        };
        Some(!target.is_empty() && is_number(process) && is_number(number))
    };
    numbers() == Some(true)
}

/// Removes the temporary files in the directory that are nobody's.
///
/// Those that can't be told, or can't be removed, stay: they do no harm.
fn remove_abandoned(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_temporary_name(&entry.file_name()) && is_file() {
            let _ = lock::remove_if_abandoned(&entry.path());
        }
    }
}

#[cfg(unix)]
mod lock {
    use std::fs::{self, File};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
    use rustix::io::Errno;

    /// Locks a new file; false if another process has locked or removed it, since the one or the other may happen before
    /// this one can lock it.
    pub(super) fn claim(file: &File) -> io::Result<bool> {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(file.metadata()?.nlink() > 0),
            Err(Errno::WOULDBLOCK) => Ok(false),
            // A file system without locks. Then nobody can find the file to be abandoned, either.
            Err(_) => Ok(true),
        }
    }

    /// Removes the file if nobody has it locked. An error is a reason to leave it alone.
    pub(super) fn remove_if_abandoned(path: &Path) -> io::Result<()> {
        // Neither what a link leads to is opened, nor is a pipe waited for. Some file systems lock only what can be written.
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(open(path, flags, Mode::empty())?);
        flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        // Who had it before may have removed it, and another file may have got the name.
        let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        if identity(file.metadata()?) == identity(path.symlink_metadata()?) {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

#[cfg(not(unix))]
mod lock {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Without locks nobody can take the file for abandoned.
    pub(super) fn claim(_: &File) -> io::Result<bool> {
        Ok(true)
    }

    /// Without locks no file can be told to be abandoned.
    pub(super) fn remove_if_abandoned(_: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_recognised() {
        for name in [
            ".x.lexc-123-0.tmp",
            ".x.lexc-123-17.tmp",
            "..x.y.lexc-1-1.tmp",
            ".x.lexc-1-0.tmp.lexc-2-3.tmp",
        ] {
            assert!(is_temporary_name(OsStr::new(name)), "{name}");
        }
        for name in [
            "x",
            "x.lexc-123-0.tmp",
            ".lexc-123-0.tmp",
            ".x.lexc-123.tmp",
            ".x.lexc-123-0",
            ".x.lexc-a-0.tmp",
            ".x.lexc-1-a.tmp",
            ".x.lexc-1-+1.tmp",
            ".x.lexc--1.tmp",
            ".x.lexc-1-2-3.tmp",
            ".x.lexc-4294967296-0.tmp",
        ] {
            assert!(!is_temporary_name(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn abandoned_files_are_removed_and_no_others() {
        use std::os::unix::fs::symlink;

        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let alive = Temporary::create(dir.path(), OsStr::new("x")).unwrap();
        let alive_name = alive.path.file_name().unwrap().to_str().unwrap().to_owned();
        let abandoned = [
            ".x.lexc-1-0.tmp".to_owned(),
            ".another.lexc-4194305-7.tmp".to_owned(),
            format!(".x.lexc-{}-9.tmp", process::id()),
        ];
        let others = [".x.lexc-1.tmp", "x.lexc-1-0.tmp"];
        for name in abandoned.iter().map(String::as_str).chain(others) {
            fs::write(path(name), "").unwrap();
        }
        symlink("x.lexc-1-0.tmp", path(".link.lexc-1-0.tmp")).unwrap();
        fs::create_dir(path(".directory.lexc-1-0.tmp")).unwrap();

        let new = Temporary::create(dir.path(), OsStr::new("x")).unwrap();
        assert!(alive.path.exists() && new.path.exists() && alive.path != new.path);
        drop(new);
        let entries = fs::read_dir(dir.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let mut expected = vec![
            alive_name.as_str(),
            ".link.lexc-1-0.tmp",
            ".directory.lexc-1-0.tmp",
        ];
        expected.extend(others);
        expected.sort_unstable();
        assert_eq!(names, expected);
    }

    #[test]
    #[cfg(unix)]
    fn who_finds_the_new_file_taken_for_abandoned_makes_another() {
        let dir = tempfile::tempdir().unwrap();
        let file = || File::create(dir.path().join("x")).unwrap();
        let (first, second) = (file(), file());
        assert!(lock::claim(&first).unwrap());
        // Opened anew, so locked by another as far as the system goes.
        assert!(!lock::claim(&second).unwrap());
        drop(first);
        fs::remove_file(dir.path().join("x")).unwrap();
        assert!(!lock::claim(&second).unwrap());
    }

    #[test]
    fn what_cannot_be_claimed_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let lost = dir.path().join(format!(".x.lexc-{}-0.tmp", process::id()));
        let mut claims = 0;
        let temporary = Temporary::create_claimed(dir.path(), OsStr::new("x"), |_| {
            claims += 1;
            if claims == 1 {
                // Another process takes it for abandoned and removes it, and a third one gets the name.
                fs::remove_file(&lost).unwrap();
                fs::write(&lost, "another's").unwrap();
            }
            Ok(claims > 1)
        });
        let temporary = temporary.unwrap();
        assert_eq!(fs::read(&lost).unwrap(), b"another's");
        assert_ne!(temporary.path, lost);
        assert!(!live().contains(&lost) && live().contains(&temporary.path));
        drop(temporary);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);

        let failed = Temporary::create_claimed(dir.path(), OsStr::new("y"), |_| {
            Err(io::ErrorKind::Other.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::Other);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn long_names_are_cut() {
        let name = format!("{}é.gaddag", "é".repeat(120));
        let cut = format!(".{}.lexc-", "é".repeat(100));
        assert_eq!(prefix(OsStr::new(&name)), OsString::from(cut));
        assert_eq!(prefix(OsStr::new(&"x".repeat(201))).len(), 207);
    }
}
