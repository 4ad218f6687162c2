//! Every rule is checked, and its breach named.

use std::vec::Vec;

use super::word_index::check_counts;
use super::*;
use crate::fixture::Fixture;
use crate::raw::node::{CODE_SHIFT, SetCodes, head_mask_bits};
use crate::raw::node::{FastWriter, INLINE_BIT, PAIR_BIT, inline_label_bits, mask_units};
use crate::word_index::WordIndex;

/// FastNodes that break no rule, to be changed so that they do: two leaves with a letter set, then a node with a
/// letter set and three edges, direct to the first leaf, inline to the first leaf, and chained to the second.
struct Sound<const W: usize> {
    words: Vec<u32>,
    tile_count: usize,
}

impl<const W: usize> Sound<W> {
    /// The heads.
    const FIRST: usize = 2 * W - 1;
    const SECOND: usize = 4 * W - 1;
    const LAST: usize = 6 * W + 1;
    /// The references.
    const INLINE: usize = 4 * W;
    const DIRECT: usize = 4 * W + 1;

    fn new(tile_count: usize) -> Sound<W> {
        let mut writer = FastWriter::<W>::default();
        let first = writer.push(1 << tile_count, 0, &[]).unwrap();
        let inline = NodeRef::inline(tile_count as u8, first, W).unwrap();
        let second = writer.push(2, 0, &[]).unwrap();
        let mask = SEPARATOR | 2 | 1 << tile_count;
        let last = writer.push(4, mask, &[first, inline, second]).unwrap();
        let heads = [first, second, last].map(|head| head.unit() as usize);
        assert_eq!(heads, [Self::FIRST, Self::SECOND, Self::LAST]);
        let words = writer.finish().0.iter().map(|word| word.get()).collect();
        Sound { words, tile_count }
    }

    /// The verdict on these words instead, the first `dawg_len` of which are the DAWG's.
    fn verdict(&self, words: &[u32], dawg_len: usize) -> Result<(), (usize, NodeError)> {
        let words: Vec<U32Le> = words.iter().copied().map(U32Le::new).collect();
        let tiles = tile_labels(self.tile_count);
        let codes = SetCodes::none(self.tile_count);
        let nodes = FastNodes::<W>::with_codes(&words, codes, self.tile_count);
        check_nodes(nodes, tiles, dawg_len)
    }

    /// The verdict with this word at an index.
    fn with(&self, index: usize, word: u32) -> Result<(), (usize, NodeError)> {
        let mut words = self.words.clone();
        words[index] = word;
        self.verdict(&words, 0)
    }
}

fn masks_and_letter_sets<const W: usize>(sound: &Sound<W>) {
    let (first, last) = (Sound::<W>::FIRST, Sound::<W>::LAST);
    // The highest part of each mask has room for more than the alphabet has, or codes that are not used; so has
    // that of a letter set.
    for head in [first, last] {
        let word = sound.words[head] | 1 << 29;
        assert_eq!(sound.with(head, word), Err((head, NodeError::SetCode)));
        for bit in head_mask_bits(sound.tile_count)..CODE_SHIFT {
            let word = sound.words[head] | 1 << bit;
            assert_eq!(sound.with(head, word), Err((head, NodeError::Label)));
        }
    }
    let error = Err((first, NodeError::LetterSet));
    let highest_part = first - W;
    let word = sound.words[highest_part];
    assert_eq!(sound.with(highest_part, word | 1 << 30), error);
    // The separator completes no word; and a letter set is not empty.
    assert_eq!(sound.with(0, sound.words[0] | 1), error);
    assert_eq!(sound.with(highest_part, 0), error);
    let without_set = sound.words[first] & !STORED_SET_BIT;
    assert_eq!(
        sound.with(first, without_set),
        Err((first, NodeError::Empty))
    );
    // In the DAWG there is no separator.
    assert_eq!(sound.verdict(&sound.words, last), Ok(()));
    let error = Err((last, NodeError::Separator));
    assert_eq!(sound.verdict(&sound.words, last + 1), error);
}

