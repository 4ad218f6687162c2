//! The metadata section: name, source, licence, counts and fingerprint of the lexicon.

use bytemuck::{Pod, Zeroable};

use crate::error::ImageError;
use crate::raw::int::{U32Le, assert_layout};
use crate::raw::section::SectionName;
use crate::text::has_one_line;
use crate::tile::MAX_WORD_LEN;

/// The identity of a set of words, independent of the image: XXH3-128 of the words in alphabet order, each as
/// [`WordText`](crate::WordText) writes it, followed by a line feed.
///
/// `lexc dump IMAGE | xxhsum -H128` computes it, too, except for a leaves image, whose dump also has values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// The fingerprint with this value of XXH3-128.
    pub const fn new(hash: u128) -> Fingerprint {
        Fingerprint(hash.to_be_bytes())
    }
}

impl core::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl core::fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// The start of the section, before the three texts.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MetadataHeader {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) word_count: U32Le,
    /// Number of tiles of the longest word.
    pub(crate) longest_word: U32Le,
    pub(crate) name_bytes: U32Le,
    pub(crate) source_bytes: U32Le,
    pub(crate) license_bytes: U32Le,
    /// 0.
    pub(crate) reserved: U32Le,
}

assert_layout!(MetadataHeader: 40 {
    fingerprint: 0, word_count: 16, longest_word: 20, name_bytes: 24, source_bytes: 28, license_bytes: 32, reserved: 36
});

/// The metadata of an image, read in place.
#[derive(Clone, Copy, Debug)]
pub struct Metadata<'a> {
    header: &'a MetadataHeader,
    name: &'a [u8],
    source: &'a [u8],
    license: &'a [u8],
}

