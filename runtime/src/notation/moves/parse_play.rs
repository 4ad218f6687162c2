//! Plays read from text: `8D RETSINA`.

use lexc_formats::{Alphabet, PlacedTile};

use crate::game::{
    Board, Direction, MAX_DIM, Play, Position, Rack, RackTile, Square, check_placement, score,
};
use crate::text::{Reader, TextError, TextErrorKind, number};

impl Play {
    /// Reads and scores a play. Returns its [canonical](Play::canonical) form, or the play as written if a tile on the
    /// board adjoins an end of the word.
    ///
    /// A tile on the board may be written as its letter, as `.`, or in parentheses: if TS is on the board, `8D RETSINA`,
    /// `8D RE..INA` and `8D RE(TS)INA` are the same play. A blank on the board may be in upper case.
    ///
    /// Accepts illegal plays; [`check_play`](crate::check_play) refuses them.
    ///
    /// # Errors
    /// The first fault, with its place; a tile that differs from the tile on its square is a fault.
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{Cgp, Play, Rules};
    ///
    /// let rules = Rules::standard(alphabet);
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINR?/", alphabet)?;
    /// let position = cgp.position(&rules)?;
    /// let play = Play::parse("8D rE(TS)INA", &position, alphabet)?;
    /// let written = play.display(position.board(), alphabet);
    /// assert_eq!(format!("{written}, {written:#}, {written:>12}"), "8D rETSINA, 8D rE(TS)INA,   8D rETSINA");
    /// assert_eq!((play.placed_len(), play.score()), (5, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(
        text: &str,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Play, TextError> {
        let mut reader = Reader::new(text.trim_end()).with_stop('.');
        let place = parse_origin(&mut reader)?;
        parse_at(place, &mut reader, position, alphabet)
    }

