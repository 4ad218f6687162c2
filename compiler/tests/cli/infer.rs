//! The opponent's last move in `lexc sim`, `analyze`, `bot` and `play`.

use serde_json::{Value, json};

use super::common::{Bench, assert_refused, data, done};

/// A position after the play 8G AT.
const AFTER: &str = "15/15/15/15/15/15/15/6AT7/15/15/15/15/15/15/15 EINRST?/ 0/2 0";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.build(&[&data("words/scowl-60.txt"), "-o", "x"]);
    bench.write("positions", AFTER);
    bench
}

/// The arguments of a verb with the image and leaves.
fn run(bench: &Bench, verb: &str, args: &[&str]) -> std::process::Output {
    let leaves = data("leaves/scowl-60.leaves");
    bench.run(&[&[verb, "x", "--leaves", &leaves], args].concat())
}

#[test]
fn samples_draw_the_tiles_that_the_opponent_kept() {
    let bench = bench();
    let sim = |args: &[&str]| {
        let few = ["--samples", "32", "--candidates", "3", "--json"];
        let output = run(&bench, "sim", &[&few, args].concat());
        let result: Value = serde_json::from_str(done(&output)).unwrap();
        result["candidates"].clone()
    };
    let usual = sim(&[AFTER]);
    let [one, two] =
        ["1", "2"].map(|threads| sim(&[AFTER, "--last-move", "8g at", "--threads", threads]));
    assert_eq!(one, two);
    assert_ne!(one, usual);
    assert_ne!(sim(&[AFTER, "--last-move", "exchange 3"]), usual);

    for (last, place) in [
        ("8G CAT", "character 4: another tile is on 8G"),
        (
            "8H T",
            "character 1: no legal play leaves this position (put the tiles that were on the board before it in parentheses)",
        ),
    ] {
        let refused = run(&bench, "sim", &[AFTER, "--last-move", last]);
        assert_refused(&refused, &format!("position: --last-move: {place}"));
    }
    assert_refused(
        &run(&bench, "sim", &["positions", "--last-move", "pass"]),
        "--last-move: the move belongs to one position (give the position as an argument)",
    );
}

#[test]
fn each_face_has_the_same_switch() {
    let bench = bench();
    bench.write(
        "game.gcg",
        "#player1 ann Ann\n#player2 bob Bob\n>ann: AT 8G AT +4 4\n>bob: EINRST? 9H NITERS +6 6\n",
    );
    let judged = |args: &[&str]| {
        let usual = ["game.gcg", "--sim", "--samples", "32", "--json"];
        let output = run(&bench, "analyze", &[&usual, args].concat());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["turns"][1]["judgement"]["moves"].clone()
    };
    assert_ne!(judged(&["--infer"]), judged(&[]));

    let line = json!({"moves": ["8G AT"], "rack": "EINRST?", "samples": 32, "alternatives": 2});
    let leaves = data("leaves/scowl-60.leaves");
    let answer = |args: &[&str]| {
        let args = [&["bot", "x", "--leaves", &leaves], args].concat();
        let output = bench.run_with(&args, format!("{line}\n").as_bytes());
        let answer: Value = serde_json::from_str(done(&output).lines().nth(1).unwrap()).unwrap();
        answer["alternatives"].clone()
    };
    assert_ne!(answer(&["--infer"]), answer(&[]));

    assert_refused(
        &run(&bench, "play", &["--infer"]),
        "--infer: level 10 does not simulate (add --level 11)",
    );
}
