//! All levels together, on images made for each of them.

use lexc_formats::Alphabet;
use lexc_formats::checksum::header_checksum;
use lexc_formats::header::Header;
use lexc_formats::int::U32Le;
use lexc_formats::metadata::MetadataDefinition;
use lexc_formats::record::{EdgeRef, RecordWriter, SEPARATOR};
use lexc_formats::section::{AutomatonEntry, SectionName};
use lexc_formats::set_code::SetCodes;
use lexc_formats::writer::ImageWriter;

use super::*;
use crate::compile::{self, CompileOptions, compile};

const A: u64 = 1 << 1;
const B: u64 = 1 << 2;

fn alphabet() -> Vec<u8> {
    let rows = "A,a,1,1,1\nB,b,1,1,0\nL·L,l·l,1,1,0\n";
    crate::alphabet::parse("test", rows)
        .unwrap()
        .encode()
        .unwrap()
}

fn compiled(words: &[&[u8]], options: &CompileOptions) -> Vec<u8> {
    let section = alphabet();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let compiled = compile(words.iter().copied(), alphabet, options);
    compiled.unwrap().image
}

/// The image with the contents of some sections replaced or added, and its checksums made anew.
fn with_sections(image: &[u8], changed: &[(SectionName, &[u8])]) -> Vec<u8> {
    let sections = Image::from_bytes(image).unwrap().sections();
    let mut writer = ImageWriter::new();
    for section in sections {
        let change = changed.iter().find(|(name, _)| *name == section.name);
        let unchanged = canonical::contents(image, section);
        let contents = change.map_or(unchanged, |(_, contents)| contents);
        writer.add(section.name, contents);
    }
    for (name, contents) in changed {
        if sections.iter().all(|section| section.name != *name) {
            writer.add(*name, contents);
        }
    }
    writer.finish()
}

fn metadata(image: &[u8]) -> MetadataDefinition {
    let metadata = Image::from_bytes(image).unwrap().metadata();
    MetadataDefinition {
        fingerprint: metadata.fingerprint(),
        word_count: metadata.word_count(),
        longest_word: u32::try_from(metadata.longest_word()).unwrap(),
        name: metadata.name().to_owned(),
        source: metadata.source().to_owned(),
        license: metadata.license().to_owned(),
    }
}

fn with_metadata(image: &[u8], change: impl FnOnce(&mut MetadataDefinition)) -> Vec<u8> {
    let mut metadata = metadata(image);
    change(&mut metadata);
    with_sections(
        image,
        &[(SectionName::METADATA, &metadata.encode().unwrap())],
    )
}

/// An image of the word AB whose records are written by hand; `write` returns the roots of DAWG and GADDAG.
fn by_hand(write: impl FnOnce(&mut RecordWriter<1>) -> [EdgeRef; 2]) -> Vec<u8> {
    let mut writer = RecordWriter::new(3);
    let roots = write(&mut writer);
    let (records, codes) = writer.finish();
    of_records(&records, &codes, roots)
}

/// An image of the word AB with these sections.
fn of_records(records: &[U32Le], codes: &SetCodes, roots: [EdgeRef; 2]) -> Vec<u8> {
    let [dawg, gaddag] = roots.map(|root| AutomatonEntry {
        root: U32Le::new(root.word()),
        reserved: U32Le::new(0),
    });
    with_sections(
        &compiled(&[&[1, 2]], &CompileOptions::default()),
        &[
            (SectionName::SETS, bytemuck::bytes_of(codes)),
            (SectionName::DAWG, bytemuck::bytes_of(&dawg)),
            (SectionName::GADDAG, bytemuck::bytes_of(&gaddag)),
            (SectionName::RECORDS, bytemuck::cast_slice(records)),
        ],
    )
}

/// The image without a section.
fn without_section(image: &[u8], name: SectionName) -> Vec<u8> {
    let mut writer = ImageWriter::new();
    for section in Image::from_bytes(image).unwrap().sections() {
        if section.name != name {
            writer.add(section.name, canonical::contents(image, section));
        }
    }
    writer.finish()
}

#[track_caller]
fn assert_fails(image: &[u8], level: Level, message: &str) {
    let report = check(image);
    assert_eq!(report.failure(), Some((level, message)));
    let levels: Vec<Level> = report.levels.iter().map(|(level, _)| *level).collect();
    assert_eq!(levels, Level::ALL);
    for (other, outcome) in report.levels {
        assert_eq!(
            matches!(outcome, Outcome::NotDone(_)),
            other > level,
            "{other}"
        );
    }
}

