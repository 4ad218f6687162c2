//! What the plays from a start can score at most, before any of them is made.
//!
//! A play from a start covers the nearest empty squares on both sides of it: how many to the left and how many to the
//! right says which squares these are, which blocks the play runs through, what the word is multiplied by, and which
//! cross-words it makes. All that is open is which tile comes where. At most,
//!
//! - the tiles placed are those of the largest values, and each of them counts once;
//! - and on a square that makes a tile count more often, be it for a letter premium or in a cross-word, lies the largest
//!   value that fits there.
//!
//! Say the rack is AEIQRT?, and the squares are seven in a row, one with a double letter and one with a double word. The
//! tiles are worth 15 points, and 25 with another 10 for the double letter, doubled 50: no play of all seven tiles there
//! scores more than that and the bonus.
//!
//! A sum for each side and each number of tiles on it is all that takes a look at the squares. Any way to place tiles on
//! both sides is bounded by two such sums, added up.

use core::cmp::Reverse;

use lexc_formats::Face;

use super::line::LineState;
use super::starts::Start;
use crate::rack::Rack;
use crate::rules::Rules;

/// One more than a play can place tiles.
pub(super) const COUNTS: usize = Rack::MAX_LEN + 1;

/// The values of a rack's tiles.
#[derive(Clone, Debug)]
pub(super) struct RackValues {
    /// The number of tiles.
    pub(super) len: usize,
    /// By number of tiles: the most that so many are worth, and the bonus for them.
    sums: [(i32, i32); COUNTS],
    /// The letters as sets of one, and their values, the largest value first.
    letters: [(u64, i32); Rack::MAX_LEN],
    letters_len: usize,
    /// The largest value of a tile.
    highest: i32,
    has_blank: bool,
    /// Whether a blank can score more than the letter that it stands for.
    pub(super) gains_by_blank: bool,
}

impl RackValues {
    pub(super) fn new(rack: &Rack, rules: &Rules) -> RackValues {
        let value = |tile| rules.value(Face::lettered(tile));
        let mut letters = [(0, 0); Rack::MAX_LEN];
        let mut letters_len = 0;
        for (entry, tile) in letters.iter_mut().zip(rack.tiles()) {
            *entry = (1 << tile.code(), value(tile));
            letters_len += 1;
        }
        let mut values = [0; Rack::MAX_LEN];
        for (entry, slot) in values.iter_mut().zip(rack.slots()) {
            *entry = slot.map_or(0, value);
        }
        if let Some(letters) = letters.get_mut(..letters_len) {
            letters.sort_unstable_by_key(|&(_, value)| Reverse(value));
        }
        if let Some(values) = values.get_mut(..rack.len()) {
            values.sort_unstable_by_key(|&value| Reverse(value));
        }
        let mut sums = [(0, 0); COUNTS];
        let mut sum = 0;
        for (entry, value) in sums.iter_mut().skip(1).zip(values) {
            sum += value;
            entry.0 = sum;
        }
        if let Some((_, bonus)) = sums.get_mut(rules.rack_size()) {
            *bonus = rules.bingo_bonus();
        }
        let [highest, ..] = values;
        let has_blank = rack.blanks() > 0;
        RackValues {
            len: rack.len(),
            sums,
            highest,
            letters,
            letters_len,
            has_blank,
            gains_by_blank: has_blank && rules.tiles().into_iter().any(|tile| value(tile) < 0),
        }
    }

    /// The largest value of a tile that fits; `None` if none does.
    #[inline(always)]
    fn highest(&self, fits: u64) -> Option<i32> {
        let mut letters = self.letters.iter().take(self.letters_len);
        let letter = letters.find(|(letter, _)| letter & fits != 0);
        let letter = letter.map(|&(_, value)| value);
        if self.has_blank && fits != 0 {
            return Some(letter.unwrap_or(0).max(0));
        }
        letter
    }
}

/// What a square can add to a score.
#[derive(Clone, Copy, Debug)]
struct SquareBound {
    /// What a tile placed there can count in the word beyond its value.
    letters: i32,
    /// The most that a cross-word through there scores.
    crosses: i32,
    word_multiplier: i32,
}

impl RackValues {
    /// What a square can add; `None` if no tile of the rack can be placed there.
    #[inline(always)]
    fn square(&self, line: &LineState, place: usize) -> Option<SquareBound> {
        let state = line.at(place);
        let letter_multiplier = i32::from(state.letter_multiplier);
        let word_multiplier = i32::from(state.word_multiplier);
        if line.is_crossed(place) {
            let highest = self.highest(state.fits)?;
            return Some(SquareBound {
                letters: highest * (letter_multiplier - 1),
                crosses: (state.value + highest * letter_multiplier) * word_multiplier,
                word_multiplier,
            });
        }
        (state.fits != 0).then_some(SquareBound {
            letters: self.highest * (letter_multiplier - 1),
            crosses: 0,
            word_multiplier,
        })
    }

