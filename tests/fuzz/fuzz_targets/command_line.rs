//! Command lines: see `common::fuzz::command_line`. Runs each in this process, in a temporary directory.
#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

use common::fuzz::command_line::CommandLine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(command) = CommandLine::decode(data) else {
        return;
    };
    command
        .write_files(directory())
        .expect("the directory exists");
    let args = std::iter::once("lexc").chain(command.args.iter().map(String::as_str));
    if let Err(message) = lexc::command::run(args) {
        assert!(!message.is_empty());
    }
});

/// A temporary directory for this process. The first call makes it and changes to it.
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
