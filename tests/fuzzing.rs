//! What the fuzz targets in `tests/fuzz` run, over their seeds and a few thousand changes of them, the same every time.
//!
//! `LEXC_FUZZ_ROUNDS` says how many changes there are for each target, if it is to be more.

use std::collections::BTreeMap;
use std::env;

use common::fuzz::hostile::Hostile;
use common::fuzz::input::Input;
use common::fuzz::mutate::{mutate_bytes, mutate_image, mutate_scene};
use common::fuzz::plays::Scene;
use common::fuzz::{self, TARGETS, Target, seeds};
use common::random::Random;
use lexc_formats::{Image, ImageError};
use lexc_runtime::Lexicon;

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

/// Changes get past the checks of lengths, so that compact nodes and filters are found wrong for every reason there is;
/// and some stay right.
#[test]
fn changes_reach_compact_records_and_filters() {
    let compact = |image: &&Vec<u8>| Image::from_bytes(image).unwrap().compact_nodes().is_some();
    let images = seeds::images().iter().filter(compact);
    let seeds: Vec<Vec<u8>> = images.map(|image| Hostile::of(image).encode()).collect();
    let mut random = Random::new(33);
    let (mut accepted, mut with_filter) = (0, 0);
    let mut refused = BTreeMap::new();
    for _ in 0..4_000 {
        let mutated = mutate_image(random.pick::<Vec<u8>>(&seeds), random.next_u64());
        let image = Hostile::decode(&mut Input::new(&mutated)).write();
        match Image::from_bytes(&image) {
            Ok(image) => {
                accepted += 1;
                with_filter += usize::from(image.anagram_filter().is_some());
            }
            Err(error) => *refused.entry(reason(error)).or_insert(0) += 1,
        }
    }
    println!("{accepted} accepted, {with_filter} with a filter; {refused:#?}");
    assert!(accepted > 500 && with_filter > 100);
    for reason in [
        "BesideCompact",
        "EdgeCount",
        "Empty",
        "Label",
        "Order",
        "Reference",
        "Root",
        "SetCode",
        "Start",
        "a letter set that is empty or not within the alphabet",
        "a mark that does not tell where the last node of its 128 bytes is",
        "a place of the hot table where there is no node",
        "length of ANAG",
    ] {
        assert!(refused.contains_key(reason), "{reason}");
    }
}

/// Which rule an image breaks, without the numbers.
fn reason(error: ImageError) -> String {
    let name = |debug: String| {
        let end = debug.find([' ', '(']).unwrap_or(debug.len());
        debug[..end].to_owned()
    };
    match error {
        ImageError::Node { problem, .. } => name(format!("{problem:?}")),
        ImageError::Table { what, .. } => what.to_owned(),
        ImageError::SectionLength { section, .. } => format!("length of {section}"),
        error => name(format!("{error:?}")),
    }
}

/// Found by the fuzzer, in what the target asserts: an image of more words than it nodes is well formed, but its words are
/// not gone through to the end.
#[test]
fn images_of_more_words_than_they_record() {
    for image in seeds::images().iter().rev().take(2) {
        let mut hostile = Hostile::of(image);
        (hostile.is_settled, hostile.word_count) = (false, 1);
        let lexicon = hostile.write();
        let lexicon = Lexicon::from_bytes(&lexicon).unwrap();
        let words = Lexicon::from_bytes(image).unwrap().word_count() as usize;
        assert!((2..words).contains(&lexicon.words().count()));
        fuzz::image::run(&hostile.encode());
    }
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
