//! Word graphs and leave values in the formats of other programs.
//!
//! A second reader, written from the description of the formats alone, reads the word graphs. Leave values are compared
//! with the values that another program reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use common::english::{beside_the_project, english};
use common::random::Random;
use common::words::{enable, random_words};
use common::{letters, word_list};
use lexc_compiler::interop::klv;
use lexc_compiler::interop::kwg::{self, Form};
use lexc_compiler::{CompileOptions, compile_leaves, compile_sorted, leaves_alphabet};
use lexc_formats::{Alphabet, AlphabetDefinition};

/// A node of a word graph: tile, end of a word, last sibling, first child.
type Node = (u8, bool, bool, usize);

fn decode(bytes: &[u8], form: Form) -> Vec<Node> {
    assert_eq!(bytes.len() % 4, 0);
    let node = |bytes: &[u8]| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| usize::from(bytes[index]));
        let low = |bits: usize, tile: usize, child: usize| {
            let tile = u8::try_from(tile).expect("a byte");
            (tile, bits / 128 == 1, bits / 64 % 2 == 1, child)
        };
        match form {
            Form::Kwg => low(c, d, a + 256 * b + 65_536 * (c % 64)),
            Form::Kbwg => low(a, a % 64, b + 256 * c + 65_536 * d),
        }
    };
    bytes.chunks(4).map(node).collect()
}

/// Adds to `found` the strings of the siblings that start at the node `first`, each with `path` before it.
fn strings(nodes: &[Node], first: usize, path: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if first == 0 {
        return;
    }
    let mut last = None;
    for index in first.. {
        let (tile, ends_word, is_last, child) = nodes[index];
        assert!(last < Some(tile), "siblings ascend");
        last = Some(tile);
        path.push(tile);
        if ends_word {
            found.push(path.clone());
        }
        strings(nodes, child, path, found);
        path.pop();
        if is_last {
            break;
        }
    }
}

/// The strings of the two automata: first the DAWG, then the GADDAG.
fn both(nodes: &[Node]) -> [Vec<Vec<u8>>; 2] {
    [0, 1].map(|root| {
        let (tile, ends_word, is_last, first) = nodes[root];
        assert_eq!((tile, ends_word, is_last), (0, false, true));
        let mut found = Vec::new();
        strings(nodes, first, &mut Vec::new(), &mut found);
        found
    })
}

/// The GADDAG strings of the words, with 0 for the separator.
fn gaddag(words: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut strings = BTreeSet::new();
    for word in words {
        for split in 1..=word.len() {
            let (start, rest) = word.split_at(split);
            let mut string: Vec<u8> = start.iter().rev().copied().collect();
            if !rest.is_empty() {
                string.push(0);
                string.extend(rest);
            }
            strings.insert(string);
        }
    }
    strings.into_iter().collect()
}

/// A list of siblings: the first tiles of the strings, each as text (tile, end of a word, and the list below it). Adds
/// this list and all lists below it to `all`, except empty lists.
fn lists(strings: &[Vec<u8>], all: &mut BTreeSet<Vec<String>>) -> Vec<String> {
    let mut below: BTreeMap<u8, (bool, Vec<Vec<u8>>)> = BTreeMap::new();
    for string in strings {
        if let Some((&tile, rest)) = string.split_first() {
            let entry = below.entry(tile).or_default();
            entry.0 |= rest.is_empty();
            entry.1.push(rest.to_vec());
        }
    }
    let mut list = Vec::new();
    for (tile, (ends_word, rest)) in below {
        list.push(format!(
            "{tile}{ends_word}({})",
            lists(&rest, all).join(",")
        ));
    }
    if !list.is_empty() {
        all.insert(list.clone());
    }
    list
}

/// The least number of nodes in a file: two roots, and one node for each sibling of every list, except lists that are
/// the end of a longer list.
fn fewest_nodes(strings: [&[Vec<u8>]; 2]) -> usize {
    let mut all = BTreeSet::new();
    for strings in strings {
        lists(strings, &mut all);
    }
    let is_end = |list: &&Vec<String>| {
        let mut others = all.iter().filter(|other| other.len() > list.len());
        !others.any(|other| other.ends_with(list))
    };
    2 + all.iter().filter(is_end).map(Vec::len).sum::<usize>()
}

