//! `lexc selfplay`.

use std::process::Output;

use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition};
use lexc_runtime::{Cgp, PlacedTile, Rack};
use serde_json::Value;

use super::common::{Bench, assert_keys, assert_refused, data, done, missing, stderr, stdout};

/// A bench with the image `x` of SCOWL-60.
fn bench() -> Bench {
    let bench = Bench::new();
    let list = data("words/scowl-60.txt");
    bench.build(&[&list, "-o", "x", "--name", "SCOWL-60"]);
    bench
}

/// A few short words: positions often have no play.
const FEW: &str = "AB\nAD\nDAB\nEX\nFAX\nQUA\nZO\n";

fn selfplay(bench: &Bench, args: &[&str]) -> Output {
    bench.run(&[&["selfplay", "x"], args].concat())
}

fn json(bench: &Bench, args: &[&str]) -> Value {
    let output = selfplay(bench, &[&["--json"], args].concat());
    serde_json::from_str(done(&output)).unwrap()
}

/// Removes the keys whose values depend on the search, the number of threads or the time.
fn of_all_searches(mut json: Value) -> Value {
    let object = json.as_object_mut().unwrap();
    for key in ["search", "algorithm", "threads"] {
        object.remove(key).unwrap();
    }
    let strip = |sums: &mut Value| {
        for key in ["time_us", "plays_found", "edges", "anchors", "edge_ranges"] {
            sums.as_object_mut().unwrap().remove(key);
        }
    };
    strip(&mut object["total"]);
    object["by_blanks"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(strip);
    json
}

const GAMES: [&str; 4] = ["--games", "5", "--seed", "1"];

#[test]
fn the_seed_decides_all_but_the_times() {
    let bench = bench();
    let run = |args: &[&str]| {
        let options = ["--positions", "p", "--force"];
        let json = json(&bench, &[&GAMES, &options[..], args].concat());
        (of_all_searches(json), bench.read("p"))
    };
    let first = run(&["--threads", "1"]);
    for args in [
        &["--threads", "1"][..],
        &["--threads", "2", "--all"],
        &["--threads", "5", "--best"],
        &["--algorithm", "dawg"],
        &["--algorithm", "gaddag"],
        &["--algorithm", "dawg", "--best", "--threads", "3"],
    ] {
        assert!(run(args) == first, "{args:?}");
    }
    // These figures are the same on every machine.
    let (statistics, _) = &first;
    assert_eq!(statistics["average_score"], 363.4);
    assert_eq!(statistics["total"]["moves"], 130);

    // The first five of 70 games are the same as five games alone.
    let more = [
        "--games",
        "70",
        "--seed",
        "1",
        "--threads",
        "1",
        "--positions",
        "more",
    ];
    done(&selfplay(&bench, &more));
    assert!(bench.read("more").starts_with(&first.1));
    let other = ["--games", "5", "--seed", "2", "--positions", "other"];
    done(&selfplay(&bench, &other));
    assert_ne!(bench.read("other"), first.1);
}

#[test]
fn parts_of_a_run_join_to_the_whole() {
    let bench = bench_with_leaves();
    let players = ["--players", "equity,greedy", "--leaves", "x.leaves"];
    for players in [&[][..], &players] {
        let positions = |first: &str, games: &str| {
            let numbers = ["--games", games, "--first-game", first];
            let options = ["--positions", "p", "--force"];
            let args = [players, &numbers, &options].concat();
            let report = json(&bench, &args);
            assert_eq!(report["games"].to_string(), games);
            bench.read("p")
        };
        let parts =
            [("0", "4"), ("4", "1"), ("5", "6")].map(|(first, games)| positions(first, games));
        assert!(parts.concat() == positions("0", "11"), "{players:?}");
    }
    let past_the_end = ["--games", "2", "--first-game", "18446744073709551614"];
    assert_refused(
        &selfplay(&bench, &past_the_end),
        "--first-game 18446744073709551614: 2 games from there exceed the last number, 18446744073709551614 (start earlier)",
    );
}

#[test]
fn the_text_is_the_same_except_for_times() {
    let bench = bench();
    // Removes the times: the last line, and the last column of the table with a row for each number of blanks.
    let text = |args: &[&str]| {
        let output = selfplay(&bench, &[&GAMES, args].concat());
        let lines = done(&output).lines().map(str::to_string);
        let mut lines: Vec<_> = lines.collect();
        let times = lines.pop();
        assert!(times.is_some_and(|line| line.starts_with("search time ")));
        let mut is_in_table = false;
        for line in &mut lines {
            is_in_table = line.ends_with("us/move") || is_in_table && !line.is_empty();
            if is_in_table {
                let end = line.rfind("  ").unwrap();
                line.truncate(line[..end].trim_end().len());
            }
        }
        lines.join("\n")
    };
    let one = text(&["--threads", "1"]);
    assert_eq!(text(&["--threads", "2"]), one);
    for head in [
        "plays/move  edges/move\n",
        "\nedges traversed ",
        "\nedges/move ",
        "\n0-255 ",
    ] {
        assert!(one.contains(head), "{head}: {one}");
    }
    assert!(!one.contains("anchors"));
    let gaddag = text(&["--algorithm", "gaddag"]);
    assert!(gaddag.contains("edges/move  anchors/move\n") && gaddag.contains("\nanchors used "));
    let expected = "\
SCOWL-60, 5 games, seed 1; the best play, algorithm gaddag

                    overall  per move
games                     5
average score        363.40
moves                   130
  plays made            130     1.000
    with the bonus        9     0.069
  exchanges               0     0.000
  passes                  0     0.000

rack      moves  points/move
all         130        27.95
no blank    120        26.95
1 blank      10        40.00
";
    assert_eq!(text(&["--best", "--algorithm", "gaddag"]), expected);
    let fastest = expected.replace("algorithm gaddag", "the fastest algorithm for each rack");
    assert_eq!(text(&["--best"]), fastest);
}

#[test]
fn the_sums_add_up_and_agree_with_the_positions() {
    let bench = bench();
    let help = bench.run(&["selfplay", "--help"]);
    let help = done(&help);
    let options = ["--games", "20", "--seed", "3", "--algorithm", "gaddag"];
    let all = json(&bench, &[&options[..], &["--positions", "p"]].concat());
    let heads = [
        "lexicon",
        "fingerprint",
        "games",
        "seed",
        "search",
        "algorithm",
        "average_score",
    ];
    assert_keys(
        &all,
        &[&heads[..], &["total", "by_blanks", "threads"]].concat(),
        help,
    );
    let sums = [
        "moves",
        "plays_made",
        "bingos",
        "exchanges",
        "passes",
        "points",
    ];
    let sums_found = [&sums[..], &["plays_found", "edges", "anchors"]].concat();
    let range = &all["total"]["edge_ranges"][0];
    assert_keys(range, &["first", "last", "moves"], help);
    let keys = [&sums_found[..], &["edge_ranges", "time_us"]].concat();
    assert_keys(&all["total"], &keys, help);
    let groups = all["by_blanks"].as_array().unwrap();
    for group in groups {
        assert_keys(group, &[&["blanks"], &keys[..]].concat(), help);
    }
    let number = |sums: &Value, key: &str| sums[key].as_u64().unwrap();
    for key in &sums_found {
        let sum: u64 = groups.iter().map(|group| number(group, key)).sum();
        assert_eq!(number(&all["total"], key), sum, "{key}");
    }
    for sums in groups {
        let turns = ["plays_made", "exchanges", "passes"].map(|key| number(sums, key));
        assert_eq!(number(sums, "moves"), turns.iter().sum::<u64>());
    }
    assert_eq!((&all["games"], &all["seed"]), (&20.into(), &3.into()));
    assert_eq!(
        (&all["lexicon"], &all["search"]),
        (&"SCOWL-60".into(), &"all".into())
    );

    let positions = String::from_utf8(bench.read("p")).unwrap();
    let moves = bench.run(&["moves", "x", "p", "--summary"]);
    let counts: Vec<Vec<u64>> = done(&moves)
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    let mut expected = vec![[0; 3]; 3];
    for (line, counts) in positions.lines().zip(&counts) {
        let rack = line.split(' ').nth(1).unwrap().split('/').next().unwrap();
        let group = &mut expected[rack.matches('?').count()];
        group[0] += 1;
        group[1] += counts[1];
        group[2] += counts[4];
    }
    assert_eq!(positions.lines().count(), counts.len());
    let mut found = vec![[0; 3]; 3];
    for group in groups {
        let blanks = usize::try_from(number(group, "blanks")).unwrap();
        found[blanks] = ["moves", "plays_found", "points"].map(|key| number(group, key));
    }
    assert_eq!(found, expected);
    let searches = |sums: &Value| {
        let ranges = sums["edge_ranges"].as_array().unwrap().iter();
        ranges.map(|range| number(range, "moves")).sum::<u64>()
    };
    for sums in groups.iter().chain([&all["total"]]) {
        assert_eq!(searches(sums), number(sums, "moves"));
    }
    let every_line = json(&bench, &[&options[..4], &["--all"]].concat());
    assert!(every_line["total"]["anchors"].is_null());
    assert!(number(&every_line["total"], "edges") < number(&all["total"], "edges"));

    let best = json(&bench, &[&options[..], &["--best"]].concat());
    assert_keys(&best["total"], &[&sums[..], &["time_us"]].concat(), help);
}

#[test]
fn each_turn_makes_the_best_play_and_keeps_the_tiles() {
    let bench = bench();
    done(&selfplay(
        &bench,
        &[&GAMES[..], &["--positions", "p"]].concat(),
    ));
    let best = bench.run(&["moves", "x", "p", "--top", "1"]);
    let scores: Vec<i32> = done(&best)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|solved| i32::try_from(solved["counts"]["best_score"].as_i64().unwrap()).unwrap())
        .collect();
    let english = lexc_compiler::alphabet::load("english")
        .unwrap()
        .encode()
        .unwrap();
    let english = Alphabet::from_bytes(&english).unwrap();
    let positions = String::from_utf8(bench.read("p")).unwrap();
    let positions: Vec<Cgp<'_>> = positions
        .lines()
        .map(|line| Cgp::parse(line, english).unwrap())
        .collect();
    let mut games = 0;
    for (index, cgp) in positions.iter().enumerate() {
        assert_eq!(cgp.operation("lex"), Some("SCOWL-60"));
        assert_eq!(cgp.operation("ld"), Some("english"));
        assert_conserved(cgp, english);
        if cgp.board().is_empty() && cgp.scores() == [0, 0] && cgp.zero_turns() == 0 {
            games += 1;
        } else {
            let before = &positions[index - 1];
            let &[on_turn, opponent] = before.scores() else {
                panic!("two players")
            };
            assert_eq!(cgp.scores(), &[opponent, on_turn + scores[index - 1]]);
            assert_eq!(cgp.rack(), before.opponent_rack());
        }
    }
    assert_eq!(games, 5);
}

