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
