//! Bytes of stack that searches for plays, words and phrases take at their deepest point, compared with the documented bounds.

use std::cell::Cell;
use std::hint::black_box;
use std::ops::ControlFlow;

use common::game::Game;
use common::generators::{Search, algorithms, movegen};
use lexc_runtime::{
    Board, Condition, Finder, Layout, Lexicon, PhraseQuery, PlacedTile, Position, Premium, Rack,
    RackTile, Rules, Side, Square, Tile, Word,
};

/// Upper bound on the stack in bytes that `Algorithm` documents for every line at once, on boards of up to 15 rows and columns.
const SMALL_BOARD: usize = 56 << 10;
/// The same on larger boards.
const LARGE_BOARD: usize = 96 << 10;
/// Upper bound that `Algorithm` documents for the searches from one anchor after the other, on all boards.
const ANCHOR_BY_ANCHOR: usize = 40 << 10;

/// Upper bound that `MoveGen::top` documents for every algorithm, on boards of up to 15 rows and columns.
const BEST_ON_SMALL_BOARD: usize = 64 << 10;
/// The same on larger boards.
const BEST_ON_LARGE_BOARD: usize = 96 << 10;

/// Racks are as long as a line and have only blanks and copies of one letter, and the words are all strings of that
/// letter: left parts, right parts and blanks reach their limits.
#[test]
fn the_longest_racks_stay_within_the_documented_stack() {
    for (dim, limit) in [(15, SMALL_BOARD), (21, LARGE_BOARD)] {
        let tile = Tile::new(1).unwrap();
        let words = (2..=dim).map(|len| vec![tile; len]).collect();
        let game = Game::new(&common::letters(2), words, |rules| rules_of(dim, &rules));
        let searches = game.searches();
        let mut middle = Board::new(game.rules.layout().dimensions());
        let square = Square::new(dim / 2, dim / 2).unwrap();
        middle.set(square, Some(PlacedTile::letter(tile))).unwrap();
        for board in [Board::new(game.rules.layout().dimensions()), middle] {
            for blanks in [0, 2, dim] {
                let mut rack = Rack::EMPTY;
                (blanks..dim).for_each(|_| assert!(rack.add(tile)));
                (0..blanks).for_each(|_| assert!(rack.add(RackTile::Blank)));
                let position = Position::try_new(board.clone(), rack, &game.rules).unwrap();
                for Search {
                    name,
                    generator,
                    lexicon,
                } in &searches
                {
                    let limit = match name.starts_with("every line") {
                        true => limit,
                        false => ANCHOR_BY_ANCHOR,
                    };
                    let start = stack_pointer();
                    let mut deepest = start;
                    let mut longest = 0;
                    let flow = generator(lexicon, &position, &mut |play| {
                        deepest = deepest.min(stack_pointer());
                        longest = longest.max(play.placed_len());
                        ControlFlow::Continue(())
                    });
                    assert!(flow.is_continue());
                    assert!(longest + 1 >= dim, "{longest} tiles");
                    let used = start - deepest;
                    assert!(
                        used < limit,
                        "{name}: {used} bytes on {dim} x {dim} squares"
                    );
                }
            }
        }
    }
}

/// Upper bound that `Finder` documents for searches for words.
const WORD_SEARCH: usize = 8 << 10;
/// Upper bound that `Finder` documents for searches for phrases.
const PHRASE_SEARCH: usize = 24 << 10;

