//! Alpha-beta search (Knuth and Moore 1975) by principal variation (Marsland and Campbell 1982). The first move of a
//! node is searched with the whole window. Each other move is searched with a null window, and again with the rest of
//! the window if it turns out better than the moves before it.
//!
//! A value is *complete* if no estimate contributed to it. Iterative deepening ends with the first complete value of the
//! root. The value of a cutoff is complete if the value of the move that causes the cutoff is complete. Any other value
//! is complete if the values of all moves are complete.
//!
//! Some moves need no search: a pass that ends the game; plays that end it, of which only the best counts; a pass that
//! the opponent can follow with the pass that ends the game, if the opponent has one tile, or if this end is worth at most
//! alpha, or at most as much as a play that ends the game; and moves after which the opponent can go out, if this end is worth
//! at most alpha or the best move so far; and plays of one tile, at nodes of two tiles against one, if a bound shows the same.
//! No move of a node is searched if bounds by passes show that its value is at most alpha or at least beta.

use std::cmp::Reverse;

use super::hash::Key;
use super::node::Node;
use super::outs::Outs;
use super::stop::Limits;
use super::store::{PASS, PlayId, Store};
use super::table::{Bound, COMPLETE, Entry, Label, PASS_LABEL, Table};
use super::team::Team;
use super::turns::TurnLimits;

/// Greater than all values. Fits an `i32` even if scores shift a window.
pub(super) const INFINITY: i32 = 1 << 30;

/// Largest depth. With a pass limit of 2 and two racks of 21 tiles, a game has at most 42 plays, each with a pass before it,
/// and two passes that end it. A pass for lack of plays takes no depth.
pub(super) const MAX_DEPTH: u8 = 100;

/// Largest number of tiles on both racks for a search beyond the depth limit, to the end of the game. It takes about as
/// long as an estimate.
const SEARCHED_TO_THE_END: usize = 4;

/// Least depth of the nodes that threads divide among themselves.
const LEAST_DEPTH_OF_TEAMS: u8 = 1;

/// Value for the player on turn in points, and whether it is free of estimates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) points: i32,
    pub(super) is_complete: bool,
}

impl Value {
    /// Result of a search that a limit ended. Callers discard it.
    const STOPPED: Value = Value {
        points: 0,
        is_complete: false,
    };
}

/// A move to search. A node searches its moves from the highest rank to the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    rank: i32,
    id: PlayId,
}

/// A search and its current node.
#[derive(Debug)]
pub(super) struct Search<'p> {
    pub(super) store: Store<'p>,
    pub(super) table: Table,
    pub(super) limits: Limits<'p>,
    /// Nodes from the root to the current node; nodes of an earlier path may follow.
    pub(super) nodes: Vec<Node>,
    /// Moves from the root to the current node.
    pub(super) path: Vec<PlayId>,
    /// Turns without points that end the game.
    pub(super) turn_limits: TurnLimits,
    /// Vectors of moves for reuse.
    pub(super) buffers: Vec<Vec<Choice>>,
    /// Lists of plays for reuse.
    pub(super) outs: Vec<Outs>,
}

