//! Tests of output files: replaced and refused files, links, devices and permissions. The tests in `tests/cli/faults`
//! kill writers and inject errors.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::Shown;
use super::file::{OutputFile, directory_of, resolve};
use crate::command::outcome::Failure;

fn write_file(path: &Path, contents: &[u8], force: bool) -> Result<(), Failure> {
    OutputFile::create(path, force)?.finish(|file| file.write_all(contents))
}

#[track_caller]
fn assert_fails(result: Result<(), Failure>, message: &str) {
    let found = result.unwrap_err().to_string();
    assert!(found.contains(message), "{found}");
}

/// The names in the directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn creates_the_file_at_the_end_and_leaves_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.gaddag");
    let output = OutputFile::create(&path, false).unwrap();
    let [temporary] = &names(dir.path())[..] else {
        panic!("one temporary file");
    };
    assert!(temporary.starts_with(".x.gaddag.lexc-") && temporary.ends_with(".tmp"));
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
fn replaces_an_existing_file_only_by_force() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x");
    fs::write(&path, "old").unwrap();
    let error = write_file(&path, b"new", false).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: exists already (replace it with --force)",
            path.display()
        )
    );
    assert_eq!(fs::read(&path).unwrap(), b"old");
    write_file(&path, b"new", true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(dir.path()), ["x"]);
}

#[test]
fn lets_one_of_two_writers_create_a_file_unless_both_use_force() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x");
    let [first, second] = [false; 2].map(|force| OutputFile::create(&path, force).unwrap());
    second.finish(|file| file.write_all(b"second")).unwrap();
    let result = first.finish(|file| file.write_all(b"first"));
    assert_fails(result, ": exists already ");
    assert_eq!(fs::read(&path).unwrap(), b"second");
    assert_eq!(names(dir.path()), ["x"]);

    let [first, second] = [true; 2].map(|force| OutputFile::create(&path, force).unwrap());
    second.finish(|file| file.write_all(b"second")).unwrap();
    first.finish(|file| file.write_all(b"first")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first");
}

#[test]
fn leaves_the_target_unchanged_on_failure() {
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

    // A directory takes the name before the file is written; `rename` cannot replace a directory.
    let output = OutputFile::create(&dir.path().join("y"), true).unwrap();
    fs::create_dir(dir.path().join("y")).unwrap();
    let result = output.finish(|file| file.write_all(b"new"));
    assert_fails(result, ": cannot rename the temporary file to it: ");
    assert_eq!(names(dir.path()), ["x", "y"]);
}

#[test]
fn refuses_directories() {
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
            let error = write_file(path, b"", force).unwrap_err();
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
fn reports_a_missing_directory() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("missing/x");
    let message = write_file(&path, b"", true).unwrap_err().to_string();
    let start = format!(
        "{}: cannot make a temporary file beside it: ",
        path.display()
    );
    assert!(message.starts_with(&start), "{message}");
    fs::write(dir.path().join("file"), "").unwrap();
    let result = write_file(&dir.path().join("file/x"), b"", true);
    let action = match cfg!(windows) {
        true => ": cannot make a temporary file beside it: ",
        false => ": cannot inspect: ",
    };
    assert_fails(result, action);
    let result = write_file(Path::new(""), b"", true);
    assert_fails(result, ": is a directory, not a file ");
}

#[test]
fn finds_the_directory_of_a_path() {
    assert_eq!(directory_of(Path::new("x")), Path::new("."));
    assert_eq!(directory_of(Path::new("a/x")), Path::new("a"));
    assert_eq!(directory_of(Path::new("/x")), Path::new("/"));
}

#[test]
fn accepts_a_file_name_of_249_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(format!("{}é.gaddag", "é".repeat(120)));
    write_file(&path, b"AA", false).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"AA");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn accepts_a_path_of_400_characters() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("a".repeat(200));
    fs::create_dir(&folder).unwrap();
    let path = folder.join("b".repeat(200));
    write_file(&path, b"AA", false).unwrap();
    assert_fails(write_file(&path, b"BB", false), ": exists already ");
    write_file(&path, b"BB", true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"BB");
}

#[test]
fn writes_the_null_device_directly() {
    let null = Path::new(match cfg!(windows) {
        true => "NUL",
        false => "/dev/null",
    });
    for force in [false, true] {
        write_file(null, b"AA", force).unwrap();
    }
    assert!(resolve(null).unwrap().is_none());
}

