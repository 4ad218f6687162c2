//! The scope of the heavy tests.
//!
//! By default they take a sample of their cases, so that the suite ends within minutes. With `LEXC_SCOPE=full` they take
//! every case, and larger ones.

use std::env;

/// Returns `true` if `LEXC_SCOPE=full` is set.
pub fn is_full() -> bool {
    env::var_os("LEXC_SCOPE").is_some_and(|scope| scope == "full")
}

/// The step between the cases of a test: `usual` by default, 1 at full scope.
pub fn step(usual: usize) -> usize {
    if is_full() { 1 } else { usual }
}
