//! Command lines, run in this process, in a temporary directory: parsing, help, and what the verbs do.
//!
//! It is the command itself: its modules are those of `compiler/src/main.rs`.
#![no_main]
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the modules are the command's, and its main function is another one here"
)]

#[path = "../../../compiler/src"]
mod command {
    pub mod args;
    pub mod cmd;
    pub mod progress;
    pub mod signals;
    pub mod terminal;
}

use std::path::PathBuf;
use std::sync::OnceLock;

use clap::Parser;
use command::{args, cmd, progress, signals, terminal};
use common::fuzz::command_line::CommandLine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(command) = CommandLine::decode(data) else {
        return;
    };
    let args = std::iter::once("lexc").chain(command.args.iter().map(String::as_str));
    match args::Args::try_parse_from(args) {
        Ok(args) => {
            command
                .write_files(directory())
                .expect("the directory is there");
            if let Err(failure) = cmd::run(args.verb) {
                assert!(!failure.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.render().to_string().is_empty()),
    }
});

/// A directory of this process, which becomes its working directory.
fn directory() -> &'static PathBuf {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let name = format!("lexc-fuzz-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&directory).expect("the system makes directories");
        std::env::set_current_dir(&directory).expect("it was made");
        directory
    })
}