/// Asserts that board and racks have no tile more often than the alphabet does. If a rack is not full, the bag is
/// empty, so board and racks must have all 100 tiles.
#[track_caller]
fn assert_conserved(cgp: &Cgp<'_>, alphabet: Alphabet<'_>) {
    let squares = cgp.board().dimensions().squares();
    let placed_tiles: Vec<PlacedTile> = squares
        .filter_map(|square| cgp.board().get(square))
        .collect();
    let racks = [cgp.rack(), cgp.opponent_rack()];
    let mut seen = 0;
    for tile in alphabet.tiles() {
        let on_board = placed_tiles
            .iter()
            .filter(|placed_tile| **placed_tile == PlacedTile::letter(tile))
            .count();
        let count = on_board + racks.iter().map(|rack| rack.count(tile)).sum::<usize>();
        assert!(
            count <= usize::from(alphabet.count(tile)),
            "{}",
            alphabet.text(tile)
        );
        seen += count;
    }
    let blanks = placed_tiles
        .iter()
        .filter(|placed_tile| placed_tile.is_blank())
        .count();
    let blanks = blanks + racks.iter().map(Rack::blanks).sum::<usize>();
    assert!(blanks <= 2);
    seen += blanks;
    assert!(seen == 100 || racks.iter().all(|rack| rack.len() == 7));
}

