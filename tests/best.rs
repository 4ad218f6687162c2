//! Best plays and moves, compared with the sorted list of all plays or moves.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use common::english::{beside_the_project, data, enable, scowl_60};
use common::game::{Game, compile};
use common::generators::{ALGORITHMS, algorithms, movegen, plays_by};
use common::parts::Parts;
use common::perft;
use common::positions::{BINGOS, SMALL, VARIETIES, Variety, check_games, play_out, random_rack};
use common::random::Random;
use common::{every_kind, scope};
use lexc_compiler::{Automata, CompileOptions};
use lexc_formats::SectionName;
use lexc_runtime::{
    Algorithm, Board, Candidate, Cgp, Leaves, Lexicon, Move, MoveGen, PlacedTile, Play, Position,
    Rack, StaticEndgame, Tile, for_each_exchange,
};

#[test]
fn best_plays_and_moves_of_scowl_60_positions_lead_the_sorted_lists() {
    for name in ["conformance/scowl60", "conformance/scowl60-hard"] {
        compare_file(scowl_60(), &data(name), scope::step(5));
    }
}

#[test]
fn best_plays_and_moves_of_enable_positions_lead_the_sorted_lists() {
    let Some(game) = enable() else {
        let path = beside_the_project("");
        println!("skipped: the ENABLE list is not in {}", path.display());
        return;
    };
    for name in ["conformance/enable", "conformance/enable-hard"] {
        compare_file(&game, &beside_the_project(name), scope::step(7));
    }
}

#[test]
fn random_games() {
    check_games("best", 3, &VARIETIES, |random, variety, game| {
        let (lexicon, compact) = (game.lexicon(), game.compact_lexicon());
        play_out(random, game, variety, 20, |random, position, _| {
            let case = Case::new(&lexicon, position);
            case.check_plays(random);
            case.check_moves(random);
            if random.below(8) == 0 {
                let case = case.over(&compact);
                case.check_plays(random);
                case.check_moves(random);
            }
        });
    });
}

/// Searches find the same over an image without the anagram filter, and with a word map in its place.
#[test]
fn images_without_the_anagram_filter() {
    let leaves = |kept: &Rack| value_of(5, kept, 5_000);
    let variety = Variety {
        tiles: 5..=5,
        ..BINGOS
    };
    let definition = common::letters(5);
    let options = CompileOptions {
        word_map: true,
        ..CompileOptions::default()
    };
    check_games("best/filter", 1, &[variety], |random, variety, game| {
        let without = Parts::of(&game.image).without(SectionName::ANAGRAM_FILTER);
        let without = without.write();
        let mapped = compile(&game.words, &definition, &options);
        let lexicons =
            [&game.image, &without, &mapped].map(|image| Lexicon::from_bytes(image).unwrap());
        assert!(lexicons[2].image().word_map().is_some());
        assert_eq!(
            [0, 1].map(|index| lexicons[index].has_anagram_filter()),
            [true, false]
        );
        play_out(random, game, variety, 20, |_, position, _| {
            let [expected, without, mapped] = lexicons.map(|lexicon| {
                let mut plays = [None; 20];
                let mut moves = [None; 20];
                let movegen = MoveGen::new(&lexicon);
                movegen.top(position, &mut plays);
                movegen.with_moves(9, &leaves).top(position, &mut moves);
                (plays, moves)
            });
            assert_eq!(without, expected);
            assert_eq!(mapped, expected);
        });
    });
}

