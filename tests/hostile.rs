//! Hostile contents with right checksums, and images damaged after validation.

use common::parts::{Parts, bytes, compact_section, four_edges, words};
use common::words::{small_list, tiles};
use common::{
    WIDTHS, image, letters, options, small_compact_image, small_image, small_images_of_every_width,
};
use lexc_compiler::Automata;
use lexc_formats::raw::node::mask_units;
use lexc_formats::{Checks, Image, ImageError, NodeError, SectionName, Tile};
use lexc_runtime::Lexicon;

mod harmless;

/// The bit of a head.
const HEAD: u32 = 1 << 31;
/// The bit of a head with a stored letter set.
const HAS_SET: u32 = 1 << 30;
/// The bit of an inline reference.
const INLINE: u32 = 1 << 30;
/// The bit of an inline reference of two edges, one after the other.
const PAIR: u32 = 1 << 29;

/// An inline reference, for an alphabet of up to 29 tiles.
const fn inline(label: u32, target: u32) -> u32 {
    INLINE | target << 5 | label
}

/// An inline reference of two edges, one after the other, for an alphabet of up to 29 tiles.
const fn two(first: u32, second: u32, target: u32) -> u32 {
    INLINE | PAIR | target << 10 | second << 5 | first
}

/// The error of opening an image that breaks a rule.
#[track_caller]
fn refused(parts: &Parts) -> ImageError {
    Image::from_bytes(&parts.write()).expect_err("the image breaks a rule")
}

/// Offset of a section, in bytes.
fn offset_of(image: &[u8], name: SectionName) -> u64 {
    let image = Image::open(image, Checks::Bounds).expect("header and table are whole");
    let mut sections = image.sections().iter();
    let entry = sections.find(|entry| entry.name == name);
    entry.expect("the section is there").offset.get()
}

/// An image of these compact nodes, for four tiles, with two letter sets: of all tiles, and of tile 1.
fn of_compact_nodes(hot: &[u32], nodes: &[u8], root: u32) -> Parts {
    let mut parts = Parts::of(&small_compact_image(4));
    let sets = [0b11110, 0b10];
    *parts.contents(SectionName::COMPACT) = compact_section(4, hot, nodes, &sets);
    parts.set_unit(SectionName::DAWG, 0, root);
    parts
}

/// The error that reports this problem at this unit of the fast nodes.
fn node_error(parts: &Parts, index: usize, problem: NodeError) -> ImageError {
    let offset = offset_of(&parts.write(), SectionName::NODES) + 4 * index as u64;
    let section = SectionName::NODES;
    ImageError::Node {
        section,
        offset,
        problem,
    }
}

/// An image of these nodes and roots, for four tiles.
fn of_nodes(nodes: &[u32], dawg: Option<u32>, gaddag: Option<u32>) -> Parts {
    let parts = Parts::of(&small_image(4)).without(SectionName::WORD_INDEX);
    let mut parts = parts.without(SectionName::SETS);
    *parts.contents(SectionName::NODES) = bytes(nodes);
    for (name, root) in [(SectionName::DAWG, dawg), (SectionName::GADDAG, gaddag)] {
        match root {
            Some(root) => parts.set_unit(name, 0, root),
            None => parts = parts.without(name),
        }
    }
    parts
}

/// Four sound nodes, with heads at 1, 3, 5 and 7.
const SOUND: [u32; 8] = [
    0b00100,
    HEAD | HAS_SET,
    0b01000,
    HEAD | HAS_SET,
    1,
    HEAD | 0b01010, // tile 1 to the node at 1, tile 3 to the preceding node
    two(2, 3, 1),
    HEAD | 0b10010, // tile 1 to inline nodes (tile 2, then tile 3, then the node at 1); tile 4 to the preceding node
];

