//! Tracked positions, compared with fresh positions after plays, plays taken back and changes of the rack.

use std::ops::Range;

use common::game::{Game, compile};
use common::generators::{ALGORITHMS, movegen, plays_by, tracked_plays_by};
use common::positions::{BRICKS, LARGE_BOARDS, SMALL, Variety, random_game, random_rack};
use common::random::Random;
use common::{every_kind, scope};
use lexc_runtime::{
    Algorithm, Board, Direction, Lexicon, MoveGen, PlacedTile, Play, Position, Rack, Square, Tile,
    TileSet, TrackedPosition,
};

#[test]
fn small_games() {
    play_and_take_back(10_000..10_060, 50, &SMALL);
}

#[test]
fn large_boards() {
    play_and_take_back(11_000..11_010, 60, &LARGE_BOARDS);
}

#[test]
fn narrow_boards() {
    for (rows, cols) in [(1..=2, 1..=21), (1..=21, 1..=2)] {
        let variety = Variety {
            rows,
            cols,
            ..SMALL
        };
        play_and_take_back(12_000..12_030, 40, &variety);
    }
}

#[test]
fn alphabets_of_26_to_62_tiles() {
    for (tiles, seeds) in [
        (26, 13_000..13_010),
        (31, 13_100..13_110),
        (62, 13_200..13_210),
    ] {
        let variety = Variety {
            tiles: tiles..=tiles,
            has_digraphs: true,
            cols: 5..=15,
            words: 500..=1500,
            ..SMALL
        };
        play_and_take_back(seeds, 60, &variety);
    }
}

#[test]
fn boards_with_bricks() {
    let variety = Variety {
        has_phonies: true,
        ..BRICKS
    };
    play_and_take_back(15_000..15_040, 50, &variety);
}

/// Tiles on the board that form no words, and isolated tiles.
#[test]
fn phonies_and_islands() {
    let variety = Variety {
        has_phonies: true,
        ..SMALL
    };
    play_and_take_back(14_000..14_060, 50, &variety);
}

/// Makes plays, takes them back and changes racks at random, from an empty board; then takes back every play.
fn play_and_take_back(seeds: Range<u64>, turns: usize, variety: &Variety) {
    let (mut made, mut taken_back) = (0, 0);
    for seed in seeds.step_by(scope::step(6)) {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, variety);
        let image = image(&mut random, &game);
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        let board = Board::new(game.rules.layout().dimensions());
        let start = Position::try_new(board, Rack::EMPTY, &game.rules).unwrap();
        let mut tracked = TrackedPosition::new(&lexicon, start);
        let mut made_here = Vec::new();
        for _ in 0..turns {
            let before = tracked.position().clone();
            match random.below(8) {
                0..3 => {
                    if let Some((undo, expected)) = made_here.pop() {
                        tracked.take_back(undo).unwrap();
                        assert_eq!(tracked.position(), &expected, "seed {seed}");
                        taken_back += 1;
                    }
                }
                3 if variety.has_phonies => {
                    if let Some(play) = any_placement(&mut random, &before) {
                        made_here.push((tracked.play_unchecked(&play), before));
                    }
                }
                _ => {
                    let rack = random_rack(&mut random, &game, variety.blanks);
                    tracked.set_rack(rack).unwrap();
                    let before = tracked.position().clone();
                    let plays = plays(&tracked);
                    if !plays.is_empty() {
                        let play = random.pick(&plays);
                        let undo = tracked.play(play).unwrap();
                        assert_made(play, &before, tracked.position());
                        made_here.push((undo, before));
                        made += 1;
                    }
                }
            }
            assert_as_if_new(&tracked, &game, seed);
        }
        while let Some((undo, expected)) = made_here.pop() {
            tracked.take_back(undo).unwrap();
            assert_eq!(tracked.position(), &expected, "seed {seed}");
            taken_back += 1;
        }
        assert!(tracked.position().board().is_empty());
        assert_as_if_new(&tracked, &game, seed);
    }
    println!("{made} plays made, {taken_back} taken back");
    assert!(made > 40 && taken_back > 40, "{made} {taken_back}");
}

/// An image of the game's words, of a random kind.
fn image(random: &mut Random, game: &Game) -> Vec<u8> {
    let alphabet = common::letters(game.rules.tiles().len());
    compile(&game.words, &alphabet, random.pick(&every_kind()))
}