    /// Reads and scores a play that was made last: its tiles are on the board of this position. Returns the play, as
    /// [`Play::parse`] does, and the board before it. Tiles that were on that board, too, are written as `.` or in
    /// parentheses: `8D RE(TS)INA`.
    ///
    /// # Errors
    /// The first fault, with its place. [`TextErrorKind::NotLast`] if the play is illegal on the board before it; words are not
    /// looked up.
    pub fn parse_made(
        text: &str,
        after: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<(Play, Board), TextError> {
        let mut reader = Reader::new(text.trim_end()).with_stop('.');
        let start = reader.error(TextErrorKind::NotLast);
        let place = parse_origin(&mut reader)?;
        let made = parse_word(&mut reader, after.board(), alphabet, place, Stage::After)?;
        let mut board = after.board().clone();
        for (square, _) in made.placed() {
            // Fails only for a square outside the board.
            let _ = board.set(square, None);
        }
        let rack: Option<Rack> = made
            .placed()
            .map(|(_, tile)| RackTile::from(tile))
            .collect();
        let before = Position::try_new(board, rack.unwrap_or_default(), after.rules());
        let before = before.map_err(|_| start)?;
        let play = scored(made, &before);
        check_placement(&before, &play).map_err(|_| start)?;
        Ok((play, before.board().clone()))
    }

    /// Reads and scores a play from the texts of its square and its word, as [`Play::parse`] does. Columns of errors count as if
    /// there were a space between the two texts.
    ///
    /// # Errors
    /// The errors of [`Play::parse`].
    pub fn parse_parts(
        square: &str,
        word: &str,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Play, TextError> {
        let mut reader = Reader::new(square);
        let place = parse_origin(&mut reader)?;
        if reader.peek().is_some() {
            return Err(reader.error(TextErrorKind::NoSquare));
        }
        let mut reader = Reader::new(word.trim_end())
            .with_place(reader.place().after(" "))
            .with_stop('.');
        reader.skip_white_space();
        parse_at(place, &mut reader, position, alphabet)
    }
}

/// Reads the word of a play at this place, and scores the play.
fn parse_at(
    place: (Square, Direction),
    reader: &mut Reader<'_>,
    position: &Position<'_>,
    alphabet: Alphabet<'_>,
) -> Result<Play, TextError> {
    let play = parse_word(reader, position.board(), alphabet, place, Stage::Before)?;
    Ok(scored(play, position))
}

/// The play with its score, in its canonical form if it may be legal.
fn scored(play: Play, position: &Position<'_>) -> Play {
    let play = play.with_score(score(position, &play));
    // A play is illegal as written if a tile on the board adjoins an end of its word. Its canonical form might include that
    // tile and be legal.
    match play.continued_on(position.board()) {
        Some(_) => play,
        None => play.canonical(position.board()),
    }
}

/// Reads the origin, the direction, and the spaces around them.
pub(crate) fn parse_origin(reader: &mut Reader<'_>) -> Result<(Square, Direction), TextError> {
    reader.skip_white_space();
    let no_square = reader.error(TextErrorKind::NoSquare);
    let text = reader.take_word();
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let across = (text.strip_suffix(is_letter), text.chars().next_back());
    let down = (text.strip_prefix(is_letter), text.chars().next());
    match (across, down) {
        ((Some(row), Some(col)), _) => parse_square(row, col).zip(Some(Direction::Across)),
        (_, (Some(row), Some(col))) => parse_square(row, col).zip(Some(Direction::Down)),
        _ => None,
    }
    .ok_or(no_square)
}

/// The square of a row number, counted from 1, and a column letter.
fn parse_square(row: &str, col: char) -> Option<Square> {
    if !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let row = number::<usize>(row)?.checked_sub(1)?;
    let col = u32::from(col.to_ascii_uppercase()).checked_sub(u32::from('A'))?;
    Square::new(row, usize::try_from(col).ok()?)
}

/// Which board a play is read on: the one before it, or the one after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    After,
}

/// Reads the word of a play. The score is 0.
fn parse_word(
    reader: &mut Reader<'_>,
    board: &Board,
    alphabet: Alphabet<'_>,
    (origin, direction): (Square, Direction),
    stage: Stage,
) -> Result<Play, TextError> {
    let mut word = [None; MAX_DIM];
    let mut squares = core::iter::successors(Some(origin), |square| square.next(direction))
        .take_while(|&square| board.dimensions().contains(square))
        .zip(&mut word);
    let mut len = 0;
    let mut unclosed = None;
    while let Some(found) = reader.peek() {
        let place = reader.place();
        if let '(' | ')' = found {
            let error = TextError::new(place, TextErrorKind::Parenthesis);
            if unclosed.is_some() != (found == ')') {
                return Err(error);
            }
            unclosed = (found == '(').then_some(error);
            reader.skip(found);
            continue;
        }
        let mut next = |placed_tile: Option<PlacedTile>| -> Result<(), TextError> {
            let error = |kind| TextError::new(place, kind);
            let next = squares.next();
            let (square, slot) = next.ok_or(error(TextErrorKind::OutsideBoard))?;
            let written = placed_tile.filter(|_| unclosed.is_none());
            *slot = match (board.get(square), placed_tile) {
                (Some(there), Some(placed_tile)) if there.tile() != placed_tile.tile() => {
                    return Err(error(TextErrorKind::Differs { square }));
                }
                (Some(there), _) => written.and((stage == Stage::After).then_some(there)),
                (None, Some(_)) if stage == Stage::Before && written.is_some() => written,
                (None, _) => return Err(error(TextErrorKind::NoTileThere { square })),
            };
            len += 1;
            Ok(())
        };
        if reader.skip('.') {
            next(None)?;
        } else {
            for placed_tile in reader.placed_tiles(found, alphabet)? {
                next(Some(placed_tile))?;
            }
        }
    }
    if let Some(error) = unclosed {
        return Err(error);
    }
    if len == 0 {
        return Err(reader.error(TextErrorKind::NoWord));
    }
    let word = word.get(..len).unwrap_or(&word);
    let play = Play::new(origin, direction, word, 0);
    play.ok_or(reader.error(TextErrorKind::NothingPlaced))
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};

    use super::*;
    use crate::game::{Layout, Rules};
    use crate::notation::cgp::Cgp;
    use crate::testing::{catalan, english, spanish};

    /// Reads a play on a 5 x 5 board. Checks that its texts with and without parentheses read as the same play. Returns
    /// the play and the text without parentheses.
    fn parse(cgp: &str, alphabet: Alphabet<'_>, text: &str) -> Result<(Play, String), TextError> {
        let layout = Layout::parse("2, 2\n\n\n\n\n     ").unwrap();
        let rules = Rules::standard(alphabet).with_layout(layout);
        let position = Cgp::parse(cgp, alphabet).unwrap().position(&rules).unwrap();
        let play = Play::parse(text, &position, alphabet)?;
        let written = play.display(position.board(), alphabet);
        for written in [std::format!("{written}"), std::format!("{written:#}")] {
            let again = Play::parse(&written, &position, alphabet);
            assert_eq!(again, Ok(play), "{text} is written as {written}");
        }
        let written = written.to_string();
        Ok((play, written))
    }

