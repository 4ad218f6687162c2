//! `lexc endgame`.

use serde_json::{Value, json};

use super::common::{Bench, assert_refused, done, stderr, stdout};

/// The words of the image.
const WORDS: &str = "ar\nare\ncar\ncare\ncares\nscar\nscare\nscares\nes\n";

/// An A on the start square.
const ROWS: &str = "15/15/15/15/15/15/15/7A7/15/15/15/15/15/15/15";

/// SCARE goes out and gains 18: 16 points and twice the opponent's S. SCAR and then SCARE, with a pass of the opponent
/// between them, gain 23.
const OUT: &str = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/S 10/20 0";

/// No word has a Q or a Z, so both players pass.
const STUCK: &str = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 QQ/Z 0/0 0";

/// An image whose alphabet has no counts, so that a bag has no tiles.
fn bench() -> Bench {
    let bench = Bench::new();
    let tiles = [
        ('A', 1),
        ('C', 3),
        ('E', 1),
        ('Q', 10),
        ('R', 1),
        ('S', 1),
        ('Z', 10),
    ];
    let tiles = tiles.map(|(tile, value)| format!("{tile},{},0,{value},0\n", tile.to_lowercase()));
    bench.write("tiles", tiles.concat());
    bench.write("words", WORDS);
    bench.build(&["words", "-o", "x", "--alphabet", "tiles"]);
    bench.write("positions", format!("# two\n{OUT}\n{STUCK}\n"));
    bench
}

#[test]
fn one_position_gives_a_table_of_the_line_of_best_play() {
    let output = bench().run(&["endgame", "x", OUT]);
    assert_eq!(
        done(&output),
        "\
value +23, exact
final scores 33 and 20

move        player  score  rack
8D SCAR    on turn      7   CES
pass      opponent      0     S
8D SCARE   on turn     14     E

10 nodes, 1 turn deep
"
    );
}

#[test]
fn the_summary_has_values_and_best_moves() {
    let output = bench().run(&["endgame", "x", "positions", "--summary"]);
    assert_eq!(
        done(&output),
        "#position\tvalue\tplay\n1\t23\t8D SCAR\n2\t-10\tpass\n"
    );
}

#[test]
fn json_has_the_whole_line_and_the_final_scores() {
    let output = bench().run(&["endgame", "x", "positions"]);
    let results = done(&output).lines().map(serde_json::from_str);
    let results: Vec<Value> = results.collect::<Result<_, _>>().unwrap();
    assert_eq!(results[0]["final"], json!([33, 20]));
    let pass = |rack| json!({ "play": "pass", "score": 0, "rack": rack });
    let both = [pass("QQ"), pass("Z")];
    let six = both.iter().cycle().take(6).collect::<Vec<_>>();
    assert_eq!(results[1]["moves"], json!(six));
    let output = bench().run(&["endgame", "x", "positions", "--rules", "passes=2"]);
    let line = done(&output).lines().nth(1).unwrap();
    let result: Value = serde_json::from_str(line).unwrap();
    assert_eq!(result["moves"], json!(both));
}

#[test]
fn the_count_of_a_position_is_of_scoreless_turns() {
    // A pass after five scoreless turns ends the game.
    let position = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 QQ/Z 0/0 ";
    for (count, passes) in [("0", 6), ("1", 5), ("5", 1), ("9", 1)] {
        let output = bench().run(&["endgame", "x", "--json", &format!("{position}{count}")]);
        let result: Value = serde_json::from_str(done(&output)).unwrap();
        assert_eq!(result["moves"].as_array().unwrap().len(), passes);
        assert_eq!(
            (&result["value"], &result["exact"]),
            (&json!(-10), &json!(true))
        );
    }
}

#[test]
fn a_limit_makes_the_value_an_estimate() {
    // Both players have several plays.
    let position = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CEAR/SECAR 0/0 0";
    let args = ["endgame", "x", position, "--node-limit", "1"];
    let output = bench().run(&args);
    let (value, _) = done(&output).split_once('\n').unwrap();
    assert!(value.ends_with(", an estimate, because a limit has ended the search"));
    let output = bench().run(&[&args[..], &["--summary"]].concat());
    assert_eq!(stdout(&output).lines().count(), 2);
    assert_eq!(
        stderr(&output),
        "lexc: position 1: a limit has ended the search, so the value is an estimate\n"
    );
}

#[test]
fn a_line_that_a_limit_cuts_off_has_no_final_scores() {
    let bench = Bench::new();
    bench.write("tiles", "A,a,4,1,1\nB,b,1,3,0\nQ,q,1,10,0\n");
    bench.write("words", "AB\nBA\nAA\nABA\nBAB\nABAB\n");
    bench.build(&["words", "-o", "x", "--alphabet", "tiles"]);
    let position = "15/15/15/15/15/15/15/7AB6/15/15/15/15/15/15/15 Q/AAA 10/20 0";
    let output = bench.run(&["endgame", "x", position, "--node-limit", "1"]);
    assert!(!done(&output).contains("final scores"));
    let output = bench.run(&["endgame", "x", position, "--json", "--node-limit", "1"]);
    let result: Value = serde_json::from_str(done(&output)).unwrap();
    assert_eq!(
        (&result["final"], &result["exact"]),
        (&Value::Null, &Value::Bool(false))
    );
}

