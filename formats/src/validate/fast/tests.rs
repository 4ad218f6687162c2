//! Breaks every rule for fast nodes, their roots and their word index, and tests the error.

use std::vec::Vec;

use super::*;
use crate::fixture::Fixture;
use crate::raw::node::{CODE_SHIFT, SetCodes, head_mask_bits};
use crate::raw::node::{FastWriter, INLINE_BIT, PAIR_BIT, inline_label_bits, mask_units};
use crate::word_index::WordIndex;

/// Fast nodes that break no rule, as a base for breaches: two nodes with a letter set and no edges, then a node with a
/// letter set, a direct and an inline reference to the first node, and an implicit edge to the second node.
struct Sound<const W: usize> {
    units: Vec<u32>,
    tile_count: usize,
}

impl<const W: usize> Sound<W> {
    // The indices of the heads.
    const FIRST: usize = W;
    const SECOND: usize = 2 * W + 1;
    const LAST: usize = 3 * W + 4;
    // The indices of the references.
    const INLINE: usize = 2 * W + 2;
    const DIRECT: usize = 2 * W + 3;

    fn new(tile_count: usize) -> Sound<W> {
        let mut writer = FastWriter::<W>::default();
        let first = writer.push(1 << tile_count | 4, 0, &[]).unwrap();
        let inline = NodeRef::inline(tile_count as u8, first, W).unwrap();
        let second = writer.push(6, 0, &[]).unwrap();
        let mask = SEPARATOR | 2 | 1 << tile_count;
        let last = writer.push(6, mask, &[first, inline, second]).unwrap();
        let heads = [first, second, last].map(|head| head.unit() as usize);
        assert_eq!(heads, [Self::FIRST, Self::SECOND, Self::LAST]);
        let units = writer.finish().0.iter().map(|unit| unit.get()).collect();
        Sound { units, tile_count }
    }

