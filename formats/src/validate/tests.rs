//! Tests the checks of header, section table and padding, and of the lengths and fields of sections.

use std::vec::Vec;

use bytemuck::from_bytes;

use super::container::{check_table, header};
use super::*;
use crate::fixture::Fixture;
use crate::raw::checksum::header_checksum;
use crate::raw::header::{Header, MAGIC, Version};
use crate::raw::int::{U32Le, U64Le};
use crate::raw::section::{SectionEntry, SectionName};
use crate::writer::ImageWriter;

fn checked(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    Image::from_bytes(bytes)
}

fn unvalidated(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    Image::open(bytes, Checks::Bounds)
}

/// The error after a change of header or table, with the checksum computed again.
fn refused(change: impl Fn(&mut Header, &mut [SectionEntry])) -> ImageError {
    let mut bytes = Fixture::new(3).write();
    let mut header: Header = *from_bytes(&bytes[..32]);
    let mut table: Vec<SectionEntry> = bytemuck::cast_slice(&bytes[32..224]).to_vec();
    change(&mut header, &mut table);
    header.checksum = U32Le::new(header_checksum(&header, &table));
    bytes[..32].copy_from_slice(bytemuck::bytes_of(&header));
    bytes[32..224].copy_from_slice(bytemuck::cast_slice(&table));
    checked(&bytes).unwrap_err()
}

/// The error after a change of sections, with the checksums computed again.
fn refused_contents(change: impl Fn(&mut Fixture)) -> ImageError {
    let mut fixture = Fixture::new(3);
    change(&mut fixture);
    checked(&fixture.write()).unwrap_err()
}

/// An image with empty definitions of its two words.
fn with_definitions() -> Fixture {
    let mut fixture = Fixture::new(3);
    let section = (SectionName::DEFINITIONS, [0, 0, 0, 0, 10, 10].into());
    fixture.sections.push(section);
    fixture
}

#[test]
fn rejects_other_files_and_images_cut_within_the_header() {
    let magic = |found| Err(ImageError::Magic { found });
    assert_eq!(header(b"AB").map(|_| ()), magic(*b"AB\0\0\0\0\0\0"));
    assert_eq!(
        header(&[0x89, b'l']).map(|_| ()),
        magic([0x89, b'l', 0, 0, 0, 0, 0, 0])
    );
    let what = "header";
    let needed = 32;
    for found in [0, 1, 8, 31] {
        let bytes = &Fixture::new(3).write()[..found];
        let found = found as u64;
        assert_eq!(
            header(bytes).map(|_| ()),
            Err(ImageError::TooShort {
                what,
                needed,
                found
            })
        );
    }
}

#[test]
fn an_image_of_another_version_is_not_reported_as_damaged() {
    for major in [0, 2, u16::MAX] {
        // The bytes other than the magic and the version are not those of an image.
        let mut bytes = [0xaa; 40];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&major.to_le_bytes());
        let found = Version {
            major,
            minor: 0xaaaa,
        };
        assert_eq!(checked(&bytes).unwrap_err(), ImageError::Version { found });
        assert_eq!(
            unvalidated(&bytes).unwrap_err(),
            ImageError::Version { found }
        );
    }
}

#[test]
fn refuses_invalid_header_fields() {
    let found = Fixture::new(3).write().len() as u64;
    let recorded = found + 1;
    let error = refused(|header, _| header.total_bytes = U64Le::new(recorded));
    let section = None;
    assert_eq!(
        error,
        ImageError::Length {
            recorded,
            found,
            section
        }
    );
    let error = refused(|header, _| header.section_count = U32Le::new(65));
    assert_eq!(error, ImageError::SectionCount { found: 65 });
    let (what, needed) = ("section table", 32 + 64 * 32);
    let error = refused(|header, _| header.section_count = U32Le::new(64));
    assert_eq!(
        error,
        ImageError::TooShort {
            what,
            needed,
            found
        }
    );
    let error = refused(|header, _| header.reserved = U32Le::new(1));
    let section = None;
    assert_eq!(
        error,
        ImageError::Reserved {
            section,
            offset: 28
        }
    );

    let mut bytes = Fixture::new(3).write();
    let recorded = u32::from_le_bytes(bytes[24..28].try_into().unwrap());
    bytes[33] ^= 1;
    match unvalidated(&bytes).unwrap_err() {
        ImageError::HeaderChecksum {
            recorded: found,
            computed,
        } => {
            assert_eq!(found, recorded);
            assert_ne!(computed, recorded);
        }
        error => panic!("{error:?}"),
    }
}

