//! [`PreEndgame`]: ranks moves while the bag has one to four tiles.

mod deal;
mod outcome;
mod race;
mod report;
#[cfg(test)]
mod tests;
mod trial;

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use lexc_runtime::{
    GameState, Leaves, Lexicon, Move, MoveGen, Moves, Rack, RackTile, Rules, TrackedPosition,
};

use self::deal::{Deal, deals, weigh};
pub use self::race::DrawResults;
use self::race::{BagSet, Limits, Race};
pub use self::report::{Certainty, PreEndgameError, PreEndgameReport, RankedMove};
use self::trial::Trial;
use crate::deadline::Deadline;
use crate::endgame::Endgame;
use crate::inference::{Inference, LastMove};
use crate::random::Random;

/// Ranks moves while the bag has one to four tiles, over every order of the unseen tiles.
///
/// An *order* gives the tiles in the bag, in the sequence in which they are drawn; the opponent has the other unseen
/// tiles. For each candidate and each order, the game after the candidate has a result. Orders that differ only by the
/// places of equal tiles count separately. Candidates rank by their share of wins, where a draw counts as half a win,
/// and then by their mean gain in spread.
///
/// - **Empty bag** after the candidate: the rest of the game is solved exactly. Both players then see both racks, as in
///   Quackle and Macondo.
/// - **Tiles in the bag** after the candidate (the pass, or a play of fewer tiles than the bag has): both
///   players make the best static move until the bag is empty. The value of a static move is its score, less twice the
///   value of the tiles kept, less ten points if any tiles are kept. Each player sees only the board and their own
///   rack, so these results are estimates: [`RankedMove::is_static`].
/// - **Rules**: the game ends by the rules of the position; the turns without points before it count.
/// - **Candidates**: the best static moves, [`PreEndgame::CANDIDATES`] unless set, and the pass. Exchanges are left out.
/// - **Method**: with up to 36 sets of tiles that the bag may have, all candidates race. With more, as mostly with three or four
///   tiles in the bag, static moves first play all candidates out to the end of the game: each round has the better half of the
///   candidates of the round before, and twice its sets of tiles, and the last four candidates race over the sets that they have
///   played. In a race, the first searches of end games tell only wins, draws and losses apart; later searches find the spread
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
    /// A candidate whose result is always found.
    kept: Option<Move>,
    is_full: bool,
    inference: Option<Inference<'l>>,
}

impl<'l> PreEndgame<'l> {
    /// The numbers of tiles in the bag for which moves are ranked.
    pub const BAG_LENS: RangeInclusive<usize> = 1..=4;

    /// The largest number of tiles in the bag with which its ranks are worth more than those of a [`Simulation`](crate::Simulation): with
    /// more, simulations win as many games in less time.
    pub const MOST_BEFORE_SIMULATION: usize = 2;

    /// The number of candidates, unless another is set.
    pub const CANDIDATES: usize = 16;

    /// A limit of nodes for an answer within seconds: with it, a search takes 0.3 to 3.4 seconds.
    pub const NODE_LIMIT: u64 = 500_000;

    /// The limit of nodes of a player.
    pub const PLAYER_NODE_LIMIT: u64 = 100_000;

    /// Ranks moves with this solver of end games. The limits of the solver are for all end games of a position
    /// together; beyond the limits, results are estimates. A candidate is searched for each set of tiles that may be in
    /// the bag. The limit of nodes is checked once for every four sets, and a first round of playouts is always complete, so a
    /// search may exceed it. A limit of time or an interrupt leaves out the candidates that are not searched yet, but never the
    /// first candidate.
    pub const fn new(endgame: Endgame<'l>) -> PreEndgame<'l> {
        PreEndgame {
            endgame,
            candidates: PreEndgame::CANDIDATES,
            kept: None,
            is_full: false,
            inference: None,
        }
    }

    /// A solver for players: it has the table of [`Endgame::for_players`], and a limit of
    /// [`PLAYER_NODE_LIMIT`](Self::PLAYER_NODE_LIMIT) nodes.
    pub const fn for_players(lexicon: &'l Lexicon<'l>) -> PreEndgame<'l> {
        let solver = Endgame::for_players(lexicon);
        PreEndgame::new(solver.with_node_limit(PreEndgame::PLAYER_NODE_LIMIT))
    }

