//! The validated view of an image.

use crate::alphabet::Alphabet;
use crate::anagram_filter::AnagramFilter;
use crate::error::ImageError;
use crate::metadata::Metadata;
use crate::raw::header::{Header, Version};
use crate::raw::int::U32Le;
use crate::raw::node::{CompactNodes, FastNodes, NodeRef, NodeStore, SetCodes, mask_units};
use crate::raw::section::SectionEntry;
use crate::validate;

/// An image, read in place.
///
/// It borrows the bytes, whatever their alignment, and copies nothing.
#[derive(Clone, Copy)]
pub struct Image<'a> {
    pub(crate) header: &'a Header,
    pub(crate) table: &'a [SectionEntry],
    pub(crate) alphabet: Alphabet<'a>,
    pub(crate) metadata: Metadata<'a>,
    pub(crate) nodes: NodeStore<'a>,
    pub(crate) dawg: Option<NodeRef>,
    pub(crate) gaddag: Option<NodeRef>,
    pub(crate) word_index: Option<&'a [U32Le]>,
    pub(crate) anagram_filter: Option<AnagramFilter<'a>>,
}

/// What there is, but not the nodes: they are hundreds of thousands.
impl core::fmt::Debug for Image<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Image")
            .field("version", &self.version())
            .field("sections", &self.table)
            .field("alphabet", &self.alphabet)
            .field("metadata", &self.metadata)
            .field("dawg", &self.dawg)
            .field("gaddag", &self.gaddag)
            .finish_non_exhaustive()
    }
}

