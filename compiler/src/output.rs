//! Output files that appear whole or not at all.
//!
//! The contents go to a temporary file in the target's directory, which is synced and then takes the target's name in one
//! step; then the directory is synced. Until that step the target is what it was before, whatever happens; a reader that
//! has the old file open or mapped keeps it.
//!
//! - An existing file is refused, or replaced when that is asked for. Even when two programs write to one new path, only
//!   one of them succeeds, on file systems with hard links.
//! - A symbolic link is followed: the file it leads to is written, or made, and the link stays.
//! - What is no ordinary file (a pipe, a device) and what is reached through a file descriptor (`/dev/stdout`, `/dev/fd/3`)
//!   is opened and written directly.
//! - The file gets the permissions of any new file.
//! - The temporary file is called `.NAME.lexc-PID-N.tmp`. It is removed if something goes wrong. A process that is killed
//!   may leave one behind; the next that writes a file in the same directory removes it. Whose it is, is told by a lock
//!   that each process holds on its own (on Unix; elsewhere such files stay).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};

pub use error::{Operation, OutputError};
use temporary::Temporary;
pub use temporary::{NoTemporaries, remove_temporaries};

mod error;
mod temporary;

/// The most symbolic links that are followed one after the other.
const MAX_LINKS: usize = 40;

/// Writes a file as a whole, as [`OutputFile`] does.
///
/// # Errors
/// As [`OutputFile::create`] and [`OutputFile::finish`].
pub fn write_atomically(path: &Path, contents: &[u8], force: bool) -> Result<(), OutputError> {
    OutputFile::create(path, force)?.finish(|file| file.write_all(contents))
}

/// A file that is going to be written.
///
/// Made before long work, it tells at once when the result could not be written; dropped, it leaves no trace.
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
    /// As it was given, for messages.
    path: PathBuf,
    destination: Destination,
}

/// Where the contents go first.
#[derive(Debug)]
enum Destination {
    /// Where they are to stay.
    Direct(File),
    /// A temporary file, which will take its place.
    Temporary {
        temporary: Temporary,
        target: PathBuf,
        force: bool,
    },
}

impl OutputFile {
    /// Prepares for writing to the path: all checks, and the temporary file.
    ///
    /// # Errors
    /// If the path is a directory's, or that of a file while `force` is false, or if the temporary file can't be made.
    pub fn create(path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        let fault = |operation| {
            move |error| OutputError::Io {
                path: path.to_owned(),
                operation,
                error,
            }
        };
        let Some(target) = resolve(path).map_err(fault(Operation::Inspect))? else {
            // To append is right for what someone else opened, and makes no difference for pipes and devices.
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
        if !force && target.symlink_metadata().is_ok() {
            return Err(OutputError::Exists(path.to_owned()));
        }
        let temporary = Temporary::create(directory_of(&target), name)
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

    /// Writes the contents and puts the file in its place.
    ///
    /// # Errors
    /// If writing, syncing or renaming fails, or if `force` was false and the target has come to exist meanwhile. The
    /// target is then what it was; only if the very last step fails, the sync of the directory, it is the new file.
    pub fn finish(
        self,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        let OutputFile { path, destination } = self;
        let fault = |operation| {
            let path = path.clone();
            move |error| OutputError::Io {
                path,
                operation,
                error,
            }
        };
        let (mut temporary, target, force) = match destination {
            Destination::Direct(mut file) => {
                return write(&mut file).map_err(fault(Operation::Write));
            }
            Destination::Temporary {
                temporary,
                target,
                force,
            } => (temporary, target, force),
        };
        write(temporary.file()).map_err(fault(Operation::Write))?;
        let synced = temporary.file().sync_all();
        synced.map_err(fault(Operation::Sync))?;
        if !publish(temporary, &target, force).map_err(fault(Operation::Rename))? {
            return Err(OutputError::Exists(path));
        }
        sync_directory(directory_of(&target)).map_err(fault(Operation::SyncDirectory))
    }
}

/// Gives the target's name to the temporary file; false if a file that must not be replaced has it.
fn publish(temporary: Temporary, target: &Path, force: bool) -> io::Result<bool> {
    if !force {
        // A link is never made over an existing file, where `rename` would silently replace it.
        match temporary.link(target) {
            Ok(()) => return Ok(true),
            // Not every file system has links. What is left is to look first, and be quick.
            Err(_) if target.symlink_metadata().is_ok() => return Ok(false),
            Err(_) => {}
        }
    }
    temporary.rename(target)?;
    Ok(true)
}

/// The file that the path leads to, if it exists or could; none if it has to be written directly.
fn resolve(path: &Path) -> io::Result<Option<PathBuf>> {
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

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) => Path::new("."),
        None => path,
    }
}

