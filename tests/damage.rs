//! Damage of every kind, to images of at least 64 KiB and to a small one of each kind: refused whenever it is opened, and
//! by `lexc check`, with the section at fault.
//!
//! Every case is given to `Lexicon::from_bytes` and to what `lexc check` calls; of the bits flipped in the large images
//! `lexc check` takes some. With `LEXC_DAMAGE=full` the images are larger, and both take everything. That is a matter of
//! minutes: `LEXC_DAMAGE=full cargo test -p lexc-tests damage:: -- --nocapture`, which shows the numbers of cases, too.

use std::collections::HashMap;
use std::ops::Range;
use std::thread;

use common::english::english;
use common::golden::golden_images;
use common::parts::place;
use common::words::scowl_60;
use common::{compact_options, image, options};
use lexc::Automata;
use lexc::check::{CheckLevel, check};
use lexc_formats::raw::section::SectionEntry;
use lexc_formats::{Image, ImageError, SectionName};
use lexc_runtime::Lexicon;

const PAGE_BYTES: usize = 4096;

/// A sound image, and where its sections are.
struct Sound {
    name: String,
    image: Vec<u8>,
    table: Vec<SectionEntry>,
    /// Every so many bits, one is flipped.
    flip_step: usize,
    /// Of the flipped bits, every so many are shown to the check, too.
    check_step: usize,
    /// Every so many places have the bits that CRC-32 misses.
    pattern_step: usize,
}

