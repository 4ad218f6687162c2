//! Compares candidates over all orders, and drops candidates that can't be best.
//!
//! Two kinds of searches, each in rounds of more and more nodes per end game, find the best candidate or reach a limit:
//!
//! 1. *Wins*: searches with a window around a draw find the orders that a candidate wins. Ends when one candidate is
//!    known to have at least as many wins as any other candidate can have.
//! 2. *Spread*: a search without a window finds the leader's exact spread. Each other candidate that may be best is
//!    searched with a window at the leader's mean spread, taken for each set of tiles in the bag; then with a window
//!    around a draw; then without a window. Its searches stop once it can't be best.
//!
//! A full race drops no candidate, and makes exact searches only.

use std::cmp::Reverse;

use lexc_runtime::{Move, Rack, ScorelessTurns, TrackedPosition};

use super::deal::Deal;
use super::outcome::{Outcome, outcomes_of};
use crate::deadline::Deadline;
use crate::endgame::SharedEndgame;
use crate::parallel;

/// The number of sets of tiles in the bag that are searched in parallel. A candidate may be dropped after each batch of
/// sets. The number is fixed, so the number of threads has no effect on the result.
const BATCH: usize = 4;

/// Largest number of nodes of an end game in the first round.
const FIRST_NODES: u64 = 4096;

/// Factor by which the node limit of an end game grows from one round to the next.
const GROWTH: u64 = 4;

/// A deal, with the end games after each candidate. They share a table and a store of plays.
#[derive(Debug)]
pub(super) struct BagSet<'a> {
    deal: Deal,
    endgame: SharedEndgame<'a>,
    /// The outcomes of each candidate.
    outcomes: Vec<Vec<Outcome>>,
    /// The half wins that the candidates searched so far lose in these orders, summed: an estimate. A loss counts as 2,
    /// a draw as 1.
    losses: i64,
}

/// The results of candidates for one set of tiles in the bag.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawResults {
    /// The tiles in the bag.
    pub tiles: Rack,
    /// The number of orders of these tiles, equal tiles told apart.
    pub orders: u64,
    /// The share of these orders that a candidate wins, in the order of the first of
    /// [`PreEndgameReport::candidates`](crate::PreEndgameReport::candidates); `None` if it is not known, because the candidate
    /// can't be best. Other candidates were compared by playouts.
    pub win_rates: Vec<Option<f64>>,
}

/// The results of a candidate over orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Total {
    pub(super) orders: i64,
    /// A win counts as 2, a draw as 1.
    pub(super) half_wins: Sum,
    /// Points that the player on turn gains on the opponent.
    pub(super) spread: Sum,
}

/// Bounds on a sum, and an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum {
    pub(super) least: i64,
    pub(super) most: i64,
    pub(super) estimate: i64,
}

impl Sum {
    fn plus(self, other: Sum) -> Sum {
        Sum {
            least: self.least + other.least,
            most: self.most + other.most,
            estimate: self.estimate + other.estimate,
        }
    }

    pub(super) fn is_exact(self) -> bool {
        self.least == self.most
    }
}

impl<'a> BagSet<'a> {
    pub(super) fn new(deal: Deal, endgame: SharedEndgame<'a>) -> BagSet<'a> {
        BagSet {
            deal,
            endgame,
            outcomes: Vec::new(),
            losses: 0,
        }
    }

    fn add(&mut self, tracked: &TrackedPosition<'_>, scoreless: ScorelessTurns, action: &Move) {
        let outcomes = outcomes_of(tracked, scoreless, action, &self.deal, false);
        self.outcomes.push(outcomes);
    }

    /// The two gains of a window. A search need not tell apart gains that are at most the first, or gains that are at
    /// least the second.
    fn window(&self, window: Window, lead: i64) -> [i64; 2] {
        match window {
            Window::Win => [-lead - 1, -lead + 1],
            Window::MeanOf(candidate) => {
                let total = self.total(candidate, lead);
                let mean = total.spread.estimate.div_euclid(total.orders.max(1));
                [mean, mean + 1]
            }
            Window::Exact => [i64::MIN / 2, i64::MAX / 2],
        }
    }

    fn total(&self, candidate: usize, lead: i64) -> Total {
        Total::of(&self.outcomes[candidate], lead)
    }
}

impl Total {
    /// The results of outcomes for a player who leads by this number of points.
    pub(super) fn of(outcomes: &[Outcome], lead: i64) -> Total {
        outcomes.iter().fold(Total::default(), |total, outcome| {
            let [least, most] = outcome.bounds();
            let sum = |of: &dyn Fn(i64) -> i64| Sum {
                least: outcome.weight * of(least),
                most: outcome.weight * of(most),
                estimate: outcome.weight * of(outcome.estimate()),
            };
            total.plus(Total {
                orders: outcome.weight,
                half_wins: sum(&|gain| 1 + (lead + gain).signum()),
                spread: sum(&|gain| gain),
            })
        })
    }

