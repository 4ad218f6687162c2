//! Properties of every image, valid or hostile, opened with or without validation. The module `plays` checks plays.

use std::collections::BTreeSet;
use std::hint::black_box;

use lexc_compiler::ImageStats;
use lexc_compiler::check::{CheckLevel, CheckReport, Outcome, check};
use lexc_compiler::tokenizer::{Detokenizer, Tokenizer};
use lexc_compiler::word_list::WordList;
use lexc_formats::{Alphabet, Image, ImageError, Tile};
use lexc_runtime::{
    Checks, Condition, Finder, LeaveImage, Leaves, Lexicon, PhraseQuery, Rack, RackTile, TextError,
    Word, Words,
};

use super::hostile::Hostile;
use super::input::Input;
use crate::letters;

/// Upper bound on the words that are read from an image.
const MAX_WORDS: usize = 2_000;

/// Reads the input as an image with correct checksums, and calls queries on it.
pub fn run(data: &[u8]) {
    query(&Hostile::decode(&mut Input::new(data)).write());
}

/// Calls queries on an image opened without validation. If validation accepts the image, asserts that its answers
/// agree with each other; otherwise, asserts that `lexc check` gives the same error.
pub fn query(image: &[u8]) {
    if let Ok(opened) = Image::open(image, Checks::Bounds) {
        match Lexicon::open(image, Checks::Bounds) {
            Ok(lexicon) => call_every_query(&lexicon),
            Err(error) => {
                assert_eq!(error, ImageError::NotWords);
                value_leaves(opened);
            }
        }
    }
    let report = check(image);
    match Image::from_bytes(image) {
        Ok(_) => {
            if let Ok(lexicon) = Lexicon::from_bytes(image) {
                assert_queries_agree(&lexicon, image, &report);
            }
        }
        Err(error) => {
            let (level, message) = report.failure().expect("check refuses it as well");
            assert!(level <= CheckLevel::Structure, "{level}: {message}");
            assert_eq!(message, error.to_string());
        }
    }
}

/// Calls look-ups, word indices, searches, texts and statistics. Each call returns without a panic, even on an invalid
/// image.
fn call_every_query(lexicon: &Lexicon<'_>) {
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
    for (index, word) in lexicon.words().take(MAX_WORDS).enumerate() {
        // Displays few words: words of 63 tiles take long.
        if index < 20 {
            text = word.display(alphabet).to_string();
        }
        look_up(lexicon, &word);
    }
    black_box(Word::parse(&text, alphabet).is_ok());
    for tile in [1, 2, 62].into_iter().filter_map(Tile::new) {
        look_up(lexicon, &[tile; 64]);
    }
    look_up(lexicon, &[]);
    for index in [0, 1, 5, lexicon.word_count(), u32::MAX - 1, u32::MAX] {
        black_box(lexicon.word_at(index));
    }
    search(lexicon);
    for view in views(lexicon).flatten() {
        black_box((view.contains(&[]), view.words().take(MAX_WORDS).count()));
    }
    black_box(ImageStats::of(lexicon.image()));
}

/// Asserts that the values of the first leaves of an image, and of these leaves with one more blank, are within the bound, if the
/// image is for English. A lowest value above the highest, which validation refuses, is out of bounds.
fn value_leaves(image: Image<'_>) {
    let english = letters(4).encode().expect("the letters are valid");
    let english = Alphabet::from_bytes(&english).expect("the letters are valid");
    let Ok(leaves) = LeaveImage::of(image, english) else {
        return;
    };
    let is_ordered = image
        .leave_values()
        .is_some_and(|values| values.lowest() <= values.highest());
    for word in Words::of(image).take(MAX_WORDS) {
        let tiles = word.iter().map(|&tile| match tile.code() {
            5.. => RackTile::Blank,
            _ => tile.into(),
        });
        let longer = tiles.clone().chain([RackTile::Blank]);
        let racks = [tiles.collect::<Option<Rack>>(), longer.collect()];
        for rack in racks.into_iter().flatten() {
            assert!(
                leaves.value(&rack) <= leaves.bound() || !is_ordered,
                "{rack:?}"
            );
        }
    }
}

/// Searches for words and phrases. The searches end even if edges form a cycle or all strings are words.
fn search(lexicon: &Lexicon<'_>) {
    let finder = Finder::new(lexicon).with_max_steps(20_000);
    for text in ["*?", "?*", "????"] {
        let condition = [
            Condition::anagram,
            Condition::pattern,
            Condition::sub_anagram,
        ];
        for condition in condition {
            let mut conditions = [condition(text, lexicon.alphabet()).expect("the text is valid")];
            black_box(finder.words(&mut conditions, |_| ()).is_ok());
            black_box(finder.words_in_any_order(&mut conditions, |_| ()).is_ok());
        }
    }
    black_box(finder.phrases(&mut PhraseQuery::new(), |_| ()).is_ok());
}