/// Anagram filters of random bits, of zeros and of ones. A wrong filter may hide bingos but no other plays, and adds no
/// play. A filter of ones hides no play.
#[test]
fn wrong_anagram_filters() {
    let mut missed = 0;
    check_games("best/wrong", 1, &[BINGOS], |random, variety, game| {
        let right = game.lexicon();
        let images = wrong_filters(random, &game.image);
        play_out(random, game, variety, 12, |_, position, _| {
            let plays = Case::new(&right, position).plays;
            for (fill, image) in &images {
                let lexicon = Lexicon::from_bytes(image).unwrap();
                for algorithm in ALGORITHMS {
                    let mut slots = [None; 5];
                    let movegen = movegen(algorithm, &lexicon).unwrap();
                    let found = movegen.top(position, &mut slots);
                    assert!(slots[found..].iter().all(Option::is_none));
                    let mut found = slots[..found].iter().flatten().peekable();
                    for play in &plays {
                        if found.next_if_eq(&play).is_some()
                            || found.peek().is_none() && slots[4].is_some()
                        {
                            continue;
                        }
                        let is_bingo = play.placed_len() == game.rules.rack_size();
                        assert!(is_bingo && *fill != Some(u8::MAX), "{play:?}");
                        missed += 1;
                    }
                    assert_eq!(found.next(), None, "out of order, or not a play");
                }
            }
        });
    });
    assert!(missed > 100, "{missed}");
}

/// Images with wrong filters. Each comes with the byte that fills its filter, or `None` for random bytes.
fn wrong_filters(random: &mut Random, image: &[u8]) -> Vec<(Option<u8>, Vec<u8>)> {
    let mut images = Vec::new();
    for fill in [Some(0), Some(u8::MAX), None, None] {
        for shortest in [0, 5, 7, u32::MAX] {
            let mut parts = Parts::of(image);
            let contents = parts.contents(SectionName::ANAGRAM_FILTER);
            contents.truncate(8 + 8 * (1 + random.below(20)));
            for byte in &mut contents[8..] {
                *byte = fill.unwrap_or_else(|| random.next_u64().to_le_bytes()[0]);
            }
            parts.set_unit(SectionName::ANAGRAM_FILTER, 0, shortest);
            images.push((fill, parts.write()));
        }
    }
    images
}

/// Single tiles on a fifth of the squares, at most one of them beside each empty square: almost 1.2 anchors per square,
/// across and down together.
#[test]
fn boards_with_the_most_anchors() {
    let variety = Variety {
        name: "anchors",
        games: 50,
        rows: 21..=21,
        cols: 21..=21,
        tiles: 2..=4,
        words: 5..=30,
        ..SMALL
    };
    check_games("best", 1, &[variety], |random, _, game| {
        let tiles: Vec<Tile> = game.rules.tiles().into_iter().collect();
        let mut board = Board::new(game.rules.layout().dimensions());
        for square in board.dimensions().squares() {
            if (square.row() + 2 * square.col()) % 5 == 0 {
                let placed_tile = PlacedTile::letter(*random.pick(&tiles));
                board.set(square, Some(placed_tile)).unwrap();
            }
        }
        let rack = random_rack(random, game, 1);
        let position = Position::try_new(board, rack, &game.rules).unwrap();
        random.note(|| perft::file(game, &position));
        let lexicon = game.lexicon();
        Case::new(&lexicon, &position).check_plays(random);
    });
}

