//! The `lexc` command, from outside.
#![expect(
    unreachable_pub,
    reason = "nothing outside reaches a test; here pub is what a module offers to the others"
)]

mod bench;
mod build;
mod check;
mod closed;
mod common;
mod compact;
mod dump;
#[cfg(target_os = "linux")]
mod faults;
mod fuzzed;
mod help;
mod hostile;
mod hostile_lists;
mod info;
mod moves;
mod query;
mod selfplay;
mod terminal;