fn references<const W: usize>(sound: &Sound<W>) {
    let (inline, direct) = (Sound::<W>::INLINE, Sound::<W>::DIRECT);
    let (len, first) = (sound.words.len() as u32, sound.words[direct]);
    let (last, none) = (sound.tile_count as u32, (1 << inline_label_bits(W)) - 1);
    let one = |label, index| INLINE_BIT | index << inline_label_bits(W) | label;
    let two = |label, second, index| {
        let rest = one(second, index) & !INLINE_BIT;
        INLINE_BIT | PAIR_BIT | rest << inline_label_bits(W) | label
    };
    let own = Sound::<W>::LAST as u32;
    assert_eq!(sound.words[inline], one(last, first));
    for (place, found) in [
        (direct, first - 1),
        (direct, own),
        (direct, len),
        (direct, INLINE_BIT - 1),
        (inline, one(last, first + 1)),
        (inline, one(last, own)),
        (inline, one(last, len)),
        (inline, one(none, first)),
        (inline, two(last, last, first + 1)),
        (inline, two(last, last, own)),
        (inline, two(last, none, first)),
        (inline, two(none, last, first)),
    ] {
        let error = Err((place, NodeError::Reference { found }));
        assert_eq!(sound.with(place, found), error, "{place}: {found:#x}");
    }
    // A inline separator edge is right in the GADDAG alone.
    for found in [one(0, first), two(last, 0, first), two(0, last, first)] {
        assert_eq!(sound.with(inline, found), Ok(()));
        let mut words = sound.words.clone();
        words[inline] = found;
        words[Sound::<W>::LAST + 1 - W] ^= 0b101;
        assert_eq!(sound.verdict(&words, 0), Ok(()));
        let error = Err((inline, NodeError::Reference { found }));
        assert_eq!(sound.verdict(&words, words.len()), error);
    }
}

fn edge_counts<const W: usize>(sound: &Sound<W>) {
    let (inline, last) = (Sound::<W>::INLINE, Sound::<W>::LAST);
    let (first, second) = (Sound::<W>::FIRST as u32, Sound::<W>::SECOND as u32);
    let error = |head, found| Err((head, NodeError::EdgeCount { needed: 3, found }));
    let mut words = sound.words.clone();
    words.remove(inline);
    assert_eq!(sound.verdict(&words, 0), error(last - 1, 1));
    // Nothing is chained if the last edge leads elsewhere; if not, it has to be.
    let mut words = sound.words.clone();
    words.insert(inline, first);
    assert_eq!(sound.verdict(&words, 0), Ok(()));
    words[inline] = second;
    assert_eq!(
        sound.verdict(&words, 0),
        Err((inline, NodeError::NotImplicit))
    );
    words.insert(inline, first);
    assert_eq!(sound.verdict(&words, 0), error(last + 2, 4));
    // The first node is chained to nothing.
    let mut words = sound.words[last + 1 - W..].to_vec();
    words[W - 1] &= !STORED_SET_BIT;
    assert_eq!(sound.verdict(&words, 0), error(W - 1, 0));
    let mut words = sound.words[..W].to_vec();
    words.extend(&sound.words[..W]);
    words[2 * W - 1] |= HEAD_BIT | STORED_SET_BIT;
    let (needed, found) = (1, 0);
    assert_eq!(
        sound.verdict(&words, 0),
        Err((2 * W - 1, NodeError::EdgeCount { needed, found }))
    );
}

fn one_edge_and_nothing_else<const W: usize>(sound: &Sound<W>) {
    let with_reference = |reference: Option<u32>| {
        let mut words = sound.words[..=Sound::<W>::SECOND].to_vec();
        words.extend(reference);
        let low_part = words.len();
        words.resize(low_part + W, 0);
        words[low_part] |= 2;
        words[low_part + W - 1] |= HEAD_BIT;
        sound.verdict(&words, 0)
    };
    let refused = |head| Err((head, NodeError::NotInline));
    assert_eq!(with_reference(None), refused(Sound::<W>::SECOND + W));
    let direct = sound.words[Sound::<W>::DIRECT];
    assert_eq!(
        with_reference(Some(direct)),
        refused(Sound::<W>::SECOND + W + 1)
    );
    let inline = NodeRef::from_unit(sound.words[Sound::<W>::INLINE]);
    assert_eq!(
        with_reference(Some(inline.unit())),
        refused(Sound::<W>::SECOND + W + 1)
    );
    // A inline reference can hold two edges, but not three.
    let two = NodeRef::inline(1, inline, W).unwrap();
    assert_eq!(with_reference(Some(two.unit())), Ok(()));
}

