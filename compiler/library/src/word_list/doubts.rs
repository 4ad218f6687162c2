//! Doubts: signs that words are not what they were taken for. Each doubt is a warning of one line.

use std::collections::BTreeMap;

use lexc_formats::{Alphabet, Tile};
use lexc_runtime::MAX_DIM;

use super::list::WordList;
use crate::text::{Quoted, grouped, plural};
use crate::tokenizer::Detokenizer;

/// The number of words that a warning shows.
const SHOWN: usize = 5;

/// Words are alphagrams if all are in alphabet order, and chance would order them with a probability of 1 in this number at most.
const MIN_ARRANGEMENTS: u64 = 1000;

/// Warnings about any words: alphagrams, and words that are longer than any board, of which there may be some only if
/// `may_be_long`. `column` names the column of words, if the list has columns.
pub(crate) fn of_words(
    words: &WordList,
    alphabet: Alphabet<'_>,
    may_be_long: bool,
    column: impl FnOnce() -> Option<usize>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if are_alphagrams(words) {
        let remedy = match column() {
            Some(column) => format!("--column {column} reads the words after them"),
            None => "choose a list of words".to_owned(),
        };
        warnings.push(format!(
            "the letters of each word are in alphabet order, as in alphagrams ({remedy})"
        ));
    }
    let long = words.iter().filter(|word| word.len() > MAX_DIM);
    if may_be_long && let Some(first) = long.clone().next() {
        let (count, first) = (long.count(), Detokenizer::new(alphabet).spell(first));
        let (words, first) = (
            if count == 1 { "word is" } else { "words are" },
            Quoted(&first),
        );
        warnings.push(format!(
            "{} {words} longer than the largest board, {MAX_DIM} squares: {first} (`lexc build --max-length {MAX_DIM}` leaves them out)",
            grouped(count as u64)
        ));
    }
    warnings
}

/// True if the letters of every word are in alphabet order, with a probability of less than 1 in [`MIN_ARRANGEMENTS`] by chance.
fn are_alphagrams(words: &WordList) -> bool {
    let mut arrangements = 1_u64;
    for word in words {
        if !word.is_sorted() {
            return false;
        }
        if arrangements < MIN_ARRANGEMENTS {
            arrangements = arrangements.saturating_mul(arrangements_of(word));
        }
    }
    arrangements >= MIN_ARRANGEMENTS
}

/// The number of different arrangements of sorted letters, at most [`MIN_ARRANGEMENTS`] and a factor of 63 more.
fn arrangements_of(sorted: &[u8]) -> u64 {
    let mut arrangements = 1;
    let mut repeated = 1;
    for (len, pair) in (2..).zip(sorted.windows(2)) {
        repeated = if pair[0] == pair[1] { repeated + 1 } else { 1 };
        arrangements = arrangements * len / repeated;
        if arrangements >= MIN_ARRANGEMENTS {
            break;
        }
    }
    arrangements
}

/// Warns if words from a file without an alphabet do not look like words in this one. Shows some of them.
pub(crate) fn of_alphabet(words: &WordList, alphabet: Alphabet<'_>) -> Option<String> {
    let reason = unused_letters(words, alphabet, "word")
        .or_else(|| frequent_letters_without_tiles(words, alphabet))
        .or_else(|| unlikely_frequencies(words, alphabet))?;
    Some(with_examples(&reason, words, alphabet))
}

/// Warns if leaves from a file without an alphabet lack letters of this one. Shows some of them.
pub(crate) fn of_leaves_alphabet(leaves: &WordList, alphabet: Alphabet<'_>) -> Option<String> {
    let reason = unused_letters(leaves, alphabet, "leave")?;
    Some(with_examples(&reason, leaves, alphabet))
}

fn with_examples(reason: &str, words: &WordList, alphabet: Alphabet<'_>) -> String {
    let mut speller = Detokenizer::new(alphabet);
    let step = words.len().div_ceil(SHOWN).max(1);
    let shown: Vec<String> = words
        .iter()
        .step_by(step)
        .map(|word| speller.spell(word))
        .collect();
    format!(
        "{reason}: the file names no alphabet, and may be of another one (--alphabet); it reads as {}",
        shown.join(", ")
    )
}

/// Names letters in no word, of which the alphabet has tiles.
fn unused_letters(words: &WordList, alphabet: Alphabet<'_>, unit: &str) -> Option<String> {
    let counts = letter_counts(words);
    let is_unused = |tile: &Tile| alphabet.count(*tile) > 0 && !counts.contains_key(&tile.code());
    let unused: Vec<&str> = alphabet
        .tiles()
        .filter(is_unused)
        .map(|tile| alphabet.text(tile))
        .collect();
    let name = Quoted(alphabet.name());
    let shown = unused.get(..SHOWN.min(unused.len()))?.join(", ");
    match unused.len() {
        0 => None,
        count if count <= SHOWN => Some(format!(
            "no {unit} has {shown}, of which the alphabet {name} has tiles"
        )),
        count => Some(format!(
            "no {unit} has {shown} and {} of which the alphabet {name} has tiles",
            plural((count - SHOWN) as u64, "more letter")
        )),
    }
}

