//! Builds the nodes of canonical images from words, by "Canonical images" of `FORMAT.md`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::SEPARATOR;
use super::compact::Compact;
use super::nodes::{Automata, SetRow, label_bits, mask_bits_of_head, mask_units};

/// Splits strings. Returns the strings that have a single label, as a letter set, and the longer strings without their
/// first label, by that label.
fn split<'s>(strings: &[&'s [u8]]) -> (u64, BTreeMap<u8, Vec<&'s [u8]>>) {
    let (mut set, mut below) = (0, BTreeMap::<u8, Vec<&[u8]>>::new());
    for string in strings {
        match string {
            [label] => set |= 1 << label,
            [label, rest @ ..] => below.entry(*label).or_default().push(rest),
            [] => {}
        }
    }
    (set, below)
}

/// Returns `true` if the canonical image of these words has the nodes, set codes and roots of these automata.
pub(super) fn nodes(words: &[Vec<u8>], automata: &Automata) -> bool {
    let mut writer = Writer::new(automata.tile_count);
    let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let dawg = writer.dawg(&words, automata.dawg.is_some(), &mut Vec::new());
    let gaddag = automata.gaddag.map(|_| {
        let strings: Vec<Vec<u8>> = words.iter().flat_map(|word| gaddag_strings(word)).collect();
        let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
        writer.gaddag(&strings, &mut Vec::new())
    });
    let found = (
        &automata.words,
        &automata.rows,
        automata.dawg,
        automata.gaddag,
    );
    (&writer.units, &writer.rows, dawg, gaddag) == found
}

/// REV(x) ◇ y for every split of a word into a non-empty x and a y; ◇ is left out before an empty y.
fn gaddag_strings(word: &[u8]) -> Vec<Vec<u8>> {
    let string = |len: usize| {
        let mut string: Vec<u8> = word[..len].iter().rev().copied().collect();
        if len < word.len() {
            string.push(SEPARATOR);
            string.extend(&word[len..]);
        }
        string
    };
    (1..=word.len()).map(string).collect()
}

/// Contents of a node: its letter set, and its children by label.
type Key<Reference> = (u64, BTreeMap<u8, Reference>);

/// Writes the section `RECS`.
struct Writer {
    tile_count: u32,
    units: Vec<u32>,
    rows: [SetRow; 16],
    /// The first row of each code that has no letter set yet, in descending order.
    free_rows: Vec<usize>,
    row_of_set: BTreeMap<u64, usize>,
    /// The letter sets with a single tile that were written at least once.
    seen: BTreeSet<u64>,
    by_contents: HashMap<Key<u32>, u32>,
    /// The index of each unit between nodes, by the inline reference in it.
    between: BTreeMap<u32, u32>,
    /// The DAWG's nodes by prefix.
    after: BTreeMap<Vec<u8>, u32>,
}

impl Writer {
    fn new(tile_count: u32) -> Writer {
        let shared = mask_bits_of_head(tile_count).saturating_sub(27);
        let codes = (1..16 >> shared).rev().filter(|code| *code != 8 >> shared);
        Writer {
            tile_count,
            units: Vec::new(),
            rows: Automata::fixed_rows(tile_count),
            free_rows: codes.map(|code| code << shared).collect(),
            row_of_set: BTreeMap::from([(0, 0)]),
            seen: BTreeSet::new(),
            by_contents: HashMap::new(),
            between: BTreeMap::new(),
            after: BTreeMap::new(),
        }
    }

    /// The first row of the set's code; `None` if the node stores the set. A set with a single tile takes the lowest
    /// free code when it is written the second time.
    fn row(&mut self, set: u64) -> Option<usize> {
        if !self.row_of_set.contains_key(&set)
            && set.count_ones() == 1
            && !self.seen.insert(set)
            && let Some(first) = self.free_rows.pop()
        {
            let shared = mask_bits_of_head(self.tile_count).saturating_sub(27);
            for row in &mut self.rows[first..first + (1 << shared)] {
                row.set = set;
            }
            self.row_of_set.insert(set, first);
        }
        self.row_of_set.get(&set).copied()
    }

    /// The inline reference to a node with only this edge. `None` if the index in `child` is too high, or if `child` is
    /// an inline reference of two edges.
    fn inline(&self, label: u8, child: u32) -> Option<u32> {
        let bits = label_bits(self.tile_count);
        let index = child % (1 << 29);
        let kind = match child >> 29 {
            0 => 0b010,
            2 => 0b011,
            _ => return None,
        };
        let fits = index < 1 << (29 - bits);
        fits.then_some(kind << 29 | index << bits | u32::from(label))
    }

