//! `lexc judge`.

use serde_json::Value;

use super::common::{Bench, assert_keys, assert_refused, done, stderr, stdout};

const WORDS: &str = "RETSINA\nHEM\nRE\nEM\n";
const POSITION: &str = "15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT?S/ 66/0 0";

#[test]
fn words_are_acceptable_together() {
    let bench = Bench::with_image(WORDS);
    let output = bench.run(&["judge", "x", "retsina", "EM"]);
    assert_eq!(done(&output), "retsina yes\nEM yes\nacceptable\n");
    let output = bench.run(&["judge", "x", "retsina", "ME", "E-M"]);
    assert_eq!(
        stdout(&output),
        "retsina yes\nME no\nE-M no: `-` (U+002D) fits no tile\nnot acceptable\n"
    );
    assert_eq!(output.status.code(), Some(1));
    let output = bench.run(&["judge", "x", "--verdict", "EM", "ME"]);
    assert_eq!(stdout(&output), "not acceptable\n");
    let output = bench.run(&["judge", "x", "--json", "EM", "E-M"]);
    assert_eq!(
        stdout(&output),
        "{\"acceptable\":false,\"words\":[{\"word\":\"EM\",\"valid\":true},\
         {\"word\":\"E-M\",\"valid\":false,\"note\":\"`-` (U+002D) fits no tile\"}]}\n"
    );
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), ""));
}

#[test]
fn a_play_is_shown_with_its_words_score_and_leave() {
    let bench = Bench::with_image(WORDS);
    let expected = "\
9C HEM is legal
  word   at  tiles              times  points
  HEM    9C  H 4x2 + E 1 + M 3             12
  RE     D8  (R) 1 + E 1                    2
  EM     E8  (E) 1 + M 3                    4
  total                                    18
  leave AST?
";
    for play in [&["9C HEM"][..], &["9c", "HEM"]] {
        let output = bench.run(&[&["judge", "x", POSITION], play].concat());
        assert_eq!(done(&output), expected);
    }
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/";
    let output = bench.run(&["judge", "x", empty, "8D", "RETSINA"]);
    let bingo = "\
8D RETSINA is legal
  word     at  tiles                                      times  points
  RETSINA  8D  R 1x2 + E 1 + T 1 + S 1 + I 1 + N 1 + A 1     x2      16
  bingo                                                              50
  total                                                              66
  no leave
";
    assert_eq!(done(&output), bingo);
}

#[test]
fn one_illegal_play_of_several_decides_the_exit_code() {
    let bench = Bench::with_image(WORDS);
    let output = bench.run(&["judge", "x", POSITION, "9C HEM", "8D HEM", "K6 ME."]);
    let rulings = stdout(&output)
        .split("\n\n")
        .map(|ruling| ruling.lines().next());
    assert_eq!(
        rulings.collect::<Vec<_>>(),
        [
            Some("9C HEM is legal"),
            Some("8D HEM is not legal: 8D is occupied by R"),
            Some("K6 ME. is not legal: the word has a gap on 8K (place a tile there)"),
        ]
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_help_names_the_keys_of_the_objects() {
    let bench = Bench::with_image(WORDS);
    let help = bench.run(&["judge", "--help"]);
    let help = stdout(&help);
    let output = bench.run(&["judge", "x", "--json", "E-M"]);
    let words: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_keys(&words, &["acceptable", "words"], help);
    assert_keys(&words["words"][0], &["word", "valid", "note"], help);
    let output = bench.run(&["judge", "x", POSITION, "9C HAM", "--json"]);
    let plays: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_keys(&plays, &["acceptable", "cgp", "plays"], help);
    let play = &plays["plays"][0];
    let keys = [
        "play", "legal", "reason", "words", "bonus", "score", "leave",
    ];
    assert_keys(play, &keys, help);
    let keys = [
        "word",
        "coordinate",
        "valid",
        "tiles",
        "word_multiplier",
        "score",
    ];
    assert_keys(&play["words"][0], &keys, help);
    let keys = ["tile", "square", "placed", "value", "letter_multiplier"];
    assert_keys(&play["words"][0]["tiles"][0], &keys, help);
    assert_eq!(
        play["reason"],
        "HAM on 9C and RA on D8 are not in the lexicon"
    );
}

#[test]
fn refuses_unreadable_positions_and_plays() {
    let bench = Bench::with_image(WORDS);
    for (args, message) in [
        (
            &["games/x.cgp", "8D"][..],
            "position `games/x.cgp`: character 8, in board row 2: '.' is an unknown tile",
        ),
        (
            &[POSITION],
            "no play after the position (write one, such as 8D RETSINA)",
        ),
        (
            &[POSITION, "RETSINA"],
            "play `RETSINA`: character 1: a play starts with a square (write 8D for a word across, D8 for a word down)",
        ),
        (&[POSITION, "8D"], "play `8D`: character 3: missing word"),
    ] {
        assert_refused(&bench.run(&[&["judge", "x"], args].concat()), message);
    }
}

#[test]
fn a_brick_is_named_for_a_dot_as_for_a_tile() {
    let bench = Bench::with_image("EM\nREM\n");
    bench.write("layout", "0, 0\n  #  \n");
    for play in ["1B E.M", "1B EM"] {
        let output = bench.run(&["judge", "x", "5 EMR/ 0/0 0", play, "--layout", "layout"]);
        assert_eq!(
            stdout(&output),
            format!("{play} is not legal: 1C is a brick (words end before it)\n")
        );
    }
}
