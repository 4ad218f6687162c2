//! [`LastMove`]: what the opponent's last move tells of the tiles that the opponent kept.

use lexc_runtime::{
    Alphabet, Bag, Board, Candidate, GameState, Leaves, Lexicon, Move, MoveGen, Play, Position,
    Rack, RackTile, Rules, TextError, TrackedPosition,
};

use crate::deadline::Deadline;
use crate::draws::{Draw, choices, draws};
use crate::parallel;
use crate::random::Random;

/// The opponent's last move, and the board before it: what it tells of the tiles that the opponent kept weighs the racks that a
/// [`Simulation`](crate::Simulation) or a [`PreEndgame`](crate::PreEndgame) draws (Richards and Amir, *Opponent Modeling in
/// Scrabble*, 2007).
///
/// The tiles that the opponent did not play are drawn at random from the unseen tiles, 400 times. With each such leave, the move
/// made has an equity, and so has the best move that the whole rack had. The more the first falls short of the second, the less
/// likely is the leave: three points halve its weight.
///
/// A play of the whole rack keeps no tiles, so it tells nothing. An exchange is known by the number of its tiles; on racks of more
/// than nine tiles, it tells nothing, either. If tiles of the opponent's rack are known, or the bag is empty, the move has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastMove {
    before: Board,
    play: Option<Play>,
    exchanged: usize,
}

impl LastMove {
    /// The move that was made on this board.
    pub fn new(before: Board, action: &Move) -> LastMove {
        LastMove {
            before,
            play: match action {
                Move::Play(play) => Some(*play),
                Move::Exchange(_) | Move::Pass => None,
            },
            exchanged: match action {
                Move::Exchange(tiles) => tiles.len(),
                Move::Play(_) | Move::Pass => 0,
            },
        }
    }

    /// Reads a move that led to this position: a play as [`Play::parse_made`] reads it, `exchange 3`, or `pass`. An exchange may
    /// also name its tiles.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(
        text: &str,
        after: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<LastMove, TextError> {
        let board = after.board().clone();
        if let Some(exchanged) = Move::exchanged_len(text) {
            return Ok(LastMove {
                exchanged,
                ..LastMove::new(board, &Move::Pass)
            });
        }
        let (action, before) = Move::parse_made(text, after, alphabet)?;
        Ok(LastMove::new(before, &action))
    }
}

/// Leaves that an opponent may have kept, with their weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptTiles {
    /// Each leave with the sum of the weights up to it.
    leaves: Vec<(Rack, usize)>,
}

/// The number of leaves drawn.
const SAMPLES: usize = 400;

/// The points that halve the weight of a leave.
const HALVING: i64 = 3 * Candidate::PER_POINT;

/// The largest rack whose exchanges are weighed: each sample tries all sets of its tiles.
const MOST_EXCHANGING: usize = 9;

/// The weight of a leave with which the move made was the best.
const WEIGHT: i64 = 1 << 12;

/// An inference from the opponent's last move, by the values of leaves that the opponent is taken to play by.
#[derive(Clone, Copy)]
pub(crate) struct Inference<'a> {
    pub(crate) lexicon: &'a Lexicon<'a>,
    pub(crate) leaves: &'a (dyn Leaves + Sync),
    pub(crate) last: &'a LastMove,
}

impl Inference<'_> {
    /// The tiles that the opponent of the player on turn kept, by the samples that end before the deadline. `None` if the move tells
    /// nothing. The state is the one that the player on turn sees.
    pub(crate) fn kept(
        &self,
        state: &GameState,
        rules: &Rules,
        deadline: Deadline<'_>,
    ) -> Option<KeptTiles> {
        let LastMove {
            before,
            play,
            exchanged,
        } = self.last;
        let (unseen, rack_len) = (state.bag(), state.rack_len(state.next_seat().other()));
        let placed: Vec<RackTile> = play
            .iter()
            .flat_map(|play| play.placed())
            .map(|(_, tile)| tile.into())
            .collect();
        let kept = rack_len
            .checked_sub(placed.len() + exchanged)
            .filter(|kept| *kept > 0)?;
        let is_known = state.players() != 2 || !state.opponent_rack().is_empty();
        if is_known || state.bag_len() == 0 || *exchanged > 0 && rack_len > MOST_EXCHANGING {
            return None;
        }
        let bag_len = state.bag_len() + placed.len();
        let position = Position::try_new(before.clone(), Rack::EMPTY, rules).ok()?;
        let tracked = TrackedPosition::new(self.lexicon, position);
        let leaves: &(dyn Leaves + Sync) = self.leaves;
        let action = play.map_or(Move::Pass, Move::Play);
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
            let (leave, made) = if *exchanged > 0 {
                let leave = |draw: Draw| draw.tiles.into_iter().collect::<Option<Rack>>();
                let draws = draws(rack.counts(), kept).into_iter();
                let valued = draws
                    .filter_map(leave)
                    .map(|leave| (leave, i64::from(leaves.value(&leave))));
                valued.max_by_key(|(_, value)| *value)?
            } else {
                let made = movegen.candidate(&tracked, action);
                (rack.checked_sub(placed.iter().copied())?, made.equity)
            };
            Some((leave, weight_of(best - made)))
        };
        let weighed = parallel::map(0..SAMPLES, weigh).into_iter().flatten();
        let mut leaves: Vec<(Rack, usize)> = Vec::new();
        let mut sum = 0;
        for (leave, weight) in weighed.filter(|(_, weight)| *weight > 0) {
            sum += weight;
            leaves.push((leave, sum));
        }
        (!leaves.is_empty()).then_some(KeptTiles { leaves })
    }
}