/// Names letters that only a blank can be, if more than one word in 20 has one.
fn frequent_letters_without_tiles(words: &WordList, alphabet: Alphabet<'_>) -> Option<String> {
    let has_tiles = |code: &u8| Tile::new(*code).is_none_or(|tile| alphabet.count(tile) > 0);
    let with_rare = words
        .iter()
        .filter(|word| !word.iter().all(has_tiles))
        .count();
    if with_rare * 20 <= words.len() {
        return None;
    }
    let counts = letter_counts(words);
    let rare = counts.iter().filter(|(code, _)| !has_tiles(code));
    let (code, _) = rare.max_by_key(|(_, count)| **count)?;
    let text = alphabet.text(Tile::new(*code)?);
    let percent = with_rare * 100 / words.len();
    let name = Quoted(alphabet.name());
    Some(format!(
        "{percent} % of the words have letters without tiles in the alphabet {name}, such as {text}"
    ))
}

/// A reason, if letters are not more frequent where the alphabet has more tiles.
fn unlikely_frequencies(words: &WordList, alphabet: Alphabet<'_>) -> Option<String> {
    const LEAST_CORRELATION: f64 = 0.5;
    let counts = letter_counts(words);
    #[expect(clippy::cast_precision_loss, reason = "a ratio is enough")]
    let pairs: Vec<[f64; 2]> = alphabet
        .tiles()
        .map(|tile| {
            let found = counts.get(&tile.code()).copied().unwrap_or(0);
            [found as f64, f64::from(alphabet.count(tile))]
        })
        .collect();
    let correlation = correlation(&pairs)?;
    let name = Quoted(alphabet.name());
    (correlation < LEAST_CORRELATION)
        .then(|| format!("letters are not frequent where the alphabet {name} has many tiles"))
}

/// Pearson's coefficient; `None` if one side is constant.
fn correlation(pairs: &[[f64; 2]]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "there are at most 62 tiles")]
    let count = pairs.len() as f64;
    let mean = |side: usize| pairs.iter().map(|pair| pair[side]).sum::<f64>() / count;
    let means = [mean(0), mean(1)];
    let sum = |[a, b]: [usize; 2]| -> f64 {
        let products = pairs
            .iter()
            .map(|pair| (pair[a] - means[a]) * (pair[b] - means[b]));
        products.sum()
    };
    let spread = (sum([0, 0]) * sum([1, 1])).sqrt();
    (spread > 0.0).then(|| sum([0, 1]) / spread)
}

/// The number of times that each letter occurs, by code.
fn letter_counts(words: &WordList) -> BTreeMap<u8, u64> {
    let mut counts = [0; 256];
    for code in words.iter().flatten() {
        counts[usize::from(*code)] += 1;
    }
    let counts = (0..=u8::MAX).zip(counts);
    counts.filter(|(_, count)| *count > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::section;

    fn words(alphabet: Alphabet<'_>, text: &str) -> WordList {
        WordList::from_words(alphabet, text.split(' ')).unwrap()
    }

    #[test]
    fn alphagrams_and_words_longer_than_any_board_are_doubted() {
        let english = section("english");
        let english = Alphabet::from_bytes(&english).unwrap();
        let warnings =
            |text: &str, column| of_words(&words(english, text), english, true, || column);
        assert_eq!(
            warnings("ACER ACERS", None),
            [
                "the letters of each word are in alphabet order, as in alphagrams (choose a list of words)"
            ]
        );
        assert_eq!(
            warnings("AER AET ARS ERT", Some(2)),
            [
                "the letters of each word are in alphabet order, as in alphagrams (--column 2 reads the words after them)"
            ]
        );
        // Few words may be sorted by chance, and equal letters have one order.
        for text in ["AN AT BE BY", "AAAAAAA BBBBBBB", "ACER ACERS CARE", "ABLE"] {
            assert_eq!(warnings(text, None), [""; 0], "{text}");
        }
        let [longest, longer] = ["BA".repeat(11), "A".repeat(21)];
        assert_eq!(
            warnings(&format!("{longest} {longer}"), None),
            [format!(
                "1 word is longer than the largest board, 21 squares: `{longest}` (`lexc build --max-length 21` leaves them out)"
            )]
        );
    }

    #[test]
    fn words_of_another_alphabet_are_doubted() {
        let rows = "A,a,9,1,1\nB,b,2,3,0\nC,c,0,0,0\nD,d,4,2,0\n";
        let alphabet = section(rows);
        let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
        let doubt = |text: &str| of_alphabet(&words(alphabet, text), alphabet);
        assert_eq!(doubt("AAD DAB ADA BAD"), None);
        for (text, reason) in [
            (
                "AA AB",
                "no word has D, of which the alphabet `test` has tiles",
            ),
            (
                "AAD CAB ADA",
                "33 % of the words have letters without tiles in the alphabet `test`, such as C",
            ),
            (
                "BAD BB BBD BDB",
                "letters are not frequent where the alphabet `test` has many tiles",
            ),
        ] {
            let warning = doubt(text).unwrap();
            let (found, words) = warning.split_once(": ").unwrap();
            assert_eq!(found, reason, "{text}");
            assert!(
                words.contains("it reads as AA") || words.contains("it reads as BAD"),
                "{words}"
            );
        }
        let leaves = words(alphabet, "A B AB");
        let warning = of_leaves_alphabet(&leaves, alphabet).unwrap();
        assert!(warning.starts_with("no leave has D, of which"), "{warning}");
    }
}
