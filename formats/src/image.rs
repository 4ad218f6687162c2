//! [`Image`]: a view of an image's bytes.

use crate::alphabet::Alphabet;
use crate::anagram_filter::AnagramFilter;
use crate::definitions::Definitions;
use crate::labels::Labels;
use crate::leave_estimate::LeaveEstimate;
use crate::leave_values::LeaveValues;
use crate::metadata::Metadata;
use crate::raw::header::{Header, Version};
use crate::raw::int::U32Le;
use crate::raw::node::{CompactNodes, FastNodes, NodeRef, NodeStore, SetCodes, mask_units};
use crate::raw::section::{SectionEntry, SectionName};
use crate::with_nodes;
use crate::word_map::WordMap;

/// An image, read in place.
///
/// Borrows the bytes, at any alignment, and copies nothing.
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
    pub(crate) word_map: Option<WordMap<'a>>,
    /// The section, not its view, which would double the size of an image.
    pub(crate) labels: Option<&'a [u8]>,
    pub(crate) definitions: Option<Definitions<'a>>,
    pub(crate) leave_values: Option<LeaveValues<'a>>,
    pub(crate) leave_estimate: Option<LeaveEstimate<'a>>,
}

/// Leaves out the nodes, of which there are hundreds of thousands.
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
    /// An image without words, whose alphabet has one tile without a text.
    pub(crate) const WITHOUT_WORDS: Image<'static> = Image {
        header: &Header::ZERO,
        table: &[],
        alphabet: Alphabet::NAMELESS,
        metadata: Metadata::NONE,
        nodes: NodeStore::NONE,
        dawg: None,
        gaddag: None,
        word_index: None,
        anagram_filter: None,
        word_map: None,
        labels: None,
        definitions: None,
        leave_values: None,
        leave_estimate: None,
    };

    /// The version of the image's format.
    pub fn version(&self) -> Version {
        self.header.version()
    }

    /// The tiles of the game.
    pub fn alphabet(&self) -> Alphabet<'a> {
        self.alphabet
    }

    /// Name, source, licence and counts of the lexicon.
    pub fn metadata(&self) -> Metadata<'a> {
        self.metadata
    }

    /// The filter of the long words' anagram keys, if the image has it.
    #[inline]
    pub fn anagram_filter(&self) -> Option<AnagramFilter<'a>> {
        self.anagram_filter
    }

    /// The map from multisets of tiles to words, if the image has it. `None` without the feature `speed`.
    #[inline]
    pub fn word_map(&self) -> Option<WordMap<'a>> {
        self.word_map
    }

    /// The labels of the words, if the image has them.
    pub fn labels(&self) -> Option<Labels<'a>> {
        Labels::from_bytes_unvalidated(self.labels?).ok()
    }
}

/// The raw layer.
#[doc(hidden)]
impl<'a> Image<'a> {
    /// The section table.
    pub fn sections(&self) -> &'a [SectionEntry] {
        self.table
    }

    /// The offset of a section; 0 if the image does not have it.
    pub(crate) fn section_offset(&self, name: SectionName) -> u64 {
        let section = self.table.iter().find(|entry| entry.name == name);
        section.map_or(0, |entry| entry.offset.get())
    }

    /// The nodes.
    #[inline]
    pub fn node_store(&self) -> &NodeStore<'a> {
        &self.nodes
    }

    /// The units of the fast nodes; empty if the nodes are compact.
    pub fn node_units(&self) -> &'a [U32Le] {
        with_nodes!(
            *self.node_store(),
            fast | nodes | nodes.units(),
            compact | _nodes | &[]
        )
    }

    /// The fast nodes; an empty store if the image has compact nodes. `W` must be 1 if [`mask_units`](Self::mask_units)
    /// is 1, otherwise 2.
    #[inline]
    pub fn nodes<const W: usize>(&self) -> FastNodes<'a, W> {
        let tile_count = self.alphabet.len();
        let set_codes = with_nodes!(
            *self.node_store(),
            fast | nodes | nodes.set_codes(),
            compact | _nodes | SetCodes::none(tile_count)
        );
        FastNodes::with_codes(self.node_units(), set_codes, tile_count)
    }

    /// The compact nodes; `None` if the nodes are fast.
    #[inline]
    pub fn compact_nodes(&self) -> Option<CompactNodes<'a>> {
        with_nodes!(
            *self.node_store(),
            fast | _nodes | None,
            compact | nodes | Some(nodes)
        )
    }

    /// The number of units of a mask in fast nodes.
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

    /// The definitions of the words, if the image has them.
    pub fn definitions(&self) -> Option<Definitions<'a>> {
        self.definitions
    }

    /// The counts of the word index, if the image has one.
    pub fn word_index(&self) -> Option<&'a [U32Le]> {
        self.word_index
    }

    /// The values of the words of a leaves image, whose words are leaves; `None` if the image is of another kind.
    pub fn leave_values(&self) -> Option<LeaveValues<'a>> {
        self.leave_values
    }

    /// The estimate of the values of leaves that are not listed, if the image has it.
    #[inline]
    pub fn leave_estimate(&self) -> Option<LeaveEstimate<'a>> {
        self.leave_estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ImageError;
    use crate::fixture::Fixture;
    use crate::raw::section::SectionName;
    use crate::validate::Checks;

    #[test]
    fn validated_and_unvalidated_images_read_the_same() {
        for (tile_count, mask_units) in [(2, 1), (29, 1), (30, 2), (53, 2), (54, 3), (62, 3)] {
            let bytes = Fixture::new(tile_count).write();
            let checked = Image::from_bytes(&bytes).unwrap();
            let unvalidated = Image::open(&bytes, Checks::Bounds).unwrap();
            for image in [checked, unvalidated] {
                assert_eq!((image.version().major, image.version().minor), (1, 0));
                assert_eq!(image.sections().len(), 6);
                assert_eq!(image.alphabet().len(), tile_count as usize);
                assert_eq!(image.metadata().name(), "two");
                assert_eq!(image.mask_units(), mask_units);
                assert!(image.dawg().unwrap().is_inline());
                assert!(!image.gaddag().unwrap().is_inline());
                assert_eq!(image.node_units().as_ptr(), checked.node_units().as_ptr());
                assert_eq!(image.word_index().unwrap().len(), 1 + mask_units);
            }
        }
    }

    #[test]
    fn debug_form_leaves_the_nodes_out() {
        let bytes = Fixture::new(3).write();
        let text = std::format!("{:?}", Image::from_bytes(&bytes).unwrap());
        assert!(text.starts_with("Image { version: "), "{text}");
        assert!(
            text.ends_with(", .. }") && !text.contains("set 0x"),
            "{text}"
        );
    }

    #[test]
    fn opens_at_any_address() {
        let bytes = Fixture::new(3).write();
        for start in 1..8 {
            let mut moved = std::vec![0; start];
            moved.extend_from_slice(&bytes);
            assert!(Image::from_bytes(&moved[start..]).is_ok());
        }
    }

    #[test]
    fn total_bytes_needs_the_header_only() {
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
    fn either_automaton_can_be_missing() {
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