impl std::fmt::Debug for Inference<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.last.fmt(f)
    }
}

/// The weight of a leave by the equity that the move made lost: halves every [`HALVING`], and falls linearly in between, so that it
/// is the same on every host.
fn weight_of(lost: i64) -> usize {
    let lost = lost.max(0);
    let halvings = u32::try_from(lost / HALVING).ok();
    let weight = halvings.and_then(|halvings| WEIGHT.checked_shr(halvings));
    let weight = weight.map_or(0, |weight| {
        weight - weight * (lost % HALVING) / (2 * HALVING)
    });
    usize::try_from(weight).unwrap_or(0)
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

    /// The likelihood of a rack among all racks of its size, up to a factor: each leave that the rack has counts by its weight, and by
    /// the ways to draw the rest of the rack from the other unseen tiles.
    pub(crate) fn likelihood(&self, rack: &Rack, unseen: &Bag) -> u64 {
        let mut before = 0;
        let of_leave = |(leave, sum): &(Rack, usize)| {
            let weight = (sum - std::mem::replace(&mut before, *sum)) as u64;
            let ways: u64 = (rack.checked_sub(*leave)?.counts())
                .map(|(tile, drawn)| choices(unseen.count(tile) - leave.count(tile), drawn))
                .product();
            Some(weight * ways)
        };
        self.leaves.iter().filter_map(of_leave).sum()
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::{NoLeaves, TextErrorKind};

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

    /// The state that the second player sees after the first player's first move, and that move, which this text tells after it.
    fn after(
        lexicon: &Lexicon<'_>,
        rules: &Rules,
        action: &str,
        told: &str,
    ) -> (GameState, LastMove) {
        let alphabet = lexicon.alphabet();
        let game = Game::new(rules, &mut Random::new(1, 0)).unwrap();
        let mut state = game.state().seen_by(game.state().next_seat().next(2));
        let before = state.board().clone();
        let action = Move::parse(action, &state.position(rules).unwrap(), alphabet).unwrap();
        state.apply(rules, &action, |_| None);
        let last = LastMove::parse(told, &state.position(rules).unwrap(), alphabet).unwrap();
        assert_eq!(last, LastMove::new(before, &action));
        (state, last)
    }

    #[test]
    fn tiles_with_which_a_better_move_was_possible_are_unlikely() {
        with_game(|lexicon, rules| {
            let rack = |text| Rack::parse(text, lexicon.alphabet()).unwrap();
            let kept = |action: &str, told: &str| {
                let (state, last) = after(lexicon, rules, action, told);
                let inference = Inference {
                    lexicon,
                    leaves: &NoLeaves,
                    last: &last,
                };
                inference.kept(&state, rules, Deadline::NONE)
            };
            // An E is in 47 % of all leaves of five tiles, but ACE and EAT score more than AT.
            let of_at = || kept("8H AT", "8H AT").unwrap();
            assert!(share(&of_at(), rack("E")) < 0.45);
            assert_eq!(on_threads(3, of_at), on_threads(1, of_at));
            // A player who passes had no play.
            assert!(share(&kept("pass", "pass").unwrap(), rack("VZ")) > 0.2);
            assert!(kept("exchange QV", "exchange 2").is_some());
            assert_eq!(kept("exchange AABCDEF", "exchange 7"), None);

            // Samples of a simulation draw the leave, and the other tiles at random.
            let (state, last) = after(lexicon, rules, "8H AT", "8H AT");
            let run = |simulation: Simulation<'_>| {
                let report = simulation.run_in(&state, rules, |_| true).unwrap();
                report.candidates
            };
            let simulation = Simulation::new(lexicon, &NoLeaves).with_samples(32);
            assert_ne!(run(simulation.with_last_move(Some(&last))), run(simulation));

            let position = state.position(rules).unwrap();
            let error = LastMove::parse("8H A", &position, lexicon.alphabet()).unwrap_err();
            assert_eq!(error.kind(), TextErrorKind::NotLast);
        });
    }

    #[test]
    fn a_rack_is_likely_by_the_leaves_that_it_has() {
        with_game(|lexicon, _| {
            let rack = |text| Rack::parse(text, lexicon.alphabet()).unwrap();
            let kept = KeptTiles {
                leaves: vec![(rack("A"), 3), (rack("B"), 5)],
            };
            let mut unseen = Bag::EMPTY;
            assert!(rack("AAABCC").into_iter().all(|tile| unseen.add(tile)));
            let likelihood = |text| kept.likelihood(&rack(text), &unseen);
            // A kept A with one of two other As; with the B; a kept B with one of three As; of two Cs.
            let expected = [3 * 2, 3 + 2 * 3, 2 * 2, 0];
            assert_eq!(["AA", "AB", "BC", "CC"].map(likelihood), expected);
        });
    }

    #[test]
    fn the_weight_halves_with_each_three_points() {
        let weights = [0, 1500, 3000, 6000, 60_000, i64::MAX].map(weight_of);
        assert_eq!(weights, [4096, 3072, 2048, 1024, 0, 0]);
    }
}
