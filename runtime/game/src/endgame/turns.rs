//! Turns without points, as a search counts them: as far as a limit of `Rules::ends_game_of` is near, so that positions that play on
//! alike share an entry of the table.

use lexc_runtime::{Rules, ScorelessTurns};

/// Turns in a row without points up to a node, as far as a limit counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Turns {
    /// Turns without points.
    pub(super) scoreless: u32,
    /// Passes.
    pub(super) passes: u32,
}

/// The numbers of turns in a row without points, and of passes in a row, that end the game; 0 for a limit that does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnLimits {
    scoreless: u32,
    passes: u32,
}

/// The largest limit of a search, which recurses at each pass: a larger one could overflow the stack.
const MAX_LIMIT: u32 = 32;

impl TurnLimits {
    /// The limits of a search from a position after these turns, and the turns as the search counts them.
    ///
    /// After a turn that scored, two passes in a row end the search if six scoreless turns end the game and passes have no limit.
    /// Every position tried has the same value by both limits, and the search takes about half the time.
    pub(super) fn new(rules: &Rules, turns: ScorelessTurns) -> (TurnLimits, Turns) {
        let scoreless = rules.scoreless_limit().max(1);
        let limits = match rules.pass_limit() {
            None if turns.count() == 0 && scoreless == Rules::SCORELESS_LIMIT => {
                TurnLimits::TWO_PASSES
            }
            None => TurnLimits {
                scoreless,
                passes: 0,
            },
            Some(passes) => TurnLimits {
                scoreless,
                passes: passes.max(1),
            },
        };
        let (scoreless_limit, scoreless) = bounded(limits.scoreless, turns.count());
        let (pass_limit, passes) = bounded(limits.passes, turns.passes());
        (
            TurnLimits {
                scoreless: scoreless_limit,
                passes: pass_limit,
            },
            Turns { scoreless, passes },
        )
    }

    /// Two passes in a row end the game.
    pub(super) const TWO_PASSES: TurnLimits = TurnLimits {
        scoreless: 0,
        passes: 2,
    };

    /// The turns after a pass.
    #[inline(always)]
    pub(super) fn after_pass(self, turns: Turns) -> Turns {
        Turns {
            scoreless: turns.scoreless + u32::from(self.scoreless > 0),
            passes: turns.passes + u32::from(self.passes > 0),
        }
    }

    /// The turns after a play.
    #[inline(always)]
    pub(super) fn after_play(self, turns: Turns, score: i32) -> Turns {
        let counts = score == 0 && self.scoreless > 0;
        Turns {
            scoreless: if counts { turns.scoreless + 1 } else { 0 },
            passes: 0,
        }
    }

    /// The number of passes in a row, at least 1, that end the game after these turns.
    #[inline(always)]
    pub(super) fn passes_left(self, turns: Turns) -> u32 {
        let left = |limit: u32, count: u32| match limit {
            0 => u32::MAX,
            limit => limit.saturating_sub(count),
        };
        left(self.scoreless, turns.scoreless).min(left(self.passes, turns.passes))
    }

    /// Returns `true` if a play for no points ends the game after these turns.
    #[inline(always)]
    pub(super) fn play_may_end(self, turns: Turns) -> bool {
        self.scoreless > 0 && turns.scoreless + 1 >= self.scoreless
    }
}

/// The limit, at most [`MAX_LIMIT`], and the count that leaves as many turns, at least one.
fn bounded(limit: u32, count: u32) -> (u32, u32) {
    let bounded = limit.min(MAX_LIMIT);
    match limit.saturating_sub(count).max(1) {
        _ if limit == 0 => (0, 0),
        left => (bounded, bounded.saturating_sub(left)),
    }
}
