//! Properties of every image, sound or hostile, checked or unvalidated: everything except plays.

use std::collections::BTreeSet;
use std::hint::black_box;

use lexc::ImageStats;
use lexc::check::{CheckLevel, CheckReport, Outcome, check};
use lexc::tokenizer::{Detokenizer, Tokenizer};
use lexc::word_list::WordList;
use lexc_formats::{Image, Tile};
use lexc_runtime::{Lexicon, Word};

use super::hostile::Hostile;
use super::input::Input;

/// Most words to look at.
const MOST_WORDS: usize = 2_000;

/// Reads the input as an image with right checksums, and asks every question about it.
pub fn run(data: &[u8]) {
    asked(&Hostile::decode(&mut Input::new(data)).write());
}

/// Asks every question about an image, validated and unvalidated.
pub fn asked(image: &[u8]) {
    if let Ok(lexicon) = Lexicon::from_bytes_unvalidated(image) {
        ask_everything(&lexicon);
    }
    let report = check(image);
    match Lexicon::from_bytes(image) {
        Ok(lexicon) => accepted(&lexicon, image, &report),
        Err(error) => {
            let (level, message) = report.failure().expect("check refuses it as well");
            assert!(level <= CheckLevel::Structure, "{level}: {message}");
            assert_eq!(message, error.to_string());
        }
    }
}

/// Asks the questions that any image answers, sound or not. No question panics, and every question ends.
fn ask_everything(lexicon: &Lexicon<'_>) {
    let (alphabet, metadata) = (lexicon.alphabet(), lexicon.image().metadata());
    for tile in alphabet.tiles() {
        black_box((alphabet.text(tile), alphabet.blank_text(tile)));
        black_box((alphabet.value(tile), alphabet.count(tile)));
        black_box(alphabet.is_vowel(tile));
    }
    black_box((alphabet.name(), alphabet.blank_count()));
    black_box((metadata.name(), metadata.source(), metadata.license()));
    black_box(format!("{lexicon:?}"));
    let mut text = String::new();
    for (number, word) in lexicon.words().take(MOST_WORDS).enumerate() {
        // Words of 63 tiles take long to write.
        if number < 20 {
            text = word.display(alphabet).to_string();
        }
        ask_of(lexicon, &word);
    }
    black_box(Word::parse(&text, alphabet).is_ok());
    for tile in [1, 2, 62].into_iter().filter_map(Tile::new) {
        ask_of(lexicon, &[tile; 64]);
    }
    ask_of(lexicon, &[]);
    for number in [0, 1, 5, lexicon.word_count(), u32::MAX - 1, u32::MAX] {
        black_box(lexicon.word_at(number));
    }
    black_box(ImageStats::of(lexicon.image()));
}

fn ask_of(lexicon: &Lexicon<'_>, tiles: &[Tile]) {
    black_box((lexicon.contains(tiles), lexicon.is_prefix(tiles)));
    black_box(lexicon.index_of(tiles));
}

/// Asserts that the answers of a validated image agree.
fn accepted(lexicon: &Lexicon<'_>, image: &[u8], report: &CheckReport) {
    let words: Vec<Word> = lexicon.words().take(MOST_WORDS).collect();
    assert!(words.is_sorted_by(|a, b| a[..] < b[..]), "out of order");
    let tiles = lexicon.alphabet().all();
    for word in &words {
        assert!(word.iter().all(|&tile| tiles.contains(tile)), "{word:?}");
    }
    for word in words.iter().take(50) {
        let text = word.display(lexicon.alphabet()).to_string();
        assert_eq!(Word::parse(&text, lexicon.alphabet()), Ok(*word), "{text}");
    }
    // In a GADDAG, the strings to the left and to the right may differ until they are compared.
    if lexicon.image().dawg().is_some() || passed(report, CheckLevel::Gaddag) {
        // The iterator stops at the recorded number of words.
        let is_complete = passed(report, CheckLevel::Words) && words.len() < MOST_WORDS;
        words_are_found(lexicon, &words, is_complete);
    }
    let all = words.len() < MOST_WORDS;
    if passed(report, CheckLevel::Words) && all {
        assert_eq!(words.len(), lexicon.word_count() as usize);
        let longest = words.iter().map(|word| word.len()).max();
        assert_eq!(longest, Some(lexicon.longest_word()));
        let list = report.words.as_ref().expect("lengths match the header");
        let codes = |word: &Word| word.iter().map(|tile| tile.code()).collect();
        let codes: Vec<Vec<u8>> = words.iter().map(codes).collect();
        assert!(list.iter().eq(codes.iter().map(Vec::as_slice)));
        texts_read_as_the_words(lexicon, list);
        if lexicon.has_word_index() {
            words_are_numbered(lexicon, &words);
        }
    }
    if passed(report, CheckLevel::Canonical) {
        assert!(report.is_good());
        assert_eq!(Image::total_bytes(image), Ok(image.len() as u64));
    }
}

/// Returns `true` if an image passes `lexc check` up to this level.
pub fn passed(report: &CheckReport, level: CheckLevel) -> bool {
    let is_passed = |(found, outcome): &(CheckLevel, Outcome)| match outcome {
        Outcome::Passed(_) => true,
        Outcome::NotDone(_) => report.is_good() && *found == CheckLevel::Gaddag,
        Outcome::Failed(_) => false,
    };
    let levels = report.levels.iter();
    levels
        .take_while(|(found, _)| *found <= level)
        .all(is_passed)
}

/// Asserts that each word is found; and, if these are all words, that others with a different last tile are not.
fn words_are_found(lexicon: &Lexicon<'_>, words: &[Word], is_complete: bool) {
    let found: BTreeSet<&[Tile]> = words.iter().map(|word| &word[..]).collect();
    for word in words {
        assert!(lexicon.contains(word), "{word:?}");
        assert!(
            (0..=word.len()).all(|len| lexicon.is_prefix(&word[..len])),
            "{word:?}"
        );
        let Some((last, start)) = word.split_last().filter(|_| is_complete) else {
            continue;
        };
        let next = Tile::new(last.code() + 1).into_iter();
        for other in next.chain(Tile::new(1)) {
            let other = [start, &[other]].concat();
            let is_word = found.contains(&other[..]);
            assert_eq!(lexicon.contains(&other), is_word, "{other:?}");
            assert!(
                !lexicon.contains(start) || found.contains(start),
                "{start:?}"
            );
        }
    }
}

fn words_are_numbered(lexicon: &Lexicon<'_>, words: &[Word]) {
    for (number, word) in (0..).zip(words) {
        assert_eq!(lexicon.index_of(word), Some(number), "{word:?}");
        assert_eq!(lexicon.word_at(number), Some(*word));
    }
    assert_eq!(lexicon.word_at(lexicon.word_count()), None);
    assert_eq!(lexicon.word_at(u32::MAX), None);
}

/// Asserts that the words as text read as the same words.
fn texts_read_as_the_words(lexicon: &Lexicon<'_>, words: &WordList) {
    let mut speller = Detokenizer::new(lexicon.alphabet());
    let tokenizer = Tokenizer::new(lexicon.alphabet());
    for word in words.iter() {
        let text = speller.spell(word);
        let read = tokenizer
            .tokenize(&text)
            .map(|tiled| tiled.codes().to_vec());
        assert_eq!(read.ok().as_deref(), Some(word), "{text}");
    }
}
