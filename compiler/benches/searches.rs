//! Searches for words in a lexicon, and scans of the text of its word list that find the same words.

use lexc_runtime::{Alphabet, Condition, Finder, Lexicon, TextError, Word};

/// A search for words.
pub(crate) struct Search {
    pub(crate) name: &'static str,
    pub(crate) condition: fn(Alphabet<'_>) -> Result<Condition, TextError>,
    /// Returns `true` if the search finds the word, given as a line of the word list.
    pub(crate) is_met: fn(&[u8]) -> bool,
}

/// The searches that are measured.
pub(crate) const SEARCHES: [Search; 12] = [
    Search {
        name: "anagrams of AEINRST",
        condition: |alphabet| Condition::anagram("AEINRST", alphabet),
        is_met: |word| word.len() == 7 && missing(b"AEINRST", word) == 0,
    },
    Search {
        name: "anagrams of AEINOUV, which has none",
        condition: |alphabet| Condition::anagram("AEINOUV", alphabet),
        is_met: |word| word.len() == 7 && missing(b"AEINOUV", word) == 0,
    },
    Search {
        name: "anagrams of AEINRS?",
        condition: |alphabet| Condition::anagram("AEINRS?", alphabet),
        is_met: |word| word.len() == 7 && missing(b"AEINRS", word) <= 1,
    },
    Search {
        name: "anagrams of AEINR??",
        condition: |alphabet| Condition::anagram("AEINR??", alphabet),
        is_met: |word| word.len() == 7 && missing(b"AEINR", word) <= 2,
    },
    Search {
        name: "sub-anagrams of AEINR??",
        condition: |alphabet| Condition::sub_anagram("AEINR??", alphabet),
        is_met: |word| missing(b"AEINR", word) <= 2,
    },
    Search {
        name: "anagrams of AEGLZ*",
        condition: |alphabet| Condition::anagram("AEGLZ*", alphabet),
        is_met: |word| missing(word, b"AEGLZ") == 0,
    },
    Search {
        name: "pattern ..q...",
        condition: |alphabet| Condition::pattern("..q...", alphabet),
        is_met: |word| word.len() == 6 && word[2] == b'Q',
    },
    Search {
        name: "pattern .....ed",
        condition: |alphabet| Condition::pattern(".....ed", alphabet),
        is_met: |word| word.len() == 7 && word.ends_with(b"ED"),
    },
    Search {
        name: "pattern *ing",
        condition: |alphabet| Condition::pattern("*ing", alphabet),
        is_met: |word| word.ends_with(b"ING"),
    },
    Search {
        name: "pattern *oo*e*",
        condition: |alphabet| Condition::pattern("*oo*e*", alphabet),
        is_met: |word| {
            let place = word.windows(2).position(|pair| pair == b"OO");
            place.is_some_and(|place| word[place + 2..].contains(&b'E'))
        },
    },
    Search {
        name: "at most 2 edits from RECIEVE",
        condition: |alphabet| {
            let word = Word::parse("RECIEVE", alphabet).map_err(|_| ());
            Ok(Condition::near(&word.expect("English letters"), 0..=2))
        },
        is_met: |word| distance(b"RECIEVE", word) <= 2,
    },
    Search {
        name: "code ABCDBA",
        condition: |_| Condition::code("ABCDBA"),
        is_met: |word| {
            let [a, b, c, d, e, f] = *word else {
                return false;
            };
            a == f && b == e && a != b && a != c && a != d && b != c && b != d && c != d
        },
    },
];

/// Finds the words that meet the conditions, in alphabetical order. Returns their number.
pub(crate) fn in_order(lexicon: &Lexicon<'_>, conditions: &mut [Condition]) -> usize {
    let mut count = 0;
    let found = Finder::new(lexicon).words(conditions, |_| count += 1);
    found.expect("a valid image needs no more steps than the bound");
    count
}

/// Finds the words that meet the conditions, in any order. Returns their number.
pub(crate) fn in_any_order(lexicon: &Lexicon<'_>, conditions: &mut [Condition]) -> usize {
    let mut count = 0;
    let found = Finder::new(lexicon).words_in_any_order(conditions, |_| count += 1);
    found.expect("a valid image needs no more steps than the bound");
    count
}

/// Counts the lines of `text` with words that meet the condition of a search.
pub(crate) fn scan(text: &[u8], is_met: fn(&[u8]) -> bool) -> usize {
    let lines = text.split(|byte| *byte == b'\n');
    lines
        .filter(|line| !line.is_empty() && is_met(line))
        .count()
}

/// The number of letters of a word that are not on the rack.
fn missing(rack: &[u8], word: &[u8]) -> usize {
    let mut counts = [0_i8; 256];
    for letter in rack {
        counts[usize::from(*letter)] += 1;
    }
    let is_missing = |letter: &&u8| {
        let count = &mut counts[usize::from(**letter)];
        *count -= 1;
        *count < 0
    };
    word.iter().filter(is_missing).count()
}

/// Edit distance (Levenshtein).
fn distance(from: &[u8], to: &[u8]) -> usize {
    let mut row = [0; 64];
    for (place, cell) in row.iter_mut().enumerate() {
        *cell = place;
    }
    for (index, letter) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for place in 1..=to.len() {
            let exchanged = diagonal + usize::from(to[place - 1] != *letter);
            diagonal = row[place];
            row[place] = exchanged.min(row[place] + 1).min(row[place - 1] + 1);
        }
    }
    row[to.len()]
}