fn ends_with_separator(path: &Path) -> bool {
    let last = path.to_string_lossy().chars().next_back();
    last.is_some_and(path::is_separator)
}

/// Makes a rename in the directory last, where directories can be synced.
fn sync_directory(directory: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(directory).and_then(|directory| directory.sync_all()) {
        // Not every file system syncs directories, and one may write in a directory that one may not read.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use std::process;

    use super::*;

    /// What is in the directory, by name.
    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_file_appears_at_the_end_and_nothing_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.gaddag");
        let output = OutputFile::create(&path, false).unwrap();
        assert_eq!(
            names(dir.path()),
            [format!(".x.gaddag.lexc-{}-0.tmp", process::id())]
        );
        output
            .finish(|file| {
                file.write_all(b"AA")?;
                assert!(!path.exists());
                file.write_all(b"BB")
            })
            .unwrap();
        assert_eq!(names(dir.path()), ["x.gaddag"]);
        assert_eq!(fs::read(&path).unwrap(), b"AABB");
    }

    #[test]
    fn an_existing_file_is_replaced_only_by_force() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        fs::write(&path, "old").unwrap();
        let error = write_atomically(&path, b"new", false).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{}: exists already (replace it with --force)",
                path.display()
            )
        );
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write_atomically(&path, b"new", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(dir.path()), ["x"]);
    }

    #[test]
    fn of_two_that_write_one_new_file_the_second_fails() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let [first, second] = [false; 2].map(|force| OutputFile::create(&path, force).unwrap());
        second.finish(|file| file.write_all(b"second")).unwrap();
        let error = first.finish(|file| file.write_all(b"first")).unwrap_err();
        assert!(matches!(error, OutputError::Exists(_)));
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(dir.path()), ["x"]);

        let [first, second] = [true; 2].map(|force| OutputFile::create(&path, force).unwrap());
        second.finish(|file| file.write_all(b"second")).unwrap();
        first.finish(|file| file.write_all(b"first")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
    }

    #[test]
    fn failure_leaves_everything_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        fs::write(&path, "old").unwrap();
        drop(OutputFile::create(&path, true).unwrap());
        let full = io::ErrorKind::StorageFull;
        let error = OutputFile::create(&path, true)
            .unwrap()
            .finish(|file| {
                file.write_all(b"half of it")?;
                Err(full.into())
            })
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{}: cannot write: {full} (make room there, or choose another place)",
                path.display()
            )
        );
        assert_eq!(names(dir.path()), ["x"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");

        // Something that `rename` can't replace comes in the way.
        let output = OutputFile::create(&dir.path().join("y"), true).unwrap();
        fs::create_dir(dir.path().join("y")).unwrap();
        let error = output.finish(|file| file.write_all(b"new")).unwrap_err();
        assert!(matches!(
            error,
            OutputError::Io {
                operation: Operation::Rename,
                ..
            }
        ));
        assert_eq!(names(dir.path()), ["x", "y"]);
    }

    #[test]
    fn directories_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let new_directory = format!("{}/new/", dir.path().display());
        for path in [
            dir.path(),
            Path::new("."),
            Path::new(".."),
            Path::new("/"),
            new_directory.as_ref(),
        ] {
            for force in [false, true] {
                let error = write_atomically(path, b"", force).unwrap_err();
                assert_eq!(
                    error.to_string(),
                    format!(
                        "{}: is a directory, not a file (name a file in it)",
                        path.display()
                    )
                );
            }
        }
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn a_missing_directory_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("missing/x");
        let message = write_atomically(&path, b"", true).unwrap_err().to_string();
        let start = format!(
            "{}: cannot make a temporary file beside it: ",
            path.display()
        );
        assert!(message.starts_with(&start), "{message}");
        fs::write(dir.path().join("file"), "").unwrap();
        let message = write_atomically(&dir.path().join("file/x"), b"", true).unwrap_err();
        assert!(matches!(
            message,
            OutputError::Io {
                operation: Operation::Inspect,
                ..
            }
        ));
        assert!(matches!(
            write_atomically(Path::new(""), b"", true),
            Err(OutputError::Directory(_))
        ));
    }

    #[test]
    fn a_relative_path_is_written_in_its_directory() {
        assert_eq!(directory_of(Path::new("x")), Path::new("."));
        assert_eq!(directory_of(Path::new("a/x")), Path::new("a"));
        assert_eq!(directory_of(Path::new("/x")), Path::new("/"));
    }

    #[test]
    fn names_may_be_as_long_as_the_system_allows() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(format!("{}é.gaddag", "é".repeat(120)));
        write_atomically(&path, b"AA", false).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"AA");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};
        use std::thread;

        use super::*;

        #[test]
        fn permissions_are_those_of_a_new_file() {
            let dir = tempfile::tempdir().unwrap();
            let mode = |name: &str| {
                fs::metadata(dir.path().join(name))
                    .unwrap()
                    .permissions()
                    .mode()
            };
            fs::write(dir.path().join("usual"), "").unwrap();
            write_atomically(&dir.path().join("x"), b"", false).unwrap();
            assert_eq!(mode("x"), mode("usual"));
        }

        #[test]
        fn links_are_followed() {
            let dir = tempfile::tempdir().unwrap();
            let path = |name: &str| dir.path().join(name);
            fs::create_dir(path("sub")).unwrap();
            fs::write(path("sub/file"), "old").unwrap();
            symlink("sub/file", path("link")).unwrap();
            symlink(path("link"), path("link2")).unwrap();
            symlink("sub/new", path("dangling")).unwrap();
            symlink("loop", path("loop")).unwrap();
            assert!(matches!(
                write_atomically(&path("link2"), b"new", false),
                Err(OutputError::Exists(_))
            ));
            write_atomically(&path("link2"), b"new", true).unwrap();
            assert_eq!(fs::read(path("sub/file")).unwrap(), b"new");
            write_atomically(&path("dangling"), b"new", false).unwrap();
            assert_eq!(fs::read(path("sub/new")).unwrap(), b"new");
            assert!(
                path("link").is_symlink()
                    && path("link2").is_symlink()
                    && path("dangling").is_symlink()
            );
            assert!(matches!(
                write_atomically(&path("loop"), b"", true),
                Err(OutputError::Io {
                    operation: Operation::Inspect,
                    ..
                })
            ));
            assert_eq!(names(&path("sub")), ["file", "new"]);
        }

        #[test]
        fn devices_are_written_directly() {
            write_atomically(Path::new("/dev/null"), b"AA", false).unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());
        }

        #[test]
        #[cfg(target_os = "linux")]
        fn a_full_device_is_an_error() {
            let error = write_atomically(Path::new("/dev/full"), b"AA", false).unwrap_err();
            let OutputError::Io {
                operation, error, ..
            } = error
            else {
                panic!("{error}");
            };
            assert_eq!(operation, Operation::Write);
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }

        #[test]
        #[cfg(target_os = "linux")]
        fn open_files_are_written_directly_and_at_their_end() {
            use std::os::fd::AsRawFd;

            let mut file = tempfile::tempfile().unwrap();
            file.write_all(b"before ").unwrap();
            let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
            write_atomically(&path, b"after", false).unwrap();
            let mut contents = Vec::new();
            io::Seek::rewind(&mut file).unwrap();
            io::Read::read_to_end(&mut file, &mut contents).unwrap();
            assert_eq!(contents, b"before after");
            assert!(resolve(Path::new("/dev/stdout")).unwrap().is_none());
        }

        #[test]
        #[cfg(target_os = "linux")]
        fn directories_that_take_no_files_are_told() {
            let error = write_atomically(Path::new("/proc/x"), b"", false).unwrap_err();
            assert!(matches!(
                error,
                OutputError::Io {
                    operation: Operation::CreateTemporary,
                    ..
                }
            ));
        }

        #[test]
        fn many_writers_of_a_new_file_leave_one_whole() {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("x");
            let outcomes: Vec<bool> = thread::scope(|scope| {
                let threads: Vec<_> = (b'a'..b'i')
                    .map(|byte| {
                        let path = &path;
                        scope.spawn(move || write_atomically(path, &[byte; 10_000], false).is_ok())
                    })
                    .collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap())
                    .collect()
            });
            assert_eq!(outcomes.iter().filter(|is_ok| **is_ok).count(), 1);
            let contents = fs::read(&path).unwrap();
            assert_eq!(contents.len(), 10_000);
            assert!(contents.iter().all(|byte| *byte == contents[0]));
            assert_eq!(names(dir.path()), ["x"]);
        }
    }
}
