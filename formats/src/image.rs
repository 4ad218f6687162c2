//! The validated view of an image.

use crate::alphabet::Alphabet;
use crate::error::ImageError;
use crate::header::{Header, Version};
use crate::int::U32Le;
use crate::metadata::Metadata;
use crate::record::{EdgeRef, mask_words};
use crate::section::SectionEntry;
use crate::validate;

/// An image, read in place.
///
/// It borrows the bytes, whatever their alignment, and copies nothing.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    pub(crate) header: &'a Header,
    pub(crate) table: &'a [SectionEntry],
    pub(crate) alphabet: Alphabet<'a>,
    pub(crate) metadata: Metadata<'a>,
    pub(crate) records: &'a [U32Le],
    pub(crate) dawg: Option<EdgeRef>,
    pub(crate) gaddag: Option<EdgeRef>,
    pub(crate) numbers: Option<&'a [U32Le]>,
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

    /// The words of the records section.
    pub fn record_words(&self) -> &'a [U32Le] {
        self.records
    }

    /// The number of words that a mask takes in the records.
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
}
