//! `lexc selfplay` between other programs, in pairs, with records.

use serde_json::Value;

#[cfg(unix)]
use super::common::wait_until;
use super::common::{Bench, assert_refused, done, stderr, stdout};

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
    format!("'{}' bot x --player {player}", env!("CARGO_BIN_EXE_lexc"))
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

#[test]
fn pairs_have_the_same_tiles_and_records_show_them() {
    let bench = bench();
    let run = [
        "--games",
        "8",
        "--players",
        "greedy,greedy",
        "--pairs",
        "--records",
        "records",
    ];
    let found = report(&bench, &run);
    // A player that meets itself wins as often as it loses, in every pair.
    assert_eq!(
        (&found["spread"], &found["spread_error"]),
        (&0.0.into(), &0.0.into())
    );
    assert_eq!(
        (&found["win_rate"], &found["win_rate_error"]),
        (&0.5.into(), &0.0.into())
    );
    assert_eq!(found["differing_pairs"]["pairs"], 0);
    let record =
        |number: u32| String::from_utf8(bench.read(&format!("records/{number}.gcg"))).unwrap();
    assert_eq!(record(1), record(2));
    assert_ne!(record(1), record(3));
    assert!(record(8).contains("#player1 greedy greedy\n"));
    assert_refused(
        &bench.run(&[&["selfplay", "x"], &run[..]].concat()),
        "--records records: has files (name a new or an empty folder)",
    );
    let odd = [
        "selfplay",
        "x",
        "--games",
        "3",
        "--players",
        "greedy,greedy",
        "--pairs",
    ];
    assert_refused(
        &bench.run(&odd),
        "--pairs: --games and --first-game must be even",
    );
}

#[test]
fn players_have_settings_of_their_own() {
    let bench = bench();
    bench.write("other.csv", "E,-9\nS,-9\n?,-9\n");
    bench.run(&["convert", "other.csv", "-o", "other.leaves"]);
    let games = ["--games", "20", "--players"];
    let played = |args: &[&str]| report(&bench, &[&games[..], args].concat());
    let own = played(&["equity:leaves=x.leaves,equity:leaves=other.leaves"]);
    assert_eq!(own["players"][0]["player"], "equity:leaves=x.leaves");
    // The leaves of --leaves are those of the other player.
    let mut shared = played(&["equity,equity:leaves=other.leaves", "--leaves", "x.leaves"]);
    shared["players"][0]["player"] = "equity:leaves=x.leaves".into();
    assert_eq!(shared, own);
    let same = played(&["equity,equity", "--leaves", "x.leaves"]);
    assert_ne!(same["spread"], own["spread"]);
    let samples = [
        "sim:samples=32:infer,sim:plies=0:time=60",
        "--leaves",
        "x.leaves",
        "--samples",
        "64",
    ];
    assert_eq!(played(&samples)["games"], 20);
    for (players, problem) in [
        ("greedy", "write two players, such as greedy,equity"),
        (
            "greedy,equity,sim",
            "write two players, such as greedy,equity",
        ),
        ("greedy,grady", "unknown player `grady` (write casual1, "),
        (
            "sim:depth=2,sim",
            "sim:depth=2: unknown setting `depth=2` (write leaves=FILE, time=SECONDS, samples=N, plies=N or infer)",
        ),
        (
            "sim:time=x,sim",
            "sim:time=x: a number of seconds, such as 8 or 0.5, is needed",
        ),
        (
            "sim:samples=0,sim",
            "sim:samples=0: a whole number from 1 to ",
        ),
        ("sim:leaves=,sim", "sim:leaves=: write leaves=FILE"),
        (
            "sim:time=1:time=2,sim",
            "sim:time=1:time=2: time is set twice (remove one of both)",
        ),
        (
            "equity:samples=9,sim",
            "equity:samples=9: this player has no samples (leave it out)",
        ),
        (
            "casual1:time=1,greedy:leaves=x.leaves",
            "casual1:time=1: this player has no time (leave it out)",
        ),
        (
            "equity:leaves=x.leaves,equity",
            "--players equity: needs leave values (add --leaves)",
        ),
        ("equity:leaves=x,greedy", "x: "),
    ] {
        let output = bench.run(&[&["selfplay", "x"], &games[..], &[players]].concat());
        assert_eq!((stdout(&output), output.status.code()), ("", Some(2)));
        assert!(stderr(&output).contains(problem), "{}", stderr(&output));
    }
    let unused = ["equity:leaves=x.leaves,greedy", "--leaves", "x.leaves"];
    assert_refused(
        &bench.run(&[&["selfplay", "x"], &games[..], &unused].concat()),
        "no player uses the leave values of --leaves (leave it out)",
    );
}

