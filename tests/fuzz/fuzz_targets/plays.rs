//! Plays from hostile images: see `common::fuzz::plays`.
#![no_main]

use common::fuzz::mutate::mutate_scene;
use common::random::Random;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| common::fuzz::plays::run(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 3 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mutated = mutate_scene(&data[..size], &mut Random::new(seed.into()));
    let len = mutated.len().min(max_size);
    data[..len].copy_from_slice(&mutated[..len]);
    len
});
