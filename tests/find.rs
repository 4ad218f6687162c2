//! Searches for words and phrases, compared with trials of all words of the list and of all sequences of words.

use std::ops::ControlFlow;

use common::cases;
use common::random::Random;
use common::searches::{Element, Model, is_of_code, uses_all};
use common::words::{codes, random_words, scowl_60};
use common::{every_kind, image, letters};
use lexc_formats::{Alphabet, AlphabetDefinition};
use lexc_runtime::{
    Condition, Finder, Lexicon, Phrase, PhraseQuery, StepLimitError, TextErrorKind, Word,
};

/// Alphabets with masks of one, two and three units, and with tiles of several characters.
fn alphabets() -> [AlphabetDefinition; 5] {
    let file = |name: &str| {
        let path = common::english::data(&format!("alphabets/{name}.csv"));
        let text = std::fs::read_to_string(path).unwrap();
        lexc_compiler::alphabet::parse(name, &text).unwrap()
    };
    [
        letters(3),
        letters(40),
        letters(62),
        file("catalan"),
        file("spanish"),
    ]
}

fn found(lexicon: &Lexicon<'_>, conditions: &mut [Condition]) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let visit = |word: &Word| words.push(word.iter().map(|tile| tile.code()).collect());
    Finder::new(lexicon).words(conditions, visit).unwrap();
    words
}

fn found_in_any_order(lexicon: &Lexicon<'_>, conditions: &mut [Condition]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let visit = |word: &Word| words.push(word.iter().map(|tile| tile.code()).collect());
    let finder = Finder::new(lexicon);
    finder.words_in_any_order(conditions, visit).unwrap();
    words.sort();
    words
}

/// Asserts that searches in alphabetical order and in any order find the words that meet all models. Returns the number
/// of these words.
fn assert_finds(lexicon: &Lexicon<'_>, words: &[Vec<u8>], models: &[Model]) -> usize {
    let alphabet = lexicon.alphabet();
    let is_met = |word: &&Vec<u8>| {
        models
            .iter()
            .all(|model| model.is_met(word, words, alphabet))
    };
    let expected: Vec<Vec<u8>> = words.iter().filter(is_met).cloned().collect();
    let condition = |model: &Model| model.condition(alphabet);
    let mut conditions: Vec<Condition> = models.iter().map(condition).collect();
    assert_eq!(found(lexicon, &mut conditions), expected, "{models:?}");
    let in_any_order = found_in_any_order(lexicon, &mut conditions);
    assert_eq!(in_any_order, expected, "{models:?}");
    expected.len()
}

#[test]
fn random_conditions_find_the_words_of_a_trial_in_every_kind_of_image() {
    let mut random = Random::new(1);
    let mut total = 0;
    for alphabet in alphabets() {
        let tile_count = alphabet.tiles.len();
        let all: Vec<u8> = (1..).take(tile_count).collect();
        for (few, longest, count) in [(2, 6, 40), (5, 9, 120), (62, 4, 200)] {
            let first = random.below(tile_count.saturating_sub(few) + 1);
            let tiles = &all[first..(first + few).min(tile_count)];
            let words = random_words(&mut random, tiles, longest, count);
            for options in every_kind() {
                let bytes = image(&words, &alphabet, &options);
                let lexicon = Lexicon::from_bytes(&bytes).unwrap();
                for _ in 0..60 / common::scope::step(2) {
                    let number = 1 + random.below(3);
                    let model = |_| Model::random(&mut random, &words, tile_count);
                    let models: Vec<Model> = (0..number).map(model).collect();
                    total += assert_finds(&lexicon, &words, &models);
                }
            }
        }
    }
    assert!(total > 5_000, "{total}");
}

#[test]
fn conditions_on_english_words_find_the_words_of_a_trial() {
    let words = scowl_60();
    let english = common::english::english();
    let images = every_kind().map(|options| image(&words, &english, &options));
    let lexicons = images
        .each_ref()
        .map(|bytes| Lexicon::from_bytes(bytes).unwrap());
    let mut random = Random::new(2);
    let mut total = 0;
    for round in 0..120 / common::scope::step(3) {
        let model = Model::random(&mut random, &words, 26);
        total += assert_finds(&lexicons[round % lexicons.len()], &words, &[model]);
    }
    assert!(total > 1_000, "{total}");
}

/// A search in any order can start at a tile inside words. It finds a word with several such tiles once, even if a `*`
/// follows the tile in the pattern.
#[test]
fn a_word_that_matches_at_several_places_is_found_once() {
    let words = vec![vec![1, 2, 3, 2, 3], vec![2, 1, 3], vec![3, 3, 3, 3]];
    let bytes = image(&words, &letters(3), &every_kind()[0]);
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    for pattern in ["..C*", "*C*", "*C", "?*C?*", "*[AB]*C*"] {
        let mut conditions = [Condition::pattern(pattern, lexicon.alphabet()).unwrap()];
        let in_order = found(&lexicon, &mut conditions);
        assert!(!in_order.is_empty());
        assert_eq!(
            found_in_any_order(&lexicon, &mut conditions),
            in_order,
            "{pattern}"
        );
    }
}

