//! Headers and section tables: see `common::fuzz::header`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::header::run(data));
