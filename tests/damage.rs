//! Accidental damage: flipped bits, cut and longer files, and pages lost, moved or zeroed. `Lexicon::from_bytes` and
//! `Lexicon::open` with `Checks::Checksums` refuse every case; they name the broken rule and, for damage after the section
//! table, the section. So does `lexc check`, which gets a sample of the flipped bits and all other cases.
//!
//! The small images are those of `data/images`, of every kind; the large ones have at least 64 KiB, so that they have
//! several pages. By default the tests sample bits, lengths and pages; `LEXC_SCOPE=full` tries all of them, on larger
//! images.

use std::collections::HashMap;
use std::ops::Range;

use common::english::english;
use common::golden::golden_images;
use common::parts::place;
use common::words::scowl_60;
use common::{compact, image, options, scope};
use lexc_compiler::Automata;
use lexc_compiler::check::{CheckLevel, check};
use lexc_formats::raw::section::SectionEntry;
use lexc_formats::{Image, ImageError, SectionName};
use lexc_runtime::{Checks, Lexicon};

const PAGE_BYTES: usize = 4096;

/// A sound image, and its section table.
struct Sound {
    name: String,
    image: Vec<u8>,
    table: Vec<SectionEntry>,
}

impl Sound {
    fn new(name: &str, image: Vec<u8>) -> Sound {
        let sections = Image::from_bytes(&image).expect("the compiler wrote it");
        let table = sections.sections().to_vec();
        Sound {
            name: name.to_owned(),
            image,
            table,
        }
    }

    /// The end of the section table in bytes.
    fn table_end(&self) -> usize {
        32 + 32 * self.table.len()
    }

    /// The section that contains a byte, or that follows it if the byte is padding. `None` for header and section
    /// table.
    fn section_at(&self, offset: usize) -> Option<SectionName> {
        let entry = self.table.iter().find(|&entry| offset < place(entry).end);
        let name = entry.map(|entry| entry.name);
        name.filter(|_| offset >= self.table_end())
    }

    fn last_section(&self) -> Option<SectionName> {
        self.table.last().map(|entry| entry.name)
    }

    /// The error of opening damaged bytes. Asserts that the checksums alone and all checks give the same error.
    #[track_caller]
    fn refused(&self, damaged: &[u8], damage: &str) -> ImageError {
        let by_checksums = Lexicon::open(damaged, Checks::Checksums).err();
        match Lexicon::from_bytes(damaged) {
            Err(error) if by_checksums == Some(error) => error,
            _ => panic!("{}, {damage}: {by_checksums:?} by checksums", self.name),
        }
    }

    /// The error of opening damaged bytes, which `lexc check` reports as well.
    #[track_caller]
    fn refused_by_both(&self, damaged: &[u8], damage: &str) -> ImageError {
        let name = &self.name;
        let error = self.refused(damaged, damage);
        let report = check(damaged);
        let Some((level, message)) = report.failure() else {
            panic!("{name}, {damage}: `lexc check` passes it");
        };
        assert!(level <= CheckLevel::Checksums, "{name}, {damage}: {level}");
        assert_eq!(message, error.to_string(), "{name}, {damage}");
        if let Some(section) = error.section() {
            let section = format!("section {section}");
            assert!(message.contains(&section), "{name}, {damage}: {message}");
        }
        error
    }

    /// Asserts that `Lexicon::from_bytes` and `lexc check` refuse the bytes and name one of these sections.
    #[track_caller]
    fn assert_refused(&self, damaged: &[u8], sections: &[Option<SectionName>], damage: &str) {
        let error = self.refused_by_both(damaged, damage);
        let is_right = sections.contains(&error.section());
        assert!(is_right, "{}, {damage}: {error}", self.name);
    }

    /// Asserts that a flipped bit in the byte at `offset` can cause this error, and that the error's fields are right.
    fn assert_right_error(&self, error: ImageError, offset: usize) {
        let len = self.image.len() as u64;
        let is_right = match error {
            ImageError::Magic { found } => offset < 8 && found != self.image[..8],
            ImageError::Version { found } => (8..10).contains(&offset) && found.major != 1,
            ImageError::SectionCount { found } => (12..16).contains(&offset) && found > 64,
            ImageError::TooShort { what, .. } => {
                (12..16).contains(&offset) && what == "section table"
            }
            ImageError::Length {
                recorded, found, ..
            } => (16..24).contains(&offset) && recorded != found && found == len,
            ImageError::HeaderChecksum { recorded, computed } => {
                recorded != computed && (10..self.table_end()).contains(&offset)
            }
            ImageError::Padding {
                section,
                offset: found,
            } => {
                let is_padding = !self
                    .table
                    .iter()
                    .any(|entry| place(entry).contains(&offset));
                is_padding && Some(section) == self.section_at(offset) && found == offset as u64
            }
            ImageError::SectionChecksum {
                section,
                recorded,
                computed,
                ..
            } => {
                let entry = self
                    .table
                    .iter()
                    .find(|entry| place(entry).contains(&offset));
                recorded != computed
                    && entry.is_some_and(|entry| {
                        entry.name == section && entry.checksum.get() == recorded
                    })
            }
            _ => false,
        };
        assert!(is_right, "{}, byte {offset}: {error:?}", self.name);
    }