/// How many cases of each kind were refused.
type Counts = Vec<(&'static str, usize)>;

impl Sound {
    fn new(name: &str, image: Vec<u8>) -> Sound {
        let table = Image::from_bytes(&image)
            .expect("it is sound")
            .sections()
            .to_vec();
        Sound {
            name: name.to_owned(),
            image,
            table,
            flip_step: 1,
            check_step: 1,
            pattern_step: 1,
        }
    }

    /// Where the section table ends.
    fn table_end(&self) -> usize {
        32 + 32 * self.table.len()
    }

    /// The section that the byte at an offset belongs to, or the one that it is padding before.
    fn section_at(&self, offset: usize) -> Option<SectionName> {
        if offset < self.table_end() {
            return None;
        }
        let entry = self.table.iter().find(|&entry| offset < place(entry).end);
        entry.map(|entry| entry.name)
    }

    /// Both refuse these bytes, and name one of the sections; or none, where that is among them.
    #[track_caller]
    fn assert_refused(&self, damaged: &[u8], expected: &[Option<SectionName>], what: &str) {
        let name = &self.name;
        let error = self.assert_not_opened(damaged, expected, what);
        let section = error.section();
        let report = check(damaged);
        let (level, message) = report.failure().unwrap_or_else(|| {
            panic!("{name}, {what}: the check has nothing to say");
        });
        assert!(level <= CheckLevel::Checksums, "{name}, {what}: {level}");
        assert_eq!(message, error.to_string(), "{name}, {what}");
        if let Some(section) = section {
            let named = message.contains(&format!("section {section}"));
            assert!(named, "{name}, {what}: {message}");
        }
    }

    /// The error that the image is not opened with.
    #[track_caller]
    fn assert_not_opened(
        &self,
        damaged: &[u8],
        expected: &[Option<SectionName>],
        what: &str,
    ) -> ImageError {
        let name = &self.name;
        let Err(error) = Lexicon::from_bytes(damaged) else {
            panic!("{name}, {what}: it is opened");
        };
        let is_right = expected.contains(&error.section());
        assert!(is_right, "{name}, {what}: {error}");
        error
    }

    /// The sections with a byte that is not the same any more, if the length is.
    fn changed(&self, damaged: &[u8]) -> Vec<Option<SectionName>> {
        let pairs = self.image.iter().zip(damaged).enumerate();
        let mut sections: Vec<_> = pairs
            .filter(|(_, (a, b))| a != b)
            .map(|(offset, _)| self.section_at(offset))
            .collect();
        sections.dedup();
        sections
    }

    /// Refuses these bytes, which have the length of the image, with one of the sections that have changed; false if
    /// nothing has.
    fn refuses(&self, damaged: &[u8], what: &str) -> bool {
        let changed = self.changed(damaged);
        if changed.is_empty() {
            return false;
        }
        self.assert_refused(damaged, &changed, what);
        true
    }

    fn flipped_bits(&self, bits: Range<usize>) -> usize {
        let mut damaged = self.image.clone();
        let bits = bits.filter(|bit| bit % self.flip_step == 0);
        let count = bits.clone().count();
        for bit in bits {
            let offset = bit / 8;
            damaged[offset] ^= 1 << (bit % 8);
            let expected = [self.section_at(offset)];
            if bit % self.check_step == 0 {
                self.assert_refused(&damaged, &expected, "bit flipped");
            } else {
                self.assert_not_opened(&damaged, &expected, "bit flipped");
            }
            damaged[offset] ^= 1 << (bit % 8);
        }
        assert_eq!(damaged, self.image);
        count
    }

    fn cuts(&self) -> usize {
        for len in 0..self.image.len() {
            let section = self.section_at(len);
            self.assert_refused(&self.image[..len], &[section], "cut off");
        }
        self.image.len()
    }

    fn additions(&self) -> usize {
        let last = self.table.last().map(|entry| entry.name);
        let more: [Vec<u8>; 3] = [
            vec![0; PAGE_BYTES],
            vec![0xff; PAGE_BYTES],
            self.image
                .iter()
                .copied()
                .cycle()
                .take(PAGE_BYTES)
                .collect(),
        ];
        for more in &more {
            let longer = [&self.image[..], more].concat();
            for len in self.image.len() + 1..=longer.len() {
                self.assert_refused(&longer[..len], &[last], "added to");
            }
        }
        more.len() * PAGE_BYTES
    }

    fn pages(&self) -> Vec<Range<usize>> {
        let len = self.image.len();
        let starts = (0..len).step_by(PAGE_BYTES);
        starts
            .map(|start| start..len.min(start + PAGE_BYTES))
            .collect()
    }

    fn zeroed_pages(&self) -> usize {
        let refused = self.pages().into_iter().filter(|page| {
            let mut damaged = self.image.clone();
            damaged[page.clone()].fill(0);
            self.refuses(&damaged, "page zeroed")
        });
        refused.count()
    }

    /// Each page and each other one, in each other's place. The last page may be short: then all after the first moves.
    fn swapped_pages(&self) -> usize {
        let pages = self.pages();
        let pairs = pages.iter().enumerate();
        let pairs = pairs.flat_map(|(index, a)| pages[index + 1..].iter().map(move |b| (a, b)));
        let refused = pairs.filter(|(a, b)| {
            let image = &self.image;
            let damaged = [
                &image[..a.start],
                &image[(*b).clone()],
                &image[a.end..b.start],
                &image[(*a).clone()],
                &image[b.end..],
            ];
            self.refuses(&damaged.concat(), "pages swapped")
        });
        refused.count()
    }

    /// Each page written over each other one of its length, as a file system does that mistakes a block.
    fn repeated_pages(&self) -> usize {
        let pages = self.pages();
        let pairs = pages.iter().flat_map(|a| pages.iter().map(move |b| (a, b)));
        let refused = pairs.filter(|(a, b)| {
            let mut damaged = self.image.clone();
            let len = a.len().min(b.len());
            damaged.copy_within(a.start..a.start + len, b.start);
            self.refuses(&damaged, "page over another")
        });
        refused.count()
    }

    /// Each page once more, at the end of each page, or before all.
    fn inserted_pages(&self) -> usize {
        let last = self.table.last().map(|entry| entry.name);
        let pages = self.pages();
        let mut count = 0;
        for page in &pages {
            for at in std::iter::once(0).chain(pages.iter().map(|page| page.end)) {
                let (before, after) = self.image.split_at(at);
                let damaged = [before, &self.image[page.clone()], after].concat();
                // Where something else comes first, nothing more can be told.
                self.assert_refused(&damaged, &[None, last], "page inserted");
                count += 1;
            }
        }
        count
    }

    /// Each page left out.
    fn lost_pages(&self) -> usize {
        let names: Vec<_> = self.table.iter().map(|entry| Some(entry.name)).collect();
        let expected = [&[None], &names[..]].concat();
        let pages = self.pages();
        for page in &pages {
            let damaged = [&self.image[..page.start], &self.image[page.end..]].concat();
            self.assert_refused(&damaged, &expected, "page lost");
        }
        pages.len()
    }

    /// Three bits that a CRC-32 of the whole file would not see, at every so many places where they fit.
    fn bits_that_crc_misses(&self) -> usize {
        let pattern = bits_that_crc_misses();
        let whole = crc(&self.image);
        let span = pattern[2] + 1;
        let places = (0..(8 * self.image.len()).saturating_sub(span)).step_by(self.pattern_step);
        let mut damaged = self.image.clone();
        for place in places.clone() {
            let mut flip = || {
                for bit in pattern.map(|bit| place + bit) {
                    damaged[bit / 8] ^= 1 << (bit % 8);
                }
            };
            flip();
            let expected = pattern.map(|bit| self.section_at((place + bit) / 8));
            self.assert_refused(&damaged, &expected, "bits that CRC-32 misses");
            if place % 64 == 0 {
                assert_eq!(crc(&damaged), whole);
            }
            for bit in pattern.map(|bit| place + bit) {
                damaged[bit / 8] ^= 1 << (bit % 8);
            }
        }
        assert_eq!(damaged, self.image);
        places.count()
    }

    /// Every kind of damage. The bits are flipped by all threads that the machine has.
    fn damage(&self) -> Counts {
        let bits = 8 * self.image.len();
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
        let share = bits.div_ceil(threads);
        let flipped_bits = thread::scope(|scope| {
            let workers: Vec<_> = (0..bits)
                .step_by(share)
                .map(|start| scope.spawn(move || self.flipped_bits(start..bits.min(start + share))))
                .collect();
            let counts = workers.into_iter().map(|worker| worker.join());
            counts.map(|count| count.expect("all were refused")).sum()
        });
        assert_eq!(flipped_bits, bits.div_ceil(self.flip_step));
        let counts = vec![
            ("single bits flipped", flipped_bits),
            ("cut off", self.cuts()),
            ("added to", self.additions()),
            ("pages zeroed", self.zeroed_pages()),
            ("pages swapped", self.swapped_pages()),
            ("pages over others", self.repeated_pages()),
            ("pages inserted", self.inserted_pages()),
            ("pages lost", self.lost_pages()),
            ("3 bits that CRC-32 misses", self.bits_that_crc_misses()),
        ];
        let cases: usize = counts.iter().map(|(_, count)| count).sum();
        eprintln!(
            "{}: {} bytes, {cases} cases, all refused",
            self.name,
            self.image.len()
        );
        for (kind, count) in &counts {
            eprintln!("  {count:>9} {kind}");
        }
        counts
    }
}

/// CRC-32 as headers have it, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let rest = bytes.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| {
            rest >> 1 ^ if rest & 1 == 0 { 0 } else { 0xedb8_8320 }
        })
    });
    !rest
}

