//! [`PreEndgame`]: ranks moves while the bag has one or two tiles.

mod deal;
mod outcome;
mod race;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use lexc_runtime::{
    GameState, Lexicon, Move, MoveGen, Moves, PositionError, Rack, RackTile, Rules, RulesKey,
    TrackedPosition,
};

use self::deal::{Deal, deals};
use self::race::{BagSet, Limits, Race, Total};
use crate::deadline::Deadline;
use crate::endgame::{Endgame, write_unsolved};

/// Ranks moves while the bag has one or two tiles, over every order of the unseen tiles.
///
/// An *order* gives the tiles in the bag, in the sequence in which they are drawn; the opponent has the other unseen
/// tiles. For each candidate and each order, the game after the candidate has a result. Orders that differ only by the
/// places of equal tiles count separately. Candidates rank by their share of wins, where a draw counts as half a win,
/// and then by their mean gain in spread.
///
/// - **Empty bag** after the candidate: the rest of the game is solved exactly. Both players then see both racks, as in
///   Quackle and Macondo.
/// - **Tiles in the bag** after the candidate (the pass, or a play of one tile from a bag of two): both
///   players make the best static move until the bag is empty. The value of a static move is its score, less twice the
///   value of the tiles kept, less ten points if any tiles are kept. Each player sees only the board and their own
///   rack, so these results are estimates.
/// - **Rules**: the game ends by the rules of the position; the turns without points before it count.
/// - **Candidates**: the best static moves, 16 unless set, and the pass. Exchanges are left out.
/// - **Method**: the first searches of end games tell only wins, draws and losses apart; later searches find the spread
///   of the candidates with the most wins. Both are made in rounds, with more nodes in each round. A candidate is
///   dropped once it can't be best. The end games of all candidates for one set of tiles in the bag share a
///   transposition table and a store of plays.
/// - **Time**: with one tile in the bag and the words of ENABLE, exact ranks of a position take from below 1 s to
///   minutes. With a limit of 500,000 nodes, a position takes from 0.3 to 3.4 s, and its ranks are mostly estimates.
/// - **Results**: the same on every host and with any number of threads, unless a limit of time or an interrupt ends
///   the search.
///
/// ```
/// use lexc_game::{Endgame, PreEndgame};
/// use lexc_runtime::{Bag, Cgp, Lexicon, Move, Rack, Rules};
///
/// // 15 words, among them CARE, CARES and SCARE.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet()).with_rack_size(2);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CE/ 0/0 0", lexicon.alphabet())?;
/// // The opponent has two of these tiles, and the bag has the third.
/// let mut unseen = Bag::EMPTY;
/// assert!(Rack::parse("QVV", lexicon.alphabet())?.into_iter().all(|tile| unseen.add(tile)));
///
/// let state = cgp.state_with(unseen, &rules)?;
/// let report = PreEndgame::new(Endgame::new(&lexicon)).solve(&state, &rules, |_| true)?;
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
    is_full: bool,
}

impl<'l> PreEndgame<'l> {
    /// The numbers of tiles in the bag for which moves are ranked.
    pub const BAG_LENS: RangeInclusive<usize> = 1..=2;

    /// The number of candidates, unless another is set.
    pub const CANDIDATES: usize = 16;

    /// A limit of nodes for an answer within seconds: with it, a search takes 0.3 to 3.4 seconds.
    pub const NODE_LIMIT: u64 = 500_000;

    /// Ranks moves with this solver of end games. The limits of the solver are for all end games of a position
    /// together; beyond the limits, results are estimates. A candidate is searched for each set of tiles that may be in
    /// the bag. The limit of nodes is checked once for every four sets, so a search may exceed it. A limit of time or
    /// an interrupt leaves out the candidates that are not searched yet, but never the first candidate.
    pub const fn new(endgame: Endgame<'l>) -> PreEndgame<'l> {
        PreEndgame {
            endgame,
            candidates: PreEndgame::CANDIDATES,
            is_full: false,
        }
    }

    /// A solver for players: it has the table of [`Endgame::for_players`], and a limit of 100,000 nodes.
    pub const fn for_players(lexicon: &'l Lexicon<'l>) -> PreEndgame<'l> {
        PreEndgame::new(Endgame::for_players(lexicon).with_node_limit(100_000))
    }

