//! From the text of a word to its tiles.
//!
//! **Spelling.** A tile is spelled by its text or its blank form, and by whatever equals one of these but for case. What
//! is exactly one tile's text or blank form spells that tile alone: in Turkish, `i` is İ and `ı` is I.
//!
//! **Brackets.** `[L·L]` is the tile that the text between the brackets spells, whether it has one character or several.
//!
//! **Bare text.** Without brackets, text is cut into spelled tiles in every possible way. If there is one way, that is the
//! word. If there are several, as for `CHICO` where C, H and CH are tiles, the word is refused and the ways are shown:
//! `[CH]ICO` and `[C]HICO` say which is meant. In Catalan nothing needs brackets: neither `·` nor Q nor Y is a tile, so
//! `COL·LEGI` and `QUINZE` can be read in one way only.
//!
//! Text is normalised to NFC first, and a character whose upper case has several (ß, ligatures) counts as these unless
//! the alphabet has it.

use std::fmt;

pub use error::{TilingError, TilingErrorKind};
use glyph::Glyph;
use lexc_formats::{Alphabet, MAX_WORD_LEN, Tile};
use placed_tiles::{Faces, Step};
use simple::SimplePath;

mod error;
mod glyph;
mod placed_tiles;
mod simple;

/// The number of readings that an error shows.
const MAX_READINGS: usize = 3;

/// Reads words as tiles of one alphabet.
#[derive(Clone, Debug)]
pub struct Tiling<'a> {
    alphabet: Alphabet<'a>,
    placed_tiles: Faces,
    simple: SimplePath,
}

/// A word's tiles.
#[derive(Clone, Copy)]
pub struct TiledWord {
    codes: [u8; MAX_WORD_LEN],
    len: usize,
    /// Whether some tile was not spelled by its text: in lower case, or as a blank.
    pub is_folded: bool,
    /// Whether the text was not in NFC.
    pub is_normalized: bool,
}

impl TiledWord {
    pub(crate) const EMPTY: TiledWord = TiledWord {
        codes: [0; MAX_WORD_LEN],
        len: 0,
        is_folded: false,
        is_normalized: false,
    };

    /// The tiles' codes, at most 63.
    #[inline]
    pub fn codes(&self) -> &[u8] {
        &self.codes[..self.len]
    }

    #[inline]
    fn push(&mut self, code: u8) -> Option<()> {
        *self.codes.get_mut(self.len)? = code;
        self.len += 1;
        Some(())
    }
}

impl fmt::Debug for TiledWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TiledWord")
            .field("codes", &self.codes())
            .field("is_folded", &self.is_folded)
            .field("is_normalized", &self.is_normalized)
            .finish()
    }
}

