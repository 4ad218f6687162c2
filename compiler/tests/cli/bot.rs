//! The client of `lexc bot` in Python. `bot.md` has the tests of the bot.

use std::env;
use std::path::Path;
use std::process::Command;

use super::common::{Bench, done};

/// AR on the board, and CES on the rack.
const POSITION: &str = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 10/20 0";

fn bench() -> Bench {
    let bench = Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\n");
    bench.write("leaves.csv", "E,1.5\nS,8\n?,25\n");
    bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    bench
}

/// Skipped without Python.
#[test]
fn the_client_in_python_gets_a_move_for_each_position() {
    let bench = bench();
    bench.write("positions", format!("{POSITION}\n{POSITION}\n"));
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py");
    let folder = Path::new(env!("CARGO_BIN_EXE_lexc")).parent().unwrap();
    let others = env::var("PATH").unwrap_or_default();
    let output = Command::new("python3")
        .args([client, "positions", "x"])
        .current_dir(bench.path(""))
        .env("PATH", format!("{}:{others}", folder.display()))
        .output();
    match output {
        Ok(output) => assert_eq!(done(&output), "8D SCARE\n8D SCARE\n"),
        Err(_) => eprintln!("skipped: python3 is not installed"),
    }
}