    /// Flips every bit of header and table, and every `step`th bit after them.
    fn flip_bits(&self, step: usize) {
        let mut damaged = self.image.clone();
        let contents = 8 * self.table_end();
        let bits = (0..contents).chain((contents..8 * self.image.len()).step_by(step));
        for (case, bit) in bits.enumerate() {
            let offset = bit / 8;
            damaged[offset] ^= 1 << (bit % 8);
            let error = if case % scope::step(11) == 0 {
                self.refused_by_both(&damaged, "bit flipped")
            } else {
                self.refused(&damaged, "bit flipped")
            };
            self.assert_right_error(error, offset);
            damaged[offset] ^= 1 << (bit % 8);
        }
        assert_eq!(damaged, self.image);
    }

    /// Cuts the file at every `step`th length.
    fn cut(&self, step: usize) {
        let recorded = self.image.len() as u64;
        for len in (0..self.image.len()).step_by(step) {
            let found = len as u64;
            let (what, needed) = ("header", 32);
            let expected = match len {
                ..32 => ImageError::TooShort {
                    what,
                    needed,
                    found,
                },
                _ => ImageError::Length {
                    recorded,
                    found,
                    section: self.section_at(len),
                },
            };
            let cut = &self.image[..len];
            assert_eq!(self.refused_by_both(cut, "cut"), expected, "{len}");
            let unvalidated = Lexicon::open(cut, Checks::Bounds).err();
            assert_eq!(unvalidated, Some(expected), "{len}");
        }
    }

    /// Appends up to a page of bytes 0, of bytes 255, and of the image's own bytes.
    fn lengthen(&self, step: usize) {
        let recorded = self.image.len() as u64;
        let own: Vec<u8> = self
            .image
            .iter()
            .copied()
            .cycle()
            .take(PAGE_BYTES)
            .collect();
        for more in [vec![0; PAGE_BYTES], vec![0xff; PAGE_BYTES], own] {
            for added in (1..=PAGE_BYTES).step_by(step) {
                let longer = [&self.image[..], &more[..added]].concat();
                let expected = ImageError::Length {
                    recorded,
                    found: longer.len() as u64,
                    section: self.last_section(),
                };
                assert_eq!(self.refused_by_both(&longer, "lengthened"), expected);
                assert_eq!(Image::total_bytes(&longer), Ok(recorded));
            }
        }
    }

    fn pages(&self) -> Vec<Range<usize>> {
        let len = self.image.len();
        let starts = (0..len).step_by(PAGE_BYTES);
        let page = |start: usize| start..len.min(start + PAGE_BYTES);
        starts.map(page).collect()
    }

    /// Asserts that damaged bytes of the image's length are refused, and that the error names a section that has
    /// changed. Does nothing if no byte has changed.
    fn assert_change_refused(&self, damaged: &[u8], damage: &str) {
        let pairs = self.image.iter().zip(damaged).enumerate();
        let changed = pairs.filter(|(_, (a, b))| a != b);
        let mut sections: Vec<_> = changed.map(|(offset, _)| self.section_at(offset)).collect();
        sections.dedup();
        if !sections.is_empty() {
            self.assert_refused(damaged, &sections, damage);
        }
    }

    fn zero_pages(&self) {
        for page in self.pages() {
            let mut damaged = self.image.clone();
            damaged[page].fill(0);
            self.assert_change_refused(&damaged, "page zeroed");
        }
    }

    /// Swaps each page with every `step`th page after it. If the later page is the short last one, the bytes between
    /// the two pages move.
    fn swap_pages(&self, step: usize) {
        let (image, pages) = (&self.image, self.pages());
        for (index, a) in pages.iter().enumerate() {
            for b in pages[index + 1..].iter().step_by(step) {
                let damaged = [
                    &image[..a.start],
                    &image[b.clone()],
                    &image[a.end..b.start],
                    &image[a.clone()],
                    &image[b.end..],
                ];
                self.assert_change_refused(&damaged.concat(), "pages swapped");
            }
        }
    }

    /// Copies one page over another, for every `step`th pair of pages.
    fn overwrite_pages(&self, step: usize) {
        let pages = self.pages();
        let pairs = pages.iter().flat_map(|a| pages.iter().map(move |b| (a, b)));
        for (a, b) in pairs.step_by(step) {
            let mut damaged = self.image.clone();
            let len = a.len().min(b.len());
            damaged.copy_within(a.start..a.start + len, b.start);
            self.assert_change_refused(&damaged, "page over another");
        }
    }

    /// Inserts a copy of each page at every `step`th of these places: the start of the image, and the end of each page.
    fn insert_pages(&self, step: usize) {
        let pages = self.pages();
        for page in &pages {
            let places = std::iter::once(0).chain(pages.iter().map(|page| page.end));
            for at in places.step_by(step) {
                let (before, after) = self.image.split_at(at);
                let damaged = [before, &self.image[page.clone()], after].concat();
                // An image that starts with another page has a wrong magic, and the error names no section.
                self.assert_refused(&damaged, &[None, self.last_section()], "page inserted");
            }
        }
    }