impl<'a> Tiling<'a> {
    /// Prepares for an alphabet.
    pub fn new(alphabet: Alphabet<'a>) -> Tiling<'a> {
        let placed_tiles = Faces::new(alphabet);
        Tiling {
            alphabet,
            simple: SimplePath::new(&placed_tiles),
            placed_tiles,
        }
    }

    /// Sets the tiles of the word that the line starts with, and returns the number of bytes of its text, if that is
    /// easily told. If not, `word` is any.
    ///
    /// What it tells is what [`tile`](Self::tile) tells. It never tells that a word is bad.
    #[inline]
    pub(crate) fn tile_simple(&self, line: &[u8], word: &mut TiledWord) -> Option<usize> {
        self.simple.tile(line, word)
    }

    /// The tiles of a word.
    ///
    /// ```
    /// use lexc::tiling::Tiling;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc::alphabet::load("english")?.encode()?;
    /// let tiling = Tiling::new(Alphabet::from_bytes(&section)?);
    /// assert_eq!(tiling.tile("Cab")?.codes(), [3, 1, 2]);
    /// assert_eq!(
    ///     tiling.tile("co-op").unwrap_err().to_string(),
    ///     "`-` (U+002D) fits no tile"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no reading, or more than one, or one of more than 63 tiles.
    pub fn tile(&self, word: &str) -> Result<TiledWord, TilingError> {
        let mut tiled = TiledWord::EMPTY;
        match self.tile_simple(word.as_bytes(), &mut tiled) {
            Some(bytes) if bytes == word.len() => Ok(tiled),
            _ => self.tile_any(word),
        }
    }

    /// What [`tile`](Self::tile) does, without trying the fast path first.
    pub(crate) fn tile_any(&self, word: &str) -> Result<TiledWord, TilingError> {
        let (glyphs, is_normalized) = self.placed_tiles.cut(word);
        // What is known of the readings of the glyphs before each place.
        #[derive(Clone, Copy, Default)]
        struct Prefix {
            /// 0, 1, or 2 for several.
            readings: u8,
            /// Of the shortest reading.
            tiles: usize,
            /// The last step of a reading; of the only one, if there is only one.
            last: Step,
        }
        let mut prefixes = vec![Prefix::default(); glyphs.len() + 1];
        prefixes[0].readings = 1;
        let mut furthest = 0;
        for at in 0..glyphs.len() {
            let prefix = prefixes[at];
            if prefix.readings == 0 {
                continue;
            }
            furthest = at;
            if prefix.tiles < MAX_WORD_LEN {
                self.placed_tiles.steps(&glyphs[at..], |step| {
                    let next = &mut prefixes[at + step.len];
                    if next.readings == 0 || next.tiles > prefix.tiles + 1 {
                        next.tiles = prefix.tiles + 1;
                        next.last = step;
                    }
                    next.readings = (next.readings + prefix.readings).min(2);
                })?;
            }
        }
        let whole = prefixes[glyphs.len()];
        if whole.readings == 0 {
            let Glyph { exact, offset, .. } = glyphs[furthest];
            let kind = if prefixes[furthest].tiles < MAX_WORD_LEN {
                TilingErrorKind::NoTile(exact)
            } else {
                TilingErrorKind::TooLong
            };
            return Err(TilingError { offset, kind });
        }
        if whole.readings > 1 {
            return Err(self.ambiguity(&glyphs));
        }
        let mut tiled = TiledWord {
            len: whole.tiles,
            is_normalized,
            ..TiledWord::EMPTY
        };
        let mut end = glyphs.len();
        for code in tiled.codes[..whole.tiles].iter_mut().rev() {
            let step = prefixes[end].last;
            *code = step.code;
            tiled.is_folded |= step.is_folded;
            end -= step.len;
        }
        Ok(tiled)
    }

    /// The error that shows the first few readings of glyphs that have several.
    fn ambiguity(&self, glyphs: &[Glyph]) -> TilingError {
        let steps_at = |at: usize| {
            let mut steps = Vec::new();
            // A bad bracket would have been found before.
            let _ = self
                .placed_tiles
                .steps(&glyphs[at..], |step| steps.push(step));
            steps
        };
        let mut ends_well = vec![false; glyphs.len() + 1];
        ends_well[glyphs.len()] = true;
        for at in (0..glyphs.len()).rev() {
            ends_well[at] = steps_at(at).iter().any(|step| ends_well[at + step.len]);
        }
        // Depth first, the longest tile first; what can't be completed is never entered, so this ends soon.
        let mut readings = Vec::new();
        let mut open: Vec<(usize, Vec<Tile>)> = vec![(0, Vec::new())];
        while let Some((at, tiles)) = open.pop() {
            if readings.len() > MAX_READINGS {
                break;
            }
            if at == glyphs.len() {
                readings.push(self.alphabet.spell(&tiles).to_string());
                continue;
            }
            for step in steps_at(at) {
                if ends_well[at + step.len] {
                    let tiles = tiles.iter().copied().chain(Tile::new(step.code));
                    open.push((at + step.len, tiles.collect()));
                }
            }
        }
        let has_more = readings.len() > MAX_READINGS;
        readings.truncate(MAX_READINGS);
        TilingError {
            offset: 0,
            kind: TilingErrorKind::Ambiguous { readings, has_more },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use unicode_normalization::UnicodeNormalization;

    use super::*;

    const CATALAN: &str = "A,a,1,1,1\nE,e,1,1,1\nI,i,1,1,1\nL,l,1,1,0\nL·L,l·l,1,10,0\nN,n,1,1,0\nNY,ny,1,1,0\n\
                           QU,qu,1,8,0\nÇ,ç,1,1,0\nU,u,1,1,1\n";
    const SPANISH: &str = "A,a,1,1,1\nC,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nI,i,1,1,1\nL,l,1,1,0\nLL,ll,1,1,0\n\
                           O,o,1,1,1\nR,r,1,1,0\nRR,rr,1,1,0\n";
    const TURKISH: &str = "I,ı,1,1,1\nİ,i,1,1,1\nS,s,1,1,0\nŞ,ş,1,1,0\n";
    const OVERLAPPING: &str = "A,a,1,1,0\nAB,ab,1,1,0\nBA,ba,1,1,0\nBB,bb,1,1,0\nAAB,aab,1,1,0\n";
    const LOWER: &str = "a,*,1,1,1\nÉ,é,1,1,1\nb,B,1,1,0\nΣ,σ,1,1,0\nch,Ch,1,1,0\n";

    const CASED: &str = "C,c,1,1,0\nh,H,1,1,0\nCh,x,1,1,0\nD,d,1,1,0\nŽ,ž,1,1,0\ny,dž,1,1,0\n";

    fn tiling(rows: &str) -> Tiling<'static> {
        let definition = match rows {
            "english" => crate::alphabet::load(rows),
            rows => crate::alphabet::parse("test", rows),
        };
        let section = definition.unwrap().encode().unwrap().leak();
        Tiling::new(Alphabet::from_bytes(section).unwrap())
    }

    fn english() -> Tiling<'static> {
        tiling("english")
    }

    fn text(tiling: &Tiling<'static>, code: u8) -> &'static str {
        tiling.alphabet.text(Tile::new(code).unwrap())
    }

    fn spell(tiling: &Tiling<'_>, codes: &[u8]) -> String {
        let tiles: Vec<Tile> = codes.iter().map(|code| Tile::new(*code).unwrap()).collect();
        tiling.alphabet.spell(&tiles).to_string()
    }

    /// The tiles' texts with dots between them, or the error with its offset in front.
    fn read(tiling: &Tiling<'static>, word: &str) -> String {
        match tiling.tile(word) {
            Ok(tiled) => {
                let texts = tiled.codes().iter().map(|code| text(tiling, *code));
                texts.collect::<Vec<_>>().join(".")
            }
            Err(error) => format!("{}: {error}", error.offset),
        }
    }

    #[test]
    fn case_does_not_matter() {
        let english = english();
        for word in ["CAB", "cab", "cAb"] {
            assert_eq!(read(&english, word), "C.A.B");
            assert_eq!(english.tile(word).unwrap().is_folded, word != "CAB");
        }
        let german = tiling("A,a,1,1,1\nÄ,ä,1,1,1\nS,s,1,1,0\n");
        assert_eq!(read(&german, "saß"), "S.A.S.S");
        assert_eq!(read(&german, "ſä"), "S.Ä");
        assert_eq!(read(&tiling(LOWER), "ABéΣσςCH*"), "a.b.É.Σ.Σ.Σ.ch.a");
    }

    #[test]
    fn what_is_exactly_a_tile_is_that_tile() {
        let turkish = tiling(TURKISH);
        assert_eq!(read(&turkish, "IıİiSşs"), "I.I.İ.İ.S.Ş.S");
        assert_eq!(read(&turkish, "[ı][i]"), "I.İ");
        // Two tiles that differ in case only, and text that is neither.
        let cased = tiling("Dž,x,1,1,0\ndž,y,1,1,0\n");
        assert_eq!(read(&cased, "Dždž"), "Dž.dž");
        assert_eq!(
            read(&cased, "DŽ"),
            "0: can be read as [dž] or [Dž] (write it so)"
        );
    }

    #[test]
    fn brackets_always_work() {
        let spanish = tiling(SPANISH);
        assert_eq!(read(&spanish, "[CH]ICA"), "CH.I.C.A");
        assert_eq!(read(&spanish, "[C]HICA"), "C.H.I.C.A");
        assert_eq!(read(&spanish, "[c][h][I][ch]"), "C.H.I.CH");
        assert_eq!(read(&spanish, "A[cH]A"), "A.CH.A");
        assert_eq!(read(&tiling(CATALAN), "A[L·L]A"), "A.L·L.A");
        assert_eq!(read(&english(), "[A]B[c]"), "A.B.C");
    }

    #[test]
    fn bare_text_is_read_where_there_is_one_way() {
        let catalan = tiling(CATALAN);
        assert_eq!(read(&catalan, "AL·LELUIA"), "A.L·L.E.L.U.I.A");
        assert_eq!(read(&catalan, "al·leluia"), "A.L·L.E.L.U.I.A");
        assert_eq!(read(&catalan, "quiny"), "QU.I.NY");
        assert_eq!(read(&catalan, "qu[i]NY"), "QU.I.NY");
        assert_eq!(read(&catalan, "all"), "A.L.L");
        assert_eq!(
            read(&tiling(OVERLAPPING), "BAB"),
            "2: `B` (U+0042) fits no tile"
        );
        assert_eq!(read(&tiling(OVERLAPPING), "ABBB"), "AB.BB");
        let spanish = tiling(SPANISH);
        assert_eq!(read(&spanish, "CALOR"), "C.A.L.O.R");
        assert_eq!(
            read(&spanish, "CHIC[O]"),
            "0: can be read as [CH]ICO or [C]HICO (write it so)"
        );
    }

    #[test]
    fn every_reading_of_an_ambiguous_word_is_shown_as_it_must_be_written() {
        let spanish = tiling(SPANISH);
        let TilingErrorKind::Ambiguous { readings, has_more } =
            spanish.tile("chorro").unwrap_err().kind
        else {
            panic!("chorro has several readings");
        };
        assert_eq!(readings, ["[CH]O[RR]O", "[CH]O[R]RO", "[C]HO[RR]O"]);
        assert!(has_more);
        for (reading, tiles) in readings
            .iter()
            .zip(["CH.O.RR.O", "CH.O.R.R.O", "C.H.O.RR.O"])
        {
            assert_eq!(read(&spanish, reading), tiles);
        }
        assert_eq!(
            read(&spanish, "chorro"),
            "0: can be read as [CH]O[RR]O or [CH]O[R]RO or [C]HO[RR]O or otherwise (write it so)"
        );
        assert_eq!(
            read(&spanish, "[ch]orro"),
            "0: can be read as [CH]O[RR]O or [CH]O[R]RO (write it so)"
        );
    }

    #[test]
    fn errors_are_where_they_arise() {
        let english = english();
        assert_eq!(read(&english, "CO-OP"), "2: `-` (U+002D) fits no tile");
        assert_eq!(read(&english, "CAFÉ"), "3: `É` (U+00C9) fits no tile");
        assert_eq!(
            read(&english, "cafe\u{301}s"),
            "3: `é` (U+00E9) fits no tile"
        );
        assert_eq!(
            read(&english, "A\u{0}"),
            "1: `\\u{0}` (U+0000) fits no tile"
        );
        assert_eq!(read(&english, "A]"), "1: `]` (U+005D) fits no tile");
        assert_eq!(read(&english, "A[B"), "1: `[` without `]`");
        assert_eq!(read(&english, "A[]"), "1: `` is no tile");
        assert_eq!(read(&english, "AB[QU]"), "2: `QU` is no tile");
        assert_eq!(read(&english, "[[A]]"), "0: `[A` is no tile");
        assert_eq!(
            read(&tiling(CATALAN), "AQI"),
            "1: `Q` (U+0051) fits no tile"
        );
        assert_eq!(
            read(&tiling(CATALAN), "L·A"),
            "1: `·` (U+00B7) fits no tile"
        );
    }

    #[test]
    fn a_word_has_at_most_63_tiles() {
        let english = english();
        let longest = "abcdefghi".repeat(7);
        assert_eq!(english.tile(&longest).unwrap().codes().len(), 63);
        let mut word = TiledWord::EMPTY;
        let bytes = english.tile_simple(longest.as_bytes(), &mut word);
        assert_eq!((bytes, word.codes().len()), (Some(63), 63));
        let longer = format!("{longest}j");
        assert!(english.tile_simple(longer.as_bytes(), &mut word).is_none());
        assert_eq!(read(&english, &longer), "63: more than 63 tiles");
        assert_eq!(
            read(&english, &"A".repeat(300_000)),
            "63: more than 63 tiles"
        );
        assert_eq!(
            read(&english, &format!("{longest}-")),
            "63: more than 63 tiles"
        );
        let catalan = tiling(CATALAN);
        assert_eq!(catalan.tile(&"[L·L]".repeat(63)).unwrap().codes(), [5; 63]);
        assert_eq!(catalan.tile(&"l·l".repeat(63)).unwrap().codes(), [5; 63]);
        assert_eq!(read(&catalan, &"L·L".repeat(64)), "189: more than 63 tiles");
        assert_eq!(
            read(&catalan, &"[L·L]".repeat(30_000)),
            "315: more than 63 tiles"
        );
        assert_eq!(
            read(&tiling(SPANISH), &"C".repeat(64)),
            "63: more than 63 tiles"
        );
        let many = "LLL".repeat(30_000);
        assert_eq!(read(&tiling(SPANISH), &many), "126: more than 63 tiles");
    }

    #[test]
    fn decomposed_text_is_composed() {
        let catalan = tiling(CATALAN);
        let tiled = catalan.tile("c\u{327}a").unwrap();
        assert!(tiled.is_normalized && tiled.is_folded);
        assert_eq!(read(&catalan, "C\u{327}A"), "Ç.A");
        assert_eq!(read(&catalan, "L\u{387}L"), "L·L");
        assert!(!catalan.tile("Ça").unwrap().is_normalized);
    }

    /// Pseudo-random numbers below `bound` (xorshift).
    fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
        move |bound| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % bound as u64).unwrap()
        }
    }

    /// All ways to cut the text into tiles, by trying each tile at each place.
    fn readings(tiling: &Tiling, text: &str) -> Vec<Vec<u8>> {
        if text.is_empty() {
            return vec![Vec::new()];
        }
        let mut found = Vec::new();
        for (end, _) in text.char_indices().skip(1).chain([(text.len(), ' ')]) {
            let (start, rest) = text.split_at(end);
            let codes = |is_same: fn(&str, &str) -> bool| -> BTreeSet<u8> {
                let spellings = tiling.placed_tiles.spellings().iter();
                spellings
                    .filter(|spelling| is_same(&spelling.exact.iter().collect::<String>(), start))
                    .map(|spelling| spelling.code)
                    .collect()
            };
            let mut codes_here = codes(|placed_tile, text| placed_tile == text);
            if codes_here.is_empty() {
                codes_here =
                    codes(|placed_tile, text| placed_tile.to_uppercase() == text.to_uppercase());
            }
            for code in codes_here {
                for tail in readings(tiling, rest) {
                    found.push([&[code][..], &tail[..]].concat());
                }
            }
        }
        found
    }

    #[test]
    fn fast_path_general_path_and_all_readings_agree() {
        let mut number = numbers(0x9E37_79B9_7F4A_7C15);
        let mut simple_words = 0;
        for rows in [CATALAN, SPANISH, TURKISH, OVERLAPPING, LOWER] {
            let tiling = tiling(rows);
            let mut pieces: Vec<String> = ["x", "·", "Y", "y"].map(String::from).into();
            for spelling in tiling.placed_tiles.spellings() {
                let text: String = spelling.exact.iter().collect();
                pieces.extend([text.to_uppercase(), text.to_lowercase(), text]);
            }
            // The lower case of İ has a mark of its own, which the trial of all tiles doesn't know.
            pieces.retain(|piece| !piece.contains('\u{307}'));
            // What is left in it of one word says nothing about the next.
            let mut simple_word = TiledWord::EMPTY;
            let (mut good, mut bad, mut ambiguous) = (0, 0, 0);
            for _ in 0..1000 {
                let len = 1 + number(6);
                let word: String = (0..len).map(|_| &*pieces[number(pieces.len())]).collect();
                let expected = readings(&tiling, &word);
                let bytes = tiling.tile_simple(word.as_bytes(), &mut simple_word);
                let simple = bytes.map(|bytes| (simple_word, bytes));
                simple_words += usize::from(simple.is_some());
                match (tiling.tile_any(&word), &expected[..]) {
                    (Ok(tiled), [codes]) => {
                        good += 1;
                        assert_eq!(tiled.codes(), codes, "{word}");
                        let texts = codes.iter().map(|code| text(&tiling, *code));
                        assert_eq!(tiled.is_folded, texts.collect::<String>() != word, "{word}");
                        let simple = simple.unwrap_or((tiled, word.len()));
                        assert_eq!(simple.0.codes(), codes, "{word}");
                        assert_eq!(simple.0.is_folded, tiled.is_folded, "{word}");
                        assert_eq!(simple.1, word.len(), "{word}");
                        let decomposed: String = word.nfd().collect();
                        assert_eq!(tiling.tile(&decomposed).unwrap().codes(), codes, "{word}");
                    }
                    (Err(error), []) => {
                        bad += 1;
                        assert!(matches!(error.kind, TilingErrorKind::NoTile(_)), "{word}");
                        assert!(simple.is_none(), "{word}");
                    }
                    (Err(error), [_, _, ..]) => {
                        ambiguous += 1;
                        let TilingErrorKind::Ambiguous { readings, has_more } = error.kind else {
                            panic!("{word}: {error}");
                        };
                        assert_eq!(has_more, expected.len() > MAX_READINGS, "{word}");
                        assert_eq!(readings.len(), expected.len().min(MAX_READINGS), "{word}");
                        for reading in readings {
                            let codes = tiling.tile(&reading).unwrap().codes().to_vec();
                            assert!(expected.contains(&codes), "{word}: {reading}");
                        }
                        assert!(simple.is_none(), "{word}");
                    }
                    (result, _) => panic!("{word}: {result:?} but {expected:?}"),
                }
            }
            assert!(good > 100 && bad > 100, "{rows}: {good} good, {bad} bad");
            let is_ambiguous = [SPANISH, OVERLAPPING].contains(&rows);
            assert_eq!(
                ambiguous > 100,
                is_ambiguous,
                "{rows}: {ambiguous} ambiguous"
            );
        }
        assert!(simple_words > 500, "{simple_words}");
    }

    #[test]
    fn spelled_words_read_as_the_same_tiles() {
        let mut number = numbers(0x2545_F491_4F6C_DD1D);
        for rows in [CATALAN, SPANISH, TURKISH, OVERLAPPING, LOWER, CASED] {
            let tiling = tiling(rows);
            let tiles = rows.lines().count();
            for _ in 0..300 {
                let codes: Vec<u8> = (0..1 + number(63))
                    .map(|_| u8::try_from(1 + number(tiles)).unwrap())
                    .collect();
                let spelled = spell(&tiling, &codes);
                let tiled = tiling.tile(&spelled).unwrap();
                assert_eq!(tiled.codes(), codes, "{spelled}");
                assert!(!tiled.is_folded && !tiled.is_normalized, "{spelled}");
            }
        }
        assert_eq!(
            spell(&tiling(SPANISH), &[2, 4, 1, 3, 6, 6, 7, 2, 1, 2]),
            "[C]HA[CH][L]L[LL]CAC"
        );
        assert_eq!(
            spell(&tiling(CATALAN), &[4, 4, 5, 6, 7, 1]),
            "LL[L·L]N[NY]A"
        );
    }
}
