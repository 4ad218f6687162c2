//! Breaks rules for compact nodes that the table of damage does not break, and tests the error.

use std::vec;
use std::vec::Vec;

use super::*;
use crate::WordIndex;
use crate::fixture::Fixture;
use crate::raw::node::NodeRef;
use crate::raw::node::{CompactWriter, Target};

/// Compact nodes that break no rule, as a base for breaches. In an alphabet of five tiles: a leaf in the hot table; a
/// second leaf; an inline node with a hot reference to the first leaf; a node with a letter set, an implicit edge to
/// the inline node, a near reference to the second leaf, and a hot reference to the first leaf; and 200 inline nodes,
/// each with an implicit edge.
struct Sound {
    section: Vec<u8>,
    /// The head of the node with three edges.
    three_edges: NodeRef,
    root: NodeRef,
}

const TILE_COUNT: usize = 5;

impl Sound {
    fn new() -> Sound {
        let mut writer = CompactWriter::new(TILE_COUNT, vec![0b10, 0b10_0100], 1).unwrap();
        let target = |node, hot| Target { node, hot };
        let leaf = writer.push(Some(0), &[]).unwrap();
        let second = writer.push(Some(1), &[]).unwrap();
        let inline = writer.push(None, &[(5, target(leaf, Some(0)))]).unwrap();
        let edges = [
            (1, target(inline, None)),
            (3, target(second, None)),
            (4, target(leaf, Some(0))),
        ];
        let three_edges = writer.push(Some(1), &edges).unwrap();
        let mut root = three_edges;
        for _ in 0..200 {
            root = writer.push(None, &[(2, target(root, None))]).unwrap();
        }
        Sound {
            section: writer.finish(&[leaf]),
            three_edges,
            root,
        }
    }

    /// Checks an image with `section` as its compact nodes and `root` as the root of its DAWG.
    fn verdict(&self, section: &[u8], root: NodeRef) -> Result<(), ImageError> {
        let mut image = Fixture::compact(TILE_COUNT as u32);
        *image.contents(SectionName::COMPACT) = section.to_vec();
        image.contents(SectionName::DAWG)[..4].copy_from_slice(&root.unit().to_le_bytes());
        Image::from_bytes(&image.write()).map(|_| ())
    }

    /// Checks the nodes after a change of the byte at an offset of the section.
    fn with(&self, offset: usize, byte: u8) -> Result<(), ImageError> {
        let mut section = self.section.clone();
        section[offset] = byte;
        self.verdict(&section, self.root)
    }

    /// The place in the section and the text of the error in a table after the change that [`with`](Self::with) makes.
    fn entry(&self, offset: usize, byte: u8) -> (usize, &'static str) {
        match self.with(offset, byte) {
            Err(ImageError::Table { offset, what }) => (offset as usize - self.start(), what),
            other => panic!("{other:?}"),
        }
    }

    /// The start of the section in the image.
    fn start(&self) -> usize {
        let image = Fixture::compact(TILE_COUNT as u32).write();
        let image = Image::from_bytes(&image).unwrap();
        let mut sections = image.sections().iter();
        let section = sections.find(|section| section.name == SectionName::COMPACT);
        section.unwrap().offset.get() as usize
    }

    fn end(&self) -> usize {
        u32::from_le_bytes(self.section[..4].try_into().unwrap()) as usize
    }
}

#[test]
fn accepts_sound_nodes() {
    let sound = Sound::new();
    assert_eq!(sound.verdict(&sound.section, sound.root), Ok(()));
    for tile_count in [2, 31, 32, 62] {
        let image = Fixture::compact(tile_count).write();
        let image = Image::from_bytes(&image).unwrap();
        assert!(image.compact_nodes().is_some() && image.node_units().is_empty());
    }
}

#[test]
fn refuses_invalid_page_heads() {
    let sound = Sound::new();
    let end = sound.end();
    let page_heads = "a page head that is not the last head of its 128 bytes";
    let last = sound.section.len() - 1;
    assert_eq!(last + 1 - (end + 2), end.div_ceil(128));
    for place in [end + 2, last] {
        for byte in [0, NO_HEAD, sound.section[place] ^ 0x80] {
            assert_eq!(sound.entry(place, byte), (place, page_heads));
        }
    }
}

