//! `lexc selfplay` between other programs. `matches.md` has the other tests.

use serde_json::Value;

#[cfg(unix)]
use super::common::wait_until;
use super::common::{Bench, done, stderr};

fn bench() -> Bench {
    let bench = Bench::with_image(
        "aa\nab\nae\nae\nar\nas\nat\nba\nbe\ncare\ncares\ndo\nes\net\nit\non\nre\nta\nte\nto\n",
    );
    bench.write("leaves.csv", "E,1.5\nS,8\n?,25\n");
    bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    bench
}

/// The command of this package's bot.
fn bot(player: &str) -> String {
    format!("\"{}\" bot x --player {player}", env!("CARGO_BIN_EXE_lexc"))
}

fn report(bench: &Bench, args: &[&str]) -> Value {
    let args = [&["selfplay", "x", "--json"], args].concat();
    serde_json::from_str(done(&bench.run(&args))).unwrap()
}

#[test]
fn a_bot_in_a_pipe_plays_like_the_player_of_the_same_name() {
    let bench = bench();
    let (greedy, casual) = (bot("greedy"), bot("casual5"));
    let games = ["--games", "6", "--seed", "4", "--threads", "2"];
    let own = report(
        &bench,
        &[&games[..], &["--players", "greedy,casual5"]].concat(),
    );
    let other = [
        "--players",
        "command,command",
        "--command",
        &greedy,
        "--command",
        &casual,
    ];
    let mut other = report(&bench, &[&games[..], &other].concat());
    for (at, command) in [greedy, casual].into_iter().enumerate() {
        assert_eq!(other["players"][at]["player"], *command);
        other["players"][at]["player"] = own["players"][at]["player"].clone();
    }
    assert_eq!(other, own);
}

/// The arguments for a game against a script.
#[cfg(unix)]
fn against(script: &str) -> Vec<&str> {
    let args = "selfplay x --games 1 --players command,greedy --command";
    args.split(' ').chain([script]).collect()
}

/// Starts a program that ends with its group alone, and writes its number and the first line of a command.
#[cfg(unix)]
const STARTS: &str =
    "sleep 600 >other 2>&1 & echo $! >number; mv number pid; echo '{\"protocol\":1}'; read x;";

/// Waits for the end of the program that a script has started.
#[cfg(unix)]
#[track_caller]
fn expect_end(bench: &Bench) {
    let pid = String::from_utf8(bench.read("pid")).unwrap();
    let pid = rustix::process::Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    // A process that has ended may wait for its new parent.
    let stat = format!("/proc/{}/stat", pid.as_raw_nonzero());
    wait_until(|| {
        let is_zombie = std::fs::read_to_string(&stat).is_ok_and(|stat| stat.contains(") Z "));
        is_zombie || rustix::process::test_kill_process(pid).is_err()
    });
}

/// A script that waits for another program does not end at the end of its input; one that does not leaves the program behind.
#[cfg(unix)]
#[test]
fn programs_that_a_command_has_started_end_with_it() {
    let bench = bench();
    for end in ["echo no; wait", "echo no"] {
        let output = bench.run(&against(&format!("{STARTS} {end}")));
        assert!(stderr(&output).contains("in the line `no`"), "{output:?}");
        expect_end(&bench);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_programs_too() {
    use std::os::unix::process::ExitStatusExt;
    let bench = bench();
    let script = format!("trap '' INT TERM; {STARTS} wait");
    let mut child = bench.command(&against(&script)).spawn().unwrap();
    wait_until(|| bench.names().contains(&"pid".to_owned()));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    expect_end(&bench);
}