    /// The estimates of the share of wins, and of the mean gain.
    pub(super) fn means(&self) -> (f64, f64) {
        let orders = self.orders.max(1) as f64;
        (
            self.half_wins.estimate as f64 / (2.0 * orders),
            self.spread.estimate as f64 / orders,
        )
    }

    pub(super) fn plus(self, other: Total) -> Total {
        Total {
            orders: self.orders + other.orders,
            half_wins: self.half_wins.plus(other.half_wins),
            spread: self.spread.plus(other.spread),
        }
    }
}

/// All candidates of a position.
pub(super) struct Race<'a> {
    sets: Vec<BagSet<'a>>,
    /// The total of each candidate over all sets.
    totals: Vec<Total>,
    /// Points by which the player on turn leads.
    lead: i64,
    limits: Limits<'a>,
    /// Nodes of an end game in the first round.
    first_nodes: u64,
    /// True if no candidate is dropped.
    is_full: bool,
}

/// Limits of a trial or a race.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits<'a> {
    pub(super) nodes: u64,
    pub(super) deadline: Deadline<'a>,
}

/// The gains that a search must tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Window {
    /// A loss, a draw and a win.
    Win,
    /// Gains up to the mean of another candidate in the same set of orders, and gains above it.
    MeanOf(usize),
    /// All gains.
    Exact,
}