    /// Splits a mask or a letter set of a wide node into parts: the first part has 24 labels, the others have 30 each.
    fn parts(&self, bits: u64) -> Vec<u32> {
        let bits = u128::from(bits);
        let part = |shift, mask: u128| u32::try_from(bits >> shift & mask).expect("30 bits");
        let others = (0..2).map(|place| part(24 + 30 * place, 0x3fff_ffff));
        let parts = std::iter::once(part(0, 0xff_ffff)).chain(others);
        parts.take(mask_units(self.tile_count)).collect()
    }

    fn intern(&mut self, set: u64, children: BTreeMap<u8, u32>) -> u32 {
        if let (0, 1, Some((&label, &child))) = (set, children.len(), children.first_key_value()) {
            if let Some(inline) = self.inline(label, child) {
                return inline;
            }
            if child >> 30 == 1 {
                let unit = self.between(child);
                return self.inline(label, unit).expect("a small image");
            }
        }
        self.stored(set, children)
    }

    /// The index of the unit between nodes that has this inline reference; writes the unit if it is missing.
    fn between(&mut self, inline: u32) -> u32 {
        *self.between.entry(inline).or_insert_with(|| {
            self.units.push(inline);
            u32::try_from(self.units.len() - 1).expect("a small image")
        })
    }

    fn stored(&mut self, set: u64, children: BTreeMap<u8, u32>) -> u32 {
        let key = (set, children);
        if let Some(&index) = self.by_contents.get(&key) {
            return index;
        }
        let previous = self.units.len().checked_sub(1);
        let previous = previous.filter(|&index| self.units[index] >> 31 == 1);
        let is_previous = |reference: u32| Some(reference as usize) == previous;
        let is_wide = mask_units(self.tile_count) > 1;
        let is_list = is_wide && key.1.len() <= 4;
        // The labels of the edges with a reference, then the label of the implicit edge.
        let mut order: Vec<u8> = key.1.keys().copied().collect();
        let implicit = order.iter().rposition(|label| is_previous(key.1[label]));
        let implicit = implicit.filter(|&place| is_list || place + 1 == order.len());
        let implicit = implicit.map(|place| order.remove(place));
        self.units
            .extend(order.iter().rev().map(|label| key.1[label]));
        order.extend(implicit);
        let mask = key.1.keys().fold(0, |mask, label| mask | 1 << label);
        let head = if is_wide {
            let code = match set.count_ones() {
                0 => 0,
                1 => set.trailing_zeros(),
                _ => {
                    let parts = self.parts(set);
                    self.units.extend(parts.iter().rev());
                    63
                }
            };
            let labels = if is_list {
                let missing = std::iter::repeat_n(63, 4 - order.len());
                let four = missing.chain(order.into_iter().map(u32::from));
                (0..)
                    .zip(four)
                    .fold(0, |bits, (place, label)| bits | label << (6 * place))
            } else {
                let parts = self.parts(mask);
                self.units.extend(parts[1..].iter().rev());
                1 << 30 | parts[0]
            };
            code << 24 | labels
        } else {
            let narrow = |bits: u64| u32::try_from(bits).expect("at most 29 tiles");
            let row = self.row(set);
            if row.is_none() {
                self.units.push(narrow(set));
            }
            row.map_or(8, |row| u32::try_from(row).expect("below 16")) << 27 | narrow(mask)
        };
        self.units.push(1 << 31 | head);
        let index = u32::try_from(self.units.len() - 1).expect("a small image");
        self.by_contents.insert(key, index);
        index
    }

    fn dawg(&mut self, words: &[&[u8]], has_root: bool, x: &mut Vec<u8>) -> Option<u32> {
        let (set, below) = split(words);
        let mut children = BTreeMap::new();
        for (tile, rests) in below {
            x.push(tile);
            let child = self.dawg(&rests, has_root, x);
            children.insert(tile, child.expect("only the root has no node"));
            x.pop();
        }
        if x.is_empty() && !has_root {
            return None;
        }
        let node = self.intern(set, children);
        self.after.insert(x.clone(), node);
        Some(node)
    }

    fn gaddag(&mut self, strings: &[&[u8]], s: &mut Vec<u8>) -> u32 {
        let (set, below) = split(strings);
        let mut children = BTreeMap::new();
        for (label, rests) in below {
            if label == SEPARATOR {
                let x: Vec<u8> = s.iter().rev().copied().collect();
                children.insert(label, self.after[&x]);
                continue;
            }
            s.push(label);
            children.insert(label, self.gaddag(&rests, s));
            s.pop();
        }
        self.intern(set, children)
    }
}

