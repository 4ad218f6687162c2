//! `lexc play` with orders in lines of text.

use std::fs;
use std::io::{Read as _, Write as _};

use super::common::{Bench, assert_refused, done, stderr, stdout, wait_until};

/// Words of common tiles, so that there are plays on most turns.
const WORDS: &str =
    "AE\nAI\nEAT\nET\nIN\nIT\nNE\nON\nOR\nRE\nTA\nTEA\nTI\nTO\nTON\nNOT\nAR\nER\nES\nAS\nIS\nOS\n";

/// Runs a game with these orders.
fn play(bench: &Bench, args: &[&str], orders: &str) -> String {
    let args = [&["play", "x", "--seed", "7"], args].concat();
    done(&bench.run_with(&args, orders.as_bytes())).to_owned()
}

#[test]
fn a_game_is_played_to_its_end_and_its_record_is_sound() {
    let bench = Bench::with_image(WORDS);
    let text = play(&bench, &["game.gcg", "--second"], &"pass\n".repeat(40));
    let result = text
        .lines()
        .rfind(|line| line.starts_with("The game is over: you "));
    assert!(result.is_some(), "{text}");
    assert!(
        text.contains("the game is over (take a turn back"),
        "{text}"
    );
    let analysis = bench.run(&["analyze", "x", "game.gcg", "--html", "page.html"]);
    assert_eq!((analysis.status.code(), stderr(&analysis)), (Some(0), ""));
    // The order `analyze` writes the same page beside the record, once.
    let text = play(&bench, &["game.gcg"], "analyze\nanalyze\n");
    assert!(
        text.contains(
            "The page about the game is game.html.\ngame.html: exists already (move it first)\n"
        ),
        "{text}"
    );
    assert_eq!(bench.read("game.html"), bench.read("page.html"));
    let text = play(&bench, &["new.gcg"], "analyze\n");
    assert!(
        text.contains("the game is not over (analyze it then)"),
        "{text}"
    );
    let record = String::from_utf8(bench.read("game.gcg")).unwrap();
    assert!(
        record.contains("#player1 lexc") && record.contains("#player2 you"),
        "{record}"
    );
}

#[test]
fn a_resumed_game_is_the_same_as_an_uninterrupted_one() {
    let bench = Bench::with_image(WORDS);
    let orders = ["pass\nexchange A\npass\n", "pass\nundo\npass\npass\n"];
    let name = ["--name", "Ann Bell"];
    play(
        &bench,
        &[&["whole.gcg"], &name[..]].concat(),
        &orders.concat(),
    );
    // The record has the name, so the second part needs no option.
    play(&bench, &[&["parts.gcg"], &name[..]].concat(), orders[0]);
    play(&bench, &["parts.gcg"], orders[1]);
    assert_eq!(bench.read("whole.gcg"), bench.read("parts.gcg"));
}

#[test]
fn orders_that_cannot_be_obeyed_change_nothing() {
    let bench = Bench::with_image(WORDS);
    bench.write("taken", "");
    let orders = [
        ("8H ZZZ", "the rack has no Z left for 8"),
        ("8h zzz", "the rack has no Z left for 8"),
        ("9O AE", "the word leaves the board"),
        ("exchange", "name the tiles to exchange"),
        ("exchange ZZZ", "not all of them are on the rack"),
        ("exchange 9", "character 10: '9' is an unknown tile"),
        ("dance", "dance: no such order (help lists them)"),
        ("pass now", "write pass alone"),
        ("challenge", "phonies are refused when they are played"),
        ("undo", "there is no turn of yours to take back"),
        ("save", "name a file, such as save game.gcg"),
        ("save taken", "taken: exists already (choose another name)"),
        ("save no/such", "no/such"),
        ("save -", "standard output is for the game (name a file)"),
    ];
    for (order, problem) in orders {
        let text = play(&bench, &["game.gcg"], order);
        assert!(text.contains(problem), "{order}: {text}");
        let record = String::from_utf8(bench.read("game.gcg")).unwrap();
        assert!(!record.contains('>'), "{record}");
    }
    assert_eq!(bench.names(), ["game.gcg", "list", "taken", "x"]);
}

