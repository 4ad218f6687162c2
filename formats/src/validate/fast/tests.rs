//! Breaks every rule for fast nodes, and tests the error.

use std::vec::Vec;

use super::*;
use crate::fixture::Fixture;
use crate::raw::node::{CODE_SHIFT, SetCodes, head_mask_bits};
use crate::raw::node::{FastWriter, INLINE_BIT, PAIR_BIT, inline_label_bits, mask_units};
use crate::word_index::WordIndex;

/// Fast nodes that break no rule, as a base for breaches: two leaves with a letter set, then a node with a
/// letter set and three edges, direct to the first leaf, inline to the first leaf, and implicit to the second.
struct Sound<const W: usize> {
    units: Vec<u32>,
    tile_count: usize,
}

impl<const W: usize> Sound<W> {
    /// The indices of the heads.
    const FIRST: usize = 2 * W - 1;
    const SECOND: usize = 4 * W - 1;
    const LAST: usize = 6 * W + 1;
    /// The indices of the references.
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
        let units = writer.finish().0.iter().map(|unit| unit.get()).collect();
        Sound { units, tile_count }
    }

    /// Checks other units, of which the first `dawg_len` are the DAWG's.
    fn verdict(&self, units: &[u32], dawg_len: usize) -> Result<(), (usize, NodeError)> {
        let units: Vec<U32Le> = units.iter().copied().map(U32Le::new).collect();
        let tiles = tile_labels(self.tile_count);
        let codes = SetCodes::none(self.tile_count);
        let nodes = FastNodes::<W>::with_codes(&units, codes, self.tile_count);
        let careful = check_nodes(nodes, tiles, dawg_len);
        let quick = quick::proves(nodes, tiles, dawg_len);
        assert_eq!(quick, W == 1 && careful.is_ok(), "{careful:?}");
        careful
    }

    /// Checks the nodes after a change of the unit at `index`.
    fn with(&self, index: usize, unit: u32) -> Result<(), (usize, NodeError)> {
        let mut units = self.units.clone();
        units[index] = unit;
        self.verdict(&units, 0)
    }
}

fn masks_and_letter_sets<const W: usize>(sound: &Sound<W>) {
    let (first, last) = (Sound::<W>::FIRST, Sound::<W>::LAST);
    // The top unit of a mask has bits without a label and bits of unused set codes; the top unit of a letter set has bits
    // without a label.
    for head in [first, last] {
        let unit = sound.units[head] | 1 << 29;
        assert_eq!(sound.with(head, unit), Err((head, NodeError::SetCode)));
        for bit in head_mask_bits(sound.tile_count)..CODE_SHIFT {
            let unit = sound.units[head] | 1 << bit;
            assert_eq!(sound.with(head, unit), Err((head, NodeError::Label)));
        }
    }
    let error = Err((first, NodeError::LetterSet));
    let highest_part = first - W;
    let unit = sound.units[highest_part];
    assert_eq!(sound.with(highest_part, unit | 1 << 30), error);
    // The separator completes no word, and a stored letter set is not empty.
    assert_eq!(sound.with(0, sound.units[0] | 1), error);
    assert_eq!(sound.with(highest_part, 0), error);
    let without_set = sound.units[first] & !STORED_SET_BIT;
    assert_eq!(
        sound.with(first, without_set),
        Err((first, NodeError::Empty))
    );
    // A DAWG has no separator edge.
    assert_eq!(sound.verdict(&sound.units, last), Ok(()));
    let error = Err((last, NodeError::Separator));
    assert_eq!(sound.verdict(&sound.units, last + 1), error);
}

fn references<const W: usize>(sound: &Sound<W>) {
    let (inline, direct) = (Sound::<W>::INLINE, Sound::<W>::DIRECT);
    let (len, first) = (sound.units.len() as u32, sound.units[direct]);
    let (last, invalid) = (sound.tile_count as u32, (1 << inline_label_bits(W)) - 1);
    let one = |label, index| INLINE_BIT | index << inline_label_bits(W) | label;
    let two = |label, second, index| {
        let rest = one(second, index) & !INLINE_BIT;
        INLINE_BIT | PAIR_BIT | rest << inline_label_bits(W) | label
    };
    let own = Sound::<W>::LAST as u32;
    assert_eq!(sound.units[inline], one(last, first));
    for (place, found) in [
        (direct, first - 1),
        (direct, own),
        (direct, len),
        (direct, INLINE_BIT - 1),
        (inline, one(last, first + 1)),
        (inline, one(last, own)),
        (inline, one(last, len)),
        (inline, one(invalid, first)),
        (inline, two(last, last, first + 1)),
        (inline, two(last, last, own)),
        (inline, two(last, invalid, first)),
        (inline, two(invalid, last, first)),
    ] {
        let error = Err((place, NodeError::Reference { found }));
        assert_eq!(sound.with(place, found), error, "{place}: {found:#x}");
    }
    // An inline separator edge is valid in the GADDAG only.
    for found in [one(0, first), two(last, 0, first), two(0, last, first)] {
        assert_eq!(sound.with(inline, found), Ok(()));
        let mut units = sound.units.clone();
        units[inline] = found;
        units[Sound::<W>::LAST + 1 - W] ^= 0b101;
        assert_eq!(sound.verdict(&units, 0), Ok(()));
        let error = Err((inline, NodeError::Reference { found }));
        assert_eq!(sound.verdict(&units, units.len()), error);
    }
}

