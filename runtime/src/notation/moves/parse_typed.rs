//! Plays and racks read as people type them: `8d care`, `qv`.

use lexc_formats::{Alphabet, PlacedTile};

use super::parse_play::parse_origin;
use crate::game::{MAX_DIM, Play, Position, Rack, score};
use crate::text::{Reader, TextError};

impl Play {
    /// Reads and scores a play that a person types, as [`Play::parse`] does, except for its designated blanks if the word
    /// has no upper-case letter, as in `8d care`, or if the rack has too few blanks for them: each then stays a blank only if the
    /// rack has a blank left, and no such letter.
    ///
    /// # Errors
    /// The errors of [`Play::parse`].
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{Cgp, Play, Rules};
    ///
    /// let rules = Rules::standard(alphabet);
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ACER?/", alphabet)?;
    /// let position = cgp.position(&rules)?;
    /// let typed = |text| -> Result<String, Box<dyn std::error::Error>> {
    ///     let play = Play::parse_typed(text, &position, alphabet)?;
    ///     Ok(play.display(position.board(), alphabet).to_string())
    /// };
    /// assert_eq!(typed("8d care")?, "8D CARE");
    /// assert_eq!(typed("8d cares")?, "8D CAREs");
    /// assert_eq!(typed("8D CaRE")?, "8D CaRE");
    /// assert_eq!(typed("8D Care")?, "8D CARE");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_typed(
        text: &str,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Play, TextError> {
        let play = Play::parse(text, position, alphabet)?;
        let mut word = Reader::new(text.trim_end());
        parse_origin(&mut word)?;
        let blanks = play.placed_tiles().filter(|placed| placed.is_blank());
        let is_as_written = blanks.count() <= position.rack().blanks();
        if is_as_written && has_letter(word, alphabet) {
            return Ok(play);
        }
        let mut rest = *position.rack();
        for letter in play.placed_tiles().filter(|placed| !placed.is_blank()) {
            // A letter that the rack lacks makes the play illegal, whatever the blanks.
            let _ = rest.remove(letter);
        }
        let mut word = [None; MAX_DIM];
        for (slot, placed) in word.iter_mut().zip(play.tiles()) {
            *slot = placed.map(|placed| {
                let letter = PlacedTile::letter(placed.tile());
                let is_blank = placed.is_blank() && !rest.remove(letter) && rest.remove(placed);
                if is_blank { placed } else { letter }
            });
        }
        let word = word.get(..play.len()).unwrap_or(&word);
        let typed = Play::new(play.origin(), play.direction(), word, 0).unwrap_or(play);
        Ok(typed.with_score(score(position, &typed)))
    }
}

impl Rack {
    /// Reads a rack that a person types, as [`Rack::parse`] does, except that lower case equals upper case, and that white space
    /// is skipped.
    ///
    /// # Errors
    /// The first character that is not part of a tile or a [reading](Alphabet::readings); more than [`Rack::MAX_LEN`] tiles.
    pub fn parse_typed(text: &str, alphabet: Alphabet<'_>) -> Result<Rack, TextError> {
        Rack::read(&mut Reader::new(text), alphabet, true)
    }
}