#[test]
fn hints_and_the_bag_are_shown_without_the_tiles_of_the_machine() {
    let bench = Bench::with_image(WORDS);
    let text = play(&bench, &[], "hint\nbag\nhelp\nboard\n");
    assert!(
        text.contains("The bag has 86 tiles. You don't see "),
        "{text}"
    );
    let hints = text
        .lines()
        .filter(|line| line.starts_with('8') || line.starts_with('H'));
    assert!(hints.count() >= 5, "{text}");
    assert!(
        text.lines()
            .any(|line| line.trim() == "opponent              0"),
        "{text}"
    );
}

#[test]
fn a_record_with_more_than_a_game_stays_and_its_game_is_saved_beside_it() {
    let bench = Bench::with_image(WORDS);
    play(&bench, &["game.gcg"], "pass\n");
    let record = bench.read("game.gcg");
    for (line, beside) in [
        ("#note A close game.", "game-2.gcg"),
        ("#clock1 24:10", "game-3.gcg"),
    ] {
        let foreign = [&record[..], line.as_bytes(), b"\n"].concat();
        bench.write("game.gcg", &foreign);
        let output = bench.run_with(&["play", "x", "game.gcg"], b"pass\n");
        assert!(
            stderr(&output).contains("has more than a saved game"),
            "{output:?}"
        );
        let moved = format!("game.gcg holds something else, so the game is now saved in {beside}.");
        assert!(stdout(&output).contains(&moved), "{output:?}");
        assert_eq!(bench.read("game.gcg"), foreign);
        assert!(bench.read(beside).len() > record.len());
    }
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

#[test]
fn two_processes_on_one_record_lose_no_turn() {
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

#[test]
fn a_record_keeps_the_rules_of_its_game() {
    let bench = Bench::with_image("AEILNRT\nAE\nAI\nEL\nIN\nLI\nNE\nRE\nTI\nER\n");
    let rules = [
        "--bingo-bonus",
        "99",
        "--rack-size",
        "2",
        "--challenge",
        "5",
    ];
    let whole = [&["play", "x", "whole.gcg", "--seed", "7"], &rules[..]].concat();
    done(&bench.run_with(&whole, b"pass\npass\n"));
    let parts = [&["play", "x", "parts.gcg", "--seed", "7"], &rules[..]].concat();
    done(&bench.run_with(&parts, b"pass\n"));
    done(&bench.run_with(&["play", "x", "parts.gcg"], b"pass\n"));
    let record = bench.read("parts.gcg");
    assert_eq!(bench.read("whole.gcg"), record);
    let text = str::from_utf8(&record).unwrap();
    assert!(
        text.contains("#rules board=standard rack=2 bonus=99 "),
        "{text}"
    );
    assert!(text.contains(" +10"), "{text}");
    // The same options agree with the record, others contradict it.
    done(&bench.run(&[&["play", "x", "parts.gcg"], &rules[..]].concat()));
    done(&bench.run(&["analyze", "x", "parts.gcg"]));
    for (args, kept) in [
        (
            &["play", "x", "parts.gcg", "--bingo-bonus", "50"][..],
            "bonus=99",
        ),
        (
            &["play", "x", "parts.gcg", "--rules", "bonus=99 rack=7"],
            "rack=2",
        ),
        (
            &["analyze", "x", "parts.gcg", "--bingo-bonus", "50"],
            "bonus=99",
        ),
    ] {
        let problem = format!(
            "parts.gcg: the game has the rules {kept}, unlike the options (leave the options out: the record keeps its rules)"
        );
        assert_refused(&bench.run(args), &problem);
    }
    assert_eq!(bench.read("parts.gcg"), record);
    // A board is drawn once.
    let drawn = [
        "play",
        "x",
        "drawn.gcg",
        "--seed",
        "7",
        "--rules",
        "rack=2 drawn=5",
    ];
    done(&bench.run_with(&drawn, b"pass\n"));
    done(&bench.run_with(&drawn, b"pass\n"));
}

/// Records of earlier versions keep no rules.
#[test]
fn points_that_do_not_fit_the_rules_are_the_reason_not_to_replace_a_record() {
    let bench = Bench::with_image("AEILNRT\nAE\nAI\nEL\nIN\nLI\nNE\nRE\nTI\nER\n");
    let rules = ["--bingo-bonus", "99", "--rack-size", "2"];
    let start = [&["play", "x", "game.gcg", "--seed", "7"], &rules[..]].concat();
    done(&bench.run_with(&start, b"pass\npass\n"));
    let text = String::from_utf8(bench.read("game.gcg")).unwrap();
    let old: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("#rules"))
        .collect();
    bench.write("game.gcg", old.join("\n"));
    let args = ["play", "x", "game.gcg", "--rack-size", "2"];
    let output = bench.run_with(&args, b"pass\n");
    let text = stderr(&output);
    assert!(
        text.contains("points or tiles that do not fit the rules of the options"),
        "{text}"
    );
    assert!(text.contains("warning: line "), "{text}");
    assert_eq!(bench.read("game.gcg"), old.join("\n").as_bytes());
    assert!(bench.path("game-2.gcg").exists());
}

#[test]
fn options_that_contradict_a_record_are_refused() {
    let bench = Bench::with_image(WORDS);
    play(&bench, &["game.gcg", "--name", "Ann Bell"], "pass\n");
    for (option, problem) in [
        (
            &["--name", "Bob"][..],
            "--name Bob: game.gcg has the player Ann Bell (leave the option out)",
        ),
        (
            &["--second"],
            "--second: in game.gcg, you are the first player (leave the option out)",
        ),
        (
            &["--seed", "8"],
            "--seed 8: game.gcg has the seed 7 (leave the option out)",
        ),
    ] {
        let args = [&["play", "x", "game.gcg"], option].concat();
        assert_refused(&bench.run(&args), problem);
    }
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

/// A record whose file is a pipe is refused; opening it would wait for a writer.
#[cfg(unix)]
#[test]
fn a_record_is_a_regular_file() {
    let bench = Bench::with_image(WORDS);
    let made = std::process::Command::new("mkfifo")
        .arg(bench.path("game.gcg"))
        .status();
    assert!(made.unwrap().success());
    let output = bench.run(&["play", "x", "game.gcg"]);
    let problem = "game.gcg: not a regular file (choose another name)";
    assert_refused(&output, problem);
}

#[test]
fn games_that_cannot_start_are_refused() {
    let bench = Bench::with_image(WORDS);
    bench.write("bad.gcg", ">a: AB 8H AB");
    for (args, problem) in [
        (&["-"][..], "standard input is for the game"),
        (&["x", "--leaves", "-"], "standard input is for the game"),
        (&["x", "-"], "the record is a file"),
        (&["x", "--level", "10"], "level 10 needs leave values"),
        (&["x", "--name", "lexc"], "a name other than lexc is needed"),
        (
            &["x", "--bingo-bonus", "100000000"],
            "a player might score more than 1,000,000,000 points",
        ),
        (&["x", "bad.gcg"], "bad.gcg: line 1"),
        (&["x", "no/such.gcg"], "no/such.gcg"),
    ] {
        let output = bench.run(&[&["play"], args].concat());
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
        assert!(stderr(&output).contains(problem), "{output:?}");
    }
}

#[test]
fn the_form_of_final_points_is_that_of_the_record_and_its_encoding_can_be_named() {
    let bench = Bench::new();
    bench.write("ab.csv", "А,а,2,1,1\nБ,б,2,3,0\n");
    bench.write("words", "АБ\n");
    bench.build(&["words", "-o", "x", "--alphabet", "ab.csv"]);
    let args = "play x game.gcg --lines --rack-size 2 --bingo-bonus 0 --encoding windows-1251";
    let args: Vec<&str> = args.split(' ').collect();
    for (points, result) in [
        (
            "+4 12\n>bob: \u{c0}\u{c1} (\u{c0}\u{c1}) -4 -4",
            "ann 12, bob -4",
        ),
        ("+8 16", "ann 16, bob 0"),
    ] {
        let record = format!(
            "#player1 ann\n#player2 bob\n>ann: \u{c0}\u{c1} 8H \u{c0}\u{c1} +8 8\n>ann: (\u{c0}\u{c1}) {points}\n"
        );
        let record: Vec<u8> = record.chars().map(|c| c as u8).collect();
        bench.write("game.gcg", record);
        let output = bench.run_with(&args, b"quit\n");
        assert!(
            stdout(&output).contains(result),
            "{}{}",
            stdout(&output),
            stderr(&output)
        );
    }
    let output = bench.run_with(&args[..args.len() - 2], b"quit\n");
    let message = "'À' is an unknown tile (the record was read as windows-1252; name another encoding with --encoding";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
}
