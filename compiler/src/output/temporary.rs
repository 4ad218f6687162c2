//! Temporary files, named so that those of killed processes can be told.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::{io, process};

/// Longer names of targets are cut in the names of temporary files, since a file name has at most 255 bytes.
const MAX_NAME_BYTES: usize = 200;

/// A file `.NAME.lexc-PID-N.tmp` that is removed when this is dropped, unless it was renamed.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    is_renamed: bool,
}

impl Temporary {
    /// Makes a temporary file for a target of this name, with the first free number.
    ///
    /// Those of processes that have ended are removed before.
    pub(super) fn create(directory: &Path, name: &OsStr) -> io::Result<(Temporary, File)> {
        let prefix = prefix(name);
        remove_stale(directory, &prefix);
        let mut number = 0;
        loop {
            let mut name = prefix.clone();
            name.push(format!("{}-{number}.tmp", process::id()));
            let path = directory.join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let is_renamed = false;
                    return Ok((Temporary { path, is_renamed }, file));
                }
                // Another thread's, or left by an earlier process of the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the file a second name, which must be free.
    pub(super) fn link(&self, target: &Path) -> io::Result<()> {
        fs::hard_link(&self.path, target)
    }

    /// Gives the file another name, in place of what has it.
    pub(super) fn rename(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.is_renamed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After a rename, another thread's file may have the name.
        if !self.is_renamed {
            // Who drops it can't do more about a failure than this; the next process for the target tries again.
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
    prefix.push(".lexc-");
    prefix
}

/// Removes the temporary files for the target whose processes have ended.
fn remove_stale(directory: &Path, prefix: &OsStr) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        if owner(&entry.file_name(), prefix).is_some_and(has_ended) {
            // If it can't be removed, it does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The number of the process that made the temporary file, if it is one for the target.
fn owner(name: &OsStr, prefix: &OsStr) -> Option<u32> {
    let rest = name
        .as_encoded_bytes()
        .strip_prefix(prefix.as_encoded_bytes())?;
    let (process, number) = str::from_utf8(rest)
        .ok()?
        .strip_suffix(".tmp")?
        .split_once('-')?;
    number.parse::<u32>().ok()?;
    process.parse().ok()
}

/// Whether the process has ended; false if that can't be told.
fn has_ended(process: u32) -> bool {
    let proc = Path::new("/proc");
    proc.join("self").exists() && !proc.join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_recognised() {
        let prefix = prefix(OsStr::new("x"));
        let owner = |name: &str| owner(OsStr::new(name), &prefix);
        assert_eq!(owner(".x.lexc-123-0.tmp"), Some(123));
        assert_eq!(owner(".x.lexc-123-17.tmp"), Some(123));
        for name in [
            "x",
            ".x.lexc-123.tmp",
            ".x.lexc-123-0",
            ".x.lexc-a-0.tmp",
            ".x.lexc-1-a.tmp",
            ".xy.lexc-1-0.tmp",
        ] {
            assert_eq!(owner(name), None, "{name}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn temporary_files_of_ended_processes_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        // Above the largest number that Linux gives to a process.
        let dead = 4_194_305;
        let alive = process::id();
        let stale = format!(".x.lexc-{dead}-0.tmp");
        let kept = [
            format!(".x.lexc-{alive}-5.tmp"),
            format!(".y.lexc-{dead}-0.tmp"),
            format!(".x.lexc-{dead}.tmp"),
        ];
        for name in kept.iter().chain([&stale]) {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let new = Temporary::create(dir.path(), OsStr::new("x")).unwrap();
        assert!(!dir.path().join(stale).exists());
        drop(new);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), kept.len());
        assert!(kept.iter().all(|name| dir.path().join(name).exists()));
    }

    #[test]
    fn long_names_are_cut() {
        let name = format!("{}é.gaddag", "é".repeat(120));
        let cut = format!(".{}.lexc-", "é".repeat(100));
        assert_eq!(prefix(OsStr::new(&name)), OsString::from(cut));
        assert_eq!(prefix(OsStr::new(&"x".repeat(201))).len(), 207);
    }
}
