//! Damaged images, and images with a hostile header or section table: refused for the right reason.

use common::parts::{Part, Parts, place, seal};
use common::words::{codes, small_list};
use common::{small_compact_image, small_images, small_images_of_every_width};
use lexc_formats::{AlphabetError, Image, ImageError, SectionName, Version};
use lexc_runtime::Lexicon;

/// The error that an image is refused with.
#[track_caller]
fn refused(image: &[u8]) -> ImageError {
    Image::from_bytes(image).expect_err("it is not to be loaded")
}

#[test]
fn every_flipped_bit_is_found_and_called_what_it_is() {
    for (tile_count, mut bytes) in small_images_of_every_width() {
        let table = Image::from_bytes(&bytes)
            .expect("it is whole")
            .sections()
            .to_vec();
        let table_end = 32 + 32 * table.len();
        for bit in 0..8 * bytes.len() {
            let offset = bit / 8;
            bytes[offset] ^= 1 << (bit % 8);
            let error = refused(&bytes);
            let section = table.iter().find(|&entry| place(entry).contains(&offset));
            let is_right = match (error, section) {
                (ImageError::Magic { found }, None) => offset < 8 && found == bytes[..8],
                (ImageError::Version { found }, None) => {
                    (8..10).contains(&offset) && found.major != 1
                }
                (ImageError::SectionCount { found }, None) => {
                    (12..16).contains(&offset) && found > 64
                }
                (ImageError::TooShort { what, .. }, None) => {
                    (12..16).contains(&offset) && what == "section table"
                }
                (
                    ImageError::Length {
                        recorded,
                        found,
                        section: None,
                    },
                    None,
                ) => (16..24).contains(&offset) && recorded != found && found == bytes.len() as u64,
                (ImageError::HeaderChecksum { recorded, computed }, None) => {
                    let is_covered = |offset| match offset {
                        10..16 | 24..32 => true,
                        _ => (32..table_end).contains(&offset),
                    };
                    is_covered(offset) && recorded != computed
                }
                (
                    ImageError::Padding {
                        section,
                        offset: found,
                    },
                    None,
                ) => {
                    let mut later = table.iter().filter(|entry| place(entry).start > offset);
                    let next = later.next().map(|entry| entry.name);
                    offset >= table_end && next == Some(section) && found == offset as u64
                }
                (
                    ImageError::SectionChecksum {
                        section: found,
                        recorded,
                        computed,
                        ..
                    },
                    Some(entry),
                ) => {
                    found == entry.name && recorded == entry.checksum.get() && recorded != computed
                }
                _ => false,
            };
            assert!(is_right, "{tile_count} tiles, byte {offset}: {error:?}");
            bytes[offset] ^= 1 << (bit % 8);
        }
        assert!(Image::from_bytes(&bytes).is_ok(), "all is as it was");
    }
}

#[test]
fn images_cut_off_anywhere_are_refused() {
    for (_, whole) in small_images_of_every_width() {
        let recorded = whole.len() as u64;
        let table = Image::from_bytes(&whole)
            .expect("it is whole")
            .sections()
            .to_vec();
        for len in 0..whole.len() {
            let found = len as u64;
            let needed = 32;
            let expected = if len < 32 {
                let what = "header";
                ImageError::TooShort {
                    what,
                    needed,
                    found,
                }
            } else {
                let mut cut = table.iter().filter(|&entry| place(entry).end > len);
                let is_known = len >= 32 + 32 * table.len();
                ImageError::Length {
                    recorded,
                    found,
                    section: cut.next().filter(|_| is_known).map(|entry| entry.name),
                }
            };
            assert_eq!(refused(&whole[..len]), expected, "{len}");
            assert_eq!(
                Image::from_bytes_unvalidated(&whole[..len]).err(),
                Some(expected)
            );
        }
    }
}

#[test]
fn images_cut_off_by_a_hostile_writer_are_refused() {
    for whole in small_images(4) {
        let table = Image::from_bytes(&whole)
            .expect("it is whole")
            .sections()
            .to_vec();
        for len in 32..whole.len() {
            let mut cut = whole[..len].to_vec();
            cut[16..24].copy_from_slice(&(len as u64).to_le_bytes());
            seal(&mut cut);
            let first_outside = table.iter().find(|&entry| place(entry).end > len);
            let table_end = 32 + 32 * table.len() as u64;
            match refused(&cut) {
                ImageError::TooShort {
                    what,
                    needed,
                    found,
                } => {
                    assert!(found == len as u64 && found < table_end);
                    assert_eq!((what, needed), ("section table", table_end));
                }
                ImageError::SectionPlace { section, .. } => {
                    assert_eq!(
                        Some(section),
                        first_outside.map(|entry| entry.name),
                        "{len}"
                    );
                }
                error => panic!("{len}: {error:?}"),
            }
        }
    }
}

