use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where this package is.
pub(crate) fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where the libraries are that were built with this test.
pub(crate) fn libraries() -> PathBuf {
    let test = env::current_exe().unwrap();
    test.parent().unwrap().to_owned()
}

/// Whether there is such a tool; if not, says what is left out.
pub(crate) fn has(tool: &str, what: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no {tool}: {what}");
    }
    found
}

/// Runs a command, which has to end with this exit code.
pub(crate) fn run(command: &mut Command, code: i32) -> Output {
    // Cargo names folders there in which a library of an earlier build may lie.
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

/// The flags with which every program and the header have to compile.
pub(crate) const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-pedantic",
    "-Wshadow",
    "-Wstrict-prototypes",
];

/// Those of them that C++ has.
pub(crate) const WARNINGS_OF_CPP: [&str; 5] =
    ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow"];

/// Says where the header is.
pub(crate) fn include() -> String {
    format!("-I{}", package().join("include").display())
}
