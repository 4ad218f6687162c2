//! Compares the counts with automata that are built in the obvious way.

use std::collections::{BTreeMap, BTreeSet};

use lexc_compiler::word_list::{WordList, WordListBuilder};
use lexc_compiler::{AutomatonSize, AutomatonStats, CompileOptions, ImageStats, compile_sorted};
use lexc_formats::{Alphabet, Image, SEPARATOR_CODE};
use lexc_game::Random;

use crate::terminal_nodes::terminal_node_size;
use crate::tries::LexiconSizes;
use crate::two_way::{TwoWaySizes, two_way_sizes};

type Strings = BTreeSet<Vec<u8>>;

/// The tiles before and after a string in a word.
type Context<'w> = (&'w [u8], &'w [u8]);

/// Lists of one word to hundreds of words, made of the tiles 1 to 3. Some words have one tile, some continue another
/// word.
fn lists() -> Vec<Strings> {
    let mut random = Random::new(1, 0);
    let mut word = |_| {
        let len = random.index_below(7) + 1;
        (0..len).map(|_| [1, 2, 3][random.index_below(3)]).collect()
    };
    let mut lists: Vec<Strings> = [1, 2, 5, 20, 100, 400]
        .map(|len| (0..len).map(&mut word).collect())
        .into();
    lists.push(Strings::from([vec![1], vec![2]]));
    lists.push(Strings::from([vec![3, 1, 2], vec![3, 3, 2]]));
    lists
}

fn list_of(words: &Strings) -> WordList {
    let mut builder = WordListBuilder::default();
    for word in words {
        builder.push(word).unwrap();
    }
    builder.finish().0
}

/// Gordon's strings `REV(x) ◇ y` for every way to split a word into a non-empty x and a y; without the ◇ if y is empty.
fn gaddag_strings(words: &Strings) -> Strings {
    let strings = words.iter().flat_map(|word| {
        (1..=word.len()).map(|at| {
            let (left, right) = word.split_at(at);
            let separator = (!right.is_empty()).then_some(SEPARATOR_CODE);
            let left = left.iter().rev().copied();
            left.chain(separator).chain(right.iter().copied()).collect()
        })
    });
    strings.collect()
}

/// The trie with letter sets on edges: an edge for each prefix of a string, except the empty one and the whole string.
fn trie_with_letter_sets(strings: &Strings) -> AutomatonSize {
    let starts = strings.iter().flat_map(|string| {
        let lengths = 1..string.len();
        lengths.map(|len| string[..len].to_vec())
    });
    let edges: Strings = starts.collect();
    let states: Strings = edges
        .iter()
        .map(|edge| edge[..edge.len() - 1].to_vec())
        .collect();
    AutomatonSize {
        states: states.len() as u64,
        edges: edges.len() as u64,
    }
}

/// Gordon's figure 4, with states as indices.
#[derive(Default)]
struct Construction {
    states: Vec<BTreeMap<u8, usize>>,
}

impl Construction {
    fn of(words: &Strings) -> Construction {
        let mut automaton = Construction {
            states: vec![BTreeMap::new()],
        };
        for word in words.iter().filter(|word| word.len() > 1) {
            automaton.add_arcs(word[1..].iter().rev());
            let last = word.len() - 1;
            let mut state = automaton.add_arcs(word[..last].iter().rev().chain(&[SEPARATOR_CODE]));
            for at in (1..last).rev() {
                let forced = state;
                state = automaton.add_arcs(word[..at].iter().rev().chain(&[SEPARATOR_CODE]));
                let target = automaton.states[state].insert(word[at], forced);
                assert!(target.is_none_or(|target| target == forced));
            }
        }
        automaton
    }

    fn add_arcs<'a>(&mut self, labels: impl Iterator<Item = &'a u8>) -> usize {
        let mut state = 0;
        for label in labels {
            let new = self.states.len();
            state = *self.states[state].entry(*label).or_insert(new);
            if state == new {
                self.states.push(BTreeMap::new());
            }
        }
        state
    }

    fn size(&self) -> AutomatonSize {
        let with_edges = self.states.iter().filter(|edges| !edges.is_empty());
        with_edges.fold(AutomatonSize::default(), |size, edges| AutomatonSize {
            states: size.states + 1,
            edges: size.edges + edges.len() as u64,
        })
    }
}