#[test]
fn images_with_something_after_them_are_refused() {
    for (whole, last) in small_images(4).into_iter().zip(LAST) {
        something_after_it_is_refused(&whole, last);
    }
}

fn something_after_it_is_refused(whole: &[u8], last: SectionName) {
    let recorded = whole.len() as u64;
    for more in [1, 63, 64, whole.len()] {
        let mut longer = whole.to_vec();
        longer.extend_from_slice(&whole[..more]);
        let found = longer.len() as u64;
        let section = Some(last);
        let error = ImageError::Length {
            recorded,
            found,
            section,
        };
        assert_eq!(refused(&longer), error);
        // How long the image itself is can be told.
        assert_eq!(Image::total_bytes(&longer), Ok(recorded));

        longer[16..24].copy_from_slice(&found.to_le_bytes());
        seal(&mut longer);
        let error = ImageError::Trailing {
            section,
            offset: recorded,
        };
        assert_eq!(refused(&longer), error);
    }
}

/// The last sections of the small images.
const LAST: [SectionName; 2] = [SectionName::WORD_INDEX, SectionName::ANAGRAM_FILTER];

/// An image with other bytes at an offset, and with the header's checksum made right.
fn with_field(image: &[u8], offset: usize, field: &[u8]) -> Vec<u8> {
    let mut image = image.to_vec();
    image[offset..offset + field.len()].copy_from_slice(field);
    if offset != 24 {
        seal(&mut image);
    }
    image
}

#[test]
fn header_fields_at_their_extremes() {
    for ((image, sections), last) in small_images(4).into_iter().zip([7, 5]).zip(LAST) {
        header_at_its_extremes(&image, sections, last);
    }
}

fn header_at_its_extremes(image: &[u8], sections: u32, last: SectionName) {
    let found = image.len() as u64;
    let with_field = |offset, field: &[u8]| with_field(image, offset, field);

    let mut magic = *b"\x89LXC\r\n\x1a\n";
    assert!(Image::from_bytes(&with_field(0, &magic)).is_ok());
    for found in [
        [0; 8],
        [255; 8],
        *b"\tLXC\r\n\x1a\n",
        *b"\x89LXC\n\x1a\n\x01",
    ] {
        assert_eq!(refused(&with_field(0, &found)), ImageError::Magic { found });
    }
    magic[7] += 1;
    let found_magic = ImageError::Magic { found: magic };
    assert_eq!(refused(&with_field(0, &magic)), found_magic);

    for major in [0, 2, u16::MAX] {
        let found = Version { major, minor: 0 };
        let error = refused(&with_field(8, &major.to_le_bytes()));
        assert_eq!(error, ImageError::Version { found });
    }
    // Minor versions add what this reader can do without.
    for minor in [1, u16::MAX] {
        let image = with_field(10, &minor.to_le_bytes());
        let version = Image::from_bytes(&image).map(|image| image.version());
        assert_eq!(version, Ok(Version { major: 1, minor }));
    }

    let with_count = |count: u32| refused(&with_field(12, &count.to_le_bytes()));
    let (section, offset) = (None, 32);
    assert_eq!(with_count(0), ImageError::Trailing { section, offset });
    // Without its last row, the table still ends before the same multiple of 64.
    assert!(matches!(
        with_count(sections - 1),
        ImageError::Trailing { .. }
    ));
    assert!(matches!(
        with_count(sections - 2),
        ImageError::SectionPlace { .. }
    ));
    // With another row, the table would reach into the first section.
    assert!(matches!(
        with_count(sections + 1),
        ImageError::SectionPlace {
            section: SectionName::ALPHABET,
            ..
        }
    ));
    let needed = 32 + 64 * 32;
    let what = "section table";
    assert_eq!(
        with_count(64),
        ImageError::TooShort {
            what,
            needed,
            found
        }
    );
    for found in [65, u32::MAX] {
        assert_eq!(with_count(found), ImageError::SectionCount { found });
    }

    for recorded in [0, 31, 32, found - 1, found + 1, u64::MAX] {
        let error = refused(&with_field(16, &recorded.to_le_bytes()));
        let error_there = ImageError::Length {
            recorded,
            found,
            section: (recorded < found).then_some(last),
        };
        assert_eq!(error, error_there);
    }
    for recorded in [0, u32::MAX] {
        let error = refused(&with_field(24, &recorded.to_le_bytes()));
        assert!(matches!(error, ImageError::HeaderChecksum { recorded: r, .. } if r == recorded));
    }
    for reserved in [1, u32::MAX] {
        let error = refused(&with_field(28, &reserved.to_le_bytes()));
        assert_eq!(
            error,
            ImageError::Reserved {
                section,
                offset: 28
            }
        );
    }
}

