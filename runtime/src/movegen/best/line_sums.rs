//! Prefix sums over the squares of a line, so that the bound of a span is the difference of two sums.

use lexc_formats::AnagramKey;

use super::rack_values::RackValues;
use crate::game::premium::Premium;
use crate::movegen::line::LineState;
use crate::movegen::place::{PLACES, Place, PlaceSet};

/// Prefix sums over the squares of a line.
#[derive(Clone, Debug)]
pub(super) struct LineSums {
    /// By place, the sums of the places before it.
    before: [Sums; PLACES],
    /// Empty places, and the place after the last square.
    pub(super) empty: PlaceSet,
    /// The same places, from left to right.
    empty_places: [u8; PLACES],
    /// By place, the number of them before it.
    ranks: [u8; PLACES],
    /// Places where a tile of the rack fits.
    pub(super) usable: PlaceSet,
}

/// Contributions of adjacent places to a score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    /// Points in the word besides the values of the tiles placed: tiles on the board, and premiums. Bits from 32 on count
    /// word doublings, bits from 40 on word treblings: one number to add up.
    word: i64,
    /// Bound on the scores of the cross-words.
    pub(super) crosses: i32,
    /// Tiles on the board.
    pub(super) covered: AnagramKey,
}

impl LineSums {
    /// Sums of a line without squares.
    pub(super) const EMPTY: LineSums = LineSums {
        before: [Sums::NONE; PLACES],
        empty: PlaceSet::EMPTY,
        empty_places: [0; PLACES],
        ranks: [0; PLACES],
        usable: PlaceSet::EMPTY,
    };

    /// Sets the sums to those of a line. In place, which saves copies.
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    #[expect(
        clippy::indexing_slicing,
        reason = "the masks keep the indices in range"
    )]
    pub(super) fn set(&mut self, rack: &RackValues, line: &LineState) {
        let squares = line.squares();
        self.empty = (squares | squares.next()) & !line.taken;
        self.usable = squares & !line.taken;
        let mut crosses = [0; PLACES];
        // Points by which a premium falls short of that for the highest tile, where that does not fit.
        let mut less = [0; PLACES];
        for place in line.crossed.iter() {
            let state = line.at(place);
            let (is_usable, value) = rack.highest_in(state.cross_set);
            self.usable.0 &= !(u32::from(!is_usable) << place.number());
            let letter_multiplier = i32::from(state.letter_multiplier);
            crosses[place.index()] =
                (state.value + value * letter_multiplier) * i32::from(state.cross_multiplier);
            less[place.index()] = (rack.highest - value) * (letter_multiplier - 1);
        }
        let mut sums = Sums::NONE;
        let mut rank = 0;
        // To the place after the last square: before that are all squares.
        for place in 1..=(line.len + 1) & (PLACES - 1) {
            self.before[place] = sums;
            self.ranks[place] = rank;
            self.empty_places[usize::from(rank) & (PLACES - 1)] = place as u8;
            let state = line.at(Place::new(place));
            // No branch: the squares with tiles are as good as random to a processor.
            let taken = -i64::from(state.code != 0);
            let premium = rack.premiums[usize::from(state.letter_multiplier) & 7];
            let multiplier = MULTIPLIERS[usize::from(state.word_multiplier) & 7];
            let empty = premium - i64::from(less[place]) + multiplier;
            sums.word += i64::from(state.value) & taken | empty & !taken;
            sums.crosses += crosses[place];
            sums.covered += AnagramKey::of_code(state.code);
            rank += u8::from(state.code == 0);
        }
    }

    /// Place of the empty square with this number of empty squares before it, or the place after the last square.
    #[inline(always)]
    pub(super) fn empty_place(&self, rank: usize) -> Place {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        Place::new(self.empty_places[rank & (PLACES - 1)].into())
    }

    /// Number of empty squares before a place.
    #[inline(always)]
    pub(super) fn rank(&self, place: Place) -> usize {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        self.ranks[place.index()].into()
    }

    /// Sums of the places from `first` to the place before `end`.
    #[inline(always)]
    pub(super) fn between(&self, first: Place, end: Place) -> Sums {
        #[expect(
            clippy::indexing_slicing,
            reason = "the masks keep the indices below 32"
        )]
        let (before, upto) = (self.before[first.index()], self.before[end.index()]);
        Sums {
            word: upto.word - before.word,
            crosses: upto.crosses - before.crosses,
            covered: upto.covered - before.covered,
        }
    }
}

impl Sums {
    const NONE: Sums = Sums {
        word: 0,
        crosses: 0,
        covered: AnagramKey::NONE,
    };

    /// Points in the word, and its multiplier. The rules bound every score to its type.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the parts have 32, 8 and 8 bits"
    )]
    pub(super) fn word(self) -> (i32, i32) {
        let letters = self.word as i32;
        let multipliers = ((self.word - i64::from(letters)) >> 32) as u32;
        let trebled = POWERS_OF_3.get(multipliers as usize >> 8);
        (
            letters,
            trebled.map_or(0, |&trebled| trebled << (multipliers & 31)),
        )
    }
}

/// By word multiplier, its part of the number that [`Sums::word`] splits.
const MULTIPLIERS: [i64; 8] = [0, 0, 1 << 32, 1 << 40, 2 << 32, 0, 0, 0];

const _: () = assert!(Premium::MAX_MULTIPLIER == 4);

/// Powers of 3 that are multipliers of scores.
#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const POWERS_OF_3: [i32; 20] = {
    let mut powers = [1; 20];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * 3;
        index += 1;
    }
    powers
};
