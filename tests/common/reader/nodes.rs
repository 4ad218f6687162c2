//! Fast nodes: decodes each to plain data, and checks it by the rules of `formats/FORMAT.md`, one by one.

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
    /// The rows of the section `SETS`, already checked.
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
    /// A root names no head, or has an invalid label; checked before the nodes.
    Root,
    /// A rule for nodes, by its number in `FORMAT.md`.
    Node(u8),
    /// Units follow the last head, so they belong to no node.
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
            // The code whose highest bit alone is set says that nodes store their letter sets.
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
        for (root, is_dawg) in self.roots() {
            let is_named = match self.reference(root) {
                Reference::Direct(index) => heads.contains(&index),
                Reference::One(label, index) => {
                    self.is_root_label(label, is_dawg) && heads.contains(&index)
                }
                Reference::Two(first, second, index) => {
                    self.is_root_label(first, is_dawg)
                        && self.is_root_label(second, is_dawg)
                        && heads.contains(&index)
                }
            };
            if root & HEAD != 0 || !is_named {
                return Err(Broken::Root);
            }
        }
        let mut nodes = Vec::new();
        let mut start = 0;
        for &head in &heads {
            nodes.push(self.node(start, head, &heads)?);
            start = head + 1;
        }
        if start as usize != self.words.len() {
            return Err(Broken::NoHead);
        }
        for (root, _) in self.roots() {
            let labels = match self.reference(root) {
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

    /// The roots of the image, each with `true` for the DAWG's.
    fn roots(&self) -> Vec<(u32, bool)> {
        let dawg = self.dawg.map(|root| (root, true));
        let gaddag = self.gaddag.map(|root| (root, false));
        dawg.into_iter().chain(gaddag).collect()
    }

    fn is_root_label(&self, label: u32, is_dawg: bool) -> bool {
        label <= self.tile_count && !(is_dawg && label == 0)
    }

    fn heads(&self) -> BTreeSet<u32> {
        let words = (0..).zip(&self.words);
        words
            .filter(|(_, word)| *word & HEAD != 0)
            .map(|(index, _)| index)
            .collect()
    }

    /// Decodes and checks the node of the units from `start` to `head`, both included.
    fn node(&self, start: u32, head: u32, heads: &BTreeSet<u32>) -> Result<WrittenNode, Broken> {
        let broken = |rule| Err(Broken::Node(rule));
        let width = mask_units(self.tile_count);
        let mask_bits = mask_bits_of_head(self.tile_count);
        let tiles: u128 = (2 << self.tile_count) - 2;
        let run: Vec<u32> = (start..=head)
            .map(|index| self.words[index as usize])
            .collect();
        let top = run[run.len() - 1];
        let row = self.rows[(top >> 27 & 15) as usize];

        // 1: there are enough units for mask and letter set.
        let set_words = if row.is_stored { width } else { 0 };
        let Some(edge_words) = run.len().checked_sub(width + set_words) else {
            return broken(1);
        };
        let (references, rest) = run.split_at(edge_words);
        let (set_parts, mask_parts) = rest.split_at(set_words);

        // 2: the mask has bits of ◇ and tiles only.
        if (mask_bits..27).any(|bit| top >> bit & 1 != 0) {
            return broken(2);
        }
        let mut mask_parts = mask_parts.to_vec();
        mask_parts[width - 1] &= (1 << mask_bits) - 1;
        let mask = joined(&mask_parts);
        if mask & !(tiles | 1) != 0 {
            return broken(2);
        }

        // 3: the DAWG has no separators.
        let is_of_dawg = self.dawg.is_some_and(|root| head <= self.last_index(root));
        if is_of_dawg && mask & 1 != 0 {
            return broken(3);
        }

        // 4: a stored letter set has bits of tiles only, at least one.
        let stored = joined(set_parts);
        if row.is_stored && (stored == 0 || stored & !tiles != 0) {
            return broken(4);
        }

        // 5: no stored letter set has a code, and no unused code occurs.
        if row.is_stored
            && self
                .rows
                .iter()
                .any(|row| !row.is_stored && u128::from(row.set) == stored)
        {
            return broken(5);
        }
        let code = (top >> 27 & 15) >> mask_bits.saturating_sub(27);
        if code != 0 && !row.is_stored && row.set == 0 {
            return broken(5);
        }
        let set = if row.is_stored {
            stored
        } else {
            u128::from(row.set)
        };

        // 6: mask and letter set are not both empty.
        if set == 0 && mask == 0 {
            return broken(6);
        }

        // 7: there is a reference for each edge; the edge of the highest label may be implicit.
        let labels: Vec<u32> = (0..128).filter(|label| mask >> label & 1 != 0).collect();
        let is_whole = references.len() == labels.len();
        let is_implicit = references.len() + 1 == labels.len() && start > 0;
        if !is_whole && !is_implicit {
            return broken(7);
        }

        // 8: every reference targets an earlier node.
        let targets_earlier = |index: u32| index < start && heads.contains(&index);
        let lowest = u32::from(is_of_dawg);
        let is_label = |label: u32| (lowest..=self.tile_count).contains(&label);
        for &word in references {
            let is_good = match self.reference(word) {
                Reference::Direct(index) => targets_earlier(index),
                Reference::One(label, index) => is_label(label) && targets_earlier(index),
                Reference::Two(first, second, index) => {
                    is_label(first) && is_label(second) && targets_earlier(index)
                }
            };
            if !is_good {
                return broken(8);
            }
        }

        // References stand in descending order of labels: the last one belongs to the lowest label.
        let mut edges = BTreeMap::new();
        for (place, &label) in labels.iter().enumerate() {
            let reference = match references.len().checked_sub(place + 1) {
                Some(index) => references[index],
                None => start - 1,
            };
            edges.insert(label, reference);
        }

        // 9: the highest edge is implicit where it can be.
        if let Some((_, &last)) = edges.last_key_value()
            && is_whole
            && start > 0
            && last == start - 1
        {
            return broken(9);
        }

        // 10: the node is inline where it can be.
        if let [label] = labels[..]
            && set == 0
        {
            let bits = label_bits(self.tile_count);
            let can_be_inline = match self.reference(edges[&label]) {
                Reference::Direct(index) => index < 1 << (29 - bits),
                Reference::One(_, index) => index < 1 << (29 - 2 * bits),
                Reference::Two(..) => false,
            };
            if can_be_inline {
                return broken(10);
            }
        }
        Ok(WrittenNode {
            head,
            set,
            mask,
            edges,
        })
    }

    /// The index that a direct reference has, or that an inline one has for the target of its last edge.
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
        let (set, edges) = match self.reference(reference) {
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
        let width = mask_units(self.tile_count);
        let mut numbers = vec![0; self.last_index(root) as usize + 1];
        for node in nodes
            .iter()
            .filter(|node| node.head <= self.last_index(root))
        {
            let row = self.rows[(self.words[node.head as usize] >> 27 & 15) as usize];
            let parts = if row.is_stored { 2 * width } else { width };
            let mut so_far = 0;
            for (place, &reference) in node.edges.values().enumerate() {
                let index = (node.head as usize).checked_sub(parts + place);
                // An implicit edge has no reference: the unit at this index is the head of the preceding node.
                if let Some(index) = index.filter(|&index| self.words[index] & HEAD == 0) {
                    numbers[index] = so_far;
                }
                so_far += self.strings(nodes, reference).0.len() as u64;
            }
            numbers[node.head as usize] = so_far;
        }
        Some(numbers)
    }
}

/// Returns `true` if these rows, each of the fields *stored* and *set*, are valid in the section `SETS`.
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
        30..=60 => 2,
        _ => 3,
    }
}

/// Number of the head's bits that hold the highest part of the mask.
pub(super) fn mask_bits_of_head(tile_count: u32) -> u32 {
    let width = u32::try_from(mask_units(tile_count)).expect("at most 3");
    tile_count + 1 - 31 * (width - 1)
}

/// Number of bits of a label in a reference.
pub(super) fn label_bits(tile_count: u32) -> u32 {
    if tile_count <= 29 { 5 } else { 6 }
}

/// Joins parts of 31 bits each; the lowest comes first.
fn joined(parts: &[u32]) -> u128 {
    let parts = parts.iter().rev();
    parts.fold(0, |joined, &part| joined << 31 | u128::from(part))
}
