//! Moves read from text: `8D RETSINA`, `exchange QV`, `pass`.

use lexc_formats::Alphabet;

use super::write::{EXCHANGE, PASS};
use crate::game::{Board, Move, Play, Position, Rack};
use crate::text::{Reader, TextError, TextErrorKind, number};

impl Move {
    /// Reads a move, and scores a play. The text is one of these:
    ///
    /// ```text
    /// play      =  square  word
    /// exchange  =  "exchange"  tile...
    /// pass      =  "pass"
    /// ```
    ///
    /// - White space separates the parts; it may also be before and after the text, and between the tiles of an exchange.
    /// - The keywords are in any letter case. No play starts with one, because a square has a digit.
    /// - `square` is the first square of the word: `8D` for a word across, `D8` for a word down, with the letter in any case.
    /// - `word` has the tiles of [`Alphabet::read_placed_tiles`]; a designated blank is in lower case. A tile on the board is
    ///   written as its letter, as `.`, or in parentheses; [`Play::parse`] has the details.
    /// - The tiles of an exchange are those of [`Rack::parse_typed`]: in any order and letter case,
    ///   with `?` for a blank.
    ///
    /// Accepts moves that are illegal, or use tiles that the rack lacks.
    ///
    /// # Errors
    /// The first fault, with its place.
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{Cgp, Move, Rules};
    ///
    /// let rules = Rules::standard(alphabet);
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINRV?/", alphabet)?;
    /// let position = cgp.position(&rules)?;
    /// for (text, written) in [
    ///     ("8d RE(TS)INA", "8D RETSINA"),
    ///     ("Exchange v ?", "exchange V?"),
    ///     ("PASS", "pass"),
    /// ] {
    ///     let action = Move::parse(text, &position, alphabet)?;
    ///     assert_eq!(action.display(position.board(), alphabet).to_string(), written);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(
        text: &str,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Move, TextError> {
        let mut play = |text: &str| Play::parse(text, position, alphabet);
        parse_move(text, &mut play, alphabet)
    }

    /// The number of tiles of an exchange that does not name them, such as `exchange 2`; `None` for other texts.
    pub fn exchanged_len(text: &str) -> Option<usize> {
        let (keyword, len) = text.trim().split_once(' ')?;
        let is_exchange = keyword.eq_ignore_ascii_case(EXCHANGE);
        number(len.trim()).filter(|_| is_exchange)
    }

    /// Reads a move that was made last, as [`Play::parse_made`] reads plays. Returns the move and the board before it.
    ///
    /// # Errors
    /// The errors of [`Move::parse`] and of [`Play::parse_made`].
    pub fn parse_made(
        text: &str,
        after: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<(Move, Board), TextError> {
        let mut board = after.board().clone();
        let mut play = |text: &str| {
            let (play, before) = Play::parse_made(text, after, alphabet)?;
            board = before;
            Ok(play)
        };
        let action = parse_move(text, &mut play, alphabet)?;
        Ok((action, board))
    }

    /// Reads a move that a person types: like [`Move::parse`], except that a play is read by [`Play::parse_typed`].
    ///
    /// # Errors
    /// The errors of [`Move::parse`].
    pub fn parse_typed(
        text: &str,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Move, TextError> {
        let mut play = |text: &str| Play::parse_typed(text, position, alphabet);
        parse_move(text, &mut play, alphabet)
    }
}

/// Reads a move; `parse_play` reads the text as a play.
// Not generic, so that it is compiled once.
fn parse_move(
    text: &str,
    parse_play: &mut dyn FnMut(&str) -> Result<Play, TextError>,
    alphabet: Alphabet<'_>,
) -> Result<Move, TextError> {
    let mut reader = Reader::new(text.trim_end());
    let keyword = reader.take_word();
    let is_end = reader.peek().is_none();
    if keyword.eq_ignore_ascii_case(EXCHANGE) {
        return match is_end {
            true => Err(reader.error(TextErrorKind::NoTiles)),
            false => Ok(Move::Exchange(Rack::read(&mut reader, alphabet, true)?)),
        };
    }
    if keyword.eq_ignore_ascii_case(PASS) {
        return match is_end {
            true => Ok(Move::Pass),
            false => Err(reader.error(TextErrorKind::AfterPass)),
        };
    }
    match parse_play(text) {
        Ok(play) => Ok(Move::Play(play)),
        Err(error) if error.kind() == TextErrorKind::NoSquare => {
            Err(error.with_kind(TextErrorKind::NoMove))
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::game::Rules;
    use crate::notation::cgp::Cgp;
    use crate::testing::{english, spanish};

    const TS: &str = "15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINRV?";

    /// Each text is read as the move of the second text, or refused with it as the message.
    fn check(cgp: &str, alphabet: Alphabet<'_>, table: &[(&str, &str)]) {
        let rules = Rules::standard(alphabet);
        let position = Cgp::parse(cgp, alphabet).unwrap().position(&rules).unwrap();
        for (text, expected) in table {
            match Move::parse(text, &position, alphabet) {
                Ok(action) => {
                    let written = action.display(position.board(), alphabet).to_string();
                    assert_eq!(written, *expected, "{text}");
                    let again = Move::parse(&written, &position, alphabet);
                    assert_eq!(again, Ok(action), "{written}");
                }
                Err(error) => assert_eq!(error.to_string(), *expected, "{text}"),
            }
        }
    }

    #[test]
    fn reads_the_tiles_of_an_exchange_by_the_rules_of_the_alphabet() {
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 A";
        check(
            empty,
            spanish(),
            &[
                ("exchange LLÁch?", "exchange A[CH][LL]?"),
                ("exchange [c]h", "exchange [C]H"),
                (
                    "exchange [CX]",
                    "character 10: unknown tile in brackets: [CX]",
                ),
            ],
        );
    }

    #[test]
    fn a_typed_play_takes_letters_of_the_rack_before_blanks() {
        let rules = Rules::standard(english());
        let cgp = Cgp::parse(TS, english()).unwrap();
        let position = cgp.position(&rules).unwrap();
        for (text, written) in [
            ("8d re..ina", "8D RETSINA"),
            ("8d re..inc", "8D RETSINc"),
            ("exchange v", "exchange V"),
            ("PASS", "pass"),
        ] {
            let action = Move::parse_typed(text, &position, english()).unwrap();
            let shown = action.display(position.board(), english());
            assert_eq!(shown.to_string(), written, "{text}");
        }
        let error = Move::parse_typed("care", &position, english()).unwrap_err();
        assert_eq!((error.column(), error.kind()), (1, TextErrorKind::NoMove));
    }
}
