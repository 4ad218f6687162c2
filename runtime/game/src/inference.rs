//! [`Inference`]: the tiles that the opponent kept, by the opponent's last move.

use std::fmt;

use lexc_runtime::{
    Bag, Candidate, GameState, Leaves, Lexicon, Move, MoveGen, Rack, RackTile, Rules,
    TrackedPosition,
};

use crate::deadline::Deadline;
use crate::draws::{Draw, draws};
use crate::parallel;
use crate::random::Random;

/// Weighs the tiles that an opponent may have kept, by the opponent's last move (Richards and Amir, *Opponent Modeling in
/// Scrabble*, 2007).
///
/// The tiles that the opponent did not play are drawn at random from the unseen tiles, many times. With each such leave, the move
/// made has an equity, and so has the best move that the whole rack had. The more the first falls short of the second, the less
/// likely is the leave: three points halve its weight.
///
/// A bingo keeps no tiles, so it tells nothing. An exchange is known by the number of its tiles; on racks of more than nine tiles, it
/// tells nothing, either.
#[derive(Clone, Copy)]
pub struct Inference<'a> {
    lexicon: &'a Lexicon<'a>,
    leaves: &'a (dyn Leaves + Sync),
    samples: usize,
}

/// Leaves that an opponent may have kept, with their weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptTiles {
    /// Each leave with the sum of the weights up to it.
    leaves: Vec<(Rack, usize)>,
}

/// The points that halve the weight of a leave.
const HALVING: i64 = 3 * Candidate::PER_POINT;

/// The largest rack whose exchanges are weighed: each sample tries all sets of its tiles.
const MOST_EXCHANGING: usize = 9;

/// The weight of a leave with which the move made was the best.
const WEIGHT: i64 = 1 << 12;

impl<'a> Inference<'a> {
    /// The number of leaves drawn, unless another is set.
    pub const SAMPLES: usize = 400;

    /// An inference by the values of leaves that the opponent is taken to play by.
    pub fn new(lexicon: &'a Lexicon<'a>, leaves: &'a (dyn Leaves + Sync)) -> Inference<'a> {
        Inference {
            lexicon,
            leaves,
            samples: Inference::SAMPLES,
        }
    }

    /// The same inference with another number of leaves drawn.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> Inference<'a> {
        Inference { samples, ..self }
    }

    /// The tiles that the player on turn keeps by a move, as another player sees it: `before` is the state of the other player before
    /// the move. `None` if the move tells nothing: the player kept no tiles or is known to have other ones, or the bag was empty.
    pub fn of(&self, before: &GameState, rules: &Rules, action: &Move) -> Option<KeptTiles> {
        self.of_by(before, rules, action, Deadline::NONE)
    }

    /// The tiles kept, by the samples that end before the deadline.
    pub(crate) fn of_by(
        &self,
        before: &GameState,
        rules: &Rules,
        action: &Move,
        deadline: Deadline<'_>,
    ) -> Option<KeptTiles> {
        let seat = before.next_seat();
        let mut unseen = before.bag().clone();
        let rack_len = before.rack_len(seat);
        let placed: Vec<RackTile> = match action {
            Move::Play(play) => play.placed().map(|(_, tile)| tile.into()).collect(),
            Move::Exchange(_) | Move::Pass => Vec::new(),
        };
        unseen = unseen.checked_sub(placed.iter().copied())?;
        let exchanged = match action {
            Move::Exchange(tiles) => tiles.len(),
            _ => 0,
        };
        let bag_len = before.bag_len();
        let kept = rack_len
            .checked_sub(placed.len() + exchanged)
            .filter(|kept| *kept > 0)?;
        if bag_len == 0 || !before.rack(seat).is_empty() || before.players() != 2 {
            return None;
        }
        if exchanged > 0 && rack_len > MOST_EXCHANGING {
            return None;
        }
        let position = before.position(rules).ok()?;
        let tracked = TrackedPosition::new(self.lexicon, position);
        let leaves: &(dyn Leaves + Sync) = self.leaves;
        let weigh = |sample: usize| {
            if deadline.is_over() {
                return None;
            }
            // Another seed than that of simulations, which usually is 1.
            let mut random = Random::new(2, sample as u64);
            let mut bag: Bag = unseen.clone();
            let mut rack: Rack = placed.iter().copied().collect::<Option<Rack>>()?;
            bag.fill(&mut rack, rack_len, |len| random.index_below(len));
            let mut tracked = tracked.clone();
            tracked.set_rack(rack).ok()?;
            let leaves: &dyn Leaves = leaves;
            let movegen = MoveGen::new(self.lexicon).with_moves(bag_len, leaves);
            let best = movegen.best(&tracked).equity;
            let (leave, made) = match action {
                Move::Exchange(_) => {
                    let leave = |draw: Draw| draw.tiles.into_iter().collect::<Option<Rack>>();
                    let draws = draws(rack.counts(), kept).into_iter();
                    let valued = draws
                        .filter_map(leave)
                        .map(|leave| (leave, i64::from(leaves.value(&leave))));
                    valued.max_by_key(|(_, value)| *value)?
                }
                _ => {
                    let made = movegen.candidate(&tracked, *action);
                    (rack.checked_sub(placed.iter().copied())?, made.equity)
                }
            };
            Some((leave, weight_of(best - made)))
        };
        let weighed = parallel::map(0..self.samples, weigh);
        let mut leaves: Vec<(Rack, usize)> = Vec::new();
        let mut sum = 0;
        for (leave, weight) in weighed
            .into_iter()
            .flatten()
            .filter(|(_, weight)| *weight > 0)
        {
            sum += weight;
            leaves.push((leave, sum));
        }
        (!leaves.is_empty()).then_some(KeptTiles { leaves })
    }
}

