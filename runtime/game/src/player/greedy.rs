//! [`Greedy`]: the play of the highest score.

use std::sync::atomic::AtomicBool;

use lexc_runtime::{Casual, Move, MoveGen, Play};

use super::{Advice, Player, PlayerView, RankedBy};

/// Makes the play of the highest score (Appel and Jacobson 1988, section 7). If there is no play, exchanges the whole
/// rack, or passes if the rules do not allow this exchange.
///
/// May be [`Casual`], so that people can win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Greedy {
    casual: Option<Casual>,
}

impl Greedy {
    /// A player who overlooks nothing.
    pub const fn new() -> Greedy {
        Greedy { casual: None }
    }

    /// A player who overlooks words.
    pub const fn casual(casual: Casual) -> Greedy {
        Greedy {
            casual: Some(casual),
        }
    }
}

impl Player for Greedy {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let tracked = view.position();
        let movegen = MoveGen::new(tracked.lexicon());
        if let Some(casual) = self.casual {
            return casual.choose(&movegen, tracked, view.bag_len());
        }
        let without_play = || Move::without_play(tracked.position(), view.bag_len());
        movegen.best(tracked).map_or_else(without_play, Move::Play)
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, _stop: &AtomicBool) -> Advice {
        if self.casual.is_some() {
            return Advice::choice(self.choose(view));
        }
        let tracked = view.position();
        let mut plays = Vec::new();
        MoveGen::new(tracked.lexicon()).for_each(tracked, |play| plays.push(*play));
        if plays.is_empty() {
            return Advice::choice(self.choose(view));
        }
        plays.sort_unstable_by(Play::best_first);
        Advice::new(RankedBy::Score, plays, tracked.position(), count)
    }
}