#[test]
fn section_rows_at_their_extremes() {
    for image in small_images(4) {
        rows_at_their_extremes(&image);
    }
}

fn rows_at_their_extremes(image: &[u8]) {
    let table = Image::from_bytes(image)
        .expect("it is whole")
        .sections()
        .to_vec();
    let with_field = |offset, field: &[u8]| with_field(image, offset, field);
    for (row, entry) in table.iter().enumerate() {
        let at = 32 + 32 * row;
        let section = entry.name;
        for found in [entry.flags.get() ^ 1, 2, 1 << 31, u32::MAX] {
            let error = refused(&with_field(at + 4, &found.to_le_bytes()));
            assert_eq!(error, ImageError::SectionFlags { section, found });
        }
        let (start, len) = (entry.offset.get(), entry.len.get());
        let ends = [0, 1, start - 64, start - 1, start + 1, start + 64, u64::MAX];
        for offset in ends {
            let error = refused(&with_field(at + 8, &offset.to_le_bytes()));
            assert_eq!(
                error,
                ImageError::SectionPlace {
                    section,
                    offset,
                    len
                }
            );
        }
        // Past the image's end, also where the sum is past 2^64.
        for len in [image.len() as u64 - start + 1, u64::MAX - start, u64::MAX] {
            let error = refused(&with_field(at + 16, &len.to_le_bytes()));
            let offset = start;
            assert_eq!(
                error,
                ImageError::SectionPlace {
                    section,
                    offset,
                    len
                }
            );
        }
        // Empty, a byte shorter, or a byte longer at the cost of the padding.
        for len in [0, len - 1, len + 1] {
            match refused(&with_field(at + 16, &len.to_le_bytes())) {
                ImageError::SectionPlace { .. } | ImageError::Trailing { .. } => {}
                ImageError::Padding { offset, .. } => assert!(offset >= start + len),
                ImageError::SectionChecksum { section: found, .. } => assert_eq!(found, section),
                error => panic!("{section}, {len} bytes: {error:?}"),
            }
        }
        for recorded in [0, u64::MAX] {
            let error = refused(&with_field(at + 24, &recorded.to_le_bytes()));
            let expected = ImageError::SectionChecksum {
                section,
                offset: start,
                recorded,
                computed: entry.checksum.get(),
            };
            assert_eq!(error, expected);
        }
    }
}

#[test]
fn sections_that_are_missing_twice_there_or_unknown() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    let missing = |section| ImageError::MissingSection { section };
    // WordIndex are the DAWG's.
    let required = [
        SectionName::ALPHABET,
        SectionName::METADATA,
        SectionName::NODES,
        SectionName::DAWG,
    ];
    let required = required.map(|section| (section, missing(section)));
    missing_twice_there_or_unknown(
        &fast,
        &required,
        &[SectionName::GADDAG, SectionName::WORD_INDEX],
    );
    // Without compact nodes there have to be others.
    let required = [
        (SectionName::ALPHABET, missing(SectionName::ALPHABET)),
        (SectionName::METADATA, missing(SectionName::METADATA)),
        (SectionName::COMPACT, missing(SectionName::NODES)),
        (SectionName::DAWG, ImageError::NoAutomaton),
    ];
    missing_twice_there_or_unknown(&compact, &required, &[SectionName::ANAGRAM_FILTER]);
    let neither = fast.without(SectionName::DAWG).without(SectionName::GADDAG);
    assert_eq!(refused(&neither.write()), ImageError::NoAutomaton);
}

fn missing_twice_there_or_unknown(
    parts: &Parts,
    required: &[(SectionName, ImageError)],
    optional: &[SectionName],
) {
    for &(section, error) in required {
        assert_eq!(refused(&parts.clone().without(section).write()), error);
    }
    let words = small_list(4);
    for &name in optional {
        let image = parts.clone().without(name).write();
        let lexicon = Lexicon::from_bytes(&image).expect("the section is optional");
        assert_eq!(codes(&lexicon), words);
    }
    for Part {
        name,
        flags,
        contents,
    } in parts.0.clone()
    {
        let twice = parts.clone().with(name, flags, &contents).write();
        assert_eq!(
            refused(&twice),
            ImageError::RepeatedSection { section: name }
        );
    }

    let section = SectionName(*b"Leav");
    for contents in [&b"anything"[..], b""] {
        let image = parts.clone().with(section, 0, contents).write();
        let lexicon = Lexicon::from_bytes(&image).expect("the section is skipped");
        assert_eq!(codes(&lexicon), words);
    }
    for flags in [1, 3, u32::MAX] {
        let image = parts.clone().with(section, flags, b"anything").write();
        assert_eq!(refused(&image), ImageError::UnknownSection { section });
    }
    let found = 2;
    let image = parts.clone().with(section, found, b"anything").write();
    assert_eq!(refused(&image), ImageError::SectionFlags { section, found });
    let message = ImageError::UnknownSection { section }.to_string();
    assert!(message.contains("requires a section Leav"), "{message}");

    // What is in a section that nobody knows is checked all the same.
    let mut image = parts.clone().with(section, 0, b"anything").write();
    *image.last_mut().expect("it is not empty") ^= 1;
    assert!(
        matches!(refused(&image), ImageError::SectionChecksum { section: s, .. } if s == section)
    );

    let mut crowded = parts.clone();
    let more = 64 - u8::try_from(parts.0.len()).expect("a few");
    for number in 0..more {
        crowded = crowded.with(SectionName([b'x', b'y', b'z', number]), 0, &[number]);
    }
    assert!(Image::from_bytes(&crowded.write()).is_ok());
    let found = 65;
    let one_more = crowded.with(section, 0, b"");
    assert_eq!(
        refused(&one_more.write()),
        ImageError::SectionCount { found }
    );
}

