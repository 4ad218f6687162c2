//! Every generator over every image, compared with the oracle on random positions, play by play.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use common::game::{Game, compile};
use common::generators::{GENERATORS, Search, delivered, sorted};
use common::oracle::PlainPlay;
use common::perft;
use common::positions::{BRICKS, DIGRAPHS, LARGE_BOARDS, SMALL, Variety, play_out, random_game};
use common::random::Random;
use common::{options, scope};
use lexc_compiler::Automata;
use lexc_runtime::{Direction, Lexicon, PlacedTile, Play, Position, Square, check_play, score};

#[test]
fn small_games() {
    let mut census = Census::default();
    compare(&mut census, 1_000..1_400, 30, &SMALL);
    census.assert_varied();
    assert!(census.bingos > 0 && census.down_openings > 0, "{census:?}");
}

#[test]
fn tiles_of_several_characters() {
    let mut census = Census::default();
    compare(&mut census, 2_000..2_060, 30, &DIGRAPHS);
    census.assert_varied();
}

#[test]
fn alphabets_of_26_to_62_tiles() {
    let mut census = Census::default();
    for (tiles, seeds) in [
        (26, 3_000..3_020),
        (30, 3_100..3_120),
        (31, 3_200..3_220),
        (45, 3_300..3_320),
        (62, 3_400..3_420),
    ] {
        let variety = Variety {
            tiles: tiles..=tiles,
            cols: 5..=15,
            rack_size: 5..=9,
            words: 500..=1500,
            ..SMALL
        };
        compare(&mut census, seeds, 30, &variety);
    }
    census.assert_varied();
}

#[test]
fn large_boards() {
    let mut census = Census::default();
    compare(&mut census, 4_000..4_040, 30, &LARGE_BOARDS);
    census.assert_varied();
}

/// Rack sizes of 8 to 21 tiles.
#[test]
fn long_racks() {
    let mut census = Census::default();
    let variety = Variety {
        rows: 5..=12,
        cols: 5..=12,
        rack_size: 8..=15,
        blanks: 3,
        words: 5..=60,
        ..SMALL
    };
    compare(&mut census, 5_000..5_030, 20, &variety);
    let variety = Variety {
        tiles: 15..=30,
        rows: 15..=21,
        cols: 15..=21,
        rack_size: 15..=21,
        blanks: 1,
        ..variety
    };
    compare(&mut census, 5_100..5_130, 20, &variety);
    census.assert_varied();
}

/// More blanks than in most games.
#[test]
fn four_blanks() {
    let mut census = Census::default();
    let variety = Variety {
        blanks: 4,
        words: 5..=40,
        ..SMALL
    };
    compare(&mut census, 6_000..6_040, 20, &variety);
    census.assert_varied();
}

/// Boards of a few rows or columns, where most squares are at an edge.
#[test]
fn narrow_boards() {
    let mut census = Census::default();
    let few_rows = Variety {
        rows: 1..=3,
        cols: 1..=12,
        ..SMALL
    };
    compare(&mut census, 7_000..7_120, 20, &few_rows);
    let few_columns = Variety {
        rows: 4..=21,
        cols: 1..=2,
        ..SMALL
    };
    compare(&mut census, 7_200..7_320, 20, &few_columns);
    census.assert_varied();
}

/// Tiles on the board that form no words, and isolated tiles.
#[test]
fn phonies_and_islands() {
    let mut census = Census::default();
    let variety = Variety {
        has_phonies: true,
        ..SMALL
    };
    compare(&mut census, 8_000..8_200, 30, &variety);
    census.assert_varied();
}

#[test]
fn boards_with_bricks() {
    let mut census = Census::default();
    compare(&mut census, 8_300..8_400, 30, &BRICKS);
    let variety = Variety {
        has_phonies: true,
        ..BRICKS
    };
    compare(&mut census, 8_400..8_440, 30, &variety);
    census.assert_varied();
    assert!(census.down_openings > 0, "{census:?}");
}

