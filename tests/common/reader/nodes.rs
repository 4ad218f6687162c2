//! Fast nodes: decodes each node to plain data, and checks it by one rule of `formats/FORMAT.md` after the other.

use std::collections::{BTreeMap, BTreeSet};

/// A row of the section `SETS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetRow {
    /// True if nodes with this code store their letter sets.
    pub is_stored: bool,
    /// The letter set of nodes with this code, unless they store it.
    pub set: u64,
}

/// The sections that define the automata of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automata {
    /// The number of tiles of the alphabet.
    pub tile_count: u32,
    /// The rows of the section `SETS`, already checked. With more than 29 tiles they are not used.
    pub rows: [SetRow; 16],
    /// The units of the section `RECS`.
    pub words: Vec<u32>,
    /// The root of the DAWG.
    pub dawg: Option<u32>,
    /// The root of the GADDAG.
    pub gaddag: Option<u32>,
}

/// The first broken rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Broken {
    /// A root has bit 31, names no node, or has an invalid label; checked before the nodes.
    Root,
    /// A rule for nodes, by its number in `FORMAT.md`.
    Node(u8),
    /// A unit after the last head has no inline reference.
    NoHead,
    /// A root has a separator edge.
    RootSeparator,
}

/// A decoded node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenNode {
    /// The index of the head.
    pub head: u32,
    /// The letter set; bit *c* is the tile *c*.
    pub set: u128,
    /// The labels of the edges; bit 0 is the separator.
    pub mask: u128,
    /// The reference of each edge, by label, as a unit; for an implicit edge the index of the preceding head.
    pub edges: BTreeMap<u32, u32>,
}

const HEAD: u32 = 0x8000_0000;
const INLINE: u32 = 0x4000_0000;
const PAIR: u32 = 0x2000_0000;

/// The units of a node, as its head announces them.
struct Form {
    /// True for a wide head with four labels.
    is_list: bool,
    /// The number of units of the mask below the head.
    mask_units: usize,
    set_units: usize,
    /// The letter set, unless it is stored.
    set: Option<u128>,
}

/// A decoded reference.
enum Reference {
    Direct(u32),
    /// A label and an index.
    One(u32, u32),
    /// Two labels and an index.
    Two(u32, u32, u32),
}

impl Automata {
    /// The rows that an image without `SETS` has.
    pub fn fixed_rows(tile_count: u32) -> [SetRow; 16] {
        let shared = mask_bits_of_head(tile_count).saturating_sub(27);
        let row = |number: u32| SetRow {
            // Nodes store their letter sets if only the highest bit of their code is set.
            is_stored: number >> shared == 8 >> shared,
            set: 0,
        };
        std::array::from_fn(|number| row(u32::try_from(number).expect("below 16")))
    }

    /// Decodes the nodes in order, and checks them and the roots.
    ///
    /// # Errors
    ///
    /// The first broken rule.
    pub fn nodes(&self) -> Result<Vec<WrittenNode>, Broken> {
        let heads = self.heads();
        let end = u32::try_from(self.words.len()).expect("few units");
        for (root, is_dawg) in self.roots() {
            if root & HEAD != 0 || !self.is_reference(root, end, is_dawg) {
                return Err(Broken::Root);
            }
        }
        let mut nodes = Vec::new();
        let mut start = 0;
        for &head in &heads {
            nodes.push(self.node(start, head, &heads)?);
            start = head + 1;
        }
        // The units after the last node must have inline references, as the units between nodes have.
        if !(start..end).all(|index| self.is_inline(index)) {
            return Err(Broken::NoHead);
        }
        self.check_references(start..end, 8)?;
        for (root, _) in self.roots() {
            let labels = match self.dereferenced(root) {
                Reference::Direct(index) => {
                    let node = nodes.iter().find(|node| node.head == index);
                    node.expect("it is a head").mask
                }
                Reference::One(label, _) | Reference::Two(label, _, _) => 1 << label,
            };
            if labels & 1 != 0 {
                return Err(Broken::RootSeparator);
            }
        }
        Ok(nodes)
    }

    /// The roots of the image; `true` marks the DAWG's.
    fn roots(&self) -> Vec<(u32, bool)> {
        let dawg = self.dawg.map(|root| (root, true));
        let gaddag = self.gaddag.map(|root| (root, false));
        dawg.into_iter().chain(gaddag).collect()
    }

    /// True if a unit has an inline reference.
    fn is_inline(&self, index: u32) -> bool {
        let word = self.words.get(index as usize);
        word.is_some_and(|word| word & (HEAD | INLINE) == INLINE)
    }