    /// Visits all ways to place tiles around a start, as far as there are squares and tiles for it.
    #[inline(always)]
    pub(super) fn for_each_way(
        &self,
        line: &LineState,
        start: Start,
        rights: &mut Rights,
        mut visit: impl FnMut(Way),
    ) {
        let rights = self.right_sides(line, start, rights);
        let mut left = Side::NONE;
        // The square of an empty start is covered first, and one tile alone is no word.
        let (mut first, mut fewest_right) = (start.first, 1);
        if start.is_empty {
            let Some(square) = self.square(line, first) else {
                return;
            };
            left = left.with(square);
        } else {
            for place in start.first..=start.end {
                left.letters += line.at(place).value;
            }
        }
        let mut left_len = usize::from(start.is_empty);
        while let Some(sums) = self.sums.get(left_len..=self.len) {
            let ways = rights.iter().zip(sums).enumerate();
            for (right_len, (right, &(sum, bonus))) in ways.skip(fewest_right) {
                let letters = sum + left.letters + right.letters;
                visit(Way {
                    first,
                    last: usize::from(right.last),
                    placed: left_len + right_len,
                    score: letters * (left.word_multiplier * right.word_multiplier)
                        + (left.crosses + right.crosses + bonus),
                });
            }
            fewest_right = 0;
            first -= 1;
            if first < start.stop {
                return;
            }
            let Some(square) = self.square(line, first) else {
                return;
            };
            left = left.with(square);
            left_len += 1;
        }
    }

    /// The right sides with no tile, one tile and so on.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn right_sides<'r>(
        &self,
        line: &LineState,
        start: Start,
        Rights(sides): &'r mut Rights,
    ) -> &'r [Side] {
        let mut place = start.end + 1;
        let mut side = Side::NONE;
        let mut count = 0;
        side.last = start.end as u8;
        for entry in sides.iter_mut() {
            *entry = side;
            count += 1;
            if count > self.len {
                break;
            }
            let Some(square) = self.square(line, place) else {
                break;
            };
            side = side.with(square);
            side.last = place as u8;
            place += 1;
            while line.is_taken(place) {
                side.letters += line.at(place).value;
                place += 1;
            }
        }
        sides.get(..count).unwrap_or(&[])
    }
}

/// What the tiles on one side of a start can add to a score.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// What counts in the word beside the tiles placed: blocks, and premiums.
    letters: i32,
    crosses: i32,
    word_multiplier: i32,
    /// The place of the last tile to the right.
    last: u8,
}

/// Room for the right sides of a start.
#[derive(Clone, Debug)]
pub(super) struct Rights([Side; COUNTS]);

impl Rights {
    pub(super) const NONE: Rights = Rights([Side::NONE; COUNTS]);
}

impl Side {
    const NONE: Side = Side {
        letters: 0,
        crosses: 0,
        word_multiplier: 1,
        last: 0,
    };

    /// With one more tile.
    #[inline(always)]
    fn with(self, square: SquareBound) -> Side {
        Side {
            letters: self.letters + square.letters,
            crosses: self.crosses + square.crosses,
            word_multiplier: self.word_multiplier * square.word_multiplier,
            last: self.last,
        }
    }
}