    /// The same solver with another number of best static moves as candidates, at least 1; `usize::MAX` for all plays.
    /// The pass is always a candidate.
    #[must_use]
    pub const fn with_candidates(self, candidates: usize) -> PreEndgame<'l> {
        PreEndgame { candidates, ..self }
    }

    /// The same solver with this play, or the pass, as a candidate whose result is found, whether it can be best or not. It is
    /// searched last, by limits of its own.
    #[must_use]
    pub const fn with_move(self, action: Move) -> PreEndgame<'l> {
        PreEndgame {
            kept: Some(action),
            ..self
        }
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

    /// The same solver after this move of the opponent, if it is given: the likelier it makes a rack of an opponent who plays by these
    /// values of leaves, the more the orders with this rack count. The search for the tiles that the opponent kept takes up to a
    /// quarter of a limit of time.
    #[must_use]
    pub fn with_last_move(
        self,
        last: Option<&'l LastMove>,
        leaves: &'l (dyn Leaves + Sync),
    ) -> PreEndgame<'l> {
        let lexicon = self.endgame.lexicon();
        PreEndgame {
            inference: last.map(|last| Inference {
                lexicon,
                leaves,
                last,
            }),
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
    /// not have one to four tiles.
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
        let (lead, scoreless) = (state.lead(), state.scoreless_turns());
        let actions = actions(&tracked);
        let mut limits = Limits {
            nodes: self.endgame.node_limit,
            deadline: self.endgame.deadline(),
        };
        let mut deals = deals(state.bag(), known, bag_len);
        let orders = deals.iter().map(|deal| deal.orders).sum();
        let kept = self
            .inference
            .and_then(|inference| inference.kept(state, rules, self.endgame.deadline_of(4)));
        if let Some(kept) = kept {
            weigh(&mut deals, &kept, state.bag());
        }
        let is_tried = deals.len() > MOST_RACED_DEALS && !self.is_full;
        let trial = if is_tried {
            shuffle(&mut deals);
            let half = Limits {
                nodes: limits.nodes / 2,
                deadline: self.endgame.deadline_of(2),
            };
            let setting = (&tracked, scoreless, lead);
            let kept = |action: &Move| self.kept == Some(*action);
            let kept = actions.iter().position(kept);
            Trial::of((&actions, kept), &deals, setting, half, &mut progress)
        } else {
            Trial::left_out(actions.len(), deals.len())
        };
        let is_sampled = trial.deals < deals.len();
        deals.truncate(trial.deals);
        limits.nodes = limits.nodes.saturating_sub(trial.nodes);
        let finalists = &trial.ranking[..trial.finalists];
        let sets = self.sets(&tracked, deals, limits.deadline);
        let mut race = Race::new(sets, lead, finalists.len(), limits, self.is_full);
        let mut raced = 0;
        for one in finalists {
            let is_left_out = is_tried && race.is_late();
            if is_left_out || !race.add(&tracked, scoreless, &actions[*one]) {
                break;
            }
            raced += 1;
            if race.is_late() || !is_tried && !progress(raced) {
                break;
            }
        }
        race.finish();
        let mut kept = finalists.iter().take(raced);
        let kept = kept.position(|one| self.kept == Some(actions[*one]));
        if let Some(kept) = kept {
            race.complete(kept);
        }
        let ranking = race.ranking();
        let order: Vec<usize> = ranking.iter().map(|(one, ..)| *one).collect();
        let mut candidates: Vec<RankedMove> = ranking
            .into_iter()
            .map(|(one, total, is_beaten)| {
                let is_beaten = is_beaten && Some(one) != kept;
                let ranked = RankedMove::new(actions[finalists[one]], bag_len, &total, is_beaten);
                RankedMove {
                    is_exact: ranked.is_exact && !is_sampled,
                    ..ranked
                }
            })
            .collect();
        if is_tried {
            let tried = trial.ranking[raced..].iter();
            let tried = tried.map(|&one| (actions[one], trial.total(one)));
            let tried = tried.map(|(action, total)| RankedMove::estimated(action, bag_len, total));
            candidates.extend(tried);
        }
        Ok(PreEndgameReport {
            bag_len,
            orders,
            skipped: actions.len() - candidates.len(),
            candidates,
            draws: race.draws(&order),
        })
    }

    /// The sets of tiles in the bag, each with its end games.
    fn sets<'a>(
        &self,
        tracked: &TrackedPosition<'a>,
        deals: Vec<Deal>,
        deadline: Deadline<'l>,
    ) -> Vec<BagSet<'a>>
    where
        'l: 'a,
    {
        let bytes = self.endgame.table_bytes / deals.len().max(1);
        let position = tracked.position();
        let sets = deals.into_iter().map(|deal| {
            let with_bag = |rack: &Rack| rack.into_iter().chain(deal.bag.tiles());
            let own: Vec<RackTile> = with_bag(position.rack()).collect();
            let other: Vec<RackTile> = with_bag(&deal.opponent).collect();
            let endgame = self
                .endgame
                .shared(position, [&own, &other], bytes, deadline);
            BagSet::new(deal, endgame)
        });
        sets.collect()
    }

    /// The candidates, in the order of the static evaluator.
    fn actions(&self, tracked: &TrackedPosition<'_>) -> Vec<Move> {
        let movegen = MoveGen::new(tracked.lexicon());
        let best = static_moves(movegen).best_n(tracked, self.candidates.max(1));
        let mut actions: Vec<Move> = best.into_iter().map(|one| one.action).collect();
        // Moves that are not among the best ones come last.
        for action in [Move::Pass].into_iter().chain(self.kept) {
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        actions
    }
}

/// The largest number of deals with a race of all candidates: those of two tiles in the bag, and a rack of seven.
const MOST_RACED_DEALS: usize = 36;

/// Puts deals in a random order, the same on every host, so that the first ones are a sample.
fn shuffle(deals: &mut [Deal]) {
    let mut random = Random::new(1, 0);
    for len in (2..=deals.len()).rev() {
        deals.swap(len - 1, random.index_below(len));
    }
}

/// The static evaluator. The opponent's rack is given as empty: while the bag has tiles, a play of all tiles of a rack
/// does not end the game, so it must not gain the value of the opponent's tiles.
fn static_moves<'l>(movegen: MoveGen<'l>) -> MoveGen<'l, Moves<'l>> {
    movegen.with_endgame_moves(Rack::EMPTY)
}