impl<'a> Metadata<'a> {
    /// The metadata of no words.
    pub(crate) const NONE: Metadata<'static> = Metadata {
        header: &MetadataHeader {
            fingerprint: Fingerprint([0; 16]),
            word_count: U32Le::new(0),
            longest_word: U32Le::new(0),
            name_bytes: U32Le::new(0),
            source_bytes: U32Le::new(0),
            license_bytes: U32Le::new(0),
            reserved: U32Le::new(0),
        },
        name: &[],
        source: &[],
        license: &[],
    };

    /// Reads a metadata section; only its lengths are checked.
    pub(crate) fn from_bytes_unvalidated(section: &'a [u8]) -> Result<Metadata<'a>, ImageError> {
        let length = |needed: u64| ImageError::SectionLength {
            section: SectionName::METADATA,
            needed,
            found: section.len() as u64,
        };
        let header_bytes = size_of::<MetadataHeader>();
        let (header, texts) = section
            .split_at_checked(header_bytes)
            .ok_or(length(header_bytes as u64))?;
        let header: &MetadataHeader = bytemuck::from_bytes(header);
        let text_bytes = [header.name_bytes, header.source_bytes, header.license_bytes];
        let text_bytes = text_bytes.map(|len| u64::from(len.get()));
        let needed = header_bytes as u64 + text_bytes.iter().sum::<u64>();
        if needed != section.len() as u64 {
            return Err(length(needed));
        }
        let (name, rest) = texts
            .split_at_checked(header.name_bytes.get() as usize)
            .ok_or(length(needed))?;
        let (source, license) = rest
            .split_at_checked(header.source_bytes.get() as usize)
            .ok_or(length(needed))?;
        Ok(Metadata {
            header,
            name,
            source,
            license,
        })
    }

    /// Checks the fields and texts.
    pub(crate) fn validate(self) -> Result<(), ImageError> {
        let refuse = |what| Err(ImageError::Metadata { what });
        if !has_one_line(self.name) {
            return refuse("name");
        }
        for (text, what) in [(self.source, "source"), (self.license, "license")] {
            if core::str::from_utf8(text).is_err() {
                return refuse(what);
            }
        }
        if self.header.word_count.get() == 0 {
            return refuse("word count");
        }
        if !(1..=MAX_WORD_LEN).contains(&self.longest_word()) {
            return refuse("longest word");
        }
        if self.header.reserved.get() != 0 {
            return refuse("reserved field");
        }
        Ok(())
    }

    /// The number of words.
    pub fn word_count(self) -> u32 {
        self.header.word_count.get()
    }

    /// The length of the longest word in tiles.
    pub fn longest_word(self) -> usize {
        self.header.longest_word.get() as usize
    }

    /// The identity of the set of words.
    pub fn fingerprint(self) -> Fingerprint {
        self.header.fingerprint
    }

    /// The lexicon's name; may be empty.
    pub fn name(self) -> &'a str {
        core::str::from_utf8(self.name).unwrap_or_default()
    }

    /// The source of the words; may be empty.
    pub fn source(self) -> &'a str {
        core::str::from_utf8(self.source).unwrap_or_default()
    }

    /// The licence notice; may be empty.
    pub fn license(self) -> &'a str {
        core::str::from_utf8(self.license).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::writer::MetadataDefinition;

    fn definition() -> MetadataDefinition {
        MetadataDefinition {
            fingerprint: Fingerprint::new(0x0123_4567_89ab_cdef),
            word_count: u32::MAX,
            longest_word: 63,
            name: "naïve".into(),
            source: String::new(),
            license: "two\nlines".into(),
        }
    }

    /// The error for the section of [`definition`] after `change`.
    fn refused(change: impl Fn(&mut Vec<u8>)) -> ImageError {
        let mut section = definition().encode().unwrap();
        change(&mut section);
        let validate = |metadata: Metadata<'_>| metadata.validate();
        Metadata::from_bytes_unvalidated(&section)
            .and_then(validate)
            .unwrap_err()
    }

    #[test]
    fn reads_the_section_that_was_written() {
        let section = definition().encode().unwrap();
        let metadata = Metadata::from_bytes_unvalidated(&section).unwrap();
        assert_eq!(metadata.validate(), Ok(()));
        assert_eq!(
            metadata.fingerprint().to_string(),
            "00000000000000000123456789abcdef"
        );
        assert_eq!(metadata.word_count(), u32::MAX);
        assert_eq!(metadata.longest_word(), 63);
        assert_eq!(metadata.name(), "naïve");
        assert_eq!(metadata.source(), "");
        assert_eq!(metadata.license(), "two\nlines");
    }

    #[test]
    fn texts_follow_one_another() {
        let texts = MetadataDefinition {
            source: "by hand".into(),
            ..definition()
        };
        let section = texts.encode().unwrap();
        let metadata = Metadata::from_bytes_unvalidated(&section).unwrap();
        assert_eq!(metadata.validate(), Ok(()));
        let found = (metadata.name(), metadata.source(), metadata.license());
        assert_eq!(found, ("naïve", "by hand", "two\nlines"));
        let fingerprint = std::format!("{:?}", metadata.fingerprint());
        assert_eq!(fingerprint, metadata.fingerprint().to_string());
    }

    #[test]
    fn refuses_fields_out_of_range_and_invalid_texts() {
        let metadata = |what| ImageError::Metadata { what };
        assert_eq!(
            refused(|section| section[16..20].fill(0)),
            metadata("word count")
        );
        for longest in [0, 64, 255] {
            assert_eq!(
                refused(|section| section[20] = longest),
                metadata("longest word")
            );
        }
        assert_eq!(
            refused(|section| section[37] = 1),
            metadata("reserved field")
        );
        assert_eq!(refused(|section| section[40] = 0xff), metadata("name"));
        assert_eq!(refused(|section| section[40] = b'\n'), metadata("name"));
        // Texts that end within a character: first the name, then the source.
        assert_eq!(
            refused(|section| (section[24], section[28]) = (3, 3)),
            metadata("name")
        );
        let moved = |section: &mut Vec<u8>| (section[24], section[28], section[32]) = (2, 1, 12);
        assert_eq!(refused(moved), metadata("source"));
        assert_eq!(
            refused(|section| *section.last_mut().unwrap() = 0x80),
            metadata("license")
        );
    }

    #[test]
    fn refuses_texts_of_another_length() {
        let length = |needed, found| ImageError::SectionLength {
            section: SectionName::METADATA,
            needed,
            found,
        };
        assert_eq!(refused(|section| section.truncate(39)), length(40, 39));
        assert_eq!(refused(|section| section.push(b'x')), length(55, 56));
        assert_eq!(refused(|section| section[24] += 1), length(56, 55));
        let all = 40 + 3 * u64::from(u32::MAX);
        assert_eq!(
            refused(|section| section[24..36].fill(0xff)),
            length(all, 55)
        );
    }

    #[test]
    fn texts_damaged_after_the_check_are_empty() {
        let mut section = definition().encode().unwrap();
        section[40] = 0xff;
        assert_eq!(
            Metadata::from_bytes_unvalidated(&section).unwrap().name(),
            ""
        );
    }
}
