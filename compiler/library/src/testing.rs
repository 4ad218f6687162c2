//! Alphabets and pseudo-random numbers for the tests of several modules.

/// The section of the preset `english`, or of an alphabet with these rows.
pub(crate) fn section(rows: &str) -> Vec<u8> {
    let definition = match rows {
        "english" => crate::alphabet::load(rows),
        rows => crate::alphabet::parse("test", rows),
    };
    definition.unwrap().encode().unwrap()
}

/// Xorshift generator: a call with the argument `bound` returns a pseudo-random number less than `bound`.
pub(crate) fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % bound as u64).unwrap()
    }
}