#[test]
fn refuses_invalid_rows_of_the_section_table() {
    let section = SectionName::DAWG;
    let found = 2;
    let error = refused(|_, table| table[1].flags = U32Le::new(found));
    assert_eq!(error, ImageError::SectionFlags { section, found });
    let error = refused(|_, table| table[2].name = section);
    assert_eq!(error, ImageError::RepeatedSection { section });
    let unknown = SectionName(*b"WHAT");
    let error = refused(|_, table| (table[5].name, table[5].flags) = (unknown, U32Le::new(3)));
    assert_eq!(error, ImageError::UnknownSection { section: unknown });
    let error = refused(|_, table| (table[5].name, table[5].flags) = (unknown, U32Le::new(2)));
    assert_eq!(
        error,
        ImageError::SectionFlags {
            section: unknown,
            found
        }
    );
    let (len, offset) = (8, 321);
    let error = refused(|_, table| table[1].offset = U64Le::new(offset));
    assert_eq!(
        error,
        ImageError::SectionPlace {
            section,
            offset,
            len
        }
    );
}

/// Checks the section table alone, so that lengths can exceed the memory of the host.
#[test]
fn refuses_more_nodes_than_references_can_name_and_ends_beyond_64_bits() {
    let row = |name: SectionName, offset, len| SectionEntry {
        name,
        flags: U32Le::new(name.known_flags().unwrap_or(0)),
        offset: U64Le::new(offset),
        len: U64Le::new(len),
        checksum: U64Le::new(0),
    };
    let limit = 4 << 29;
    let nodes = |len| check_table(&[row(SectionName::NODES, 64, len)], 64 + len).map(drop);
    assert_eq!(nodes(limit), Ok(()));
    let found = limit + 4;
    assert_eq!(
        nodes(found),
        Err(ImageError::NodesTooLong {
            section: SectionName::NODES,
            found
        })
    );

    let section = SectionName::METADATA;
    let offset = 64;
    let place = |len| check_table(&[row(section, offset, len)], u64::MAX).map(drop);
    assert_eq!(place(u64::MAX - 64), Ok(()));
    for len in [u64::MAX - 63, u64::MAX] {
        let error = ImageError::SectionPlace {
            section,
            offset,
            len,
        };
        assert_eq!(place(len), Err(error));
    }
    // No multiple of 64 lies between the end of the first section and 2^64.
    let first = row(section, 128, u64::MAX - 130);
    let (section, offset, len) = (SectionName::DAWG, 0, 0);
    let error = ImageError::SectionPlace {
        section,
        offset,
        len,
    };
    let table = [first, row(section, offset, len)];
    assert_eq!(check_table(&table, u64::MAX), Err(error));
}

#[test]
fn refuses_padding_and_trailing_bytes() {
    let mut bytes = Fixture::new(3).write();
    let offset = 230;
    bytes[offset] = 1;
    let error = ImageError::Padding {
        section: SectionName::ALPHABET,
        offset: offset as u64,
    };
    assert_eq!(checked(&bytes).unwrap_err(), error);
    assert!(unvalidated(&bytes).is_ok());

    let mut writer = ImageWriter::new();
    let bytes = writer.add(SectionName::DAWG, &[0; 8]).finish();
    let mut longer = bytes.clone();
    longer.push(0);
    let mut header: Header = *from_bytes(&bytes[..32]);
    header.total_bytes = U64Le::new(longer.len() as u64);
    header.checksum = U32Le::new(header_checksum(
        &header,
        bytemuck::cast_slice(&bytes[32..64]),
    ));
    longer[..32].copy_from_slice(bytemuck::bytes_of(&header));
    assert_eq!(
        unvalidated(&longer).unwrap_err(),
        ImageError::Trailing {
            section: Some(SectionName::DAWG),
            offset: 72
        }
    );
}

#[test]
fn reports_damage_before_its_effects() {
    let mut bytes = Fixture::new(3).write();
    // A wrong number of tiles also makes the section's length wrong.
    let offset = 256;
    bytes[offset] = 9;
    match checked(&bytes).unwrap_err() {
        ImageError::SectionChecksum {
            section,
            offset: 256,
            recorded,
            computed,
        } => {
            assert_eq!(section, SectionName::ALPHABET);
            assert_ne!(recorded, computed);
        }
        error => panic!("{error:?}"),
    }
    assert!(matches!(unvalidated(&bytes), Err(ImageError::Alphabet(_))));
}

#[test]
fn refuses_missing_sections() {
    for section in [
        SectionName::ALPHABET,
        SectionName::METADATA,
        SectionName::NODES,
    ] {
        let bytes = Fixture::new(3).without(section).write();
        let error = ImageError::MissingSection { section };
        assert_eq!(checked(&bytes).unwrap_err(), error);
        assert_eq!(unvalidated(&bytes).unwrap_err(), error);
    }
    let section = SectionName::DAWG;
    let without_dawg = Fixture::new(3).without(section);
    let error = ImageError::MissingSection { section };
    assert_eq!(unvalidated(&without_dawg.write()).unwrap_err(), error);
    let without_index = with_definitions().without(SectionName::WORD_INDEX);
    let section = SectionName::WORD_INDEX;
    let error = ImageError::MissingSection { section };
    assert_eq!(unvalidated(&without_index.write()).unwrap_err(), error);
    let neither = without_dawg.without(SectionName::GADDAG);
    assert_eq!(
        unvalidated(&neither.write()).unwrap_err(),
        ImageError::NoAutomaton
    );
}

