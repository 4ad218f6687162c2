//! What the squares of a line can add to a score, added up from its start: so that what any of them next to each other add
//! is one difference.

use lexc_formats::AnagramKey;

use super::RackValues;
use crate::game::premium::Premium;
use crate::movegen::bits::bits;
use crate::movegen::line::{LineState, PLACES};

/// What the squares of a line can add to a score, added up.
#[derive(Clone, Debug)]
pub(in crate::movegen) struct LineSums {
    /// By place: what those before it add.
    before: [Sums; PLACES],
    /// The empty places, and the one after the last square.
    pub(super) empty: u32,
    /// The same, from left to right.
    empty_places: [u8; PLACES],
    /// By place: how many of them are before it.
    ranks: [u8; PLACES],
    /// The places where a tile of the rack can be placed.
    pub(super) usable: u32,
}

/// What places next to each other can add to a score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    /// What counts in the word beside the values of the tiles placed: what lies there, and premiums. From bit 32 on, how
    /// often the word is doubled and, from bit 40 on, trebled. So there is one number to be added up.
    word: i64,
    /// The most that cross-words score.
    pub(super) crosses: i32,
    /// The tiles that lie there.
    pub(super) covered: AnagramKey,
}

impl LineSums {
    /// Those of no line.
    pub(in crate::movegen) const EMPTY: LineSums = LineSums {
        before: [Sums::NONE; PLACES],
        empty: 0,
        empty_places: [0; PLACES],
        ranks: [0; PLACES],
        usable: 0,
    };

    /// Makes it the sums of a line. That saves the copies that making new ones would take.
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    #[expect(
        clippy::indexing_slicing,
        reason = "the masks keep the indices in range"
    )]
    pub(in crate::movegen) fn set(&mut self, rack: &RackValues, line: &LineState) {
        let squares = line.squares();
        self.empty = (squares | squares << 1) & !line.taken;
        self.usable = squares & !line.taken;
        let mut crosses = [0; PLACES];
        // What premiums add less than they would with the rack's highest tile, which does not fit.
        let mut less = [0; PLACES];
        for place in bits(line.crossed.into()) {
            let state = line.at(place);
            let (is_usable, value) = rack.highest(state.fits);
            self.usable &= !(u32::from(!is_usable) << place);
            let letter_multiplier = i32::from(state.letter_multiplier);
            crosses[place & (PLACES - 1)] =
                (state.value + value * letter_multiplier) * i32::from(state.cross_multiplier);
            less[place & (PLACES - 1)] = (rack.highest - value) * (letter_multiplier - 1);
        }
        let mut sums = Sums::NONE;
        let mut rank = 0;
        // To the place after the last square, as what is before that is all squares.
        for place in 1..=(line.len + 1) & (PLACES - 1) {
            self.before[place] = sums;
            self.ranks[place] = rank;
            self.empty_places[usize::from(rank) & (PLACES - 1)] = place as u8;
            let state = line.at(place);
            // No branch: where tiles lie is as good as random to a processor.
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

    /// The place of the empty square with so many before it, or the one after the last square.
    #[inline(always)]
    pub(super) fn empty_place(&self, rank: usize) -> usize {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        self.empty_places[rank & (PLACES - 1)].into()
    }

    /// How many empty squares are before a place.
    #[inline(always)]
    pub(super) fn rank(&self, place: usize) -> usize {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 32")]
        self.ranks[place & (PLACES - 1)].into()
    }

    /// What the places from one to the one before another add.
    #[inline(always)]
    pub(super) fn between(&self, first: usize, end: usize) -> Sums {
        #[expect(
            clippy::indexing_slicing,
            reason = "the masks keep the indices below 32"
        )]
        let (before, upto) = (
            self.before[first & (PLACES - 1)],
            self.before[end & (PLACES - 1)],
        );
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

    /// What counts in the word, and how many times. Rules see to it that no score is too large for its number.
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

/// By word multiplier, in [`Sums::word`].
const MULTIPLIERS: [i64; 8] = [0, 0, 1 << 32, 1 << 40, 2 << 32, 0, 0, 0];

const _: () = assert!(Premium::MAX_MULTIPLIER == 4);

/// Those that are scores.
#[expect(clippy::indexing_slicing, reason = "it is done when compiled")]
const POWERS_OF_3: [i32; 20] = {
    let mut powers = [1; 20];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * 3;
        index += 1;
    }
    powers
};
