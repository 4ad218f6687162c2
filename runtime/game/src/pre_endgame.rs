//! [`PreEndgame`]: ranks moves while the bag has one or two tiles.

mod deal;
mod outcome;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::fmt;
use std::time::{Duration, Instant};

use lexc_runtime::{
    Bag, Candidate, Cgp, Move, MoveGen, PositionError, Rack, Rules, TrackedPosition,
};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use self::deal::{deals, sets_of};
use self::outcome::Outcomes;
use crate::endgame::Endgame;
use crate::static_endgame::StaticEndgame;

/// Ranks moves while the bag has one or two tiles, over every order of the unseen tiles.
///
/// For each candidate and each split of the unseen tiles into the opponent's rack and the order of the bag, the candidate is made,
/// the player draws, and the game that follows has a result. Splits count as often as they occur. A candidate's rank is its share
/// of wins, a draw as half a win, and then its mean gain in spread.
///
/// - **Empty bag**: the rest of the game is solved exactly. Both players then see both racks, as in Quackle and Macondo.
/// - **Tiles in the bag** after the pass, or after a play of one tile with two in the bag: until the bag is empty, both make the
///   move of the highest score less twice the value of the tiles kept, the best static move, which uses nothing that
///   the player on turn can't see. So these results are estimates.
/// - **Rules**: those of [`EndgamePosition`](crate::EndgamePosition). Two passes in a row end the game with tiles in the bag, too.
/// - **Candidates**: the best static moves, 16 unless set, and the pass. Exchanges are left out.
/// - **Results**: the same on every host and any number of threads, unless there is a limit of time.
///
/// ```
/// use lexc_game::{Endgame, PreEndgame};
/// use lexc_runtime::{Bag, Cgp, Lexicon, Move, Rack, Rules};
///
/// // 15 words, among them CARE, CARES and SCARE.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet()).with_rack_size(2);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CE/ 0/0 0", lexicon.alphabet())?;
/// // The opponent has two of these tiles, and the bag the third.
/// let mut unseen = Bag::EMPTY;
/// assert!(Rack::parse("SQV", lexicon.alphabet())?.into_iter().all(|tile| unseen.add(tile)));
///
/// let report = PreEndgame::new(Endgame::new(&lexicon)).solve(&cgp, &unseen, &rules, |_| true)?;
/// assert_eq!((report.bag_len, report.orders), (1, 3));
/// let best = report.candidates[0];
/// assert!(best.is_exact && matches!(best.action, Move::Play(play) if play.placed_len() == 2));
/// assert_eq!(best.win_rate, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PreEndgame<'l> {
    endgame: Endgame<'l>,
    candidates: usize,
    time_limit: Option<Duration>,
}

impl<'l> PreEndgame<'l> {
    /// Ranks moves with this solver of end games. Its limits are for each end game: beyond them, the result is an estimate.
    pub const fn new(endgame: Endgame<'l>) -> PreEndgame<'l> {
        PreEndgame {
            endgame,
            candidates: 16,
            time_limit: None,
        }
    }

    /// The same with another number of candidates, at least 1, besides the pass; `usize::MAX` for all plays.
    #[must_use]
    pub const fn with_candidates(self, candidates: usize) -> PreEndgame<'l> {
        PreEndgame { candidates, ..self }
    }

    /// The same with a limit of time for a whole position. Candidates that are not complete by then are left out, except for the
    /// first one, whose result is then an estimate.
    #[must_use]
    pub const fn with_time_limit(self, time_limit: Duration) -> PreEndgame<'l> {
        PreEndgame {
            time_limit: Some(time_limit),
            ..self
        }
    }

    /// Ranks the moves of the player on turn. `unseen` has the tiles of the bag and of the opponent, whose full rack has the
    /// tiles that the position shows on it. The scores of the position decide who wins.
    ///
    /// `progress` is called after each candidate with the number of candidates so far; if it returns `false`, the others are left
    /// out. Runs on the current rayon thread pool; each end game takes one thread.
    ///
    /// # Errors
    /// If the position breaks the rules, the rack of the player on turn is empty, the opponent has tiles that are not among the
    /// unseen ones, or the bag does not have one or two tiles.
    pub fn solve(
        &self,
        cgp: &Cgp<'_>,
        unseen: &Bag,
        rules: &Rules,
        mut progress: impl FnMut(usize) -> bool,
    ) -> Result<PreEndgameReport, PreEndgameError> {
        let position = cgp.position(rules).map_err(PreEndgameError::Position)?;
        if position.rack().is_empty() {
            return Err(PreEndgameError::EmptyRack);
        }
        let known = cgp.opponent_rack();
        let mut opponent = position.clone();
        opponent
            .set_rack(known)
            .map_err(PreEndgameError::Position)?;
        let unknown = unseen.clone().checked_sub(known);
        let unknown = unknown.ok_or(PreEndgameError::OpponentRack)?;
        let bag_len = unseen.len().saturating_sub(rules.rack_size());
        if !BAG_LENS.contains(&bag_len) {
            return Err(PreEndgameError::Bag { tiles: bag_len });
        }
        let tracked = TrackedPosition::new(self.endgame.lexicon(), position);
        let deals = deals(&unknown, known, bag_len);
        let sets = sets_of(&deals);
        let deadline = self
            .time_limit
            .and_then(|limit| Instant::now().checked_add(limit));
        let outcomes = Outcomes {
            tracked: &tracked,
            endgame: self.endgame.with_threads(1),
            deadline,
            passes: cgp.zero_turns(),
            lead: i64::from(cgp.scores()[0]) - i64::from(cgp.scores()[1]),
        };
        let actions = self.actions(&tracked);
        let mut ranked: Vec<Sum> = Vec::new();
        for (index, action) in actions.iter().enumerate() {
            let empties = matches!(action, Move::Play(play) if play.placed_len() >= bag_len);
            let deals = if empties { &sets } else { &deals };
            let sum = deals
                .par_iter()
                .map(|deal| outcomes.of(action, deal))
                .reduce(Sum::default, Sum::plus);
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late && !sum.is_exact && !ranked.is_empty() {
                break;
            }
            ranked.push(sum);
            if is_late || !progress(index + 1) {
                break;
            }
        }
        Ok(PreEndgameReport {
            bag_len,
            orders: deals.iter().map(|deal| deal.weight).sum(),
            skipped: actions.len() - ranked.len(),
            candidates: rank(&actions, ranked),
        })
    }

    /// The candidates, in the order of the static evaluator.
    fn actions(&self, tracked: &TrackedPosition<'_>) -> Vec<Move> {
        let movegen = MoveGen::new(tracked.lexicon());
        let mut plays = 0;
        movegen.for_each(tracked, |_| plays += 1);
        // The pass may be one of the best moves, or else comes last.
        let mut slots: Vec<Option<Candidate>> = vec![None; self.candidates.clamp(1, plays + 1)];
        let values = static_values(tracked);
        movegen.with_moves(0, &values).top(tracked, &mut slots);
        let mut actions: Vec<Move> = slots.into_iter().flatten().map(|one| one.action).collect();
        if !actions.contains(&Move::Pass) {
            actions.push(Move::Pass);
        }
        actions
    }
}

