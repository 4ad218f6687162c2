//! The scope of slow tests: how many cases they try.
//!
//! By default they try a sample of their cases, so that the suite ends within minutes. If `LEXC_SCOPE=full` is set,
//! they try every case, and some of them also try larger cases.

use std::env;

/// Returns `true` if `LEXC_SCOPE=full` is set.
pub fn is_full() -> bool {
    env::var_os("LEXC_SCOPE").is_some_and(|scope| scope == "full")
}

/// The step from one case of a test to the next: `usual` by default, 1 at full scope.
pub fn step(usual: usize) -> usize {
    if is_full() { 1 } else { usual }
}