#[test]
fn players_without_a_play_exchange() {
    let bench = Bench::with_image(FEW);
    let found = json(&bench, &[&GAMES[..], &["--positions", "p"]].concat());
    let total = &found["total"];
    for key in ["plays_made", "exchanges"] {
        assert!(total[key].as_u64().unwrap() > 0, "{key}: {total}");
    }
    let positions = String::from_utf8(bench.read("p")).unwrap();
    let zero_turns = positions
        .lines()
        .map(|line| line.split(' ').nth(3).unwrap());
    let most = zero_turns.map(|turns| turns.parse::<u32>().unwrap()).max();
    assert_eq!(most, Some(5));
    // Positions do not name a lexicon without a name.
    assert!(positions.lines().all(|line| line.ends_with(" ld english;")));
    let text = selfplay(&bench, &["--games", "1", "--seed", "1"]);
    let head = "a lexicon without a name, 1 game, seed 1; all plays, algorithm every-line\n";
    assert!(done(&text).starts_with(head));
}

#[test]
fn positions_appear_whole_and_replace_files_only_by_force() {
    let bench = Bench::with_image(FEW);
    bench.write("p", "mine");
    let args = [&GAMES[..], &["--positions", "p"]].concat();
    let message = "p: exists already (replace it with --force)";
    assert_refused(&selfplay(&bench, &args), message);
    assert_eq!(bench.read("p"), b"mine");
    done(&selfplay(&bench, &[&args[..], &["-f"]].concat()));
    let positions = bench.read("p");
    assert!(positions.ends_with(b";\n"));
    assert_eq!(bench.names(), ["list", "p", "x"]);

    let message = "x: would replace an input (choose another output)";
    let image = [&GAMES[..], &["--force", "--positions", "x"]].concat();
    assert_refused(&selfplay(&bench, &image), message);
    // A failure after the check of the output's name leaves no file.
    bench.build(&["list", "-o", "x", "--only", "dawg", "--force"]);
    let later = [&GAMES[..], &["--algorithm", "gaddag", "--positions", "q"]].concat();
    let message =
        "the image has no GADDAG (choose another algorithm, or build the image with both automata)";
    assert_refused(&selfplay(&bench, &later), message);
    assert_eq!(bench.names(), ["list", "p", "x"]);

    // Standard output has nothing but the positions; the report goes to standard error.
    let output = selfplay(&bench, &[&GAMES[..], &["--positions", "-"]].concat());
    assert_eq!(output.stdout, positions);
    assert!(stderr(&output).starts_with(
        "a lexicon without a name, 5 games, seed 1; all plays, algorithm every-line\n"
    ));
    assert_eq!(output.status.code(), Some(0));
    let piped = bench.run_with(&["bench", "x", "-", "--passes", "1"], &output.stdout);
    assert!(done(&piped).contains("all plays, algorithm every-line"));
}

