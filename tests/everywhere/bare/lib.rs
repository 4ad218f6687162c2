//! The part that the programs for bare machines share.
#![no_std]
#![forbid(unsafe_code)]

#[path = "../report.rs"]
mod report;

pub use report::report;