#[test]
fn refuses_invalid_roots() {
    let with_separator = [&SOUND[..7], &[HEAD | 0b10001]].concat();
    let invalid: &[u32] = &[
        4,
        8,
        INLINE - 1,
        HEAD | 5,
        inline(0, 5),
        inline(5, 5),
        inline(1, 4),
        inline(1, 8),
    ];
    for &found in invalid {
        for section in [SectionName::DAWG, SectionName::GADDAG] {
            let is_dawg = section == SectionName::DAWG;
            let parts = if is_dawg {
                of_nodes(&SOUND, Some(found), Some(7))
            } else {
                of_nodes(&SOUND, Some(5), Some(found))
            };
            assert_eq!(refused(&parts), ImageError::Root { section, found });
        }
    }
    let parts = of_nodes(&with_separator, Some(5), Some(7));
    let (section, found) = (SectionName::GADDAG, 7);
    assert_eq!(refused(&parts), ImageError::Root { section, found });
    let parts = of_nodes(&[], Some(0), None);
    let (section, found) = (SectionName::DAWG, 0);
    assert_eq!(refused(&parts), ImageError::Root { section, found });
    let parts = of_compact_nodes(&[], &[], 7);
    let found = 7;
    assert_eq!(refused(&parts), ImageError::Root { section, found });
}

/// Sets bits that stand for no tile: in letter sets of every width, the separator's bit and the bits above the last
/// tile; in masks of one unit, the bits above the last tile.
#[test]
fn refuses_bits_above_the_last_tile() {
    let mut written = 0;
    for tile_count in WIDTHS {
        let width = mask_units(tile_count);
        // Tiles 1 and 2 follow the prefix 1; tiles 1 and 3 follow the prefix 1, 2.
        let words = [vec![1, 1], vec![1, 2], vec![1, 2, 1], vec![1, 2, 3]];
        let image = image(
            &words,
            &letters(tile_count),
            &options(Automata::Both, false),
        );
        let parts = Parts::of(&image);
        let image = Image::from_bytes(&image).expect("the image is sound");
        let indices = 0..image.node_units().len();
        let heads = indices.filter(|&index| image.node_units()[index].get() & HEAD != 0);
        let with_bit = |head: usize, index: usize, bit: usize, problem| {
            let mut parts = parts.clone();
            let word = image.node_units()[index].get() | 1 << bit;
            parts.set_unit(SectionName::NODES, index, word);
            assert_eq!(refused(&parts), node_error(&parts, head, problem), "{bit}");
        };
        for head in heads {
            let unit = image.node_units()[head].get();
            // Number of labels in each unit of the letter set; the first unit is right below the head.
            let units = match width {
                1 => {
                    // Above the mask's bits, the head has the set code.
                    for code in tile_count + 1..27 {
                        with_bit(head, head, code, NodeError::Label);
                    }
                    let is_stored = unit >> 27 == (HEAD | HAS_SET) >> 27;
                    if is_stored { vec![31] } else { Vec::new() }
                }
                // The nodes of these words store labels, not a mask: the letter set is right below the head.
                _ if unit >> 24 & 63 == 63 => {
                    [24].into_iter().chain((1..width).map(|_| 30)).collect()
                }
                _ => Vec::new(),
            };
            written += usize::from(!units.is_empty());
            let mut first = 0;
            for (below, count) in (1..).zip(units) {
                for bit in (0..31).filter(|bit| {
                    let label = first + bit;
                    label == 0 || label > tile_count || *bit >= count
                }) {
                    with_bit(head, head - below, bit, NodeError::LetterSet);
                }
                first += count;
            }
        }
    }
    assert!(written > 3, "{written}");
}

