//! Options of rules that do not fit together.

use core::fmt;

use crate::game::Rack;

/// Options of rules that [`Rules::check`](crate::Rules::check) refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants explain the fields")]
pub enum RulesError {
    /// The rack size is not `1..=`[`Rack::MAX_LEN`].
    RackSize { found: usize },
    /// The number of tiles that one play may place is not `1..=rack_size`.
    PlaceLimit { found: usize, rack_size: usize },
    /// A score might not fit an `i32`. `bound` is the bound on scores, or `i64::MAX` if it does not fit an `i64`.
    Score { bound: i64 },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::RackSize { found } => {
                write!(f, "a rack size of {found} (use 1 to {})", Rack::MAX_LEN)
            }
            RulesError::PlaceLimit { found, rack_size } => {
                write!(
                    f,
                    "plays of {found} tiles (use 1 to {rack_size}, the rack size)"
                )
            }
            RulesError::Score { bound } => write!(
                f,
                "a play might score {bound} points, more than {} (use a smaller bonus or smaller values)",
                i32::MAX
            ),
        }
    }
}

impl core::error::Error for RulesError {}
