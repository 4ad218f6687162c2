//! Passes the board's memory map to the linker.
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=memory");
    let boards = ["microbit", "mps2-an386"];
    let is_chosen = |board: &&str| {
        let feature = board.to_uppercase().replace('-', "_");
        env::var_os(format!("CARGO_FEATURE_{feature}")).is_some()
    };
    // The program `host` has no board.
    let Some(board) = boards.into_iter().find(is_chosen) else {
        return;
    };
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let memory = format!("memory/{board}.x");
    fs::copy(&memory, output.join("memory.x")).unwrap_or_else(|error| panic!("{memory}: {error}"));
    println!("cargo::rustc-link-search={}", output.display());
    // Linker's script of `cortex-m-rt`, which includes memory.x.
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
}