#[test]
fn blanks_with_a_value() {
    let mut census = Census::default();
    let variety = Variety {
        blanks: 3,
        words: 5..=60,
        has_blank_value: true,
        ..SMALL
    };
    compare(&mut census, 8_600..8_680, 20, &variety);
    census.assert_varied();
}

/// Bonuses by number of tiles placed, and plays of fewer tiles than a full rack has.
#[test]
fn bonuses_and_limits_by_number_of_tiles() {
    let mut census = Census::default();
    let variety = Variety {
        blanks: 3,
        words: 5..=60,
        has_blank_value: true,
        has_place_rules: true,
        ..SMALL
    };
    compare(&mut census, 8_700..8_780, 20, &variety);
    census.assert_varied();
}

/// Scores at the limits of an `i32`.
#[test]
fn extreme_values() {
    let mut census = Census::default();
    let variety = Variety {
        rack_size: 1..=12,
        blanks: 3,
        words: 5..=60,
        has_extreme_values: true,
        ..SMALL
    };
    compare(&mut census, 8_500..8_560, 20, &variety);
    census.assert_varied();
}

/// Numbers of compared positions, plays and placements, by kind.
#[derive(Clone, Copy, Debug, Default)]
struct Census {
    positions: usize,
    plays: usize,
    /// Plays with a blank.
    blanks: usize,
    /// Bingos.
    bingos: usize,
    /// Plays of one tile that forms words in both directions.
    both_ways: usize,
    /// Plays through two or more runs.
    runs: usize,
    /// Down plays on an empty board.
    down_openings: usize,
    /// Legal placements of `check_placements`.
    legal: usize,
    /// Illegal placements of `check_placements`.
    illegal: usize,
}

impl Census {
    fn assert_varied(&self) {
        println!("{self:?}");
        let Census {
            positions, plays, ..
        } = *self;
        assert!(plays > 10 * positions, "{self:?}");
        for count in [self.blanks, self.both_ways, self.runs] {
            assert!(count > 0, "{self:?}");
        }
        assert!(self.legal > 0 && self.illegal > 0, "{self:?}");
    }

    fn count(&mut self, position: &Position<'_>, plays: &[PlainPlay]) {
        self.positions += 1;
        self.plays += plays.len();
        for play in plays {
            let placed: Vec<_> = play.to_play().placed().collect();
            let has_tile_beside = |direction| {
                let (square, _) = placed[0];
                let beside = [square.previous(direction), square.next(direction)];
                (beside.iter().flatten()).any(|&square| position.board().get(square).is_some())
            };
            let runs = play
                .word
                .split(Option::is_some)
                .filter(|run| !run.is_empty());
            let is_opening = position.board().is_empty();
            for (count, is_counted) in [
                (
                    &mut self.blanks,
                    placed.iter().any(|(_, placed_tile)| placed_tile.is_blank()),
                ),
                (
                    &mut self.bingos,
                    placed.len() == position.rules().rack_size(),
                ),
                (
                    &mut self.both_ways,
                    placed.len() == 1 && Direction::ALL.into_iter().all(has_tile_beside),
                ),
                (&mut self.runs, runs.count() > 1),
                (
                    &mut self.down_openings,
                    is_opening && play.direction == Direction::Down,
                ),
            ] {
                *count += usize::from(is_counted);
            }
        }
    }
}

/// Compares the plays of positions from random games, and counts them. The seeds give one game each; by default, every
/// fifth seed is used.
fn compare(census: &mut Census, seeds: Range<u64>, turns: usize, variety: &Variety) {
    for seed in seeds.step_by(scope::step(5)) {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, variety);
        let (lexicon, searches) = (game.lexicon(), game.searches());
        play_out(
            &mut random,
            &game,
            variety,
            turns,
            |random, position, plays| {
                let case = Case {
                    seed,
                    game: &game,
                    lexicon,
                    searches: &searches,
                    position,
                    plays,
                };
                census.count(position, plays);
                case.check_plays();
                if random.once_in(4) {
                    case.check_order_and_break(random);
                }
                case.check_placements(random, census);
            },
        );
    }
}

