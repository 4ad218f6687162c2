//! Searches of unvalidated images end within the documented number of steps, whatever the damage.

use common::generators::algorithms;
use common::parts::{Parts, bytes, compact_section, four_edges};
use common::positions::{SMALL, random_game, random_rack};
use common::random::Random;
use common::steps::{Bounds, traced};
use common::words::small_list;
use common::{WIDTHS, compact_options, image, letters, small_image};
use lexc_formats::SectionName;
use lexc_runtime::{Algorithm, Board, Checks, Lexicon, PlacedTile, Position, Rack, Rules, Tile};

/// Counts the plays and edges of a search, and asserts the bounds.
fn searched(algorithm: Algorithm, lexicon: &Lexicon<'_>, position: &Position<'_>) -> (u64, u64) {
    let mut plays = 0;
    let edges = traced(algorithm, lexicon, position, &mut |_| plays += 1)
        .unwrap()
        .edges;
    let bounds = Bounds::new(position);
    let (max_edges, max_plays) = (bounds.edges(), bounds.plays());
    assert!(
        edges <= max_edges,
        "{algorithm:?}: {edges} of {max_edges} edges"
    );
    assert!(
        plays <= max_plays,
        "{algorithm:?}: {plays} of {max_plays} plays"
    );
    (plays, edges)
}

/// An image in which every string is a word: each node refers to itself.
fn everything_is_a_word() -> Vec<u8> {
    // The DAWG's root is at 5. The GADDAG's root is at 12 and has a separator edge. Validation refuses both.
    let units = [
        5,
        5,
        5,
        5,
        0b11110,
        0b11 << 30 | 0b11110,
        12,
        12,
        12,
        12,
        12,
        0b11110,
        0b11 << 30 | 0b11111,
    ];
    let parts = Parts::of(&small_image(4)).without(SectionName::WORD_INDEX);
    let mut parts = parts.without(SectionName::SETS);
    *parts.contents(SectionName::NODES) = bytes(&units);
    parts.set_unit(SectionName::DAWG, 0, 5);
    parts.set_unit(SectionName::GADDAG, 0, 12);
    parts.write()
}

/// The language of [`everything_is_a_word`] in compact nodes.
fn everything_is_a_compact_word() -> Vec<u8> {
    let image = image(&small_list(4), &letters(4), &compact_options());
    let mut parts = Parts::of(&image);
    let node = four_edges(20);
    *parts.contents(SectionName::COMPACT) = compact_section(4, &[], &node, &[0b11110]);
    parts.set_unit(SectionName::DAWG, 0, 20);
    parts.write()
}

/// Where every string is a word, a search emits more than a twentieth of the bound on plays, and follows more than a
/// five-hundredth of the bound on edges.
#[test]
fn searches_reach_a_fraction_of_the_bounds() {
    for image in [everything_is_a_word(), everything_is_a_compact_word()] {
        assert!(Lexicon::from_bytes(&image).is_err());
        assert_near_bounds(&Lexicon::open(&image, Checks::Bounds).unwrap());
    }
}

fn assert_near_bounds(lexicon: &Lexicon<'_>) {
    let rules = Rules::standard(lexicon.alphabet());
    let mut board = Board::new(rules.layout().dimensions());
    let rack = Rack::parse("ABC?", lexicon.alphabet()).unwrap();
    // Tiles everywhere except in every third row and column.
    let squares: Vec<_> = board.dimensions().squares().collect();
    for square in squares {
        if square.row() % 3 != 0 && square.col() % 3 != 0 {
            let tile = Tile::new(1 + u8::try_from(square.row() % 4).unwrap()).unwrap();
            board.set(square, Some(PlacedTile::letter(tile))).unwrap();
        }
    }
    let position = Position::try_new(board, rack, &rules).unwrap();
    let bounds = Bounds::new(&position);
    for algorithm in algorithms(lexicon) {
        let (plays, edges) = searched(algorithm, lexicon, &position);
        println!(
            "{algorithm:?}: {plays} of {} plays, {edges} of {} edges",
            bounds.plays(),
            bounds.edges()
        );
        assert!(20 * plays > bounds.plays() && 500 * edges > bounds.edges());
    }
}

/// Random nodes, or in every 15th round nodes that accept every string; and random boards under the rules of random
/// games.
#[test]
fn searches_of_random_nodes_stay_within_bounds() {
    let mut random = Random::new(40);
    let mut most = [(0, 0); 2];
    for round in 0..120 {
        let tile_count = WIDTHS[round % 3];
        let mut variety = SMALL;
        variety.tiles = tile_count..=tile_count;
        variety.rack_size = 1..=4;
        let game = random_game(&mut random, &variety);
        let mut parts = Parts::of(&small_image(tile_count));
        if random.once_in(2) {
            parts = Parts::of(&game.image);
        }
        let sections = [SectionName::NODES];
        parts.scramble(&sections, &mut random);
        let mut compact = Parts::of(&game.compact);
        compact.scramble_compact(&mut random);
        let images = match round % 5 {
            0 if tile_count == 4 => [everything_is_a_word(), everything_is_a_compact_word()],
            _ => [parts.write(), compact.write()],
        };
        let mut board = Board::new(game.rules.layout().dimensions());
        let squares: Vec<_> = board.dimensions().squares().collect();
        let tiles: Vec<Tile> = game.rules.tiles().into_iter().collect();
        for _ in 0..random.below(squares.len()) {
            let placed_tile = PlacedTile::letter(*random.pick(&tiles));
            board
                .set(*random.pick(&squares), Some(placed_tile))
                .unwrap();
        }
        let rack = random_rack(&mut random, &game, 1);
        let position = Position::try_new(board, rack, &game.rules).unwrap();
        for (image, most) in images.iter().zip(&mut most) {
            let lexicon = Lexicon::open(image, Checks::Bounds).unwrap();
            for algorithm in algorithms(&lexicon) {
                let (plays, edges) = searched(algorithm, &lexicon, &position);
                *most = (most.0.max(plays), most.1.max(edges));
            }
        }
    }
    for (plays, edges) in most {
        println!("up to {plays} plays and {edges} edges");
        assert!(plays > 200 && edges > 500);
    }
}

/// Numbers of sequences of a rack's tiles, by length, counted by hand.
#[test]
fn counts_the_sequences_of_a_rack() {
    let image = small_image(4);
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    for (text, letters, placed_tiles) in [
        ("", vec![1], vec![1]),
        ("A", vec![1, 1], vec![1, 1]),
        // AA, AB, BA.
        ("AAB", vec![1, 2, 3, 3], vec![1, 2, 3, 3]),
        // The blank stands for B, C or D in both lists. It may also stand for A: in `placed_tiles` always, in `letters`
        // only beside the rack's A, so that the sequence A counts once.
        ("A?", vec![1, 4, 7], vec![1, 5, 8]),
        ("??", vec![1, 4, 16], vec![1, 4, 16]),
    ] {
        let rack = Rack::parse(text, lexicon.alphabet()).unwrap();
        let board = Board::new(rules.layout().dimensions());
        let position = Position::try_new(board, rack, &rules).unwrap();
        let bounds = Bounds::new(&position);
        assert_eq!(
            (bounds.letter_strings(), bounds.placed_strings()),
            (&letters[..], &placed_tiles[..]),
            "{text}"
        );
    }
}