impl Search<'_> {
    /// The current node.
    pub(super) fn node(&self) -> &Node {
        &self.nodes[self.path.len()]
    }

    /// Makes a move that does not end the game.
    pub(super) fn make(&mut self, id: PlayId) {
        let at = self.path.len();
        self.path.push(id);
        // Copied in its place: a node is large.
        self.nodes.truncate(at + 1);
        self.nodes.extend_from_within(at..);
        if let [.., node, child] = &mut self.nodes[..] {
            child.make(node, &mut self.store, &self.path, self.turn_limits);
        }
    }

    /// Searches the current node to a depth in turns. Returns its value if the value lies between `alpha` and `beta`, or else a
    /// bound on the value.
    pub(super) fn search(&mut self, depth: u8, alpha: i32, beta: i32) -> Value {
        let key = self.node().key();
        let entry = self.table.get(key);
        self.search_entry(key, entry, depth, alpha, beta)
    }

    /// Searches the current node, which has this key and entry.
    fn search_entry(
        &mut self,
        key: Key,
        entry: Option<Entry>,
        depth: u8,
        alpha: i32,
        beta: i32,
    ) -> Value {
        let node = &self.nodes[self.path.len()];
        let shown = node.bound_by_passes(&mut self.store, &self.path, alpha, beta);
        if let Some(points) = shown {
            let best = entry.map_or(PASS_LABEL, |entry| entry.best);
            let bound = match points <= alpha {
                true => Bound::Upper,
                false => Bound::Lower,
            };
            let entry = Entry {
                best,
                value: points,
                depth: COMPLETE,
                bound,
            };
            self.table.set(key, entry);
            return Value {
                points,
                is_complete: true,
            };
        }
        let stuck = node.stuck_value();
        let passes_left = self.turn_limits.passes_left(node.turns);
        let mut choices = self.buffers.pop().unwrap_or_default();
        choices.clear();
        let (mut points, mut best) =
            self.list(&mut choices, entry.map_or(PASS_LABEL, |entry| entry.best));
        if passes_left <= 1 && stuck > points {
            (points, best) = (stuck, PASS);
        }
        let mut is_complete = true;
        if points < beta {
            if self.node().has_two_tiles_against_one() && self.store.more_tiles_score_more() {
                let bound = self.drop_first_of_two_tiles(&mut choices, points, alpha);
                points = points.max(bound);
            }
            let is_pass_bounded = passes_left == 2 && stuck <= points.max(alpha);
            if passes_left == 2 && !is_pass_bounded && self.node().opponent_has_one_tile() {
                let value = self.value_of_pass();
                if value > points {
                    (points, best) = (value, PASS);
                }
            } else if passes_left > 1 && !is_pass_bounded {
                let rank = rank(entry.is_some_and(|entry| entry.best == PASS_LABEL), 0);
                choices.push(Choice { rank, id: PASS });
            }
            if depth == 0 && !choices.is_empty() && self.node().tiles() > SEARCHED_TO_THE_END {
                // Not stored: the entry would replace that of a deeper search, and its best move.
                let points = points.max(self.playout());
                self.buffers.push(choices);
                return Value {
                    points,
                    is_complete: false,
                };
            }
            // A pass for lack of plays takes no depth.
            let depth = match choices[..] {
                [Choice { id: PASS, .. }] => depth,
                _ => depth.saturating_sub(1),
            };
            let (count, mut next) = (choices.len(), 0);
            let mut outs = self.outs.pop().unwrap_or_default();
            while next < choices.len() && points < beta {
                match next {
                    // Picks the first two moves, and sorts the others: most nodes need one or two moves.
                    0 | 1 => pick_best(&mut choices[next..]),
                    2 => choices[next..].sort_unstable_by_key(|choice| Reverse(choice.rank)),
                    _ => {}
                }
                let choice = choices[next];
                next += 1;
                if next == 2 {
                    // Not before the first move, which most often is good enough to end the search of the node.
                    outs.find(&self.nodes[self.path.len()], &mut self.store, &self.path);
                }
                if next > 1 {
                    let play = (choice.id != PASS).then(|| self.store.stored(choice.id));
                    let bound = outs.bound(self.node(), play);
                    if let Some(bound) = bound.filter(|bound| *bound <= alpha.max(points)) {
                        points = points.max(bound);
                        continue;
                    }
                }
                // Defers a move that another thread is searching: never the first move, and no move twice.
                if (2..=count).contains(&next) && self.is_searched_elsewhere(choice.id, depth) {
                    let rank = i32::MIN;
                    choices.push(Choice { rank, ..choice });
                    continue;
                }
                let (id, floor) = (choice.id, alpha.max(points));
                let ceiling = if next == 1 { beta } else { floor + 1 };
                let mut value = self.child(id, depth, floor, ceiling);
                if value.points >= ceiling && value.points < beta {
                    value = self.child(id, depth, floor, beta);
                }
                if self.limits.stop.is_some() {
                    break;
                }
                if value.points > points {
                    (points, best) = (value.points, id);
                }
                if value.points >= beta {
                    is_complete = value.is_complete;
                    break;
                }
                is_complete &= value.is_complete;
            }
            self.outs.push(outs);
            if is_pass_bounded && points <= alpha {
                points = points.max(stuck);
            }
        }
        self.buffers.push(choices);
        if self.limits.stop.is_some() {
            return Value::STOPPED;
        }
        let bound = match points {
            _ if points >= beta => Bound::Lower,
            _ if points > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry {
            best: self.store.label(best),
            value: points,
            depth: if is_complete { COMPLETE } else { depth },
            bound,
        };
        self.table.set(key, entry);
        Value {
            points,
            is_complete,
        }
    }

    /// Removes the plays that gain at most `alpha` or `points`, the value of the best play that ends the game, at a node whose
    /// player on turn has two tiles, and the opponent one. Returns the largest bound on the value of a removed play, or
    /// -[`INFINITY`].
    ///
    /// A play of the opponent ends the game, so that after a play of one tile, only a play of the second tile can gain more.
    /// If the words of this play have both tiles, then a play of both tiles at once is legal now, and its score is at least as
    /// high. Otherwise, the play of the second tile is legal now, with the same score.
    fn drop_first_of_two_tiles(&self, choices: &mut Vec<Choice>, points: i32, alpha: i32) -> i32 {
        let (node, store) = (self.node(), &self.store);
        // The best scores of the plays of one tile, for each of the two tiles.
        let mut best = [(0, -INFINITY); 2];
        for choice in &*choices {
            let play = store.stored(choice.id);
            let at = usize::from(best[0].1 > -INFINITY && best[0].0 != play.tiles);
            best[at] = (play.tiles, best[at].1.max(play.score));
        }
        let mut dropped = -INFINITY;
        choices.retain(|choice| {
            let play = store.stored(choice.id);
            let second = node.rack() - play.tiles;
            let scores = best.iter().filter(|(tiles, _)| *tiles == second);
            let score = scores.map(|(_, score)| *score).max();
            let out = points.max(score.unwrap_or(-INFINITY) + node.out_bonus());
            let bound = play.score + out.max(node.value_of_end_by(play));
            let is_dropped = bound <= points.max(alpha);
            if is_dropped {
                dropped = dropped.max(bound);
            }
            !is_dropped
        });
        dropped
    }

    /// The value of a pass that the opponent, who has one tile, can follow with the pass that ends the game, or with a play
    /// that goes out.
    fn value_of_pass(&mut self) -> i32 {
        let node = &self.nodes[self.path.len()];
        let (mut value, lost) = (node.stuck_value(), 2 * node.values[node.player]);
        node.for_each_play(1 - node.player, &mut self.store, &self.path, |_, play| {
            value = value.min(-play.score - lost);
        });
        value
    }

    /// Searches the node after a move that does not end the game. Value and window are for the player who makes the move.
    pub(super) fn child(&mut self, id: PlayId, depth: u8, alpha: i32, beta: i32) -> Value {
        if self
            .limits
            .count_node(self.store.bytes(), self.store.work())
        {
            return Value::STOPPED;
        }
        // Half of all nodes need only the table.
        let (key, score) = self.node().key_after(&self.store, id, self.turn_limits);
        let entry = self.table.get(key);
        let (low, high) = (score - beta, score - alpha);
        let decided = entry.filter(|entry| entry.decides(depth, low, high));
        let value = match decided {
            Some(entry) => Value {
                points: entry.value,
                is_complete: entry.depth == COMPLETE,
            },
            None => {
                if let Some(team) = self.team_at(depth) {
                    team.enter(key);
                }
                self.make(id);
                let value = self.search_entry(key, entry, depth, low, high);
                self.path.pop();
                if let Some(team) = self.team_at(depth) {
                    team.leave(key);
                }
                value
            }
        };
        Value {
            points: score - value.points,
            ..value
        }
    }

    /// The team, unless the depth is too low for threads to divide nodes, or there is only one thread.
    #[inline(always)]
    fn team_at(&self, depth: u8) -> Option<&Team> {
        let team = self.limits.team.as_deref();
        team.filter(|_| depth >= LEAST_DEPTH_OF_TEAMS)
    }

    /// Returns `true` if another thread is searching the node after a move; `false` if the depth is too low for teams.
    #[inline(always)]
    fn is_searched_elsewhere(&self, id: PlayId, depth: u8) -> bool {
        self.team_at(depth).is_some_and(|team| {
            let (key, _) = self.node().key_after(&self.store, id, self.turn_limits);
            team.is_searched(key)
        })
    }

    /// Lists the plays that do not end the game. Returns the value and the move of the best play that ends it, or -[`INFINITY`]
    /// and the pass if no play does.
    pub(super) fn list(&mut self, choices: &mut Vec<Choice>, best_label: Label) -> (i32, PlayId) {
        let node = &self.nodes[self.path.len()];
        let (rack, out_bonus) = (node.rack(), node.out_bonus());
        let mut best = (-INFINITY, PASS);
        node.for_each_play(node.player, &mut self.store, &self.path, |id, play| {
            if play.tiles == rack {
                best = best.max((play.score + out_bonus, id));
            } else {
                let is_best = play.label() == best_label;
                let rank = rank(is_best, play.rank());
                choices.push(Choice { rank, id });
            }
        });
        // Rarely, plays for no points end the game, too.
        if self.turn_limits.play_may_end(node.turns) {
            choices.retain(|choice| {
                let play = self.store.stored(choice.id);
                if play.score == 0 {
                    best = best.max((node.value_of_end_by(play), choice.id));
                }
                play.score != 0
            });
        }
        best
    }

    /// Estimate of the value of the current node: its value if both players make the most promising move until the game ends.
    pub(super) fn playout(&mut self) -> i32 {
        let (start, player) = (self.path.len(), self.node().player);
        let mut spread = 0;
        loop {
            let (id, score) = self.most_promising();
            let node = self.node();
            let end = self.end_points(id);
            let gain = score + end.unwrap_or(0);
            spread += if node.player == player { gain } else { -gain };
            if end.is_some() {
                break;
            }
            self.make(id);
        }
        self.path.truncate(start);
        spread
    }

    /// Points for tiles left that the player on turn gains by a move, in addition to its score; `None` if the move does not end
    /// the game.
    pub(super) fn end_points(&self, id: PlayId) -> Option<i32> {
        let node = self.node();
        if id == PASS {
            return (self.turn_limits.passes_left(node.turns) <= 1).then(|| node.stuck_value());
        }
        let play = self.store.stored(id);
        match play.tiles == node.rack() {
            true => Some(node.out_bonus()),
            false => {
                let ends = play.score == 0 && self.turn_limits.play_may_end(node.turns);
                ends.then(|| node.value_of_end_by(play))
            }
        }
    }

    /// The most promising move, and its score: the play with the highest sum of score and value of its tiles, among the plays
    /// that go out if there are any; the pass if there are no plays.
    pub(super) fn most_promising(&mut self) -> (PlayId, i32) {
        let node = &self.nodes[self.path.len()];
        let rack = node.rack();
        let mut best = ((false, i32::MIN), PASS, 0);
        node.for_each_play(node.player, &mut self.store, &self.path, |id, play| {
            let merit = (play.tiles == rack, play.merit);
            if merit > best.0 {
                best = (merit, id, play.score);
            }
        });
        (best.1, best.2)
    }
}

/// Rank of a move. The best move of an earlier search comes first.
fn rank(is_best: bool, merit: i32) -> i32 {
    if is_best { i32::MAX } else { merit }
}

/// Moves the choice of highest rank to the front.
#[inline]
fn pick_best(choices: &mut [Choice]) {
    let mut best = 0;
    for (at, choice) in choices.iter().enumerate() {
        if choice.rank > choices[best].rank {
            best = at;
        }
    }
    choices.swap(0, best);
}
