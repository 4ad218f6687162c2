//! Probability of drawing a word's tiles from a full bag.

use lexc_formats::{Alphabet, Tile};

/// The largest number of blanks that a draw may have, as in Zyzzyva.
const MAX_BLANKS: usize = 2;

/// The number of ways to draw the tiles of a word from a full bag, where up to two blanks may stand for any of them.
/// Among words of equal length, a word with more ways is more probable.
///
/// Equal tiles of the bag count as distinct. Let the bag have *b* blanks. For each kind of tile, let the bag have *c*
/// tiles of this kind, and the word *n*. To count the draws with *k* blanks, choose *k* tiles of the word, as a
/// multiset, for the blanks to stand for. If *m* of the chosen tiles are of a kind, C(*c*, *n* - *m*) ways remain to
/// draw the other tiles of this kind; multiply these numbers over all kinds. The sum of the products over all choices,
/// times C(*b*, *k*), is the number of draws with *k* blanks. The result adds the draws with 0, 1 and 2 blanks. It
/// orders words as Zyzzyva's probability order with two blanks does. Exact below 2^120; [`u128::MAX`] may stand for
/// larger numbers.
///
/// ```
/// use lexc_runtime::{Lexicon, Word, draws};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
/// let alphabet = Lexicon::from_bytes(IMAGE)?.alphabet();
/// // 9 A, 2 C and 2 blanks: 9 * 2, 2 * (9 + 2), 1 * 1.
/// assert_eq!(draws(&Word::parse("AC", alphabet)?, alphabet), 41);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draws(word: &[Tile], alphabet: Alphabet<'_>) -> u128 {
    // By number of blanks: the sum of the products over the kinds of tiles so far.
    let mut sums = [1_u128, 0, 0];
    for tile in alphabet.tiles() {
        let needed = word.iter().filter(|other| **other == tile).count();
        if needed == 0 {
            continue;
        }
        let mut next = [0_u128; MAX_BLANKS + 1];
        for blanks in 0..=needed.min(MAX_BLANKS) {
            let ways = choose(alphabet.count(tile), needed - blanks);
            for (sum, next) in sums.iter().zip(next.iter_mut().skip(blanks)) {
                *next = next.saturating_add(sum.saturating_mul(ways));
            }
        }
        sums = next;
    }
    let in_alphabet = |tile: &Tile| alphabet.all().contains(*tile);
    if !word.iter().all(in_alphabet) {
        return 0;
    }
    let with_blanks = sums.iter().enumerate().map(|(blanks, sum)| {
        let ways = choose(alphabet.blank_count(), blanks);
        sum.saturating_mul(ways)
    });
    with_blanks.fold(0, u128::saturating_add)
}

/// The number of ways to choose `k` of `n`; [`u128::MAX`] if a product overflows.
fn choose(n: u16, k: usize) -> u128 {
    let mut ways = 1_u128;
    for (chosen, left) in (1..=k as u128).zip((0..=u128::from(n)).rev()) {
        let product = ways.checked_mul(left);
        match product.and_then(|product| product.checked_div(chosen)) {
            Some(quotient) => ways = quotient,
            None => return u128::MAX,
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::word::Word;
    use crate::testing::english;

    /// The expected numbers are computed by Zyzzyva's formula, by hand, from the English bag.
    #[test]
    fn counts_the_ways_to_draw_a_word() {
        assert_eq!((choose(9, 2), choose(9, 0), choose(2, 3)), (36, 1, 0));
        let draws = |text| draws(&Word::parse(text, english()).unwrap(), english());
        assert_eq!(draws(""), 1);
        // The bag has one Q and two blanks: Q, or either blank.
        assert_eq!(draws("Q"), 3);
        // Q and either blank, or both blanks.
        assert_eq!(draws("QQ"), 3);
        assert_eq!(draws("QQQ"), 1);
        assert_eq!(draws("QQQQ"), 0);
        assert_eq!(draws("AC"), 41);
    }
}
