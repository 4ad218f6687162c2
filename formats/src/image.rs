//! The validated view of an image.

use crate::alphabet::Alphabet;
use crate::anagrams::Anagrams;
use crate::compact::{COMPACT_ONLY, CompactRecords};
use crate::error::ImageError;
use crate::header::{Header, Version};
use crate::int::U32Le;
use crate::metadata::Metadata;
use crate::record::{EdgeRef, MOST_TILES, Records, mask_words};
use crate::section::SectionEntry;
use crate::set_code::SetCodes;
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
    pub(crate) records: AnyRecords<'a>,
    pub(crate) dawg: Option<EdgeRef>,
    pub(crate) gaddag: Option<EdgeRef>,
    pub(crate) numbers: Option<&'a [U32Le]>,
    pub(crate) anagrams: Option<Anagrams<'a>>,
}

/// The records of an image, in whatever packing and width: what [`with_records!`](crate::with_records) tells apart.
#[derive(Clone, Copy, Debug)]
pub enum AnyRecords<'a> {
    /// 32-bit words, with masks of one.
    One(Records<'a, 1>),
    /// 32-bit words, with masks of two.
    Two(Records<'a, 2>),
    /// 32-bit words, with masks of three.
    Three(Records<'a, 3>),
    /// Compact records.
    Compact(CompactRecords<'a>),
}

/// The widest masks that this reader has code for; 0 if it reads compact records alone.
const WIDEST: usize = if COMPACT_ONLY {
    0
} else {
    mask_words(MOST_TILES)
};

impl<'a> AnyRecords<'a> {
    /// The records in these words, for an alphabet of `tile_count` tiles, and the codes of their letter sets.
    pub(crate) fn with_codes(
        words: &'a [U32Le],
        codes: &'a SetCodes,
        tile_count: usize,
    ) -> AnyRecords<'a> {
        match mask_words(tile_count) {
            1 => AnyRecords::One(Records::with_codes(words, codes, tile_count)),
            2 => AnyRecords::Two(Records::with_codes(words, codes, tile_count)),
            _ => AnyRecords::Three(Records::with_codes(words, codes, tile_count)),
        }
    }
}

/// Evaluates an expression with the records of an [`Image`], whatever their packing: the expression is compiled once for
/// each.
///
/// ```
/// use lexc_formats::record::{EdgeRef, Packing};
/// use lexc_formats::{Image, with_records};
///
/// /// The number of tiles that words start with.
/// fn first_tiles(image: &Image<'_>) -> u32 {
///     let root = image.dawg().or(image.gaddag());
///     with_records!(image, |records| root.map_or(0, |root| first_labels(records, root)))
/// }
///
/// fn first_labels<P: Packing>(records: P, root: EdgeRef) -> u32 {
///     let record = records.record(root);
///     (record.set | record.mask).count_ones()
/// }
/// ```
#[macro_export]
macro_rules! with_records {
    ($image:expr, |$records:ident| $body:expr) => {
        match $image.any_records() {
            $crate::image::AnyRecords::One($records) => $body,
            $crate::image::AnyRecords::Two($records) => $body,
            $crate::image::AnyRecords::Three($records) => $body,
            $crate::image::AnyRecords::Compact($records) => $body,
        }
    };
}

/// What there is, but not the records: they are hundreds of thousands.
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
    /// reference leads to an earlier record, so that every walk ends. Whether the words are the right ones is what
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
    pub fn from_bytes_trusted(bytes: &'a [u8]) -> Result<Image<'a>, ImageError> {
        validate::trusted(bytes)
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

    /// The words of the records section; none if the records are compact.
    pub fn record_words(&self) -> &'a [U32Le] {
        self.words_and_codes().0
    }

    /// The records, the masks of which take `W` words: as many as [`mask_words`](Self::mask_words) says. None if they are
    /// compact.
    #[inline]
    pub fn records<const W: usize>(&self) -> Records<'a, W> {
        let (words, codes) = self.words_and_codes();
        Records::with_codes(words, codes, self.alphabet.len())
    }

    #[inline]
    pub(crate) fn words_and_codes(&self) -> (&'a [U32Le], &'a SetCodes) {
        match self.any_records() {
            AnyRecords::One(records) => (records.words(), records.codes()),
            AnyRecords::Two(records) => (records.words(), records.codes()),
            AnyRecords::Three(records) => (records.words(), records.codes()),
            AnyRecords::Compact(_) => (&[], SetCodes::none(self.alphabet.len())),
        }
    }

    /// The compact records, if they are.
    #[inline]
    pub fn compact_records(&self) -> Option<CompactRecords<'a>> {
        match self.any_records() {
            AnyRecords::Compact(records) => Some(records),
            _ => None,
        }
    }

    /// The records in their packing and width.
    // On a bare machine it takes less of the stack as a call, unless the reader has code for one packing or width alone.
    #[cfg_attr(
        all(target_os = "none", not(lexc_compact_only), not(lexc_small_alphabets)),
        inline(never)
    )]
    #[cfg_attr(
        not(all(target_os = "none", not(lexc_compact_only), not(lexc_small_alphabets))),
        inline(always)
    )]
    pub fn any_records(&self) -> AnyRecords<'a> {
        match self.records {
            AnyRecords::One(records) if WIDEST >= 1 => AnyRecords::One(records),
            AnyRecords::Two(records) if WIDEST >= 2 => AnyRecords::Two(records),
            AnyRecords::Three(records) if WIDEST >= 3 => AnyRecords::Three(records),
            AnyRecords::Compact(records) => AnyRecords::Compact(records),
            // Refused when it is opened: so the compiler leaves out the code for these.
            _ => AnyRecords::Compact(CompactRecords::NONE),
        }
    }

    /// The number of words that a mask takes in the records.
    #[inline]
    pub fn mask_words(&self) -> usize {
        mask_words(self.alphabet.len())
    }

    /// The DAWG's root, if the image has a DAWG.
    pub fn dawg(&self) -> Option<EdgeRef> {
        self.dawg
    }

    /// The GADDAG's root, if the image has a GADDAG.
    pub fn gaddag(&self) -> Option<EdgeRef> {
        self.gaddag
    }

    /// The word counts, if the image has them.
    pub fn numbers(&self) -> Option<&'a [U32Le]> {
        self.numbers
    }

    /// The filter of the long words' tiles, if the image has it.
    #[inline]
    pub fn anagrams(&self) -> Option<Anagrams<'a>> {
        self.anagrams
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::section::SectionName;

    #[test]
    fn both_ways_in_show_the_same_image() {
        for (tile_count, mask_words) in [(2, 1), (29, 1), (30, 2), (60, 2), (61, 3), (62, 3)] {
            let bytes = Fixture::new(tile_count).write();
            let checked = Image::from_bytes(&bytes).unwrap();
            let trusted = Image::from_bytes_trusted(&bytes).unwrap();
            for image in [checked, trusted] {
                assert_eq!(image.version(), crate::header::VERSION);
                assert_eq!(image.sections().len(), 6);
                assert_eq!(image.alphabet().len(), tile_count as usize);
                assert_eq!(image.metadata().name(), "two");
                assert_eq!(image.mask_words(), mask_words);
                assert!(image.dawg().unwrap().is_lone());
                assert!(!image.gaddag().unwrap().is_lone());
                assert_eq!(
                    image.record_words().as_ptr(),
                    checked.record_words().as_ptr()
                );
                assert_eq!(image.numbers().unwrap().len(), 2 * mask_words);
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
            .without(SectionName::NUMBERS)
            .without(SectionName::DAWG)
            .write();
        let gaddag = Image::from_bytes(&gaddag).unwrap();
        assert!(gaddag.dawg().is_none() && gaddag.gaddag().is_some());
    }
}
