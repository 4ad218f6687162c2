//! Command lines and lines of a bot, as fuzzers make them: the inputs of the targets `command_line` and `bot` of `tests/fuzz`, and
//! 150 mutations of each, the same in every run. `LEXC_FUZZ_ROUNDS` sets another number of mutations.

use std::process::{Command, Stdio};

use common::cases;
use common::fuzz::bot::{Session, leaves, words};
use common::fuzz::command_line::CommandLine;
use common::fuzz::inputs;
use common::fuzz::mutate::mutate_bytes;

/// Runs the inputs of a target, and mutations of them.
fn run_inputs(target: &str, mut run: impl FnMut(&[u8])) {
    let rounds = std::env::var("LEXC_FUZZ_ROUNDS").map_or(150, |rounds| rounds.parse().unwrap());
    let inputs = inputs(target);
    inputs.iter().for_each(|input| run(input));
    cases::check(&format!("fuzzed/{target}"), 0..rounds, |random| {
        let [input, other] = [(); 2].map(|()| random.pick::<Vec<u8>>(&inputs).clone());
        run(&mutate_bytes(&input, &other, random));
    });
}

/// Each line has an answer or an error, and the test ends.
#[test]
fn the_bot_answers_every_line() {
    run_inputs("bot", |data| {
        let session = Session::decode(data);
        let input = session.input.clone();
        let output = lexc::command::bot_lines(&session.args, &words(), &leaves(), input);
        session.check(&output.unwrap());
    });
}

#[test]
fn every_command_ends_with_an_answer_or_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let mut codes = [0; 3];
    run_inputs("command_line", |data| {
        let Some(command) = CommandLine::decode(data) else {
            return;
        };
        command.write_files(folder.path()).unwrap();
        let args = &command.args;
        let mut command = Command::new(env!("CARGO_BIN_EXE_lexc"));
        command.args(args).current_dir(folder.path());
        let folders = ["APPDATA", "HOME", "XDG_CONFIG_HOME"];
        command.envs(folders.map(|name| (name, folder.path())));
        command.env_remove("LEXC_IMAGE");
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
    });
    assert!(codes.iter().all(|&count| count > 0), "{codes:?}");
}
