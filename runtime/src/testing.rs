//! Helpers of the unit tests.

use std::boxed::Box;
use std::cell::Cell;
use std::vec::Vec;

use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{Node, NodeRef, Nodes};
use lexc_formats::{
    Alphabet, AlphabetDefinition, Digraphs, Image, ImageWriter, LabelDefinition, Labels,
    LabelsDefinition, PlacedTile, ReadingDefinition, SectionName, TileDefinition,
};

use crate::{
    Board, Cgp, Layout, Play, Position, Rack, Rules, TextError, TrackedPosition, Undo, Words,
};

/// AT, ATE, ATLATLS, EAR, EEL, EL, ER, LATE, LATER, LETTER, RATE, RE, RELATE, RELATED, RELATES, STEALER, STEEL, TASTE,
/// TATTLE, TATTLER, TATTLERS, TREADLE, TREADLES: many have a tile twice or more, and some are bingos.
pub(crate) static BINGOS: &[u8] = include_bytes!("../examples/relates.gaddag");

/// [`BINGOS`] with an anagram filter that accepts all keys.
pub(crate) fn yes_to_everything() -> Vec<u8> {
    let mut bytes = BINGOS.to_vec();
    let entry = bytes
        .chunks_exact(8)
        .position(|part| part[..4] == SectionName::ANAGRAM_FILTER.0);
    let mut field = bytes
        .chunks_exact(8)
        .skip(entry.unwrap() + 1)
        .map(|part| usize::try_from(u64::from_le_bytes(part.try_into().unwrap())).unwrap());
    let (offset, len) = (field.next().unwrap(), field.next().unwrap());
    let (head, cells) = bytes[offset..offset + len].split_at_mut(8);
    head.fill(0);
    cells.fill(u8::MAX);
    bytes
}

/// [`BINGOS`] with the flags `csw`, `nwl` and `new` and the number `level`: a word's index counts up through all flags and levels.
pub(crate) fn with_labels() -> Vec<u8> {
    let image = Image::from_bytes(BINGOS).unwrap();
    let words: Vec<Vec<u8>> = Words::of(image)
        .map(|word| word.iter().map(|tile| tile.code()).collect())
        .collect();
    let label = |name: &str| LabelDefinition {
        name: name.into(),
        symbol: None,
    };
    let indices = || 0..u32::try_from(words.len()).unwrap();
    let labels = LabelsDefinition {
        flags: ["csw", "nwl", "new"].map(label).into(),
        numbers: [label("level")].into(),
        flags_of_words: indices().map(|index| index % 8).collect(),
        numbers_of_words: [indices().map(|index| (index % 3).checked_sub(1)).collect()].into(),
    };
    let section = Labels::encode(&labels, &mut words.iter().map(Vec::as_slice)).unwrap();
    let mut writer = ImageWriter::new();
    for entry in image.sections() {
        let start = usize::try_from(entry.offset.get()).unwrap();
        let len = usize::try_from(entry.len.get()).unwrap();
        writer.add_with_flags(entry.name, entry.flags.get(), &BINGOS[start..start + len]);
    }
    writer.add_with_flags(SectionName::LABELS, 0, &section);
    writer.finish()
}

// The values of a game can be sent to other threads and shared with them.
const _: () = {
    const fn assert_shareable<T: Send + Sync>() {}
    assert_shareable::<(Board, Rack, Layout, Play, Cgp<'_>)>();
    assert_shareable::<(Rules, Position<'_>, Alphabet<'_>, TextError)>();
    assert_shareable::<(TrackedPosition<'_>, Undo)>();
};

/// The English alphabet: A to Z have the codes 1 to 26.
pub(crate) fn english() -> Alphabet<'static> {
    leak(include!("testing/english.rs"))
}

/// An alphabet with tiles of several characters: A, L, L·L, NY, Ç with the codes 1 to 5, worth 1, 1, 10, 8, 2.
pub(crate) fn catalan() -> Alphabet<'static> {
    let tiles = [
        ("A", "a", 1),
        ("L", "l", 1),
        ("L·L", "l·l", 10),
        ("NY", "ny", 8),
        ("Ç", "ç", 2),
    ];
    let tiles = tiles.map(|(text, blank_text, value)| TileDefinition {
        text: text.into(),
        blank_text: blank_text.into(),
        value,
        count: 2,
        is_vowel: text == "A",
    });
    let definition = AlphabetDefinition {
        name: "catalan".into(),
        tiles: tiles.into(),
        blank_count: 2,
        ..AlphabetDefinition::default()
    };
    leak(definition.encode().unwrap())
}

