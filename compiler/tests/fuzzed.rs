//! Command lines of a fuzzer: the seeds of the target `command_line` of `tests/fuzz`, and 150 mutations of them, the same in
//! every run. `LEXC_FUZZ_ROUNDS` sets another number of mutations.

use std::process::{Command, Stdio};

use common::fuzz::command_line::CommandLine;
use common::fuzz::mutate::mutate_bytes;
use common::fuzz::seeds::command_lines;
use common::random::Random;

#[test]
fn every_command_ends_with_an_answer_or_a_message() {
    let rounds = std::env::var("LEXC_FUZZ_ROUNDS").map_or(150, |rounds| rounds.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let seeds = command_lines();
    let mut random = Random::new(33);
    let mut codes = [0; 3];
    for round in 0..seeds.len() + rounds {
        let data = match seeds.get(round) {
            Some(seed) => seed.clone(),
            None => {
                let [seed, other] = [(); 2].map(|()| random.below(seeds.len()));
                mutate_bytes(&seeds[seed], &seeds[other], &mut random)
            }
        };
        let Some(command) = CommandLine::decode(&data) else {
            continue;
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
    }
    assert!(codes.iter().all(|&count| count > 0), "{codes:?}");
}
