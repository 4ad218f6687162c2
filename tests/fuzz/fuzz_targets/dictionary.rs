//! Hunspell dictionaries: see `common::fuzz::dictionary`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::dictionary::run(data));