    /// Checks these units, of which the first `dawg_len` are the DAWG's.
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

fn masks_and_letter_sets(sound: &Sound<1>) {
    let (first, last) = (Sound::<1>::FIRST, Sound::<1>::LAST);
    // Heads with an unused set code, and with bits between the mask and the set code.
    for head in [first, last] {
        let unit = sound.units[head] | 1 << 29;
        assert_eq!(sound.with(head, unit), Err((head, NodeError::SetCode)));
        for bit in head_mask_bits(sound.tile_count)..CODE_SHIFT {
            let unit = sound.units[head] | 1 << bit;
            assert_eq!(sound.with(head, unit), Err((head, NodeError::Label)));
        }
    }
    let without_set = sound.units[first] & !STORED_SET_BIT;
    assert_eq!(
        sound.with(first, without_set),
        Err((first, NodeError::Empty))
    );
}

fn lists_and_set_codes<const W: usize>(sound: &Sound<W>) {
    let (first, last) = (Sound::<W>::FIRST, Sound::<W>::LAST);
    let with_code = |head: usize, code: u32| {
        let unit = sound.units[head] & !(STORED_SET << 24) | code << 24;
        sound.with(head, unit)
    };
    let tile_count = sound.tile_count as u32;
    // If the head does not announce the stored letter set, the units of the letter set count as references: too many.
    for code in [1, tile_count] {
        let (needed, found) = (0, W as u64);
        let error = NodeError::EdgeCount { needed, found };
        assert_eq!(with_code(first, code), Err((first, error)));
    }
    for code in tile_count + 1..STORED_SET {
        let error = NodeError::SetCode;
        assert_eq!(with_code(first, code), Err((first, error)));
    }
    assert_eq!(with_code(first, 0), Err((first, NodeError::Empty)));

    let with_labels = |labels: [u32; 4]| {
        let [a, b, c, d] = labels;
        let unit = sound.units[last] & !LABELS_MASK | d << 18 | c << 12 | b << 6 | a;
        sound.with(last, unit)
    };
    let order = Err((last, NodeError::Order));
    let label = Err((last, NodeError::Label));
    assert_eq!(with_labels([NO_LABEL, 0, 1, tile_count]), Ok(()));
    // The last edge is implicit, so it can be out of order.
    assert_eq!(with_labels([NO_LABEL, 1, tile_count, 0]), Ok(()));
    assert_eq!(with_labels([NO_LABEL, 0, tile_count, 1]), Ok(()));
    assert_eq!(with_labels([NO_LABEL, 1, 0, tile_count]), order);
    assert_eq!(with_labels([NO_LABEL, 0, 1, 1]), order);
    assert_eq!(with_labels([NO_LABEL, 1, 1, 2]), order);
    assert_eq!(with_labels([NO_LABEL, 2, 1, 2]), order);
    assert_eq!(with_labels([0, NO_LABEL, 1, tile_count]), label);
    assert_eq!(with_labels([0, 1, tile_count, NO_LABEL]), label);
    if tile_count < 62 {
        assert_eq!(with_labels([NO_LABEL, 0, 1, tile_count + 1]), label);
    }
    // A reference for the last edge, too: valid in order, refused out of order.
    let mut units = sound.units.clone();
    units.insert(Sound::<W>::INLINE, sound.units[Sound::<W>::DIRECT]);
    assert_eq!(sound.verdict(&units, 0), Ok(()));
    // An edge to the previous node must be implicit, even if it is not the last edge of a list.
    let mut not_implicit = units.clone();
    not_implicit[Sound::<W>::DIRECT + 1] = Sound::<W>::SECOND as u32;
    let error = Err((Sound::<W>::DIRECT + 1, NodeError::NotImplicit));
    assert_eq!(sound.verdict(&not_implicit, 0), error);
    units[last + 1] = units[last + 1] & !LABELS_MASK | 1 << 18 | tile_count << 12 | NO_LABEL;
    assert_eq!(sound.verdict(&units, 0), Err((last + 1, NodeError::Order)));

    // The last node of `sound`, with a mask in place of its list.
    let mut masked = sound.units[..last].to_vec();
    let mut bits = SEPARATOR | 2 | 1 << tile_count;
    let head = (bits & u64::from(LABELS_MASK)) as u32;
    bits >>= 24;
    let others: Vec<u32> = (1..W)
        .map(|unit| (bits >> (30 * (unit - 1))) as u32 & 0x3fff_ffff)
        .collect();
    masked.extend(others.iter().rev());
    masked.push(sound.units[last] & !LABELS_MASK | MASK_BIT | head);
    assert_eq!(sound.verdict(&masked, 0), Ok(()));
    let head = masked.len() - 1;
    // Bit 10 of the third unit would be label 64.
    let invalid = [
        (head - 1, 30),
        (head - 2, 30),
        (head - 2, 29),
        (head - 2, 10),
    ];
    for &(unit, bit) in &invalid[..if W == 2 { 1 } else { 4 }] {
        let mut units = masked.clone();
        units[unit] |= 1 << bit;
        assert_eq!(sound.verdict(&units, 0), Err((head, NodeError::Label)));
    }
}

fn letter_sets<const W: usize>(sound: &Sound<W>) {
    let (first, last) = (Sound::<W>::FIRST, Sound::<W>::LAST);
    let error = Err((first, NodeError::LetterSet));
    assert_eq!(sound.with(0, sound.units[0] | 1 << 30), error);
    // The separator completes no word, and a stored letter set is not empty.
    assert_eq!(sound.with(first - 1, sound.units[first - 1] | 1), error);
    let mut units = sound.units.clone();
    units[..first].fill(0);
    assert_eq!(sound.verdict(&units, 0), error);
    // A DAWG has no separator edge.
    assert_eq!(sound.verdict(&sound.units, Sound::<W>::INLINE), Ok(()));
    let error = Err((last, NodeError::Separator));
    assert_eq!(sound.verdict(&sound.units, last + 1), error);
    // A node with some units in the DAWG has no separator edge either.
    assert_eq!(sound.verdict(&sound.units, last), error);
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
        (direct, direct as u32),
        (direct, own),
        (direct, len),
        (direct, INLINE_BIT - 1),
        (inline, one(last, first - 1)),
        (inline, one(last, inline as u32)),
        (inline, one(last, inline as u32 + 1)),
        (inline, one(last, own)),
        (inline, one(last, len)),
        (inline, one(invalid, first)),
        (inline, two(last, last, first - 1)),
        (inline, two(last, last, own)),
        (inline, two(last, invalid, first)),
        (inline, two(invalid, last, first)),
    ] {
        let error = Err((place, NodeError::Reference { found }));
        assert_eq!(sound.with(place, found), error, "{place}: {found:#x}");
    }
    // The unit below has an inline reference, which only another inline reference can name.
    let (place, found) = (direct, inline as u32);
    let error = Err((place, NodeError::Reference { found }));
    assert_eq!(sound.with(place, found), error);
    assert_eq!(sound.with(place, one(last, found)), Ok(()));
    assert_eq!(sound.with(place, two(1, last, found)), Ok(()));
    // An inline separator edge is valid in the GADDAG only.
    for found in [one(0, first), two(last, 0, first), two(0, last, first)] {
        assert_eq!(sound.with(inline, found), Ok(()));
        let mut units = sound.units.clone();
        units[inline] = found;
        // The tile of code 2 in place of the separator.
        let head = &mut units[Sound::<W>::LAST];
        *head = match W {
            1 => *head ^ 0b101,
            _ => *head & !LABELS_MASK | last << 18 | 2 << 12 | 1 << 6 | NO_LABEL,
        };
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
    // The last edge must be implicit if its target is the previous node; otherwise it has a reference.
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
    let without_set = match W {
        1 => sound.units[last] & !STORED_SET_BIT,
        _ => sound.units[last] & !(STORED_SET << 24),
    };
    assert_eq!(sound.verdict(&[without_set], 0), error(0, 0));
}

/// Units with inline references: after a node, where they can be valid, and before the first node, where they cannot.
fn units_between_nodes<const W: usize>(sound: &Sound<W>) {
    let inline = sound.units[Sound::<W>::INLINE];
    let first_node = ..=Sound::<W>::FIRST;
    let leaf = &sound.units[first_node];
    let two = NodeRef::inline(1, NodeRef::from_unit(inline), W)
        .unwrap()
        .unit();
    let after = leaf.len() as u32;
    let to_unit_after = NodeRef::inline(1, NodeRef::from_unit(after), W)
        .unwrap()
        .unit();
    for units in [
        [leaf, &[inline]].concat(),
        [leaf, &[inline, two, to_unit_after]].concat(),
        [&sound.units[..], &[inline, two]].concat(),
    ] {
        assert_eq!(sound.verdict(&units, 0), Ok(()));
        assert_eq!(sound.verdict(&units, leaf.len()), Ok(()));
    }
    let refused = |place: usize, found| Err((place, NodeError::Reference { found }));
    let units = [leaf, &[to_unit_after]].concat();
    assert_eq!(sound.verdict(&units, 0), refused(leaf.len(), to_unit_after));
    let units = [&[inline], leaf].concat();
    assert_eq!(sound.verdict(&units, 0), refused(0, inline));
    let separator = NodeRef::inline(0, NodeRef::from_unit(after - 1), W)
        .unwrap()
        .unit();
    let units = [leaf, &[separator]].concat();
    assert_eq!(sound.verdict(&units, leaf.len()), Ok(()));
    assert_eq!(
        sound.verdict(&units, units.len()),
        refused(leaf.len(), separator)
    );
}

fn one_edge_without_a_letter_set<const W: usize>(sound: &Sound<W>) {
    let with_reference = |reference: Option<u32>| {
        let mut units = sound.units[..=Sound::<W>::SECOND].to_vec();
        units.extend(reference);
        units.push(match W {
            1 => HEAD_BIT | 2,
            _ => HEAD_BIT | 1 << 18 | NO_LABEL << 12 | NO_LABEL << 6 | NO_LABEL,
        });
        sound.verdict(&units, 0)
    };
    let refused = |head| Err((head, NodeError::NotInline));
    let head = Sound::<W>::SECOND + 1;
    assert_eq!(with_reference(None), refused(head));
    let direct = sound.units[Sound::<W>::DIRECT];
    assert_eq!(with_reference(Some(direct)), refused(head + 1));
    // An inline reference of two edges has no room for a third, but the index of its unit fits an inline reference.
    let inline = NodeRef::from_unit(sound.units[Sound::<W>::INLINE]);
    let two = NodeRef::inline(1, inline, W).unwrap();
    for reference in [inline, two] {
        assert_eq!(with_reference(Some(reference.unit())), refused(head + 1));
    }
}

fn ends<const W: usize>(sound: &Sound<W>) {
    let (needed, found) = (W as u64 + 1, W as u64);
    let error = Err((Sound::<W>::FIRST - 1, NodeError::TooShort { needed, found }));
    assert_eq!(sound.verdict(&sound.units[1..], 0), error);
    let longer = [&sound.units[..], &[0]].concat();
    let no_head = |start| Err((start, NodeError::NoHead));
    assert_eq!(sound.verdict(&longer, 0), no_head(Sound::<W>::LAST + 1));
    let shorter = &sound.units[..Sound::<W>::LAST];
    assert_eq!(sound.verdict(shorter, 0), no_head(Sound::<W>::SECOND + 1));
}

fn checks_every_rule<const W: usize>(tile_count: usize) -> Sound<W> {
    let sound = Sound::<W>::new(tile_count);
    assert_eq!(sound.verdict(&sound.units, 0), Ok(()));
    letter_sets(&sound);
    references(&sound);
    edge_counts(&sound);
    units_between_nodes(&sound);
    one_edge_without_a_letter_set(&sound);
    ends(&sound);
    sound
}

#[test]
fn checks_nodes_with_masks_of_one_unit() {
    for tile_count in [20, 26, 28] {
        masks_and_letter_sets(&checks_every_rule::<1>(tile_count));
    }
}

#[test]
fn checks_nodes_with_masks_of_two_units() {
    for tile_count in [32, 53] {
        lists_and_set_codes(&checks_every_rule::<2>(tile_count));
    }
}

#[test]
fn checks_nodes_with_masks_of_three_units() {
    for tile_count in [54, 62] {
        lists_and_set_codes(&checks_every_rule::<3>(tile_count));
    }
}

/// A pseudo-random number below `end`, from the upper bits of a linear congruential generator.
fn random_below(state: &mut u64, end: usize) -> usize {
    *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
    (*state >> 33) as usize % end
}

/// Nodes that a writer makes of random targets, letter sets of up to two tiles and masks of up to four labels.
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
            (0, &[child]) => NodeRef::inline(label, child, 1).or_else(|| {
                let (label_of_child, target) = writer.nodes().inline_edge(child)?;
                let unit = writer.push(0, 1 << label_of_child, &[target])?;
                NodeRef::inline(label, unit, 1)
            }),
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
            // The number of units up to and with the first head at `place` or later; 0 without such a head.
            let is_head = |unit: &u32| unit & HEAD_BIT != 0;
            let node_end = units.iter().skip(place).position(is_head);
            let node_end = node_end.map_or(0, |rest| place + rest + 1);
            let dawg_len = [0, units.len(), node_end][change % 3];
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
    let section = Image::open(&image, crate::Checks::Bounds)
        .unwrap()
        .sections()[6];
    let offset = section.offset.get() + 3 * 16;
    let error = Image::from_bytes(&image).unwrap_err();
    assert_eq!(error, ImageError::SetCode { offset });
}

#[test]
fn errors_of_nodes_have_their_offset() {
    for tile_count in [3, 40, 62] {
        let mut fixture = Fixture::new(tile_count);
        let image = fixture.write();
        let section = Image::open(&image, crate::Checks::Bounds)
            .unwrap()
            .sections()[4];
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
            let section = Image::open(&image, crate::Checks::Bounds)
                .unwrap()
                .sections()[5];
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
