//! The equity of single moves.

use lexc_runtime::{Candidate, Leaves, Move, Rack};

/// The equity of a move from this rack, in thousandths of a point: its score plus the value of its leave. If `leaves`
/// is `None`, every leave has the value 0.
pub(crate) fn equity(action: &Move, rack: Rack, leaves: Option<&dyn Leaves>) -> i64 {
    let (score, leave) = match action {
        Move::Play(play) => {
            let used = play.placed().map(|(_, placed_tile)| placed_tile);
            (play.score(), rack.checked_sub(used))
        }
        Move::Exchange(tiles) => (0, rack.checked_sub(*tiles)),
        Move::Pass => (0, Some(rack)),
    };
    let leave = leave.unwrap_or(Rack::EMPTY);
    let value = leaves.map_or(0, |leaves| leaves.value(&leave));
    i64::from(score) * Candidate::PER_POINT + i64::from(value)
}