fn edge_counts<const W: usize>(sound: &Sound<W>) {
    let (inline, last) = (Sound::<W>::INLINE, Sound::<W>::LAST);
    let (first, second) = (Sound::<W>::FIRST as u32, Sound::<W>::SECOND as u32);
    let error = |head, found| Err((head, NodeError::EdgeCount { needed: 3, found }));
    let mut units = sound.units.clone();
    units.remove(inline);
    assert_eq!(sound.verdict(&units, 0), error(last - 1, 1));
    // The last edge is stored if it has another target; otherwise it must be implicit.
    let mut units = sound.units.clone();
    units.insert(inline, first);
    assert_eq!(sound.verdict(&units, 0), Ok(()));
    units[inline] = second;
    assert_eq!(
        sound.verdict(&units, 0),
        Err((inline, NodeError::NotImplicit))
    );
    units.insert(inline, first);
    assert_eq!(sound.verdict(&units, 0), error(last + 2, 4));
    // The first node has no implicit edge.
    let mut units = sound.units[last + 1 - W..].to_vec();
    units[W - 1] &= !STORED_SET_BIT;
    assert_eq!(sound.verdict(&units, 0), error(W - 1, 0));
    let mut units = sound.units[..W].to_vec();
    units.extend(&sound.units[..W]);
    units[2 * W - 1] |= HEAD_BIT | STORED_SET_BIT;
    let (needed, found) = (1, 0);
    assert_eq!(
        sound.verdict(&units, 0),
        Err((2 * W - 1, NodeError::EdgeCount { needed, found }))
    );
}

fn one_edge_without_a_letter_set<const W: usize>(sound: &Sound<W>) {
    let with_reference = |reference: Option<u32>| {
        let mut units = sound.units[..=Sound::<W>::SECOND].to_vec();
        units.extend(reference);
        let low_part = units.len();
        units.resize(low_part + W, 0);
        units[low_part] |= 2;
        units[low_part + W - 1] |= HEAD_BIT;
        sound.verdict(&units, 0)
    };
    let refused = |head| Err((head, NodeError::NotInline));
    assert_eq!(with_reference(None), refused(Sound::<W>::SECOND + W));
    let direct = sound.units[Sound::<W>::DIRECT];
    assert_eq!(
        with_reference(Some(direct)),
        refused(Sound::<W>::SECOND + W + 1)
    );
    let inline = NodeRef::from_unit(sound.units[Sound::<W>::INLINE]);
    assert_eq!(
        with_reference(Some(inline.unit())),
        refused(Sound::<W>::SECOND + W + 1)
    );
    // An inline reference can hold two edges, not three.
    let two = NodeRef::inline(1, inline, W).unwrap();
    assert_eq!(with_reference(Some(two.unit())), Ok(()));
}

fn ends<const W: usize>(sound: &Sound<W>) {
    let (needed, found) = (2 * W as u64, 2 * W as u64 - 1);
    let error = Err((Sound::<W>::FIRST - 1, NodeError::TooShort { needed, found }));
    assert_eq!(sound.verdict(&sound.units[1..], 0), error);
    let longer = [&sound.units[..], &[0]].concat();
    let no_head = |start| Err((start, NodeError::NoHead));
    assert_eq!(sound.verdict(&longer, 0), no_head(Sound::<W>::LAST + 1));
    let shorter = &sound.units[..Sound::<W>::LAST];
    assert_eq!(sound.verdict(shorter, 0), no_head(Sound::<W>::SECOND + 1));
}

fn checks_every_rule<const W: usize>(tile_count: usize) {
    let sound = Sound::<W>::new(tile_count);
    assert_eq!(sound.verdict(&sound.units, 0), Ok(()));
    masks_and_letter_sets(&sound);
    references(&sound);
    edge_counts(&sound);
    one_edge_without_a_letter_set(&sound);
    ends(&sound);
}

#[test]
fn checks_nodes_with_masks_of_one_unit() {
    checks_every_rule::<1>(20);
    checks_every_rule::<1>(26);
    checks_every_rule::<1>(28);
}

#[test]
fn checks_nodes_with_masks_of_two_units() {
    checks_every_rule::<2>(32);
    checks_every_rule::<2>(59);
}

#[test]
fn checks_nodes_with_masks_of_three_units() {
    checks_every_rule::<3>(62);
}

#[test]
fn refuses_stored_letter_sets_that_have_a_code() {
    let mut writer = FastWriter::<1>::new(28);
    let heads = [2, 4, 8].map(|set| writer.push(set, 0, &[]).unwrap().unit());
    assert_eq!(heads, [0, 1, 3], "there are codes for two letter sets");
    let verdict = |units: &[U32Le]| {
        let nodes = FastNodes::<1>::with_codes(units, writer.nodes().set_codes(), 28);
        check_nodes(nodes, tile_labels(28), 0)
    };
    let mut units = writer.nodes().units().to_vec();
    assert_eq!(verdict(&units), Ok(()));
    units[2] = U32Le::new(4);
    assert_eq!(verdict(&units), Err((3, NodeError::SetCode)));
}