/// After a break, the same conditions find the same words again.
#[test]
fn a_visitor_ends_a_search_and_the_conditions_serve_again() {
    let words = random_words(&mut Random::new(3), &[1, 2, 3], 6, 100);
    let bytes = image(&words, &letters(3), &every_kind()[0]);
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    let alphabet = lexicon.alphabet();
    for rack in ["AAB??C", "[AB][BC]AC*", "A*"] {
        let mut conditions = [Condition::anagram(rack, alphabet).unwrap()];
        let all = found(&lexicon, &mut conditions);
        assert!(all.len() > 1, "{rack}");
        for most in 1..all.len() {
            let mut seen = 0;
            let flow = Finder::new(&lexicon).words(&mut conditions, |_| {
                seen += 1;
                match seen == most {
                    true => ControlFlow::Break(most),
                    false => ControlFlow::Continue(()),
                }
            });
            assert_eq!(flow, Ok(ControlFlow::Break(most)));
            assert_eq!(found(&lexicon, &mut conditions), all);
        }
    }
}

#[test]
fn the_bound_on_steps_ends_a_search_with_an_error() {
    let words = random_words(&mut Random::new(4), &[1, 2, 3], 6, 100);
    let bytes = image(&words, &letters(3), &every_kind()[0]);
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    let alphabet = lexicon.alphabet();
    let finder = Finder::new(&lexicon).with_max_steps(20);
    let mut all = [Condition::pattern("*C", alphabet).unwrap()];
    assert_eq!(finder.words(&mut all, |_| ()), Err(StepLimitError));
    assert_eq!(
        finder.words_in_any_order(&mut all, |_| ()),
        Err(StepLimitError)
    );
    let mut query = PhraseQuery::new().with_anagram("AABBCC", alphabet).unwrap();
    assert_eq!(finder.phrases(&mut query, |_| ()), Err(StepLimitError));
    let mut none = [Condition::length(0..=0)];
    assert_eq!(finder.words(&mut none, |_| ()), Ok(()));
}

/// Only one letter starts a word, yet the root of a GADDAG has an edge for each letter.
#[test]
fn a_search_takes_the_same_steps_over_every_kind_and_no_more_than_its_bound() {
    let word: Vec<u8> = (1..=62).collect();
    for options in every_kind() {
        let bytes = image(std::slice::from_ref(&word), &letters(62), &options);
        let lexicon = Lexicon::from_bytes(&bytes).unwrap();
        assert_eq!(found(&lexicon, &mut []), [&word[..]]);
        let finder = |max_steps| Finder::new(&lexicon).with_max_steps(max_steps);
        let words = |max_steps| finder(max_steps).words(&mut [], |_| ());
        assert_eq!([words(60), words(61)], [Err(StepLimitError), Ok(())]);
        let phrases = |max_steps| {
            let query = PhraseQuery::new().with_anagram("AB", lexicon.alphabet());
            finder(max_steps).phrases(&mut query.unwrap(), |_| ())
        };
        assert_eq!([phrases(1), phrases(2)], [Err(StepLimitError), Ok(())]);
    }
}

/// Every sequence of words with `len` tiles in all.
fn sequences(words: &[Vec<u8>], len: usize) -> Vec<Vec<Vec<u8>>> {
    if len == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for word in words.iter().filter(|word| word.len() <= len) {
        for rest in sequences(words, len - word.len()) {
            all.push([std::slice::from_ref(word), &rest].concat());
        }
    }
    all
}

fn phrases(lexicon: &Lexicon<'_>, query: &mut PhraseQuery<'_>) -> Vec<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let visit = |phrase: &Phrase| {
        assert_eq!(phrase.words().count(), phrase.word_count());
        assert_eq!(phrase.words().collect::<Vec<_>>().concat(), phrase.tiles());
        let codes = phrase
            .words()
            .map(|word| word.iter().map(|tile| tile.code()).collect());
        found.push(codes.collect());
    };
    Finder::new(lexicon).phrases(query, visit).unwrap();
    found
}