#[test]
fn good_images_pass_every_level() {
    let words: [&[u8]; 6] = [&[1], &[1, 2], &[1, 2, 1], &[2, 1], &[2, 3, 2, 1], &[3]];
    for automata in [
        compile::Automata::Both,
        compile::Automata::Dawg,
        compile::Automata::Gaddag,
    ] {
        for numbers in [false, automata != compile::Automata::Gaddag] {
            let image = compiled(
                &words,
                &CompileOptions {
                    automata,
                    numbers,
                    name: "Six words".to_owned(),
                    license: "none".to_owned(),
                    ..CompileOptions::default()
                },
            );
            let report = check(&image);
            assert!(report.is_good());
            assert!(report.words.unwrap().iter().eq(words));
            for (level, outcome) in report.levels {
                let is_passed = matches!(outcome, Outcome::Passed(_));
                let has_none = automata == compile::Automata::Dawg && level == Level::Gaddag;
                assert_eq!(is_passed, !has_none, "{level}: {outcome:?}");
            }
        }
    }
}

#[test]
fn alphabets_of_any_size_are_checked() {
    for count in [1, 29, 30, 60, 61, 62] {
        let tile = |code: u8| {
            let letter = char::from_u32(0x0410 + u32::from(code)).unwrap();
            format!("{letter},{letter}{letter},1,1,0\n")
        };
        let rows: String = (0..count).map(tile).collect();
        let definition = crate::alphabet::parse("test", &rows).unwrap();
        let section = definition.encode().unwrap();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let last = [count; 63];
        let words: [&[u8]; 4] = [&[1], &[1, 1], &last[..2], &last];
        let words: std::collections::BTreeSet<&[u8]> = words.into();
        let compiled = compile(words.into_iter(), alphabet, &CompileOptions::default());
        let report = check(&compiled.unwrap().image);
        assert_eq!(report.failure(), None, "{count}");
    }
}

#[test]
fn what_is_recorded_of_the_words_is_checked() {
    let image = compiled(&[&[1, 2], &[1, 2, 1]], &CompileOptions::default());
    assert_fails(
        &with_metadata(&image, |metadata| metadata.word_count = 1),
        Level::Words,
        "section META at offset 448: 1 words are recorded, but there are more, such as ABA",
    );
    assert_fails(
        &with_metadata(&image, |metadata| metadata.word_count = 3),
        Level::Words,
        "section META at offset 448: 3 words are recorded, but there are 2",
    );
    assert_fails(
        &with_metadata(&image, |metadata| metadata.longest_word = 4),
        Level::Words,
        "section META at offset 448: the longest word has 3 tiles, not 4 as recorded",
    );
    let fingerprint = Image::from_bytes(&image).unwrap().metadata().fingerprint();
    assert_fails(
        &with_metadata(&image, |metadata| metadata.fingerprint.0 = [0xAB; 16]),
        Level::Words,
        &format!(
            "section META at offset 448: the words' fingerprint is {fingerprint}, not {} as recorded",
            "ab".repeat(16)
        ),
    );
}