#[test]
fn searches_for_words_and_phrases_stay_within_the_documented_stack() {
    // Five words of 51 tiles make the longest phrase; a word of 63 tiles is the longest word.
    let words = [51, 63].map(|len| vec![1; len]);
    for options in common::every_kind() {
        let image = common::image(&words, &common::letters(2), &options);
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        let (alphabet, finder) = (lexicon.alphabet(), Finder::new(&lexicon));
        let start = stack_pointer();
        let mut deepest = start;
        let mut longest = 0;
        for text in ["*A*A", "[AB]*", "?*"] {
            let mut conditions = [
                Condition::pattern("*A*", alphabet).unwrap(),
                Condition::anagram(text, alphabet).unwrap(),
                Condition::takes_no_hook(Side::Front),
            ];
            for count in 1..=conditions.len() {
                let mut visit = |word: &Word| {
                    deepest = deepest.min(stack_pointer());
                    longest = longest.max(word.len());
                };
                let conditions = &mut conditions[..count];
                finder.words(conditions, &mut visit).unwrap();
                finder.words_in_any_order(conditions, &mut visit).unwrap();
            }
        }
        assert_eq!(longest, 63);
        let used = start - deepest;
        assert!(used < WORD_SEARCH, "{used} bytes");
        let (start, mut deepest) = (stack_pointer(), usize::MAX);
        let found = finder.phrases(&mut PhraseQuery::new().with_max_words(5), |phrase| {
            deepest = deepest.min(stack_pointer());
            match phrase.tiles().len() {
                255 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!(found, Ok(ControlFlow::Break(())), "the longest phrase");
        let used = start - deepest;
        assert!(used < PHRASE_SEARCH, "{used} bytes");
    }
}

/// Racks as long as a line: their leaves exceed the table of leaves, so the search evaluates each leave where it emits the
/// play, at its deepest point. A search for scores alone takes no more stack.
#[test]
fn best_moves_stay_within_the_documented_stack() {
    for (dim, limit) in [(15, BEST_ON_SMALL_BOARD), (21, BEST_ON_LARGE_BOARD)] {
        let word: Vec<Tile> = (0..21)
            .map(|i| Tile::new(1 + i / 4).unwrap())
            .take(dim)
            .collect();
        let words = (2..=dim).map(|len| word[..len].to_vec()).collect();
        let game = Game::new(&common::letters(6), words, |rules| rules_of(dim, &rules));
        let images = [game.lexicon(), game.compact_lexicon()];
        let ways = || {
            let ways = |lexicon| algorithms(lexicon).map(move |algorithm| (lexicon, algorithm));
            images.iter().flat_map(ways)
        };
        let mut middle = Board::new(game.rules.layout().dimensions());
        let square = Square::new(dim / 2, dim / 2).unwrap();
        let placed_tile = PlacedTile::letter(word[dim / 2]);
        middle.set(square, Some(placed_tile)).unwrap();
        for board in [Board::new(game.rules.layout().dimensions()), middle] {
            for blanks in [0, 2] {
                let mut rack = Rack::EMPTY;
                word[blanks..]
                    .iter()
                    .for_each(|&tile| assert!(rack.add(tile)));
                (0..blanks).for_each(|_| assert!(rack.add(RackTile::Blank)));
                let position = Position::try_new(board.clone(), rack, &game.rules).unwrap();
                for (lexicon, algorithm) in ways() {
                    let start = stack_pointer();
                    let deepest = Cell::new(start);
                    let fewest_kept = Cell::new(dim);
                    let leaves = |kept: &Rack| {
                        deepest.set(deepest.get().min(stack_pointer()));
                        fewest_kept.set(fewest_kept.get().min(kept.len()));
                        0
                    };
                    let mut best = [None; 1];
                    let movegen = movegen(algorithm, lexicon).unwrap();
                    let found = movegen.with_moves(1, &leaves).top(&position, &mut best);
                    assert_eq!(found, 1);
                    assert!(fewest_kept.get() <= 1, "{} tiles kept", fewest_kept.get());
                    let used = start - deepest.get();
                    assert!(
                        used < limit,
                        "{algorithm:?}: {used} bytes on {dim} x {dim} squares"
                    );
                }
            }
        }
    }
}

/// Rules for a board without premium squares and a rack as long as its lines.
fn rules_of(dim: usize, rules: &Rules) -> Rules {
    let row = format!("{}\n", Premium::Plain.symbol().to_string().repeat(dim));
    let text = format!("{0}, {0}\n{1}", dim / 2, row.repeat(dim));
    let layout = Layout::parse(&text).unwrap();
    let rules = rules.clone().with_layout(layout);
    rules.with_rack_size(dim)
}

/// The approximate stack pointer.
#[inline(never)]
fn stack_pointer() -> usize {
    let marker = 0_u8;
    std::ptr::from_ref(black_box(&marker)).addr()
}