    #[test]
    fn reads_one_tile_as_the_canonical_play() {
        let both_ways = "2S2/2E2/1C1T1/5/5 A";
        let (play, written) = parse(both_ways, english(), "C1 SEA").unwrap();
        assert_eq!(written, "3B CAT");
        assert_eq!(play.score(), 5 + 3);
        let (_, written) = parse("2S2/2E2/5/5/5 A", english(), "C3 A").unwrap();
        assert_eq!(written, "C3 A", "missing first letters are not added");
    }

    #[test]
    fn reads_a_play_that_was_made() {
        let layout = Layout::parse("2, 2\n\n\n\n\n     ").unwrap();
        let rules = Rules::standard(english()).with_layout(layout);
        let cgp = Cgp::parse("5/2S2/1CaT1/5/5 X", english()).unwrap();
        let after = cgp.position(&rules).unwrap();
        let parse = |text| {
            let (play, before) = Play::parse_made(text, &after, english())?;
            let mut again = before.clone();
            again.play_unchecked(&play);
            assert_eq!(&again, after.board(), "{text}");
            let position = Position::try_new(before.clone(), Rack::EMPTY, &rules).unwrap();
            let written = play.display(&before, english()).to_string();
            assert_eq!(Play::parse(&written, &position, english()), Ok(play));
            Ok::<_, TextError>((written, play.score()))
        };
        assert_eq!(parse("C2 S(A)"), Ok(("C2 Sa".to_string(), 1)));
        assert_eq!(parse("C2 S."), parse("C2 S(A)"));
        assert_eq!(parse("3b CAT"), Ok(("3B CaT".to_string(), 5)));
        let kind = |text| parse(text).unwrap_err().kind();
        let square = Square::new(3, 2).unwrap();
        assert_eq!(kind("C2 S(A)E"), TextErrorKind::NoTileThere { square });
        let square = Square::new(2, 2).unwrap();
        assert_eq!(kind("C2 S(E)"), TextErrorKind::Differs { square });
        assert_eq!(kind("C2 (SA)"), TextErrorKind::NothingPlaced);
        assert_eq!(kind("3B C"), TextErrorKind::NotLast);
    }

    #[test]
    fn reads_tiles_of_several_characters() {
        let cgp = "5/5/1A[ny]2/5/5 AL[L·L]?";
        let (play, written) = parse(cgp, catalan(), "3B (A[NY])[l·l]A").unwrap();
        assert_eq!(written, "3B A[ny][l·l]A");
        assert_eq!(play.placed_len(), 2);
    }

    #[test]
    fn reads_by_the_rules_of_the_alphabet() {
        let cgp = "5/5/1A1A1/5/5 ALLC?";
        for (text, written) in [
            ("3A LLALLAC", "3A [LL]A[LL]AC"),
            ("3A LLÁllÁC", "3A [LL]A[ll]AC"),
            ("C2 L.H", "C2 L.H"),
        ] {
            let parsed = parse(cgp, spanish(), text);
            let shown = parsed.map(|(_, written)| written);
            match text.contains('.') {
                // The alphabet reads `L.H` as LL, but in a play the dot stands for a tile on the board.
                true => assert!(matches!(
                    shown,
                    Err(error) if matches!(error.kind(), TextErrorKind::NoTileThere { .. }) && error.column() == 5
                )),
                false => assert_eq!(shown, Ok(written.into())),
            }
        }
        let (_, written) = parse("5/5/2H2/5/5 AC", spanish(), "C2 [C]H").unwrap();
        assert_eq!(written, "C2 [C]H");
    }

    #[test]
    fn a_play_starts_with_a_square() {
        for text in [
            "", "CATS", "0A CAT", "22A CAT", "+1A CAT", "8V CAT", "A22 CAT", "8 CAT", "ÄA CAT",
        ] {
            let error = parse("5/5/5/5/5 CAT", english(), text).unwrap_err();
            assert_eq!(error.kind(), TextErrorKind::NoSquare, "{text}");
            assert_eq!(
                error.to_string(),
                "character 1: a play starts with a square (write 8D for a word across, D8 for a word down)"
            );
        }
    }
}