impl<'a> Image<'a> {
    /// Reads an image and checks all of it: header, checksums, and the structure of every section. Takes time in
    /// proportion to the image, and no memory.
    ///
    /// An image that is accepted has the bytes that its writer gave it, and its automata are well formed: every
    /// reference leads to an earlier node, so that every walk ends. Whether the words are the right ones is what
    /// `lexc check` tells.
    ///
    /// # Errors
    /// What is wrong first, in this order: magic, version, length, checksum of the header, section table, padding,
    /// checksum of each section, and each section's contents.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Image<'a>, ImageError> {
        validate::checked(bytes)
    }

    /// Reads an image that was checked before: only the header, its checksum and the section table are checked, in
    /// constant time, and only the image's first page is touched.
    ///
    /// It is as safe as [`from_bytes`](Self::from_bytes): an image that was damaged since may give wrong words, and
    /// nothing worse.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), up to the section table; then a section that is missing or does not have
    /// the length that its counts require.
    pub fn from_bytes_unvalidated(bytes: &'a [u8]) -> Result<Image<'a>, ImageError> {
        validate::unvalidated(bytes)
    }

    /// The length in bytes of the image that `bytes` start with, by its header: for an image in flash, or one that is
    /// still being received, with other bytes after it. 32 bytes are enough.
    ///
    /// # Errors
    /// [`ImageError::TooShort`], [`ImageError::Magic`] and [`ImageError::Version`].
    pub fn total_bytes(bytes: &[u8]) -> Result<u64, ImageError> {
        Ok(validate::header(bytes)?.total_bytes.get())
    }

    /// The version of the format that the image has.
    pub fn version(&self) -> Version {
        Version {
            major: self.header.major.get(),
            minor: self.header.minor.get(),
        }
    }

    /// The section table.
    pub fn sections(&self) -> &'a [SectionEntry] {
        self.table
    }

    /// The tiles of the game.
    pub fn alphabet(&self) -> Alphabet<'a> {
        self.alphabet
    }

    /// What the lexicon is and where it comes from.
    pub fn metadata(&self) -> Metadata<'a> {
        self.metadata
    }

    /// The words of the nodes section; none if the nodes are compact.
    pub fn node_units(&self) -> &'a [U32Le] {
        self.words_and_codes().0
    }

    /// The nodes, the masks of which take `W` words: as many as [`mask_units`](Self::mask_units) says. None if they are
    /// compact.
    #[inline]
    pub fn nodes<const W: usize>(&self) -> FastNodes<'a, W> {
        let (words, codes) = self.words_and_codes();
        FastNodes::with_codes(words, codes, self.alphabet.len())
    }

    #[inline]
    pub(crate) fn words_and_codes(&self) -> (&'a [U32Le], &'a SetCodes) {
        match self.node_store() {
            NodeStore::One(nodes) => (nodes.units(), nodes.codes()),
            NodeStore::Two(nodes) => (nodes.units(), nodes.codes()),
            NodeStore::Three(nodes) => (nodes.units(), nodes.codes()),
            NodeStore::Compact(_) => (&[], SetCodes::none(self.alphabet.len())),
        }
    }

    /// The compact nodes, if they are.
    #[inline]
    pub fn compact_nodes(&self) -> Option<CompactNodes<'a>> {
        match self.node_store() {
            NodeStore::Compact(nodes) => Some(nodes),
            _ => None,
        }
    }

    /// The nodes.
    // Called, it takes less of a bare machine's stack, unless there is one store alone.
    #[cfg_attr(all(target_os = "none", feature = "fast-nodes"), inline(never))]
    #[cfg_attr(not(all(target_os = "none", feature = "fast-nodes")), inline(always))]
    pub fn node_store(&self) -> NodeStore<'a> {
        match self.nodes {
            NodeStore::Compact(nodes) => NodeStore::Compact(nodes),
            nodes if cfg!(feature = "fast-nodes") => nodes,
            // Refused when the image was opened: so the compiler leaves out the code for fast nodes.
            _ => NodeStore::Compact(CompactNodes::NONE),
        }
    }

    /// The number of words that a mask takes in the nodes.
    #[inline]
    pub fn mask_units(&self) -> usize {
        mask_units(self.alphabet.len())
    }

    /// The DAWG's root, if the image has a DAWG.
    pub fn dawg(&self) -> Option<NodeRef> {
        self.dawg
    }

    /// The GADDAG's root, if the image has a GADDAG.
    pub fn gaddag(&self) -> Option<NodeRef> {
        self.gaddag
    }

    /// The word counts, if the image has them.
    pub fn word_index(&self) -> Option<&'a [U32Le]> {
        self.word_index
    }

    /// The filter of the long words' tiles, if the image has it.
    #[inline]
    pub fn anagram_filter(&self) -> Option<AnagramFilter<'a>> {
        self.anagram_filter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::raw::section::SectionName;

    #[test]
    fn both_ways_in_show_the_same_image() {
        for (tile_count, mask_units) in [(2, 1), (29, 1), (30, 2), (60, 2), (61, 3), (62, 3)] {
            let bytes = Fixture::new(tile_count).write();
            let checked = Image::from_bytes(&bytes).unwrap();
            let trusted = Image::from_bytes_unvalidated(&bytes).unwrap();
            for image in [checked, trusted] {
                assert_eq!(image.version(), crate::raw::header::VERSION);
                assert_eq!(image.sections().len(), 6);
                assert_eq!(image.alphabet().len(), tile_count as usize);
                assert_eq!(image.metadata().name(), "two");
                assert_eq!(image.mask_units(), mask_units);
                assert!(image.dawg().unwrap().is_inline());
                assert!(!image.gaddag().unwrap().is_inline());
                assert_eq!(image.node_units().as_ptr(), checked.node_units().as_ptr());
                assert_eq!(image.word_index().unwrap().len(), 2 * mask_units);
            }
        }
    }

    #[test]
    fn debug_form_leaves_the_records_out() {
        let bytes = Fixture::new(3).write();
        let text = std::format!("{:?}", Image::from_bytes(&bytes).unwrap());
        assert!(text.starts_with("Image { version: "), "{text}");
        assert!(
            text.ends_with(", .. }") && !text.contains("set 0x"),
            "{text}"
        );
    }

    #[test]
    fn any_address_will_do() {
        let bytes = Fixture::new(3).write();
        for start in 1..8 {
            let mut moved = std::vec![0; start];
            moved.extend_from_slice(&bytes);
            assert!(Image::from_bytes(&moved[start..]).is_ok());
        }
    }

    #[test]
    fn the_length_is_known_from_the_header_alone() {
        let bytes = Fixture::new(3).write();
        assert_eq!(Image::total_bytes(&bytes[..32]), Ok(bytes.len() as u64));
        let what = "header";
        let (needed, found) = (32, 31);
        let error = ImageError::TooShort {
            what,
            needed,
            found,
        };
        assert_eq!(Image::total_bytes(&bytes[..31]), Err(error));
    }

    #[test]
    fn automata_are_optional_one_at_a_time() {
        let dawg = Fixture::new(3).without(SectionName::GADDAG).write();
        let dawg = Image::from_bytes(&dawg).unwrap();
        assert!(dawg.dawg().is_some() && dawg.gaddag().is_none());
        let gaddag = Fixture::new(3)
            .without(SectionName::WORD_INDEX)
            .without(SectionName::DAWG)
            .write();
        let gaddag = Image::from_bytes(&gaddag).unwrap();
        assert!(gaddag.dawg().is_none() && gaddag.gaddag().is_some());
    }
}
