//! Writes images: encodes the sections of alphabet, metadata and word index, and joins sections into an image.

use alloc::string::String;
use alloc::vec::Vec;

use crate::alphabet::{Alphabet, AlphabetError, AlphabetHeader};
use crate::marks::{Marks, MarksError};
use crate::metadata::{Fingerprint, MetadataHeader};
use crate::raw::checksum::{header_checksum, section_checksum};
use crate::raw::header::{Header, MAGIC, VERSION};
use crate::raw::int::{U16Le, U32Le, U64Le};
use crate::raw::node::{CountedNodes, NodeList, NodeRef};
use crate::raw::section::{SECTION_ALIGNMENT, SectionEntry, SectionName};
use crate::reading::{Digraphs, LONGEST, ReadingEntry, RulesHeader};
use crate::tile::{MAX_TILES, PlacedTile};
use crate::tile_texts::{TileEntry, VOWEL};
use crate::word_index::WordIndex;

/// Writes an image: its sections in the order in which they are added.
#[derive(Clone, Debug, Default)]
pub struct ImageWriter<'a> {
    sections: Vec<(SectionName, u32, &'a [u8])>,
}

impl<'a> ImageWriter<'a> {
    /// An image without sections.
    pub fn new() -> ImageWriter<'a> {
        ImageWriter::default()
    }

    /// Adds a section with the flags of its name; with flags 0 if this version does not define the name.
    pub fn add(&mut self, name: SectionName, contents: &'a [u8]) -> &mut ImageWriter<'a> {
        self.add_with_flags(name, name.known_flags().unwrap_or(0), contents)
    }

    /// Adds a section with these flags.
    pub fn add_with_flags(
        &mut self,
        name: SectionName,
        flags: u32,
        contents: &'a [u8],
    ) -> &mut ImageWriter<'a> {
        self.sections.push((name, flags, contents));
        self
    }

    /// The image: header, section table, and the sections at their places. Its version is the lowest that has all of them.
    ///
    /// Checks nothing: repeated names, or more than 64 sections, give an image that readers refuse.
    pub fn finish(&self) -> Vec<u8> {
        let table_end = size_of::<Header>() + self.sections.len() * size_of::<SectionEntry>();
        let mut end = table_end as u64;
        let mut table = Vec::with_capacity(self.sections.len());
        for &(name, flags, contents) in &self.sections {
            let offset = end.next_multiple_of(SECTION_ALIGNMENT);
            end = offset + contents.len() as u64;
            table.push(SectionEntry {
                name,
                flags: U32Le::new(flags),
                offset: U64Le::new(offset),
                len: U64Le::new(contents.len() as u64),
                checksum: U64Le::new(section_checksum(contents)),
            });
        }
        let names = self.sections.iter().map(|&(name, ..)| name);
        let mut header = Header {
            magic: MAGIC,
            major: U16Le::new(VERSION.major),
            minor: U16Le::new(SectionName::lowest_minor(names)),
            section_count: U32Le::new(u32::try_from(table.len()).unwrap_or(u32::MAX)),
            total_bytes: U64Le::new(end),
            checksum: U32Le::new(0),
            reserved: U32Le::new(0),
        };
        header.checksum = U32Le::new(header_checksum(&header, &table));
        let mut image = Vec::with_capacity(usize::try_from(end).unwrap_or(0));
        image.extend_from_slice(bytemuck::bytes_of(&header));
        image.extend_from_slice(bytemuck::cast_slice(&table));
        for (&(_, _, contents), entry) in self.sections.iter().zip(&table) {
            image.resize(usize::try_from(entry.offset.get()).unwrap_or(0), 0);
            image.extend_from_slice(contents);
        }
        image
    }
}

/// An alphabet to be written into an image.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AlphabetDefinition {
    /// The alphabet's name, such as `english`; may be empty.
    pub name: String,
    /// The lettered tiles in alphabet order.
    pub tiles: Vec<TileDefinition>,
    /// The number of blank tiles in the bag.
    pub blank_count: u16,
    /// The rule for bare text that can be read as several tiles or as one tile of several characters.
    pub digraphs: Digraphs,
    /// Further texts that read as tiles, in any order.
    pub readings: Vec<ReadingDefinition>,
    /// The first and the last character of each range of marks, which readers of text ignore, in any order.
    pub marks: Vec<(char, char)>,
}

