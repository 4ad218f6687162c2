//! Hostile contents with right checksums, and images damaged after validation.

use common::parts::{Parts, bytes, compact_section, four_edges, words};
use common::words::{codes, small_list, tiles};
use common::{
    WIDTHS, image, letters, options, small_compact_image, small_image, small_images,
    small_images_of_every_width,
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
fn refuses_nodes_that_break_a_rule() {
    assert!(Image::from_bytes(&of_nodes(&SOUND, Some(5), Some(7)).write()).is_ok());
    assert!(Image::from_bytes(&of_nodes(&SOUND, Some(7), None).write()).is_ok());
    let reference = |found| NodeError::Reference { found };
    let edges = |needed, found| NodeError::EdgeCount { needed, found };
    let short = |needed, found| NodeError::TooShort { needed, found };
    let cases: [(&str, usize, u32, usize, NodeError); 33] = [
        ("to its own node", 4, 5, 4, reference(5)),
        ("forward", 4, 7, 4, reference(7)),
        ("past the end", 4, 8, 4, reference(8)),
        ("far past the end", 4, INLINE - 1, 4, reference(INLINE - 1)),
        ("to a letter set", 4, 0, 4, reference(0)),
        ("to a reference", 6, 4, 6, reference(4)),
        (
            "inline, to its own node",
            6,
            inline(2, 7),
            6,
            reference(inline(2, 7)),
        ),
        (
            "inline, past the end",
            6,
            inline(2, 8),
            6,
            reference(inline(2, 8)),
        ),
        (
            "inline, to a letter set",
            6,
            inline(2, 2),
            6,
            reference(inline(2, 2)),
        ),
        (
            "inline, label 5",
            6,
            inline(5, 1),
            6,
            reference(inline(5, 1)),
        ),
        (
            "inline, label 31",
            6,
            inline(31, 1),
            6,
            reference(inline(31, 1)),
        ),
        (
            "inline, two edges, to its own node",
            6,
            two(2, 3, 7),
            6,
            reference(two(2, 3, 7)),
        ),
        (
            "inline, two edges, the first with label 5",
            6,
            two(5, 1, 1),
            6,
            reference(two(5, 1, 1)),
        ),
        (
            "inline, two edges, the second with label 5",
            6,
            two(1, 5, 1),
            6,
            reference(two(1, 5, 1)),
        ),
        (
            "an unused code",
            5,
            HEAD | 1 << 27 | 0b01010,
            5,
            NodeError::SetCode,
        ),
        (
            "an unused code, with a letter set",
            3,
            HEAD | HAS_SET | 1 << 27,
            3,
            NodeError::SetCode,
        ),
        ("to its own unit", 6, 6, 6, reference(6)),
        (
            "an edge without a reference",
            5,
            HEAD | 0b01110,
            5,
            edges(3, 1),
        ),
        (
            "two edges without a reference",
            5,
            HEAD | 0b11110,
            5,
            edges(4, 1),
        ),
        (
            "one edge, with a direct reference",
            5,
            HEAD | 0b00010,
            5,
            NodeError::NotInline,
        ),
        (
            "a reference as letter set",
            7,
            HEAD | HAS_SET,
            7,
            NodeError::LetterSet,
        ),
        ("no edges", 5, HEAD, 5, NodeError::Empty),
        ("label 5", 5, HEAD | 0b100010, 5, NodeError::Label),
        ("label 26", 5, HEAD | 1 << 26 | 2, 5, NodeError::Label),
        (
            "tile 5 in the letter set",
            0,
            1 << 5,
            1,
            NodeError::LetterSet,
        ),
        (
            "the separator in the letter set",
            0,
            0b101,
            1,
            NodeError::LetterSet,
        ),
        ("an empty letter set", 0, 0, 1, NodeError::LetterSet),
        (
            "a letter set that the head does not announce",
            1,
            HEAD,
            1,
            NodeError::Empty,
        ),
        (
            "a separator in the DAWG",
            5,
            HEAD | 0b01011,
            5,
            NodeError::Separator,
        ),
        (
            "a head in place of a letter set",
            0,
            HEAD | HAS_SET,
            0,
            short(2, 1),
        ),
        ("a head without a node", 0, HEAD, 0, NodeError::Empty),
        (
            "an implicit edge to nothing",
            0,
            HEAD | 0b10,
            0,
            edges(1, 0),
        ),
        ("no head at the end", 7, 0b10, 6, NodeError::NoHead),
    ];
    for (what, index, word, at, problem) in cases {
        let mut nodes = SOUND;
        nodes[index] = word;
        // Leaves out the GADDAG: in the last case, unit 7, its root, is not a head.
        let parts = of_nodes(&nodes, Some(5), None);
        assert_eq!(refused(&parts), node_error(&parts, at, problem), "{what}");
    }
    let after_the_first = |units: &[u32]| [&SOUND[..2], units].concat();
    for (units, at, problem) in [
        (&[inline(2, 1), HEAD | 0b10][..], 3, NodeError::NotInline),
        (&[two(2, 3, 1), HEAD | 0b10], 3, NodeError::NotInline),
        (&[HEAD | 0b10], 2, NodeError::NotInline),
        (&[1, 1, HEAD | 0b110], 2, NodeError::NotImplicit),
        (&[1, 1, HEAD | 0b10], 4, edges(1, 2)),
        // Unit 2, which is between nodes, is an inline reference to unit 2.
        (
            &[inline(2, 2), 1, 1, HEAD | 0b110],
            2,
            reference(inline(2, 2)),
        ),
    ] {
        let parts = of_nodes(&after_the_first(units), None, Some(1));
        assert_eq!(refused(&parts), node_error(&parts, at, problem));
    }
    // Only an inline reference can name a unit between nodes.
    let sound = [two(2, 3, 1), inline(4, 2), 1, inline(1, 3), HEAD | 0b110];
    let parts = of_nodes(
        &after_the_first(&[two(2, 3, 1), 1, 2, HEAD | 0b110]),
        None,
        Some(1),
    );
    assert_eq!(refused(&parts), node_error(&parts, 4, reference(2)));
    let parts = of_nodes(&after_the_first(&sound), None, Some(6));
    assert!(Image::from_bytes(&parts.write()).is_ok());
    let mut nodes = SOUND;
    for found in [two(0, 1, 1), two(1, 0, 1)] {
        nodes[6] = found;
        let in_the_gaddag = of_nodes(&nodes, Some(5), Some(7));
        assert!(Image::from_bytes(&in_the_gaddag.write()).is_ok());
        let in_the_dawg = of_nodes(&nodes, Some(7), None);
        let error = node_error(&in_the_dawg, 6, reference(found));
        assert_eq!(refused(&in_the_dawg), error);
    }

    let longer = [&SOUND[..], &[0]].concat();
    let parts = of_nodes(&longer, Some(5), Some(7));
    assert_eq!(refused(&parts), node_error(&parts, 8, NodeError::NoHead));
}

/// Sound compact nodes after a hot table of one entry, with references of the classes 0 to 4 and 8. Heads are at 12,
/// 15, 16, 22, 25 and 30. A near target is stored as a distance of one byte, a low target as a place of two bytes, and
/// a far target as a place of three bytes.
#[rustfmt::skip]
const COMPACT: [u8; 20] = [
    0, 0x80 | 2, // 12: no edges, the letter set of index 1
    1, 4 * 29 + 1, 0x80 | 1 << 4, // 15: tile 1 to the near 12
    2, // 16: tile 2 to the preceding node
    15, 0, 0, 8 * 29 + 3, 29 + 1, 0x80 | 2 << 4 | 1, // 22: tile 1 to the hot 12, tile 3 to the low 15
    2, 0, 2 * 29 + 4, // 25: tile 4 to 22 by distance
    12, 0, 0, 3 * 29 + 3, 0x80 | 1 << 4 | 1, // 30: tile 3 to the far 12
];

#[test]
fn refuses_compact_nodes_that_break_a_rule() {
    let error = |parts: &Parts, place: u32, problem| ImageError::Node {
        section: SectionName::COMPACT,
        offset: offset_of(&parts.write(), SectionName::COMPACT) + u64::from(place),
        problem,
    };
    let sound = of_compact_nodes(&[12], &COMPACT, 30);
    let image = sound.write();
    let lexicon = Lexicon::from_bytes(&image).expect("no rule is broken");
    let words = [&[1][..], &[2], &[3], &[3, 1], &[4]];
    assert_eq!(codes(&lexicon), words);
    let reference = |found| NodeError::Reference { found };
    let edges = NodeError::EdgeCount {
        needed: 4,
        found: 5,
    };
    let cases: [(&str, usize, u8, u32, NodeError); 18] = [
        ("distance to itself", 23, 0, 25, reference(24)),
        ("to a label byte", 23, 3, 25, reference(21)),
        (
            "below 0",
            24,
            1,
            25,
            reference(24_u32.wrapping_sub(258) & !HEAD),
        ),
        ("near, inside a node", 13, 2, 14, reference(11)),
        ("near itself", 13, 0, 14, reference(13)),
        ("not in the table", 19, 1, 21, reference(0x01_82_00)),
        ("low: its own node", 17, 22, 20, reference(22)),
        ("low: a later one", 17, 25, 20, reference(25)),
        ("far beyond the end", 28, 1, 29, reference(0x01_00_0c)),
        ("label 5", 20, 8 * 29 + 5, 20, NodeError::Label),
        ("a separator in the DAWG", 21, 29, 21, NodeError::Separator),
        ("twice the same label", 20, 8 * 29 + 1, 20, NodeError::Order),
        ("descending labels", 21, 29 + 4, 20, NodeError::Order),
        (
            "no such letter set",
            22,
            0x80 | 2 << 4 | 3,
            22,
            NodeError::SetCode,
        ),
        ("five edges", 22, 0x80 | 5 << 4 | 1, 22, edges),
        (
            "edges below the first node",
            12,
            0x80 | 2 << 4 | 2,
            12,
            NodeError::Start,
        ),
        (
            "edges below the first node, counted by a byte",
            11,
            1,
            12,
            NodeError::Start,
        ),
        ("neither edges nor letters", 12, 0x80, 12, NodeError::Empty),
    ];
    for (what, at, byte, place, problem) in cases {
        let mut nodes = COMPACT;
        nodes[at - 11] = byte;
        let parts = of_compact_nodes(&[12], &nodes, 30);
        assert_eq!(refused(&parts), error(&parts, place, problem), "{what}");
    }

    let entry = |parts: &Parts, place: usize| match refused(parts) {
        ImageError::Table { offset, what } => {
            let start = offset_of(&parts.write(), SectionName::COMPACT);
            assert_eq!(offset, start + place as u64);
            what
        }
        error => panic!("{error:?}"),
    };
    for place in [0, 8, 11, 13, 31, (1 << 24) - 1] {
        let parts = of_compact_nodes(&[place], &COMPACT, 30);
        assert_eq!(
            entry(&parts, 8),
            "an entry of the hot table that names no node"
        );
    }
    for (at, set) in [(31, 0), (31, 1), (32, 0b10_0010), (32, 0x80)] {
        let mut parts = sound.clone();
        parts.contents(SectionName::COMPACT)[at] = set;
        assert_eq!(
            entry(&parts, at),
            "a letter set that is empty or not within the alphabet"
        );
    }
    for mark in [0, 25, 29, 31, 0x80 | 30, 0xff] {
        let mut parts = sound.clone();
        parts.contents(SectionName::COMPACT)[33] = mark;
        assert_eq!(
            entry(&parts, 33),
            "a page head that is not the last head of its 128 bytes"
        );
    }
}

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
    for section in [SectionName::DAWG, SectionName::GADDAG] {
        let mut parts = of_nodes(&SOUND, Some(5), Some(7));
        let offset = offset_of(&parts.write(), section) + 4;
        parts.set_unit(section, 1, 1);
        let section = Some(section);
        assert_eq!(refused(&parts), ImageError::Reserved { section, offset });
    }
    let parts = of_nodes(&[], Some(0), None);
    let (section, found) = (SectionName::DAWG, 0);
    assert_eq!(refused(&parts), ImageError::Root { section, found });
    for found in [0, 10, 11, 13, 29, 31, 128, 1 << 24, INLINE | 30] {
        let parts = of_compact_nodes(&[12], &COMPACT, found);
        assert_eq!(refused(&parts), ImageError::Root { section, found });
    }
    let parts = of_compact_nodes(&[12], &COMPACT, HEAD | 30);
    let found = HEAD | 30;
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

#[test]
fn refuses_invalid_metadata() {
    for image in small_images(4) {
        refuses_metadata_fields_of(&Parts::of(&image));
    }
    // The word index gives the number of words, 9.
    let mut parts = Parts::of(&small_image(4));
    for recorded in [1, 8, 10, u32::MAX] {
        parts.set_unit(SectionName::METADATA, 4, recorded);
        let error = ImageError::WordCount {
            recorded,
            counted: 9,
        };
        assert_eq!(refused(&parts), error);
    }
}

fn refuses_metadata_fields_of(parts: &Parts) {
    let with = |index, word| {
        let mut parts = parts.clone();
        parts.set_unit(SectionName::METADATA, index, word);
        parts
    };
    let metadata = |what| ImageError::Metadata { what };
    assert_eq!(refused(&with(4, 0)), metadata("word count"));
    for longest in [0, 64, u32::MAX] {
        assert_eq!(refused(&with(5, longest)), metadata("longest word"));
    }
    assert_eq!(refused(&with(9, 1)), metadata("reserved field"));
    // Texts that end above 2^32, or past the end of the section.
    for (index, len) in [(6, u32::MAX), (7, u32::MAX), (8, 1)] {
        let error = ImageError::SectionLength {
            section: SectionName::METADATA,
            needed: 40 + u64::from(len),
            found: 40,
        };
        assert_eq!(refused(&with(index, len)), error);
    }
}

/// An image with marks, and its parts.
fn with_marks(section: &[u8]) -> Parts {
    let parts = Parts::of(&small_image(40));
    parts.with(SectionName::MARKS, 0, section)
}

#[test]
fn refuses_marks_that_break_a_rule() {
    let range = |first: u32, last: u32| [first.to_le_bytes(), last.to_le_bytes()].concat();
    let good = [range(0x300, 0x301), range(0x591, 0x5C7)].concat();
    assert!(Image::from_bytes(&with_marks(&good).write()).is_ok());
    for len in [0, 1, 7, 9, 15] {
        let error = refused(&with_marks(&good[..len]));
        let needed = (len.max(1) as u64).next_multiple_of(8);
        let section = SectionName::MARKS;
        let found = len as u64;
        assert_eq!(
            error,
            ImageError::SectionLength {
                section,
                needed,
                found
            }
        );
    }
    let many: Vec<u8> = (0..257)
        .flat_map(|index| range(0x4000 + 2 * index, 0x4000 + 2 * index))
        .collect();
    for (section, place, what) in [
        (range(0x301, 0x300), 0, "not a range of characters"),
        (range(0xD7FF, 0xD800), 0, "not a range of characters"),
        (range(0x300, u32::MAX), 0, "not a range of characters"),
        (
            range(0x7F, 0x7F),
            0,
            "ASCII, or not after the ranges before, with a gap",
        ),
        (
            [good.clone(), good.clone()].concat(),
            16,
            "ASCII, or not after the ranges before, with a gap",
        ),
        (range(0x2000, 0x2000), 0, "a range with white space"),
        (
            range(0x531, 0x531),
            0,
            "a mark is in the text of a tile or a reading",
        ),
        (many.clone(), 8 * 256, "more than 256 ranges"),
    ] {
        let parts = with_marks(&section);
        let offset = offset_of(&parts.write(), SectionName::MARKS) + place;
        assert_eq!(
            refused(&parts),
            ImageError::Contents {
                section: SectionName::MARKS,
                offset,
                what
            }
        );
    }
    // The second reader agrees.
    assert!(common::reader::read(&with_marks(&good).write()).is_ok());
    assert!(common::reader::read(&with_marks(&many).write()).is_err());
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
