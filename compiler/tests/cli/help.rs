//! Help, the version, and usage errors.

use serde_json::Value;

use super::common::{Bench, done, stderr, stdout, verbs};

#[test]
fn there_is_help_for_every_verb() {
    let bench = Bench::new();
    for verb in &verbs(&bench) {
        let short = bench.run(&[verb, "-h"]);
        let long = bench.run(&[verb, "--help"]);
        assert_eq!(done(&bench.run(&["help", verb])), done(&long), "{verb}");
        assert!(done(&short).len() < done(&long).len(), "{verb}");
        assert!(done(&long).contains("Example"), "{verb}");
        assert!(done(&long).contains(&format!("\n  lexc {verb} ")), "{verb}");
        for line in done(&short).lines().chain(done(&long).lines()) {
            // A line of an example may be longer, so that it can be copied.
            assert!(
                line.chars().count() <= 100 || line.starts_with("  lexc"),
                "{verb}: {line}"
            );
        }
    }
}

#[test]
fn the_versions_are_those_of_the_package_and_of_an_image() {
    let bench = Bench::with_image("aa");
    let version = format!("lexc {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(done(&bench.run(&["-V"])), version);
    let info: Value = serde_json::from_str(done(&bench.run(&["info", "x", "--json"]))).unwrap();
    let format = info["format"].as_str().unwrap();
    let (major, _) = format.split_once('.').unwrap();
    let newest = lexc_formats::raw::header::VERSION;
    assert_eq!(
        done(&bench.run(&["--version"])),
        format!("{version}images: writes formats {format} to {newest}, reads {major}.x\n")
    );
}

#[test]
fn usage_errors_exit_with_2() {
    let bench = Bench::new();
    for args in [
        &[][..],
        &["bild"],
        &["build", "list"],
        &["build", "-o", "x"],
        &["check"],
        &["info", "x", "--yaml"],
    ] {
        let output = bench.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(stdout(&output), "");
        assert!(stderr(&output).contains("Usage: lexc"), "{args:?}");
    }
}
