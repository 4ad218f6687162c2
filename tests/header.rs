//! Hostile headers and section tables; the header's checksum is right, except where a test changes it.

use common::parts::{Part, Parts, place, seal};
use common::words::{codes, small_list};
use common::{small_compact_image, small_images};
use lexc_formats::{AlphabetError, Image, ImageError, SectionName, Version};
use lexc_runtime::{Checks, Lexicon};

/// The error of opening an image that breaks a rule.
#[track_caller]
fn refused(image: &[u8]) -> ImageError {
    Image::from_bytes(image).expect_err("the image breaks a rule")
}

#[test]
fn refuses_a_section_outside_the_image() {
    for whole in small_images(4) {
        let table = Image::from_bytes(&whole)
            .expect("the image is sound")
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
fn refuses_bytes_after_the_last_section() {
    for (whole, last) in small_images(4).into_iter().zip(LAST) {
        let offset = whole.len() as u64;
        for more in [1, 63, 64, whole.len()] {
            let mut longer = [&whole[..], &whole[..more]].concat();
            let len = longer.len() as u64;
            longer[16..24].copy_from_slice(&len.to_le_bytes());
            seal(&mut longer);
            let section = Some(last);
            assert_eq!(refused(&longer), ImageError::Trailing { section, offset });
        }
    }
}

/// The last section of each small image.
const LAST: [SectionName; 2] = [SectionName::WORD_INDEX, SectionName::ANAGRAM_FILTER];

/// The image with `field` written at `offset`. Recomputes the header's checksum, except at offset 24, where `field` is
/// the checksum.
fn with_field(image: &[u8], offset: usize, field: &[u8]) -> Vec<u8> {
    let mut image = image.to_vec();
    image[offset..offset + field.len()].copy_from_slice(field);
    if offset != 24 {
        seal(&mut image);
    }
    image
}

#[test]
fn refuses_header_fields_out_of_range() {
    for ((image, sections), last) in small_images(4).into_iter().zip([7, 5]).zip(LAST) {
        check_header_fields(&image, sections, last);
    }
}

fn check_header_fields(image: &[u8], sections: u32, last: SectionName) {
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
    // Every minor version is accepted: a section that readers have to support is marked as required.
    for minor in [1, u16::MAX] {
        let image = with_field(10, &minor.to_le_bytes());
        let version = Image::from_bytes(&image).map(|image| image.version());
        assert_eq!(version, Ok(Version { major: 1, minor }));
    }

    let with_count = |count: u32| refused(&with_field(12, &count.to_le_bytes()));
    let (section, offset) = (None, 32);
    assert_eq!(with_count(0), ImageError::Trailing { section, offset });
    // A table one row shorter has the same end, rounded up to a multiple of 64 bytes.
    assert!(matches!(
        with_count(sections - 1),
        ImageError::Trailing { .. }
    ));
    assert!(matches!(
        with_count(sections - 2),
        ImageError::SectionPlace { .. }
    ));
    // A table one row longer reaches into the first section.
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
        let expected = ImageError::Length {
            recorded,
            found,
            section: (recorded < found).then_some(last),
        };
        assert_eq!(error, expected);
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
fn refuses_section_rows_out_of_range() {
    for image in small_images(4) {
        check_section_rows(&image);
    }
}

fn check_section_rows(image: &[u8]) {
    let table = Image::from_bytes(image)
        .expect("the image is sound")
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
        // Lengths that put the section's end one byte past the image's end, at the highest offset, or above 2^64.
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
        // A section that is empty, one byte shorter, or one byte longer.
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
fn refuses_missing_repeated_and_unknown_required_sections() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    let missing = |section| ImageError::MissingSection { section };
    // The word index requires the DAWG.
    let required = [
        SectionName::ALPHABET,
        SectionName::METADATA,
        SectionName::NODES,
        SectionName::DAWG,
    ];
    let required = required.map(|section| (section, missing(section)));
    check_section_names(
        &fast,
        &required,
        &[SectionName::GADDAG, SectionName::WORD_INDEX],
    );
    // An image without compact nodes needs fast nodes.
    let required = [
        (SectionName::ALPHABET, missing(SectionName::ALPHABET)),
        (SectionName::METADATA, missing(SectionName::METADATA)),
        (SectionName::COMPACT, missing(SectionName::NODES)),
        (SectionName::DAWG, ImageError::NoAutomaton),
    ];
    check_section_names(&compact, &required, &[SectionName::ANAGRAM_FILTER]);
    let neither = fast.without(SectionName::DAWG).without(SectionName::GADDAG);
    assert_eq!(refused(&neither.write()), ImageError::NoAutomaton);
}

fn check_section_names(
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

    // The checksum of an unknown section is checked, too.
    let mut image = parts.clone().with(section, 0, b"anything").write();
    *image.last_mut().expect("it is not empty") ^= 1;
    assert!(
        matches!(refused(&image), ImageError::SectionChecksum { section: s, .. } if s == section)
    );

    let mut crowded = parts.clone();
    let more = 64 - u8::try_from(parts.0.len()).expect("a small count");
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

#[test]
fn refuses_fast_nodes_beside_compact_nodes() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    assert_eq!(compact.write(), small_compact_image(4));
    for section in [SectionName::NODES, SectionName::SETS] {
        let mut from_fast = fast.clone();
        let flags = section.known_flags().expect("it is known");
        for contents in [from_fast.contents(section).clone(), Vec::new()] {
            let image = compact.clone().with(section, flags, &contents).write();
            let error = ImageError::BesideCompact { section };
            assert_eq!(refused(&image), error);
            assert_eq!(Image::open(&image, Checks::Bounds).err(), Some(error));
        }
    }
}

#[test]
fn takes_sections_in_any_order() {
    for image in small_images(4) {
        check_section_order(&Parts::of(&image));
    }
}

fn check_section_order(parts: &Parts) {
    // Rows and contents in reverse order.
    let mut backwards = parts.clone();
    backwards.0.reverse();
    let image = backwards.write();
    let lexicon = Lexicon::from_bytes(&image).expect("the order is free");
    assert_eq!(codes(&lexicon), small_list(4));
    // Two rows swapped, but not their contents.
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
fn refuses_sections_of_a_wrong_length() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    let of_fast = [
        (SectionName::METADATA, 1),
        (SectionName::DAWG, 1),
        (SectionName::GADDAG, 4),
        (SectionName::NODES, 1),
        (SectionName::WORD_INDEX, 3),
        (SectionName::WORD_INDEX, 4),
    ];
    check_section_lengths(&fast, &of_fast);
    let of_compact = [
        (SectionName::METADATA, 1),
        (SectionName::DAWG, 4),
        (SectionName::COMPACT, 1),
        (SectionName::COMPACT, 128),
        (SectionName::ANAGRAM_FILTER, 1),
    ];
    check_section_lengths(&compact, &of_compact);
}

fn check_section_lengths(parts: &Parts, wrong: &[(SectionName, usize)]) {
    for &(section, change) in wrong {
        for is_longer in [false, true] {
            let mut parts = parts.clone();
            let contents = parts.contents(section);
            let whole = contents.len();
            let len = if is_longer {
                whole + change
            } else {
                whole.saturating_sub(change)
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