/// Returns `true` if the canonical image of these words has this section `COMP` and these roots.
pub(super) fn is_compact(words: &[Vec<u8>], compact: &Compact) -> bool {
    let mut writer = CompactWriter::new(compact.tile_count);
    let mut done = BTreeSet::new();
    let mut root = |strings: Vec<Vec<u8>>| {
        let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
        let root = writer.intern(&strings);
        writer.add(root, &mut done);
        root
    };
    let dawg = compact.dawg.map(|_| root(words.to_vec()));
    let gaddag = compact.gaddag.map(|_| {
        let strings = words.iter().flat_map(|word| gaddag_strings(word));
        root(strings.collect())
    });
    let (section, places) = writer.section();
    let place = |node: usize| u32::try_from(places[node]).expect("a small section");
    let roots = [dawg, gaddag].map(|root| root.map(place));
    (section, roots) == (compact.section.clone(), [compact.dawg, compact.gaddag])
}

/// The kind of a reference. [`CLASSES`] lists the kinds by class.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    ImplicitNext,
    /// The index in the hot table minus this number, in one byte.
    Hot(usize),
    /// A distance in this number of bytes.
    Distance(usize),
    /// A place in this number of bytes.
    Place(usize),
}

const CLASSES: [Class; 9] = [
    Class::ImplicitNext,
    Class::Hot(0),
    Class::Distance(2),
    Class::Place(3),
    Class::Distance(1),
    Class::Hot(256),
    Class::Hot(512),
    Class::Hot(768),
    Class::Place(2),
];

/// Writes the section `COMP`.
struct CompactWriter {
    tile_count: usize,
    /// The number of labels in each class of label bytes: a label byte is `class * labels + label`.
    labels: usize,
    /// The nodes in any order; other fields refer to them by index.
    nodes: Vec<Key<usize>>,
    by_contents: HashMap<Key<usize>, usize>,
    heights: Vec<usize>,
    /// The nodes in the order of their places, children first.
    order: Vec<usize>,
}

impl CompactWriter {
    fn new(tile_count: usize) -> CompactWriter {
        CompactWriter {
            tile_count,
            labels: (tile_count + 1).max(29),
            nodes: Vec::new(),
            by_contents: HashMap::new(),
            heights: Vec::new(),
            order: Vec::new(),
        }
    }

    fn intern(&mut self, words: &[&[u8]]) -> usize {
        let (set, below) = split(words);
        let mut children = BTreeMap::new();
        for (tile, rests) in below {
            children.insert(tile, self.intern(&rests));
        }
        let key = (set, children);
        if let Some(&node) = self.by_contents.get(&key) {
            return node;
        }
        let heights = key.1.values().map(|&child| self.heights[child] + 1);
        self.heights.push(heights.max().unwrap_or(0));
        self.by_contents.insert(key.clone(), self.nodes.len());
        self.nodes.push(key);
        self.nodes.len() - 1
    }

    fn add(&mut self, node: usize, done: &mut BTreeSet<usize>) {
        if done.contains(&node) {
            return;
        }
        let mut children: Vec<(u8, usize)> = self.nodes[node].1.clone().into_iter().collect();
        children.sort_by_key(|&(label, child)| (Reverse(self.heights[child]), label));
        for (_, child) in children {
            self.add(child, done);
        }
        done.insert(node);
        self.order.push(node);
    }

    /// The letter sets, in the order of their numbers.
    fn letter_sets(&self) -> Vec<u64> {
        let mut counts = BTreeMap::<u64, usize>::new();
        for (set, _) in self.nodes.iter().filter(|(set, _)| *set != 0) {
            *counts.entry(*set).or_default() += 1;
        }
        let mut sets: Vec<u64> = counts.keys().copied().collect();
        sets.sort_by_key(|set| (Reverse(counts[set]), *set));
        sets
    }

    /// The nodes of the hot table.
    fn hot(&self) -> Vec<usize> {
        let mut counts = vec![0; self.nodes.len()];
        let mut previous = None;
        for &node in &self.order {
            for &child in self.nodes[node].1.values() {
                counts[child] += usize::from(Some(child) != previous);
            }
            previous = Some(node);
        }
        let often = self.order.iter().copied().filter(|&node| counts[node] >= 4);
        let mut often: Vec<usize> = often.collect();
        often.sort_by_key(|&node| Reverse(counts[node]));
        let last = self.labels - 1;
        let fits = |class: &usize| class * self.labels + last < 256;
        often.truncate(256 * [1, 5, 6, 7].iter().filter(|class| fits(class)).count());
        often
    }

