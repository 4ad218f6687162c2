//! Mutations of inputs. Mutated images keep their structure, because random bytes alone would reach the later checks
//! too rarely.

use lexc_formats::SectionName;

use super::hostile::{AlphabetChoice, COMPUTED, Hostile, SECTIONS, Section};
use super::input::Input;
use super::plays::Scene;
use crate::parts::bytes;
use crate::random::Random;

/// The bit that marks a head.
const HEAD: u32 = 1 << 31;
/// The bit that marks an inline reference.
const INLINE: u32 = 1 << 30;
/// The bit that marks an inline reference of two edges.
const PAIR: u32 = 1 << 29;

/// Mutates an input of the target `image`.
pub fn mutate_image(data: &[u8], random: &mut Random) -> Vec<u8> {
    let mut hostile = Hostile::decode(&mut Input::new(data));
    mutate(&mut hostile, random);
    hostile.encode()
}

/// Mutates an input of the target `plays`: its scene or its image.
pub fn mutate_scene(data: &[u8], random: &mut Random) -> Vec<u8> {
    let mut input = Input::new(data);
    let mut scene = Scene::decode(&mut input);
    let mut hostile = Hostile::decode(&mut input);
    if random.once_in(3) {
        scene.mutate(random);
    } else {
        mutate(&mut hostile, random);
    }
    [scene.encode(), hostile.encode()].concat()
}

/// Makes one to four changes to the bytes of any input: flips a bit, sets a byte, removes a piece, inserts random
/// bytes, or replaces a piece by a piece of `other`.
pub fn mutate_bytes(data: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut mutated = data.to_vec();
    for _ in 0..=random.below(4) {
        let start = random.below(mutated.len() + 1);
        let end = (start + random.below(9)).min(mutated.len());
        let any = random.next_u64().to_le_bytes();
        let from = random.below(other.len() + 1);
        let piece = &other[from..(from + random.below(20)).min(other.len())];
        match random.below(5) {
            0 if start < mutated.len() => mutated[start] ^= 1 << random.below(8),
            1 if start < mutated.len() => mutated[start] = any[0],
            2 => drop(mutated.drain(start..end)),
            3 => drop(mutated.splice(start..start, any[..random.below(9)].to_vec())),
            _ => drop(mutated.splice(start..end, piece.to_vec())),
        }
    }
    mutated
}

/// Makes one to four changes to an image's parts.
pub fn mutate(hostile: &mut Hostile, random: &mut Random) {
    for _ in 0..=random.below(4) {
        mutate_once(hostile, random);
    }
}

