//! Compact nodes of a hostile writer: any bytes, places, letter sets and page heads, in a section of the right length.

use lexc_formats::raw::node::{CompactNodes, compact_labels};

use super::input::{Input, push_sized};
use crate::parts::compact_section;
use crate::random::Random;
use crate::reader::compact::Compact;

/// The parts of a section `COMP`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostileCompact {
    /// The places of the hot table.
    pub hot: Vec<u32>,
    /// The table of letter sets; an incomplete set at its end is dropped.
    pub sets: Vec<u8>,
    /// Masks that are XORed into the correct page heads.
    pub page_head_masks: Vec<u8>,
    /// The nodes.
    pub nodes: Vec<u8>,
}

impl HostileCompact {
    /// Decodes the next bytes of an input.
    pub fn decode(input: &mut Input<'_>) -> HostileCompact {
        let place = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
        HostileCompact {
            hot: input.sized().chunks_exact(3).map(place).collect(),
            sets: input.sized().to_vec(),
            page_head_masks: input.sized().to_vec(),
            nodes: input.sized().to_vec(),
        }
    }

    /// Appends the encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let places = self.hot.iter().map(|place| place.to_le_bytes());
        let places: Vec<u8> = places
            .flat_map(|bytes| [bytes[0], bytes[1], bytes[2]])
            .collect();
        for bytes in [&places, &self.sets, &self.page_head_masks, &self.nodes] {
            push_sized(bytes, out);
        }
    }

    /// The parts of valid nodes, for an alphabet of `tile_count` tiles.
    pub fn of(nodes: CompactNodes<'_>, tile_count: usize) -> HostileCompact {
        let hot = (0..nodes.hot_count()).map(|number| nodes.hot(number).unit());
        let sets = (0..nodes.set_count()).map(|number| nodes.letter_set(number).to_le_bytes());
        HostileCompact {
            hot: hot.collect(),
            sets: sets
                .flat_map(|set| set.into_iter().take(set_bytes(tile_count)))
                .collect(),
            page_head_masks: Vec::new(),
            nodes: nodes.bytes()[nodes.start() as usize..].to_vec(),
        }
    }

    /// Writes the section, for an alphabet of `tile_count` tiles.
    pub fn section(&self, tile_count: usize) -> Vec<u8> {
        let set = |bytes: &[u8]| {
            let highest_first = bytes.iter().rev();
            highest_first.fold(0, |set, &byte| set << 8 | u64::from(byte))
        };
        let sets: Vec<u64> = self
            .sets
            .chunks_exact(set_bytes(tile_count))
            .map(set)
            .collect();
        let mut section = compact_section(tile_count, &self.hot, &self.nodes, &sets);
        let page_heads = section.len() - (self.start() + self.nodes.len()).div_ceil(128);
        for (page_head, mask) in section[page_heads..].iter_mut().zip(&self.page_head_masks) {
            *page_head ^= mask;
        }
        section
    }

    /// The places of the nodes, in descending order. Reads from the last node down, and stops before a malformed node.
    pub fn places(&self, tile_count: usize) -> Vec<u32> {
        let compact = Compact {
            tile_count,
            section: self.section(tile_count),
            dawg: None,
            gaddag: None,
        };
        compact.places()
    }

    /// Offset of the first node, in bytes.
    fn start(&self) -> usize {
        8 + 3 * self.hot.len()
    }

    /// Makes one random change.
    pub fn mutate(&mut self, tile_count: usize, random: &mut Random) {
        let len = self.nodes.len();
        let index = random.below(len.max(1));
        match random.below(20) {
            0..4 if len > 0 => self.nodes[index] = some_byte(tile_count, random),
            4..6 if len > 0 => self.nodes[index] ^= 1 << random.below(8),
            6 if len > 0 => {
                let change = *random.pick(&[1, u8::MAX]);
                self.nodes[index] = self.nodes[index].wrapping_add(change);
            }
            7 | 8 => self
                .nodes
                .insert(index.min(len), some_byte(tile_count, random)),
            9 if len > 0 => drop(self.nodes.remove(index)),
            10 => {
                // Repeats some adjacent bytes, so that some nodes may be equal.
                let end = (index + 1 + random.below(12)).min(len);
                let run = self.nodes[index.min(end)..end].to_vec();
                let place = random.below(len + 1);
                self.nodes.splice(place..place, run);
            }
            11 => self.nodes.truncate(index.max(1)),
            12 => drop(self.nodes.drain(..index.min(len))),
            13 => self.mutate_hot_table(tile_count, random),
            14 => self.mutate_sets(tile_count, random),
            15 => {
                let pages = (self.start() + len).div_ceil(128);
                self.page_head_masks.resize(pages, 0);
                *random.pick_mut(&mut self.page_head_masks) ^= 1 << random.below(8);
            }
            _ => self.append(tile_count, random),
        }
    }

    fn mutate_hot_table(&mut self, tile_count: usize, random: &mut Random) {
        let places = self.places(tile_count);
        let place = match places.is_empty() || random.once_in(4) {
            true => u32::try_from(random.below(1 << 12)).expect("12 bits"),
            false => *random.pick(&places),
        };
        match random.below(4) {
            // A new entry moves all nodes up by three bytes, so references by place become wrong.
            0 => self.hot.push(place),
            1 => drop(self.hot.pop()),
            _ if self.hot.is_empty() => self.hot.push(place),
            _ => *random.pick_mut(&mut self.hot) = place,
        }
    }

    fn mutate_sets(&mut self, tile_count: usize, random: &mut Random) {
        let any = random.next_u64().to_le_bytes();
        match random.below(3) {
            0 => self.sets.extend(&any[..set_bytes(tile_count)]),
            1 => drop(self.sets.pop()),
            _ if self.sets.is_empty() => {}
            _ => *random.pick_mut(&mut self.sets) ^= 1 << random.below(8),
        }
    }

    /// Appends a node with up to three edges, references of most classes, and no letter set or one of the first 14.
    fn append(&mut self, tile_count: usize, random: &mut Random) {
        let places = self.places(tile_count);
        let label_count = usize::from(compact_labels(tile_count));
        let mut labels: Vec<usize> = (0..random.below(4))
            .map(|_| 1 + random.below(tile_count))
            .collect();
        labels.sort_unstable();
        labels.dedup();
        if places.is_empty() {
            labels.clear();
        }
        let mut label_bytes = Vec::new();
        for &label in labels.iter().rev() {
            let place = *random.pick(&places) as usize;
            let first_byte = |len: usize| self.start() + self.nodes.len() + len - 1;
            // Class, value, and number of bytes of the reference.
            let references = [
                (0, 0, 0),
                (1, random.below(self.hot.len().max(1)), 1),
                (2, first_byte(2).saturating_sub(place), 2),
                (3, place, 3),
                (4, first_byte(1).saturating_sub(place) % 256, 1),
                (8, place, 2),
            ];
            let fits = |&(class, ..): &(usize, usize, usize)| class * label_count + label < 256;
            let fitting = references.into_iter().filter(fits);
            let (class, value, len) = *random.pick(&fitting.collect::<Vec<_>>());
            self.nodes.extend(&value.to_le_bytes()[..len]);
            label_bytes.push(byte(class * label_count + label));
        }
        self.nodes.extend(&label_bytes);
        // A count of 0 in the head means that the byte below the head has the count.
        if label_bytes.is_empty() {
            self.nodes.push(0);
        }
        let sets = self.sets.len() / set_bytes(tile_count);
        let set = random.below(sets.max(1) + 1).min(14);
        self.nodes.push(byte(0x80 | label_bytes.len() << 4 | set));
    }
}

/// Number of bytes of a letter set.
fn set_bytes(tile_count: usize) -> usize {
    tile_count / 8 + 1
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a byte")
}

/// A random byte: a head, a label byte, a small number, a byte at a limit, or any byte.
fn some_byte(tile_count: usize, random: &mut Random) -> u8 {
    let label_count: usize = compact_labels(tile_count).into();
    let class = random.below(256 / label_count + 1);
    let label = random.below(tile_count + 2);
    byte(match random.below(6) {
        0 => 0x80 | random.below(8) << 4 | random.below(16),
        1 | 2 => (class * label_count + label) % 256,
        3 => random.below(32),
        4 => *random.pick(&[0, 0x7f, 0x80, 0x8f, 0xbf, 0xc0, 0xff]),
        _ => random.below(256),
    })
}
