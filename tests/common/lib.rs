//! Generators and the brute-force oracle that the suite shares.
#![forbid(unsafe_code)]

pub mod english;
pub mod game;
pub mod generators;
pub mod oracle;
pub mod perft;
pub mod positions;
pub mod random;

use lexc::{CompileOptions, compile};
use lexc_formats::Alphabet;
use lexc_formats::alphabet::{AlphabetDefinition, TileDefinition};

/// An alphabet of the first `count` letters, then of digits in Latin letters with marks.
pub fn letters(count: usize) -> AlphabetDefinition {
    let tile = |index: usize| {
        let (upper, lower) = match index {
            0..26 => (
                char::from(b'A' + index as u8),
                char::from(b'a' + index as u8),
            ),
            _ => {
                let upper = char::from_u32(0x0410 + (index as u32 - 26)).unwrap();
                (upper, upper.to_lowercase().next().unwrap())
            }
        };
        TileDefinition {
            text: upper.to_string(),
            blank_text: lower.to_string(),
            value: 1 + (index % 9) as i16,
            count: 2,
            is_vowel: index % 4 == 0,
        }
    };
    AlphabetDefinition {
        name: format!("letters-{count}"),
        tiles: (0..count).map(tile).collect(),
        blank_count: 2,
    }
}

/// The image of these words, which are sequences of tile codes in any order.
pub fn image(
    words: &[Vec<u8>],
    alphabet: &AlphabetDefinition,
    options: &CompileOptions,
) -> Vec<u8> {
    let mut words = words.to_vec();
    words.sort();
    words.dedup();
    let alphabet = alphabet.encode().expect("the alphabet is well formed");
    compile(
        words.iter().map(Vec::as_slice),
        Alphabet::from_bytes(&alphabet).expect("it was encoded"),
        options,
    )
    .expect("the words are well formed")
    .image
}

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
