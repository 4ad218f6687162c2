//! Shared parts of the programs for bare machines.
#![no_std]
#![forbid(unsafe_code)]

#[path = "../report.rs"]
mod report;

pub use report::report;