#[test]
fn counts_tries_and_gordons_construction() {
    for words in lists() {
        let found = LexiconSizes::of(&list_of(&words));
        assert_eq!(found.dawg, trie_with_letter_sets(&words), "{words:?}");
        let strings = gaddag_strings(&words);
        assert_eq!(found.gaddag, trie_with_letter_sets(&strings), "{words:?}");
        let semi_minimized = Construction::of(&words).size();
        assert_eq!(found.semi_minimized_gaddag, semi_minimized, "{words:?}");
        let starts = |from: usize| -> Strings {
            let starts = words
                .iter()
                .flat_map(|word| (0..word.len()).map(move |len| word[..len + from].to_vec()));
            starts.collect()
        };
        let trie = AutomatonSize {
            states: starts(0).len() as u64,
            edges: starts(1).len() as u64,
        };
        assert_eq!(found.trie, trie, "{words:?}");
    }
}

#[test]
fn counts_the_two_way_dawg_by_contexts() {
    for words in lists() {
        let mut contexts: BTreeMap<&[u8], BTreeSet<Context<'_>>> = BTreeMap::new();
        for word in &words {
            for start in 0..=word.len() {
                for end in start..=word.len() {
                    let context = (&word[..start], &word[end..]);
                    contexts
                        .entry(&word[start..end])
                        .or_default()
                        .insert(context);
                }
            }
        }
        let size = |nodes: &[&BTreeSet<Context<'_>>]| {
            let edges = nodes.iter().map(|contexts| {
                let left: BTreeSet<_> = contexts.iter().filter_map(|(u, _)| u.last()).collect();
                let right: BTreeSet<_> = contexts.iter().filter_map(|(_, v)| v.first()).collect();
                (left.len() + right.len()) as u64
            });
            let edges: Vec<u64> = edges.filter(|edges| *edges > 0).collect();
            AutomatonSize {
                states: edges.len() as u64,
                edges: edges.iter().sum(),
            }
        };
        let all: Vec<_> = contexts.values().collect();
        let distinct: BTreeSet<_> = contexts.values().collect();
        let expected = TwoWaySizes {
            unminimized: size(&all),
            minimized: size(&distinct.into_iter().collect::<Vec<_>>()),
        };
        assert_eq!(two_way_sizes(&list_of(&words)), expected, "{words:?}");
    }
}

/// The minimal automaton with terminal nodes: a state for each distinct set of strings that can follow a prefix.
fn minimal_with_terminal_nodes(strings: &Strings) -> AutomatonSize {
    let mut follow: BTreeMap<&[u8], Strings> = BTreeMap::new();
    for string in strings {
        for len in 0..=string.len() {
            let rest = string[len..].to_vec();
            follow.entry(&string[..len]).or_default().insert(rest);
        }
    }
    let states: BTreeSet<&Strings> = follow.values().collect();
    let mut size = AutomatonSize::default();
    for rests in states {
        let labels: BTreeSet<_> = rests.iter().filter_map(|rest| rest.first()).collect();
        size.states += u64::from(!labels.is_empty());
        size.edges += labels.len() as u64;
    }
    size
}

#[test]
fn counts_minimal_automata_of_an_image() {
    let alphabet = lexc_compiler::alphabet::load("english")
        .unwrap()
        .encode()
        .unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    for words in lists() {
        let list = list_of(&words);
        let image = compile_sorted(list.iter(), alphabet, &CompileOptions::default()).unwrap();
        let image = Image::from_bytes(&image.image).unwrap();
        let of = |root: Option<_>| terminal_node_size(&image, root.unwrap());
        assert_eq!(of(image.dawg()), minimal_with_terminal_nodes(&words));
        let strings = gaddag_strings(&words);
        assert_eq!(of(image.gaddag()), minimal_with_terminal_nodes(&strings));
        // Minimization removes states and edges, and adds none.
        let (sizes, stats) = (LexiconSizes::of(&list), ImageStats::of(&image));
        let minimal = |stats: Option<AutomatonStats>| stats.unwrap().size();
        let fits = |small: AutomatonSize, large: AutomatonSize| {
            small.states <= large.states && small.edges <= large.edges
        };
        assert!(fits(minimal(stats.dawg), sizes.dawg));
        assert!(fits(minimal(stats.gaddag), sizes.semi_minimized_gaddag));
        assert!(fits(sizes.semi_minimized_gaddag, sizes.gaddag));
    }
}