    /// The same solver with another number of best static moves as candidates, at least 1; `usize::MAX` for all plays.
    /// The pass is always a candidate.
    #[must_use]
    pub const fn with_candidates(self, candidates: usize) -> PreEndgame<'l> {
        PreEndgame { candidates, ..self }
    }

    /// The same solver, but it drops no candidate: the share of wins and the spread of each are exact, unless a limit
    /// ends the search. Takes several times as long.
    #[must_use]
    pub const fn with_all_exact(self) -> PreEndgame<'l> {
        PreEndgame {
            is_full: true,
            ..self
        }
    }

    /// The same solver with a flag by which another thread can cancel a search.
    pub(crate) fn with_interrupt(self, interrupt: &'l AtomicBool) -> PreEndgame<'l> {
        PreEndgame {
            endgame: self.endgame.with_interrupt(interrupt),
            ..self
        }
    }

    /// Ranks the moves of the player on turn. `unseen` has the tiles of the bag and of the opponent's rack. The
    /// opponent's rack counts as full; if the position shows some of its tiles, `unseen` must have them, too. The
    /// scores of the position decide who wins.
    ///
    /// `progress` is called after the first round of each candidate, with the number of candidates so far. If it
    /// returns `false`, the remaining candidates are left out. With the feature `threads`, runs on the current rayon thread
    /// pool; each end game takes one thread.
    ///
    /// # Errors
    /// If the state breaks the rules or has more than two players, the rules have a setting that solvers do not follow
    /// ([`Rules::unsolved`]), the rack of the player on turn is empty, or the bag does
    /// not have one or two tiles.
    pub fn solve(
        &self,
        state: &GameState,
        rules: &Rules,
        progress: impl FnMut(usize) -> bool,
    ) -> Result<PreEndgameReport, PreEndgameError> {
        self.rank(state, rules, |tracked| self.actions(tracked), progress)
    }

    /// The result of one move, a play or the pass, over every order. The limits are for this move alone. The play may
    /// be a phony.
    ///
    /// # Errors
    /// The errors of [`solve`](Self::solve).
    pub fn value(
        &self,
        state: &GameState,
        rules: &Rules,
        action: Move,
    ) -> Result<RankedMove, PreEndgameError> {
        let report = self.rank(state, rules, |_| vec![action], |_| true)?;
        Ok(report.candidates[0])
    }

    fn rank(
        &self,
        state: &GameState,
        rules: &Rules,
        actions: impl FnOnce(&TrackedPosition<'_>) -> Vec<Move>,
        mut progress: impl FnMut(usize) -> bool,
    ) -> Result<PreEndgameReport, PreEndgameError> {
        if state.players() != 2 {
            return Err(PreEndgameError::Players);
        }
        if let Some(key) = rules.unsolved() {
            return Err(PreEndgameError::Rules(key));
        }
        let position = state.position(rules).map_err(PreEndgameError::Position)?;
        if position.rack().is_empty() {
            return Err(PreEndgameError::EmptyRack);
        }
        let (known, bag_len) = (state.opponent_rack(), state.bag_len());
        let mut opponent = position.clone();
        opponent
            .set_rack(known)
            .map_err(PreEndgameError::Position)?;
        if !Self::BAG_LENS.contains(&bag_len) {
            return Err(PreEndgameError::Bag { tiles: bag_len });
        }
        let tracked = TrackedPosition::new(self.endgame.lexicon(), position);
        let deals = deals(state.bag(), known, bag_len);
        let deadline = self.endgame.deadline();
        let limits = Limits {
            nodes: self.endgame.node_limit,
            deadline,
        };
        let (lead, scoreless) = (state.lead(), state.scoreless_turns());
        let actions = actions(&tracked);
        let sets = self.sets(&tracked, &deals, deadline);
        let mut race = Race::new(sets, lead, actions.len(), limits, self.is_full);
        let mut count = 0;
        for action in &actions {
            if !race.add(&tracked, scoreless, action) {
                break;
            }
            count += 1;
            if race.is_late() || !progress(count) {
                break;
            }
        }
        race.finish();
        let candidates = race.ranking().into_iter();
        let candidates = candidates
            .map(|(one, total, is_beaten)| RankedMove::new(actions[one], &total, is_beaten));
        Ok(PreEndgameReport {
            bag_len,
            orders: deals.iter().map(|deal| deal.weight).sum(),
            skipped: actions.len() - count,
            candidates: candidates.collect(),
        })
    }

    /// The sets of tiles in the bag, each with its orders.
    fn sets<'a>(
        &self,
        tracked: &TrackedPosition<'a>,
        deals: &[Deal],
        deadline: Deadline<'l>,
    ) -> Vec<BagSet<'a>>
    where
        'l: 'a,
    {
        let mut sets: Vec<Vec<Deal>> = Vec::new();
        for deal in deals {
            match sets.iter_mut().find(|set| set[0].opponent == deal.opponent) {
                Some(set) => set.push(deal.clone()),
                None => sets.push(vec![deal.clone()]),
            }
        }
        let bytes = self.endgame.table_bytes / sets.len().max(1);
        let position = tracked.position();
        let sets = sets.into_iter().map(|deals| {
            let bag = deals[0].order.iter().copied();
            let own: Vec<RackTile> = position.rack().into_iter().chain(bag.clone()).collect();
            let other: Vec<RackTile> = deals[0].opponent.into_iter().chain(bag).collect();
            let endgame = self
                .endgame
                .shared(position, [&own, &other], bytes, deadline);
            BagSet::new(deals, endgame)
        });
        sets.collect()
    }

    /// The candidates, in the order of the static evaluator.
    fn actions(&self, tracked: &TrackedPosition<'_>) -> Vec<Move> {
        let movegen = MoveGen::new(tracked.lexicon());
        let best = static_moves(movegen).best_n(tracked, self.candidates.max(1));
        let mut actions: Vec<Move> = best.into_iter().map(|one| one.action).collect();
        // If the pass is not among the best moves, it comes last.
        if !actions.contains(&Move::Pass) {
            actions.push(Move::Pass);
        }
        actions
    }
}

