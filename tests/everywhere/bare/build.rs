//! Passes the firmware's memory layout to the linker.
use std::env;

fn main() {
    println!("cargo::rerun-if-changed=memory.x");
    if env::var_os("CARGO_FEATURE_FIRMWARE").is_some() {
        let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
        println!("cargo::rustc-link-search={folder}");
        // The linker script of `cortex-m-rt`; it includes `memory.x`.
        println!("cargo::rustc-link-arg-bins=-Tlink.x");
    }
}