/// A text that reads as tiles and is not the text of a tile.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ReadingDefinition {
    /// The text. Its upper and its lower case are two readings.
    pub text: String,
    /// The tiles: designated blanks for a text in lower case.
    pub placed_tiles: Vec<PlacedTile>,
}

/// A lettered tile to be written into an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileDefinition {
    /// The tile's text.
    pub text: String,
    /// The text of a blank designated as the tile.
    pub blank_text: String,
    /// The tile's value in points.
    pub value: i16,
    /// The number of copies of the tile in the bag.
    pub count: u16,
    /// True if the tile counts as a vowel.
    pub is_vowel: bool,
}

impl AlphabetDefinition {
    /// The alphabet section, as [`Alphabet::from_bytes`] reads it.
    ///
    /// # Errors
    /// The first rule the alphabet breaks.
    pub fn encode(&self) -> Result<Vec<u8>, AlphabetError> {
        if self.tiles.is_empty() || self.tiles.len() > MAX_TILES {
            return Err(AlphabetError::TileCount {
                found: self.tiles.len(),
            });
        }
        let length = |len: usize| {
            u16::try_from(len)
                .map(U16Le::new)
                .map_err(|_| AlphabetError::Length {
                    needed: len,
                    found: usize::from(u16::MAX),
                })
        };
        let mut texts = self.name.clone();
        let mut entries = Vec::with_capacity(self.tiles.len());
        for tile in &self.tiles {
            texts.push_str(&tile.text);
            let text_end = length(texts.len())?;
            texts.push_str(&tile.blank_text);
            entries.push(TileEntry {
                text_end,
                blank_end: length(texts.len())?,
                value: U16Le::new(tile.value.cast_unsigned()),
                count: U16Le::new(tile.count),
                flags: U16Le::new(if tile.is_vowel { VOWEL } else { 0 }),
                reserved: U16Le::new(0),
            });
        }
        let header = AlphabetHeader {
            tile_count: length(self.tiles.len())?,
            blank_count: U16Le::new(self.blank_count),
            name_bytes: length(self.name.len())?,
            text_bytes: length(texts.len())?,
        };
        let mut section = Vec::new();
        section.extend_from_slice(bytemuck::bytes_of(&header));
        section.extend_from_slice(bytemuck::cast_slice(&entries));
        section.extend_from_slice(texts.as_bytes());
        self.encode_rules(&mut section, length)?;
        Alphabet::from_bytes(&section)?;
        Ok(section)
    }
}

impl AlphabetDefinition {
    /// The section of the marks, as [`Alphabet::with_mark_section`] reads it; empty if there are none.
    ///
    /// # Errors
    /// The first rule the marks break.
    pub fn encode_marks(&self) -> Result<Vec<u8>, MarksError> {
        let section = Marks::encode(&self.marks);
        if !section.is_empty() {
            Marks::from_bytes(&section)?;
        }
        Ok(section)
    }

    /// Appends the reading rules, unless there are none.
    fn encode_rules(
        &self,
        section: &mut Vec<u8>,
        length: impl Fn(usize) -> Result<U16Le, AlphabetError>,
    ) -> Result<(), AlphabetError> {
        let digraphs = match self.digraphs {
            Digraphs::Explicit if self.readings.is_empty() => return Ok(()),
            Digraphs::Explicit => 0,
            Digraphs::Longest => LONGEST,
        };
        let mut readings = Vec::from_iter(&self.readings);
        readings.sort();
        let (mut entries, mut contents) = (Vec::new(), Vec::new());
        for reading in &readings {
            contents.extend_from_slice(reading.text.as_bytes());
            let text_end = length(contents.len())?;
            contents.extend(reading.placed_tiles.iter().map(|tile| tile.byte()));
            entries.push(ReadingEntry {
                text_end,
                tiles_end: length(contents.len())?,
            });
        }
        let header = RulesHeader {
            digraphs: U16Le::new(digraphs),
            reading_count: length(readings.len())?,
        };
        section.extend_from_slice(bytemuck::bytes_of(&header));
        section.extend_from_slice(bytemuck::cast_slice(&entries));
        section.extend_from_slice(&contents);
        Ok(())
    }
}