#[test]
fn refuses_roots_that_are_not_nodes() {
    let sound = Sound::new();
    let last = sound.root.unit();
    for root in [0, 7, 8, 10, last + 1, last + 128, u32::MAX >> 1] {
        let error = ImageError::Root {
            section: SectionName::DAWG,
            found: root,
        };
        let found = sound.verdict(&sound.section, NodeRef::from_unit(root));
        assert_eq!(found, Err(error), "{root}");
    }
    assert_eq!(sound.verdict(&sound.section, sound.three_edges), Ok(()));
}

/// The only word is `AB`, of the tiles 1 and 2. Neither the nodes up to the DAWG's root nor the GADDAG's root may have
/// a separator edge.
#[test]
fn separator_edges_are_behind_the_dawg_and_below_the_root() {
    let mut writer = CompactWriter::new(3, Vec::from([1 << 1, 1 << 2]), 0).unwrap();
    let target = |node| Target { node, hot: None };
    let last = writer.push(Some(1), &[]).unwrap();
    let dawg = writer.push(None, &[(1, target(last))]).unwrap();
    let after_a = writer.push(None, &[(0, target(last))]).unwrap();
    let after_b = writer.push(Some(0), &[]).unwrap();
    let gaddag = writer
        .push(None, &[(1, target(after_a)), (2, target(after_b))])
        .unwrap();
    let section = writer.finish(&[]);
    let verdict = |roots: [Option<NodeRef>; 2]| {
        let mut image = Fixture::compact(3).without(SectionName::DAWG);
        *image.contents(SectionName::COMPACT) = section.clone();
        for (name, root) in [SectionName::DAWG, SectionName::GADDAG]
            .into_iter()
            .zip(roots)
        {
            if let Some(root) = root {
                let entry = [root.unit().to_le_bytes(), [0; 4]].concat();
                image.sections.push((name, entry));
            }
        }
        Image::from_bytes(&image.write()).map(|_| ())
    };
    for dawg in [None, Some(dawg)] {
        assert_eq!(verdict([dawg, Some(gaddag)]), Ok(()));
    }
    for root in [after_a.unit(), gaddag.unit() + 1] {
        let error = ImageError::Root {
            section: SectionName::GADDAG,
            found: root,
        };
        let roots = [Some(dawg), Some(NodeRef::from_unit(root))];
        assert_eq!(verdict(roots), Err(error));
    }
    for root in [after_a, after_b, gaddag] {
        let found = verdict([Some(root), Some(gaddag)]);
        let is_separator = matches!(
            found,
            Err(ImageError::Node {
                problem: NodeError::Separator,
                ..
            })
        );
        assert!(is_separator, "{found:?}");
    }
}

#[test]
fn refuses_wrong_counts() {
    let mut fixture = Fixture::compact(3);
    let root = fixture.contents(SectionName::DAWG)[0];
    let section = fixture.contents(SectionName::COMPACT).clone();
    let nodes = CompactNodes::from_bytes_unvalidated(&section, 3).unwrap();
    let counts = WordIndex::encode(nodes, NodeRef::from_unit(root.into())).unwrap();
    let counts: Vec<u8> = bytemuck::cast_slice(&counts).to_vec();
    assert_eq!(counts.len(), 4 * (usize::from(root) + 1));
    let refused = |counts: &[u8]| {
        let mut image = fixture.clone();
        image
            .sections
            .push((SectionName::WORD_INDEX, counts.to_vec()));
        Image::from_bytes(&image.write()).err()
    };
    assert_eq!(refused(&counts), None);
    let section = SectionName::WORD_INDEX;
    let (needed, found) = (counts.len() as u64, counts.len() as u64 - 4);
    let length = ImageError::SectionLength {
        section,
        needed,
        found,
    };
    assert_eq!(refused(&counts[4..]), Some(length));
    for place in 0..counts.len() / 4 {
        let mut wrong = counts.clone();
        wrong[4 * place] += 1;
        let needed = u64::from(counts[4 * place]);
        match refused(&wrong) {
            Some(ImageError::WordIndex {
                needed: right,
                found,
                ..
            }) => {
                assert_eq!((right, u64::from(found)), (needed, needed + 1), "{place}");
            }
            other => panic!("{place}: {other:?}"),
        }
    }
    let words = &mut fixture.contents(SectionName::METADATA)[16];
    *words = 3;
    let error = ImageError::WordCount {
        recorded: 3,
        counted: 2,
    };
    let mut image = fixture.clone();
    image.sections.push((SectionName::WORD_INDEX, counts));
    assert_eq!(Image::from_bytes(&image.write()).err(), Some(error));
}
