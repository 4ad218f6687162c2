//! Texts of rules: see `common::fuzz::rules`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::rules::run(data));
