//! Every generator over every image, compared with the oracle on random positions, play by play.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::game::compile;
use common::generators::{GENERATORS, Search, delivered, sorted};
use common::options;
use common::oracle::PlainPlay;
use common::positions::{SMALL, VARIETIES, Variety, check_games, play_out};
use common::random::Random;
use lexc_compiler::Automata;
use lexc_runtime::{Direction, Lexicon, PlacedTile, Play, Position, Square, check_play, score};

#[test]
fn random_games() {
    let mut census = Census::default();
    check_games("movegen", 1, &VARIETIES, |random, variety, game| {
        let (lexicon, searches) = (game.lexicon(), game.searches());
        play_out(random, game, variety, 25, |random, position, plays| {
            let case = Case {
                lexicon,
                searches: &searches,
                position,
                plays,
            };
            census.count(position, plays);
            case.check_plays();
            if random.below(4) == 0 {
                case.check_order_and_break(random);
            }
            case.check_placements(random, &mut census);
        });
    });
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
        for count in [
            self.blanks,
            self.bingos,
            self.both_ways,
            self.runs,
            self.down_openings,
            self.legal,
            self.illegal,
        ] {
            assert!(count > 100, "{self:?}");
        }
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

/// A position with the oracle's plays.
struct Case<'a> {
    lexicon: Lexicon<'a>,
    searches: &'a [Search<'a>],
    position: &'a Position<'a>,
    plays: &'a [PlainPlay],
}

impl Case<'_> {
    #[track_caller]
    fn assert(&self, holds: bool, play: &Play, what: &str) {
        let text = || play.display(self.position.board(), self.lexicon.alphabet());
        assert!(holds, "{}: {what}\n{play:?}", text());
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
            assert_eq!(found.len(), found_set.len(), "{name} repeats a play");
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
            let stops = (visited == expected, flow.is_break());
            let expected = (true, wanted <= plays.len());
            assert_eq!(stops, expected, "{name} after {wanted} plays");
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
    let variety = Variety {
        name: "one automaton",
        games: 50,
        tiles: 6..=6,
        ..SMALL
    };
    check_games("movegen", 1, &[variety], |random, variety, game| {
        let [gaddag, dawg] = [Automata::Gaddag, Automata::Dawg]
            .map(|automata| compile(&game.words, &definition, &options(automata, false)));
        let [gaddag, dawg] = [&gaddag, &dawg].map(|image| Lexicon::from_bytes(image).unwrap());
        let compact = game.compact_lexicon();
        let both = game.lexicon();
        let [fastest, by_gaddag, by_dawg] = [0, 1, 2].map(|index| GENERATORS[index].1);
        play_out(random, game, variety, 10, |_, position, _| {
            for (generator, images_and_generators) in [
                (by_gaddag, &[(&gaddag, fastest), (&gaddag, by_gaddag)]),
                (fastest, &[(&dawg, fastest), (&compact, fastest)]),
                (by_dawg, &[(&dawg, by_dawg), (&compact, by_dawg)]),
            ] {
                let plays = delivered(generator, &both, position);
                for (one, generator) in images_and_generators {
                    assert_eq!(plays, delivered(*generator, one, position));
                }
            }
        });
    });
}