/// The numbers of three bits, the lowest of a byte first, that have no effect on a CRC-32 together, in a span as short as
/// there is: those of three powers of x whose sum the polynomial divides.
fn bits_that_crc_misses() -> [usize; 3] {
    const POLYNOMIAL: u32 = 0x04c1_1db7;
    let mut exponents = HashMap::new();
    let mut power = 1_u32;
    for exponent in 0.. {
        if let Some(other) = exponents.get(&(power ^ 1)) {
            // Higher powers come first.
            return [0, exponent - other, exponent];
        }
        exponents.insert(power, exponent);
        let carry = power >> 31;
        power = (power << 1) ^ (carry * POLYNOMIAL);
    }
    unreachable!("powers of x repeat")
}

#[test]
fn three_bits_can_cancel_out() {
    assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    let pattern = bits_that_crc_misses();
    // FORMAT.md's reason to have a CRC-32 of header and table alone, which have 2,080 bytes at most.
    assert!(pattern[2] > 8 * 2080, "{pattern:?}");
    let mut bytes = vec![0x5a; pattern[2] / 8 + 1];
    let before = crc(&bytes);
    for bit in pattern {
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(crc(&bytes), before);
}

/// Both automata with numbers, the DAWG alone, and the same in compact nodes, each of at least 64 KiB.
fn large_images() -> [Sound; 3] {
    let is_full = std::env::var_os("LEXC_DAMAGE").is_some_and(|value| value == "full");
    let words = scowl_60();
    let with_numbers = options(Automata::Both, true);
    let dawg = options(Automata::Dawg, false);
    // Without `full`, every bit of one of them is flipped.
    [
        ("both automata", with_numbers, [41, 113], 1),
        ("the DAWG alone", dawg, [8, 10], 13),
        ("the compact DAWG", compact_options(), [1, 4], 13),
    ]
    .map(|(name, options, steps, flip_step)| {
        let step = steps[usize::from(!is_full)];
        let words: Vec<Vec<u8>> = words.iter().step_by(step).cloned().collect();
        let image = image(&words, &english(), &options);
        assert!(image.len() >= 65_536, "{name}: {} bytes", image.len());
        let sound = Sound::new(name, image);
        if is_full {
            return sound;
        }
        Sound {
            flip_step,
            check_step: 61,
            pattern_step: 67,
            ..sound
        }
    })
}

#[test]
fn large_images_are_refused_whatever_the_damage() {
    for sound in large_images() {
        let counts = sound.damage();
        let pages = sound.pages().len();
        let expected = [
            (8 * sound.image.len()).div_ceil(sound.flip_step),
            sound.image.len(),
            3 * PAGE_BYTES,
            pages,
            pages * (pages - 1) / 2,
            pages * (pages - 1),
            pages * (pages + 1),
            pages,
        ];
        let mut found = counts.iter().map(|(_, count)| *count);
        assert!(found.clone().take(8).eq(expected), "{counts:?}");
        assert!(found.next_back().is_some_and(|count| count > 1000));
    }
}

#[test]
fn small_images_of_every_kind_are_refused_whatever_the_damage() {
    for golden in golden_images() {
        let counts = Sound::new(&golden.file, golden.image()).damage();
        assert!(counts[..3].iter().all(|(_, count)| *count > 0));
    }
}
