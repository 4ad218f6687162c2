//! Opponents that overlook words, so that people can win.

use crate::game::{Move, Play, Position, RackTile};
use crate::movegen::{MoveGen, PositionRef};

/// A player who overlooks words: makes the play of the highest score whose word is not overlooked.
///
/// Each word is overlooked with the same probability, anew on each turn. Which words these are depends on the position alone, so that
/// a game with the same tiles and the same moves is the same game.
///
/// ```
/// # let image = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
/// use lexc_runtime::{Casual, Cgp, Lexicon, MoveGen, Rules};
///
/// let lexicon = Lexicon::from_bytes(image)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
/// let (position, movegen) = (cgp.position(&rules)?, MoveGen::new(&lexicon));
/// assert_eq!(Casual::new(0).play(&movegen, &position), movegen.best(&position));
/// assert_eq!(Casual::new(1_000).play(&movegen, &position), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Casual {
    overlooked: u16,
}

impl Casual {
    /// Players for people to choose from, the weakest first. In 1,000 games with the words of SCOWL-60, each wins 60 to 70 % against
    /// the one before, and so does the play of the highest score against the last.
    pub const LEVELS: [Casual; 8] = [
        Casual::new(967),
        Casual::new(952),
        Casual::new(933),
        Casual::new(902),
        Casual::new(859),
        Casual::new(767),
        Casual::new(643),
        Casual::new(385),
    ];

    /// A player who overlooks this number of a thousand words.
    pub const fn new(overlooked: u16) -> Casual {
        Casual { overlooked }
    }

    /// The player of this level, from 1; `None` if there is no such level.
    pub fn level(number: usize) -> Option<Casual> {
        Casual::LEVELS.get(number.checked_sub(1)?).copied()
    }

    /// The play. `None` if the position has no play, or the words of all are overlooked.
    pub fn play<'p>(
        self,
        movegen: &MoveGen<'_>,
        position: impl Into<PositionRef<'p>>,
    ) -> Option<Play> {
        let position = position.into();
        let turn = turn_hash(position.position());
        let mut best: Option<Play> = None;
        movegen.for_each(position, |play| {
            let is_better = best.is_none_or(|best| play.best_first(&best).is_lt());
            if is_better && !self.overlooks(turn, position.position(), play) {
                best = Some(*play);
            }
        });
        best
    }

    /// The move: the play, or that of [`Move::without_play`].
    pub fn choose<'p>(
        self,
        movegen: &MoveGen<'_>,
        position: impl Into<PositionRef<'p>>,
        bag_len: usize,
    ) -> Move {
        let position = position.into();
        let without_play = || Move::without_play(position.position(), bag_len);
        let play = self.play(movegen, position);
        play.map_or_else(without_play, Move::Play)
    }

    fn overlooks(self, turn: u64, position: &Position<'_>, play: &Play) -> bool {
        let tiles = play.squares().filter_map(|(square, placed)| {
            let tile = placed.or_else(|| position.board().get(square))?;
            Some(u64::from(tile.tile().code()))
        });
        // A number below 1,000, from the upper half of the hash.
        let number = ((tiles.fold(turn, mix) >> 32) * 1_000) >> 32;
        number < u64::from(self.overlooked)
    }
}

/// The hash of a board and a rack.
fn turn_hash(position: &Position<'_>) -> u64 {
    let board = position.board();
    let on_board = board.dimensions().squares().map(|square| {
        let tile = board.get(square).map(RackTile::from);
        tile.map_or(0, |tile| u64::from(tile.byte()))
    });
    let on_rack = position.rack().into_iter();
    on_board
        .chain(on_rack.map(|tile| u64::from(tile.byte())))
        .fold(0, mix)
}

/// Adds a number to a hash: the finalizer of Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators".
const fn mix(hash: u64, number: u64) -> u64 {
    let mut mixed = hash
        .wrapping_add(number)
        .wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
