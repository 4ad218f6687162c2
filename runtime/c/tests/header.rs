//! Compares the header `lexc.h` with the sources and the library.

use std::path::PathBuf;
use std::{env, fs};

use cbindgen::Bindings;

use crate::tools::package;

/// Items of the header, as cbindgen reads them from the sources.
fn bindings() -> Bindings {
    cbindgen::generate(package()).unwrap()
}

fn header() -> PathBuf {
    package().join("include/lexc.h")
}

#[test]
fn equals_the_output_of_cbindgen() {
    let mut text = Vec::new();
    bindings().write(&mut text);
    if env::var_os("LEXC_WRITE_HEADER").is_some() {
        fs::write(header(), &text).unwrap();
    }
    let made = String::from_utf8(text).unwrap();
    let stored = fs::read_to_string(header()).unwrap();
    // `assert_eq` would print both texts.
    assert!(
        stored == made,
        "lexc.h is out of date (LEXC_WRITE_HEADER=1 cargo test --package lexc-c header)"
    );
}

#[test]
#[cfg(all(target_os = "linux", feature = "full", feature = "std"))]
fn declares_every_function_of_the_library_and_no_other() {
    use std::collections::BTreeSet;
    use std::process::Command;

    use crate::tools::{has, libraries, run};

    if !has("nm", "names in the library are not compared") {
        return;
    }
    let library = libraries().join("liblexc_c.so");
    let mut nm = Command::new("nm");
    let output = run(nm.args(["--dynamic", "--defined-only"]).arg(library), 0);
    let output = String::from_utf8(output.stdout).unwrap();
    let names = output.lines().filter_map(|line| line.split(' ').nth(2));
    let bindings = bindings();
    let declared: BTreeSet<&str> = bindings.dynamic_symbols_names().collect();
    assert_eq!(names.collect::<BTreeSet<_>>(), declared);
}

/// Programs that cannot include the header repeat the sizes of its handles. A wrong size overwrites their memory.
#[test]
fn other_languages_have_the_sizes_of_the_handles() {
    let header = fs::read_to_string(header()).unwrap();
    let words_of = |handle: &str| -> usize {
        let (before, _) = header.split_once(&format!("}} {handle};")).unwrap();
        let (_, size) = before.rsplit_once("uint64_t opaque[").unwrap();
        size.split(']').next().unwrap().parse().unwrap()
    };
    for (file, name, handle) in [
        ("examples/csharp/Best.cs", "MapBytes = 8 * ", "lexc_map"),
        (
            "examples/csharp/Best.cs",
            "LexiconBytes = 8 * ",
            "lexc_lexicon",
        ),
        ("examples/csharp/Best.cs", "RulesBytes = 8 * ", "lexc_rules"),
        (
            "examples/csharp/Best.cs",
            "PositionBytes = 8 * ",
            "lexc_position",
        ),
        ("../wasm/lexicon.js", "LEXICON_BYTES = 8 * ", "lexc_lexicon"),
        ("../wasm/leaves.js", "LEAVES_BYTES = 8 * ", "lexc_leaves"),
        ("../wasm/position.js", "RULES_BYTES = 8 * ", "lexc_rules"),
        ("../wasm/game.js", "GAME_BYTES = 8 * ", "lexc_game"),
    ] {
        // The package outside the repository has no package for npm beside it.
        let path = package().join(file);
        if file.starts_with("../") && !path.exists() {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let expected = format!("{name}{}", words_of(handle));
        let found = text
            .match_indices(&expected)
            .map(|(at, _)| &text[at + expected.len()..]);
        let is_whole = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        assert_eq!(
            found.filter(|rest| is_whole(rest)).count(),
            1,
            "{file}: {expected}"
        );
    }
}
