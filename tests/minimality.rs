//! The automata have the minimal number of states.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Instant;

use common::cases;
use common::words::{enable, random_words, scowl_60};
use common::{compact, every_kind, image, letters, options};
use lexc_compiler::{Automata, AutomatonStats, ImageStats};
use lexc_formats::raw::node::{NodeList, NodeRef};
use lexc_formats::{Image, with_nodes};

/// The separator in the strings of a GADDAG.
const SEPARATOR: u8 = 0;

/// The strings `REV(x) ◇ y` of every word xy, and `REV(x)` for empty y.
fn gaddag_strings(words: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut strings = Vec::new();
    for word in words {
        for len in 1..=word.len() {
            let mut string: Vec<u8> = word[..len].iter().rev().copied().collect();
            if len < word.len() {
                string.push(SEPARATOR);
                string.extend_from_slice(&word[len..]);
            }
            strings.push(string);
        }
    }
    strings
}

/// Numbers of states, edges, letter sets, pairs, and pairs whose letter set has a tile, in the strings' minimal
/// automaton. A pair consists of a letter set and a state. Each non-empty prefix of the strings has a pair: the letter
/// set is the single tiles that complete a string after the prefix, the state is the longer rests of strings after it.
fn count_by_language(strings: &[Vec<u8>]) -> [usize; 5] {
    let mut follow: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
    for string in strings {
        for len in 0..string.len() {
            let (prefix, rest) = string.split_at(len);
            follow.entry(prefix).or_default().insert(rest);
        }
    }
    let mut states = HashSet::new();
    let mut pairs = HashSet::new();
    let mut letter_sets = HashSet::from([BTreeSet::new()]);
    for (prefix, rests) in follow {
        let (letters, longer): (BTreeSet<&[u8]>, BTreeSet<&[u8]>) =
            rests.into_iter().partition(|rest| rest.len() == 1);
        if !longer.is_empty() {
            states.insert(longer.clone());
        }
        if !prefix.is_empty() {
            letter_sets.insert(letters.clone());
            pairs.insert((longer, letters));
        }
    }
    let labels = |state: &BTreeSet<&[u8]>| {
        let labels: BTreeSet<u8> = state.iter().map(|rest| rest[0]).collect();
        labels.len()
    };
    let edges = states.iter().map(labels).sum();
    let with_letters = pairs.iter().filter(|(_, letters)| !letters.is_empty());
    [
        states.len(),
        edges,
        letter_sets.len(),
        pairs.len(),
        with_letters.count(),
    ]
}

/// The figures of [`count_by_language`], as `lexc info` counts them.
fn counts(stats: &AutomatonStats) -> [usize; 5] {
    let histogram = (0..).zip(stats.states_by_edges);
    let by_edges = histogram.fold((0, 0), |(states, edges), (len, count)| {
        (states + count, edges + len * u64::from(count))
    });
    assert_eq!(by_edges, (stats.states, stats.edges));
    [
        stats.states as usize,
        usize::try_from(stats.edges).expect("the edges are in memory"),
        stats.letter_sets as usize,
        stats.pairs as usize,
        stats.pairs_with_letter_set as usize,
    ]
}

/// Asserts that no two stored nodes are equal, and that no stored node is unused.
fn assert_no_waste<R: NodeList>(image: &Image<'_>, nodes: R) {
    let children = |at: NodeRef| nodes.children(nodes.node(at));
    let direct = |at: NodeRef| nodes.resolve(at);
    let mut seen = HashSet::new();
    let mut used: HashSet<NodeRef> = image
        .dawg()
        .into_iter()
        .chain(image.gaddag())
        .map(direct)
        .collect();
    for head in nodes.stored() {
        let node = nodes.node(head);
        let edges: Vec<NodeRef> = children(head).collect();
        used.extend(edges.iter().copied().map(direct));
        assert!(seen.insert((node.set, node.mask, edges)), "{head:?}");
    }
    assert!(nodes.stored().all(|head| used.contains(&head)));
}

#[test]
fn small_automata_have_a_state_for_each_language() {
    cases::check("minimality", 0..150, |random| {
        let tile_count = *random.pick(&[4, 40, 62]);
        let last = u8::try_from(tile_count).expect("at most 62");
        let few = &[last, last - 1, last - 2, last - 3][..1 + random.below(4)];
        let (longest, count) = (1 + random.below(6), 1 + random.below(60));
        let words = random_words(random, few, longest, count);
        random.note(|| format!("{words:?}"));
        let strings = gaddag_strings(&words);
        for options in every_kind() {
            let bytes = image(&words, &letters(tile_count), &options);
            let image = Image::from_bytes(&bytes).expect("the compiler wrote it");
            with_nodes!(*image.node_store(), |nodes| assert_no_waste(&image, nodes));
            let stats = ImageStats::of(&image);
            for (stats, strings) in [(stats.dawg, &words), (stats.gaddag, &strings)] {
                if let Some(stats) = stats {
                    assert_eq!(counts(&stats), count_by_language(strings));
                }
            }
        }
    });
}

/// Compiles a list and compares its figures with those of independent programs. Prints how long the counting took.
fn assert_counts(words: &[Vec<u8>], dawg: [usize; 3], gaddag: [usize; 5]) {
    let both = image(words, &letters(26), &options(Automata::Both, false));
    let both = Image::from_bytes(&both).expect("the compiler wrote it");
    with_nodes!(*both.node_store(), |nodes| assert_no_waste(&both, nodes));
    let start = Instant::now();
    let stats = ImageStats::of(&both);
    println!("counted in {:?}", start.elapsed());
    let of_dawg = stats.dawg.as_ref().map(counts);
    assert_eq!(
        of_dawg.map(|[states, edges, sets, ..]| [states, edges, sets]),
        Some(dawg)
    );
    assert_eq!(stats.gaddag.as_ref().map(counts), Some(gaddag));
    // Images of one automaton and compact images have the same counts.
    for options in [
        options(Automata::Dawg, false),
        options(Automata::Gaddag, false),
        compact(Automata::Both, false),
        compact(Automata::Dawg, false),
    ] {
        let one = image(words, &letters(26), &options);
        let one = Image::from_bytes(&one).expect("the compiler wrote it");
        with_nodes!(*one.node_store(), |nodes| assert_no_waste(&one, nodes));
        let one = ImageStats::of(&one);
        assert!(one.dawg.is_none_or(|dawg| Some(dawg) == stats.dawg));
        assert!(one.gaddag.is_none_or(|gaddag| Some(gaddag) == stats.gaddag));
    }
}

#[test]
fn scowl_60_has_the_states_that_independent_programs_count() {
    assert_counts(
        &scowl_60(),
        [26_438, 53_981, 607],
        [197_938, 379_822, 1_697, 201_571, 25_282],
    );
}

#[test]
fn enable_has_the_states_that_independent_programs_count() {
    if let Some(words) = enable() {
        assert_counts(
            &words,
            [50_081, 107_394, 961],
            [384_159, 766_351, 2_604, 391_084, 52_375],
        );
    }
}
