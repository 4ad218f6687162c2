//! Compilers and other tools.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Folder of this package.
pub(crate) fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folder of the libraries that were built with this test.
pub(crate) fn libraries() -> PathBuf {
    let test = env::current_exe().unwrap();
    test.parent().unwrap().to_owned()
}

/// True if a tool is installed. If not, prints `left_out`, the check that is skipped.
pub(crate) fn has(tool: &str, left_out: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        println!("skipped: {tool} is not installed: {left_out}");
    }
    found
}

/// Runs a command, and asserts its exit code.
pub(crate) fn run(command: &mut Command, code: i32) -> Output {
    // Cargo sets LD_LIBRARY_PATH to folders that may hold the library of an earlier build.
    let output = command
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert_eq!(
        output.status.code(),
        Some(code),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Warnings under which programs and header compile.
pub(crate) const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-pedantic",
    "-Wshadow",
    "-Wstrict-prototypes",
];

/// The [`WARNINGS`] that C++ compilers have.
pub(crate) const WARNINGS_OF_CPP: [&str; 5] =
    ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow"];

/// Compiler flag for the folder of the header.
pub(crate) fn include() -> String {
    format!("-I{}", package().join("include").display())
}
