//! Hostile conditions of word searches.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use lexc_runtime::{Condition, Finder, Lexicon, Phrase, PhraseQuery, StepLimitError, Tile, Word};

use super::input::Input;
use crate::random::Random;
use crate::words::random_words;
use crate::{every_kind, image, letters};

/// Upper bound on the edges that a search for phrases follows.
const MAX_STEPS: u64 = 20_000;

/// For each of two alphabets, of 3 and of 40 letters: images of every kind, all of the same words.
fn images() -> &'static [Vec<Vec<u8>>; 2] {
    static IMAGES: OnceLock<[Vec<Vec<u8>>; 2]> = OnceLock::new();
    IMAGES.get_or_init(|| {
        [3, 40].map(|tile_count| {
            let tiles: Vec<u8> = (1..=tile_count).collect();
            let words = random_words(&mut Random::new(7), &tiles, 7, 150);
            let alphabet = letters(tile_count.into());
            every_kind()
                .iter()
                .map(|options| image(&words, &alphabet, options))
                .collect()
        })
    })
}

/// Reads the input as the choice of an alphabet and up to four lines. Each line has one condition as text. Asserts that
/// searches over every kind of image find the words that meet all accepted conditions, and that all images give the same
/// phrases.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let images = &images()[input.below(2)];
    let text = String::from_utf8_lossy(input.rest());
    let lexicons: Vec<Lexicon<'_>> = images
        .iter()
        .map(|image| Lexicon::from_bytes(image).expect("it was compiled"))
        .collect();
    let alphabet = lexicons[0].alphabet();
    let lines: Vec<&str> = text.lines().take(4).collect();
    let mut conditions: Vec<Condition> = lines
        .iter()
        .filter_map(|line| Condition::parse(line, alphabet).ok())
        .collect();
    let finder = Finder::new(&lexicons[0]);
    let expected: Vec<Word> = lexicons[0]
        .words()
        .filter(|word| finder.matches(&mut conditions, word))
        .collect();
    for lexicon in &lexicons {
        let finder = Finder::new(lexicon);
        let (mut words, mut in_any_order) = (Vec::new(), Vec::new());
        let found = finder.words(&mut conditions, |word| words.push(*word));
        assert_eq!(found, Ok(()));
        assert_eq!(words, expected, "{lines:?}");
        let found = finder.words_in_any_order(&mut conditions, |word| in_any_order.push(*word));
        assert_eq!(found, Ok(()));
        in_any_order.sort();
        assert_eq!(in_any_order, expected, "{lines:?}");
    }
    let [first, ..] = &lines[..] else {
        return;
    };
    let expected = phrases(&lexicons[0], first, &mut conditions);
    for lexicon in &lexicons[1..] {
        assert_eq!(phrases(lexicon, first, &mut conditions), expected);
    }
}

/// The first 100 phrases of the rack in a line, with the conditions as their shape. After a `|`, the line may also have
/// a code. `None` if rack or code is refused, or the search exceeds its bound on edges.
fn phrases(
    lexicon: &Lexicon<'_>,
    line: &str,
    conditions: &mut [Condition],
) -> Option<Vec<Vec<Vec<Tile>>>> {
    let mut query = PhraseQuery::new().with_max_words(4);
    query = match line.split_once('|') {
        Some((rack, code)) => query
            .with_anagram(rack, lexicon.alphabet())
            .and_then(|query| query.with_code(code))
            .ok()?,
        None => query.with_anagram(line, lexicon.alphabet()).ok()?,
    };
    let mut query = query.with_shape(conditions);
    let mut found = Vec::new();
    let finder = Finder::new(lexicon).with_max_steps(MAX_STEPS);
    let flow = finder.phrases(&mut query, |phrase: &Phrase| {
        found.push(phrase.words().map(<[Tile]>::to_vec).collect());
        match found.len() < 100 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    match flow {
        Ok(_) => Some(found),
        Err(StepLimitError) => None,
    }
}