    /// True if a reference names a head below `end` and has valid labels. An inline reference can also name a unit with
    /// an inline reference.
    fn is_reference(&self, word: u32, end: u32, is_of_dawg: bool) -> bool {
        let lowest = u32::from(is_of_dawg);
        let is_label = |label: u32| (lowest..=self.tile_count).contains(&label);
        let is_head = |index: u32| {
            let word = self.words.get(index as usize);
            index < end && word.is_some_and(|word| word & HEAD != 0)
        };
        let names = |index: u32| is_head(index) || index < end && self.is_inline(index);
        match self.reference(word) {
            Reference::Direct(index) => is_head(index),
            Reference::One(label, index) => is_label(label) && names(index),
            Reference::Two(first, second, index) => {
                is_label(first) && is_label(second) && names(index)
            }
        }
    }

    fn check_references(&self, indices: std::ops::Range<u32>, rule: u8) -> Result<(), Broken> {
        for index in indices {
            let word = self.words[index as usize];
            if !self.is_reference(word, index, self.is_of_dawg(index)) {
                return Err(Broken::Node(rule));
            }
        }
        Ok(())
    }

    /// True if a unit belongs to the DAWG: its index is at most the index in the reference to the DAWG's root.
    fn is_of_dawg(&self, index: u32) -> bool {
        self.dawg.is_some_and(|root| index <= self.last_index(root))
    }

    /// The reference or, if it names a unit with an inline reference, that inline reference.
    fn dereferenced(&self, word: u32) -> Reference {
        match self.reference(word) {
            Reference::Direct(index) if self.is_inline(index) => {
                self.reference(self.words[index as usize])
            }
            reference => reference,
        }
    }

    fn heads(&self) -> BTreeSet<u32> {
        let words = (0..).zip(&self.words);
        words
            .filter(|(_, word)| *word & HEAD != 0)
            .map(|(index, _)| index)
            .collect()
    }

    /// Decodes the node with this head. Checks the units `start` to `head`: units between nodes, then the node's units.
    fn node(&self, start: u32, head: u32, heads: &BTreeSet<u32>) -> Result<WrittenNode, Broken> {
        let broken = |rule| Err(Broken::Node(rule));
        let tiles: u128 = (2 << self.tile_count) - 2;
        let top = self.words[head as usize];
        let form = self.form(top);

        // 1: there are enough units for mask and letter set.
        let taken = u32::try_from(form.mask_units + form.set_units).expect("few units");
        let Some(references_end) = head.checked_sub(taken).filter(|&end| end >= start) else {
            return broken(1);
        };
        // The units below an index, from the highest down.
        let below = |from: u32, count: usize| -> Vec<u32> {
            let indices = (0..from).rev().take(count);
            indices.map(|index| self.words[index as usize]).collect()
        };
        let mask_units = below(head, form.mask_units);
        let set_units = below(
            references_end + u32::try_from(form.set_units).expect("few"),
            form.set_units,
        );

        // 2: the mask has bits of ◇ and tiles only, and missing labels come first.
        let Some(order) = self.labels(top, &mask_units) else {
            return broken(2);
        };
        if order.iter().any(|&label| label > self.tile_count) {
            return broken(2);
        }
        let edge_count = u32::try_from(order.len()).expect("at most 63");

        // 3: the DAWG has no separators.
        let has_implicit = references_end - start + 1 == edge_count && start > 0;
        let own = references_end.saturating_sub(edge_count).max(start);
        if self.is_of_dawg(own) && order.contains(&0) {
            return broken(3);
        }

        // 4: labels ascend. The last label of a list can be out of order if its edge is implicit.
        let mut labels = order.clone();
        labels.sort_unstable();
        labels.dedup();
        let in_order = |labels: &[u32]| labels.is_sorted();
        let (_, others) = order.split_last().unwrap_or((&0, &[]));
        if labels.len() != order.len() || !in_order(others) || !(in_order(&order) || has_implicit) {
            return broken(4);
        }

        // 5: a stored letter set has bits of tiles only, at least one; a set code has a letter set of the alphabet.
        let set = match form.set {
            Some(set) => set,
            None if self.is_wide() => joined(&set_units),
            None => u128::from(set_units[0]),
        };
        let is_empty_code = match self.is_wide() {
            true => top >> 24 & 63 == 0,
            false => (top >> 27 & 15) >> self.shared_bits() == 0,
        };
        if set & !tiles != 0 || (set == 0) != is_empty_code {
            return broken(5);
        }

        // 6: mask and letter set are not both empty.
        if set == 0 && order.is_empty() {
            return broken(6);
        }

        // 7: there are as many references as edges, or one fewer; the units below them are inline references.
        let is_whole = references_end - start >= edge_count;
        if !is_whole && !has_implicit || !(start..own).all(|index| self.is_inline(index)) {
            return broken(7);
        }

        // 8: every reference names a unit below its own.
        self.check_references(start..references_end, 8)?;

        // References stand in the order of the labels, downwards.
        let mut edges = BTreeMap::new();
        for (place, &label) in (1..).zip(&order) {
            let index = references_end
                .checked_sub(place)
                .filter(|&index| index >= own);
            let reference = index.map_or_else(|| start - 1, |index| self.words[index as usize]);
            edges.insert(label, reference);
        }

        // 9: an edge is implicit where one can be.
        let can_be_implicit = |label: &&u32| form.is_list || Some(*label) == labels.last();
        let names_previous = |label: &u32| start > 0 && own == start && edges[label] == start - 1;
        if is_whole && labels.iter().filter(can_be_implicit).any(names_previous) {
            return broken(9);
        }
        assert!(start == 0 || heads.contains(&(start - 1)));

        // 10: the node is inline where it can be.
        if let [label] = labels[..]
            && set == 0
        {
            let bits = label_bits(self.tile_count);
            let index = match self.reference(edges[&label]) {
                Reference::Direct(index) => index,
                // The unit with this reference could be the target of an inline reference.
                Reference::One(..) | Reference::Two(..) => references_end - 1,
            };
            if index < 1 << (29 - bits) {
                return broken(10);
            }
        }
        Ok(WrittenNode {
            head,
            set,
            mask: labels.iter().fold(0, |mask, label| mask | 1 << label),
            edges,
        })
    }