impl<'a> Race<'a> {
    /// A race for a number of candidates that will be added. In the first round, the node limit of an end game is half
    /// of the whole limit, divided by the number of sets times the number of candidates; at most [`FIRST_NODES`].
    pub(super) fn new(
        sets: Vec<BagSet<'a>>,
        lead: i64,
        candidates: usize,
        limits: Limits<'a>,
        is_full: bool,
    ) -> Race<'a> {
        let endgames = (sets.len() * candidates).max(1) as u64;
        Race {
            sets,
            totals: Vec::new(),
            lead,
            limits,
            first_nodes: (limits.nodes / 2 / endgames).min(FIRST_NODES),
            is_full,
        }
    }

    /// Adds a candidate, and searches its end games in a first round. Before the candidate, there were these turns without
    /// points. If the round ends after the deadline or an interrupt, leaves the candidate out and returns `false`,
    /// unless it is the first candidate or is known not to be best.
    pub(super) fn add(
        &mut self,
        tracked: &TrackedPosition<'_>,
        scoreless: ScorelessTurns,
        action: &Move,
    ) -> bool {
        parallel::map(&mut self.sets, |set| set.add(tracked, scoreless, action));
        let candidate = self.totals.len();
        self.totals.push(Total::default());
        self.update(candidate);
        let window = if self.is_full {
            Window::Exact
        } else {
            Window::Win
        };
        self.search(candidate, self.first_nodes, window);
        // The next candidate is likely to lose in the same orders: search the sets with the most losses first.
        for set in &mut self.sets {
            let total = set.total(candidate, self.lead);
            set.losses += 2 * total.orders - total.half_wins.estimate;
        }
        self.sets.sort_by_key(|set| Reverse(set.losses));
        let is_left_out = self.is_late() && candidate > 0 && !self.is_beaten(candidate);
        if is_left_out {
            self.totals.pop();
        }
        !is_left_out
    }

    /// Searches until the best candidate's result is exact, and no other candidate can have a better one; in a full
    /// race, until the results of all candidates are exact. A limit ends the search, too.
    pub(super) fn finish(&mut self) {
        if self.is_full {
            self.find_all();
        } else {
            self.find_wins();
            self.find_spread();
        }
    }

    /// Searches all end games of a candidate, whether it can be best or not, until its result is exact or a limit is reached. The
    /// limit of nodes starts anew.
    pub(super) fn complete(&mut self, candidate: usize) {
        let used = self.sets.iter().map(|set| set.endgame.nodes()).sum::<u64>();
        self.limits.nodes = used.saturating_add(self.limits.nodes);
        self.is_full = true;
        let mut nodes = self.first_nodes.max(1);
        loop {
            self.search(candidate, nodes, Window::Exact);
            if self.totals[candidate].spread.is_exact() || self.is_over() {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
    }

    fn find_all(&mut self) {
        let mut nodes = self.first_nodes.max(1);
        while !self.is_over() && self.totals.iter().any(|total| !total.spread.is_exact()) {
            nodes = nodes.saturating_mul(GROWTH);
            (0..self.totals.len()).for_each(|one| self.search(one, nodes, Window::Exact));
        }
    }

    /// Finds the largest number of wins.
    fn find_wins(&mut self) {
        let mut nodes = self.first_nodes.max(1);
        while !self.is_over() {
            let wins = self.mark().0;
            let mut open = self.open();
            open.retain(|one| self.totals[*one].half_wins.most > wins);
            open.sort_by_key(|one| Reverse(self.totals[*one].half_wins.estimate));
            if open.is_empty() {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH);
            open.into_iter()
                .for_each(|one| self.search(one, nodes, Window::Win));
        }
    }

    /// Finds the largest spread of the candidates with the most wins.
    fn find_spread(&mut self) {
        let mut nodes = self.first_nodes / GROWTH;
        let open = self.open();
        if open.len() > 1 {
            open.into_iter()
                .for_each(|one| self.search(one, nodes, Window::Exact));
        }
        while !self.is_over() {
            nodes = nodes.saturating_mul(GROWTH).max(1);
            let leader = self.leader();
            self.search(leader, nodes, Window::Exact);
            let mut open = self.open();
            open.retain(|one| *one != leader);
            if self.totals[leader].spread.is_exact() {
                if open.is_empty() {
                    break;
                }
                for candidate in open {
                    for window in [Window::MeanOf(leader), Window::Win, Window::Exact] {
                        self.search(candidate, nodes, window);
                    }
                }
            }
        }
    }

    /// Searches the end games of a candidate within this number of nodes each. Stops if the candidate is beaten, except
    /// in a full race.
    fn search(&mut self, candidate: usize, nodes: u64, window: Window) {
        for start in (0..self.sets.len()).step_by(BATCH) {
            if !self.is_full && self.is_beaten(candidate) {
                break;
            }
            let nodes = nodes.min(self.nodes_left());
            let lead = self.lead;
            let end = self.sets.len().min(start + BATCH);
            parallel::map(&mut self.sets[start..end], |set| {
                let window = set.window(window, lead);
                for outcome in &mut set.outcomes[candidate] {
                    outcome.search(&mut set.endgame, window, nodes);
                }
            });
            self.update(candidate);
        }
    }

    fn update(&mut self, candidate: usize) {
        let sets = self.sets.iter();
        let totals = sets.map(|set| set.total(candidate, self.lead));
        self.totals[candidate] = totals.fold(Total::default(), Total::plus);
    }

    /// The largest of the candidates' lower bounds: by half wins, then by spread; of equal bounds, that of the first
    /// candidate.
    fn mark(&self) -> (i64, i64, Reverse<usize>) {
        let totals = self.totals.iter().enumerate();
        let least = totals.map(|(one, total)| {
            let (wins, spread) = (total.half_wins.least, total.spread.least);
            (wins, spread, Reverse(one))
        });
        least.max().unwrap_or((0, 0, Reverse(0)))
    }

    /// Returns `true` if a candidate can't be best.
    fn is_beaten(&self, candidate: usize) -> bool {
        let total = &self.totals[candidate];
        let most = (total.half_wins.most, total.spread.most, Reverse(candidate));
        most < self.mark()
    }

    /// The candidates that may be best.
    fn open(&self) -> Vec<usize> {
        let all = 0..self.totals.len();
        all.filter(|one| !self.is_beaten(*one)).collect()
    }

    /// The candidate with the highest estimates among the candidates that may be best; of equal candidates, the first.
    fn leader(&self) -> usize {
        let best = self.open().into_iter().max_by_key(|one| {
            let total = &self.totals[*one];
            let (wins, spread) = (total.half_wins.estimate, total.spread.estimate);
            (wins, spread, Reverse(*one))
        });
        best.unwrap_or(0)
    }

    fn nodes_left(&self) -> u64 {
        let nodes = self.sets.iter().map(|set| set.endgame.nodes());
        self.limits.nodes.saturating_sub(nodes.sum())
    }

    /// Returns `true` after the deadline, and after an interrupt.
    pub(super) fn is_late(&self) -> bool {
        self.limits.deadline.is_over()
    }

    fn is_over(&self) -> bool {
        self.nodes_left() == 0 || self.is_late()
    }

    /// The results by the tiles in the bag, for candidates in this order; none without candidates.
    pub(super) fn draws(&self, order: &[usize]) -> Vec<DrawResults> {
        let results = |set: &BagSet<'_>| DrawResults {
            tiles: set
                .deal
                .bag
                .tiles()
                .collect::<Option<Rack>>()
                .unwrap_or_default(),
            orders: set.deal.orders,
            win_rates: order
                .iter()
                .map(|one| {
                    let total = set.total(*one, self.lead);
                    let is_known = total.half_wins.is_exact() || !self.is_beaten(*one);
                    is_known.then_some(total.means().0)
                })
                .collect(),
        };
        let sets = self.sets.iter().filter(|_| !order.is_empty());
        let mut draws: Vec<DrawResults> = sets.map(results).collect();
        draws.sort_by(|a, b| a.tiles.counts().cmp(b.tiles.counts()));
        draws
    }

    /// The candidates by rank, best first, each with its results and `true` if it is known not to be best.
    pub(super) fn ranking(&self) -> Vec<(usize, Total, bool)> {
        let totals = self.totals.iter().copied().enumerate();
        let ranking = totals.map(|(one, total)| (one, total, self.is_beaten(one)));
        let mut ranking: Vec<_> = ranking.collect();
        let leader = self.leader();
        ranking.sort_by_key(|(one, total, is_beaten)| {
            let (wins, spread) = (total.half_wins, total.spread);
            let is_bound = *is_beaten && !wins.is_exact();
            let wins = if is_bound { wins.most } else { wins.estimate };
            let spread = spread.is_exact().then_some(spread.estimate);
            (*one != leader, is_bound, Reverse(wins), Reverse(spread))
        });
        ranking
    }
}
