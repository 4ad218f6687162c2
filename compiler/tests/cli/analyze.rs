//! `lexc analyze`.

use serde_json::Value;

use super::common::{Bench, assert_refused, done, stderr, stdout};

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
fn a_table_shows_the_turns_and_the_players() {
    let bench = bench();
    let output = bench.run(&["analyze", "x", "game.gcg"]);
    let text = stdout(&output);
    assert!(text.starts_with("Round & 1\n\nturn  player "), "{text}");
    assert!(text.contains("8D CARES  10.0"), "{text}");
    assert!(text.contains("withdrawn; phony: BAD"), "{text}");
    // The worst moves follow, and the players come last.
    let (_, worst) = text.split_once("\n\nworst  player ").unwrap();
    let (worst, players) = worst.split_once("\n\nplayer  total ").unwrap();
    let worst: Vec<_> = worst
        .lines()
        .skip(1)
        .map(|line| line.split("  ").next())
        .collect();
    assert_eq!(worst, [Some("1"), Some("4"), Some("2")], "{text}");
    assert_eq!(players.lines().count(), 3);
    assert!(
        stderr(&output).contains("game.gcg: warning: line 9, character"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn simulations_are_the_same_on_any_number_of_threads() {
    let bench = bench();
    let run = |threads: &str| analyze(&bench, &["--sim", "--samples", "32", "--threads", threads]);
    let report = run("1");
    assert_eq!(run("3"), report);
    assert!(report["players"][0]["average_win_rate_lost"].is_f64());
    let judgement = &report["turns"][0]["judgement"];
    assert!(judgement["moves"][0]["win_rate"].is_f64());
    assert!(judgement["best_win_rate"].as_f64() >= judgement["win_rate"].as_f64());
    assert!(judgement["sim_equity"].is_f64() && judgement["sim_best"].is_string());
}

#[test]
fn each_turn_is_judged_within_any_limit_of_time() {
    let report = analyze(&bench(), &["--sim", "--time-limit", "0"]);
    let judgement = &report["turns"][0]["judgement"];
    assert_eq!(judgement["ranked_by"], "simulation");
    assert!(judgement["best"]["play"].is_string());
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
fn end_games_have_their_exact_values() {
    let bench = Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\n");
    // 9 tiles, so that the bag is empty from the start.
    bench.write(
        "few.csv",
        "?,?,0,0,0\nA,a,2,1,1\nC,c,1,3,0\nE,e,2,1,1\nR,r,2,1,0\nS,s,2,1,0\n",
    );
    bench.build(&["list", "-o", "y", "--alphabet", "few.csv"]);
    bench.write(
        "game.gcg",
        ">ann: ACERS 8F CAR +10 10\n>bob: AERS 8F ...ES +7 7\n",
    );
    let output = bench.run(&["analyze", "y", "game.gcg", "--json", "--rack-size", "5"]);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    let judgement = &report["turns"][0]["judgement"];
    // CARES goes out: 20 points, the bonus of 50, and twice the 4 points of the other player's tiles.
    assert_eq!(
        (&judgement["best_value"], &judgement["exact"]),
        (&78.into(), &true.into())
    );
    assert_eq!(judgement["ranked_by"], "endgame");
    assert_eq!(judgement["mistake"], "missed_bingo");
    let [made, lost] =
        [&judgement["value"], &judgement["lost"]].map(|value| value.as_f64().unwrap());
    assert!(
        (78.0 - made - lost).abs() < 1e-9 && lost > 0.0,
        "{judgement}"
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
fn a_record_that_cannot_be_replayed_is_refused_with_the_place() {
    let bench = bench();
    bench.write(
        "bad.gcg",
        ">ann: ACERSTZ 8F CARE +10 10\n>bob: XX 1A FAR +10 10\n",
    );
    let output = bench.run(&["analyze", "x", "bad.gcg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("bad.gcg: line 2, character"),
        "{}",
        stderr(&output)
    );
    // The events before the refused one are repaired, too.
    assert!(stderr(&output).contains("bad.gcg: warning: line 1, character"));
    bench.write("empty.gcg", "");
    let output = bench.run(&["analyze", "x", "empty.gcg"]);
    assert_refused(
        &output,
        "empty.gcg: line 1, character 1: neither players nor events (choose a game record in GCG format)",
    );
    let output = bench.run(&["analyze", "x", "missing.gcg"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
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

#[test]
fn warnings_precede_a_refusal_and_the_encoding_can_be_named() {
    let bench = Bench::new();
    bench.write("russian.csv", "К,к,5,2,0\nО,о,5,1,1\nТ,т,5,1,0\n");
    bench.write("words.txt", "кот\n");
    bench.build(&["words.txt", "-o", "x", "--alphabet", "russian.csv"]);
    let record = b"#orientation lettered rows\n#player1 ann A\n#player2 bob B\n>ann: \xca\xce\xd2 8H \xca\xce\xd2 +8 8\n";
    bench.write("game.gcg", record);
    let output = bench.run(&["analyze", "x", "game.gcg"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "lexc: game.gcg: warning: line 1, character 1: no encoding named: read as windows-1252",
            "lexc: game.gcg: warning: line 1, character 1: #orientation lettered rows: not obeyed",
            "lexc: game.gcg: line 4, character 7: 'Ê' is an unknown tile (the record was read as windows-1252; name another encoding with --encoding, such as --encoding windows-1251)",
        ]
    );
    let named = bench.run(&["analyze", "x", "game.gcg", "--encoding", "windows-1251"]);
    assert!(stdout(&named).contains("8H КОТ"), "{}", stderr(&named));
    assert_refused(
        &bench.run(&["analyze", "x", "game.gcg", "--encoding", "x"]),
        "game.gcg: unknown encoding \"x\" (name one such as windows-1251, iso-8859-2 or UTF-8)",
    );
}

/// A bench with a folder of two games and a record that can't be replayed.
fn folder() -> Bench {
    let bench = bench();
    std::fs::create_dir(bench.path("games")).unwrap();
    bench.write("games/1.gcg", GAME);
    bench.write("games/b, 2.GCG", GAME.replace("bob", "cid"));
    bench.write("games/bad&.gcg", "#player1 a A\n>a: CARE 8N CARE +12 12\n");
    bench.write("games/other.txt", "no record");
    bench
}

#[test]
fn a_folder_gives_the_players_of_each_game_and_over_all_games() {
    let bench = folder();
    let run = |options: &[&str]| {
        // A record that is named twice counts once.
        let output = bench.run(&[&["analyze", "x", "games", "games/1.gcg"], options].concat());
        assert_eq!(output.status.code(), Some(2));
        let messages = stderr(&output);
        assert!(
            messages.contains("games/bad&.gcg: line 2, character ")
                && messages.ends_with(
                    "1 of 3 records could not be analyzed (the messages above have the places)\n"
                ),
            "{messages}"
        );
        stdout(&output).to_owned()
    };
    let text = run(&["--html", "pages"]);
    assert!(text.contains("\n\nplayer  games  total "), "{text}");
    let csv = run(&["--csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 1 + 2 * 2 + 3, "{csv}");
    assert!(rows[0].starts_with("game,player,games,total,turns,average_lost,"));
    assert!(rows[1].starts_with("games/1.gcg,ann,1,10,2,9.500,,0,"));
    assert!(rows[3].starts_with("\"games/b, 2.GCG\",ann,1,10,2,9.500,"));
    assert!(rows[5].starts_with(",ann,2,20,4,9.500,"));
    let json: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert_eq!(json["players"][0]["games"], 2);
    let games = json["games"].as_array().unwrap();
    let errors: Vec<bool> = games.iter().map(|game| game["error"].is_string()).collect();
    assert_eq!(errors, [false, false, true]);
    // The index links to the page of each game. A second call does not replace them.
    let index = String::from_utf8(bench.read("pages/index.html")).unwrap();
    assert!(index.contains("href=\"./1.html\"") && index.contains("href=\"./b%2C%202.html\""));
    // It has the record without a page, too.
    assert!(index.contains("<li>games/bad&amp;.gcg: line 2, character "));
    assert!(bench.path("pages/1.html").exists() && bench.path("pages/b, 2.html").exists());
    let again = bench.run(&["analyze", "x", "games", "--html", "pages"]);
    assert_refused(
        &again,
        "pages/1.html: exists already (replace it with --force)",
    );
}

#[test]
fn no_output_replaces_an_input_or_another_output() {
    let bench = folder();
    bench.write("1.html", GAME);
    bench.write("games/Game.gcg", GAME);
    bench.write("games/index.gcg", GAME);
    let cases: [(&[&str], &str); 6] = [
        (
            &["1.html", "game.gcg", "--html", "."],
            "./1.html: would replace an input (choose another output)",
        ),
        (
            &["games", "--html", "-"],
            "standard output is for tables (name a file for --html, --missed and --deck)",
        ),
        (
            &["game.gcg", "--missed", "y", "--deck", "./y"],
            "./y: would be both --missed and --deck (give one another name)",
        ),
        (
            &[
                "game.gcg",
                "1.html",
                "--html",
                "pages",
                "--deck",
                "pages/1.html",
            ],
            "pages/1.html: would be both the page of 1.html and --deck (give one another name)",
        ),
        (
            &["game.gcg", "games/Game.gcg", "--html", "pages"],
            "pages/Game.html: would be both the page of game.gcg and the page of games/Game.gcg (give one a name that \
             differs in more than upper and lower case)",
        ),
        (
            &["games/1.gcg", "games/index.gcg", "--html", "pages"],
            "pages/index.html: would be both the page of games/index.gcg and the page of all records (give one another \
             name)",
        ),
    ];
    for (args, message) in cases {
        let output = bench.run(&[&["analyze", "x", "--force"], args].concat());
        assert_refused(&output, message);
    }
    assert!(!bench.path("-").exists());
    assert_eq!(bench.read("1.html"), GAME.as_bytes());
}

#[test]
fn missed_words_are_written_as_a_list_and_as_a_deck() {
    let bench = Bench::new();
    bench.write(
        "list",
        "ar\ncar\ncare\ncares\tlooks after\nscar\nscare\nscares\nes\n",
    );
    bench.build(&["list", "-o", "x", "--definitions"]);
    bench.write("game.gcg", GAME);
    let run = |options: &[&str]| {
        let files = ["--missed", "words.txt", "--deck", "deck.txt", "--force"];
        let output = bench.run(&[&["analyze", "x", "game.gcg"], &files[..], options].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        ["words.txt", "deck.txt"].map(|file| String::from_utf8(bench.read(file)).unwrap())
    };
    let head = "#separator:tab\n#html:false\n#columns:Front\tBack\tTags\n#tags column:3\n";
    let [words, deck] = run(&[]);
    assert_eq!(words, "CARE\nCARES\nES\n");
    let cards = [
        "ABDEFGI + CAR.\tCARE\tphony",
        "ACERSTZ\tCARES: looks after\tscore",
        "EOSTUVZ\tES\tscore",
    ];
    assert_eq!(deck, format!("{head}{}\n", cards.join("\n")));
    let [words, _] = run(&["--player", "bob"]);
    assert_eq!(words, "CARE\n");
    let output = bench.run(&[
        "analyze", "x", "game.gcg", "--missed", "new.txt", "--player", "dan",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let message =
        "lexc: --player dan: no record has this player (name one of the players in the table)\n";
    assert!(stderr(&output).ends_with(message), "{}", stderr(&output));
    assert!(!bench.path("new.txt").exists());
}

#[test]
fn words_of_games_that_fail_are_not_written() {
    let bench = folder();
    // The page of the only game that can be replayed can't be written.
    std::fs::create_dir_all(bench.path("pages/1.html")).unwrap();
    let run = |options: &[&str]| {
        let args = [
            "analyze",
            "x",
            "games/1.gcg",
            "games/bad&.gcg",
            "--html",
            "pages",
            "--missed",
            "words.txt",
            "--force",
        ];
        let output = bench.run(&[&args, options].concat());
        assert_eq!(output.status.code(), Some(2));
        stderr(&output).to_owned()
    };
    let messages = run(&["--player", "bob"]);
    let message = "lexc: 2 of 2 records could not be analyzed, and no other has the player bob (the messages above have the places)\n";
    assert!(messages.ends_with(message), "{messages}");
    assert!(!bench.path("words.txt").exists());
    run(&[]);
    assert_eq!(bench.read("words.txt"), b"");
}
