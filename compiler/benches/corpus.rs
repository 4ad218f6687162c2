//! Word lists for measurements, and words to look up.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use lexc_compiler::input::Source;
use lexc_compiler::word_list::WordList;
use lexc_compiler::word_list::{ReadOptions, read};
use lexc_runtime::{Alphabet, Tile, Word};
use xxhash_rust::xxh3::xxh3_64;

/// The words of a list.
pub(crate) fn read_words(list: &Path, alphabet: Alphabet<'_>) -> Result<WordList, Box<dyn Error>> {
    let sources = [Source::File(list.to_owned())];
    let (words, _) = read(&sources, alphabet, &ReadOptions::default(), &mut |_| ())?;
    Ok(words)
}

/// The words of a list, ordered by their hashes.
///
/// In alphabetical order, a look-up would find most of its nodes in the cache, where the previous look-up left them.
pub(crate) fn in_random_order(words: &WordList) -> Vec<Word> {
    let mut codes: Vec<&[u8]> = words.iter().collect();
    codes.sort_by_key(|codes| xxh3_64(codes));
    codes.into_iter().map(word).collect()
}

/// For each word, a string that differs from it in one tile and is not in the list. The strings are ordered by the
/// hashes of the words.
pub(crate) fn near_misses(words: &WordList, alphabet: Alphabet<'_>) -> Vec<Word> {
    let known: HashSet<&[u8]> = words.iter().collect();
    let near_miss = |codes: &[u8]| {
        let hash = xxh3_64(codes);
        let place = usize::try_from(hash % codes.len() as u64).expect("less than a length");
        let mut changed = codes.to_vec();
        let later = alphabet.tiles().skip(usize::from(codes[place]));
        later.chain(alphabet.tiles()).find_map(|tile| {
            changed[place] = tile.code();
            (!known.contains(&changed[..])).then(|| (hash, word(&changed)))
        })
    };
    let mut misses: Vec<(u64, Word)> = words.iter().filter_map(near_miss).collect();
    misses.sort_by_key(|&(hash, _)| hash);
    misses.into_iter().map(|(_, word)| word).collect()
}

/// The texts of the words.
pub(crate) fn texts(words: &[Word], alphabet: Alphabet<'_>) -> Vec<String> {
    let text = |word: &Word| word.display(alphabet).to_string();
    words.iter().map(text).collect()
}

fn word(codes: &[u8]) -> Word {
    let tiles = codes.iter().map(|&code| Tile::new(code));
    let tiles: Vec<Tile> = tiles.collect::<Option<_>>().expect("codes of tiles");
    Word::from_tiles(&tiles).expect("no longer than a word can be")
}