/// An alphabet with the tiles A, C, CH, H, L, LL, whose codes are 1 to 6. Where several tiles fit a text, the longest
/// is read. Á reads as A, Æ as AA, L.H as LL.
pub(crate) fn spanish() -> Alphabet<'static> {
    let tiles = ["A", "C", "CH", "H", "L", "LL"].map(|text| TileDefinition {
        text: text.into(),
        blank_text: text.to_ascii_lowercase(),
        value: 1,
        count: 2,
        is_vowel: text == "A",
    });
    let reading = |(text, bytes): (&str, &[u8])| ReadingDefinition {
        text: text.into(),
        placed_tiles: bytes
            .iter()
            .copied()
            .filter_map(PlacedTile::from_byte)
            .collect(),
    };
    let readings: [(&str, &[u8]); 5] = [
        ("Á", &[1]),
        ("á", &[129]),
        ("Æ", &[1, 1]),
        ("æ", &[129, 129]),
        ("L.H", &[6]),
    ];
    let definition = AlphabetDefinition {
        name: "spanish".into(),
        tiles: tiles.into(),
        blank_count: 2,
        digraphs: Digraphs::Longest,
        readings: readings.map(reading).into(),
        ..AlphabetDefinition::default()
    };
    leak(definition.encode().unwrap())
}

/// The position at the start of a game.
pub(crate) fn first_position(rules: &Rules, rack: Rack) -> Position<'_> {
    let board = Board::new(rules.layout().dimensions());
    Position::try_new(board, rack, rules).unwrap()
}

fn leak(section: Vec<u8>) -> Alphabet<'static> {
    Alphabet::from_bytes(Box::leak(section.into_boxed_slice())).unwrap()
}

/// Fast nodes in a cycle: every string of the tiles 1 to 4 is a word. The DAWG's root is at index 5, the GADDAG's at index
/// 12.
pub(crate) const EVERY_STRING: [U32Le; 13] = {
    const HEAD_WITH_SET: u32 = 0b11 << 30;
    let dawg = [U32Le::new(5); 4];
    let [a, b, c, d] = dawg;
    let gaddag = U32Le::new(12);
    let set = U32Le::new(0b11110);
    let heads = [HEAD_WITH_SET | 0b11110, HEAD_WITH_SET | 0b11111];
    let [dawg_head, gaddag_head] = [U32Le::new(heads[0]), U32Le::new(heads[1])];
    [
        a,
        b,
        c,
        d,
        set,
        dawg_head,
        gaddag,
        gaddag,
        gaddag,
        gaddag,
        gaddag,
        set,
        gaddag_head,
    ]
};

/// Nodes that count the edges followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<'c, P> {
    pub(crate) inner: P,
    pub(crate) edges: &'c Cell<usize>,
}

impl<P: Nodes> Nodes for Counted<'_, P> {
    fn node(self, reference: NodeRef) -> Node {
        self.inner.node(reference)
    }

    fn child(self, node: Node, rank: u32) -> NodeRef {
        self.edges.set(self.edges.get() + 1);
        self.inner.child(node, rank)
    }

    fn follow(self, node: Node, label: u8) -> NodeRef {
        self.edges.set(self.edges.get() + 1);
        self.inner.follow(node, label)
    }
}
