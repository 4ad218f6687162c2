//! Values of end games that independently written programs agree on. The tests are skipped if the word list ENABLE or a
//! table of values is missing.

use std::fs;

use common::english::{beside_the_project, enable};
use lexc_game::{Endgame, EndgamePosition, Solution};
use lexc_runtime::{Alphabet, Cgp, Move, Rules};

/// A position and the cells of its row, the position first.
type Row<'t> = (EndgamePosition<'t>, Vec<&'t str>);

/// Calls `check` for each row of a table of end games over ENABLE, with the solution of its position.
fn for_each_solution(table: &str, check: impl Fn(&Row<'_>, &Solution, Alphabet<'_>)) {
    let table = beside_the_project(table);
    let (Some(game), Ok(rows)) = (enable(), fs::read_to_string(&table)) else {
        println!("skipped: no ENABLE list, or no {}", table.display());
        return;
    };
    let lexicon = game.lexicon();
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert!(rows.len() >= 100);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let cgp = Cgp::parse(cells[0], alphabet).unwrap();
        let position = EndgamePosition::from_cgp(&cgp, &rules).unwrap();
        let solution = Endgame::new(&lexicon).solve(&position);
        assert!(solution.is_exact, "{row}");
        assert_eq!(solution.value.to_string(), cells[1], "{row}");
        check(&(position, cells), &solution, alphabet);
    }
}

#[test]
fn end_games_have_the_values_and_best_moves_of_enable() {
    for_each_solution(
        "conformance/endgame-enable.tsv",
        |(position, cells), solution, alphabet| {
            let first = match solution.line[0] {
                Move::Play(play) => {
                    let board = position.position().board();
                    play.display(board, alphabet).to_string()
                }
                _ => "pass".to_owned(),
            };
            let is_best = cells[2].split('|').any(|best| best == first);
            assert!(is_best, "{first}: {cells:?}");
        },
    );
}

#[test]
fn one_scoreless_turn_before_an_end_game_counts_as_one_of_six() {
    for_each_solution("cases/endgame-zero-turns.tsv", |_, _, _| {});
}