/// Metadata to be written into an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetadataDefinition {
    /// The identity of the set of words.
    pub fingerprint: Fingerprint,
    /// The number of words.
    pub word_count: u32,
    /// The length of the longest word in tiles.
    pub longest_word: u32,
    /// The lexicon's name: [one line](crate::is_one_line), may be empty.
    pub name: String,
    /// The source of the words; may be empty.
    pub source: String,
    /// The licence notice; may be empty.
    pub license: String,
}

impl MetadataDefinition {
    /// The metadata section; `None` if a text has 4 GiB or more. Checks neither the name nor the counts.
    pub fn encode(&self) -> Option<Vec<u8>> {
        let length = |text: &str| u32::try_from(text.len()).ok().map(U32Le::new);
        let header = MetadataHeader {
            fingerprint: self.fingerprint,
            word_count: U32Le::new(self.word_count),
            longest_word: U32Le::new(self.longest_word),
            name_bytes: length(&self.name)?,
            source_bytes: length(&self.source)?,
            license_bytes: length(&self.license)?,
            reserved: U32Le::new(0),
        };
        let mut section = Vec::from(bytemuck::bytes_of(&header));
        for text in [&self.name, &self.source, &self.license] {
            section.extend_from_slice(text.as_bytes());
        }
        Some(section)
    }
}

impl<N: CountedNodes + NodeList> WordIndex<'_, N> {
    /// The section for the DAWG with this root; `None` if the DAWG has 2^32 words or more.
    pub fn encode(nodes: N, root: NodeRef) -> Option<Vec<U32Le>> {
        let last = nodes.last_index(root);
        let mut counts = Vec::from_iter((0..=last).map(|_| U32Le::new(0)));
        let mut children_first = Vec::from_iter(nodes.stored().filter(|node| node.unit() <= last));
        children_first.sort_unstable_by_key(|reference: &NodeRef| reference.unit());
        for reference in children_first {
            let node = nodes.node(reference);
            let mut sum = 0_u64;
            for rank in 0..node.mask.count_ones() {
                let before = U32Le::new(u32::try_from(sum).ok()?);
                if let Some(count) = nodes
                    .count_index(node, rank)
                    .and_then(|index| counts.get_mut(index as usize))
                {
                    *count = before;
                }
                sum += WordIndex::new(nodes, &counts).total(nodes.child(node, rank));
            }
            let below = U32Le::new(u32::try_from(sum).ok()?);
            if let Some(count) = counts.get_mut(reference.unit() as usize) {
                *count = below;
            }
            u32::try_from(WordIndex::new(nodes, &counts).total(reference)).ok()?;
        }
        Some(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Image;

    #[test]
    fn sections_lie_one_after_the_other_at_multiples_of_64() {
        let unknown = SectionName(*b"Xtra");
        let mut writer = ImageWriter::new();
        writer.add(SectionName::METADATA, &[1; 65]);
        writer.add(SectionName::DAWG, &[]);
        writer.add_with_flags(unknown, 6, &[2; 64]);
        let image = writer.finish();
        // Header and table end at 128, which is a multiple of 64 already.
        assert_eq!(image.len(), 320);
        assert_eq!(Image::total_bytes(&image), Ok(320));
        let rows: &[SectionEntry] = bytemuck::cast_slice(&image[32..128]);
        for (row, (name, flags, place)) in rows.iter().zip([
            (SectionName::METADATA, 1, 128..193),
            (SectionName::DAWG, 0, 256..256),
            (unknown, 6, 256..320),
        ]) {
            assert_eq!((row.name, row.flags.get()), (name, flags));
            assert_eq!(row.offset.get(), place.start as u64);
            assert_eq!(row.len.get(), place.len() as u64);
            assert_eq!(row.checksum.get(), section_checksum(&image[place]));
        }
        assert!(image[193..256].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn an_image_without_sections_is_a_header() {
        assert_eq!(ImageWriter::new().finish().len(), 32);
    }
}