/// Compact nodes take the place of others, and know no numbers and no GADDAG.
#[test]
fn sections_beside_compact_records() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    assert_eq!(compact.write(), small_compact_image(4));
    for section in [
        SectionName::NODES,
        SectionName::SETS,
        SectionName::GADDAG,
        SectionName::WORD_INDEX,
    ] {
        let mut from_fast = fast.clone();
        let flags = section.known_flags().expect("it is known");
        for contents in [from_fast.contents(section).clone(), Vec::new()] {
            let image = compact.clone().with(section, flags, &contents).write();
            let error = ImageError::BesideCompact { section };
            assert_eq!(refused(&image), error);
            assert_eq!(Image::from_bytes_unvalidated(&image).err(), Some(error));
        }
    }
}

#[test]
fn sections_in_another_order() {
    for image in small_images(4) {
        in_another_order(&Parts::of(&image));
    }
}

fn in_another_order(parts: &Parts) {
    // With their places, the order does not matter.
    let mut backwards = parts.clone();
    backwards.0.reverse();
    let image = backwards.write();
    let lexicon = Lexicon::from_bytes(&image).expect("the order is free");
    assert_eq!(codes(&lexicon), small_list(4));
    // Two rows alone are no order.
    for row in 0..parts.0.len() - 1 {
        let mut image = parts.write();
        let at = 32 + 32 * row;
        image[at..at + 64].rotate_left(32);
        seal(&mut image);
        let section = parts.0[row + 1].name;
        assert!(
            matches!(refused(&image), ImageError::SectionPlace { section: s, .. } if s == section)
        );
    }
}

#[test]
fn sections_of_a_wrong_length() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    let of_fast = [
        (SectionName::METADATA, 1),
        (SectionName::DAWG, 1),
        (SectionName::GADDAG, 4),
        (SectionName::NODES, 1),
        (SectionName::WORD_INDEX, 3),
        (SectionName::WORD_INDEX, 4),
    ];
    of_a_wrong_length(&fast, &of_fast);
    let of_compact = [
        (SectionName::METADATA, 1),
        (SectionName::DAWG, 4),
        (SectionName::COMPACT, 1),
        (SectionName::COMPACT, 128),
        (SectionName::ANAGRAM_FILTER, 1),
    ];
    of_a_wrong_length(&compact, &of_compact);
}

fn of_a_wrong_length(parts: &Parts, wrong: &[(SectionName, usize)]) {
    for &(section, odd) in wrong {
        for is_longer in [false, true] {
            let mut parts = parts.clone();
            let contents = parts.contents(section);
            let whole = contents.len();
            let len = if is_longer {
                whole + odd
            } else {
                whole.saturating_sub(odd)
            };
            contents.resize(len, 0);
            match refused(&parts.write()) {
                ImageError::SectionLength {
                    section: s,
                    needed,
                    found,
                } => {
                    assert_eq!((s, found), (section, len as u64));
                    assert_ne!(needed, found);
                }
                error => panic!("{section}, {len} bytes: {error:?}"),
            }
        }
    }
    let mut cut = parts.clone();
    let found = cut.contents(SectionName::ALPHABET).len() - 1;
    cut.contents(SectionName::ALPHABET).truncate(found);
    let needed = found + 1;
    let error = ImageError::Alphabet(AlphabetError::Length { needed, found });
    assert_eq!(refused(&cut.write()), error);
    for empty in parts.0.iter().map(|part| part.name) {
        let mut parts = parts.clone();
        parts.contents(empty).clear();
        assert!(Image::from_bytes(&parts.write()).is_err(), "{empty}");
    }
}
