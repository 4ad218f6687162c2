//! [`Greedy`]: the play of the highest score.

use std::sync::atomic::AtomicBool;

use lexc_runtime::{Move, MoveGen, Play};

use super::{Advice, Player, PlayerView, RankedBy};

/// Makes the play of the highest score (Appel and Jacobson 1988, section 7). If there is no play, exchanges the whole
/// rack, or passes if the rules do not allow this exchange.
///
/// May have a limit on the score of its plays, so that beginners can win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Greedy {
    max_score: Option<i32>,
}

impl Greedy {
    /// A player without a limit.
    pub const fn new() -> Greedy {
        Greedy { max_score: None }
    }

    /// A player that makes plays of up to this score.
    pub const fn with_max_score(max_score: i32) -> Greedy {
        Greedy {
            max_score: Some(max_score),
        }
    }
}

impl Player for Greedy {
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        let tracked = view.position();
        let movegen = MoveGen::new(tracked.lexicon());
        let best = match self.max_score {
            None => movegen.best(tracked),
            Some(max_score) => {
                let mut best: Option<Play> = None;
                movegen.for_each(tracked, |play| {
                    if play.score() <= max_score
                        && best.is_none_or(|best| play.best_first(&best).is_lt())
                    {
                        best = Some(*play);
                    }
                });
                best
            }
        };
        let position = tracked.position();
        let rules = position.rules();
        let exchanged = rules.exchangeable(*position.rack());
        match best {
            Some(play) => Move::Play(play),
            None if view.bag_len() >= rules.exchange_bag_len().max(exchanged.len()) => {
                Move::Exchange(exchanged)
            }
            None => Move::Pass,
        }
    }

    fn advise(&self, view: &PlayerView<'_>, count: usize, _stop: &AtomicBool) -> Advice {
        let tracked = view.position();
        let mut plays = Vec::new();
        MoveGen::new(tracked.lexicon()).for_each(tracked, |play| {
            if self.max_score.is_none_or(|most| play.score() <= most) {
                plays.push(*play);
            }
        });
        if plays.is_empty() {
            return Advice::choice(self.choose(view));
        }
        plays.sort_unstable_by(Play::best_first);
        Advice::new(RankedBy::Score, plays, tracked.position(), count)
    }
}
