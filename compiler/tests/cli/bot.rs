//! `lexc bot`.

use std::env;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::common::{Bench, assert_refused, done};

/// AR on the board, and CES on the rack.
const POSITION: &str = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 10/20 0";

fn bench() -> Bench {
    let bench = Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\n");
    bench.write("leaves.csv", "E,1.5\nS,8\n?,25\n");
    bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    bench
}

/// The lines of a bot with these options that reads these lines, the first line left out.
fn replies(bench: &Bench, options: &[&str], lines: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    let args = [&["bot", "x"], options].concat();
    let output = bench.run_with(&args, lines.concat().as_bytes());
    let mut lines = done(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let hello: Value = lines.next().unwrap();
    assert_eq!(
        (&hello["bot"], &hello["protocol"]),
        (&json!("lexc"), &json!(1))
    );
    lines
        .map(|mut reply: Value| {
            // The times differ.
            reply.as_object_mut().unwrap().remove("seconds");
            reply
        })
        .collect()
}

const LEAVES: [&str; 2] = ["--leaves", "x.leaves"];

#[test]
fn each_position_is_answered_in_order_with_the_best_move() {
    let bench = bench();
    let solved = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CE/S 10/20 0";
    // No tile is in the bag.
    let counts = ('A'..='Z').chain(['?']).map(|tile| {
        let count = u8::from("ACERS".contains(tile));
        format!("{tile}:{count}")
    });
    let rules = format!("counts={}", counts.collect::<Vec<_>>().join(","));
    let lines = [
        json!({"id": [1], "cgp": POSITION, "samples": 32, "alternatives": 1}),
        json!({"moves": ["8G AR", "exchange 2", "pass"], "rack": "CES", "opponent": "S", "samples": 32}),
        json!({"id": "end", "cgp": solved, "rules": rules}),
    ];
    let found = replies(&bench, &LEAVES, &lines);
    assert_eq!(found.len(), 3);
    assert_eq!(
        (&found[0]["id"], &found[0]["move"]),
        (&json!([1]), &json!("8E CARE"))
    );
    assert_eq!(found[0]["ranked_by"], "simulation");
    assert_eq!(
        (&found[0]["samples"], &found[0]["exact"]),
        (&json!(32), &Value::Null)
    );
    assert_eq!(found[0]["alternatives"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&found[1]["id"], &found[1]["move"]),
        (&Value::Null, &json!("8F CAR"))
    );
    assert_eq!(
        found[2],
        json!({
            "id": "end", "move": "8E CARE", "ranked_by": "endgame", "value": 14.0, "exact": true, "line": ["8E CARE"],
            "win_rate": null, "samples": null, "alternatives": [],
        })
    );
    // The player on turn has no leave values.
    let greedy = replies(&bench, &[], &lines[..1]);
    assert_eq!(
        (&greedy[0]["ranked_by"], &greedy[0]["value"]),
        (&json!("score"), &json!(16.0))
    );
}

#[test]
fn moves_count_the_turns_and_exchanges_without_names_are_checked() {
    let bench = bench();
    let after = |moves: Value, rules: &str| json!({"moves": moves, "rack": "CES", "rules": rules});
    let found = replies(
        &bench,
        &LEAVES,
        &[
            // The last turn of the game: tiles that are kept count no points.
            after(json!(["8G CAR"]), "turns=1 end=none"),
            after(json!(["8G CAR", "exchange 0"]), ""),
            after(json!(["8G CAR", "exchange 8"]), ""),
            after(json!(["pass", "pass"]), "passes=2"),
        ],
    );
    let best = &found[0];
    assert_eq!(
        (&best["move"], &best["win_rate"]),
        (&json!("F7 ES"), &json!(0.0))
    );
    let message =
        "no tiles to exchange, or not all of them are on the rack (name tiles of the rack)";
    for (reply, text) in [(&found[1], "exchange 0"), (&found[2], "exchange 8")] {
        assert_eq!(reply["error"], format!("move 2, `{text}`: {message}"));
    }
    assert_eq!(found[3]["error"], "the game is over after the moves");
}

#[test]
fn the_same_line_gives_the_same_answer_on_any_number_of_threads() {
    let bench = bench();
    let line = |seed: u64| json!({"cgp": POSITION, "seed": seed, "samples": 64, "alternatives": 3});
    let on = |threads, seed| {
        replies(
            &bench,
            &[&LEAVES[..], &["--threads", threads]].concat(),
            &[line(seed)],
        )
    };
    assert_eq!(on("1", 4), on("3", 4));
    assert_ne!(on("1", 4), on("1", 5));
}

#[test]
fn a_stop_ends_the_searches_of_the_positions_before_it() {
    let bench = bench();
    let long = json!({"cgp": POSITION, "seconds": 86_400});
    let options = [&LEAVES[..], &["--player", "sim"]].concat();
    let found = replies(
        &bench,
        &options,
        &[
            long.clone(),
            long,
            json!({"stop": true}),
            json!({"cgp": POSITION, "clock": 0}),
        ],
    );
    assert_eq!(found.len(), 3);
    for reply in &found {
        assert_eq!(reply["ranked_by"], "simulation");
    }
    // A clock of 0 leaves time for one sample.
    assert_eq!(found[2]["samples"], 1);
}

#[test]
fn a_bad_line_gets_an_error_and_the_next_one_an_answer() {
    let bench = bench();
    let long = format!("{{\"cgp\": \"{}\"}}\n", "x".repeat(2 << 20));
    let lines: [(&str, &str, &str); 14] = [
        (
            "{\"cgp\"",
            "line",
            "not JSON: EOF while parsing an object at line 1 column 6",
        ),
        (
            "\u{fffd}",
            "line",
            "not JSON: expected value at line 1 column 1",
        ),
        (&long, "line", "more than 1048576 bytes in a line"),
        ("[1]", "request", "not an object (write {\"cgp\": \"...\"})"),
        ("{\"id\": 1}", "request", "no position (give cgp or moves)"),
        (
            "{\"id\": 1, \"cgp\": 1}",
            "request",
            "invalid type: integer `1`, expected a string at line 1 column 18",
        ),
        (
            "{\"cgp\": \"x\", \"seconds\": -1}",
            "request",
            "a number of seconds, 0 or more, is needed at line 1 column 27",
        ),
        (
            "{\"moves\": []}",
            "request",
            "rack and opponent go with moves: give the rack after the moves, and in cgp the racks of its own position",
        ),
        (
            "{\"cgp\": \"x\", \"samples\": 0}",
            "request",
            "samples: a whole number from 1 to 1073741824 is needed",
        ),
        (
            "{\"cgp\": \"x\", \"rules\": \"rak=8\"}",
            "rules",
            "rules, setting 1: unknown key (use board drawn rack place bonus blank values counts exchange swap scoreless passes end finish turns challenge)",
        ),
        (
            "{\"cgp\": \"x\"}",
            "position",
            "character 2: no rack after the board (write / for an unknown rack)",
        ),
        (
            "{\"cgp\": \"1/1 A/ 0/0 0\"}",
            "position",
            "no preset layout has 2 x 1 squares (give a layout file with --layout)",
        ),
        (
            "{\"moves\": [\"8H CAR\", \"pass\", \"8A B\"], \"rack\": \"A\"}",
            "moves",
            "move 3, `8A B`: the play is not adjacent to a tile on the board",
        ),
        (
            "{\"moves\": [\"8H QQQ\"], \"rack\": \"A\"}",
            "moves",
            "move 1, `8H QQQ`: the rack has no Q left for 8I",
        ),
    ];
    let text: String = lines
        .iter()
        .map(|(line, ..)| format!("{}\n\n", line.trim_end()))
        .collect();
    let output = bench.run_with(
        &["bot", "x"],
        (text + &json!({"cgp": POSITION}).to_string()).as_bytes(),
    );
    let found: Vec<Value> = done(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for ((line, kind, message), reply) in lines.iter().zip(&found[1..]) {
        assert_eq!(
            (&reply["kind"], &reply["error"]),
            (&json!(kind), &json!(message)),
            "{}",
            &line[..20.min(line.len())]
        );
    }
    assert_eq!((found.len(), &found[15]["move"]), (16, &json!("8D SCARE")));
}

#[test]
fn a_player_that_needs_leaves_is_refused_without_them() {
    let bench = bench();
    let output = bench.run_with(&["bot", "x", "--player", "sim"], b"");
    assert_refused(&output, "--player sim: needs leave values (add --leaves)");
    let output = bench.run_with(&["bot", "-"], b"");
    assert_refused(
        &output,
        "image and requests can't both come from standard input (name a file for one)",
    );
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
