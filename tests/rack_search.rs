//! The best moves of a rack on several boards, compared with a search of each board in full.

use std::fs;
use std::path::Path;

use common::english::{beside_the_project, data, enable, scowl_60};
use common::game::Game;
use common::positions::{VARIETIES, check_games, play_out, random_rack};
use common::random::Random;
use common::scope;
use lexc_runtime::{
    Cgp, LeaveImage, Leaves, Lexicon, MoveGen, NoLeaves, Position, Rack, RackSearch,
    TrackedPosition,
};

/// Values between -20 and 20 points, of no pattern.
fn scattered(leave: &Rack) -> i32 {
    let hash = leave.into_iter().fold(7_u32, |hash, tile| {
        (hash ^ u32::from(tile.byte())).wrapping_mul(0x9E37_79B1)
    });
    i32::try_from(hash >> 8).expect("24 bits") % 40_000 - 20_000
}

/// Compares the best moves of a rack on these boards, the first of which is searched first.
#[track_caller]
fn compare(lexicon: &Lexicon<'_>, boards: &[Position<'_>], rack: Rack, leaves: &dyn Leaves) {
    let tracked = boards.iter().map(|position| {
        let mut position = position.clone();
        position.set_rack(rack).expect("a rack of the game");
        TrackedPosition::new(lexicon, position)
    });
    let tracked: Vec<_> = tracked.collect();
    for kept in [1, 6, 100] {
        let mut search = RackSearch::new(&tracked[0], leaves, kept);
        for bag_len in [80, 6, 7, 0] {
            for (number, position) in tracked.iter().enumerate() {
                let expected = MoveGen::new(lexicon)
                    .with_moves(bag_len, leaves)
                    .best(position);
                let found = search.best(position, bag_len);
                assert_eq!(found, expected, "board {number}, {:?}", position.position());
            }
        }
    }
}

/// Compares the boards after some plays of each turn with the board before.
#[test]
fn random_games() {
    check_games("rack_search", 5, &VARIETIES, |random, variety, game| {
        let lexicon = game.lexicon();
        let mut boards: Vec<Position<'_>> = Vec::new();
        play_out(random, game, variety, 12, |random, position, plays| {
            // The board of an earlier turn, boards after a play, and one after two plays.
            let mut compared = vec![position.clone()];
            compared.extend(boards.last().cloned());
            for _ in 0..plays.len().min(4) {
                let mut position = position.clone();
                for _ in 0..random.within(&(1..=2)) {
                    let play = random.pick(plays).to_play();
                    let mut tracked = TrackedPosition::new(&lexicon, position.clone());
                    tracked.play_unchecked(&play);
                    position = tracked.position().clone();
                }
                compared.push(position);
            }
            // The positions borrow the game's rules.
            let position =
                Position::try_new(position.board().clone(), *position.rack(), &game.rules);
            boards.push(position.expect("a position"));
            let rack = random_rack(random, game, variety.blanks);
            compare(&lexicon, &compared, rack, &scattered);
            compare(&lexicon, &compared, rack, &NoLeaves);
        });
    });
}

/// Compares, for each position of a file, the boards after its best moves, with racks of random tiles.
fn compare_file(game: &Game, name: &Path, step: usize) {
    let (lexicon, mut random) = (game.lexicon(), Random::new(77));
    let leaves = fs::read(data("leaves/scowl-60.leaves")).expect("in the repository");
    let leaves = LeaveImage::from_bytes(&leaves, lexicon.alphabet()).expect("leaves of English");
    let text = fs::read_to_string(name.with_extension("cgp")).expect("a file of positions");
    for line in text.lines().step_by(step) {
        let cgp = Cgp::parse(line, lexicon.alphabet()).expect("a position");
        let position = cgp.position(&game.rules).expect("a position");
        let mut boards = vec![position.clone()];
        for candidate in MoveGen::new(&lexicon).best_n(&position, 12) {
            let mut tracked = TrackedPosition::new(&lexicon, position.clone());
            tracked.play_unchecked(&candidate);
            boards.push(tracked.position().clone());
        }
        compare(
            &lexicon,
            &boards,
            random_rack(&mut random, game, 2),
            &leaves,
        );
    }
}

#[test]
fn positions_of_scowl_60() {
    for name in ["conformance/scowl60", "conformance/scowl60-hard"] {
        compare_file(scowl_60(), &data(name), scope::step(20));
    }
}

#[test]
fn positions_of_enable() {
    let Some(game) = enable() else {
        let path = beside_the_project("");
        println!("skipped: the ENABLE list is not in {}", path.display());
        return;
    };
    for name in ["conformance/enable-sim", "conformance/enable"] {
        compare_file(&game, &beside_the_project(name), scope::step(50));
    }
}