    fn lose_pages(&self) {
        let names = self.table.iter().map(|entry| Some(entry.name));
        let expected: Vec<_> = std::iter::once(None).chain(names).collect();
        for page in self.pages() {
            let damaged = [&self.image[..page.start], &self.image[page.end..]].concat();
            self.assert_refused(&damaged, &expected, "page lost");
        }
    }

    /// Flips three bits that cancel out in a CRC-32 of the whole file, at every `step`th place.
    fn flip_bits_that_cancel_out(&self, step: usize) {
        let pattern = bits_that_crc_misses();
        let whole = crc(&self.image);
        let places = 8 * self.image.len() - pattern[2];
        for place in (0..places).step_by(step) {
            let mut damaged = self.image.clone();
            let bits = pattern.map(|bit| place + bit);
            for bit in bits {
                damaged[bit / 8] ^= 1 << (bit % 8);
            }
            let sections = bits.map(|bit| self.section_at(bit / 8));
            self.assert_refused(&damaged, &sections, "bits that cancel out");
            if place % 64 == 0 {
                assert_eq!(crc(&damaged), whole);
            }
        }
    }
}

/// CRC-32 as in headers, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let rest = bytes.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| {
            rest >> 1 ^ if rest & 1 == 0 { 0 } else { 0xedb8_8320 }
        })
    });
    !rest
}

/// Positions of three bits whose flips cancel out in a CRC-32; no other such triple spans fewer bits. The three bits
/// are powers of x whose sum is a multiple of the polynomial. Positions count from the lowest bit of the first byte.
fn bits_that_crc_misses() -> [usize; 3] {
    const POLYNOMIAL: u32 = 0x04c1_1db7;
    let mut exponents = HashMap::new();
    let mut power = 1_u32;
    for exponent in 0.. {
        if let Some(other) = exponents.get(&(power ^ 1)) {
            // The bits of a file are coefficients of descending powers.
            return [0, exponent - other, exponent];
        }
        exponents.insert(power, exponent);
        let carry = power >> 31;
        power = (power << 1) ^ (carry * POLYNOMIAL);
    }
    unreachable!("powers of x repeat")
}

#[test]
fn three_bits_cancel_out_in_a_crc_of_more_than_2080_bytes() {
    assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    let pattern = bits_that_crc_misses();
    // Header and table, which a CRC-32 covers, have at most 2,080 bytes.
    assert!(pattern[2] > 8 * 2080, "{pattern:?}");
    let mut bytes = vec![0x5a; pattern[2] / 8 + 1];
    let before = crc(&bytes);
    for bit in pattern {
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(crc(&bytes), before);
}

fn small_images() -> impl Iterator<Item = Sound> {
    let sound = |golden: common::golden::Golden| Sound::new(&golden.file, golden.image());
    golden_images().into_iter().map(sound)
}

/// Images of at least 64 KiB each: fast nodes of both automata with a word index, fast nodes of the DAWG alone, and
/// compact nodes of both automata with a word index and of the DAWG alone.
fn large_images() -> [Sound; 4] {
    let words = scowl_60();
    let with_index = options(Automata::Both, true);
    let dawg = options(Automata::Dawg, false);
    [
        ("both automata", with_index, [39, 90]),
        ("the DAWG alone", dawg, [7, 8]),
        ("both, compact", compact(Automata::Both, true), [11, 30]),
        ("the compact DAWG", compact(Automata::Dawg, false), [1, 4]),
    ]
    .map(|(name, options, steps)| {
        let step = steps[usize::from(!scope::is_full())];
        let words: Vec<Vec<u8>> = words.iter().step_by(step).cloned().collect();
        let image = image(&words, &english(), &options);
        assert!(image.len() >= 65_536, "{name}: {} bytes", image.len());
        Sound::new(name, image)
    })
}

#[test]
fn names_the_rule_that_a_flipped_bit_breaks() {
    small_images().for_each(|sound| sound.flip_bits(scope::step(7)));
    for sound in large_images() {
        sound.flip_bits(scope::step(61));
    }
}

#[test]
fn refuses_an_image_cut_at_any_length() {
    small_images().for_each(|sound| sound.cut(1));
    for sound in large_images() {
        sound.cut(scope::step(13));
    }
}

#[test]
fn refuses_an_image_with_bytes_after_its_end() {
    small_images().for_each(|sound| sound.lengthen(scope::step(61)));
    for sound in large_images() {
        sound.lengthen(scope::step(13));
    }
}

#[test]
fn refuses_pages_zeroed_moved_and_lost() {
    for sound in large_images() {
        assert!(sound.pages().len() > 16);
        sound.zero_pages();
        sound.swap_pages(scope::step(3));
        sound.overwrite_pages(scope::step(3));
        sound.insert_pages(scope::step(3));
        sound.lose_pages();
    }
}

#[test]
fn refuses_bits_that_cancel_out_in_a_crc_of_the_file() {
    for sound in large_images() {
        sound.flip_bits_that_cancel_out(scope::step(251));
    }
}