#[test]
fn the_opponent_has_the_unseen_tiles() {
    let bench = Bench::new();
    bench.write("tiles", "A,a,2,1,1\nB,b,2,3,0\n");
    bench.write("words", "ab\naba\n");
    bench.build(&["words", "-o", "x", "--alphabet", "tiles"]);
    let output = bench.run(&["endgame", "x", &format!("{ROWS} B"), "--json"]);
    let result: Value = serde_json::from_str(done(&output)).unwrap();
    assert_eq!(result["cgp"], format!("{ROWS} B/AB 0/0 0"));
    assert_refused(
        &bench.run(&["endgame", "x", &format!("{ROWS} /ABB")]),
        "position: the player on turn has no tiles (an end game needs both racks)",
    );
}

#[test]
fn warns_of_tiles_in_the_bag() {
    let bench = Bench::with_image(WORDS);
    let output = bench.run(&["endgame", "x", &format!("{ROWS} B/A")]);
    let expected = "lexc: warning: the bag would have 97 tiles (solved as if it were empty)\n";
    assert_eq!(stderr(&output), expected);
    assert_eq!(output.status.code(), Some(0));
}

/// An image whose bag has two As, two Bs and a C: on [`ROWS`], with a C on the rack, an A and two Bs are unseen.
fn bench_with_bag() -> Bench {
    let bench = Bench::new();
    bench.write("tiles", "A,a,2,1,1\nB,b,2,3,0\nC,c,1,2,0\n");
    bench.write("words", "ab\naba\nac\n");
    bench.build(&["words", "-o", "x", "--alphabet", "tiles"]);
    bench
}

#[test]
fn moves_are_ranked_with_tiles_in_the_bag() {
    let bench = bench_with_bag();
    let position = format!("{ROWS} C/ 0/0 0");
    let args = ["endgame", "x", &position, "--rack-size", "2"];
    assert_eq!(
        done(&bench.run(&args)),
        "\
move   score  leave  win %  spread  certainty
pass       0      C   33.3  -31.00  estimated
8H AC      3          33.3  -38.00      exact
H8 AC      3          33.3  -38.00      exact

1 tile in the bag, 3 orders

win % by the tiles in the bag:
bag  orders   pass  8H AC  H8 AC
B         2    0.0    0.0    0.0
A         1  100.0  100.0  100.0
"
    );
    let summary = bench.run(&[&args[..], &["--summary"]].concat());
    assert_eq!(done(&summary), "#position\tvalue\tplay\n1\t-31.00\tpass\n");
    let late = bench.run(&[&args[..], &["--time-limit", "0.0"]].concat());
    let expected = "\
1 tile in the bag, 3 orders
2 candidates left out, because a limit has ended the search
";
    assert!(done(&late).contains(expected));
}

#[test]
fn the_bag_may_have_up_to_four_tiles() {
    let bench = bench_with_bag();
    let position = format!("{ROWS} C/ 0/0 0");
    let args = ["endgame", "x", &position, "--rack-size", "1", "--json"];
    let ranked: Value = serde_json::from_str(done(&bench.run(&args))).unwrap();
    assert_eq!((&ranked["bag"], &ranked["orders"]), (&json!(2), &json!(6)));
    let best = json!({
        "play": "8H AC", "score": 53, "leave": "", "win_rate": 2.0 / 3.0, "spread": 19.0,
        "certainty": "estimated"
    });
    assert_eq!(ranked["candidates"][0], best);
    let position = format!("{ROWS} A");
    bench.write("tiles", "A,a,2,1,1\nB,b,6,3,0\n");
    bench.write("words", "ab\naba\n");
    bench.build(&["words", "-o", "y", "--alphabet", "tiles"]);
    assert_refused(
        &bench.run(&["endgame", "y", &position, "--rack-size", "1"]),
        "position: the bag has 5 tiles (leave up to 4, or give both racks)",
    );
}

#[test]
fn rules_are_read_from_text_or_a_file() {
    let bench = bench();
    bench.write("rules", "passes=2\nend=printed\n");
    let finals = |rules: &str| {
        let output = bench.run(&["endgame", "x", "--json", "--rules", rules, OUT]);
        let result: Value = serde_json::from_str(done(&output)).unwrap();
        result["final"].clone()
    };
    assert_eq!(finals("end=printed"), json!([32, 19]));
    assert_eq!(finals("@rules"), json!([32, 19]));
    assert_eq!(finals("end=tournament"), json!([33, 20]));
    let output = bench.run(&["endgame", "x", OUT, "--rules", "rack=7 size=7"]);
    let message = "rules, setting 2: unknown key (use board drawn rack place bonus blank values counts exchange swap scoreless passes end finish turns challenge)";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
    let output = bench.run(&["endgame", "x", OUT, "--rules", "rack=0"]);
    assert_refused(&output, "--rules: a rack size of 0 (use 1 to 21)");
    let output = bench.run(&["endgame", "x", OUT, "--rules", "@none"]);
    assert!(stderr(&output).contains("none"), "{}", stderr(&output));
    let output = bench.run(&["endgame", "x", OUT, "--rules", "rack=8", "--rack-size", "7"]);
    assert!(stderr(&output).contains("cannot be used with"));
}