#[test]
fn refuses_fast_nodes_without_the_code_for_them() {
    assert_eq!(check_store(true), Ok(()));
    assert_eq!(check_store(false), Err(ImageError::NotCompact));
}

#[test]
fn refuses_sections_of_another_length() {
    let length = |section, needed, found| ImageError::SectionLength {
        section,
        needed,
        found,
    };
    for (section, needed, len) in [
        (SectionName::DAWG, 8, 4),
        (SectionName::GADDAG, 8, 12),
        (SectionName::NODES, 40, 39),
        (SectionName::WORD_INDEX, 4, 3),
        (SectionName::DEFINITIONS, 4, 3),
    ] {
        let mut fixture = with_definitions();
        fixture.contents(section).resize(len, 0);
        let error = length(section, needed, len as u64);
        assert_eq!(unvalidated(&fixture.write()).unwrap_err(), error);
    }
    // The number of counts depends on the nodes.
    let error = refused_contents(|image| image.contents(SectionName::WORD_INDEX).truncate(4));
    assert_eq!(error, length(SectionName::WORD_INDEX, 8, 4));
}

#[test]
fn refuses_invalid_contents_of_sections() {
    use crate::alphabet::AlphabetError;
    use crate::error::NodeError;

    let error = refused_contents(|image| image.contents(SectionName::ALPHABET)[4] = 255);
    assert_eq!(error, ImageError::Alphabet(AlphabetError::Name));
    let error = refused_contents(|image| image.contents(SectionName::METADATA)[16] = 0);
    assert_eq!(error, ImageError::Metadata { what: "word count" });
    let error = refused_contents(|image| image.contents(SectionName::DAWG)[3] |= 0x80);
    let found = 0xc000_0021;
    let section = SectionName::DAWG;
    assert_eq!(error, ImageError::Root { section, found });
    let error = refused_contents(|image| image.contents(SectionName::GADDAG)[4] = 1);
    let (section, offset) = (Some(SectionName::GADDAG), 388);
    assert_eq!(error, ImageError::Reserved { section, offset });
    let mut image = with_definitions();
    assert!(checked(&image.write()).is_ok());
    image.contents(SectionName::DEFINITIONS).push(b'.');
    let (offset, what) = (646, "a line without a word");
    let error = ImageError::Contents {
        section: SectionName::DEFINITIONS,
        offset,
        what,
    };
    assert_eq!(checked(&image.write()).unwrap_err(), error);
    let error = refused_contents(|image| image.contents(SectionName::NODES).extend([0; 4]));
    assert!(matches!(
        error,
        ImageError::Node {
            section: SectionName::NODES,
            problem: NodeError::NoHead,
            ..
        }
    ));
}

#[test]
fn names_the_section_that_is_cut_off_or_that_other_bytes_follow() {
    let bytes = Fixture::new(3).write();
    let table: Vec<SectionEntry> = bytemuck::cast_slice(&bytes[32..224]).to_vec();
    let cut = |bytes: &[u8]| match checked(bytes).unwrap_err() {
        ImageError::Length { section, .. } => section,
        error => panic!("{error:?}"),
    };
    for len in 32..bytes.len() {
        let first_cut = table
            .iter()
            .find(|entry| entry.offset.get() + entry.len.get() > len as u64);
        let expected = first_cut.filter(|_| len >= 224).map(|entry| entry.name);
        assert_eq!(cut(&bytes[..len]), expected, "{len}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(cut(&longer), Some(SectionName::WORD_INDEX));
    // No section is named if the table is damaged, too.
    longer[33] ^= 1;
    assert_eq!(cut(&longer), None);
    assert_eq!(
        cut(&[&bytes[..8], &[1, 0, 0, 0, 65], &[0; 19]].concat()),
        None
    );
    // A section whose end overflows is not whole.
    let mut header: Header = *from_bytes(&bytes[..32]);
    let mut endless = table;
    endless[5].len = U64Le::new(u64::MAX);
    for (total_bytes, section) in [(0, None), (u64::MAX, Some(SectionName::WORD_INDEX))] {
        header.total_bytes = U64Le::new(total_bytes);
        header.checksum = U32Le::new(header_checksum(&header, &endless));
        let image = [
            bytemuck::bytes_of(&header),
            bytemuck::cast_slice(&endless),
            &bytes[224..],
        ];
        assert_eq!(cut(&image.concat()), section);
    }
}