fn look_up(lexicon: &Lexicon<'_>, tiles: &[Tile]) {
    black_box((lexicon.contains(tiles), lexicon.is_prefix(tiles)));
    black_box(lexicon.index_of(tiles));
    black_box(lexicon.definition(tiles).map(|text| text.to_string()));
    if let Some(labels) = lexicon.labels(tiles) {
        black_box(labels.named().count());
    }
}

/// A view for each of the first labels: words with the flag, and words with the number. An image that is not validated may have
/// names that no expression has.
fn views<'a>(lexicon: &Lexicon<'a>) -> impl Iterator<Item = Result<Lexicon<'a>, TextError>> {
    let labels = lexicon.image().labels();
    let flags = labels.into_iter().flat_map(|labels| labels.flags().take(2));
    let numbers = labels
        .into_iter()
        .flat_map(|labels| labels.numbers().take(2));
    let expressions = flags.map(|flag| flag.name().to_owned());
    let expressions = expressions.chain(numbers.map(|number| format!("{}>=0", number.name())));
    expressions.map(|expression| lexicon.view(&expression))
}

/// Asserts that the answers of a validated image agree with each other.
fn assert_queries_agree(lexicon: &Lexicon<'_>, image: &[u8], report: &CheckReport) {
    let words: Vec<Word> = lexicon.words().take(MAX_WORDS).collect();
    assert!(words.is_sorted_by(|a, b| a[..] < b[..]), "out of order");
    let tiles = lexicon.alphabet().all();
    for word in &words {
        assert!(word.iter().all(|&tile| tiles.contains(tile)), "{word:?}");
    }
    for word in words.iter().take(50) {
        let text = word.display(lexicon.alphabet()).to_string();
        assert_eq!(Word::parse(&text, lexicon.alphabet()), Ok(*word), "{text}");
    }
    // An unchecked GADDAG may lack some strings of a word; look-ups and the list of words use different strings.
    if lexicon.image().dawg().is_some() || passed(report, CheckLevel::Gaddag) {
        // The recorded number of words bounds the iterator's steps, and may be too low until it is checked.
        let is_complete = passed(report, CheckLevel::Words) && words.len() < MAX_WORDS;
        words_are_found(lexicon, &words, is_complete);
    }
    let all = words.len() < MAX_WORDS;
    if passed(report, CheckLevel::Words) && all {
        assert_eq!(words.len(), lexicon.word_count() as usize);
        let longest = words.iter().map(|word| word.len()).max();
        assert_eq!(longest, Some(lexicon.longest_word()));
        let list = report.words.as_ref().expect("the words match the metadata");
        let codes = |word: &Word| word.iter().map(|tile| tile.code()).collect();
        let codes: Vec<Vec<u8>> = words.iter().map(codes).collect();
        assert!(list.iter().eq(codes.iter().map(Vec::as_slice)));
        texts_read_as_the_words(lexicon, list);
        if lexicon.has_word_index() {
            word_indices_are_right(lexicon, &words);
            definitions_are_right(lexicon, &words);
        }
        views_have_their_words(lexicon, &words);
    }
    if passed(report, CheckLevel::Canonical) {
        assert!(report.is_good());
        assert_eq!(Image::total_bytes(image), Ok(image.len() as u64));
    }
}

/// Returns `true` if an image passes every level of `lexc check` up to this one. An image without a GADDAG need not
/// pass the level of the GADDAG.
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

/// Asserts that look-ups find each word and each of its prefixes. If `is_complete`, `words` has all words of the image;
/// then changes or removes the last tile of each word, and asserts that the result is found only if `words` has it.
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

fn word_indices_are_right(lexicon: &Lexicon<'_>, words: &[Word]) {
    for (index, word) in (0..).zip(words) {
        assert_eq!(lexicon.index_of(word), Some(index), "{word:?}");
        assert_eq!(lexicon.word_at(index), Some(*word));
    }
    assert_eq!(lexicon.word_at(lexicon.word_count()), None);
    assert_eq!(lexicon.word_at(u32::MAX), None);
}

/// Asserts that the definition of each word is its line in the section.
fn definitions_are_right(lexicon: &Lexicon<'_>, words: &[Word]) {
    let Some(definitions) = lexicon.image().definitions() else {
        return;
    };
    assert!(
        definitions
            .iter()
            .eq(words.iter().map(|word| lexicon.definition(word)))
    );
    for text in definitions.iter().flatten() {
        assert_eq!(text.to_string().as_bytes(), text.as_bytes());
    }
}

/// Asserts that each view has the words whose look-up finds them there.
fn views_have_their_words(lexicon: &Lexicon<'_>, words: &[Word]) {
    for view in views(lexicon) {
        let view = view.expect("the image has the label");
        let found = words.iter().filter(|word| view.contains(word));
        assert!(view.words().eq(found.copied()));
    }
}

/// Asserts that each word, written as text, reads as the same word.
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