    fn is_wide(&self) -> bool {
        mask_units(self.tile_count) > 1
    }

    /// The number of bits of a row's index that belong to the mask.
    fn shared_bits(&self) -> u32 {
        mask_bits_of_head(self.tile_count).saturating_sub(27)
    }

    fn form(&self, head: u32) -> Form {
        let width = mask_units(self.tile_count);
        if width == 1 {
            let row = self.rows[(head >> 27 & 15) as usize];
            return Form {
                is_list: false,
                mask_units: 0,
                set_units: usize::from(row.is_stored),
                set: (!row.is_stored).then_some(row.set.into()),
            };
        }
        let is_list = head & INLINE == 0;
        let code = head >> 24 & 63;
        Form {
            is_list,
            mask_units: if is_list { 0 } else { width - 1 },
            set_units: if code == 63 { width } else { 0 },
            set: match code {
                0 => Some(0),
                63 => None,
                // A set code beyond the alphabet has no letter set.
                _ => Some(if code <= self.tile_count {
                    1 << code
                } else {
                    0
                }),
            },
        }
    }

    /// The labels in the order of the references. `None` if a bit beyond a narrow mask is set, or if a list has a
    /// missing label after another label.
    fn labels(&self, head: u32, mask_units: &[u32]) -> Option<Vec<u32>> {
        if !self.is_wide() {
            let bits = mask_bits_of_head(self.tile_count);
            let is_clear = (bits..27).all(|bit| head >> bit & 1 == 0);
            return is_clear.then(|| (0..bits).filter(|bit| head >> bit & 1 != 0).collect());
        }
        if head & INLINE != 0 {
            let parts: Vec<u32> = [head & 0xff_ffff]
                .iter()
                .chain(mask_units)
                .copied()
                .collect();
            let mask = joined(&parts);
            return Some((0..128).filter(|label| mask >> label & 1 != 0).collect());
        }
        let four = [0, 6, 12, 18].map(|shift| head >> shift & 63);
        let missing = four.iter().take_while(|&&label| label == 63).count();
        let labels = four[missing..].to_vec();
        (!labels.contains(&63)).then_some(labels)
    }

    /// The index in a direct reference; in an inline reference, the index of the target of its last edge.
    fn last_index(&self, reference: u32) -> u32 {
        match self.reference(reference) {
            Reference::Direct(index) | Reference::One(_, index) | Reference::Two(_, _, index) => {
                index
            }
        }
    }

    fn reference(&self, word: u32) -> Reference {
        let bits = label_bits(self.tile_count);
        let label = word % (1 << bits);
        let rest = (word % PAIR) >> bits;
        match (word & INLINE != 0, word & PAIR != 0) {
            (false, _) => Reference::Direct(word % INLINE),
            (true, false) => Reference::One(label, rest),
            (true, true) => Reference::Two(label, rest % (1 << bits), rest >> bits),
        }
    }

