//! A small image for unit tests, made by hand, in an alphabet of 2 to 62 tiles.

use alloc::format;
use alloc::vec::Vec;

use crate::metadata::Fingerprint;
use crate::raw::int::U32Le;
use crate::raw::node::{CompactWriter, Target};
use crate::raw::node::{FastWriter, NodeRef, SEPARATOR, mask_units};
use crate::raw::section::SectionName;
use crate::word_index::WordIndex;
use crate::writer::{AlphabetDefinition, ImageWriter, MetadataDefinition, TileDefinition};

/// The sections of an image of two words: the first tile twice, and the first tile followed by the last.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    pub(crate) sections: Vec<(SectionName, Vec<u8>)>,
}

impl Fixture {
    /// An image in an alphabet of two or more tiles.
    pub(crate) fn new(tile_count: u32) -> Fixture {
        let tile = |index: u32| TileDefinition {
            text: format!("+{}", char::from_u32(0xC0 + index).unwrap()),
            blank_text: format!("-{}", char::from_u32(0xC0 + index).unwrap()),
            value: 1,
            count: 2,
            is_vowel: false,
        };
        let alphabet = AlphabetDefinition {
            name: "+-".into(),
            tiles: (0..tile_count).map(tile).collect(),
            blank_count: 2,
            ..AlphabetDefinition::default()
        };
        let metadata = MetadataDefinition {
            fingerprint: Fingerprint::new(7),
            word_count: 2,
            longest_word: 2,
            name: "two".into(),
            source: "by hand".into(),
            license: "none".into(),
        };
        let ([dawg, gaddag], nodes, counts) = match mask_units(tile_count as usize) {
            1 => automata::<1>(tile_count),
            2 => automata::<2>(tile_count),
            _ => automata::<3>(tile_count),
        };
        let root = |root: NodeRef| bytes(&[U32Le::new(root.unit()), U32Le::new(0)]);
        Fixture {
            sections: [
                (SectionName::ALPHABET, alphabet.encode().unwrap()),
                (SectionName::DAWG, root(dawg)),
                (SectionName::GADDAG, root(gaddag)),
                (SectionName::METADATA, metadata.encode().unwrap()),
                (SectionName::NODES, bytes(&nodes)),
                (SectionName::WORD_INDEX, bytes(&counts)),
            ]
            .into(),
        }
    }

    /// An image of the same words, with a DAWG of compact nodes and no GADDAG.
    pub(crate) fn compact(tile_count: u32) -> Fixture {
        let mut fixture = Fixture::new(tile_count)
            .without(SectionName::GADDAG)
            .without(SectionName::WORD_INDEX)
            .without(SectionName::NODES);
        let sets = Vec::from([2 | 1 << tile_count]);
        let mut writer = CompactWriter::new(tile_count as usize, sets, 0).unwrap();
        let after_first = writer.push(Some(0), &[]).unwrap();
        let target = Target {
            node: after_first,
            hot: None,
        };
        let root = writer.push(None, &[(1, target)]).unwrap();
        let section = writer.finish(&[]);
        fixture.sections.push((SectionName::COMPACT, section));
        *fixture.contents(SectionName::DAWG) = bytes(&[U32Le::new(root.unit()), U32Le::new(0)]);
        fixture
    }

    /// The contents of a section.
    pub(crate) fn contents(&mut self, name: SectionName) -> &mut Vec<u8> {
        let section = self.sections.iter_mut().find(|(found, _)| *found == name);
        &mut section.unwrap().1
    }

    /// Removes a section.
    pub(crate) fn without(mut self, name: SectionName) -> Fixture {
        self.sections.retain(|(found, _)| *found != name);
        self
    }

    /// The image.
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut image = ImageWriter::new();
        for (name, contents) in &self.sections {
            image.add(*name, contents);
        }
        image.finish()
    }
}

/// The roots, the nodes and the word index. The DAWG's root is inline; the GADDAG's root has an implicit edge.
fn automata<const W: usize>(last: u32) -> ([NodeRef; 2], Vec<U32Le>, Vec<U32Le>) {
    let mut writer = FastWriter::<W>::default();
    let after_first = writer.push(2 | 1 << last, 0, &[]).unwrap();
    let dawg = NodeRef::inline(1, after_first, W).unwrap();
    let counts = WordIndex::encode(writer.nodes(), dawg).unwrap();
    let backwards_first = writer.push(2, SEPARATOR, &[after_first]).unwrap();
    let backwards_last = writer.push(2, 0, &[]).unwrap();
    let children = [backwards_first, backwards_last];
    let gaddag = writer.push(0, 2 | 1 << last, &children).unwrap();
    ([dawg, gaddag], writer.finish().0, counts)
}

fn bytes(units: &[U32Le]) -> Vec<u8> {
    bytemuck::cast_slice(units).to_vec()
}
