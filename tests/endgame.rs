//! Values of end games that independently written programs agree on. The test is skipped if the word list ENABLE or the
//! table of values is missing.

use std::fs;

use common::english::{beside_the_project, enable};
use lexc_game::{Endgame, EndgamePosition};
use lexc_runtime::{Cgp, Move, Rules};

#[test]
fn end_games_have_the_values_and_best_moves_of_enable() {
    let table = beside_the_project("conformance/endgame-enable.tsv");
    let (Some(game), Ok(rows)) = (enable(), fs::read_to_string(&table)) else {
        println!("skipped: no ENABLE list, or no {}", table.display());
        return;
    };
    let lexicon = game.lexicon();
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert!(rows.len() > 100);
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let cgp = Cgp::parse(cells[0], alphabet).unwrap();
        let position = EndgamePosition::from_cgp(&cgp, &rules).unwrap();
        let solution = Endgame::new(&lexicon).solve(&position);
        assert!(solution.is_exact, "{row}");
        assert_eq!(solution.value.to_string(), cells[1], "{row}");
        let first = match solution.line[0] {
            Move::Play(play) => play.display(cgp.board(), alphabet).to_string(),
            _ => "pass".to_owned(),
        };
        assert!(
            cells[2].split('|').any(|best| best == first),
            "{first}: {row}"
        );
    }
}
