//! Game records: see `common::fuzz::gcg`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::gcg::run(data));
