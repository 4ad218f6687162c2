//! The `lexc` command, from outside.
#![expect(
    unreachable_pub,
    reason = "nothing outside reaches a test; here pub is what a module offers to the others"
)]

mod bench;
mod build;
mod check;
mod common;
mod dump;
mod help;
mod info;
mod moves;
mod query;
mod selfplay;