fn ends<const W: usize>(sound: &Sound<W>) {
    let (needed, found) = (2 * W as u64, 2 * W as u64 - 1);
    let error = Err((Sound::<W>::FIRST - 1, NodeError::TooShort { needed, found }));
    assert_eq!(sound.verdict(&sound.words[1..], 0), error);
    let longer = [&sound.words[..], &[0]].concat();
    let no_head = |start| Err((start, NodeError::NoHead));
    assert_eq!(sound.verdict(&longer, 0), no_head(Sound::<W>::LAST + 1));
    let shorter = &sound.words[..Sound::<W>::LAST];
    assert_eq!(sound.verdict(shorter, 0), no_head(Sound::<W>::SECOND + 1));
}

fn checks_every_rule<const W: usize>(tile_count: usize) {
    let sound = Sound::<W>::new(tile_count);
    assert_eq!(sound.verdict(&sound.words, 0), Ok(()));
    masks_and_letter_sets(&sound);
    references(&sound);
    edge_counts(&sound);
    one_edge_and_nothing_else(&sound);
    ends(&sound);
}

#[test]
fn rules_for_records_of_one_mask_word() {
    checks_every_rule::<1>(20);
    checks_every_rule::<1>(26);
    checks_every_rule::<1>(28);
}

#[test]
fn rules_for_records_of_two_mask_words() {
    checks_every_rule::<2>(32);
    checks_every_rule::<2>(59);
}

#[test]
fn rules_for_records_of_three_mask_words() {
    checks_every_rule::<3>(62);
}

#[test]
fn letter_sets_have_the_code_they_can_have() {
    let mut writer = FastWriter::<1>::new(28);
    let heads = [2, 4, 8].map(|set| writer.push(set, 0, &[]).unwrap().unit());
    assert_eq!(heads, [0, 1, 3], "there are two codes");
    let verdict = |words: &[U32Le]| {
        let nodes = FastNodes::<1>::with_codes(words, writer.nodes().set_codes(), 28);
        check_nodes(nodes, tile_labels(28), 0)
    };
    let mut words = writer.nodes().units().to_vec();
    assert_eq!(verdict(&words), Ok(()));
    words[2] = U32Le::new(4);
    assert_eq!(verdict(&words), Err((3, NodeError::SetCode)));
}

#[test]
fn roots_name_records_without_a_separator() {
    for (section, found) in [
        (SectionName::DAWG, 0),
        (SectionName::DAWG, 1 << 29),
        (SectionName::DAWG, 1 << 30 | 1),
        (SectionName::DAWG, 1 << 30 | 4 << 25 | 1),
        (SectionName::GADDAG, 8),
        (SectionName::GADDAG, 10),
        (SectionName::GADDAG, 4),
    ] {
        let mut fixture = Fixture::new(3);
        fixture.contents(section)[..4].copy_from_slice(&u32::to_le_bytes(found));
        let error = Image::from_bytes(&fixture.write()).unwrap_err();
        assert_eq!(error, ImageError::Root { section, found });
    }
}

/// They may hold edges, the second with the separator.
#[test]
fn roots_may_be_lone() {
    for tile_count in [3, 40, 62] {
        let mut fixture = Fixture::new(tile_count);
        let dawg = fixture.contents(SectionName::DAWG).clone();
        *fixture.contents(SectionName::GADDAG) = dawg;
        assert!(Image::from_bytes(&fixture.write()).is_ok());
        let label_bits = inline_label_bits(mask_units(tile_count as usize));
        let leaf = fixture.contents(SectionName::DAWG)[..4].try_into().unwrap();
        let leaf = (u32::from_le_bytes(leaf) & (PAIR_BIT - 1)) >> label_bits;
        let pair = INLINE_BIT | PAIR_BIT | leaf << (2 * label_bits) | 1;
        fixture.contents(SectionName::GADDAG)[..4].copy_from_slice(&pair.to_le_bytes());
        assert!(Image::from_bytes(&fixture.write()).is_ok());
    }
}

