//! `lexc build` without room and without permission. `build.md` has the other tests.

use std::fs;
use std::process::Command;

use super::common::{Bench, data, stderr};

const LIST: &str = "AA\nAB\nBAA\nCAB\n";

#[cfg(unix)]
#[test]
fn reports_an_unwritable_directory() {
    use std::os::unix::fs::PermissionsExt;

    let bench = Bench::new();
    bench.write("list", LIST);
    let directory = bench.path("directory");
    fs::create_dir(&directory).unwrap();
    fs::set_permissions(&directory, PermissionsExt::from_mode(0o555)).unwrap();
    if fs::write(directory.join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write in a directory without write permission");
        return;
    }
    let output = bench.run(&["build", "list", "-o", "directory/x"]);
    assert_eq!(output.status.code(), Some(2));
    let start = "lexc: directory/x: cannot make a temporary file beside it: ";
    assert!(stderr(&output).starts_with(start), "{}", stderr(&output));
}

/// A limit on the size of files stands for a disk that becomes full while the image is written.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_file() {
    let bench = Bench::new();
    let list = data("words/scowl-60.txt");
    let script = format!(
        "trap '' XFSZ; ulimit -f 100; exec '{}' build '{list}' -o x",
        env!("CARGO_BIN_EXE_lexc")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: x: cannot write: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(bench.names(), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn reports_a_full_device() {
    let bench = Bench::new();
    bench.write("list", LIST);
    let output = bench.run(&["build", "list", "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: /dev/full: cannot write: "),
        "{}",
        stderr(&output)
    );
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = bench
        .command(&["build", "list", "-o", "-"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: standard output: "),
        "{}",
        stderr(&output)
    );
}