impl fmt::Debug for Inference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inference")
            .field("samples", &self.samples)
            .finish_non_exhaustive()
    }
}

/// The weight of a leave by the equity that the move made lost: halves every [`HALVING`], and falls linearly in between, so that it
/// is the same on every host.
fn weight_of(lost: i64) -> usize {
    let lost = lost.max(0);
    let Some(weight) = u32::try_from(lost / HALVING)
        .ok()
        .and_then(|halvings| WEIGHT.checked_shr(halvings))
    else {
        return 0;
    };
    let part = weight * (lost % HALVING) / (2 * HALVING);
    usize::try_from(weight - part).unwrap_or(0)
}

impl KeptTiles {
    /// Draws a leave by the weights. `index_below` returns a random index below its argument.
    pub(crate) fn draw(&self, index_below: impl FnOnce(usize) -> usize) -> Rack {
        let sum = self.leaves.last().map_or(1, |(_, sum)| *sum);
        let index = index_below(sum);
        let place = self.leaves.partition_point(|(_, sum)| *sum <= index);
        self.leaves
            .get(place)
            .map_or(Rack::EMPTY, |(leave, _)| *leave)
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::NoLeaves;

    use super::*;
    use crate::game::Game;
    use crate::sim::Simulation;
    use crate::testing::{on_threads, with_game};

    /// The share of the weight of leaves with one of these tiles.
    fn share(kept: &KeptTiles, tiles: Rack) -> f64 {
        let (mut with, mut before) = (0, 0);
        for (leave, sum) in &kept.leaves {
            if tiles.counts().any(|(tile, _)| leave.count(tile) > 0) {
                with += sum - before;
            }
            before = *sum;
        }
        with as f64 / before as f64
    }

    #[test]
    fn tiles_with_which_a_better_move_was_possible_are_unlikely() {
        with_game(|lexicon, rules| {
            let game = Game::new(rules, &mut Random::new(1, 0)).unwrap();
            let before = game.state().seen_by(game.state().next_seat().next(2));
            let alphabet = lexicon.alphabet();
            let rack = |text| Rack::parse(text, alphabet).unwrap();
            let position = before.position(rules).unwrap();
            let action = |text: &str| Move::parse(text, &position, alphabet).unwrap();
            let inference = Inference::new(lexicon, &NoLeaves);
            let of = |text: &str| inference.of(&before, rules, &action(text));

            // An E is in 47 % of all leaves of five tiles, but ACE and EAT score more than AT.
            let kept = of("8H AT").unwrap();
            assert!(share(&kept, rack("E")) < 0.45);
            assert_eq!(on_threads(3, || of("8H AT")), on_threads(1, || of("8H AT")));
            // A player who passes had no play.
            let kept = of("pass").unwrap();
            assert!(share(&kept, rack("VZ")) > 0.2);

            // Samples of a simulation draw the leave, and the other tiles at random.
            let mut after = before.clone();
            after.apply(rules, &action("8H AT"), |_| None);
            let seen = after.seen_by(after.next_seat());
            let kept = of("8H AT").unwrap();
            let simulation = Simulation::new(lexicon, &NoLeaves).with_samples(32);
            let run = |simulation: Simulation<'_>| {
                let report = simulation.run_in(&seen, rules, |_| true).unwrap();
                report.candidates
            };
            assert_ne!(run(simulation.with_opponent_leave(&kept)), run(simulation));
        });
    }

    #[test]
    fn the_weight_halves_with_each_three_points() {
        let weights = [0, 1500, 3000, 6000, 60_000, i64::MAX].map(weight_of);
        assert_eq!(weights, [4096, 3072, 2048, 1024, 0, 0]);
    }
}