/// Changes rows of the table of set codes: rows of unused codes, of the two fixed codes, and rows that must be equal.
#[test]
fn refuses_invalid_set_codes() {
    for (tile_count, wrong) in [
        (
            4,
            &[
                (0, 0, 1),
                (0, 1, 2),
                (8, 0, 0),
                (8, 1, 2),
                (9, 0, 1),
                (15, 1, 1),
                (15, 1, 32),
            ][..],
        ),
        (29, &[(1, 1, 2), (9, 0, 0), (15, 1, 2)]),
    ] {
        let parts = Parts::of(&small_image(tile_count));
        let start = offset_of(&parts.write(), SectionName::SETS);
        for &(row, field, value) in wrong {
            let mut parts = parts.clone();
            let place = 16 * row + 8 * field;
            let contents = parts.contents(SectionName::SETS);
            contents[place..][..8].copy_from_slice(&u64::to_le_bytes(value));
            let offset = start + 16 * row as u64;
            let error = ImageError::SetCode { offset };
            assert_eq!(refused(&parts), error, "{tile_count}: {row}");
        }
    }
    let mut parts = Parts::of(&small_image(4));
    parts.contents(SectionName::SETS).truncate(240);
    let error = ImageError::SectionLength {
        section: SectionName::SETS,
        needed: 256,
        found: 240,
    };
    assert_eq!(refused(&parts), error);
    // If the section `SETS` is missing, heads can have only the two fixed codes.
    let without = Parts::of(&small_image(4)).without(SectionName::SETS);
    let units = words(without.clone().contents(SectionName::NODES));
    let has_code = |unit: &u32| ![0, 0b10000, 0b11000].contains(&(unit >> 27)) && unit & HEAD != 0;
    let coded = units.iter().position(has_code).expect("a set has a code");
    assert_eq!(
        refused(&without),
        node_error(&without, coded, NodeError::SetCode)
    );
    // An image with wide nodes has no section `SETS`.
    let narrow = Parts::of(&small_image(4))
        .contents(SectionName::SETS)
        .clone();
    let wide = Parts::of(&small_image(40)).with(SectionName::SETS, 1, &narrow);
    let offset = offset_of(&wide.write(), SectionName::SETS);
    assert_eq!(refused(&wide), ImageError::SetCode { offset });
}

#[test]
fn refuses_wrong_counts_in_the_word_index() {
    for tile_count in WIDTHS {
        let parts = Parts::of(&small_image(tile_count));
        let start = offset_of(&parts.write(), SectionName::WORD_INDEX);
        let counts = words(parts.clone().contents(SectionName::WORD_INDEX));
        for (index, &count) in counts.iter().enumerate() {
            for found in [count + 1, count.wrapping_sub(1), u32::MAX, count ^ 1 << 31] {
                let mut parts = parts.clone();
                parts.set_unit(SectionName::WORD_INDEX, index, found);
                let error = ImageError::WordIndex {
                    offset: start + 4 * index as u64,
                    needed: u64::from(count),
                    found,
                };
                assert_eq!(refused(&parts), error);
            }
        }
    }
}

/// An image with marks, and its parts.
fn with_marks(section: &[u8]) -> Parts {
    let parts = Parts::of(&small_image(40));
    parts.with(SectionName::MARKS, 0, section)
}

#[test]
fn an_image_has_at_most_256_ranges_of_marks() {
    let ranges = |count: u32| -> Vec<u8> {
        let mark = |index: u32| [(0x4000 + 2 * index).to_le_bytes(); 2].concat();
        (0..count).flat_map(mark).collect()
    };
    let [most, more] = [256, 257].map(|count| with_marks(&ranges(count)));
    assert!(Image::from_bytes(&most.write()).is_ok());
    let error = ImageError::Contents {
        section: SectionName::MARKS,
        offset: offset_of(&more.write(), SectionName::MARKS) + 8 * 256,
        what: "more than 256 ranges",
    };
    assert_eq!(refused(&more), error);
    // The second reader agrees.
    assert!(common::reader::read(&most.write()).is_ok());
    assert!(common::reader::read(&more.write()).is_err());
}

/// After an opening without checks, text is read with any ranges without a panic.
#[test]
fn reads_text_by_any_marks_of_unvalidated_images() {
    let range = |first: u32, last: u32| [first.to_le_bytes(), last.to_le_bytes()].concat();
    for section in [
        range(0, u32::MAX),
        range(u32::MAX, 0),
        range(0x41, 0x5A),
        [range(5, 1), range(0, 0x10_FFFF)].concat(),
    ] {
        let image = with_marks(&section).write();
        let lexicon = Lexicon::open(&image, Checks::Bounds).unwrap();
        for text in ["", "A", "\u{301}", "A\u{301}", "[A]\u{301}", "[\u{301}"] {
            let _ = lexicon.contains_str(text);
            let _ = lexc_runtime::Rack::parse(text, lexicon.alphabet());
        }
    }
}