/// A way to place tiles around a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The place of the word's first tile.
    pub(super) first: usize,
    /// The place of the last tile placed to the right of the start; the start's last place if there is none.
    pub(super) last: usize,
    /// The number of tiles placed.
    pub(super) placed: usize,
    /// No such play scores more.
    pub(super) score: i32,
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;
    use std::vec::Vec;

    use lexc_formats::Tile;
    use lexc_formats::record::Packing;

    use super::*;
    use crate::board::Board;
    use crate::layout::Layout;
    use crate::lexicon::Lexicon;
    use crate::movegen::cross_checks::CrossChecks;
    use crate::movegen::cross_words::Walker;
    use crate::movegen::hand::Hand;
    use crate::movegen::levels::Levels;
    use crate::movegen::search::{FACES, Scoring, Search};
    use crate::movegen::starts::Starts;
    use crate::movegen::{directions, opening};
    use crate::play::Play;
    use crate::position::Position;
    use crate::testing::english;
    use crate::walk::Automaton;

    static IMAGE: &[u8] = include_bytes!("../../examples/care.gaddag");

    /// All ways to place tiles from each start, and the plays from there.
    fn starts(lexicon: &Lexicon<'_>, position: &Position<'_>) -> Vec<(Start, Vec<Way>, Vec<Play>)> {
        let packing = lexicon.image().records::<1>();
        let automaton = Automaton::Gaddag(lexicon.image().gaddag().unwrap());
        let mut checks = CrossChecks::new(position.rules());
        checks.add_all(Walker::new(packing, automaton), position);
        let rack = RackValues::new(position.rack(), position.rules());
        let scoring = Scoring::new(position.rules());
        let is_opening = position.board().is_empty();
        let mut found = Vec::new();
        for direction in directions(position, is_opening) {
            for line in position.board().dimensions().lines(direction) {
                let mut state = LineState::EMPTY;
                state.set(position, line, checks.line(line).unwrap());
                let opening = opening(position, line).filter(|_| is_opening);
                for start in Starts::new(state.taken, state.crossed).chain(opening) {
                    let mut ways = Vec::new();
                    let mut rights = Rights::NONE;
                    rack.for_each_way(&state, start, &mut rights, |way| ways.push(way));
                    let mut plays = Vec::new();
                    let mut levels = Levels::NONE;
                    let mut search = Search {
                        packing,
                        line: &state,
                        scoring: &scoring,
                        hand: Hand::new(position.rack()),
                        start,
                        faces: [None; FACES],
                        blank_place: 0,
                        levels: &mut levels,
                        visit: &mut |play: &Play| {
                            plays.push(*play);
                            ControlFlow::<()>::Continue(())
                        },
                    };
                    let root = packing.record(automaton.root());
                    assert!(search.gaddag_plays(root).is_continue());
                    found.push((start, ways, plays));
                }
            }
        }
        found
    }

    /// The way in which a play is placed: the places of its first tile and of the last one placed to the right.
    fn way_of(play: &Play, start: Start) -> (usize, usize, usize) {
        let place = |square: crate::Square| match play.direction() {
            crate::Direction::Across => square.col() + 1,
            crate::Direction::Down => square.row() + 1,
        };
        let last = play.placed().map(|(square, _)| place(square)).last();
        (
            place(play.lead()),
            last.unwrap().max(start.end),
            play.placed_len(),
        )
    }

    /// A number that looks random, below a bound.
    fn random(state: &mut u64, bound: usize) -> usize {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*state >> 33).unwrap() % bound
    }

    #[test]
    fn every_play_is_among_the_ways_and_scores_no_more() {
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let mut state = 7;
        let mut play_count = 0;
        for game in 0..60 {
            let mut rules = Rules::standard(english());
            if game % 2 == 1 {
                let premiums = "=-'\"^~ ";
                let mut text = std::string::String::from("4, 4\n");
                for _ in 0..9 {
                    let premium = || premiums.chars().nth(random(&mut state, 7)).unwrap();
                    text.extend(core::iter::repeat_with(premium).take(9));
                    text.push('\n');
                }
                let Ok(other) = rules.clone().with_layout(Layout::parse(&text).unwrap()) else {
                    continue;
                };
                rules = other;
                for code in 1..=26 {
                    let value = i16::try_from(random(&mut state, 20)).unwrap() - 6;
                    rules = rules.with_value(Tile::new(code).unwrap(), value).unwrap();
                }
            }
            let mut board = Board::new(rules.layout().dimensions());
            for _ in 0..12 {
                let mut rack = Rack::EMPTY;
                for _ in 0..random(&mut state, 8) {
                    let letter = "ABCELRS?".chars().nth(random(&mut state, 8)).unwrap();
                    let tile = english().face(letter.encode_utf8(&mut [0; 4]));
                    assert!(rack.add_slot(tile.map(|face| face.tile())));
                }
                let position = Position::try_new(board.clone(), rack, &rules).unwrap();
                let starts = starts(&lexicon, &position);
                for (start, ways, plays) in &starts {
                    for play in plays {
                        let is_bounded = |way: &Way| {
                            (way.first, way.last, way.placed) == way_of(play, *start)
                                && way.score >= play.score()
                        };
                        assert!(ways.iter().any(is_bounded), "{play:?} {start:?} {ways:?}");
                        play_count += 1;
                    }
                }
                let plays: Vec<&Play> = starts.iter().flat_map(|(_, _, plays)| plays).collect();
                if !plays.is_empty() {
                    board.play_unchecked(plays[random(&mut state, plays.len())]);
                }
            }
        }
        assert!(play_count > 5_000, "{play_count}");
    }

    /// The example at the top.
    #[test]
    fn a_bound_worked_by_hand() {
        let layout = Layout::parse("0, 0\n '   - ").unwrap();
        let rules = Rules::standard(english()).with_layout(layout).unwrap();
        let rack = Rack::parse("AEIQRT?", english()).unwrap();
        let board = Board::new(rules.layout().dimensions());
        let position = Position::try_new(board, rack, &rules).unwrap();
        let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
        let starts = starts(&lexicon, &position);
        // There are no ways down, where words have one square.
        let (_, ways, _) = starts.iter().find(|(_, ways, _)| !ways.is_empty()).unwrap();
        let all_tiles = ways.iter().find(|way| way.placed == 7).unwrap();
        assert_eq!((all_tiles.first, all_tiles.last), (1, 7));
        assert_eq!(all_tiles.score, 2 * (15 + 10) + 50);
        // The Q and two of the tiles of one point each, and the Q once more.
        let three_tiles = ways.iter().find(|way| way.placed == 3).unwrap();
        assert_eq!(three_tiles.score, 12 + 10);
    }
}
