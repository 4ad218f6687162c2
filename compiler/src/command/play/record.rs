//! The file in which a game is saved after each turn.
//!
//! The file is replaced only if it still holds the bytes that this process read or wrote last. Otherwise the game goes to a
//! new file beside it, so that neither the turns of another process nor the changes of another program are lost. A lock on the
//! file, from the comparison until the new file has its name, keeps two processes of `lexc` apart; a program that does not
//! heed the lock can still write between the two steps.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::command::inputs::open_regular;
use crate::command::outcome::Failure;
use crate::command::output::Output;

/// The largest number in the name of a file beside the record.
const MAX_NUMBER: u32 = 9999;

/// A file in which a game is saved.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    /// The bytes that this process read or wrote last; `None` if saving would lose a part of them.
    known: Option<Vec<u8>>,
}

/// The file in which a game was saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saved {
    /// In the file of the record.
    InPlace,
    /// In a new file beside it, because the file has changed. The new file is now that of the record.
    Beside,
}

/// The file after an attempt to write it.
enum Attempt {
    /// It has the contents.
    Written,
    /// It has the contents, but its directory could not be synced.
    Unsynced(Failure),
    /// Another process has taken its name, or it has changed.
    Taken,
}

impl Record {
    /// Creates the file.
    ///
    /// # Errors
    /// The file exists or can't be written.
    pub fn create(path: &Path, bytes: Vec<u8>) -> Result<Record, Failure> {
        write_once(path, &bytes, false)?;
        Ok(Record {
            path: path.to_owned(),
            known: Some(bytes),
        })
    }

    /// The file from which these bytes were read; `None` if it must stay unchanged.
    pub fn existing(path: &Path, known: Option<Vec<u8>>) -> Record {
        Record {
            path: path.to_owned(),
            known,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the contents of the file, or writes a new file beside it.
    ///
    /// # Errors
    /// The file can't be read or written. No file has then changed, unless only the sync of the directory failed: the next turn is
    /// saved in the same file.
    pub fn save(&mut self, bytes: Vec<u8>) -> Result<Saved, Failure> {
        let (saved, attempt) = match self.replace(&bytes)? {
            Attempt::Taken => {
                let (beside, attempt) = write_beside(&self.path, &bytes)?;
                self.path = beside;
                (Saved::Beside, attempt)
            }
            attempt => (Saved::InPlace, attempt),
        };
        self.known = Some(bytes);
        match attempt {
            Attempt::Unsynced(failure) => Err(failure),
            _ => Ok(saved),
        }
    }

    fn replace(&self, bytes: &[u8]) -> Result<Attempt, Failure> {
        let Some(known) = &self.known else {
            return Ok(Attempt::Taken);
        };
        let fault = |error| Failure::input(self.path.display(), &error);
        match lock::open_locked(&self.path) {
            // The file was removed, so there is nothing to lose.
            Err(error) if error.kind() == ErrorKind::NotFound => write(&self.path, bytes, false),
            Err(error) => Err(fault(error)),
            Ok(None) => Ok(Attempt::Taken),
            Ok(Some(mut file)) => match holds(&mut file, known).map_err(fault)? {
                true => {
                    let _lock = lock::keep(file);
                    write(&self.path, bytes, true)
                }
                false => Ok(Attempt::Taken),
            },
        }
    }
}

fn holds(file: &mut File, bytes: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(bytes.len() as u64 + 1).read_to_end(&mut found)?;
    Ok(found == bytes)
}

/// Writes the file. Without `force`, it must be missing.
fn write(path: &Path, bytes: &[u8], force: bool) -> Result<Attempt, Failure> {
    let Err(failure) = write_once(path, bytes, force) else {
        return Ok(Attempt::Written);
    };
    let is_there = open_regular(path).and_then(|mut file| holds(&mut file, bytes));
    match is_there {
        Ok(true) => Ok(Attempt::Unsynced(failure)),
        _ if !force && path.symlink_metadata().is_ok() => Ok(Attempt::Taken),
        _ => Err(failure),
    }
}

fn write_once(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let output = Output::create(path, force)?;
    output.write(|out| out.write_all(bytes)).map(|_| ())
}

/// Writes a new file in the same directory: `game-2.gcg` beside `game.gcg`, or the next number that is free.
fn write_beside(path: &Path, bytes: &[u8]) -> Result<(PathBuf, Attempt), Failure> {
    for number in 2..=MAX_NUMBER {
        let beside = numbered(path, number);
        if beside.symlink_metadata().is_ok() {
            continue;
        }
        match write(&beside, bytes, false)? {
            Attempt::Taken => {}
            attempt => return Ok((beside, attempt)),
        }
    }
    Err(Failure(format!(
        "{}: has changed, and no name beside it is free (save the game in another file)",
        path.display()
    )))
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(unix)]
mod lock {
    use std::fs::{File, Metadata};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    use super::open_regular;

    /// The number of attempts to get the lock, and the wait between two. A process holds it for as long as a file of a few
    /// kilobytes takes to be written.
    const ATTEMPTS: u32 = 100;
    const WAIT: Duration = Duration::from_millis(20);

    /// Opens the file and locks it; returns `None` if another process does not give the lock back. On a file system without
    /// locks, only opens the file.
    pub(super) fn open_locked(path: &Path) -> io::Result<Option<File>> {
        let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
        for _ in 0..ATTEMPTS {
            let file = open_regular(path)?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Err(Errno::WOULDBLOCK) => sleep(WAIT),
                // The process that had the lock may have put another file in its place.
                Ok(()) if identity(file.metadata()?) != identity(path.metadata()?) => {}
                _ => return Ok(Some(file)),
            }
        }
        Ok(None)
    }

    /// Keeps the lock until the value is dropped.
    pub(super) fn keep(file: File) -> Option<File> {
        Some(file)
    }
}

#[cfg(not(unix))]
mod lock {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    /// Opens the file. Files are locked on Unix only.
    pub(super) fn open_locked(path: &Path) -> io::Result<Option<File>> {
        super::open_regular(path).map(Some)
    }

