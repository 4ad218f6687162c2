//! Racks, words, plays and layouts: see `common::fuzz::texts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::texts::rack(data));