#[test]
fn the_gaddag_has_the_strings_of_the_words_and_no_others() {
    // A◇B and BA.
    let good = by_hand(|records| {
        let after_a = records.push(B, 0, &[]).unwrap();
        let after_b = records.push(A, 0, &[]).unwrap();
        let rest = EdgeRef::lone(0, after_a, 1).unwrap();
        let gaddag = records.push(0, A | B, &[rest, after_b]).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    });
    assert!(check(&good).is_good());
    let without_ba = by_hand(|records| {
        let after_a = records.push(B, 0, &[]).unwrap();
        let rest = EdgeRef::lone(0, after_a, 1).unwrap();
        let gaddag = EdgeRef::lone(1, rest, 1).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &without_ba,
        Level::Gaddag,
        "section GADD at offset 384: of 2 strings 1 are missing, such as BA for AB",
    );
    let with_ab = by_hand(|records| {
        let after_a = records.push(B, 0, &[]).unwrap();
        let after_b = records.push(A, 0, &[]).unwrap();
        let after_rev_a = records.push(B, SEPARATOR, &[after_a]).unwrap();
        let gaddag = records.push(0, A | B, &[after_rev_a, after_b]).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &with_ab,
        Level::Gaddag,
        "section RECS, offset 780: the GADDAG has AB, which is no word read from one of its tiles",
    );
    let twice_separated = by_hand(|records| {
        let after_a = records.push(B, 0, &[]).unwrap();
        let after_b = records.push(A, 0, &[]).unwrap();
        let rest = records.push(B, SEPARATOR, &[after_a]).unwrap();
        let after_rev_a = EdgeRef::lone(0, rest, 1).unwrap();
        let gaddag = records.push(0, A | B, &[after_rev_a, after_b]).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &twice_separated,
        Level::Gaddag,
        "section RECS, offset 768: the GADDAG has A◇◇B, which is no word read from one of its tiles",
    );
}

#[test]
fn words_without_end_are_found_out_soon() {
    // Every word of A and B, of any length up to 80.
    let image = by_hand(|records| {
        let mut record = records.push(A | B, 0, &[]).unwrap();
        for _ in 0..80 {
            record = records.push(A | B, A | B, &[record, record]).unwrap();
        }
        [record, record]
    });
    assert_fails(
        &image,
        Level::Words,
        "section META at offset 448: 1 words are recorded, but there are more, such as AA",
    );
    let image = by_hand(|records| {
        let mut record = records.push(A, 0, &[]).unwrap();
        for _ in 0..80 {
            record = records.push(0, A | B, &[record, record]).unwrap();
        }
        [record, record]
    });
    let (level, message) = check(&image)
        .failure()
        .map(|(level, message)| (level, message.to_owned()))
        .unwrap();
    assert_eq!(level, Level::Words);
    assert!(
        message.ends_with("what goes on from here makes words of more than 63 tiles"),
        "{message}"
    );
}

#[test]
fn records_that_are_alike_or_useless_are_found() {
    let alike = by_hand(|records| {
        let after_a = records.push(B, 0, &[]).unwrap();
        let after_b = records.push(A, 0, &[]).unwrap();
        let again = records.push(B, 0, &[]).unwrap();
        let rest = EdgeRef::lone(0, again, 1).unwrap();
        let gaddag = records.push(0, A | B, &[rest, after_b]).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &alike,
        Level::Minimal,
        "section RECS, offset 776: this record is like the one at section RECS, offset 768",
    );
    let useless = by_hand(|records| {
        let after_a = records.push(B, 0, &[]).unwrap();
        let after_b = records.push(A, 0, &[]).unwrap();
        let rest = EdgeRef::lone(0, after_a, 1).unwrap();
        let gaddag = records.push(0, A | B, &[rest, after_b]).unwrap();
        records.push(A | B, 0, &[]).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    });
    assert_fails(
        &useless,
        Level::Minimal,
        "section RECS, offset 788: nothing leads to this record",
    );
}

/// Records A◇B and BA, the first two of which can come in any order.
fn ordered(is_canonical: bool) -> Vec<u8> {
    by_hand(|records| {
        let mut first = || {
            records
                .push(if is_canonical { B } else { A }, 0, &[])
                .unwrap()
        };
        let first = first();
        let second = records
            .push(if is_canonical { A } else { B }, 0, &[])
            .unwrap();
        let [after_a, after_b] = match is_canonical {
            true => [first, second],
            false => [second, first],
        };
        let rest = EdgeRef::lone(0, after_a, 1).unwrap();
        let gaddag = records.push(0, A | B, &[rest, after_b]).unwrap();
        [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag]
    })
}

#[test]
fn records_in_another_order_are_no_canonical_ones() {
    assert!(check(&ordered(true)).is_good());
    let image = ordered(false);
    assert_fails(
        &image,
        Level::Canonical,
        "section SETS, offset 528: row 1 has the letter set A where this compiler writes the letter set B; \
         different, too: RECS, DAWG, GADD (build the image again)",
    );
    assert!(check(&image).words.is_some());
    assert!(check_up_to(&image, Level::Minimal).is_good());
}

#[test]
fn letter_sets_have_the_codes_that_the_compiler_gives_them() {
    let good = compiled(&[&[1, 2]], &CompileOptions::default());
    let codes = Image::from_bytes(&good).unwrap().sections()[4];
    assert_eq!(codes.name, SectionName::SETS);
    let start = usize::try_from(codes.offset.get()).unwrap();
    let with_row = |row: usize, set: u64| {
        let mut codes = good[start..][..256].to_vec();
        codes[16 * row + 8..][..8].copy_from_slice(&set.to_le_bytes());
        with_sections(&good, &[(SectionName::SETS, &codes)])
    };
    // A code that no record has, for a letter set that has another code, and for one of its own.
    for (row, set, shown) in [(3, A, "A"), (15, A | B | 1 << 3, "AB[L·L]")] {
        let message = format!(
            "section SETS, offset {}: row {row} has the letter set {shown} where this compiler writes no letter set \
             (build the image again)",
            512 + 16 * row
        );
        assert_fails(&with_row(row, set), Level::Canonical, &message);
    }
    // All letter sets written in the records.
    let mut writer = RecordWriter::<1>::default();
    let after_a = writer.push(B, 0, &[]).unwrap();
    let after_b = writer.push(A, 0, &[]).unwrap();
    let rest = EdgeRef::lone(0, after_a, 1).unwrap();
    let gaddag = writer.push(0, A | B, &[rest, after_b]).unwrap();
    let (records, _) = writer.finish();
    let (_, no_codes) = RecordWriter::<1>::new(3).finish();
    let roots = [EdgeRef::lone(1, after_a, 1).unwrap(), gaddag];
    assert_fails(
        &of_records(&records, &no_codes, roots),
        Level::Canonical,
        "section SETS, offset 528: row 1 has no letter set where this compiler writes the letter set B; \
         different, too: RECS, DAWG, GADD (build the image again)",
    );
}

#[test]
fn records_differ_where_no_code_does() {
    // AA, AB, BA and B[L·L]: both letter sets are written.
    let words: [&[u8]; 4] = [&[1, 1], &[1, 2], &[2, 1], &[2, 3]];
    let options = CompileOptions {
        automata: compile::Automata::Dawg,
        ..CompileOptions::default()
    };
    let good = compiled(&words, &options);
    let with_order = |sets: [u64; 2]| {
        let mut writer = RecordWriter::<1>::new(3);
        let mut records = sets.map(|set| (set, writer.push(set, 0, &[]).unwrap()));
        records.sort();
        let root = writer.push(0, A | B, &records.map(|(_, record)| record));
        let root = AutomatonEntry {
            root: U32Le::new(root.unwrap().word()),
            reserved: U32Le::new(0),
        };
        let (records, _) = writer.finish();
        let sections: [(SectionName, &[u8]); 2] = [
            (SectionName::DAWG, bytemuck::bytes_of(&root)),
            (SectionName::RECORDS, bytemuck::cast_slice(&records)),
        ];
        with_sections(&good, &sections)
    };
    let sets = [A | B, A | 1 << 3];
    assert_eq!(with_order(sets), good);
    let offset = Image::from_bytes(&good).unwrap().sections()[4].offset.get();
    let assert_fails = |image: &[u8], message: &str| {
        assert_eq!(check(image).failure(), Some((Level::Canonical, message)));
    };
    assert_fails(
        &with_order([sets[1], sets[0]]),
        &format!(
            "section RECS, offset {offset}: 0x0000000a where this compiler writes 0x00000006; different, too: DAWG \
             (build the image again)"
        ),
    );
    // Nothing needs the codes.
    assert_fails(
        &without_section(&good, SectionName::SETS),
        "section table, offset 128: this compiler writes a section SETS here, which the image does not have \
         (build the image again)",
    );
}

#[test]
fn sections_are_those_that_the_compiler_writes() {
    let good = compiled(&[&[1, 2]], &CompileOptions::default());
    assert_fails(
        &with_sections(&good, &[(SectionName(*b"XtRa"), b"more")]),
        Level::Canonical,
        "section table, offset 256: section XtRa is not one that this compiler writes (build the image again)",
    );
    let mut writer = ImageWriter::new();
    let sections = Image::from_bytes(&good).unwrap().sections();
    for section in [0, 2, 1, 3, 4, 5, 6].map(|index| sections[index]) {
        writer.add(section.name, canonical::contents(&good, &section));
    }
    assert_fails(
        &writer.finish(),
        Level::Canonical,
        "section table, offset 64: section GADD is where this compiler writes section DAWG (build the image again)",
    );
}

#[test]
fn a_filter_without_the_long_words_is_not_the_compilers() {
    let good = compiled(&[&[1; 7], &[1, 2]], &CompileOptions::default());
    let last = Image::from_bytes(&good).unwrap().sections()[6];
    assert_eq!(last.name, SectionName::ANAGRAMS);
    let mut filter = canonical::contents(&good, &last).to_vec();
    assert!(filter[8..].iter().any(|&byte| byte != 0));
    filter[8..].fill(0);
    let image = with_sections(&good, &[(SectionName::ANAGRAMS, &filter)]);
    assert!(Image::from_bytes(&image).is_ok());
    let report = check(&image);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, Level::Words);
    assert_eq!(
        message,
        "section ANAG: the tiles of AAAAAAA are not in the filter (build the image again)"
    );
    // More bits than there need be hide no word.
    filter[8..].fill(0xff);
    let image = with_sections(&good, &[(SectionName::ANAGRAMS, &filter)]);
    let report = check(&image);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, Level::Canonical);
    assert!(message.starts_with("section ANAG, offset "), "{message}");
}

#[test]
fn the_version_is_that_which_the_compiler_writes() {
    let mut later = compiled(&[&[1, 2]], &CompileOptions::default());
    later[10] = 1;
    let mut header: Header = *bytemuck::from_bytes(&later[..32]);
    let table = bytemuck::cast_slice(&later[32..32 + 7 * 32]);
    header.checksum = U32Le::new(header_checksum(&header, table));
    later[..32].copy_from_slice(bytemuck::bytes_of(&header));
    assert_fails(
        &later,
        Level::Canonical,
        "header, offset 8: the image has format version 1.1, this compiler writes 1.0 (build the image again)",
    );
}

#[test]
fn levels_that_are_not_asked_for_are_left_out() {
    let good = compiled(&[&[1, 2]], &CompileOptions::default());
    let not_asked_for = Outcome::NotDone(NOT_ASKED_FOR.to_owned());
    for last in Level::ALL {
        let report = check_up_to(&good, last);
        assert!(report.is_good());
        assert_eq!(report.words.is_some(), last >= Level::Words, "{last}");
        for ((level, outcome), expected) in report.levels.into_iter().zip(Level::ALL) {
            assert_eq!(level, expected);
            assert_eq!(outcome == not_asked_for, level > last, "{last}: {level}");
            assert_eq!(matches!(outcome, Outcome::Passed(_)), level <= last);
        }
        // What fails later is not known yet.
        let mut damaged = good.clone();
        *damaged.last_mut().unwrap() ^= 1;
        let failure = check_up_to(&damaged, last)
            .failure()
            .map(|(level, _)| level);
        let expected = (last >= Level::Checksums).then_some(Level::Checksums);
        assert_eq!(failure, expected, "{last}");
    }
}

#[test]
fn every_error_is_of_the_level_that_says_so() {
    let section = SectionName::DAWG;
    for (error, level) in [
        (ImageError::NoAutomaton, Level::Contents),
        (ImageError::NotCompact, Level::Contents),
        (
            ImageError::TooManyTiles {
                found: 30,
                most: 29,
            },
            Level::Contents,
        ),
        (ImageError::SetCode { offset: 512 }, Level::Contents),
        (
            ImageError::Reserved {
                section: Some(section),
                offset: 324,
            },
            Level::Contents,
        ),
        (
            ImageError::Reserved {
                section: None,
                offset: 28,
            },
            Level::Header,
        ),
        (ImageError::UnknownSection { section }, Level::Header),
        (
            ImageError::RecordsTooLong {
                section: SectionName::RECORDS,
                found: 1,
            },
            Level::Header,
        ),
        (
            ImageError::Padding {
                section,
                offset: 300,
            },
            Level::Checksums,
        ),
        (ImageError::Root { section, found: 1 }, Level::Structure),
    ] {
        assert_eq!(Level::of(&error), level, "{error}");
    }
}

#[test]
fn no_bit_can_be_flipped_and_no_byte_left_out() {
    let image = compiled(
        &[&[1, 2], &[1, 2, 1], &[3]],
        &CompileOptions {
            numbers: true,
            name: "Three".to_owned(),
            ..CompileOptions::default()
        },
    );
    assert!(check(&image).is_good());
    let is_found = |image: &[u8]| {
        let report = check(image);
        let level = report.failure().map(|(level, _)| level);
        matches!(level, Some(Level::Header | Level::Checksums))
    };
    for index in 0..image.len() {
        for bit in 0..8 {
            let mut damaged = image.clone();
            damaged[index] ^= 1 << bit;
            assert!(is_found(&damaged), "bit {bit} of byte {index}");
        }
    }
    for len in 0..image.len() {
        assert!(is_found(&image[..len]), "{len} bytes");
    }
}

/// An image can have far more words than bytes: they are not kept before it is known how many they are.
#[test]
fn more_words_than_there_is_memory_for() {
    let words: Vec<Vec<u8>> = (0..1 << 6)
        .map(|bits| (0..6).map(|at| 1 + (bits >> (5 - at) & 1)).collect())
        .collect();
    let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let image = compiled(&words, &CompileOptions::default());
    // 64 words of six tiles, and four bytes for the end of each.
    assert!(check_within(&image, Level::Canonical, 640).is_good());
    let report = check_within(&image, Level::Canonical, 639);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, Level::Words);
    assert!(message.ends_with("the words take more than 639 bytes, with which they can't be compared (build a smaller lexicon)"), "{message}");
}