/// The static evaluator. The opponent's rack is given as empty: while the bag has tiles, a play of all tiles of a rack
/// does not end the game, so it must not gain the value of the opponent's tiles.
fn static_moves<'l>(movegen: MoveGen<'l>) -> MoveGen<'l, Moves<'l>> {
    movegen.with_endgame_moves(Rack::EMPTY)
}

/// The moves of a position with one or two tiles in the bag.
#[derive(Clone, PartialEq, Debug)]
pub struct PreEndgameReport {
    /// The candidates: the best first; then the others that are not dropped, by share of wins; then the dropped ones,
    /// by the upper bound of this share. Among equal shares, exact mean gains are first, the largest before the others.
    /// Candidates with equal results are in the order of their values as static moves.
    pub candidates: Vec<RankedMove>,
    /// The number of candidates that a limit of time, an interrupt or `progress` left out.
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
    /// The share of orders in which the player on turn wins, from 0 to 1. A draw counts as half a win. For a dropped
    /// candidate, an upper bound.
    pub win_rate: f64,
    /// True if the candidate can't be best, and its exact share of wins is not known.
    pub is_dropped: bool,
    /// The mean gain in spread of the player on turn, in points, from here to the end of the game. `None` if the
    /// candidate can't be best and its gain is not known.
    pub spread: Option<f64>,
    /// True if the results are exact, or the candidate is known not to be best; false if a limit ended a search. Even
    /// exact results may depend on static moves, which are estimates: see [`PreEndgame`].
    pub is_exact: bool,
}

impl PreEndgameReport {
    /// True if no limit ended a search, and no candidate was left out.
    pub fn is_exact(&self) -> bool {
        self.skipped == 0 && self.candidates.iter().all(|one| one.is_exact)
    }
}

impl RankedMove {
    fn new(action: Move, total: &Total, is_beaten: bool) -> RankedMove {
        let (wins, spread) = (total.half_wins, total.spread);
        let orders = total.orders as f64;
        let is_dropped = is_beaten && !wins.is_exact();
        let half_wins = if is_dropped { wins.most } else { wins.estimate };
        let has_spread = !is_beaten || spread.is_exact();
        RankedMove {
            action,
            win_rate: half_wins as f64 / (2.0 * orders),
            is_dropped,
            spread: has_spread.then_some(spread.estimate as f64 / orders),
            is_exact: is_beaten || wins.is_exact() && spread.is_exact(),
        }
    }
}

/// A position whose moves can't be ranked over every order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PreEndgameError {
    /// The position breaks the rules.
    Position(PositionError),
    /// The player on turn has no tiles.
    EmptyRack,
    /// More than two players.
    Players,
    /// Rules that the solver does not follow: a game ends in another way by this setting.
    Rules(RulesKey),
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
            PreEndgameError::EmptyRack => {
                f.write_str("the player on turn has no tiles (give that player a rack)")
            }
            PreEndgameError::Players => {
                f.write_str("more than two players (moves are ranked for games of two)")
            }
            PreEndgameError::Rules(key) => write_unsolved(f, *key),
            PreEndgameError::Bag { tiles } => {
                write!(f, "{tiles} tiles in the bag (moves are ranked with 1 or 2)")
            }
        }
    }
}

impl std::error::Error for PreEndgameError {}
