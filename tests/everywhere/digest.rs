//! Builds images of words, and prints hashes of the images and of search results.
//!
//! Usage: digest POSITIONS.cgp [IMAGE]
//!
//! Searches the positions with the image of SCOWL-60 that has both automata, and writes this image to IMAGE if given.
#![forbid(unsafe_code)]

#[expect(unreachable_pub, reason = "the crate for bare machines exports it")]
mod report;

use std::error::Error;
use std::fs;

use common::english::english;
use common::random::Random;
use common::words::{random_words, scowl_60};
use common::{compact_options, options};
use lexc_compiler::{Automata, CompileOptions};
use lexc_formats::AlphabetDefinition;
use xxhash_rust::xxh3::xxh3_128;

/// Tile counts of alphabets with masks of one, two and three units.
const TILE_COUNTS: [usize; 4] = [1, 30, 40, 62];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (positions, output) = match arguments.as_slice() {
        [positions] => (positions, None),
        [positions, output] => (positions, Some(output)),
        _ => return Err("usage: digest POSITIONS.cgp [IMAGE]".into()),
    };
    let positions = fs::read_to_string(positions)?;
    let english = english();
    let scowl = scowl_60();
    for automata in [Automata::Dawg, Automata::Gaddag] {
        print_image("SCOWL-60", &scowl, &english, options(automata, false));
    }
    print_image("SCOWL-60", &scowl, &english, compact_options());
    let image = print_image("SCOWL-60", &scowl, &english, options(Automata::Both, true));
    for count in TILE_COUNTS {
        let mut random = Random::new(count as u64);
        let codes: Vec<u8> = (1..).take(count).collect();
        let words = random_words(&mut random, &codes, 30, 1_000);
        let letters = common::letters(count);
        for kind in [options(Automata::Both, true), compact_options()] {
            print_image(&letters.name, &words, &letters, kind);
        }
    }
    if let Some(output) = output {
        fs::write(output, &image)?;
    }
    let mut lines = String::new();
    report::report(&image, &positions, &mut lines)?;
    print!("{lines}");
    Ok(())
}

/// Compiles the words, and prints length and hash of the image.
fn print_image(
    name: &str,
    words: &[Vec<u8>],
    alphabet: &AlphabetDefinition,
    kind: CompileOptions,
) -> Vec<u8> {
    let (automata, store) = (kind.automata, kind.store);
    let options = CompileOptions {
        anagram_filter: true,
        name: name.into(),
        source: "a list of words".into(),
        ..kind
    };
    let image = common::image(words, alphabet, &options);
    println!(
        "image of {name}, {automata:?}, {store:?}: {} words, {} bytes, {:032x}",
        words.len(),
        image.len(),
        xxh3_128(&image)
    );
    image
}
