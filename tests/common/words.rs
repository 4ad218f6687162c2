//! Words as tile codes: lists from files, and random lists.

use std::path::Path;

use lexc_runtime::{Lexicon, Tile};

use crate::english::{beside_the_project, data};
use crate::random::Random;

/// The tiles of these codes.
pub fn tiles(codes: &[u8]) -> Vec<Tile> {
    let tile = |&code| Tile::new(code).expect("a tile has this code");
    codes.iter().map(tile).collect()
}

/// All words of a lexicon as tile codes, in the lexicon's order.
pub fn codes(lexicon: &Lexicon<'_>) -> Vec<Vec<u8>> {
    let codes = |word: lexc_runtime::Word| word.iter().map(|tile| tile.code()).collect();
    lexicon.words().map(codes).collect()
}

/// The words of SCOWL-60 in `tests/data`: 76,603 words in order, as tile codes; A is 1.
pub fn scowl_60() -> Vec<Vec<u8>> {
    read(&data("words/scowl-60.txt")).expect("the list is in the repository")
}

/// ENABLE, 168,551 words in order, if the file is beside the repository in `shared/lexicons`; the repository does not
/// have it.
pub fn enable() -> Option<Vec<Vec<u8>>> {
    let path = beside_the_project("lexicons/enable.txt");
    let words = read(&path);
    if words.is_none() {
        eprintln!("skipped: there is no {}", path.display());
    }
    words
}

fn read(path: &Path) -> Option<Vec<Vec<u8>>> {
    let text = std::fs::read(path).ok()?;
    let lines = text.trim_ascii_end().split(|&byte| byte == b'\n');
    Some(
        lines
            .map(|line| line.iter().map(|letter| letter - b'A' + 1).collect())
            .collect(),
    )
}

/// Up to `count` words of 1 to `longest` of these tiles, in order, without duplicates. About half are made from a
/// prefix of another word.
pub fn random_words(
    random: &mut Random,
    tiles: &[u8],
    longest: usize,
    count: usize,
) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    for _ in 0..count {
        let mut word = Vec::new();
        if !words.is_empty() && random.below(2) == 0 {
            let other = random.pick(&words).clone();
            word.extend_from_slice(&other[..random.below(other.len())]);
        }
        let len = 1 + random.below(longest);
        while word.len() < len {
            word.push(*random.pick(tiles));
        }
        words.push(word);
    }
    words.sort();
    words.dedup();
    words
}

/// Nine words, in order, of the first two and the last two of `tile_count` tiles (at least four). The nodes of these
/// words have letter sets, and implicit, direct and inline references.
pub fn small_list(tile_count: usize) -> Vec<Vec<u8>> {
    let last = u8::try_from(tile_count).expect("at most 62");
    let words: [&[u8]; 9] = [
        &[1],
        &[1, 2],
        &[1, 2, last],
        &[1, 2, last, 1],
        &[2, last, 1],
        &[2, last, 1, 1],
        &[last, 1],
        &[last, 2, last, 2],
        &[last, last - 1, 2, last],
    ];
    words.map(<[u8]>::to_vec).to_vec()
}