#[test]
fn codes_are_named_by_where_they_lie() {
    let mut fixture = Fixture::new(3);
    let mut codes = bytemuck::bytes_of(SetCodes::none(3)).to_vec();
    // No word ends with the separator.
    codes[3 * 16 + 8] = 1;
    fixture.sections.push((SectionName::SETS, codes));
    let image = fixture.write();
    let section = Image::from_bytes_unvalidated(&image).unwrap().sections()[6];
    let offset = section.offset.get() + 3 * 16;
    let error = Image::from_bytes(&image).unwrap_err();
    assert_eq!(error, ImageError::SetCode { offset });
}

#[test]
fn records_are_named_by_where_they_lie() {
    for tile_count in [3, 40, 62] {
        let mut fixture = Fixture::new(tile_count);
        let image = fixture.write();
        let section = Image::from_bytes_unvalidated(&image).unwrap().sections()[4];
        assert_eq!(section.name, SectionName::NODES);
        let nodes = fixture.contents(SectionName::NODES);
        let place = nodes.len() as u64 / 4;
        nodes.extend([0; 4]);
        let error = ImageError::Node {
            section: SectionName::NODES,
            offset: section.offset.get() + 4 * place,
            problem: NodeError::NoHead,
        };
        assert_eq!(Image::from_bytes(&fixture.write()).unwrap_err(), error);
    }
}

fn numbers_of_several_edges<const W: usize>() {
    let mut writer = FastWriter::<W>::default();
    let leaf = writer.push(6, 0, &[]).unwrap();
    let inline = NodeRef::inline(1, leaf, W).unwrap();
    let middle = writer.push(2, 0b1110, &[leaf, inline, leaf]).unwrap();
    let root = writer.push(0, 0b0110, &[leaf, middle]).unwrap();
    let nodes = writer.nodes();
    let counts = WordIndex::encode(nodes).unwrap();
    assert_eq!(WordIndex::new(nodes, &counts).total(root), 9);
    let verdict = |counts: &[U32Le]| check_counts(nodes, counts, counts.len(), 1_000);
    assert_eq!(verdict(&counts), Ok(()));
    for index in 0..counts.len() {
        let mut counts = counts.clone();
        let needed = counts[index].get();
        counts[index] = U32Le::new(needed + 1);
        let error = ImageError::WordIndex {
            offset: 1_000 + 4 * index as u64,
            needed: needed.into(),
            found: needed + 1,
        };
        assert_eq!(verdict(&counts), Err(error));
    }
    let error = ImageError::SectionLength {
        section: SectionName::WORD_INDEX,
        needed: 4 * counts.len() as u64,
        found: 4 * counts.len() as u64 - 4,
    };
    let shorter = &counts[1..];
    let found = check_counts(nodes, shorter, counts.len(), 1_000);
    assert_eq!(found, Err(error));
}

#[test]
fn numbers_are_counted_again_at_every_edge() {
    numbers_of_several_edges::<1>();
    numbers_of_several_edges::<2>();
    numbers_of_several_edges::<3>();
}

#[test]
fn numbers_are_counted_again() {
    for tile_count in [3, 40, 62] {
        let numbers = Fixture::new(tile_count)
            .contents(SectionName::WORD_INDEX)
            .len()
            / 4;
        for index in 0..numbers {
            let mut fixture = Fixture::new(tile_count);
            fixture.contents(SectionName::WORD_INDEX)[4 * index + 3] = 1;
            let image = fixture.write();
            let error = Image::from_bytes(&image).unwrap_err();
            let section = Image::from_bytes_unvalidated(&image).unwrap().sections()[5];
            let error_there = ImageError::WordIndex {
                offset: section.offset.get() + 4 * index as u64,
                needed: 0,
                found: 1 << 24,
            };
            assert_eq!(error, error_there);
        }
    }
    let mut fixture = Fixture::new(3);
    fixture.contents(SectionName::METADATA)[16] = 3;
    let (recorded, counted) = (3, 2);
    let error = Image::from_bytes(&fixture.write()).unwrap_err();
    assert_eq!(error, ImageError::WordCount { recorded, counted });
}
