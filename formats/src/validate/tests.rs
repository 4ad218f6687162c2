//! Tests the checks of header, section table and padding, and of the lengths and fields of sections.

use std::string::{String, ToString};
use std::vec::Vec;

use bytemuck::from_bytes;

use super::container::{check_table, header};
use super::*;
use crate::fixture::Fixture;
use crate::raw::checksum::header_checksum;
use crate::raw::header::{Header, MAGIC, Version};
use crate::raw::int::{U32Le, U64Le};
use crate::raw::section::{SectionEntry, SectionName};
use crate::table::assert_table;

fn checked(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    Image::from_bytes(bytes)
}

fn unvalidated(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    Image::open(bytes, Checks::Bounds)
}

/// The image `fast` with one more section.
fn with_section(name: SectionName, contents: &[u8]) -> Fixture {
    let mut fixture = Fixture::new(3);
    fixture.sections.push((name, contents.into()));
    fixture
}

/// An image with compact references of the classes 0 to 4 and 8, and heads at 12, 15, 16, 22, 25 and 30. A near target is
/// stored as a distance of one byte, a low target as a place of two bytes, and a far target as a place of three bytes.
#[rustfmt::skip]
const CLASSES: [u8; 34] = [
    31, 0, 0, 0, 2, 0, 1, 0, 12, 0, 0, // the end of the nodes, two letter sets, a hot table of one entry
    0, 0x80 | 2, // 12: no edges, the letter set of index 1
    1, 4 * 29 + 1, 0x80 | 1 << 4, // 15: tile 1 to the near 12
    2, // 16: tile 2 to the preceding node
    15, 0, 0, 8 * 29 + 3, 29 + 1, 0x80 | 2 << 4 | 1, // 22: tile 1 to the hot 12, tile 3 to the low 15
    2, 0, 2 * 29 + 4, // 25: tile 4 to 22 by distance
    12, 0, 0, 3 * 29 + 3, 0x80 | 1 << 4 | 1, // 30: tile 3 to the far 12
    0b11110, 0b10, // the letter sets
    30, // the page head
];

/// The readings `+.-` of tile 3, and ß and ẞ of two tiles 3; digraphs are longest.
#[rustfmt::skip]
const RULES: [u8; 29] = [
    1, 0, 3, 0, 3, 0, 4, 0, 6, 0, 8, 0, 11, 0, 13, 0, // the header, and the ends of each text and of its tiles
    b'+', b'.', b'-', 3, 0xc3, 0x9f, 3, 3, 0xe1, 0xba, 0x9e, 3, 3,
];

/// The flags f0 and f1 †, the number n0 of two values or none, and the number n1 of one value.
#[rustfmt::skip]
const LABELS: [u8; 94] = [
    2, 2, 8, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 19, 0, // the header: one segment of one entry
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, // 16: the flags
    2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 1, // 28: n0
    1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 4, 0, // 40: n1
    0xe8, 3, 0, 0, 0, 0x28, 0x6b, 0xee, 7, 0, 0, 0, // 52: the values
    0x71, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 64: three entries, and eight zeros
    2, 0, b'f', b'0', 2, 3, b'f', b'1', 0xe2, 0x80, 0xa0, // 75: the names
    2, 0, b'n', b'0', 2, 0, b'n', b'1',
];

/// The error of a case of the table.
fn error_of(case: &str) -> String {
    let mut changes = case.lines();
    let mut image = match changes.next().unwrap() {
        "fast" => Fixture::new(3),
        "compact" => Fixture::compact(3),
        "defined" => with_section(SectionName::DEFINITIONS, &[0, 0, 0, 0, 10, 10]),
        "labelled" => with_section(SectionName::LABELS, &LABELS),
        "ruled" => {
            let mut image = Fixture::new(3);
            image.contents(SectionName::ALPHABET).extend(RULES);
            image
        }
        _ => {
            let mut image = Fixture::compact(4);
            *image.contents(SectionName::COMPACT) = CLASSES.into();
            image.contents(SectionName::DAWG)[0] = 30;
            image
        }
    };
    let mut in_the_image = Vec::new();
    for change in changes {
        let mut words = change.split(' ');
        let [place, kind, value] = [(); 3].map(|()| words.next().unwrap_or(""));
        let name = || SectionName(place.as_bytes().try_into().unwrap());
        let digits = value
            .as_bytes()
            .chunks(2)
            .map(|pair| str::from_utf8(pair).unwrap());
        let bytes = || digits.map(|pair| u8::from_str_radix(pair, 16).unwrap());
        match (place, kind) {
            ("image", offset) => in_the_image.push((offset.parse().unwrap(), bytes().collect())),
            (_, "remove") => image = image.without(name()),
            (_, "add") => image.sections.push((name(), bytes().collect())),
            (_, "cut") => image.contents(name()).truncate(value.parse().unwrap()),
            (_, "end") => image.contents(name()).extend(bytes()),
            (_, offset) => put(
                image.contents(name()),
                offset.parse().unwrap(),
                bytes().collect(),
            ),
        }
    }
    let mut image = image.write();
    for (offset, bytes) in in_the_image {
        put(&mut image, offset, bytes);
        if offset != 24 {
            let rows = usize::from(image[12]).min((image.len() - 32) / 32);
            let table = bytemuck::cast_slice(&image[32..32 + 32 * rows]);
            let checksum = header_checksum(from_bytes(&image[..32]), table);
            put(&mut image, 24, checksum.to_le_bytes().into());
        }
    }
    let Err(error) = checked(&image) else {
        return "sound".into();
    };
    let text = error.to_string();
    if let Some(section) = error.section() {
        assert!(text.contains(&section.to_string()), "{text}");
    }
    match unvalidated(&image).err() == Some(error) {
        true => text + "\nin every opening",
        false => text,
    }
}

/// Writes the bytes at an offset; the contents become longer if need be.
fn put(contents: &mut Vec<u8>, offset: usize, bytes: Vec<u8>) {
    let end = offset + bytes.len();
    contents.resize(end.max(contents.len()), 0);
    contents[offset..end].copy_from_slice(&bytes);
}

#[test]
fn damaged_images_are_refused() {
    assert_table("damage.txt", include_str!("damage.txt"), error_of);
}

#[test]
fn rejects_other_files_and_images_cut_within_the_image() {
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
fn refuses_fast_nodes_without_the_code_for_them() {
    assert_eq!(check_store(true), Ok(()));
    assert_eq!(check_store(false), Err(ImageError::NotCompact));
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