fn encoded(definition: &AlphabetDefinition) -> Vec<u8> {
    definition.encode().expect("the definition is valid")
}

#[test]
fn word_graphs_have_the_words_and_no_node_too_many() {
    let mut random = Random::new(71);
    for letter_count in [1, 2, 26, 30, 40, 61, 62] {
        let section = encoded(&letters(letter_count));
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let last = u8::try_from(letter_count).unwrap();
        for count in [1, 5, 60] {
            let tiles = [1, last.div_ceil(2), last];
            let words = random_words(&mut random, &tiles, 6, count);
            for form in [Form::Kwg, Form::Kbwg] {
                let list = word_list(&words);
                let bytes = kwg::write(&list, alphabet, form).unwrap();
                let nodes = decode(&bytes, form);
                let [dawg, found] = both(&nodes);
                assert_eq!(dawg, words);
                let expected = gaddag(&words);
                assert_eq!(found, expected);
                assert_eq!(nodes.len(), fewest_nodes([&words, &expected]));
                assert_eq!(kwg::read(&bytes, form, alphabet), Ok(list));
            }
        }
    }
}

/// A word graph of ENABLE by another program compiles to the same image as the word list. The word graph that lexc
/// writes has no more nodes.
#[test]
fn a_word_graph_of_another_program_gives_the_same_image() {
    let path = beside_the_project("interop/enable.kwg");
    let (Ok(file), Some(words)) = (fs::read(&path), enable()) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let section = encoded(&english());
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let read = kwg::read(&file, Form::Kwg, alphabet).unwrap();
    assert!(read.iter().eq(words.iter().map(Vec::as_slice)));
    let image = |words: Vec<&[u8]>| {
        let options = CompileOptions::default();
        compile_sorted(words.into_iter(), alphabet, &options)
            .unwrap()
            .image
    };
    let listed = words.iter().map(Vec::as_slice).collect();
    assert!(image(read.iter().collect()) == image(listed));
    let written = kwg::write(&read, alphabet, Form::Kwg).unwrap();
    assert!(written.len() <= file.len(), "{} bytes", written.len());
    let [dawg, _] = both(&decode(&written, Form::Kwg));
    assert!(dawg == words);
}

/// The image has the values that another program reads from the same file. When lexc writes the values back, the floats
/// keep their bits.
#[test]
fn leave_values_of_another_program_keep_their_bits() {
    let [file, values] = ["english-leaves.klv2", "english-leaves.check.tsv"]
        .map(|name| fs::read(beside_the_project("interop").join(name)));
    let (Ok(file), Ok(values)) = (file, values) else {
        eprintln!("skipped: there are no leaves beside the project");
        return;
    };
    let section = encoded(&leaves_alphabet(&english()));
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let read = klv::read(&file, alphabet).unwrap();
    assert_eq!((read.leaves.values().len(), read.rounded), (914_624, 0));
    let written = klv::write(&read.leaves, alphabet).unwrap();
    assert!(file.ends_with(&written[written.len() - 4 * 914_624..]));
    let image = compile_leaves(&read.leaves, alphabet, &CompileOptions::default()).unwrap();
    let letters = encoded(&english());
    let letters = Alphabet::from_bytes(&letters).unwrap();
    let leaves = lexc_runtime::LeaveImage::from_bytes(&image.image, letters).unwrap();
    let mut count = 0;
    for line in String::from_utf8(values).unwrap().lines().skip(1) {
        let (leave, value) = line.split_once('\t').unwrap();
        let value: f32 = value.parse().unwrap();
        let rack = lexc_runtime::Rack::parse(leave, letters).unwrap();
        let found = f64::from(lexc_runtime::Leaves::value(&leaves, &rack)) / 1000.0;
        assert!((found - f64::from(value)).abs() < 0.0005, "{line}");
        count += 1;
    }
    assert_eq!(count, 300);
}