    /// All strings below a reference, in order, and the number of edges followed. The nodes must be valid.
    pub fn strings(&self, nodes: &[WrittenNode], root: u32) -> (Vec<Vec<u32>>, u64) {
        let by_head = nodes.iter().map(|node| (node.head, node)).collect();
        let mut found = (Vec::new(), 0);
        self.strings_from(&by_head, root, &mut Vec::new(), &mut found);
        found
    }

    fn strings_from(
        &self,
        nodes: &BTreeMap<u32, &WrittenNode>,
        reference: u32,
        path: &mut Vec<u32>,
        found: &mut (Vec<Vec<u32>>, u64),
    ) {
        let (set, edges) = match self.dereferenced(reference) {
            Reference::Direct(index) => {
                let node = nodes[&index];
                (node.set, node.edges.clone())
            }
            Reference::One(label, index) => (0, BTreeMap::from([(label, index)])),
            Reference::Two(first, second, index) => {
                let rest = INLINE | index << label_bits(self.tile_count) | second;
                (0, BTreeMap::from([(first, rest)]))
            }
        };
        for label in 0..=self.tile_count {
            path.push(label);
            if set >> label & 1 != 0 {
                found.0.push(path.clone());
            }
            if let Some(&child) = edges.get(&label) {
                found.1 += 1;
                self.strings_from(nodes, child, path, found);
            }
            path.pop();
        }
    }

    /// The contents of the section `NUMB`, or `None` without a DAWG.
    pub fn numbers(&self, nodes: &[WrittenNode]) -> Option<Vec<u64>> {
        let root = self.dawg?;
        let mut numbers = vec![0; self.last_index(root) as usize + 1];
        for node in nodes
            .iter()
            .filter(|node| node.head <= self.last_index(root))
        {
            let top = self.words[node.head as usize];
            let form = self.form(top);
            let first = node.head as usize - form.mask_units - form.set_units;
            let mask_units: Vec<u32> = (1..=form.mask_units)
                .map(|below| self.words[node.head as usize - below])
                .collect();
            let order = self.labels(top, &mask_units).expect("the node is valid");
            let words = |label: &u32| self.strings(nodes, node.edges[label]).0.len() as u64;
            for (place, label) in (1..).zip(&order) {
                // An implicit edge has no reference: the unit at this index is the head of the preceding node.
                let index = first.checked_sub(place);
                if let Some(index) = index.filter(|&index| self.words[index] & HEAD == 0) {
                    let lower = node.edges.keys().filter(|lower| *lower < label);
                    numbers[index] = lower.map(words).sum();
                }
            }
            numbers[node.head as usize] = node.edges.keys().map(words).sum();
        }
        Some(numbers)
    }
}

/// Returns `true` if these rows are valid in the section `SETS`. Each row has the fields *stored* and *set*.
pub fn are_rows(tile_count: u32, rows: &[(u64, u64); 16]) -> bool {
    let shared = mask_bits_of_head(tile_count).saturating_sub(27);
    let tiles: u128 = (2 << tile_count) - 2;
    (0..16).zip(rows).all(|(number, &(stored, set))| {
        let code = number >> shared;
        let is_valid = if code == 0 {
            (stored, set) == (0, 0)
        } else if code == 8 >> shared {
            (stored, set) == (u64::MAX, 0)
        } else {
            stored == 0 && u128::from(set) & !tiles == 0
        };
        is_valid
            && (0..)
                .zip(rows)
                .all(|(other, row)| other >> shared != code || *row == (stored, set))
    })
}

/// Number of units of a mask.
pub fn mask_units(tile_count: u32) -> usize {
    match tile_count {
        1..=29 => 1,
        30..=53 => 2,
        _ => 3,
    }
}

/// Number of the bits of the mask in a head, for up to 29 tiles.
pub(super) fn mask_bits_of_head(tile_count: u32) -> u32 {
    (tile_count + 1).min(30)
}

/// Number of bits of a label in a reference.
pub(super) fn label_bits(tile_count: u32) -> u32 {
    if tile_count <= 29 { 5 } else { 6 }
}

/// Joins the parts of a mask or letter set: the first part has 24 labels, the others have 30 each. A bit above the
/// labels of a part gives the invalid label 127.
fn joined(parts: &[u32]) -> u128 {
    let (first, others) = parts.split_first().expect("at least one");
    let mut bits = u128::from(*first);
    let mut is_valid = first >> 24 == 0;
    for (place, &part) in (0..).zip(others) {
        is_valid &= part >> 30 == 0;
        bits |= u128::from(part) << (24 + 30 * place);
    }
    if is_valid { bits } else { bits | 1 << 127 }
}
