//! A game of the machine against itself, with bag and racks, until its end.

use core::fmt::{self, Write};

use lexc_runtime::{GameState, Lexicon, MissingAutomatonError, Move, Position, Rules, Seat};

use crate::Sum;
use crate::cost::{Costs, Meter};

/// Plays a game, and writes its turns and scores. Both players make the play with the highest score; without a play
/// they exchange all tiles, or pass if the bag has too few tiles.
#[inline(never)]
pub(crate) fn play_game(
    search: &impl Fn(&Position<'_>, &mut Sum) -> Result<(), MissingAutomatonError>,
    lexicon: &Lexicon<'_>,
    rules: &Rules,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let alphabet = lexicon.alphabet();
    let mut random = Random(0);
    let Ok(mut state) = GameState::deal(rules, 2, |len| random.index_below(len)) else {
        return writeln!(output, "the bag does not fill two racks");
    };
    let mut turns = 0_u32;
    let mut costs = Costs::NONE;
    while let Some(seat) = state.on_turn() {
        let rack = state.rack(seat);
        turns += 1;
        write!(output, "game, turn {turns}: {}, ", rack.display(alphabet))?;
        let Ok(position) = state.position(rules) else {
            return writeln!(output, "an invalid position");
        };
        let mut sum = Sum::default();
        let (found, cost) = meter.measure(|| search(&position, &mut sum));
        costs.add(cost, 1);
        let action = match sum.best {
            _ if found.is_err() => return writeln!(output, "the image has no DAWG"),
            Some(best) => Move::Play(best),
            None => Move::without_play(&position, state.bag_len()),
        };
        let text = action.display(state.board(), alphabet);
        writeln!(output, "{text}, {} points", action.score())?;
        state.apply(rules, &action, |bag| {
            bag.draw(random.index_below(bag.len()))
        });
    }
    let [first, second] = Seat::BOTH.map(|seat| state.score(seat));
    writeln!(output, "game: {turns} turns, {first} to {second} points")?;
    costs.report("turns of a game", output)
}

/// Random numbers by splitmix64 without its last step, the same on every machine.
struct Random(u64);

impl Random {
    fn index_below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Takes the top 32 bits as a fraction of 2^32, and multiplies it by `end`.
        usize::try_from((bits >> 32) * (end as u64) >> 32).unwrap_or(0)
    }
}