/// Returns `true` if the text of a word has a tile that is not a designated blank.
fn has_letter(mut reader: Reader<'_>, alphabet: Alphabet<'_>) -> bool {
    while let Some(found) = reader.peek() {
        if ['.', '(', ')'].into_iter().any(|sign| reader.skip(sign)) {
            continue;
        }
        let Ok(mut tiles) = reader.placed_tiles(found, alphabet) else {
            return false;
        };
        if tiles.any(|placed| !placed.is_blank()) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};

    use super::*;
    use crate::game::{Layout, Rules};
    use crate::notation::cgp::Cgp;
    use crate::testing::{catalan, english, spanish};
    use crate::text::TextErrorKind;

    /// A play read as typed on a board of 5 x 5 squares, with its score.
    fn typed(cgp: &str, alphabet: Alphabet<'_>, text: &str) -> (String, i32) {
        let layout = Layout::parse("2, 2\n\n\n\n\n     ").unwrap();
        let rules = Rules::standard(alphabet).with_layout(layout);
        let position = Cgp::parse(cgp, alphabet).unwrap().position(&rules).unwrap();
        let play = Play::parse_typed(text, &position, alphabet).unwrap();
        assert_eq!(play.score(), score(&position, &play));
        (
            play.display(position.board(), alphabet).to_string(),
            play.score(),
        )
    }

    #[test]
    fn lower_case_words_take_letters_of_the_rack_before_blanks() {
        for (rack, text, read) in [
            ("ACERS", "3a care", "3A CARE"),
            ("ACE?", "3a care", "3A CArE"),
            ("EL?", "3a eel", "3A EeL"),
            ("AC", "3a care", "3A CARE"),
            ("ACER?", "3A CaRE", "3A CaRE"),
            ("ACER?", "3A Care", "3A CARE"),
            ("ACR??", "3A Care", "3A CARe"),
            ("ACR", "3A CARE", "3A CARE"),
        ] {
            let (read_as, _) = typed(&std::format!("5/5/5/5/5 {rack}"), english(), text);
            assert_eq!(read_as, read, "{text} with {rack}");
        }
    }

    #[test]
    fn tiles_on_the_board_take_no_tile_of_the_rack() {
        for (text, read, score) in [
            ("3b cats", "3B CaTS", 5),
            ("3b ...s", "3B CaTS", 5),
            ("3b (cat)s", "3B CaTS", 5),
            ("3b CATs", "3B CaTs", 4),
        ] {
            let found = typed("5/5/1CaT1/5/5 AS?", english(), text);
            assert_eq!(found, (String::from(read), score), "{text}");
        }
    }

    #[test]
    fn tiles_of_several_characters_are_letters_of_the_rack() {
        let (read, _) = typed("5/5/1A[NY]2/5/5 A[L·L]?", catalan(), "3b a[ny][l·l]a");
        assert_eq!(read, "3B A[NY][L·L]A");
    }

    #[test]
    fn racks_are_typed_in_any_case() {
        let read = |text, alphabet| {
            let rack = Rack::parse_typed(text, alphabet);
            rack.map(|rack| std::format!("{}", rack.display(alphabet)))
        };
        assert_eq!(read("qv?", english()).unwrap(), "QV?");
        assert_eq!(read("Qv", english()).unwrap(), "QV");
        assert_eq!(read("a[l·l]?", catalan()).unwrap(), "A[L·L]?");
        assert_eq!(read(" q v ?", english()).unwrap(), "QV?");
        for (text, message) in [
            ("q9", "character 2: '9' is an unknown tile"),
            ("Q[c", "character 2: the bracket is not closed (add ])"),
            (
                "?????????????????????q",
                "character 22: a rack has at most 21 tiles",
            ),
        ] {
            assert_eq!(read(text, english()).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn racks_are_read_by_the_rules_of_the_alphabet_and_written_so_that_they_read_the_same() {
        for (text, written) in [
            ("LLÁCH?", "A[CH][LL]?"),
            ("HÆC", "AA[C]H"),
            ("[L][L]", "[L]L"),
            ("HC?", "[C]H?"),
        ] {
            let rack = Rack::parse(text, spanish()).unwrap();
            let shown = rack.display(spanish()).to_string();
            assert_eq!(shown, written, "{text}");
            assert_eq!(Rack::parse(&shown, spanish()), Ok(rack));
        }
        let long = "A".repeat(20) + "Æ";
        for (text, column, kind) in [
            ("Aá", 2, TextErrorKind::BlankForm { found: 'á' }),
            (&long, 21, TextErrorKind::RackTooLong),
        ] {
            let error = Rack::parse(text, spanish()).unwrap_err();
            assert_eq!((error.column(), error.kind()), (column, kind));
        }
    }
}
