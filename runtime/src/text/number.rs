//! Numbers in texts.

/// Reads a number that fits the type.
pub(crate) fn number<N: TryFrom<i64>>(text: &str) -> Option<N> {
    N::try_from(long_number(text)?).ok()
}

/// Not generic, so that it is compiled once.
#[inline(never)]
fn long_number(text: &str) -> Option<i64> {
    text.parse().ok()
}
