//! `lexc play`: clocks, and several programs that change a record. `play.md` has the other tests.

use std::fs;
use std::io::Write as _;

use super::common::{Bench, done, stderr, stdout, wait_until};

/// Words of common tiles, so that there are plays on most turns.
const WORDS: &str =
    "AE\nAI\nEAT\nET\nIN\nIT\nNE\nON\nOR\nRE\nTA\nTEA\nTI\nTO\nTON\nNOT\nAR\nER\nES\nAS\nIS\nOS\n";

/// Runs a game with these orders.
fn play(bench: &Bench, args: &[&str], orders: &str) -> String {
    let args = [&["play", "x", "--seed", "7"], args].concat();
    done(&bench.run_with(&args, orders.as_bytes())).to_owned()
}

#[test]
fn a_record_that_another_program_has_changed_is_not_replaced() {
    let bench = Bench::with_image(WORDS);
    let mut child = bench.spawn(&["play", "x", "game.gcg", "--seed", "7"]);
    let mut orders = child.stdin.take().unwrap();
    let turns = || {
        let record = fs::read_to_string(bench.path("game.gcg")).unwrap_or_default();
        record.lines().filter(|line| line.starts_with('>')).count()
    };
    orders.write_all(b"pass\n").unwrap();
    wait_until(|| turns() == 2);
    bench.write("game.gcg", "another program's");
    orders.write_all(b"pass\npass\n").unwrap();
    drop(orders);
    let output = child.wait_with_output().unwrap();
    let text = stdout(&output);
    let moved = "game.gcg holds something else, so the game is now saved in game-2.gcg.";
    assert_eq!(text.matches(moved).count(), 1, "{text}");
    assert_eq!(bench.read("game.gcg"), b"another program's");
    let beside = String::from_utf8(bench.read("game-2.gcg")).unwrap();
    let turns = beside.lines().filter(|line| line.starts_with('>'));
    assert!(turns.count() >= 6, "{beside}");
}

// Files are locked on Unix only.
#[cfg(unix)]
#[test]
fn two_processes_on_one_record_lose_no_turn() {
    use std::io::Read as _;

    let bench = Bench::with_image(WORDS);
    play(&bench, &["game.gcg"], "pass\n");
    let start = String::from_utf8(bench.read("game.gcg")).unwrap();
    let mut children = [(); 2].map(|()| bench.spawn(&["play", "x", "game.gcg"]));
    let stdins = children.each_mut().map(|child| child.stdin.take().unwrap());
    // Both have read the record before either makes a move.
    let mut outputs = children
        .each_mut()
        .map(|child| child.stdout.take().unwrap());
    for output in &mut outputs {
        let mut text = Vec::new();
        while !String::from_utf8_lossy(&text).contains("opponent") {
            let mut byte = [0];
            output.read_exact(&mut byte).unwrap();
            text.extend(byte);
        }
    }
    for (mut stdin, number) in stdins.into_iter().zip(1..) {
        stdin.write_all("pass\n".repeat(number).as_bytes()).unwrap();
    }
    for (mut child, mut output) in children.into_iter().zip(outputs) {
        output.read_to_end(&mut Vec::new()).unwrap();
        assert!(child.wait().unwrap().success());
    }
    let turns = ["game.gcg", "game-2.gcg"].map(|name| {
        let record = String::from_utf8(bench.read(name)).unwrap();
        let lines = |text: &str| text.lines().filter(|line| line.starts_with('>')).count();
        lines(&record) - lines(&start)
    });
    assert!(turns == [2, 4] || turns == [4, 2], "{turns:?}");
}

/// Each new game draws other tiles if there is no `--seed`; a continued game draws the tiles of its record.
#[test]
fn a_game_continued_twice_draws_the_same_tiles() {
    let bench = Bench::with_image(WORDS);
    bench.run_with(&["play", "x", "game.gcg"], b"pass\n");
    let record = bench.read("game.gcg");
    let orders = b"exchange\npass\nhint\npass\n";
    let continued = [(); 2].map(|()| {
        bench.write("game.gcg", &record);
        done(&bench.run_with(&["play", "x", "game.gcg"], orders));
        bench.read("game.gcg")
    });
    assert_ne!(continued[0], record);
    assert_eq!(continued[0], continued[1]);
    let output = bench.run(&["play", "x", "game.gcg", "--seed", "1"]);
    let problem = "--seed 1: game.gcg has the seed ";
    assert!(stderr(&output).contains(problem), "{output:?}");
}

