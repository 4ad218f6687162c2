//! Labelled words, expressions over labels, and marks: see `common::fuzz::labels`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::labels::run(data));
