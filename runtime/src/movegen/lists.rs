//! Lists of plays and moves, on the heap.

use alloc::vec;
use alloc::vec::Vec;

use super::move_gen::{MoveGen, PositionRef};
use super::moves::Moves;
use crate::game::candidate::Candidate;
use crate::game::leaves::Leaves;
use crate::game::play::Play;

/// The largest number of slots of a search for the best. If more are wanted, all plays or moves are found and sorted.
const MAX_SLOTS: usize = 1 << 10;

impl MoveGen<'_> {
    /// All plays, in the order of [`Play::best_first`]. Needs the feature `alloc`.
    ///
    /// ```
    /// use lexc_runtime::{Cgp, Lexicon, MoveGen, NoLeaves, Rules};
    ///
    /// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    ///
    /// let lexicon = Lexicon::from_bytes(IMAGE)?;
    /// let rules = Rules::standard(lexicon.alphabet());
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
    /// let position = cgp.position(&rules)?;
    ///
    /// let movegen = MoveGen::new(&lexicon);
    /// let plays = movegen.plays(&position);
    /// assert_eq!(plays.len(), 9);
    /// assert_eq!(movegen.best_n(&position, 2), plays[..2]);
    /// // All moves: the plays, the exchanges of C, E and S, and the pass.
    /// assert_eq!(movegen.with_moves(80, &NoLeaves).moves(&position).len(), 9 + 7 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays<'p>(&self, position: impl Into<PositionRef<'p>>) -> Vec<Play> {
        let mut plays = Vec::new();
        self.for_each(position, |play| plays.push(*play));
        plays.sort_unstable_by(Play::best_first);
        plays
    }

    /// The best plays, at most `count`, in the order of [`Play::best_first`]. Costs as much as [`top`](Self::top). Needs the
    /// feature `alloc`.
    pub fn best_n<'p>(&self, position: impl Into<PositionRef<'p>>, count: usize) -> Vec<Play> {
        let position = position.into();
        let all = || self.plays(position);
        best_of(count, |slots| self.top(position, slots), all)
    }

    /// The best moves, at most `count`. With values of leaves, these are plays, exchanges and the pass, in the order of
    /// [`Candidate::best_first`]; `bag_len` is the number of tiles in the bag. Without them, nothing tells what an exchange
    /// is worth, so these are the plays of [`best_n`](Self::best_n), each with its score as equity. Needs the feature `alloc`.
    pub fn best_moves<'p>(
        &self,
        position: impl Into<PositionRef<'p>>,
        bag_len: usize,
        leaves: Option<&dyn Leaves>,
        count: usize,
    ) -> Vec<Candidate> {
        match leaves {
            Some(leaves) => self.with_moves(bag_len, leaves).best_n(position, count),
            None => {
                let plays = self.best_n(position, count).into_iter();
                plays.map(|play| Candidate::play(play, 0)).collect()
            }
        }
    }
}

impl<'l> MoveGen<'l, Moves<'l>> {
    /// All moves, in the order of [`Candidate::best_first`]. Needs the feature `alloc`.
    pub fn moves<'p>(&self, position: impl Into<PositionRef<'p>>) -> Vec<Candidate> {
        let mut moves = Vec::new();
        self.for_each(position, |candidate| moves.push(*candidate));
        moves.sort_unstable_by(Candidate::best_first);
        moves
    }

    /// The best moves, at most `count`, in the order of [`Candidate::best_first`]. Costs as much as [`top`](Self::top). Needs
    /// the feature `alloc`.
    pub fn best_n<'p>(&self, position: impl Into<PositionRef<'p>>, count: usize) -> Vec<Candidate> {
        let position = position.into();
        let all = || self.moves(position);
        best_of(count, |slots| self.top(position, slots), all)
    }
}

/// The first `count` items. The search `top` puts them into as many slots; if these are too many, they are the first of `all`.
fn best_of<T: Copy>(
    count: usize,
    top: impl FnOnce(&mut [Option<T>]) -> usize,
    all: impl FnOnce() -> Vec<T>,
) -> Vec<T> {
    if count > MAX_SLOTS {
        let mut items = all();
        items.truncate(count);
        return items;
    }
    let mut slots = vec![None; count];
    top(&mut slots);
    slots.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cgp, Lexicon, NoLeaves, Rules};

    #[test]
    fn the_best_are_the_first_of_all() {
        let image = include_bytes!("../../examples/care.gaddag");
        let lexicon = Lexicon::from_bytes(image).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let cgp = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 ACELS??/";
        let cgp = Cgp::parse(cgp, lexicon.alphabet()).unwrap();
        let position = cgp.position(&rules).unwrap();
        let plain = MoveGen::new(&lexicon);
        let with_moves = plain.with_moves(80, &NoLeaves);
        let (plays, moves) = (plain.plays(&position), with_moves.moves(&position));
        assert!(plays.is_sorted_by(|a, b| a.best_first(b).is_lt()));
        assert!(moves.is_sorted_by(|a, b| a.best_first(b).is_lt()));
        assert!(moves.len() > plays.len() + 1);
        for count in [0, 1, 10, MAX_SLOTS, MAX_SLOTS + 1, usize::MAX] {
            let len = plays.len().min(count);
            assert_eq!(plain.best_n(&position, count), plays[..len]);
            let best = plain.best_moves(&position, 80, None, count);
            let expected = plays[..len].iter().map(|play| Candidate::play(*play, 0));
            assert!(best.into_iter().eq(expected));
            let len = moves.len().min(count);
            assert_eq!(with_moves.best_n(&position, count), moves[..len]);
            let best = plain.best_moves(&position, 80, Some(&NoLeaves), count);
            assert_eq!(best, moves[..len]);
        }
    }
}
