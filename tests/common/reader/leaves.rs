//! The section `LEAV`: values of leaves, read bit by bit.

use super::{integer, rule};

/// The signed number in four bytes: two's complement, lowest byte first.
fn signed(bytes: &[u8]) -> i64 {
    let unsigned = i64::try_from(integer(bytes)).expect("four bytes");
    if unsigned < 1 << 31 {
        unsigned
    } else {
        unsigned - (1 << 32)
    }
}

/// The values of `count` leaves, in thousandths of a point.
pub(super) fn values(section: &[u8], count: usize) -> Result<Vec<i64>, String> {
    rule(section.len() >= 8, "length of LEAV")?;
    let (lowest, highest) = (signed(&section[..4]), signed(&section[4..8]));
    rule(lowest <= highest, "lowest and highest value of LEAV")?;
    let width = (0..)
        .find(|&width| highest - lowest < 1 << width)
        .expect("at most 32");
    let bits: Vec<bool> = section[8..]
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 != 0))
        .collect();
    let used = width * count;
    rule(bits.len() == used.next_multiple_of(8), "length of LEAV")?;
    rule(!bits[used..].contains(&true), "bits after the last value")?;
    let mut values = Vec::new();
    for index in 0..count {
        let mut value = lowest;
        for bit in 0..width {
            value += i64::from(bits[index * width + bit]) << bit;
        }
        rule(value <= highest, "a value above the highest")?;
        values.push(value);
    }
    Ok(values)
}

/// Checks the values of leaves. Returns `true` if the section is canonical: leaves have the lowest and the highest
/// value that it names, and the tiles of each leave are in alphabet order.
pub(super) fn check(section: &[u8], leaves: &[Vec<u8>]) -> Result<bool, String> {
    let values = values(section, leaves.len())?;
    let has = |value: i64| values.contains(&value);
    let ends_are_values = has(signed(&section[..4])) && has(signed(&section[4..8]));
    Ok(ends_are_values && leaves.iter().all(|leave| leave.is_sorted()))
}

/// Checks the numbers of the estimate, for an alphabet of this number of tiles.
pub(super) fn check_estimate(section: &[u8], tile_count: usize) -> Result<(), String> {
    let pairs = (0..tile_count).sum::<usize>();
    let needed = 4 * (3 * tile_count + pairs + 8 * 8);
    rule(section.len() == needed, "length of ESTI")?;
    let in_range = |number: &[u8]| signed(number).abs() <= 1 << 20;
    rule(section.chunks(4).all(in_range), "a number of ESTI")
}

/// The value of a leave that is not listed, by the estimate. Vowels are marked by tile, from code 1.
pub fn estimate(section: &[u8], are_vowels: &[bool], leave: &[u8]) -> i64 {
    let number = |index: usize| signed(&section[4 * index..4 * index + 4]);
    let tile_count = are_vowels.len();
    let mut counts = vec![0_usize; tile_count];
    for &code in leave {
        counts[usize::from(code) - 1] += 1;
    }
    let pairs = 3 * tile_count;
    let balance = pairs + (0..tile_count).sum::<usize>();
    let mut sum = 0;
    let (mut vowels, mut consonants) = (0, 0);
    for (tile, &count) in counts.iter().enumerate() {
        for copy in 0..count {
            sum += number(3 * tile + copy.min(2));
        }
        let row = pairs + (0..tile).sum::<usize>();
        for other in (0..tile).filter(|&other| count > 0 && counts[other] > 0) {
            sum += number(row + other);
        }
        if are_vowels[tile] {
            vowels += count;
        } else if tile + 1 < tile_count {
            consonants += count;
        }
    }
    sum + number(balance + 8 * vowels.min(7) + consonants.min(7))
}
