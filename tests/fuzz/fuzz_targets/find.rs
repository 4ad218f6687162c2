//! Conditions of word searches: see `common::fuzz::find`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::find::run(data));
