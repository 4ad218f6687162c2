//! Tests that run the `lexc` command.
#![expect(
    unreachable_pub,
    reason = "tests have no users outside; pub marks items that a module offers to other modules"
)]
#![cfg_attr(
    not(unix),
    allow(
        dead_code,
        unused_imports,
        reason = "tests of signals, limits and permissions are for Unix"
    )
)]

mod analyze;
mod bench;
mod bot;
mod build;
mod check;
mod closed;
mod common;
mod conformance;
mod convert;
mod dump;
#[cfg(target_os = "linux")]
mod faults;
mod help;
mod hostile;
mod hostile_lists;
mod info;
mod json;
mod matches;
mod moves;
mod packaging;
mod play;
#[cfg(target_os = "linux")]
mod play_screen;
mod query;
mod selfplay;
mod table;
mod terminal;
