//! Re-exports [`lexc_compiler`], the library of the command `lexc`.
//!
//! A program that only compiles lexicons should depend on `lexc-compiler`: it does not need the packages of the command line.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::unreachable)
)]

pub use lexc_compiler::*;

// The command is part of the library so that the fuzzers can call it.
#[expect(
    unreachable_pub,
    reason = "`pub` marks the items that a module offers to the others"
)]
#[doc(hidden)]
pub mod command;