/// Pseudo-random numbers: the upper half of a multiplicative generator.
fn random_below(state: &mut u64, end: usize) -> usize {
    *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
    (*state >> 33) as usize % end
}

/// Nodes that a writer makes of random letter sets, masks and targets, with single tiles most often.
fn random_nodes(state: &mut u64, tile_count: usize, count: usize) -> (Vec<u32>, SetCodes) {
    let mut writer = FastWriter::<1>::new(tile_count);
    let mut references: Vec<NodeRef> = Vec::new();
    while references.len() < count {
        let mut bits = |most: usize| -> u64 {
            let count = random_below(state, most + 1);
            let labels = (0..count).map(|_| 2 << random_below(state, tile_count));
            labels.fold(0, |bits, bit| bits | bit)
        };
        let (set, mut mask) = (bits(2), bits(3) | bits(2) >> 1 & SEPARATOR);
        if references.is_empty() {
            mask = 0;
        }
        let edges = mask.count_ones() as usize;
        let mut target = || match random_below(state, 3) {
            0 => references[references.len() - 1],
            _ => references[random_below(state, references.len())],
        };
        let children: Vec<NodeRef> = (0..edges).map(|_| target()).collect();
        if set == 0 && mask == 0 {
            continue;
        }
        let label = mask.trailing_zeros() as u8;
        let inline = match (set, &children[..]) {
            (0, &[child]) => NodeRef::inline(label, child, 1),
            _ => None,
        };
        let pushed = inline.or_else(|| writer.push(set, mask, &children));
        references.push(pushed.unwrap());
    }
    let (units, codes) = writer.finish();
    (units.iter().map(|unit| unit.get()).collect(), codes)
}

#[test]
fn the_quick_check_agrees_with_the_careful_one_on_changed_nodes() {
    let (mut state, mut verdicts) = (1, [0; 2]);
    for round in 0..60 {
        let tile_count = [3, 20, 26, 28, 29][round % 5];
        let count = 3 + random_below(&mut state, 30);
        let (units, codes) = random_nodes(&mut state, tile_count, count);
        for change in 0..500 {
            let mut units = units.clone();
            let place = random_below(&mut state, units.len());
            let other = random_below(&mut state, units.len());
            match change % 7 {
                // No change.
                0 => {}
                1 => units[place] ^= 1 << random_below(&mut state, 32),
                2 => units[place] = units[other],
                3 => units.insert(place, units[other]),
                4 => units.truncate(place + 1),
                5 => units[place] = other as u32,
                _ => {
                    let label = random_below(&mut state, tile_count + 2) as u32;
                    let index = random_below(&mut state, units.len()) as u32;
                    units[place] = match change % 2 {
                        0 => INLINE_BIT | index << 5 | label,
                        _ => INLINE_BIT | PAIR_BIT | index << 10 | label << 5 | label,
                    };
                }
            }
            let dawg_len = [0, units.len(), place][change % 3];
            let units: Vec<U32Le> = units.into_iter().map(U32Le::new).collect();
            let nodes = FastNodes::<1>::with_codes(&units, &codes, tile_count);
            let tiles = tile_labels(tile_count);
            let careful = check_nodes(nodes, tiles, dawg_len);
            let quick = quick::proves(nodes, tiles, dawg_len);
            assert_eq!(quick, careful.is_ok(), "{careful:?}");
            verdicts[usize::from(quick)] += 1;
        }
    }
    assert!(verdicts.iter().all(|&count| count > 4_000), "{verdicts:?}");
}

#[test]
fn refuses_roots_with_a_separator_edge_or_without_a_node() {
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

#[test]
fn accepts_inline_roots() {
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
fn errors_of_set_codes_have_their_offset() {
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
fn errors_of_nodes_have_their_offset() {
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

fn counts_of_several_edges<const W: usize>() {
    let mut writer = FastWriter::<W>::default();
    let leaf = writer.push(6, 0, &[]).unwrap();
    let inline = NodeRef::inline(1, leaf, W).unwrap();
    let middle = writer.push(2, 0b1110, &[leaf, inline, leaf]).unwrap();
    let root = writer.push(0, 0b0110, &[leaf, middle]).unwrap();
    let nodes = writer.nodes();
    let counts = WordIndex::encode(nodes, root).unwrap();
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
fn checks_the_count_of_every_edge() {
    counts_of_several_edges::<1>();
    counts_of_several_edges::<2>();
    counts_of_several_edges::<3>();
}

#[test]
fn checks_every_count_and_their_sum() {
    for tile_count in [3, 40, 62] {
        let count_len = Fixture::new(tile_count)
            .contents(SectionName::WORD_INDEX)
            .len()
            / 4;
        for index in 0..count_len {
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
