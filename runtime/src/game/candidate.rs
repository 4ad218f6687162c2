//! What a player can do on turn, and how that is ranked.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use lexc_formats::MAX_TILES;

use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::{Rack, RackTile};

/// What a player can do on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Places tiles.
    Play(Play),
    /// Exchanges these tiles, at least one.
    Exchange(Rack),
    /// Does neither.
    Pass,
}

/// A move, and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// The points that it scores and the value of the tiles that it keeps, in thousandths of a point.
    pub equity: i64,
}

// Callers without much memory keep arrays of them.
const _: () = assert!(size_of::<Option<Candidate>>() <= 88);

impl Candidate {
    /// The equity of a point.
    pub const PER_POINT: i64 = 1_000;

    /// A play that keeps tiles of this value, in thousandths of a point.
    pub fn play(play: Play, leave: i32) -> Candidate {
        Candidate {
            action: Move::Play(play),
            equity: i64::from(play.score()) * Candidate::PER_POINT + i64::from(leave),
        }
    }

    /// The order in which moves are ranked: by equity, the highest first; where equities are equal, plays before
    /// exchanges before the pass, plays as in [`Play::best_first`], and exchanges by the number of tiles, the fewest
    /// first, then by the tiles: letters in alphabet order before blanks.
    pub fn best_first(&self, other: &Candidate) -> Ordering {
        let by_equity = other.equity.cmp(&self.equity);
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
    by_len.then_with(|| {
        // Letters come before blanks in a rack, and in the order of its tiles.
        a.into_iter().cmp(*b)
    })
}

/// Visits every exchange of the position until the visitor breaks: the tiles that it exchanges, and those that it keeps.
///
/// - **When.** There are exchanges if the bag holds at least [`Rules::exchange_bag_len`](crate::Rules::exchange_bag_len)
///   tiles; as many tiles are exchanged as it holds, at most.
/// - **Uniqueness.** Each different set of tiles is visited once: two of A, A and B in four ways, and not in seven.
/// - **Order.** The same for the same rack on every host.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use core::ops::ControlFlow;
///
/// use lexc_runtime::{Board, Position, Rack, Rules, for_each_exchange};
///
/// let rules = Rules::standard(alphabet);
/// let board = Board::new(rules.layout().dimensions());
/// let position = Position::try_new(board, Rack::parse("AA?", alphabet)?, &rules)?;
/// let mut exchanges = Vec::new();
/// let _ = for_each_exchange(&position, 86, |exchanged, kept| {
///     exchanges.push([exchanged, kept].map(|tiles| tiles.display(alphabet).to_string()));
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(exchanges, [["A", "A?"], ["AA", "?"], ["?", "AA"], ["A?", "A"], ["AA?", ""]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_exchange<B>(
    position: &Position<'_>,
    bag_len: usize,
    mut visit: impl FnMut(&Rack, &Rack) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if bag_len < position.rules().exchange_bag_len() {
        return ControlFlow::Continue(());
    }
    let mut split = Split::new(position.rack());
    while split.advance() {
        if split.taken.len() <= bag_len {
            visit(&split.taken, &split.kept)?;
        }
    }
    ControlFlow::Continue(())
}

/// A rack in two parts. Starting with nothing taken, `advance` goes through all ways to take some tiles, each once: it
/// counts up a number whose lowest digit says how many are taken of the first letter, and so on.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) taken: Rack,
    pub(crate) kept: Rack,
}

impl Split {
    pub(crate) fn new(rack: &Rack) -> Split {
        Split {
            taken: Rack::EMPTY,
            kept: *rack,
        }
    }

    /// Goes to the next way; `false` after the last one.
    pub(crate) fn advance(&mut self) -> bool {
        let letters = (self.taken.letters() | self.kept.letters()).into_iter();
        for tile in letters.map(RackTile::Letter).chain([RackTile::Blank]) {
            if self.kept.remove(tile) {
                return self.taken.add(tile);
            }
            while self.taken.remove(tile) {
                let _ = self.kept.add(tile);
            }
        }
        false
    }
}

/// How much each tile of a rack adds to the number that [`Split`] counts up, by code, the blank at index 0; and how many
/// ways there are to split the rack.
pub(crate) fn strides(rack: &Rack) -> ([usize; MAX_TILES + 1], usize) {
    let mut strides = [0; MAX_TILES + 1];
    let mut ways = 1_usize;
    let mut set = |index: usize, count: usize| {
        if let Some(stride) = strides.get_mut(index) {
            *stride = ways;
        }
        ways = ways.saturating_mul(count + 1);
    };
    for tile in rack.letters() {
        set(tile.index(), rack.count(tile));
    }
    set(0, rack.blanks());
    (strides, ways)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use lexc_formats::{PlacedTile, Tile};

    use super::*;
    use crate::game::rules::Rules;
    use crate::game::square::{Direction, Square};
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
    fn ranks_by_equity_then_by_what_is_done() {
        let other = |action, equity| Candidate { action, equity };
        let ranked = [
            other(Move::Pass, 9_001),
            Candidate::play(play(1, 11), -2_000),
            Candidate::play(play(1, 8), 1_000),
            Candidate::play(play(2, 8), 1_000),
            other(Move::Exchange(rack("Z")), 9_000),
            other(Move::Exchange(rack("?")), 9_000),
            other(Move::Exchange(rack("AAB")), 9_000),
            other(Move::Exchange(rack("AB?")), 9_000),
            other(Move::Exchange(rack("BBB")), 9_000),
            other(Move::Pass, 9_000),
            Candidate::play(play(0, i32::MIN), i32::MIN),
        ];
        for (i, a) in ranked.iter().enumerate() {
            for (j, b) in ranked.iter().enumerate() {
                assert_eq!(a.best_first(b), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }

    /// The exchanged and the kept tiles of all exchanges.
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
    fn exchanges_are_the_different_sets_of_tiles() {
        let rules = Rules::standard(english());
        for text in ["", "Q", "?", "AAB", "EE??IOU", "ABCDEFG", "ZZZZZZZ"] {
            // All choices of places, as the numbers whose bits say which are taken.
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
    fn exchanges_need_tiles_in_the_bag() {
        let rules = Rules::standard(english());
        assert_eq!(exchanges("ABC", 7, &rules).len(), 7);
        assert_eq!(exchanges("ABC", 6, &rules).len(), 0);
        let rules = rules.with_exchange_bag_len(0);
        for (bag_len, count) in [(0, 0), (1, 3), (2, 6), (3, 7)] {
            assert_eq!(exchanges("ABC", bag_len, &rules).len(), count);
        }
    }

    #[test]
    fn visitors_can_stop() {
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
    fn splits_count_up_what_strides_say() {
        for text in ["", "A", "?", "AAB??", "ABCDEFG"] {
            let rack = rack(text);
            let (strides, ways) = strides(&rack);
            let mut split = Split::new(&rack);
            for number in 0..ways {
                let taken = split.taken.into_iter();
                let sum: usize = taken.map(|tile| strides[tile.index()]).sum();
                assert_eq!(sum, number);
                assert_eq!(split.taken.len() + split.kept.len(), rack.len());
                assert_eq!(split.advance(), number + 1 < ways);
            }
            assert_eq!(split.kept, rack);
        }
    }
}
