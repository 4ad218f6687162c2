//! Counts that three independently written programs agree on: plays, one-tile plays, sums of scores and highest scores.
//! The counts for SCOWL-60 are in `data/conformance`; those for ENABLE are optional, beside the project.

use std::fs;
use std::path::{Path, PathBuf};

use common::english::{beside_the_project, data, enable, scowl_60};
use common::game::Game;
use common::generators::sorted;
use common::oracle::all_plays;
use lexc_runtime::{Cgp, Lexicon, Position};

const SCOWL_60_FILES: [&str; 2] = ["conformance/scowl60", "conformance/scowl60-hard"];
const ENABLE_FILES: [&str; 2] = ["conformance/enable", "conformance/enable-hard"];

#[test]
fn generators_have_the_counts_of_scowl_60() {
    for name in SCOWL_60_FILES {
        assert_counts(scowl_60(), &data(name));
    }
}

#[test]
fn generators_have_the_counts_of_enable() {
    let Some(game) = enable() else {
        let path = beside_the_project("");
        println!("skipped: the ENABLE list is not in {}", path.display());
        return;
    };
    for name in ENABLE_FILES {
        assert_counts(&game, &beside_the_project(name));
    }
}

/// On a sample of positions, compares the plays that the oracle finds from the whole word list with the counts, and
/// with the plays of every generator.
#[test]
fn the_oracle_has_the_counts_of_scowl_60() {
    let game = scowl_60();
    let searches = game.searches();
    let lexicon = game.lexicon();
    for (name, step) in SCOWL_60_FILES.into_iter().zip([100, 10]) {
        for (cgp, expected) in read(&data(name)).into_iter().step_by(step) {
            let position = position(&cgp, &lexicon, game);
            let plays = all_plays(&game.words, &position);
            let counts = plays.iter().map(|play| (play.placed_len(), play.score));
            assert_eq!(row(counts), expected, "{cgp}");
            for search in &searches {
                let found = sorted(&search.delivered(&position));
                assert_eq!(found, plays, "{}, {cgp}", search.name);
            }
        }
    }
}

#[test]
fn positions_are_written_byte_for_byte() {
    let lexicon = scowl_60().lexicon();
    for name in SCOWL_60_FILES {
        for (line, _) in read(&data(name)) {
            let cgp = Cgp::parse(&line, lexicon.alphabet()).unwrap();
            assert_eq!(cgp.display(lexicon.alphabet()).to_string(), line);
        }
    }
}

/// Asserts that every generator, over every image, has the counts of `FILE.tsv` in the positions of `FILE.cgp`.
fn assert_counts(game: &Game, file: &Path) {
    let (lexicon, searches) = (game.lexicon(), game.searches());
    for (cgp, expected) in read(file) {
        let position = position(&cgp, &lexicon, game);
        for search in &searches {
            let plays = search.delivered(&position);
            let counts = plays.iter().map(|play| (play.placed_len(), play.score()));
            assert_eq!(row(counts), expected, "{}, {cgp}", search.name);
        }
    }
}

/// Each position, with its numbers of plays and one-tile plays, its sum of scores and its highest score.
fn read(file: &Path) -> Vec<(String, [i64; 4])> {
    let text = |extension: &str| {
        let path: PathBuf = file.with_extension(extension);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let (cgp, tsv) = (text("cgp"), text("tsv"));
    let rows = tsv.lines().skip(1).zip(1..).map(|(line, number)| {
        let numbers: Vec<i64> = line.split('\t').map(|cell| cell.parse().unwrap()).collect();
        let [position, plays, one_tile, score_sum, best_score] = numbers[..] else {
            panic!("not five columns: {line}");
        };
        assert_eq!(position, number);
        [plays, one_tile, score_sum, best_score]
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(cgp.lines().count(), rows.len(), "{}", file.display());
    cgp.lines().map(String::from).zip(rows).collect()
}

fn position<'g>(cgp: &str, lexicon: &Lexicon<'_>, game: &'g Game) -> Position<'g> {
    let cgp = Cgp::parse(cgp, lexicon.alphabet()).unwrap();
    cgp.position(&game.rules).unwrap()
}

/// Counts of plays as in `FILE.tsv`. Each play is given as its number of placed tiles and its score.
fn row(plays: impl Iterator<Item = (usize, i32)>) -> [i64; 4] {
    let mut row = [0; 4];
    let [count, one_tile, score_sum, best_score] = &mut row;
    for (placed_len, score) in plays {
        *count += 1;
        *one_tile += i64::from(placed_len == 1);
        *score_sum += i64::from(score);
        *best_score = i64::from(score).max(*best_score);
    }
    row
}