/// Searches over an image with one automaton find the same best plays and moves as over an image with both. Algorithms
/// over the missing automaton are refused.
#[test]
fn images_of_one_automaton() {
    let definition = common::letters(6);
    let variety = Variety {
        name: "one automaton",
        games: 50,
        tiles: 6..=6,
        ..SMALL
    };
    let leaves = |kept: &Rack| value_of(5, kept, 5_000);
    let has_one_automaton =
        |options: &&CompileOptions| options.automata != Automata::Both && !options.word_index;
    let kinds = every_kind().map(|options| CompileOptions {
        anagram_filter: true,
        ..options
    });
    check_games("best", 1, &[variety], |random, variety, game| {
        for options in kinds.iter().filter(has_one_automaton) {
            let (image, both) = (compile(&game.words, &definition, options), game.lexicon());
            let alone = Lexicon::from_bytes(&image).unwrap();
            play_out(random, game, variety, 10, |_, position, _| {
                let [plays, expected] = [&alone, &both].map(|lexicon| {
                    let mut slots = [None; 3];
                    (MoveGen::new(lexicon).top(position, &mut slots), slots)
                });
                assert_eq!(plays, expected);
                let [best, expected_best] = [&alone, &both]
                    .map(|lexicon| MoveGen::new(lexicon).with_moves(9, &leaves).best(position));
                assert_eq!(best, expected_best);
                for algorithm in ALGORITHMS {
                    let is_available = algorithms(&alone).any(|walking| walking == algorithm);
                    let movegen = movegen(algorithm, &alone);
                    assert_eq!(movegen.is_some(), is_available, "{algorithm:?}");
                    let Some(movegen) = movegen else {
                        continue;
                    };
                    let mut slots = [Some(best); 2];
                    movegen.with_moves(9, &leaves).top(position, &mut slots);
                    assert_eq!(slots[0], Some(best), "{algorithm:?}");
                    let mut slots = [expected.1[0]; 3];
                    let found = movegen.top(position, &mut slots);
                    assert_eq!((found, slots), expected, "{algorithm:?}");
                }
            });
        }
    });
}

/// Compares the best plays of every `step`th position of `FILE.cgp`, and the best moves of some of these.
fn compare_file(game: &Game, file: &Path, step: usize) {
    let text = fs::read_to_string(file.with_extension("cgp")).unwrap();
    let (lexicon, compact) = (game.lexicon(), game.compact_lexicon());
    let mut random = Random::new(77);
    for (index, line) in text.lines().enumerate().step_by(step) {
        let cgp = Cgp::parse(line, lexicon.alphabet()).unwrap();
        let position = cgp.position(&game.rules).unwrap();
        println!("{line}");
        let case = Case::new(&lexicon, &position);
        case.check_plays(&mut random);
        match index % 4 {
            0 => case.check_moves(&mut random),
            1 => case.over(&compact).check_plays(&mut random),
            2 if index % 3 == 0 => case.over(&compact).check_moves(&mut random),
            _ => {}
        }
    }
}

/// A position, and all its plays, best first.
struct Case<'a> {
    lexicon: &'a Lexicon<'a>,
    position: &'a Position<'a>,
    plays: Vec<Play>,
}