fn mutate_once(hostile: &mut Hostile, random: &mut Random) {
    if random.once_in(24) {
        let mut section = hostile.alphabet.section();
        change(&mut section, random);
        hostile.alphabet = AlphabetChoice::Any(section);
        return;
    }
    let has_bytes = |section: &Section| matches!(section, Section::Any(_) | Section::Fitted(_));
    let places = 0..SECTIONS.len();
    let of_bytes: Vec<usize> = places
        .filter(|&place| has_bytes(&hostile.sections[place]))
        .collect();
    if !of_bytes.is_empty() && random.once_in(4) {
        return mutate_section(hostile, *random.pick(&of_bytes), random);
    }
    if random.once_in(8) {
        return mutate_section(hostile, random.below(SECTIONS.len()), random);
    }
    let tile_count = hostile.tile_count();
    if let Some(compact) = hostile.compact.as_mut().filter(|_| !random.once_in(5)) {
        return compact.mutate(tile_count, random);
    }
    let len = hostile.nodes.len();
    let index = random.below(len.max(1));
    match random.below(21) {
        0..5 => {
            let word = some_unit(random, len);
            if let Some(place) = hostile.nodes.get_mut(index) {
                *place = word;
            }
        }
        5..9 => {
            if let Some(word) = hostile.nodes.get_mut(index) {
                *word ^= 1 << random.below(32);
            }
        }
        9 => {
            if let Some(word) = hostile.nodes.get_mut(index) {
                *word = word.wrapping_add(1).wrapping_sub(2 * low(random, 2));
            }
        }
        // An image with compact nodes must not have fast nodes, so such an image rarely gets a unit of fast nodes.
        10 | 11 if hostile.compact.is_none() || random.once_in(16) => {
            hostile.nodes.insert(index.min(len), some_unit(random, len))
        }
        12 if len > 0 => {
            hostile.nodes.remove(index);
        }
        13 if len > 0 => {
            // Repeats some adjacent units, so that nodes are equal.
            let end = (index + 1 + random.below(8)).min(len);
            let run = hostile.nodes[index..end].to_vec();
            let place = random.below(len + 1);
            hostile.nodes.splice(place..place, run);
        }
        14 if len > 1 => hostile.nodes.truncate(index.max(1)),
        15 => hostile.dawg = Some(root(random, hostile)),
        16 => hostile.gaddag = Some(root(random, hostile)),
        17 => match random.below(3) {
            0 if hostile.gaddag.is_some() => hostile.dawg = None,
            1 if hostile.dawg.is_some() => hostile.gaddag = None,
            _ => std::mem::swap(&mut hostile.dawg, &mut hostile.gaddag),
        },
        18 | 19 => mutate_sets(hostile, random),
        _ => hostile.alphabet = AlphabetChoice::Sound(random.next_u64().to_le_bytes()[0]),
    }
}

/// A root: usually the index of a head or the place of a compact node.
fn root(random: &mut Random, hostile: &Hostile) -> u32 {
    let heads = (0..).zip(&hostile.nodes);
    let heads: Vec<u32> = match &hostile.compact {
        Some(compact) => compact.places(hostile.tile_count()),
        None => heads
            .filter(|(_, word)| *word & HEAD != 0)
            .map(|(index, _)| index)
            .collect(),
    };
    if heads.is_empty() || random.once_in(8) {
        return some_unit(random, hostile.nodes.len()) & !HEAD;
    }
    *random.pick(&heads)
}

/// A random unit: a head, a part of a letter set, or a reference of any kind.
fn some_unit(random: &mut Random, len: usize) -> u32 {
    let target = low(random, len + 2);
    match random.below(8) {
        0 | 1 => target,
        2 => HEAD | few_bits(random) & 0x3FFF_FFFF,
        3 => HEAD | low(random, 16) << 27 | few_bits(random) & 0x7FF_FFFF,
        4 => INLINE | target << 5 | low(random, 32),
        5 => INLINE | PAIR | target << 10 | low(random, 1024),
        6 => INLINE | low(random, 2) << 29 | target << 6 | low(random, 64),
        _ => few_bits(random) & !HEAD,
    }
}

fn few_bits(random: &mut Random) -> u32 {
    let count = random.below(6);
    // Low bits are frequent, because a small alphabet has only tiles of low codes.
    let bound = *random.pick(&[5, 30, 32]);
    (0..count).fold(0, |bits, _| bits | 1 << random.below(bound))
}

fn low(random: &mut Random, bound: usize) -> u32 {
    u32::try_from(random.below(bound)).expect("bounds have 32 bits")
}

fn mutate_sets(hostile: &mut Hostile, random: &mut Random) {
    let number = random.next_u64().to_le_bytes()[0] % 16;
    let set = match random.below(4) {
        0 => u64::MAX,
        1 => random.next_u64(),
        _ => u64::from(few_bits(random)) << (random.below(2) * 30),
    };
    match &mut hostile.sets {
        Some(_) if random.once_in(4) => hostile.sets = None,
        Some(rows) if random.once_in(3) => {
            rows.pop();
        }
        Some(rows) => rows.push((number, set)),
        None => hostile.sets = Some(vec![(number, set)]),
    }
}

