//! `lexc analyze`: judgements and pages. `analyze.md` has the other tests.

use serde_json::Value;

use super::common::{Bench, done, stderr, stdout};

/// A game with a note, a phony that is withdrawn, a pass, and a last play with an incomplete rack and wrong points.
const GAME: &str = "#player1 ann Ann <b>Bell\n#player2 bob Bob\n#title Round & 1\n\
    >ann: ACERSTZ 8F CAR +10 10\n#note Or CARES.\n>bob: ABDEFGI 7G BAD +14 14\n>bob: ABDEFGI -- -14 0\n\
    >ann: EOUSTVZ - +0 10\n>bob: ES 8F ...ES +9 9\n";

fn bench() -> Bench {
    let bench = Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\n");
    bench.write("game.gcg", GAME);
    bench
}

fn analyze(bench: &Bench, args: &[&str]) -> Value {
    let output = bench.run(&[&["analyze", "x", "game.gcg", "--json"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_str(stdout(&output)).unwrap()
}

#[test]
fn moves_with_a_known_rack_are_compared_with_the_best_one() {
    let bench = bench();
    let report = analyze(&bench, &[]);
    let turns = report["turns"].as_array().unwrap();
    let kinds: Vec<_> = turns
        .iter()
        .map(|turn| turn["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["play", "play", "withdrawal", "pass", "play"]);
    // The best move is the first play of `lexc moves`; an exchange if no play is possible.
    for turn in turns.iter().filter(|turn| !turn["judgement"].is_null()) {
        let cgp = turn["cgp"].as_str().unwrap();
        let moves = bench.run(&["moves", "x", cgp, "--top", "1", "--json"]);
        let moves: Value = serde_json::from_str(stdout(&moves)).unwrap();
        let best = moves["plays"].as_array().unwrap().first();
        let expected = best.map_or("exchange", |best| best["play"].as_str().unwrap());
        let found = turn["judgement"]["best"]["play"].as_str().unwrap();
        assert!(found.starts_with(expected), "{found} {expected}");
    }
    let judgement = &turns[0]["judgement"];
    assert_eq!(judgement["best"]["play"], "8D CARES");
    assert_eq!(
        (&judgement["equity"], &judgement["lost"]),
        (&10.0.into(), &10.0.into())
    );
    assert_eq!(turns[0]["note"], "Or CARES.");
    // A withdrawn play counts as a pass.
    let withdrawn = &turns[1]["judgement"];
    assert_eq!(
        (&turns[1]["withdrawn"], &turns[2]["withdrawn"]),
        (&true.into(), &false.into())
    );
    assert_eq!(
        (&withdrawn["phonies"][0], &withdrawn["equity"]),
        (&"BAD".into(), &0.0.into())
    );
    let moves = judgement["moves"].as_array().unwrap();
    assert_eq!(moves[0]["play"], "8D CARES");
    let made: Vec<_> = moves.iter().filter(|one| one["made"] == true).collect();
    assert!(matches!(made[..], [one] if one["play"] == "8F CAR" && one["equity"] == 10.0));
    // Its rank is known, even though it is not one of the best moves.
    assert!(made[0]["rank"].as_u64() > Some(1), "{made:?}");
    assert_eq!(
        (&turns[4]["judgement"], &turns[4]["points"]),
        (&Value::Null, &7.into())
    );
    let players = report["players"].as_array().unwrap();
    assert_eq!(
        (&players[1]["phonies"], &players[1]["total"]),
        (&1.into(), &7.into())
    );
    assert_eq!(
        (&players[0]["name"], &players[0]["turns"]),
        (&"Ann <b>Bell".into(), &2.into())
    );
    let warnings = report["warnings"].to_string();
    assert!(
        warnings.contains("9 points written: replaced by 7"),
        "{warnings}"
    );
}

#[test]
fn each_turn_says_how_its_moves_are_compared() {
    let bench = bench();
    let [plain, simulated] =
        [&[][..], &["--sim", "--samples", "32"]].map(|args| analyze(&bench, args));
    let first = |report: &Value| report["turns"][0]["judgement"].clone();
    let (plain, simulated) = (first(&plain), first(&simulated));
    assert_eq!(plain["ranked_by"], "equity");
    assert_eq!(simulated["ranked_by"], "simulation");
    // Best move and points lost are those of the ranking.
    assert_eq!(simulated["best"]["play"], simulated["sim_best"]);
    let number = |key: &str| simulated[key].as_f64().unwrap();
    let lost = (number("best_sim_equity") - number("sim_equity")).max(0.0);
    assert!((number("lost") - lost).abs() < 0.001, "{simulated}");
    let table = bench.run(&["analyze", "x", "game.gcg"]);
    assert!(
        stdout(&table).contains("8D CARES  10.0  equity"),
        "{table:?}"
    );
}

#[test]
fn moves_are_ranked_over_every_order_with_a_tile_in_the_bag() {
    let bench = Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\n");
    // 11 tiles, so that the bag has one at first.
    bench.write(
        "few.csv",
        "A,a,2,1,1\nC,c,1,3,0\nE,e,4,1,1\nR,r,2,1,0\nS,s,2,1,0\n",
    );
    bench.build(&["list", "-o", "y", "--alphabet", "few.csv"]);
    bench.write(
        "game.gcg",
        "#player1 ann Ann\n#player2 bob Bob\n>ann: ACERS 8F CAR +10 10\n",
    );
    let args = ["analyze", "y", "game.gcg", "--rack-size", "5", "--sim"];
    let run = |more: &[&str]| {
        let output = bench.run(&[&args[..], more].concat());
        done(&output).to_owned()
    };
    let json = run(&["--json", "--threads", "1"]);
    assert_eq!(run(&["--json", "--threads", "3"]), json);
    let report: Value = serde_json::from_str(&json).unwrap();
    let judgement = &report["turns"][0]["judgement"];
    let number = |key: &str| judgement[key].as_f64().unwrap();
    assert_eq!(
        (&judgement["exact"], &judgement["sim_best"]),
        (&true.into(), &Value::Null)
    );
    let cgp = report["turns"][0]["cgp"].as_str().unwrap();
    let ranked = bench.run(&["endgame", "y", cgp, "--rack-size", "5", "--json"]);
    let ranked: Value = serde_json::from_str(done(&ranked)).unwrap();
    assert_eq!(judgement["best"]["play"], ranked["candidates"][0]["play"]);
    assert_eq!(judgement["ranked_by"], "pre-endgame");
    assert_eq!(judgement["best_value"], ranked["value"]);
    assert_eq!(judgement["best_win_rate"], ranked["win_rate"]);
    let lost = number("best_value") - number("value");
    assert!(
        (number("lost") - lost.max(0.0)).abs() < 0.001 && lost > 0.0,
        "{judgement}"
    );
    assert_eq!(
        number("win_rate_lost"),
        number("best_win_rate") - number("win_rate")
    );
    let text = run(&[]);
    assert!(
        text.contains("; wins ") || text.contains("  wins "),
        "{text}"
    );
    run(&["--html", "page.html"]);
    let page = String::from_utf8(bench.read("page.html")).unwrap();
    let turn = sections(&page).next().unwrap();
    assert!(
        turn.contains("Value</th>") && turn.contains("Wins</th>") && !turn.contains("Simulated")
    );
    let columns = turn.matches("<th").count();
    for row in turn.split("<tr").skip(2) {
        assert_eq!(row.matches("<td").count(), columns, "{row}");
    }
}

#[test]
fn the_page_is_one_file_with_boards_and_without_markup_of_the_record() {
    let bench = bench();
    let run = |options: &[&str]| {
        bench.run(
            &[
                &["analyze", "x", "game.gcg", "--html", "page.html"],
                options,
            ]
            .concat(),
        )
    };
    assert_eq!(run(&[]).status.code(), Some(0));
    let page = String::from_utf8(bench.read("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(
        page.contains("<h1>Round &amp; 1</h1>") && page.contains("Ann &lt;b&gt;Bell"),
        "{page}"
    );
    // The only script is that of lexc, and nothing is fetched.
    assert!(!page.contains("<b>") && !page.contains("http") && !page.contains(" src="));
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(page.contains("<li><a href=\"#turn-1\">1. Ann &lt;b&gt;Bell: 8F CAR</a>"));
    // One board for each move, but no board for the withdrawal. All four boards refer to one definition of the empty
    // board.
    assert_eq!(page.matches("<section").count(), 5);
    assert_eq!(page.matches("<svg class=\"board\"").count(), 4);
    assert_eq!(page.matches("<use href=\"#board\"/>").count(), 4);
    assert_eq!(page.matches("<g id=\"board\">").count(), 1);
    assert!(page.contains("Lost: <span class=\"lost\">10.0</span>"));
    assert!(page.contains("<p>Or CARES.</p>") && page.contains("<polyline"));
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("page.html"), "{}", stderr(&output));
    assert_eq!(run(&["--force"]).status.code(), Some(0));
}

/// The turns of a page.
fn sections(page: &str) -> impl Iterator<Item = &str> {
    let sections = page.split("<section").skip(1);
    sections.filter_map(|section| Some(section.split_once("</section>")?.0))
}

/// The codes of the tiles that an SVG of a page refers to, in order.
fn tiles(svg: &str) -> Vec<&str> {
    let uses = svg.split("<use href=\"#t").skip(1);
    uses.map(|rest| rest.split_once('"').unwrap().0).collect()
}

#[test]
fn the_page_shows_each_board_with_the_placed_tiles_marked() {
    let bench = bench();
    let output = bench.run(&["analyze", "x", "game.gcg", "--html", "page.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = String::from_utf8(bench.read("page.html")).unwrap();
    let boards = page.split("<svg class=\"board\"").skip(1);
    let boards: Vec<_> = boards
        .map(|rest| rest.split_once("</svg>").unwrap().0)
        .collect();
    // Tiles by their codes, from A = 1. BAD is withdrawn, the pass places nothing, and CARES extends CAR.
    let expected: [(&[&str], &[&str]); 4] = [
        (&[], &["3", "1", "18"]),
        (&["3", "1", "18"], &["2", "1", "4"]),
        (&["3", "1", "18"], &[]),
        (&["3", "1", "18"], &["5", "19"]),
    ];
    for (board, (before, placed)) in boards.iter().zip(expected) {
        let (shown, marked) = match board.split_once("<g class=\"placed\">") {
            Some((shown, marked)) => (shown, marked),
            None => (*board, ""),
        };
        assert_eq!((&tiles(shown)[..], &tiles(marked)[..]), (before, placed));
    }
    // Each reference has exactly one target.
    for reference in page.split("<use href=\"#").skip(1) {
        let id = reference.split_once('"').unwrap().0;
        assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
}

#[test]
fn the_page_has_a_table_of_the_best_moves_and_the_move_made() {
    let bench = bench();
    let report = analyze(&bench, &["--html", "page.html", "--sim", "--samples", "32"]);
    let page = String::from_utf8(bench.read("page.html")).unwrap();
    let sections: Vec<_> = sections(&page).collect();
    for (turn, section) in report["turns"].as_array().unwrap().iter().zip(sections) {
        let judgement = &turn["judgement"];
        assert_eq!(section.contains("<table>"), judgement.is_object());
        let Some(moves) = judgement["moves"].as_array() else {
            continue;
        };
        let rows: Vec<_> = section.split("<tr").skip(2).collect();
        // The page has one line for each idea, and one for the move made.
        let mut ranks = Vec::new();
        let shown = moves.iter().filter(|one| {
            let rank = (one["made"] == false).then(|| one["rank"].clone());
            let is_new = !ranks.contains(&rank);
            ranks.push(rank);
            is_new
        });
        let moves: Vec<_> = shown.collect();
        assert_eq!(rows.len(), moves.len());
        for (one, row) in moves.into_iter().zip(rows) {
            assert_eq!(row.starts_with(" class=\"made\""), one["made"] == true);
            let cells: Vec<_> = row
                .split("<td")
                .skip(1)
                .map(|cell| cell.split_once('>').unwrap().1)
                .collect();
            let number = |key: &str, factor: f64| {
                let number = factor * one[key].as_f64().unwrap();
                format!("{number:.1}")
            };
            let expected = [
                one["rank"].to_string(),
                one["play"].as_str().unwrap().to_owned(),
                one["score"].to_string(),
                one["leave"].as_str().unwrap().to_owned(),
                number("equity", 1.0),
                number("sim_equity", 1.0),
                number("win_rate", 100.0),
            ];
            assert_eq!(cells.len(), expected.len());
            for (cell, expected) in cells.iter().zip(expected) {
                let rest = cell.strip_prefix(&*expected);
                assert!(
                    rest.is_some_and(|rest| rest.starts_with(['<', ' '])),
                    "{cell} {expected}"
                );
            }
        }
    }
}

#[test]
fn the_json_has_the_tiles_that_a_withdrawn_play_has_shown_and_the_open_turn() {
    let bench = bench();
    bench.write(
        "game.gcg",
        "#player1 ann A\n#player2 bob B\n#incomplete ABDEFGI\n>ann: ACERSTZ 8D SCARZE +50 50\n>ann: ACERSTZ -- -50 0\n\
         >bob: ABDEFGI - +0 0\n>ann: ACERSTZ 8F CAR +10 10\n",
    );
    let report = analyze(&bench, &["--sim", "--samples", "32"]);
    let cgp = |value: &Value| value["cgp"].as_str().unwrap().to_owned();
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let known = cgp(&report["turns"][2]);
    assert!(
        known.starts_with(&format!("{empty} ABDEFGI/ACERSZ 0/0 ")),
        "{known}"
    );
    assert!(report["turns"][2]["judgement"]["sim_equity"].is_f64());
    assert_eq!(report["open_turn"]["player"], "bob");
    let open = cgp(&report["open_turn"]);
    assert!(open.contains(" ABDEFGI/ESZ 0/10 "), "{open}");
    let text = bench.run(&["analyze", "x", "game.gcg"]);
    assert!(
        stdout(&text).ends_with(&format!("\non turn: bob, {open}\n")),
        "{}",
        stdout(&text)
    );
}
