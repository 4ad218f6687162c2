//! Command lines of a fuzzer: the seeds of the target `command_line` of `tests/fuzz`, and 150 mutations of them, the same in
//! every run. `LEXC_FUZZ_ROUNDS` sets another number of mutations.

use std::process::{Command, Stdio};

use common::cases;
use common::fuzz::command_line::CommandLine;
use common::fuzz::mutate::mutate_bytes;
use common::fuzz::seeds::command_lines;

#[test]
fn every_command_ends_with_an_answer_or_a_message() {
    let rounds = std::env::var("LEXC_FUZZ_ROUNDS").map_or(150, |rounds| rounds.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let seeds = command_lines();
    let mut codes = [0; 3];
    let mut run = |data: &[u8]| {
        let Some(command) = CommandLine::decode(data) else {
            return;
        };
        command.write_files(folder.path()).unwrap();
        let args = &command.args;
        let mut command = Command::new(env!("CARGO_BIN_EXE_lexc"));
        command.args(args).current_dir(folder.path());
        let output = command.stdin(Stdio::null()).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!message.contains("panicked"), "{args:?}: {message}");
        match output.status.code() {
            Some(code @ 0..=2) => codes[code as usize] += 1,
            code => panic!("{args:?}: {code:?}, {message}"),
        }
        assert!(
            output.status.code() != Some(2) || !message.is_empty(),
            "{args:?}"
        );
    };
    seeds.iter().for_each(|seed| run(seed));
    cases::check("fuzzed", 0..rounds, |random| {
        let (seed, other) = (
            random.pick::<Vec<u8>>(&seeds),
            random.pick::<Vec<u8>>(&seeds),
        );
        run(&mutate_bytes(seed, other, random));
    });
    assert!(codes.iter().all(|&count| count > 0), "{codes:?}");
}