/// Adds, changes or removes one of the [`SECTIONS`].
fn mutate_section(hostile: &mut Hostile, place: usize, random: &mut Random) {
    let name = SECTIONS[place];
    let usual = match COMPUTED.contains(&name) {
        true => Section::Right,
        false => Section::Missing,
    };
    let fresh = |random: &mut Random| new_section(name, hostile.nodes.len(), random);
    let section = match (hostile.sections[place].clone(), random.below(8)) {
        (Section::Missing, 0..4) if usual == Section::Right => usual,
        (Section::Missing, _) => Section::Fitted(fresh(random)),
        (Section::Right, 0..4) => Section::Any(fresh(random)),
        (Section::Right, _) => Section::Missing,
        (_, 0) => usual,
        (Section::Any(contents), 1) => Section::Fitted(contents),
        (Section::Fitted(contents), 1) => Section::Any(contents),
        (Section::Any(mut contents), _) => {
            change(&mut contents, random);
            Section::Any(contents)
        }
        (Section::Fitted(mut contents), _) => {
            change(&mut contents, random);
            Section::Fitted(contents)
        }
    };
    hostile.sections[place] = section;
}

/// Some bytes for a section, with a header that fits them if it is simple.
fn new_section(name: SectionName, nodes: usize, random: &mut Random) -> Vec<u8> {
    let fill = *random.pick(&[0, 0x11, u8::MAX]);
    match name {
        SectionName::WORD_INDEX => low(random, 40).to_le_bytes().repeat(nodes),
        SectionName::WORD_MAP => some_map(random),
        SectionName::ANAGRAM_FILTER => {
            // A filter of words of at least *n* tiles, *n* from 0 to 8, with none, a quarter or all of its bits set.
            let mut contents = vec![fill; 8 + 8 * random.below(4)];
            contents[..8].fill(0);
            contents[0] = random.next_u64().to_le_bytes()[0] % 9;
            contents
        }
        SectionName::METADATA => {
            let words = *random.pick(&[0, 1, 20, 4095]);
            let [longest, reserved] = [66, 2].map(|bound| low(random, bound));
            let mut contents = bytes(&[0, 0, 0, 0, words, longest, 1, 0, 0, reserved]);
            contents.push(*random.pick(b"x\n"));
            contents
        }
        _ => vec![fill; 8 * random.below(9)],
    }
}

/// Changes, removes or adds a few bytes, most often at the start, where sections have their headers. Many of the new bytes
/// matter to a rule of a section, as a line feed does.
fn change(contents: &mut Vec<u8>, random: &mut Random) {
    let bound = *random.pick(&[contents.len(), contents.len().min(48)]);
    let place = random.below(bound + 1);
    let any = random.next_u64().to_le_bytes()[0];
    let byte = *random.pick(&[b'\n', b'#', b' ', 0, 1, 16, 0x7F, 0xC2, 0xFF, any]);
    match (random.below(6), contents.get_mut(place)) {
        (0, Some(changed)) => *changed = byte,
        (1, Some(changed)) => *changed ^= 1 << random.below(8),
        (2, Some(changed)) => *changed = changed.wrapping_add(*random.pick(&[1, u8::MAX])),
        (3, Some(_)) => drop(contents.remove(place)),
        (4, Some(_)) if random.once_in(4) => contents.truncate(place),
        _ => contents.insert(place, byte),
    }
}

/// A word map of up to 12 rows of one pilot and few entries, whose bits are all zeros, all ones or random.
fn some_map(random: &mut Random) -> Vec<u8> {
    let count = low(random, 13);
    let mut map = count.to_le_bytes().to_vec();
    let mut start = 4 + 12 * count;
    for width in 0..count {
        let slots = 1 + low(random, 8);
        map.extend([start, 1, slots].into_iter().flat_map(u32::to_le_bytes));
        start += 2 + (slots * (8 + width)).div_ceil(8);
    }
    let fill = *random.pick(&[Some(0), Some(u8::MAX), None]);
    let any = || fill.unwrap_or_else(|| random.next_u64().to_le_bytes()[0]);
    map.resize_with(start as usize, any);
    map.extend([0; 8]);
    map
}