    /// Label byte and bytes of a reference to the node at `place`; the bytes begin at offset `start`. Of the classes
    /// with a label byte below `limit`, takes the one with the fewest bytes; `None` if none fits.
    fn reference(
        &self,
        limit: usize,
        start: usize,
        (label, place): (u8, usize),
        hot: Option<usize>,
        is_previous: bool,
    ) -> Option<(u8, Vec<u8>)> {
        let fitting = CLASSES.iter().enumerate().filter_map(|(number, class)| {
            let (size, value) = match *class {
                Class::ImplicitNext => (0, is_previous.then_some(0)?),
                Class::Hot(first) => (1, hot?.checked_sub(first)?),
                Class::Distance(size) => (size, (start + size - 1).checked_sub(place)?),
                Class::Place(size) => (size, place),
            };
            let byte = number * self.labels + usize::from(label);
            (byte < limit && value < 1 << (8 * size)).then_some((size, byte, value))
        });
        let (size, byte, value) = fitting.min()?;
        let byte = u8::try_from(byte).expect("below the limit");
        Some((byte, value.to_le_bytes()[..size].to_vec()))
    }

    /// The section, and the place of each node.
    fn section(&self) -> (Vec<u8>, Vec<usize>) {
        let byte = |value: usize| u8::try_from(value).expect("a byte");
        let (sets, hot) = (self.letter_sets(), self.hot());
        let mut out = vec![0; 8 + 3 * hot.len()];
        let mut places = vec![0; self.nodes.len()];
        let mut previous = None;
        for &node in &self.order {
            let (set, children) = &self.nodes[node];
            let refer = |out: &[u8], (&label, &child): (&u8, &usize), limit| {
                let number = hot.iter().position(|&node| node == child);
                let is_previous = Some(child) == previous;
                let edge = (label, places[child]);
                self.reference(limit, out.len(), edge, number, is_previous)
            };
            let inline = children
                .first_key_value()
                .filter(|_| *set == 0 && children.len() == 1)
                .and_then(|edge| {
                    let (_, inline) = refer(&out, edge, 0x80)?;
                    let (_, general) = refer(&out, edge, 0x100)?;
                    Some(inline.len() <= general.len() + 1)
                });
            let is_short = inline == Some(true);
            let mut labels = Vec::new();
            for edge in children.iter().rev() {
                let reference = refer(&out, edge, if is_short { 0x80 } else { 0x100 });
                let (label_byte, bytes) = reference.expect("a place of three bytes fits");
                out.extend(bytes);
                labels.push(label_byte);
            }
            out.extend(labels);
            if !is_short {
                self.push_head(*set, children.len(), &sets, &mut out);
            }
            places[node] = out.len() - 1;
            previous = Some(node);
        }
        let end = out.len();
        let table: Vec<u8> = (hot.iter())
            .flat_map(|&node| places[node].to_le_bytes().into_iter().take(3))
            .collect();
        out[8..8 + table.len()].copy_from_slice(&table);
        out[..4].copy_from_slice(&end.to_le_bytes()[..4]);
        out[4..6].copy_from_slice(&sets.len().to_le_bytes()[..2]);
        out[6..8].copy_from_slice(&hot.len().to_le_bytes()[..2]);
        for set in &sets {
            out.extend(&set.to_le_bytes()[..self.tile_count / 8 + 1]);
        }
        let mut page_heads = vec![0xff; end.div_ceil(128)];
        for &node in &self.order {
            page_heads[places[node] / 128] = byte(places[node] % 128);
        }
        out.extend(page_heads);
        (out, places)
    }

    /// Appends the bytes that follow the label bytes: number of edges and number of the letter set, unless the head has
    /// them; then the head.
    fn push_head(&self, set: u64, edges: usize, sets: &[u64], out: &mut Vec<u8>) {
        let byte = |value: usize| u8::try_from(value).expect("a byte");
        let count = if edges < 8 { edges } else { 0 };
        if count == 0 {
            out.push(byte(edges));
        }
        let code = match sets.iter().position(|other| *other == set) {
            None => 0,
            Some(number @ ..14) => number + 1,
            Some(number) => {
                match number - 14 {
                    rest @ ..0xc0 => out.push(byte(rest)),
                    rest => {
                        out.push(byte((rest - 0xc0) % 256));
                        out.push(byte(0xc0 + (rest - 0xc0) / 256));
                    }
                }
                15
            }
        };
        out.push(byte(0x80 | count << 4 | code));
    }
}
