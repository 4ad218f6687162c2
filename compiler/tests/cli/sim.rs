//! `lexc sim`.

use serde_json::Value;

use super::common::{Bench, done, stderr};

/// AR on the board, and CES on the rack.
const POSITION: &str = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 10/20 0";

fn bench() -> Bench {
    let bench = Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\n");
    bench.write("leaves.csv", "E,1.5\nS,8\n?,25\n");
    bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    bench.write("positions", format!("{POSITION}\n"));
    bench
}

#[test]
fn one_position_gives_a_table_of_candidates() {
    let bench = bench();
    let output = bench.run(&[
        "sim",
        "x",
        POSITION,
        "--leaves",
        "x.leaves",
        "--samples",
        "32",
    ]);
    let text = done(&output);
    let mut lines = text.lines();
    let heading: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    let columns = [
        "move", "score", "leave", "static", "equity", "+-", "win", "%", "+-", "samples",
    ];
    assert_eq!(heading, columns);
    assert!(lines.next().unwrap().ends_with("  32"), "{text}");
    assert!(text.contains("\n32 samples of 2 plies, "), "{text}");
    assert!(text.ends_with("dropped candidates have fewer samples (paired z-test, 99 %)\n"));
}

#[test]
fn the_seed_decides_the_result_and_threads_do_not() {
    let bench = bench();
    let run = |options: &[&str]| {
        let args = [
            "sim",
            "x",
            "positions",
            "--leaves",
            "x.leaves",
            "--samples",
            "64",
        ];
        done(&bench.run(&[&args, options].concat())).to_owned()
    };
    let one = run(&["--threads", "1"]);
    assert_eq!(run(&["--threads", "2"]), one);
    assert_ne!(run(&["--seed", "2"]), one);
    let result: Value = serde_json::from_str(&one).unwrap();
    let candidates = result["candidates"].as_array().unwrap();
    assert_eq!(result["rollouts"], 64 * candidates.len());
    let kept_s = candidates.iter().find(|one| one["leave"] == "S").unwrap();
    let score = kept_s["score"].as_f64().unwrap();
    assert_eq!(kept_s["static_equity"], score + 8.0);
}

#[test]
fn a_limit_of_time_ends_the_samples_and_the_output_says_so() {
    let bench = bench();
    let result = bench.run(&["sim", "x", "positions", "--time-limit", "0"]);
    let result: Value = serde_json::from_str(done(&result)).unwrap();
    assert_eq!(
        (&result["samples"], &result["ended_by"]),
        (&1.into(), &"time".into())
    );
    assert!(result["seconds"].as_f64().unwrap() < 60.0);
    let args = [
        "sim",
        "x",
        POSITION,
        "--time-limit",
        "60",
        "--samples",
        "32",
    ];
    let text = bench.run(&args);
    let (_, end) = done(&text).rsplit_once("\nended after ").unwrap();
    assert!(end.contains(" s: the samples were complete\n"), "{end}");
    let without = bench.run(&["sim", "x", "positions", "--samples", "32"]);
    let without: Value = serde_json::from_str(done(&without)).unwrap();
    assert_eq!(
        (&without["ended_by"], without.get("seconds")),
        (&"samples".into(), None)
    );
}

#[test]
fn tiles_of_the_opponent_must_be_unseen() {
    let position = POSITION.replace("CES/", "Z/Z");
    let output = bench().run(&["sim", "x", &position]);
    assert_eq!(
        stderr(&output).lines().last().unwrap(),
        "lexc: position: the opponent's rack has more of a tile than the alphabet has beyond the board and the rack of the player on turn (correct a rack, or write nothing after / if the opponent's rack is unknown)",
    );
}