#[test]
fn a_match_ends_after_the_same_game_on_any_number_of_threads() {
    let bench = bench();
    let run = |threads: &str| {
        let args = [
            "--games",
            "4000",
            "--pairs",
            "--players",
            "greedy,casual1",
            "--decide",
            "10",
            "--positions",
            "positions",
            "--force",
            "--records",
            threads,
            "--threads",
            threads,
        ];
        let found = report(&bench, &args);
        let records = std::fs::read_dir(bench.path(threads)).unwrap().count();
        assert_eq!(found["games"], records);
        (found, bench.read("positions"))
    };
    let (found, positions) = run("1");
    assert_eq!(run("3"), (found.clone(), positions));
    let games = found["games"].as_u64().unwrap();
    assert!(games < 400 && games % 2 == 0, "{found}");
    let decision = &found["decision"];
    assert_eq!(
        (&decision["margin"], &decision["better"]),
        (&0.1.into(), &1.into())
    );
    assert!(decision["log_likelihood_ratio"].as_f64().unwrap() >= 19.0_f64.ln());
    // The better player is the second one now, in as many games.
    let turned = [
        "selfplay",
        "x",
        "--games",
        "4000",
        "--pairs",
        "--players",
        "casual1,greedy",
        "--decide",
        "10",
    ];
    let text = bench.run(&turned);
    assert!(
        done(&text).contains("\ndecided: greedy wins more games (log-likelihood ratio -"),
        "{text:?}"
    );
    let same = [
        "selfplay",
        "x",
        "--games",
        "8",
        "--pairs",
        "--players",
        "greedy,greedy",
        "--decide",
        "10",
    ];
    let text = bench.run(&same);
    assert!(done(&text).ends_with("\n0 of 4 pairs differ\nnot decided (log-likelihood ratio +0.00, bound 2.94, margin 10.0 %)\n"), "{text:?}");
    let refused = bench.run(&[
        "selfplay",
        "x",
        "--games",
        "2",
        "--players",
        "greedy,greedy",
        "--decide",
        "50",
    ]);
    assert!(
        stderr(&refused).contains("a number of per cent from 0.1 to 40, such as 2, is needed"),
        "{refused:?}"
    );
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

#[test]
fn a_command_that_fails_ends_the_games_with_its_fault() {
    let bench = bench();
    let refused = |command: &str, message: &str| {
        let args = [
            "selfplay",
            "x",
            "--games",
            "4",
            "--threads",
            "1",
            "--players",
            "command,greedy",
            "--command",
            command,
        ];
        let output = bench.run(&args);
        assert_eq!((stdout(&output), output.status.code()), ("", Some(2)));
        let message = format!("`: {message}\n");
        assert!(stderr(&output).ends_with(&message), "{}", stderr(&output));
    };
    let at = "(at 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABDEINT/ 0/0 0)";
    refused("true", "the command has ended");
    refused(
        "echo hi",
        "the first line is `hi` (write {\"protocol\": 1})",
    );
    refused(
        "echo '{\"protocol\":2}'",
        "protocol 2 (this version of lexc has protocol 1)",
    );
    let answers = |line: &str| format!("echo '{{\"protocol\":1}}'; read x; echo '{line}'");
    refused(
        "echo '{\"protocol\":1}'; read x",
        &format!("the command has ended {at}"),
    );
    for (line, message) in [
        ("x", "expected value at line 1 column 1"),
        ("{\"id\":1}", "no move"),
        (
            "{\"id\":2,\"move\":\"pass\"}",
            "not an answer to the position with the id 1",
        ),
        ("{\"id\":1,\"error\":\"no\"}", "error `no`"),
        (
            "{\"id\":1,\"move\":\"8H DEB\"}",
            "DEB on 8H is not in the lexicon",
        ),
    ] {
        refused(
            &answers(line),
            &format!("{message}, in the line `{line}` {at}"),
        );
    }
    let turns = [
        "selfplay",
        "x",
        "--games",
        "2",
        "--rules",
        "turns=3",
        "--players",
        "command,greedy",
        "--command",
        "true",
    ];
    assert_refused(
        &bench.run(&turns),
        "--players command: a program gets positions, which do not say how many turns are over (leave turns out of the rules)",
    );
    let count = [
        "selfplay",
        "x",
        "--games",
        "4",
        "--players",
        "greedy,command",
    ];
    assert_refused(
        &bench.run(&count),
        "--players has 1 command, and --command is given 0 times (give it once for each)",
    );
}
