//! Target of an output path, and its directory.

use std::fs::{self, File};
use std::io;
use std::path::{self, Path, PathBuf};

/// The most symbolic links followed one after the other.
const MAX_LINKS: usize = 40;

/// The file behind the path, which need not exist; `None` if the path is to be written directly.
pub(super) fn resolve(path: &Path) -> io::Result<Option<PathBuf>> {
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

pub(super) fn directory_of(path: &Path) -> &Path {
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
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        // Some file systems do not sync directories, and a writable directory need not be readable.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}
