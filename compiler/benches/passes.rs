//! One pass of each measured operation, shared by the benchmarks and the program `measure`.

use std::hint::black_box;

use lexc_compiler::word_list::WordList;
use lexc_compiler::{CompileOptions, compile_sorted};
use lexc_runtime::{Alphabet, Lexicon, Word};

/// Compiles an image.
pub(crate) fn image(words: &WordList, alphabet: Alphabet<'_>, options: &CompileOptions) -> Vec<u8> {
    let compiled = compile_sorted(words.iter(), alphabet, options);
    compiled.expect("the words come from a list").image
}

/// Looks the words up. Returns the number found.
pub(crate) fn look_up(lexicon: &Lexicon<'_>, words: &[Word]) -> usize {
    let found = words.iter().filter(|word| lexicon.contains(word));
    found.count()
}

/// Looks the texts up. Returns the number that are words.
pub(crate) fn look_up_texts(lexicon: &Lexicon<'_>, texts: &[String]) -> usize {
    let found = texts
        .iter()
        .filter(|text| lexicon.contains_str(text) == Ok(true));
    found.count()
}

/// Visits the lexicon's words in order. Returns their number.
pub(crate) fn words_in_order(lexicon: &Lexicon<'_>) -> usize {
    lexicon.words().map(black_box).count()
}

/// Looks up the index of each word. Returns the number of words found.
pub(crate) fn indices_of_words(lexicon: &Lexicon<'_>, words: &[Word]) -> usize {
    let indices = words.iter().filter_map(|word| lexicon.index_of(word));
    indices.map(black_box).count()
}

/// Looks up the word of each index. Returns the number of words found.
pub(crate) fn words_of_indices(lexicon: &Lexicon<'_>, indices: &[u32]) -> usize {
    let words = indices.iter().filter_map(|&index| lexicon.word_at(index));
    words.map(black_box).count()
}
