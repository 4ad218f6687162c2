//! Words as text, in the order of the alphabet or by length.

use clap::ValueEnum;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_compiler::word_list::WordList;
use lexc_formats::Alphabet;

/// The values of `--sort`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// In the order of the alphabet
    Alphabet,
    /// The shortest words first, each length in the order of the alphabet
    Length,
}

/// The words, one a line. If `has_alphagrams`, each line starts with the word's alphagram and a tab.
pub fn words(
    words: &WordList,
    alphabet: Alphabet<'_>,
    order: Order,
    has_alphagrams: bool,
) -> Vec<u8> {
    let mut sorted: Vec<&[u8]> = words.iter().collect();
    if order == Order::Length {
        sorted.sort_by_key(|word| word.len());
    }
    let mut speller = Detokenizer::new(alphabet);
    let mut text = Vec::new();
    for word in sorted {
        if has_alphagrams {
            let mut alphagram = word.to_vec();
            alphagram.sort_unstable();
            speller.append(alphagram.iter().copied(), &mut text);
            text.push(b'\t');
        }
        speller.append(word.iter().copied(), &mut text);
        text.push(b'\n');
    }
    text
}