#[test]
fn the_image_may_come_from_standard_input() {
    let bench = Bench::with_image(FEW);
    let args = [&["selfplay", "-", "--json"], &GAMES[..]].concat();
    let output = bench.run_with(&args, &bench.read("x"));
    let found: Value = serde_json::from_str(done(&output)).unwrap();
    assert_eq!(
        of_all_searches(found),
        of_all_searches(json(&bench, &GAMES))
    );
}

#[test]
fn there_are_no_more_threads_than_games() {
    let bench = Bench::with_image(FEW);
    for (games, threads, found) in [("1", "256", 1), ("3", "2", 2)] {
        let args = ["--games", games, "--seed", "1", "--threads", threads];
        assert_eq!(json(&bench, &args)["threads"], found);
    }
}

#[test]
fn rules_come_from_flags() {
    let bench = Bench::with_image(FEW);
    bench.write("layout", "0, 0\n   \n   \n   ");
    let options = [
        "--layout",
        "layout",
        "--rack-size",
        "3",
        "--bingo-bonus",
        "1000",
        "--positions",
        "p",
    ];
    let found = json(
        &bench,
        &[&["--games", "100", "--seed", "1"], &options[..]].concat(),
    );
    let total = &found["total"];
    let bonus = 1000 * total["bingos"].as_i64().unwrap();
    assert!(bonus > 0);
    let points = total["points"].as_i64().unwrap() - bonus;
    assert!((0..1000 * 100).contains(&points), "{points}");
    let positions = String::from_utf8(bench.read("p")).unwrap();
    for line in positions.lines() {
        let (board, rest) = line.split_once(' ').unwrap();
        assert_eq!(board.split('/').count(), 3);
        let (rack, _) = rest.split_once('/').unwrap();
        assert!(rack.len() <= 3);
        assert!(line.ends_with(" bb 1000; etl 3;"), "{line}");
    }
    let moves = [
        "moves",
        "x",
        "p",
        "--layout",
        "layout",
        "--rack-size",
        "3",
        "--summary",
    ];
    done(&bench.run(&moves));
}

