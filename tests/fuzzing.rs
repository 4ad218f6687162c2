//! What the fuzz targets in `tests/fuzz` run, over their seeds and a few thousand changes of them, the same every time.
//!
//! `LEXC_FUZZ_ROUNDS` says how many changes there are for each target, if it is to be more.

use std::env;

use common::fuzz::hostile::Hostile;
use common::fuzz::input::Input;
use common::fuzz::mutate::{mutate_bytes, mutate_image, mutate_scene};
use common::fuzz::plays::Scene;
use common::fuzz::{TARGETS, Target};
use common::random::Random;

/// How many inputs there are of a target: as many as asked for, or else so many.
fn rounds(usual: usize) -> usize {
    let asked = env::var("LEXC_FUZZ_ROUNDS").ok();
    asked.map_or(usual, |rounds| {
        rounds.parse().expect("LEXC_FUZZ_ROUNDS is a number")
    })
}

/// Runs a target over its seeds, and over changes of them.
fn run(name: &str, rounds: usize, mutate: impl Fn(&[u8], &[u8], &mut Random) -> Vec<u8>) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let Target { run, seeds, .. } = target.expect("there is such a target");
    let mut inputs = seeds();
    inputs.iter().for_each(|seed| run(seed));
    let mut random = Random::new(31);
    for _ in 0..rounds {
        let (input, other) = (random.pick(&inputs), random.below(inputs.len()));
        let mutated = mutate(input, &inputs[other], &mut random);
        run(&mutated);
        // What was changed once is changed further, now and then.
        if random.once_in(4) {
            let place = random.below(inputs.len());
            inputs[place] = mutated;
        }
    }
}

#[test]
fn images() {
    run("image", rounds(4_000), |input, _, random| {
        mutate_image(input, random.next_u64())
    });
}

#[test]
fn plays() {
    run("plays", rounds(2_000), |input, _, random| {
        mutate_scene(input, random.next_u64())
    });
}

#[test]
fn headers() {
    run("header", rounds(3_000), mutate_bytes);
}

#[test]
fn word_lists() {
    run("word_list", rounds(1_000), mutate_bytes);
}

#[test]
fn alphabet_files() {
    run("alphabet_file", rounds(3_000), mutate_bytes);
}

#[test]
fn positions() {
    run("cgp", rounds(3_000), mutate_bytes);
}

#[test]
fn racks() {
    run("rack", rounds(6_000), mutate_bytes);
}

#[test]
fn seeds_say_what_they_are_read_as() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        assert!(
            seeds.len() >= 5 && seeds.iter().all(|seed| seed.len() < 4096),
            "{}",
            target.name
        );
        for seed in &seeds {
            let mut input = Input::new(seed);
            match target.name {
                "image" => assert_eq!(&Hostile::decode(&mut input).encode(), seed),
                "plays" => {
                    let scene = Scene::decode(&mut input).encode();
                    let image = Hostile::decode(&mut input).encode();
                    let again = [scene, image].concat();
                    assert_eq!(again.len(), seed.len());
                    let mut again = Input::new(&again);
                    Scene::decode(&mut again);
                    Hostile::decode(&mut again);
                }
                _ => {}
            }
        }
    }
}