/// A position with the oracle's plays.
struct Case<'a> {
    seed: u64,
    game: &'a Game,
    lexicon: Lexicon<'a>,
    searches: &'a [Search<'a>],
    position: &'a Position<'a>,
    plays: &'a [PlainPlay],
}

impl Case<'_> {
    fn fail(&self, what: &str) -> ! {
        let Case {
            seed,
            game,
            position,
            plays,
            ..
        } = self;
        panic!(
            "{what}\nseed {seed}; as a file of tests/data/perft:\n\n{}",
            perft::file(game, position, plays)
        );
    }

    fn assert(&self, holds: bool, play: &Play, what: &str) {
        if !holds {
            let text = play.display(self.position.board(), self.lexicon.alphabet());
            self.fail(&format!("{text}: {what}\n{play:?}"));
        }
    }

    /// Asserts that every generator finds the plays of the oracle, each once and with its score, and that they are
    /// legal.
    fn check_plays(&self) {
        for search in self.searches {
            let (name, found) = (search.name, sorted(&search.delivered(self.position)));
            let [found_set, expected] =
                [&found[..], self.plays].map(|plays| plays.iter().collect::<BTreeSet<_>>());
            let difference = found_set.symmetric_difference(&expected).next();
            if let Some(play) = difference {
                let finder = match found_set.contains(play) {
                    true => name,
                    false => "the oracle",
                };
                let problem = format!("only {finder} finds it with this score");
                self.assert(false, &play.to_play(), &problem);
            }
            if found.len() != found_set.len() {
                self.fail(&format!("{name} repeats a play"));
            }
        }
        for plain in self.plays {
            let play = plain.to_play();
            let is_legal = check_play(&self.lexicon, self.position, &play).is_ok();
            self.assert(is_legal, &play, "is not legal");
            let score = score(self.position, &play);
            self.assert(score == plain.score, &play, &format!("scores {score}"));
            let canonical = play.canonical(self.position.board());
            self.assert(canonical == play, &play, "is not canonical");
        }
    }

    /// Asserts that each generator emits the plays in the same order each time, and none after a break.
    fn check_order_and_break(&self, random: &mut Random) {
        let wanted = 1 + random.below(self.plays.len() + 1);
        for search in self.searches {
            let (name, plays) = (search.name, search.delivered(self.position));
            let mut visited = Vec::new();
            let flow = (search.generator)(&search.lexicon, self.position, &mut |play| {
                visited.push(*play);
                match visited.len() == wanted {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            let expected = &plays[..wanted.min(plays.len())];
            if visited != expected || flow.is_break() != (wanted <= plays.len()) {
                self.fail(&format!("{name} does not stop after {wanted} plays"));
            }
        }
    }

    /// Makes altered and random plays. Asserts that the oracle has the canonical or mirrored form of each legal play,
    /// with the same score, and has no illegal play.
    fn check_placements(&self, random: &mut Random, census: &mut Census) {
        for _ in 0..16 {
            let placement = match self.plays {
                [] => self.random_placement(random),
                plays if random.once_in(2) => self.altered(random.pick(plays), random),
                _ => self.random_placement(random),
            };
            let Some(play) = placement else { continue };
            let place = |play: &PlainPlay| (play.direction, play.origin, play.word.clone());
            let score_of = |play: &Play| {
                let play = PlainPlay::from(play);
                let found = self.plays.binary_search_by_key(&place(&play), place);
                found.ok().map(|index| self.plays[index].score)
            };
            if check_play(&self.lexicon, self.position, &play).is_ok() {
                census.legal += 1;
                let canonical = play.canonical(self.position.board());
                let expected =
                    score_of(&canonical).or_else(|| score_of(&self.mirrored(&canonical)?));
                let score = score(self.position, &play);
                self.assert(
                    expected == Some(score),
                    &play,
                    &format!("scores {score}, not {expected:?}"),
                );
            } else {
                census.illegal += 1;
                self.assert(score_of(&play).is_none(), &play, "is not legal");
            }
        }
    }

    /// The across play that stands for a down play on an empty symmetric board.
    fn mirrored(&self, play: &Play) -> Option<Play> {
        let stands_for_it = play.direction() == Direction::Down
            && self.position.board().is_empty()
            && self.position.rules().layout().is_symmetric();
        let word: Vec<_> = play.squares().map(|(_, placed_tile)| placed_tile).collect();
        let mirrored = Play::new(play.origin().transposed(), Direction::Across, &word, 0);
        mirrored.filter(|_| stands_for_it)
    }

    /// The play with another direction, origin or tile, or with a tile more or fewer.
    fn altered(&self, play: &PlainPlay, random: &mut Random) -> Option<Play> {
        let mut play = play.clone();
        let index = random.below(play.word.len());
        match random.below(6) {
            0 => play.direction = play.direction.crossing(),
            1 => play.origin = play.origin.next(play.direction)?,
            2 => play.origin = play.origin.previous(play.direction)?,
            3 => play.word[index] = self.placed_tile(random),
            4 => play.word.push(self.placed_tile(random)),
            _ => drop(play.word.pop()),
        }
        Play::new(play.origin, play.direction, &play.word, 0)
    }

    /// Tiles on one to three squares of a line, usually on empty squares.
    fn random_placement(&self, random: &mut Random) -> Option<Play> {
        let board = self.position.board();
        let squares: Vec<Square> = board.dimensions().squares().collect();
        let origin = *random.pick(&squares);
        let direction = *random.pick(&Direction::ALL);
        let len = random.within(&(1..=3));
        let word = |square: Square| match board.get(square).is_some() != random.once_in(40) {
            true => None,
            false => self.placed_tile(random),
        };
        let line = std::iter::successors(Some(origin), |square| square.next(direction));
        let word: Vec<Option<PlacedTile>> = line.map(word).take(len).collect();
        Play::new(origin, direction, &word, 0)
    }

    /// A placed tile, usually one of the rack.
    fn placed_tile(&self, random: &mut Random) -> Option<PlacedTile> {
        let rack = self.position.rack();
        let all: Vec<_> = self.position.rules().tiles().into_iter().collect();
        let held: Vec<_> = rack.letters().into_iter().collect();
        Some(if random.below(rack.len()) < rack.blanks() {
            PlacedTile::blank(*random.pick(&all))
        } else if held.is_empty() || random.once_in(10) {
            PlacedTile::letter(*random.pick(&all))
        } else {
            PlacedTile::letter(*random.pick(&held))
        })
    }
}

/// Over an image with one automaton, and over the DAWG of a compact image, generators emit the same plays in the same
/// order as over an image with fast nodes and both automata. The generator of the fastest algorithm uses the automaton
/// that the image has.
#[test]
fn images_of_one_automaton_and_compact_images_keep_the_order_of_plays() {
    let definition = common::letters(6);
    for seed in 9_000..9_010 {
        let mut random = Random::new(seed);
        let variety = Variety {
            tiles: 6..=6,
            ..SMALL
        };
        let game = random_game(&mut random, &variety);
        let [gaddag, dawg] = [Automata::Gaddag, Automata::Dawg]
            .map(|automata| compile(&game.words, &definition, &options(automata, false)));
        let [gaddag, dawg] = [&gaddag, &dawg].map(|image| Lexicon::from_bytes(image).unwrap());
        let compact = game.compact_lexicon();
        let both = game.lexicon();
        let [fastest, by_gaddag, by_dawg] = [0, 1, 2].map(|index| GENERATORS[index].1);
        play_out(&mut random, &game, &variety, 10, |_, position, _| {
            for (generator, images_and_generators) in [
                (by_gaddag, &[(&gaddag, fastest), (&gaddag, by_gaddag)]),
                (fastest, &[(&dawg, fastest), (&compact, fastest)]),
                (by_dawg, &[(&dawg, by_dawg), (&compact, by_dawg)]),
            ] {
                let plays = delivered(generator, &both, position);
                for (one, generator) in images_and_generators {
                    assert_eq!(plays, delivered(*generator, one, position), "seed {seed}");
                }
            }
        });
    }
}