#[test]
fn the_super_alphabet_plays_on_the_super_board() {
    let bench = Bench::new();
    bench.write("list", FEW);
    bench.build(&["list", "-o", "x", "--alphabet", "english-super"]);
    let games = ["--games", "2", "--positions", "p"];
    done(&selfplay(&bench, &games));
    let positions = String::from_utf8(bench.read("p")).unwrap();
    for line in positions.lines() {
        let (board, _) = line.split_once(' ').unwrap();
        assert_eq!(board.split('/').count(), 21, "{line}");
        assert!(
            line.ends_with(" ld english-super; bdn SuperCrosswordGame;"),
            "{line}"
        );
    }
    done(&bench.run(&["moves", "x", "p", "--summary"]));
}

#[test]
fn a_blank_has_the_value_of_the_flag() {
    let bench = Bench::with_image(FEW);
    let position = format!("{}15 E?/ 0/0 0", "15/".repeat(14));
    // The best play places an E and a blank, or two blanks. It covers the start square, which doubles its score.
    for (rack, value, score) in [
        ("E?", "0", 2),
        ("E?", "5", 12),
        ("E?", "-3", -4),
        ("??", "8", 32),
    ] {
        let position = position.replace("E?", rack);
        let args = ["--blank-value", value, "--top", "1", "--json"];
        let output = bench.run(&[&["moves", "x", &position], &args[..]].concat());
        let found: Value = serde_json::from_str(done(&output)).unwrap();
        assert_eq!(found["plays"][0]["score"], score, "{rack} {value}");
        let play = found["plays"][0]["play"].as_str().unwrap();
        let ruling = bench.run(&[
            "judge",
            "x",
            &position,
            play,
            "--blank-value",
            value,
            "--json",
        ]);
        let ruling: Value = serde_json::from_str(done(&ruling)).unwrap();
        assert_eq!(ruling["plays"][0]["score"], score, "{rack} {value}");
    }
}

#[test]
fn alphabets_need_tiles_for_two_racks() {
    let bench = Bench::new();
    let tile = |text: &str, count| TileDefinition {
        text: text.to_string(),
        blank_text: text.to_lowercase(),
        value: 1,
        count,
        is_vowel: false,
    };
    for (count, blank_count, message) in [
        (
            0,
            1,
            "the alphabet has 1 tile in the bag (build the image with an alphabet that counts its tiles)",
        ),
        (
            2,
            1,
            "the alphabet has 5 tiles in the bag, and two racks of 7 take more (take --rack-size 2 or less)",
        ),
    ] {
        let alphabet = AlphabetDefinition {
            name: String::new(),
            tiles: vec![tile("A", count), tile("B", count)],
            blank_count,
            ..AlphabetDefinition::default()
        };
        let alphabet = alphabet.encode().unwrap();
        let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
        let words: [&[u8]; 2] = [&[1, 2], &[2, 1]];
        let options = lexc_compiler::CompileOptions::default();
        let compiled =
            lexc_compiler::compile_sorted(words.into_iter(), alphabet, &options).unwrap();
        bench.write("x", compiled.image);
        assert_refused(&selfplay(&bench, &GAMES), message);
    }
    done(&selfplay(
        &bench,
        &[&GAMES[..], &["--rack-size", "2"]].concat(),
    ));
}

