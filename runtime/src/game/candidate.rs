//! Moves: plays, exchanges and the pass, and their order by equity.

use core::cmp::Ordering;

use crate::game::{Play, Position, Rack};

/// A move: the turn of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Places tiles.
    Play(Play),
    /// Exchanges these tiles, at least one, with the bag.
    Exchange(Rack),
    /// Does nothing.
    Pass,
}

impl Move {
    /// The score in points: 0 for an exchange and the pass.
    #[inline]
    pub const fn score(&self) -> i32 {
        match self {
            Move::Play(play) => play.score(),
            Move::Exchange(_) | Move::Pass => 0,
        }
    }

    /// The move of a player who makes no play: exchanges the whole rack, or as much of it as one exchange may swap; passes if the
    /// rules do not allow this exchange with `bag_len` tiles in the bag.
    pub fn without_play(position: &Position<'_>, bag_len: usize) -> Move {
        let rules = position.rules();
        let exchanged = rules.exchangeable(*position.rack());
        match bag_len >= rules.bag_len_for_exchange(exchanged.len()) {
            true if !exchanged.is_empty() => Move::Exchange(exchanged),
            _ => Move::Pass,
        }
    }

    /// The leave: the tiles of the rack that stay on it, before the player draws. `None` if the rack lacks a tile of the move.
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{Move, Rack};
    ///
    /// let rack = Rack::parse("AEINQTV", alphabet)?;
    /// let leave = Move::Exchange(Rack::parse("QV", alphabet)?).leave(rack);
    /// assert_eq!(leave, Some(Rack::parse("AEINT", alphabet)?));
    /// assert_eq!(Move::Exchange(Rack::parse("QQ", alphabet)?).leave(rack), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leave(&self, rack: Rack) -> Option<Rack> {
        match self {
            Move::Play(play) => play.leave(rack),
            Move::Exchange(tiles) => rack.checked_sub(*tiles),
            Move::Pass => Some(rack),
        }
    }
}

/// A move and its equity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// Equity in thousandths of a point: the score plus the value of the leave.
    pub equity: i64,
}

// Hosts with little memory keep arrays of candidates.
const _: () = assert!(size_of::<Option<Candidate>>() <= 88);

impl Candidate {
    /// One point, in the unit of [`Candidate::equity`].
    pub const PER_POINT: i64 = 1_000;

    /// A play with a leave of this value, in thousandths of a point.
    pub fn play(play: Play, leave: i32) -> Candidate {
        Candidate {
            action: Move::Play(play),
            equity: i64::from(play.score()) * Candidate::PER_POINT + i64::from(leave),
        }
    }

    /// Orders moves by equity, highest first, and the pass after every play and exchange. Moves of equal equity: plays in the
    /// order of [`Play::best_first`], then exchanges. Exchanges of equal equity: fewer tiles first, then in alphabetical
    /// order, blanks last.
    ///
    /// The equity of the pass is the value of the rack that it keeps. It does not tell that the turn is lost, so it would rank
    /// the pass above plays that keep worse tiles. Where the pass may be best, as in end games, a solver or a simulation finds
    /// that.
    pub fn best_first(&self, other: &Candidate) -> Ordering {
        let is_pass = |candidate: &Candidate| candidate.action == Move::Pass;
        let pass_last = is_pass(self).cmp(&is_pass(other));
        let by_equity = pass_last.then_with(|| other.equity.cmp(&self.equity));
        by_equity.then_with(|| match (&self.action, &other.action) {
            (Move::Play(a), Move::Play(b)) => a.best_first(b),
            (Move::Exchange(a), Move::Exchange(b)) => fewest_first(a, b),
            (a, b) => kind(a).cmp(&kind(b)),
        })
    }
}

fn kind(action: &Move) -> u8 {
    match action {
        Move::Play(_) => 0,
        Move::Exchange(_) => 1,
        Move::Pass => 2,
    }
}

