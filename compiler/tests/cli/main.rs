//! Tests that run the `lexc` command.
#![expect(
    unreachable_pub,
    reason = "tests have no users outside; pub marks items that a module offers to other modules"
)]

mod alphabets;
mod analyze;
mod bench;
mod bot;
mod build;
mod check;
mod closed;
mod common;
mod compact;
mod conformance;
mod convert;
mod define;
mod diff;
mod draw;
mod dump;
mod endgame;
#[cfg(target_os = "linux")]
mod faults;
mod find;
mod help;
mod hostile;
mod hostile_lists;
mod infer;
mod info;
mod json;
mod judge;
mod leaves;
mod limits;
mod matches;
mod moves;
mod packaging;
mod play;
#[cfg(target_os = "linux")]
mod play_screen;
mod query;
mod selfplay;
mod sim;
mod table;
mod terminal;
