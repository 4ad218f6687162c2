//! [`StaticEndgame`]: values of leaves once the bag is empty or nearly so.

use lexc_runtime::{Candidate, Leaves, Rack, Rules};

/// Values of leaves once the bag is empty. They depend on the tiles of both players, and not on the board. Going out
/// gains twice the value of the opponent's tiles. Keeping tiles costs twice their value, plus ten points for the moves
/// that it takes to play them.
///
/// Ranks moves without an exact search: in [`ByEquity`](crate::ByEquity), in rollouts, and in
/// [`PreEndgame`](crate::PreEndgame), while the bag has one or two tiles.
#[derive(Clone, Copy, Debug)]
pub struct StaticEndgame<'r> {
    rules: &'r Rules,
    opponent: Rack,
}

/// Cost of the moves that it takes to play a leave, in points.
const DELAY: i32 = 10;

impl<'r> StaticEndgame<'r> {
    /// Values against an opponent with this rack.
    pub fn new(rules: &'r Rules, opponent: Rack) -> StaticEndgame<'r> {
        StaticEndgame { rules, opponent }
    }
}

impl Leaves for StaticEndgame<'_> {
    fn value(&self, leave: &Rack) -> i32 {
        let points = match leave.is_empty() {
            true => 2 * self.rules.rack_value(self.opponent),
            false => -2 * self.rules.rack_value(*leave) - DELAY,
        };
        points.saturating_mul(i32::try_from(Candidate::PER_POINT).unwrap_or(i32::MAX))
    }
}