#[cfg(windows)]
#[test]
fn keeps_a_file_that_the_system_does_not_replace() {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_SHARE_READ: u32 = 1;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x");
    fs::write(&path, "old").unwrap();
    let mut options = fs::OpenOptions::new();
    let open = options.read(true).share_mode(FILE_SHARE_READ).open(&path);
    let result = write_file(&path, b"new", true);
    let remedy =
        "(close the programs that have the old file open or mapped, or choose another name)";
    assert_fails(result, remedy);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(dir.path()), ["x"]);
    drop(open.unwrap());
    write_file(&path, b"new", true).unwrap();
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::thread;

    use super::*;

    #[test]
    fn gives_a_new_file_the_usual_permissions() {
        let dir = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            fs::metadata(dir.path().join(name))
                .unwrap()
                .permissions()
                .mode()
        };
        fs::write(dir.path().join("usual"), "").unwrap();
        write_file(&dir.path().join("x"), b"", false).unwrap();
        assert_eq!(mode("x"), mode("usual"));
    }

    #[test]
    fn keeps_the_permissions_of_a_replaced_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        for mode in [0o600, 0o640, 0o644, 0o755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let old = fs::metadata(&path).unwrap();
            let output = OutputFile::create(&path, true).unwrap();
            // The temporary file has the permissions of the file that it will replace.
            let [temporary, _] = &names(dir.path())[..] else {
                panic!("a temporary file beside the old one");
            };
            let temporary = fs::metadata(dir.path().join(temporary)).unwrap();
            assert_eq!(temporary.permissions().mode() & 0o777, mode);
            output.finish(|file| file.write_all(b"new")).unwrap();
            let new = fs::metadata(&path).unwrap();
            assert_eq!(new.permissions().mode() & 0o777, mode);
            assert_eq!((new.uid(), new.gid()), (old.uid(), old.gid()));
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn keeps_the_group_of_a_replaced_file_where_permitted() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        fs::write(&path, "old").unwrap();
        if std::os::unix::fs::chown(&path, None, Some(1)).is_err() {
            eprintln!("skipped: files cannot be given to another group here");
            return;
        }
        write_file(&path, b"new", true).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().gid(), 1);
    }

    #[test]
    fn follows_links() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("sub/file"), "old").unwrap();
        symlink("sub/file", path("link")).unwrap();
        symlink(path("link"), path("link2")).unwrap();
        symlink("sub/new", path("dangling")).unwrap();
        symlink("loop", path("loop")).unwrap();
        let result = write_file(&path("link2"), b"new", false);
        assert_fails(result, ": exists already ");
        write_file(&path("link2"), b"new", true).unwrap();
        assert_eq!(fs::read(path("sub/file")).unwrap(), b"new");
        write_file(&path("dangling"), b"new", false).unwrap();
        assert_eq!(fs::read(path("sub/new")).unwrap(), b"new");
        assert!(
            path("link").is_symlink()
                && path("link2").is_symlink()
                && path("dangling").is_symlink()
        );
        let result = write_file(&path("loop"), b"", true);
        assert_fails(result, ": cannot inspect: ");
        assert_eq!(names(&path("sub")), ["file", "new"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn reports_a_full_device() {
        let result = write_file(Path::new("/dev/full"), b"AA", false);
        assert_fails(result, "(make room there, or choose another place)");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn appends_to_open_files() {
        use std::os::fd::AsRawFd;
        use std::path::PathBuf;

        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"before ").unwrap();
        let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        write_file(&path, b"after", false).unwrap();
        let mut contents = Vec::new();
        io::Seek::rewind(&mut file).unwrap();
        io::Read::read_to_end(&mut file, &mut contents).unwrap();
        assert_eq!(contents, b"before after");
        assert!(resolve(Path::new("/dev/stdout")).unwrap().is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn reports_a_directory_in_which_no_file_can_be_made() {
        let result = write_file(Path::new("/proc/x"), b"", false);
        assert_fails(result, ": cannot make a temporary file beside it: ");
    }

    #[test]
    fn lets_one_of_many_writers_create_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let outcomes: Vec<bool> = thread::scope(|scope| {
            let threads: Vec<_> = (b'a'..b'i')
                .map(|byte| {
                    let path = &path;
                    scope.spawn(move || write_file(path, &[byte; 10_000], false).is_ok())
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

#[test]
fn text_on_a_terminal_keeps_line_ends_and_tabs_only() {
    let mut out = Vec::new();
    let text = "é\u{200d}\tB\u{200b}\r\n\n\u{202e}x";
    Shown(&mut out).write_all(text.as_bytes()).unwrap();
    let shown = String::from_utf8(out).unwrap();
    assert_eq!(shown, "é\u{200d}\tB\\u{200b}\\u{d}\n\n\\u{202e}x");
}