impl<'a> Case<'a> {
    fn new(lexicon: &'a Lexicon<'a>, position: &'a Position<'a>) -> Case<'a> {
        let fastest = Algorithm::fastest(lexicon.image());
        let mut plays = plays_by(fastest, lexicon, position).expect("the image has its automaton");
        plays.sort_by(Play::best_first);
        Case {
            lexicon,
            position,
            plays,
        }
    }

    /// The same position with another image of the same words.
    fn over(self, lexicon: &'a Lexicon<'a>) -> Case<'a> {
        Case { lexicon, ..self }
    }

    fn check_plays(&self, random: &mut Random) {
        let Case {
            lexicon, position, ..
        } = *self;
        let best = MoveGen::new(lexicon).best(position);
        assert_eq!(best.as_ref(), self.plays.first());
        for count in some_counts(random, self.plays.len()) {
            let expected = &self.plays[..count.min(self.plays.len())];
            let mut slots = vec![best; count];
            let found = MoveGen::new(lexicon).top(position, &mut slots);
            assert_eq!(found, expected.len());
            assert_listed(&slots, expected);
            for algorithm in algorithms(lexicon) {
                let mut slots = vec![best; count];
                let found = movegen(algorithm, lexicon).map(|by| by.top(position, &mut slots));
                assert_eq!(found, Some(expected.len()));
                assert_listed(&slots, expected);
            }
        }
    }

    fn check_moves(&self, random: &mut Random) {
        // Bound on the leave values in thousandths of a point: from 0 to the limit of an `i32`.
        let scale = *random.pick(&[0, 1, 500, 5_000, 40_000, 1_000_000, i32::MAX]);
        let seed = random.next_u64();
        let by_tiles = |kept: &Rack| value_of(seed, kept, scale);
        match random.below(2) {
            0 => self.check_moves_with(random, &by_tiles),
            _ => self.check_moves_with(random, &Bounded(by_tiles, scale)),
        }
    }

    fn check_moves_with(&self, random: &mut Random, leaves: &dyn Leaves) {
        let Case {
            lexicon, position, ..
        } = *self;
        let bag_len = *random.pick(&[0, 6, 7, 50]);
        let in_endgame = || StaticEndgame::of(position);
        let endgame = (bag_len == 0).then(in_endgame).flatten();
        let values: &dyn Leaves = match &endgame {
            Some(values) => values,
            None => leaves,
        };
        let expected = self.all_moves(bag_len, values);
        let movegen = MoveGen::new(lexicon).with_moves(bag_len, leaves);
        assert_eq!(movegen.best(position), expected[0]);
        let mut visited = Vec::new();
        movegen.for_each(position, |candidate| visited.push(*candidate));
        visited.sort_by(Candidate::best_first);
        assert_eq!(visited, expected);
        for count in some_counts(random, expected.len()) {
            let expected = &expected[..count.min(expected.len())];
            for algorithm in algorithms(lexicon) {
                let mut slots = vec![None; count];
                let movegen = movegen.with_algorithm(algorithm).unwrap();
                let found = movegen.top(position, &mut slots);
                assert_eq!(found, expected.len());
                assert_listed(&slots, expected);
            }
        }
    }

    /// All moves, best first.
    fn all_moves(&self, bag_len: usize, leaves: &dyn Leaves) -> Vec<Candidate> {
        let rack = self.position.rack();
        let plays = self.plays.iter().map(|play| {
            let kept = play.leave(*rack).unwrap();
            Candidate {
                action: Move::Play(*play),
                equity: 1_000 * i64::from(play.score()) + i64::from(leaves.value(&kept)),
            }
        });
        let mut moves: Vec<Candidate> = plays.collect();
        let _ = for_each_exchange(self.position, bag_len, |exchanged, kept| {
            moves.push(Candidate {
                action: Move::Exchange(*exchanged),
                equity: leaves.value(kept).into(),
            });
            ControlFlow::<()>::Continue(())
        });
        moves.push(Candidate {
            action: Move::Pass,
            equity: leaves.value(rack).into(),
        });
        moves.sort_by(Candidate::best_first);
        moves
    }
}

/// Numbers of slots: 0, 1, two random numbers, and `len + 1`: with that number, the search prunes nothing.
fn some_counts(random: &mut Random, len: usize) -> [usize; 5] {
    [0, 1, 2 + random.below(8), random.below(len + 1), len + 1]
}

fn assert_listed<T: PartialEq + std::fmt::Debug>(slots: &[Option<T>], expected: &[T]) {
    let (found, rest) = slots.split_at(expected.len());
    assert!(
        found.iter().flatten().eq(expected),
        "{found:?}\n{expected:?}"
    );
    assert!(rest.iter().all(Option::is_none));
}

/// Pseudorandom value within `-scale..=scale`, from the seed and the kept tiles.
fn value_of(seed: u64, kept: &Rack, scale: i32) -> i32 {
    let counts = kept
        .letters()
        .into_iter()
        .map(|tile: Tile| (tile.code(), kept.count(tile)));
    let hash = counts
        .chain([(0, kept.blanks())])
        .fold(seed, |hash, (code, count)| {
            let next = hash ^ (u64::from(code) << 32 | count as u64);
            Random::new(next).next_u64()
        });
    let range = 2 * i64::from(scale) + 1;
    let value = (hash >> 32) as i64 % range - i64::from(scale);
    i32::try_from(value).unwrap()
}

/// Leaves, and an upper bound on their values.
struct Bounded<L>(L, i32);

impl<L: Leaves> Leaves for Bounded<L> {
    fn value(&self, kept: &Rack) -> i32 {
        self.0.value(kept)
    }

    fn bound(&self) -> i32 {
        self.1
    }
}
