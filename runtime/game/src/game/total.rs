//! The range of the players' totals.

/// The largest total of a player, positive or negative. An `i32` has room for it and for the points of tiles left.
pub(crate) const MAX_TOTAL: i32 = 1_000_000_000;

/// Returns `true` if the sum of a total and points is a total in range.
pub(crate) fn is_total(total: i32, points: i32) -> bool {
    let sum = i64::from(total) + i64::from(points);
    sum.unsigned_abs() <= u64::from(MAX_TOTAL.unsigned_abs())
}