/// The numbers of tiles in the bag for which moves are ranked.
const BAG_LENS: std::ops::RangeInclusive<usize> = 1..=2;

/// The static evaluator. No move goes out, so the opponent's rack has no effect.
fn static_values<'r>(tracked: &TrackedPosition<'r>) -> StaticEndgame<'r> {
    StaticEndgame::new(tracked.position().rules(), Rack::EMPTY)
}

/// The results of a candidate, summed over orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sum {
    orders: i64,
    /// A win counts as 2, a draw as 1.
    half_wins: i64,
    /// Points that the player on turn gains.
    spread: i64,
    is_exact: bool,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum {
            orders: 0,
            half_wins: 0,
            spread: 0,
            is_exact: true,
        }
    }
}

impl Sum {
    fn plus(self, other: Sum) -> Sum {
        Sum {
            orders: self.orders + other.orders,
            half_wins: self.half_wins + other.half_wins,
            spread: self.spread + other.spread,
            is_exact: self.is_exact && other.is_exact,
        }
    }
}

/// Sorts the candidates, best first. All have the same number of orders.
fn rank(actions: &[Move], sums: Vec<Sum>) -> Vec<RankedMove> {
    let mut ranked: Vec<(Move, Sum)> = actions.iter().copied().zip(sums).collect();
    ranked.sort_by_key(|(_, sum)| (Reverse(sum.half_wins), Reverse(sum.spread)));
    let ranked = ranked.into_iter().map(|(action, sum)| RankedMove {
        action,
        win_rate: sum.half_wins as f64 / (2 * sum.orders) as f64,
        spread: sum.spread as f64 / sum.orders as f64,
        is_exact: sum.is_exact,
    });
    ranked.collect()
}

/// The moves of a position with one or two tiles in the bag.
#[derive(Clone, PartialEq, Debug)]
pub struct PreEndgameReport {
    /// The candidates: the highest share of wins first, then the highest mean gain, then in the order of the static evaluator.
    pub candidates: Vec<RankedMove>,
    /// The number of candidates that a limit of time or `progress` left out.
    pub skipped: usize,
    /// The number of tiles in the bag.
    pub bag_len: usize,
    /// The number of orders of the tiles in the bag, equal tiles told apart.
    pub orders: u64,
}

/// A candidate, over all orders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedMove {
    /// The move.
    pub action: Move,
    /// The share of orders in which the player on turn wins, from 0 to 1. A draw counts as half a win.
    pub win_rate: f64,
    /// The mean gain of the player on turn in points, from here to the end of the game.
    pub spread: f64,
    /// True if every end game was solved exactly. Moves before an end game may still be static moves: see [`PreEndgame`].
    pub is_exact: bool,
}

/// A position whose moves can't be ranked over every order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PreEndgameError {
    /// The position breaks the rules.
    Position(PositionError),
    /// The player on turn has no tiles.
    EmptyRack,
    /// The opponent's rack has tiles that are not among the unseen ones.
    OpponentRack,
    /// The bag does not have one or two tiles.
    Bag {
        /// The number of tiles in the bag.
        tiles: usize,
    },
}

impl fmt::Display for PreEndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreEndgameError::Position(error) => error.fmt(f),
            PreEndgameError::EmptyRack => f.write_str("the player on turn has no tiles"),
            PreEndgameError::OpponentRack => {
                f.write_str("the opponent's rack has tiles that are not unseen (correct a rack)")
            }
            PreEndgameError::Bag { tiles } => {
                write!(f, "{tiles} tiles in the bag (moves are ranked with 1 or 2)")
            }
        }
    }
}

impl std::error::Error for PreEndgameError {}