fn fewest_first(a: &Rack, b: &Rack) -> Ordering {
    let by_len = a.len().cmp(&b.len());
    by_len.then_with(|| a.into_iter().cmp(*b))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use core::ops::ControlFlow;

    use lexc_formats::{PlacedTile, Tile};

    use super::*;
    use crate::game::exchange::{Split, for_each_exchange, strides};
    use crate::game::{Direction, Rules, Square};
    use crate::testing::{english, first_position};

    fn rack(text: &str) -> Rack {
        Rack::parse(text, english()).unwrap()
    }

    fn play(row: usize, score: i32) -> Play {
        let word = [Some(PlacedTile::letter(Tile::FIRST)); 2];
        Play::new(
            Square::new(row, 0).unwrap(),
            Direction::Across,
            &word,
            score,
        )
        .unwrap()
    }

    #[test]
    fn orders_by_equity_then_by_kind_of_move_and_the_pass_last() {
        let other = |action, equity| Candidate { action, equity };
        let ranked = [
            Candidate::play(play(1, 11), -2_000),
            Candidate::play(play(1, 8), 1_000),
            Candidate::play(play(2, 8), 1_000),
            other(Move::Exchange(rack("Z")), 9_000),
            other(Move::Exchange(rack("?")), 9_000),
            other(Move::Exchange(rack("AAB")), 9_000),
            other(Move::Exchange(rack("AB?")), 9_000),
            other(Move::Exchange(rack("BBB")), 9_000),
            Candidate::play(play(0, i32::MIN), i32::MIN),
            other(Move::Pass, 9_001),
            other(Move::Pass, 9_000),
        ];
        for (i, a) in ranked.iter().enumerate() {
            for (j, b) in ranked.iter().enumerate() {
                assert_eq!(a.best_first(b), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }

    /// The exchanged and the kept tiles of each exchange.
    fn exchanges(text: &str, bag_len: usize, rules: &Rules) -> Vec<[String; 2]> {
        let position = first_position(rules, rack(text));
        let mut found = Vec::new();
        let flow = for_each_exchange(&position, bag_len, |exchanged, kept| {
            found.push([exchanged, kept].map(|part| part.display(english()).to_string()));
            ControlFlow::<()>::Continue(())
        });
        assert!(flow.is_continue());
        found
    }

    #[test]
    fn visits_each_multiset_of_tiles_once() {
        let rules = Rules::standard(english());
        for text in ["", "Q", "?", "AAB", "EE??IOU", "ABCDEFG", "ZZZZZZZ"] {
            // Every choice of places, as a number with a bit for each taken place.
            let letters: Vec<char> = rack(text).display(english()).to_string().chars().collect();
            let part = |choice: u32, is_taken: bool| -> String {
                let places = (0..).zip(&letters);
                let chosen = places.filter(|(place, _)| (choice >> place & 1 != 0) == is_taken);
                chosen.map(|(_, letter)| letter).collect()
            };
            let expected: BTreeMap<String, String> = (1..1 << letters.len())
                .map(|choice| (part(choice, true), part(choice, false)))
                .collect();
            let found = exchanges(text, 7, &rules);
            assert_eq!(found.len(), expected.len());
            let found: BTreeMap<_, _> = found.into_iter().map(|[a, b]| (a, b)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn exchanges_no_more_tiles_than_the_bag_has() {
        let rules = Rules::standard(english());
        assert_eq!(exchanges("ABC", 7, &rules).len(), 7);
        assert_eq!(exchanges("ABC", 6, &rules).len(), 0);
        let rules = rules.with_exchange_bag_len(0);
        for (bag_len, count) in [(0, 0), (1, 3), (2, 6), (3, 7)] {
            assert_eq!(exchanges("ABC", bag_len, &rules).len(), count);
        }
    }

    #[test]
    fn stops_when_the_visitor_breaks() {
        let rules = Rules::standard(english());
        let position = first_position(&rules, rack("ABC"));
        let flow = for_each_exchange(&position, 9, |exchanged, _| {
            if exchanged.len() == 2 {
                ControlFlow::Break(*exchanged)
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(flow, ControlFlow::Break(rack("AB")));
    }

    #[test]
    fn counts_splits_by_the_strides() {
        for text in ["", "A", "?", "AAB??", "ABCDEFG"] {
            let rack = rack(text);
            let (strides, ways) = strides(&rack);
            let mut split = Split::new(&rack);
            for number in 0..ways {
                let taken = split.taken.into_iter();
                let sum: usize = taken.map(|tile| strides[tile.rank()]).sum();
                assert_eq!(sum, number);
                assert_eq!(split.taken.len() + split.kept.len(), rack.len());
                assert_eq!(split.advance(), number + 1 < ways);
            }
            assert_eq!(split.kept, rack);
        }
    }
}
