//! A game of the machine against itself, with bag and racks, until its end.

use core::fmt::{self, Write};

use lexc_runtime::{
    Bag, Board, Lexicon, MissingAutomatonError, Position, Rack, Rules, ScorelessTurns,
};

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
    let mut bag = Bag::full(alphabet);
    let mut random = Random(0);
    let mut racks = [Rack::EMPTY; 2];
    for rack in &mut racks {
        bag.fill(rack, rules.rack_size(), |len| random.index_below(len));
    }
    let (mut scores, mut turns) = ([0; 2], 0_u32);
    let mut scoreless = ScorelessTurns::NONE;
    let mut board = Board::new(rules.layout().dimensions());
    let mut costs = Costs::NONE;
    // In `racks` and `scores`, the player on turn comes first.
    while !rules.ends_after(scoreless) && racks.iter().all(|rack| !rack.is_empty()) {
        let [rack, _] = &mut racks;
        turns += 1;
        write!(output, "game, turn {turns}: {}, ", rack.display(alphabet))?;
        let Ok(position) = Position::try_new(board.clone(), *rack, rules) else {
            return writeln!(output, "an invalid position");
        };
        let mut sum = Sum::default();
        let (found, cost) = meter.measure(|| search(&position, &mut sum));
        costs.add(cost, 1);
        let (mut points, mut returned) = (0, Rack::EMPTY);
        match sum.best {
            _ if found.is_err() => return writeln!(output, "the image has no DAWG"),
            Some(best) => {
                points = best.score();
                let text = best.display(&board, alphabet);
                writeln!(output, "{text}, {points} points")?;
                board.play_unchecked(&best);
                let placed = best.placed().map(|(_, placed_tile)| placed_tile);
                *rack = rack.checked_sub(placed).unwrap_or_default();
                bag.fill(rack, rules.rack_size(), |len| random.index_below(len));
            }
            None if bag.len() >= rules.exchange_bag_len().max(rack.len()) => {
                writeln!(output, "exchange")?;
                returned = *rack;
                *rack = Rack::EMPTY;
                bag.fill(rack, returned.len(), |len| random.index_below(len));
            }
            None => writeln!(output, "pass")?,
        }
        for tile in returned {
            // There is room: the tile was in the bag before.
            let _ = bag.add(tile);
        }
        let [score, _] = &mut scores;
        *score += points;
        scoreless = scoreless.after(points);
        racks.reverse();
        scores.reverse();
    }
    let [first, second] = rules.end_points(racks);
    let [first_score, second_score] = scores;
    writeln!(
        output,
        "game: {turns} turns, {} to {} points, {first} and {second} of them for racks",
        first_score + first,
        second_score + second
    )?;
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
