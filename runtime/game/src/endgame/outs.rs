//! Plays by which the opponent can go out after a move, as bounds on the value of the move.
//!
//! A play stays legal, with the same score, until a tile is placed on one of a few empty squares: the squares of the play
//! itself, and the empty squares at both ends of its word and of the words across it. So one look at the opponent's plays
//! bounds all moves of a node: after a move that takes none of these squares, the opponent can go out by the play.

use super::node::Node;
use super::store::{Lines, MAX_LINES, PlayId, Store};
use super::stored::StoredPlay;

/// The largest number of plays that bound the moves of a node.
const MAX_OUTS: usize = 6;

/// A play that goes out.
#[derive(Clone, Copy, Debug)]
struct Out {
    score: i32,
    /// For each line, the set of the offsets of the squares on which the play depends.
    squares: [u32; MAX_LINES],
}

/// The best plays by which the opponent can go out, in descending order of their scores.
#[derive(Clone, Debug, Default)]
pub(super) struct Outs(Vec<Out>);

impl Outs {
    /// Finds the plays of the player who is not on turn at a node.
    pub(super) fn find(&mut self, node: &Node, store: &mut Store<'_>, path: &[PlayId]) {
        self.0.clear();
        let player = 1 - node.player;
        let rack = node.racks[player];
        let mut best = [(i32::MIN, 0); MAX_OUTS];
        node.for_each_play(player, store, path, |id, play| {
            if play.tiles == rack && play.score > best[MAX_OUTS - 1].0 {
                let at = best.partition_point(|&(score, _)| score >= play.score);
                best.copy_within(at..MAX_OUTS - 1, at + 1);
                best[at] = (play.score, id);
            }
        });
        let found = best.iter().take_while(|(score, _)| *score > i32::MIN);
        self.0.extend(found.map(|&(score, id)| Out {
            score,
            squares: squares_of(store.stored(id), &node.lines, store),
        }));
    }

    /// An upper bound on the points that the player on turn at the node gains by a move: a play that does not end the game,
    /// or the pass for `None`. Returns `None` if no play stays legal after the move.
    pub(super) fn bound(&self, node: &Node, play: Option<&StoredPlay>) -> Option<i32> {
        let stays = |out: &&Out| play.is_none_or(|play| out.squares[play.line] & play.squares == 0);
        let out = self.0.iter().find(stays)?;
        let (score, value) = play.map_or((0, 0), |play| (play.score, play.value()));
        Some(score - out.score - 2 * (node.values[node.player] - value))
    }
}

/// The squares on which a play depends, by line.
fn squares_of(play: &StoredPlay, lines: &Lines, store: &Store<'_>) -> [u32; MAX_LINES] {
    let mut squares = [0; MAX_LINES];
    let line = play.line;
    let (across, len) = store.across(line);
    let (along, crossing_len) = store.across(across);
    let position = line - along;
    let on_line = play.squares | ends(lines.occupied[line] | play.squares, play.squares, len);
    squares[line] |= on_line;
    for offset in bits(on_line) {
        squares[across + offset] |= 1 << position;
    }
    for offset in bits(play.squares) {
        let crossing = across + offset;
        let ends = ends(
            lines.occupied[crossing] | 1 << position,
            1 << position,
            crossing_len,
        );
        squares[crossing] |= ends;
        for end in bits(ends) {
            squares[along + end] |= 1 << offset;
        }
    }
    squares
}

/// The empty offsets at both ends of the run of occupied squares that contains the squares `within`, on a line of `len` squares.
fn ends(occupied: u32, within: u32, len: usize) -> u32 {
    let (lowest, highest) = (within.trailing_zeros(), within.ilog2());
    let below = !occupied & ((1 << lowest) - 1);
    let above = !occupied & (!0 << highest) & ((1 << len) - 1);
    let before = below.checked_ilog2().map_or(0, |offset| 1 << offset);
    before | above & above.wrapping_neg()
}

/// The offsets in a set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.checked_ilog2().map(|_| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}
