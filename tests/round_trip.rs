//! Word lists, compiled to images of every kind and every mask width, and queried.

use std::collections::BTreeSet;

use common::cases;
use common::parts::Parts;
use common::random::Random;
use common::reader::compact::Compact;
use common::words::{codes, enable, random_words, scowl_60, tiles};
use common::{compact_options, every_kind, image, letters, options, try_image};
use lexc_compiler::{Automata, CompileError};
use lexc_formats::SectionName;
use lexc_runtime::{Lexicon, Word};

/// Low and high tile counts, and counts around two limits: with 30 tiles, masks take one more unit; with 32 tiles,
/// class 7 in a label byte of compact nodes has no room for labels above 24.
const TILE_COUNTS: [usize; 9] = [1, 3, 29, 30, 31, 32, 60, 61, 62];

/// Answers of a plain list, without an automaton.
struct Expected {
    words: BTreeSet<Vec<u8>>,
    prefixes: BTreeSet<Vec<u8>>,
}

impl Expected {
    fn new(words: &[Vec<u8>]) -> Expected {
        let prefixes = words
            .iter()
            .flat_map(|word| (0..=word.len()).map(|len| word[..len].to_vec()));
        Expected {
            words: words.iter().cloned().collect(),
            prefixes: prefixes.collect(),
        }
    }

    /// All prefixes, whole words included. Also each prefix reversed, with one more tile, and with another last tile.
    fn queries(&self, tile_count: usize) -> BTreeSet<Vec<u8>> {
        let last_tile = u8::try_from(tile_count).expect("at most 62");
        let mut queries = self.prefixes.clone();
        for prefix in &self.prefixes {
            queries.insert(prefix.iter().rev().copied().collect());
            for tile in [1, last_tile.div_ceil(2), last_tile] {
                let mut longer = prefix.clone();
                longer.push(tile);
                queries.insert(longer.clone());
                longer.truncate(prefix.len().saturating_sub(1));
                longer.push(tile);
                queries.insert(longer);
            }
        }
        queries
    }
}

/// Compiles the words to each kind of image and runs every query.
fn check(words: &[Vec<u8>], tile_count: usize) {
    let expected = Expected::new(words);
    let queries = expected.queries(tile_count);
    let alphabet = letters(tile_count);
    for options in every_kind() {
        let stage = format!("{tile_count} tiles, {options:?}");
        let image = image(words, &alphabet, &options);
        let lexicon = Lexicon::from_bytes(&image).expect(&stage);
        check_words(&lexicon, &expected, &stage);
        for query in &queries {
            let asked = tiles(query);
            let is_word = expected.words.contains(query);
            let is_prefix = expected.prefixes.contains(query);
            assert_eq!(lexicon.contains(&asked), is_word, "{stage}: {query:?}");
            assert_eq!(lexicon.is_prefix(&asked), is_prefix, "{stage}: {query:?}");
            let has_index = lexicon.index_of(&asked).is_some();
            assert_eq!(
                has_index,
                is_word && options.word_index,
                "{stage}: {query:?}"
            );
        }
    }
}

/// Asserts the order of the words, their indices, and the metadata.
fn check_words(lexicon: &Lexicon<'_>, expected: &Expected, stage: &str) {
    assert!(expected.words.iter().eq(&codes(lexicon)), "{stage}: words");
    let longest = expected.words.iter().map(Vec::len).max();
    assert_eq!(Some(lexicon.longest_word()), longest, "{stage}: longest");
    assert_eq!(
        lexicon.word_count() as usize,
        expected.words.len(),
        "{stage}"
    );
    if lexicon.has_word_index() {
        for (index, word) in (0..).zip(&expected.words) {
            let word = tiles(word);
            assert_eq!(lexicon.index_of(&word), Some(index), "{stage}: {word:?}");
            assert_eq!(lexicon.word_at(index), Word::from_tiles(&word), "{stage}");
        }
        assert_eq!(lexicon.word_at(lexicon.word_count()), None, "{stage}");
        assert_eq!(lexicon.word_at(u32::MAX), None, "{stage}");
    } else {
        assert_eq!(lexicon.word_at(0), None, "{stage}");
    }
}

#[test]
fn special_lists_round_trip() {
    let all_of = |tile: u8, lens: std::ops::RangeInclusive<usize>| -> Vec<Vec<u8>> {
        lens.map(|len| vec![tile; len]).collect()
    };
    for tile_count in TILE_COUNTS {
        let last = u8::try_from(tile_count).expect("at most 62");
        let middle = last.div_ceil(2);
        let every_tile: Vec<Vec<u8>> = (1..=last).map(|tile| vec![tile]).collect();
        let every_pair = || (1..=last).flat_map(|a| (1..=last).map(move |b| vec![a, b]));
        let lists = [
            // The root has a letter set and no edges.
            vec![vec![last]],
            every_tile.clone(),
            // The root is an inline node.
            vec![vec![1, last]],
            vec![vec![last, 1, middle]],
            // Words of up to 63 tiles, the longest possible. In the first of these lists, each word is a prefix of the
            // next.
            all_of(last, 1..=63),
            all_of(1, 63..=63),
            vec![vec![last; 63], [vec![1; 62], vec![last]].concat()],
            // Full masks and full letter sets.
            every_pair().collect(),
            every_tile.into_iter().chain(every_pair()).collect(),
        ];
        for mut words in lists {
            words.sort();
            words.dedup();
            check(&words, tile_count);
        }
    }
}

