//! `lexc selfplay`: comparisons of runs. `selfplay.md` has the other tests.

use std::process::Output;

use lexc_formats::Alphabet;
use lexc_runtime::{Cgp, PlacedTile, Rack};
use serde_json::Value;

use super::common::{Bench, assert_keys, data, done};

/// A bench with the image `x` of SCOWL-60.
fn bench() -> Bench {
    let bench = Bench::new();
    let list = data("words/scowl-60.txt");
    bench.build(&[&list, "-o", "x", "--name", "SCOWL-60"]);
    bench
}

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