    /// Closes the file, because Windows may refuse to replace a file that is open.
    pub(super) fn keep(_: File) -> Option<File> {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn saved(record: &mut Record, text: &str) -> Saved {
        record.save(text.into()).unwrap()
    }

    #[test]
    fn replaces_its_own_file_and_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.gcg");
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
        let mut record = Record::create(&path, "1".into()).unwrap();
        assert!(Record::create(&path, "2".into()).is_err());
        assert_eq!(saved(&mut record, "2"), Saved::InPlace);
        fs::write(&path, "other").unwrap();
        fs::write(dir.path().join("game-2.gcg"), "taken").unwrap();
        assert_eq!(saved(&mut record, "3"), Saved::Beside);
        assert_eq!(record.path(), dir.path().join("game-3.gcg"));
        assert_eq!(saved(&mut record, "4"), Saved::InPlace);
        let files = ["game.gcg", "game-2.gcg", "game-3.gcg"];
        assert_eq!(files.map(read), ["other", "taken", "4"]);
    }

    #[test]
    fn writes_a_removed_file_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game");
        let mut record = Record::create(&path, "1".into()).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(saved(&mut record, "2"), Saved::InPlace);
        assert_eq!(fs::read(path).unwrap(), b"2");
    }

    #[test]
    fn names_beside_a_file_keep_its_extension() {
        for (path, beside) in [
            ("games/a.b.gcg", "games/a.b-2.gcg"),
            ("game", "game-2"),
            (".gcg", ".gcg-2"),
        ] {
            assert_eq!(numbered(Path::new(path), 2), Path::new(beside));
        }
    }

    #[cfg(unix)]
    #[test]
    fn processes_that_save_at_once_lose_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.gcg");
        fs::write(&path, "start").unwrap();
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let mut record = Record::existing(path, Some("start".into()));
                    saved(&mut record, &number.to_string());
                });
            }
        });
        let files = fs::read_dir(dir.path()).unwrap();
        let mut found: Vec<String> = files
            .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
            .collect();
        found.sort();
        assert_eq!(found.concat(), "01234567");
    }
}
