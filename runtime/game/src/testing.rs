//! A small lexicon of English words, for tests.

use lexc::word_list::WordList;
use lexc::{CompileOptions, compile};
use lexc_runtime::{Alphabet, Lexicon, Rules};

/// No word has a V or a Z.
const WORDS: [&str; 37] = [
    "ace", "act", "ar", "arc", "are", "art", "as", "at", "car", "care", "cart", "cat", "ear",
    "east", "eat", "er", "era", "es", "eta", "race", "rat", "rate", "re", "react", "sat", "scar",
    "sea", "seat", "sect", "set", "star", "ta", "tar", "tea", "tear", "trace", "tsar",
];

/// Calls a test with the lexicon and the standard rules.
pub(crate) fn with_game(test: impl FnOnce(&Lexicon<'_>, &Rules)) {
    with_game_of("english", test);
}

/// Calls a test with the lexicon in an alphabet, and the standard rules.
pub(crate) fn with_game_of(alphabet: &str, test: impl FnOnce(&Lexicon<'_>, &Rules)) {
    let alphabet = lexc::alphabet::load(alphabet).unwrap().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let words = WordList::from_words(alphabet, WORDS).unwrap();
    let image = compile(words.iter(), alphabet, &CompileOptions::default()).unwrap();
    let lexicon = Lexicon::from_bytes(&image.image).unwrap();
    test(&lexicon, &Rules::standard(lexicon.alphabet()));
}
