//! Takes images apart, changes their sections, and writes them again with correct checksums, as a hostile writer can.

use std::ops::Range;

use lexc_formats::raw::checksum::header_checksum;
use lexc_formats::raw::header::Header;
use lexc_formats::raw::int::{U16Le, U32Le, U64Le};
use lexc_formats::raw::section::SectionEntry;
use lexc_formats::{Image, ImageWriter, SectionName};

use crate::random::Random;
use crate::reader::compact::Compact;

/// Offset of the header's checksum, in bytes.
pub const CHECKSUM_OFFSET: usize = 24;

/// A section: its name, its flags and its contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The section's name.
    pub name: SectionName,
    /// The section's flags.
    pub flags: u32,
    /// The section's bytes.
    pub contents: Vec<u8>,
}

/// The sections of an image, in order, as values that tests change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts(pub Vec<Part>);

impl Parts {
    /// Takes a well-formed image apart.
    pub fn of(image: &[u8]) -> Parts {
        let sections = Image::from_bytes(image)
            .expect("the image is sound")
            .sections();
        let part = |entry: &SectionEntry| Part {
            name: entry.name,
            flags: entry.flags.get(),
            contents: image[place(entry)].to_vec(),
        };
        Parts(sections.iter().map(part).collect())
    }

    /// The contents of a section, which the image must have.
    pub fn contents(&mut self, name: SectionName) -> &mut Vec<u8> {
        let part = self.0.iter_mut().find(|part| part.name == name);
        &mut part.expect("the section is there").contents
    }

    /// Sets a unit of a section.
    pub fn set_unit(&mut self, name: SectionName, index: usize, unit: u32) {
        self.contents(name)[4 * index..][..4].copy_from_slice(&unit.to_le_bytes());
    }

    /// Sets every unit of these sections, and the roots, to random values. Half of the units become indices of units of
    /// the node store, so that references form cycles.
    pub fn scramble(&mut self, sections: &[SectionName], random: &mut Random) {
        const HEAD: u32 = 1 << 31;
        const INLINE: u32 = 1 << 30;
        let mut below = |bound| u32::try_from(random.below(bound)).expect("bounds have 32 bits");
        let len = self.contents(SectionName::NODES).len() / 4;
        for &name in sections {
            for index in 0..self.contents(name).len() / 4 {
                let unit = match below(8) {
                    0..4 => below(len),
                    4 => HEAD | below(64),
                    5 => HEAD | below(16) << 27 | below(64),
                    6 => INLINE | below(2) << 29 | below(len) << 5 | below(8),
                    _ => below(u32::MAX as usize),
                };
                self.set_unit(name, index, unit);
            }
        }
        for name in [SectionName::DAWG, SectionName::GADDAG] {
            self.set_unit(name, 0, below(len + 1));
        }
    }

    /// Sets every byte of the compact nodes and their tables, and the DAWG's root, to random values; keeps all lengths.
    /// Heads, label bytes and low values are frequent, so that references reach nodes and form cycles.
    pub fn scramble_compact(&mut self, random: &mut Random) {
        let section = self.contents(SectionName::COMPACT);
        let len = section.len();
        for byte in &mut section[8..] {
            let any = random.next_u64().to_le_bytes()[0];
            *byte = match random.below(8) {
                0 => 0x80 | any,
                1 => 0xc1,
                2 => 32 * (any % 8) + 1 + any % 4,
                3 | 4 => any % 128,
                5 => 0,
                _ => any,
            };
        }
        let root = u32::try_from(random.below(len)).expect("it is short");
        self.set_unit(SectionName::DAWG, 0, root);
    }

    /// Removes the sections of this name.
    pub fn without(mut self, name: SectionName) -> Parts {
        self.0.retain(|part| part.name != name);
        self
    }

    /// Appends a section.
    pub fn with(mut self, name: SectionName, flags: u32, contents: &[u8]) -> Parts {
        self.0.push(Part {
            name,
            flags,
            contents: contents.to_vec(),
        });
        self
    }

    /// Writes the image of these sections.
    pub fn write(&self) -> Vec<u8> {
        let mut image = ImageWriter::new();
        for part in &self.0 {
            image.add_with_flags(part.name, part.flags, &part.contents);
        }
        image.finish()
    }
}

/// The section `COMP` of these nodes, hot table and letter sets, with the page heads of the nodes.
pub fn compact_section(tile_count: usize, hot: &[u32], nodes: &[u8], sets: &[u64]) -> Vec<u8> {
    let end = 8 + 3 * hot.len() + nodes.len();
    let mut section = u32::try_from(end)
        .expect("a short section")
        .to_le_bytes()
        .to_vec();
    for count in [sets.len(), hot.len()] {
        section.extend(u16::try_from(count).expect("a small count").to_le_bytes());
    }
    for place in hot {
        section.extend(&place.to_le_bytes()[..3]);
    }
    section.extend(nodes);
    for set in sets {
        section.extend(&set.to_le_bytes()[..tile_count / 8 + 1]);
    }
    let page_heads = section.len();
    section.resize(page_heads + end.div_ceil(128), 0xff);
    let compact = Compact {
        tile_count,
        section,
        dawg: None,
        gaddag: None,
    };
    let right = compact.page_heads().expect("the lengths are right");
    let mut section = compact.section;
    section[page_heads..].copy_from_slice(&right);
    section
}

/// A compact node for an alphabet of up to 28 tiles: edges of the tiles 1 to 4, all to one place, and the letter set
/// with number 0. If the place is the node's own, the edges are loops.
pub fn four_edges(place: u16) -> Vec<u8> {
    // From the last byte down: the head, four label bytes of class 8, four references of two bytes each.
    let mut node = place.to_le_bytes().repeat(4);
    node.extend([4, 3, 2, 1].map(|label| 8 * 29 + label));
    node.push(0x80 | 4 << 4 | 1);
    node
}

/// The bytes of a section, as a range of the image.
pub fn place(entry: &SectionEntry) -> Range<usize> {
    let offset = usize::try_from(entry.offset.get()).expect("the section is within the image");
    let len = usize::try_from(entry.len.get()).expect("the section is within the image");
    offset..offset + len
}

/// The bytes as little-endian units.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().copied().map(u32::from_le_bytes).collect()
}

/// The units as little-endian bytes.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Recomputes the header's checksum over its fields and the section table.
pub fn seal(image: &mut [u8]) {
    let u16 = |offset: usize| U16Le::new(u16::from_le_bytes(array(image, offset)));
    let u32 = |offset: usize| U32Le::new(u32::from_le_bytes(array(image, offset)));
    let u64 = |offset: usize| U64Le::new(u64::from_le_bytes(array(image, offset)));
    let header = Header {
        magic: array(image, 0),
        major: u16(8),
        minor: u16(10),
        section_count: u32(12),
        total_bytes: u64(16),
        checksum: U32Le::new(0),
        reserved: u32(28),
    };
    let row = |at: usize| SectionEntry {
        name: SectionName(array(image, at)),
        flags: u32(at + 4),
        offset: u64(at + 8),
        len: u64(at + 16),
        checksum: u64(at + 24),
    };
    let rows = (1..image.len() / 32).map(|index| row(32 * index));
    let table: Vec<SectionEntry> = rows.take(header.section_count.get() as usize).collect();
    let checksum = header_checksum(&header, &table);
    image[CHECKSUM_OFFSET..][..4].copy_from_slice(&checksum.to_le_bytes());
}

fn array<const N: usize>(image: &[u8], offset: usize) -> [u8; N] {
    let bytes = image[offset..].first_chunk();
    *bytes.expect("the field is within the image")
}