#[test]
fn phrases_are_those_of_a_trial_of_every_sequence_of_words() {
    let mut total = 0;
    cases::check("find/phrases", 0..40, |random| {
        let words = random_words(random, &[1, 2, 3], 4, 12);
        random.note(|| format!("{words:?}"));
        let bytes = image(&words, &letters(3), random.pick(&every_kind()));
        let lexicon = Lexicon::from_bytes(&bytes).unwrap();
        let alphabet = lexicon.alphabet();
        let len = 1 + random.below(6);
        let all = sequences(&words, len);

        // Anagrams: each multiset of words once.
        let rack: Vec<Element> = (0..len)
            .map(|_| match random.below(5) {
                0 => Element::Any,
                _ => Element::Tile(*random.pick(&[1, 2, 3])),
            })
            .collect();
        let letter = |element: &Element| match element {
            Element::Tile(code) => char::from(b'A' - 1 + code),
            _ => '?',
        };
        let text: String = rack.iter().map(letter).collect();
        let (min, most) = (1 + random.below(2), 1 + random.below(4));
        let fits = |phrase: &&Vec<Vec<u8>>| {
            phrase.is_sorted()
                && phrase.len() <= most
                && phrase.iter().all(|word| (min..=3).contains(&word.len()))
                && uses_all(&rack, &mut phrase.concat())
        };
        let mut expected: Vec<_> = all.iter().filter(fits).cloned().collect();
        expected.sort();
        let mut query = PhraseQuery::new()
            .with_anagram(&text, alphabet)
            .unwrap()
            .with_lengths(min..=3)
            .with_max_words(most);
        assert_eq!(phrases(&lexicon, &mut query), expected, "{text}");
        total += expected.len();

        // A code, first alone, then with a known tile and a rack.
        let Some(model) = all.get(random.below(all.len().max(1))) else {
            return;
        };
        let symbol = |tile: &u8| char::from(b'X' - 1 + tile);
        let symbols = |word: &Vec<u8>| word.iter().map(symbol).collect::<String>();
        let code = model.iter().map(symbols).collect::<Vec<_>>().join(" ");
        let of_code: Vec<char> = code.chars().filter(|symbol| *symbol != ' ').collect();
        let lengths = |phrase: &Vec<Vec<u8>>| phrase.iter().map(Vec::len).collect::<Vec<_>>();
        let fits = |phrase: &&Vec<Vec<u8>>| {
            lengths(phrase) == lengths(model) && is_of_code(&of_code, &phrase.concat())
        };
        let mut expected: Vec<_> = all.iter().filter(fits).cloned().collect();
        expected.sort();
        let mut query = PhraseQuery::new().with_code(&code).unwrap();
        assert_eq!(phrases(&lexicon, &mut query), expected, "{code}");
        total += expected.len();

        let first = model.concat()[0];
        let pattern = format!("{}*", char::from(b'A' - 1 + first));
        let mut shape: Vec<Condition> = model.iter().map(|_| Condition::length(1..=63)).collect();
        shape[0] = Condition::pattern(&pattern, alphabet).unwrap();
        expected.retain(|phrase| phrase[0][0] == first && uses_all(&rack, &mut phrase.concat()));
        let mut query = PhraseQuery::new()
            .with_code(&code)
            .and_then(|query| query.with_anagram(&text, alphabet))
            .unwrap()
            .with_shape(&mut shape);
        assert_eq!(
            phrases(&lexicon, &mut query),
            expected,
            "{code} {pattern} {text}"
        );
        total += expected.len();
    });
    assert!(total > 100, "{total}");
}

#[test]
fn a_rack_with_a_star_permits_tiles_beside_its_classes() {
    let words = vec![vec![1, 2, 2, 1], vec![3, 4, 5, 4, 3]];
    for options in every_kind() {
        let bytes = image(&words, &letters(5), &options);
        let lexicon = Lexicon::from_bytes(&bytes).unwrap();
        let rack = "[AB]".repeat(60) + "*";
        let mut condition = [Condition::sub_anagram(&rack, lexicon.alphabet()).unwrap()];
        assert_eq!(found(&lexicon, &mut condition), words);
    }
}

#[test]
fn the_first_tile_in_excess_has_the_column_of_its_text() {
    let french = lexc_compiler::alphabet::load("french")
        .unwrap()
        .encode()
        .unwrap();
    let alphabet = Alphabet::from_bytes(&french).unwrap();
    // Each Œ is read as O and E.
    let text = "Œ".repeat(32);
    for condition in [
        Condition::pattern(&text, alphabet),
        Condition::anagram(&text, alphabet),
    ] {
        let error = condition.unwrap_err();
        assert_eq!(error.column(), 32);
        assert_eq!(error.kind(), TextErrorKind::TooLong { limit: 63 });
    }
}

#[test]
fn words_of_63_tiles_are_found() {
    let words = vec![vec![1; 62], vec![1; 63], [vec![1; 62], vec![2]].concat()];
    for options in every_kind() {
        let bytes = image(&words, &letters(3), &options);
        let lexicon = Lexicon::from_bytes(&bytes).unwrap();
        assert_eq!(codes(&lexicon), words);
        let long = "A".repeat(62);
        for model in [
            Model::Anagram([vec![Element::Tile(1); 62], vec![Element::Any]].concat()),
            Model::Anagram(vec![Element::Class(vec![1, 2]); 63]),
            Model::Pattern(vec![Element::Any; 63]),
            Model::Pattern(vec![Element::Many, Element::Tile(2)]),
            Model::Near(words[1].clone(), 0, 1),
            Model::Near(words[2].clone(), 1, 3),
            Model::Code(format!("{long}B")),
            Model::Length(63, 63),
        ] {
            assert!(assert_finds(&lexicon, &words, &[model]) > 0);
        }
        let mut query = PhraseQuery::new().with_code(&format!("{long} {long}B {long} {long}"));
        assert_eq!(phrases(&lexicon, query.as_mut().unwrap()).len(), 1);
        let mut query = PhraseQuery::new().with_max_words(5);
        assert!(
            phrases(&lexicon, &mut query)
                .iter()
                .all(|phrase| phrase.concat().len() <= 255)
        );
    }
}