#[test]
fn random_lists_round_trip() {
    cases::check("round_trip", 0..60, |random| {
        let tile_count = *random.pick(&TILE_COUNTS);
        let last = u8::try_from(tile_count).expect("at most 62");
        // Few tiles give many equal endings; the last tile has the highest bit.
        let mut few: Vec<u8> = (0..1 + random.below(3))
            .map(|_| 1 + u8::try_from(random.below(tile_count)).expect("at most 62"))
            .collect();
        few.push(last);
        let (longest, count) = (1 + random.below(9), 1 + random.below(300));
        let words = random_words(random, &few, longest, count);
        random.note(|| format!("{words:?}"));
        check(&words, tile_count);
    });
}

#[test]
fn real_lists_round_trip() {
    for words in [Some(scowl_60()), enable()].into_iter().flatten() {
        let expected = Expected {
            words: words.iter().cloned().collect(),
            prefixes: BTreeSet::new(),
        };
        let mut fingerprints = BTreeSet::new();
        for (tile_count, options) in [26, 30, 61].into_iter().cycle().zip(every_kind()) {
            let stage = format!("{tile_count} tiles, {options:?}");
            let image = image(&words, &letters(tile_count), &options);
            let lexicon = Lexicon::from_bytes(&image).expect(&stage);
            check_words(&lexicon, &expected, &stage);
            assert!(words.iter().all(|word| lexicon.contains(&tiles(word))));
            fingerprints.insert(lexicon.fingerprint().to_string());
        }
        // Every kind of image has the same words.
        assert_eq!(fingerprints.len(), 1);
    }
}

/// Compact nodes of more than 128 KiB. Some references need three bytes: the place and the distance of the target exceed two
/// bytes, and the hot table lacks the target.
#[test]
fn references_of_three_bytes_round_trip() {
    let mut random = Random::new(3);
    for tile_count in [31_u8, 32] {
        let count = usize::from(tile_count);
        let alphabet: Vec<u8> = (1..=tile_count).collect();
        let words = random_words(&mut random, &alphabet, 12, 34_000);
        let image = image(&words, &letters(count), &compact_options());
        let lexicon = Lexicon::from_bytes(&image).expect("the compiler wrote it");
        assert_eq!(codes(&lexicon), words);
        assert!(words.iter().all(|word| lexicon.contains(&tiles(word))));

        // The independent reader finds the same words.
        let root = lexicon.image().dawg().expect("the image has a DAWG").unit();
        let compact = Compact {
            tile_count: count,
            section: Parts::of(&image).contents(SectionName::COMPACT).clone(),
            dawg: Some(root),
            gaddag: None,
        };
        let nodes = compact.nodes().expect("no rule is broken");
        assert!(root > 128 << 10, "{root}");
        let (found, _) = Compact::strings(&nodes, root as usize);
        let expected = words
            .iter()
            .map(|word| word.iter().copied().map(u32::from).collect());
        assert!(found.into_iter().eq(expected.collect::<Vec<Vec<u32>>>()));

        let read = lexicon.image().compact_nodes().expect("it is compact");
        let hot: BTreeSet<u32> = (0..read.hot_count())
            .map(|index| read.hot(index).unit())
            .collect();
        let is_far = |place: usize, target: usize| {
            let unit = u32::try_from(target).expect("24 bits");
            place - target > 0x1_0100 && target > 0xffff && !hot.contains(&unit)
        };
        let edges = nodes.iter().flat_map(|(&place, node)| {
            let targets = node.edges.values();
            targets.map(move |&target| (place, target))
        });
        let far = edges
            .filter(|&(place, target)| is_far(place, target))
            .count();
        assert!(far > 20, "{far} of {} nodes", nodes.len());
        assert_eq!(lexc_compiler::check::check(&image).failure(), None);
    }
}

#[test]
fn the_words_of_an_image_rebuild_it() {
    let mut random = Random::new(2);
    for tile_count in [3, 31, 62] {
        let last = u8::try_from(tile_count).expect("at most 62");
        let words = random_words(&mut random, &[1, 2, last], 7, 200);
        let alphabet = letters(tile_count);
        for options in every_kind() {
            let bytes = image(&words, &alphabet, &options);
            for other in every_kind() {
                let other = image(&words, &alphabet, &other);
                let lexicon = Lexicon::from_bytes(&other).expect("the compiler wrote it");
                let again = image(&codes(&lexicon), &alphabet, &options);
                assert_eq!(again, bytes, "{tile_count} tiles, {options:?}");
            }
        }
    }
}

#[test]
fn refuses_invalid_words() {
    let alphabet = letters(3);
    let error = |words: &[&[u8]], word_index| {
        try_image(words, &alphabet, &options(Automata::Gaddag, word_index)).err()
    };
    assert_eq!(error(&[&[1]], false), None);
    assert_eq!(error(&[], false), Some(CompileError::NoWords));
    assert_eq!(
        error(&[&[1]], true),
        Some(CompileError::WordIndexWithoutDawg)
    );
    let too_long = [2; 64];
    for (word, found) in [(&too_long[..], 64), (&[], 0)] {
        assert_eq!(
            error(&[word], false),
            Some(CompileError::WordLength { found })
        );
    }
    for found in [0, 4, 63, 255] {
        let refused = CompileError::Code {
            found,
            tile_count: 3,
        };
        assert_eq!(error(&[&[1, found]], false), Some(refused));
    }
    for (previous, got) in [(&[2][..], &[1][..]), (&[2], &[2]), (&[1, 1], &[1])] {
        let refused = CompileError::OutOfOrder {
            previous: previous.to_vec(),
            got: got.to_vec(),
        };
        assert_eq!(error(&[previous, got], false), Some(refused));
    }
}