fn plays(tracked: &TrackedPosition<'_>) -> Vec<Play> {
    let mut plays = Vec::new();
    MoveGen::new(tracked.lexicon()).for_each(tracked, |play| plays.push(*play));
    plays
}

/// A placement on up to five squares of a line. Squares may be occupied or off the board, and tiles outside the alphabet.
fn any_placement(random: &mut Random, position: &Position<'_>) -> Option<Play> {
    let squares: Vec<Square> = position.board().dimensions().squares().collect();
    let tile_count = u8::try_from(position.rules().tiles().len()).unwrap();
    let mut placed_tile = || {
        let code = 1 + u8::try_from(random.below(usize::from(tile_count) + 1)).unwrap();
        let tile = Tile::new(code)?;
        match random.below(4) {
            0 => None,
            1 => Some(PlacedTile::blank(tile)),
            _ => Some(PlacedTile::letter(tile)),
        }
    };
    let word = [(); 5].map(|()| placed_tile());
    let len = random.within(&(1..=word.len()));
    let direction = *random.pick(&Direction::ALL);
    Play::new(*random.pick(&squares), direction, &word[..len], 0)
}

/// Asserts that the tiles of a play moved from the rack to the board.
fn assert_made(play: &Play, before: &Position<'_>, after: &Position<'_>) {
    let mut board = before.board().clone();
    board.play_unchecked(play);
    let rack = play.leave(*before.rack());
    assert_eq!((after.board(), Some(*after.rack())), (&board, rack));
}

/// Asserts that cross-sets, cross-scores, plays and best plays are those of a fresh position.
fn assert_as_if_new(tracked: &TrackedPosition<'_>, game: &Game, seed: u64) {
    let (lexicon, position) = (tracked.lexicon(), tracked.position());
    let new = TrackedPosition::new(lexicon, position.clone());
    let dimensions = position.board().dimensions();
    for direction in Direction::ALL {
        for square in dimensions.squares() {
            let [found, expected] = [tracked, &new].map(|position| {
                let set = position.cross_set(square, direction);
                (set, position.cross_score(square, direction))
            });
            let place = format!("seed {seed}: {square} {direction:?} of {position:?}");
            assert_eq!(found, expected, "{place}");
            assert_eq!(found, by_hand(game, position, square, direction), "{place}");
        }
    }
    for algorithm in ALGORITHMS {
        let found = tracked_plays_by(algorithm, tracked);
        let expected = plays_by(algorithm, lexicon, position);
        assert_eq!(found, expected, "seed {seed}, {algorithm:?}: {position:?}");
        let [found, expected] = [found, expected].map(|_| [None; 3]);
        let (mut found, mut expected) = (found, expected);
        if let Some(movegen) = movegen(algorithm, lexicon) {
            movegen.top(tracked, &mut found);
            movegen.top(position, &mut expected);
        }
        assert_eq!(found, expected, "seed {seed}, {algorithm:?}: {position:?}");
    }
    let expected = plays_by(Algorithm::fastest(lexicon.image()), lexicon, position);
    assert_eq!(Some(plays(tracked)), expected, "seed {seed}: {position:?}");
}

/// The cross-set and cross-score of a square, computed from the word list.
fn by_hand(
    game: &Game,
    position: &Position<'_>,
    square: Square,
    direction: Direction,
) -> (TileSet, i32) {
    let board = position.board();
    let tiles = position.rules().tiles();
    if board.get(square).is_some() || position.rules().layout().is_brick(square) {
        return (TileSet::EMPTY, 0);
    }
    let across = direction.crossing();
    let steps = |next: fn(Square, Direction) -> Option<Square>| {
        let squares = std::iter::successors(next(square, across), move |at| next(*at, across));
        squares
            .map_while(|at| board.get(at))
            .collect::<Vec<PlacedTile>>()
    };
    let mut before = steps(|at, across| at.previous(across));
    before.reverse();
    let after = steps(|at, across| at.next(across));
    let value = |placed_tile: &PlacedTile| position.rules().value(*placed_tile);
    let sum = before.iter().chain(&after).map(value).sum();
    if before.is_empty() && after.is_empty() {
        return (tiles, sum);
    }
    let fits = |tile: &Tile| {
        let [before, after] = [&before, &after]
            .map(|placed_tiles| placed_tiles.iter().map(|placed_tile| placed_tile.tile()));
        let word: Vec<Tile> = before.chain([*tile]).chain(after).collect();
        game.words.binary_search(&word).is_ok()
    };
    (tiles.into_iter().filter(fits).collect(), sum)
}
