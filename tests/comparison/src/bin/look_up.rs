//! Looks up every word of a list, in an order without system, several times. The script `look-ups` counts the instructions of
//! this program.
//!
//! Arguments: the way ([`Way`]), the list, the alphabet's name, the number of passes. Prints the numbers of words and of words found.

use std::collections::HashSet;
use std::error::Error;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::hint::black_box;

use lexc_compiler::compile;
use lexc_runtime::{Lexicon, Word};

/// A way to look up words.
enum Way {
    /// `Lexicon::contains_str`.
    Text,
    /// `Lexicon::contains` of words that were read before.
    Tiles,
    /// `fst::Set::contains`.
    Fst,
    /// `HashSet::contains` of the standard library.
    HashSet,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [way, list, alphabet, passes] = &args[..] else {
        return Err("usage: look_up WAY LIST ALPHABET PASSES".into());
    };
    let way = match &way[..] {
        "text" => Way::Text,
        "tiles" => Way::Tiles,
        "fst" => Way::Fst,
        "hash-set" => Way::HashSet,
        other => return Err(format!("{other}: no such way").into()),
    };
    let text = std::fs::read_to_string(list)?.to_uppercase();
    let mut words: Vec<&str> = text.lines().collect();
    words.sort_unstable();
    words.dedup();
    let image = compile(words.iter().copied(), alphabet)?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let fst = fst::Set::from_iter(&words)?;
    let hash_set: HashSet<&str> = words.iter().copied().collect();
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    words.sort_by_key(|word| hasher.hash_one(word));
    let tiles: Result<Vec<Word>, _> = words
        .iter()
        .map(|word| Word::parse(word, lexicon.alphabet()))
        .collect();
    let tiles = tiles?;

    let mut found = 0;
    for _ in 0..passes.parse()? {
        let words = black_box(&words);
        found = match way {
            Way::Text => count(words, |word| lexicon.contains_str(word) == Ok(true)),
            Way::Tiles => count(black_box(&tiles), |word| lexicon.contains(word)),
            Way::Fst => count(words, |word| fst.contains(word)),
            Way::HashSet => count(words, |word| hash_set.contains(word)),
        };
    }
    println!("{} words; {found} found", words.len());
    Ok(())
}

fn count<T>(words: &[T], is_word: impl Fn(&T) -> bool) -> usize {
    words.iter().filter(|word| is_word(word)).count()
}
