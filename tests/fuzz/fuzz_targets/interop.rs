//! Files of other programs: see `common::fuzz::interop`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzz::interop::run(data));
