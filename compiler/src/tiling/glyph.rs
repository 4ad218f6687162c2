//! Words cut into characters that can be compared with what is written on tiles.

use std::iter;

use lexc_formats::MAX_WORD_LEN;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::text::combines;

/// The most glyphs of a word that are looked at. 63 tiles can't take more: a tile's text has at most 16 bytes, the
/// brackets are two more.
const MAX_GLYPHS: usize = MAX_WORD_LEN * 18 + 1;

/// A character of a word in NFC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Glyph {
    pub(super) exact: char,
    pub(super) upper: char,
    /// The number of characters of the word before the one it comes from.
    pub(super) offset: usize,
}

/// The word's glyphs, and whether the word was not in NFC. Of an endless word only as many as can matter.
///
/// `is_written` tells whether some tile has the character, so that it must not be dissolved into several.
pub(super) fn cut(word: &str, is_written: impl Fn(char) -> bool) -> (Vec<Glyph>, bool) {
    let mut glyphs = Vec::with_capacity(word.len().min(MAX_GLYPHS));
    let mut push = |exact: char, offset| {
        let glyph = |exact, upper| Glyph {
            exact,
            upper,
            offset,
        };
        if exact.to_uppercase().len() == 1 || is_written(exact) {
            glyphs.push(glyph(exact, to_upper(exact)));
        } else {
            glyphs.extend(exact.to_uppercase().map(|c| glyph(c, c)));
        }
        glyphs.len() < MAX_GLYPHS
    };
    let is_normalized = !is_nfc(word);
    if is_normalized {
        let mut offset = 0;
        for cluster in clusters(word) {
            let is_stable = is_nfc(cluster);
            let is_room = cluster.nfc().enumerate().all(|(index, c)| {
                // What was composed or put in another order comes from the cluster's first character.
                push(c, offset + if is_stable { index } else { 0 })
            });
            if !is_room {
                break;
            }
            offset += cluster.chars().count();
        }
    } else {
        for (offset, c) in word.chars().enumerate() {
            if !push(c, offset) {
                break;
            }
        }
    }
    glyphs.truncate(MAX_GLYPHS);
    (glyphs, is_normalized)
}

/// The upper case of a character, if that is one character; else the character.
pub(super) fn to_upper(c: char) -> char {
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) => upper,
        _ => c,
    }
}

/// The word cut where nothing combines across, so that each piece can be normalised by itself.
fn clusters(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    iter::from_fn(move || {
        let mut later = rest.char_indices().skip(1);
        let start = later.find(|(_, c)| !combines(*c));
        let (cluster, after) = rest.split_at(start.map_or(rest.len(), |(at, _)| at));
        rest = after;
        (!cluster.is_empty()).then_some(cluster)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(glyphs: &[Glyph]) -> String {
        glyphs.iter().map(|glyph| glyph.exact).collect()
    }

    fn offsets(glyphs: &[Glyph]) -> Vec<usize> {
        glyphs.iter().map(|glyph| glyph.offset).collect()
    }

    #[test]
    fn each_glyph_knows_its_place_in_the_word() {
        let (glyphs, is_normalized) = cut("caÉ", |_| false);
        assert!(!is_normalized);
        assert_eq!(exact(&glyphs), "caÉ");
        assert_eq!(offsets(&glyphs), [0, 1, 2]);
        assert!(glyphs.iter().map(|glyph| glyph.upper).eq("CAÉ".chars()));

        // The mark on X has nothing to compose with and stays where it is; those on A change places.
        let (glyphs, is_normalized) = cut("e\u{301}x\u{302}a\u{302}\u{323}z", |_| false);
        assert!(is_normalized);
        assert_eq!(exact(&glyphs), "éx\u{302}ậz");
        assert_eq!(offsets(&glyphs), [0, 2, 3, 4, 7]);
    }

    #[test]
    fn the_whole_is_normalised_as_its_clusters_are() {
        for word in [
            "",
            "A",
            "\u{301}a",
            "\u{1100}\u{1161}\u{11A8}\u{1100}",
            "\u{212B}\u{2126}",
            "q\u{323}\u{307}q\u{307}\u{323}",
            "\u{9C7}\u{9BE}",
            "\u{16D67}\u{16D67}",
            "\u{958}\u{344}",
        ] {
            let (glyphs, is_normalized) = cut(word, |_| true);
            assert_eq!(exact(&glyphs), word.nfc().collect::<String>(), "{word:?}");
            assert_eq!(is_normalized, exact(&glyphs) != word, "{word:?}");
        }
    }

    #[test]
    fn several_capitals_of_one_letter_share_its_place() {
        let (glyphs, _) = cut("aßa", |_| false);
        assert_eq!(exact(&glyphs), "aSSa");
        assert_eq!(offsets(&glyphs), [0, 1, 1, 2]);
        let (glyphs, _) = cut("aßa", |c| c == 'ß');
        assert_eq!(exact(&glyphs), "aßa");
    }

    #[test]
    fn endless_words_are_cut() {
        for word in ["A", "ß", "e\u{301}", "q\u{323}\u{307}", "\u{301}"] {
            let (glyphs, _) = cut(&word.repeat(100_000), |_| false);
            assert_eq!(glyphs.len(), MAX_GLYPHS, "{word:?}");
        }
    }
}
