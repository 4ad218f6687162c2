//! Tracked positions, compared with fresh positions after plays, plays taken back and changes of the rack.

use common::every_kind;
use common::game::{Game, compile};
use common::generators::{ALGORITHMS, movegen, plays_by, tracked_plays_by};
use common::perft;
use common::positions::{VARIETIES, check_games, random_rack};
use common::random::Random;

use lexc_runtime::{
    Algorithm, Board, Direction, Lexicon, MoveGen, PlacedTile, Play, Position, Rack, Square, Tile,
    TileSet, TrackedPosition,
};

/// Makes plays, takes them back and changes racks at random, from an empty board; then takes back every play.
#[test]
fn random_games() {
    let (mut made, mut taken_back) = (0, 0);
    check_games("tracked", 6, &VARIETIES, |random, variety, game| {
        let image = image(random, game);
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        let board = Board::new(game.rules.layout().dimensions());
        let start = Position::try_new(board, Rack::EMPTY, &game.rules).unwrap();
        let mut tracked = TrackedPosition::new(&lexicon, start);
        let mut made_here = Vec::new();
        for _ in 0..50 {
            random.part(|random| {
                let before = tracked.position().clone();
                match random.below(8) {
                    0..3 => {
                        if let Some((undo, expected)) = made_here.pop() {
                            tracked.take_back(undo).unwrap();
                            assert_eq!(tracked.position(), &expected);
                            taken_back += 1;
                        }
                    }
                    3 if variety.has_phonies => {
                        if let Some(play) = any_placement(random, &before) {
                            made_here.push((tracked.play_unchecked(&play), before));
                        }
                    }
                    _ => {
                        let rack = random_rack(random, game, variety.blanks);
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
                random.note(|| perft::file(game, tracked.position()));
                assert_as_if_new(&tracked, game);
            });
        }
        while let Some((undo, expected)) = made_here.pop() {
            tracked.take_back(undo).unwrap();
            assert_eq!(tracked.position(), &expected);
            taken_back += 1;
        }
        assert!(tracked.position().board().is_empty());
        assert_as_if_new(&tracked, game);
    });
    println!("{made} plays made, {taken_back} taken back");
    assert!(made > 400 && taken_back > 400, "{made} {taken_back}");
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
fn assert_as_if_new(tracked: &TrackedPosition<'_>, game: &Game) {
    let (lexicon, position) = (tracked.lexicon(), tracked.position());
    let new = TrackedPosition::new(lexicon, position.clone());
    let dimensions = position.board().dimensions();
    for direction in Direction::ALL {
        for square in dimensions.squares() {
            let [found, expected] = [tracked, &new].map(|position| {
                let set = position.cross_set(square, direction);
                (set, position.cross_score(square, direction))
            });
            assert_eq!(found, expected, "{square} {direction:?}");
            let expected = by_hand(game, position, square, direction);
            assert_eq!(found, expected, "{square} {direction:?}");
        }
    }
    for algorithm in ALGORITHMS {
        let found = tracked_plays_by(algorithm, tracked);
        let expected = plays_by(algorithm, lexicon, position);
        assert_eq!(found, expected, "{algorithm:?}");
        let [found, expected] = [found, expected].map(|_| [None; 3]);
        let (mut found, mut expected) = (found, expected);
        if let Some(movegen) = movegen(algorithm, lexicon) {
            movegen.top(tracked, &mut found);
            movegen.top(position, &mut expected);
        }
        assert_eq!(found, expected, "{algorithm:?}");
    }
    let expected = plays_by(Algorithm::fastest(lexicon.image()), lexicon, position);
    assert_eq!(Some(plays(tracked)), expected);
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
