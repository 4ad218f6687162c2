//! The `lexc` command.
#![forbid(unsafe_code)]

fn main() {}