#[test]
fn refuses_games_that_cannot_be_played() {
    let bench = Bench::with_image(FEW);
    let none = bench.run(&[&["selfplay", "none"], &GAMES[..]].concat());
    assert_refused(&none, &missing("none"));
    let layout = selfplay(&bench, &[&GAMES[..], &["--layout", "none"]].concat());
    assert_refused(
        &layout,
        "layout none: no such file, and no preset of this name (presets: standard super)",
    );
    let rack_size = selfplay(&bench, &[&GAMES[..], &["--rack-size", "22"]].concat());
    assert_refused(&rack_size, "--rack-size: a rack size of 22 (use 1 to 21)");
    let directory = selfplay(&bench, &[&GAMES[..], &["--positions", "."]].concat());
    assert_refused(
        &directory,
        ".: is a directory, not a file (name a file in it)",
    );
    let damaged = bench.run(&[&["selfplay", "list"], &GAMES[..]].concat());
    assert!(stderr(&damaged).starts_with("lexc: list: "));
    assert_eq!(damaged.status.code(), Some(2));
    for (args, message) in [
        (
            &["--games", "0", "--seed", "1"][..],
            "invalid value '0' for '--games <N>'",
        ),
        (
            &["--games", "1", "--seed", "-1"],
            "invalid value '-1' for '--seed <S>': a whole number from 0 to 18446744073709551615 is needed",
        ),
        (&["--seed", "1"], "--games <N>"),
        (
            &["--games", "1", "--seed", "1", "--threads", "0"],
            "invalid value '0' for '--threads <T>'",
        ),
        (
            &["--games", "1", "--seed", "1", "--threads", "257"],
            "invalid value '257' for '--threads <T>'",
        ),
        (
            &["--games", "1", "--seed", "1", "--all", "--best"],
            "cannot be used with",
        ),
        (
            &["--games", "1", "--seed", "1", "--force"],
            "--positions <FILE>",
        ),
    ] {
        let output = selfplay(&bench, args);
        assert!(
            stderr(&output).contains(message),
            "{args:?}: {}",
            stderr(&output)
        );
        assert_eq!((stdout(&output), output.status.code()), ("", Some(2)));
    }
}

/// The words of [`FEW`] as the image `x`, and leaves as `x.leaves`.
fn bench_with_leaves() -> Bench {
    let bench = Bench::with_image(&FEW.to_lowercase());
    bench.write("leaves.csv", "E,1.5\nS,8\n?,25\nQ,-9\n");
    bench.run(&["convert", "leaves.csv", "-o", "x.leaves"]);
    bench
}

#[test]
fn two_players_are_compared_on_any_number_of_threads() {
    let bench = bench_with_leaves();
    let run = |threads: &str| {
        let players = ["--players", "equity,greedy", "--leaves", "x.leaves"];
        let options = [
            "--games",
            "20",
            "--positions",
            "p",
            "--force",
            "--threads",
            threads,
        ];
        let report = json(&bench, &[&players[..], &options].concat());
        (report, String::from_utf8(bench.read("p")).unwrap())
    };
    let (report, positions) = run("1");
    assert_eq!(run("3"), (report.clone(), positions.clone()));
    let [equity, greedy] = [&report["players"][0], &report["players"][1]];
    assert_eq!(
        (&equity["player"], &greedy["player"]),
        (&"equity".into(), &"greedy".into())
    );
    let count = |value: &Value| value.as_u64().unwrap();
    assert_eq!(
        count(&equity["wins"]) + count(&greedy["wins"]) + count(&report["draws"]),
        20
    );
    let score = |player: &Value| player["average_score"].as_f64().unwrap();
    let spread = report["spread"].as_f64().unwrap();
    assert!((score(equity) - score(greedy) - spread).abs() < 1e-9);
    assert!(report["spread_error"].as_f64().unwrap() > 0.0);
    // Each game starts from an empty board.
    let empty = |line: &&str| {
        line.starts_with("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ") && line.contains(" 0/0 0")
    };
    let starts = positions.lines().filter(empty).count();
    assert!(starts >= 20, "{starts}");
    let output = selfplay(&bench, &["--games", "1", "--players", "greedy,greedy"]);
    assert!(done(&output).contains("greedy against greedy"));
    let players = ["--players", "rackh3,rackh1", "--leaves", "x.leaves"];
    let report = json(&bench, &[&players[..], &["--games", "4"]].concat());
    assert_eq!(report["players"][0]["player"], "rackh3");
    let players = ["--players", "minimax4,minimax2", "--leaves", "x.leaves"];
    let report = json(&bench, &[&players[..], &["--games", "2"]].concat());
    assert_eq!(report["players"][0]["player"], "minimax4");
    assert_eq!(report["players"][1]["player"], "minimax2");
}

#[test]
fn players_and_leaves_belong_together() {
    let bench = bench_with_leaves();
    for (args, message) in [
        (
            &["--players", "equity,sim"][..],
            "--players equity: needs leave values (add --leaves)",
        ),
        (&["--leaves", "x.leaves"], "--leaves needs --players"),
        (
            &["--players", "greedy,casual1", "--leaves", "x.leaves"],
            "no player uses the leave values of --leaves",
        ),
    ] {
        let output = selfplay(&bench, &[&["--games", "1"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}
