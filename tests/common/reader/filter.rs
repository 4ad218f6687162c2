//! The section `ANAG`: the anagram filter.

use super::{integer, rule};

/// The hash of a tile.
pub(super) fn tile_key(tile: u8) -> u64 {
    let z = u64::from(tile).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The sum of hashes of a word's tiles.
pub(super) fn anagram_key(word: &[u8]) -> u64 {
    let keys = word.iter().map(|&tile| tile_key(tile));
    keys.fold(0, u64::wrapping_add)
}

/// The index of the cell of a word's anagram key, and the bits that the key sets there.
fn set_bits(cells: usize, word: &[u8]) -> (usize, u64) {
    let key = anagram_key(word);
    let bits = [0, 6, 12, 18].map(|shift| 1 << ((key >> shift) & 63));
    let cell = (u128::from(key >> 32) * cells as u128) >> 32;
    let cell = usize::try_from(cell).expect("below the number of cells");
    (cell, bits.into_iter().fold(0, |all, bit| all | bit))
}

/// Checks that the filter has every word of at least *n* tiles, where *n* is its field *shortest*. Returns `true` if it
/// is the canonical filter of these words.
pub(super) fn check(section: &[u8], words: &[Vec<u8>]) -> Result<bool, String> {
    rule(
        section.len() >= 16 && section.len().is_multiple_of(8),
        "length of ANAG",
    )?;
    rule(integer(&section[4..8]) == 0, "reserved field of ANAG")?;
    let shortest = integer(&section[..4]);
    let cells: Vec<u64> = section[8..].chunks_exact(8).map(integer).collect();
    for word in words.iter().filter(|word| word.len() as u64 >= shortest) {
        let (cell, bits) = set_bits(cells.len(), word);
        rule(
            cells[cell] & bits == bits,
            format!("{word:?} is not in ANAG"),
        )?;
    }
    let long: Vec<&Vec<u8>> = words.iter().filter(|word| word.len() >= 7).collect();
    let mut expected = vec![0; (12 * long.len()).div_ceil(64).max(1)];
    for word in long {
        let (cell, bits) = set_bits(expected.len(), word);
        expected[cell] |= bits;
    }
    Ok(shortest == 7 && cells == expected)
}