/// Sets the time that a player has used in a record.
fn use_time(bench: &Bench, clock: &str, used: &str) {
    let record = String::from_utf8(bench.read("game.gcg")).unwrap();
    let lines = record.lines().map(|line| match line.starts_with(clock) {
        true => format!("{} used={used}", line.split(" used=").next().unwrap()),
        false => line.to_owned(),
    });
    let lines: Vec<String> = lines.collect();
    bench.write("game.gcg", lines.join("\n"));
}

#[test]
fn a_continued_game_keeps_its_clocks_and_overtime_costs_points() {
    let bench = Bench::with_image(WORDS);
    let text = play(
        &bench,
        &["game.gcg", "--clock=20", "--max-overtime", "5:30"],
        "pass\n",
    );
    assert!(text.contains("\nclocks: you 20:00, lexc 20:00\n"), "{text}");
    let record = String::from_utf8(bench.read("game.gcg")).unwrap();
    for clock in [
        "\n#clock1 time=20:00 overtime=5:30 used=0:0",
        "\n#clock2 time=20:00 overtime=5:30 used=0:0",
    ] {
        assert!(record.contains(clock), "{record}");
    }
    use_time(&bench, "#clock1", "24:30");
    let text = play(&bench, &["game.gcg"], &"pass\n".repeat(40));
    assert!(text.contains("\nclocks: you -4:3"), "{text}");
    assert!(text.contains("\nyou: overtime -50\n"), "{text}");
    let record = String::from_utf8(bench.read("game.gcg")).unwrap();
    assert_eq!(record.matches(" (time) -50 ").count(), 1, "{record}");
    // The record replays with the points, and a continued game is over with the same result.
    let analysis = bench.run(&["analyze", "x", "game.gcg"]);
    assert_eq!((analysis.status.code(), stderr(&analysis)), (Some(0), ""));
    let result = |text: &str| {
        text.lines()
            .rfind(|line| line.starts_with("The game is over: "))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        result(&play(&bench, &["game.gcg"], "board\n")),
        result(&text)
    );
    let again = String::from_utf8(bench.read("game.gcg")).unwrap();
    assert_eq!(again, record);
}

#[test]
fn a_game_lost_on_time_stays_lost() {
    let bench = Bench::with_image(WORDS);
    play(&bench, &["--clock", "game.gcg"], "pass\n");
    use_time(&bench, "#clock2", "35:00.001");
    let text = play(&bench, &["game.gcg"], "pass\nundo\n");
    let lost = "the game is over: it was lost on time (start a new one)\n";
    assert_eq!(text.matches(lost).count(), 2, "{text}");
    assert!(text.contains(" Lost on time: lexc.\n"), "{text}");
    let text = play(&bench, &["game.gcg"], "analyze\n");
    assert!(
        text.contains("The page about the game is game.html.\n"),
        "{text}"
    );
}

#[test]
fn clocks_of_a_record_that_cannot_be_right_are_reported() {
    let bench = Bench::with_image(WORDS);
    play(&bench, &["game.gcg", "--clock=0:30"], "pass\n");
    for (args, problem) in [
        (
            &["--clock=0:31"][..],
            "--clock: game.gcg has the clock time=0:30 overtime=10:00 used=",
        ),
        (
            &["--clock=0:30", "--max-overtime", "1"],
            "--clock: game.gcg has the clock time=0:30 overtime=10:00",
        ),
        (
            &["--clock=game.gcg"],
            "not a time (write minutes, or minutes and seconds: 25 or 0:30)",
        ),
    ] {
        let output = bench.run(&[&["play", "x", "game.gcg"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(problem), "{output:?}");
    }
    done(&bench.run(&["play", "x", "game.gcg", "--clock=0:30"]));
    let output = bench.run(&["play", "x", "--clock", "15"]);
    assert!(
        stderr(&output).ends_with("(write --clock=15, or ./15 for the record)\n"),
        "{output:?}"
    );
    use_time(&bench, "#clock1", "99999999999:00");
    let output = bench.run(&["play", "x", "game.gcg"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains("game.gcg: warning: line 6, character 1: #clock1: "),
        "{text}"
    );
    assert!(text.contains(" is not a clock: ignored it\n"), "{text}");
    assert!(
        text.ends_with(
            "game.gcg: the clock of one player alone (write #clock1 and #clock2, or neither)\n"
        ),
        "{text}"
    );
}
