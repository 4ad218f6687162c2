//! Plays from images damaged after validation: no search panics, every search ends, and no play uses a tile that the
//! rack lacks.

use std::ops::ControlFlow;

use common::generators::{ALGORITHMS, movegen, visit_plays};
use common::parts::{Parts, compact_section, four_edges, place};
use common::random::Random;
use common::{WIDTHS, scope, small_compact_image, small_image, small_images_of_every_width};
use lexc_formats::{Image, SectionName};
use lexc_runtime::{
    Algorithm, Board, Candidate, Checks, Layout, Lexicon, PlacedTile, Play, Position, Rack,
    RackTile, Rules, Square, Tile, TrackedPosition, check_placement,
};

/// Rules for a board of four rows of five squares.
fn rules(lexicon: &Lexicon<'_>) -> Rules {
    let layout = Layout::parse("1, 1\n=  ' \n -   \n  \"  \n'   =\n").unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    rules.with_layout(layout)
}

/// An empty board, and a board with five tiles in three rows.
fn boards(rules: &Rules) -> [Board; 2] {
    let empty = Board::new(rules.layout().dimensions());
    let mut board = empty.clone();
    for (row, col, code) in [(0, 1, 1), (2, 1, 2), (2, 2, 1), (2, 4, 2), (3, 1, 1)] {
        let placed_tile = PlacedTile::letter(Tile::new(code).unwrap());
        let square = Square::new(row, col).unwrap();
        board.set(square, Some(placed_tile)).unwrap();
    }
    [empty, board]
}

/// Generates plays with every algorithm. Returns the number of plays that `Algorithm::EveryLine` finds on the board
/// with tiles.
fn generate(image: &[u8]) -> usize {
    let Ok(lexicon) = Lexicon::open(image, Checks::Bounds) else {
        return 0;
    };
    let rules = rules(&lexicon);
    let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
    let mut count = 0;
    for board in boards(&rules) {
        let mut rack = Rack::EMPTY;
        for tile in [tiles.first(), tiles.get(1), tiles.last()] {
            assert!(tile.is_none_or(|&tile| rack.add(tile)));
        }
        assert!(rack.add(RackTile::Blank));
        let Ok(position) = Position::try_new(board, rack, &rules) else {
            // The damaged alphabet lacks tiles of the board.
            continue;
        };
        let mut tracked = TrackedPosition::new(&lexicon, position.clone());
        let mut first = None;
        for algorithm in ALGORITHMS {
            let mut best: Option<Play> = None;
            count = 0;
            let flow = visit_plays(algorithm, &lexicon, &position, &mut |play| {
                assert_eq!(check_placement(&position, play), Ok(()), "{play:?}");
                let mut tiles = play.placed().map(|(_, placed_tile)| placed_tile.tile());
                assert!(tiles.all(|tile| rules.tiles().contains(tile)), "{play:?}");
                if best.is_none_or(|best| play.best_first(&best).is_lt()) {
                    best = Some(*play);
                }
                count += 1;
                ControlFlow::Continue(())
            });
            if flow.is_none() {
                continue;
            }
            let mut slots = [None; 3];
            let movegen = movegen(algorithm, &lexicon).unwrap();
            movegen.top(&position, &mut slots);
            // `Algorithm::Dawg` takes cross-sets from the DAWG in a search for all plays, and from the GADDAG in a
            // search for the best plays. In a damaged image, these cross-sets can differ.
            if algorithm != Algorithm::Dawg {
                assert_eq!(slots[0], best, "{algorithm:?}");
            }
            let mut moves: [Option<Candidate>; 3] = [None; 3];
            let leaves = |kept: &Rack| 500 * i32::try_from(kept.len()).unwrap();
            let found = movegen.with_moves(9, &leaves).top(&position, &mut moves);
            assert_eq!(found, 3);
            first = first.or(best);
        }
        if let Some(play) = first {
            let undo = tracked.play(&play).unwrap();
            tracked.take_back(undo).unwrap();
            assert_eq!(tracked.position(), &position);
        }
    }
    count
}

#[test]
fn plays_from_images_with_a_flipped_bit_are_harmless() {
    for (_, mut image) in small_images_of_every_width() {
        assert!(generate(&image) > 0);
        let sections = Image::from_bytes(&image).unwrap().sections();
        let contents = place(&sections[0]).start;
        for bit in (8 * contents..8 * image.len()).step_by(scope::step(7)) {
            image[bit / 8] ^= 1 << (bit % 8);
            generate(&image);
            image[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn plays_from_random_nodes_are_harmless() {
    let mut random = Random::new(6);
    let mut most = [0; 2];
    for round in 0..1_500 {
        let tile_count = WIDTHS[round % 3];
        let mut fast = Parts::of(&small_image(tile_count));
        fast.scramble(&[SectionName::NODES], &mut random);
        let mut compact = Parts::of(&small_compact_image(tile_count));
        compact.scramble_compact(&mut random);
        for (parts, most) in [fast, compact].iter().zip(&mut most) {
            *most = generate(&parts.write()).max(*most);
        }
    }
    assert!(most.iter().all(|most| *most > 20), "{most:?}");
}

/// Every string of tiles is a word of these images, so words can be as long as the rack and the board allow.
#[test]
fn the_rack_bounds_walks_of_nodes_that_refer_to_themselves() {
    let units = [5, 5, 5, 5, 0b11110, 0b11 << 30 | 0b11110];
    let mut parts = Parts::of(&small_image(4)).without(SectionName::WORD_INDEX);
    parts = parts
        .without(SectionName::SETS)
        .without(SectionName::GADDAG);
    *parts.contents(SectionName::NODES) = common::parts::bytes(&units);
    parts.set_unit(SectionName::DAWG, 0, 5);
    let mut compact = Parts::of(&small_compact_image(4));
    let node = four_edges(20);
    *compact.contents(SectionName::COMPACT) = compact_section(4, &[], &node, &[0b11110]);
    compact.set_unit(SectionName::DAWG, 0, 20);
    for image in [parts, compact].map(|parts| parts.write()) {
        assert!(Image::from_bytes(&image).is_err());
        let plays = generate(&image);
        assert!(plays > 1_000, "{plays}");
    }
}
