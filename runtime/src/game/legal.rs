//! Legality of a play: placement, rack and formed words. Shares no code with move generation.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile};

use crate::game::square::Place;
use crate::game::{Board, FormedWord, Play, Position, Square, words_formed};
use crate::lexicon::Lexicon;
use crate::text::Text;

/// Checks the placement of a play: its squares, and its tiles against the rack. [`check_play`] also looks up its words.
///
/// On an empty board, down plays are legal too, although move generation emits only the across plays if the layout is
/// [symmetric](crate::Layout::is_symmetric).
///
/// # Errors
/// If any squares of the word have faults, the fault of the first of these squares. If not, the first fault of the play
/// in the order of the variants of [`IllegalPlayError`].
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Board, Play, Position, Rack, Rules, check_placement};
///
/// let rules = Rules::standard(alphabet);
/// let board = Board::new(rules.layout().dimensions());
/// let position = Position::try_new(board, Rack::parse("RETINAS", alphabet)?, &rules)?;
/// let play = |text| Play::parse(text, &position, alphabet);
/// assert_eq!(check_placement(&position, &play("8D RETSINA")?), Ok(()));
/// assert_eq!(
///     check_placement(&position, &play("1A RETSINA")?).map_err(|error| error.to_string()),
///     Err("the first play does not cover the start square 8H".into())
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_placement(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    check_squares(position, play)?;
    check_word_is_whole(position, play)?;
    check_count(position, play)?;
    check_tiles_are_on_rack(position, play)?;
    if position.board().is_empty() {
        check_first_play(position, play)
    } else {
        check_connected(position, play)
    }
}

/// Checks that a play is legal: its placement, as [`check_placement`] does, and all [`words_formed`].
///
/// # Errors
/// The error of [`check_placement`], or else the first formed word that the lexicon does not have.
/// [`IllegalPlayError::display`] spells the word or the tile at fault.
///
/// ```
/// use lexc_runtime::{Cgp, Lexicon, Play, Rules, check_play};
///
/// // 15 words, among them CARE, SCARE and ABLE.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let alphabet = lexicon.alphabet();
/// let rules = Rules::standard(alphabet);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/4ABLE7/15/15/15/15/15/15/15 ACERS/", alphabet)?;
/// let position = cgp.position(&rules)?;
/// let why = |text| -> Result<String, Box<dyn std::error::Error>> {
///     let play = Play::parse(text, &position, alphabet)?;
///     Ok(check_play(&lexicon, &position, &play).map_or_else(|error| error.display(alphabet).to_string(), |()| "legal".into()))
/// };
/// assert_eq!(why("8E ABLES")?, "legal");
/// assert_eq!(why("I8 SCAR")?, "SCAR on I8 is not in the lexicon");
/// assert_eq!(why("8E ABLET")?, "the rack has no T left for 8I");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_play(
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    play: &Play,
) -> Result<(), IllegalPlayError> {
    check_placement(position, play)?;
    match valid_words(lexicon, position.board(), play) {
        Err(word) => Err(IllegalPlayError::UnknownWord { word }),
        Ok(_) => Ok(()),
    }
}

impl Position<'_> {
    /// Makes a play: moves its tiles from the rack to the board. Does not look up its words: [`check_play`] does.
    ///
    /// # Errors
    /// The rule that [`check_placement`] finds broken; the position stays as it was.
    pub fn play(&mut self, play: &Play) -> Result<(), IllegalPlayError> {
        check_placement(self, play)?;
        for (square, placed_tile) in play.placed() {
            self.place(square, placed_tile);
            self.take_from_rack(placed_tile);
        }
        Ok(())
    }
}

/// The number of words that a play forms, if the lexicon has all of them. The tiles of the play may be on the board already.
///
/// # Errors
/// The first word that the lexicon does not have.
pub(crate) fn valid_words(
    lexicon: &Lexicon<'_>,
    board: &Board,
    play: &Play,
) -> Result<u8, FormedWord> {
    let mut count = 0;
    for word in words_formed(board, play) {
        if !lexicon.contains(&word) {
            return Err(word);
        }
        count += 1;
    }
    Ok(count)
}

/// Checks that each square of the word is on the board, is not a brick, and has exactly one tile: from the board or
/// from the play.
fn check_squares(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    for (square, placed) in play.squares() {
        match (position.board().get(square), placed) {
            _ if !position.board().dimensions().contains(square) => {
                return Err(IllegalPlayError::OutsideBoard { square });
            }
            _ if position.rules().layout().is_brick(square) => {
                return Err(IllegalPlayError::Brick { square });
            }
            (Some(_), Some(_)) => return Err(IllegalPlayError::Taken { square }),
            (None, None) => return Err(IllegalPlayError::Gap { square }),
            (Some(_), None) | (None, Some(_)) => {}
        }
    }
    Ok(())
}

/// Checks that no tile on the board is adjacent to an end of the word.
fn check_word_is_whole(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    match play.continued_on(position.board()) {
        Some(square) => Err(IllegalPlayError::CutShort { square }),
        None => Ok(()),
    }
}

/// Checks that the rules allow one play to place this number of tiles.
fn check_count(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    let (found, most) = (play.placed_len(), position.rules().most_placed());
    match found > most {
        true => Err(IllegalPlayError::TooMany { found, most }),
        false => Ok(()),
    }
}

/// Checks that the rack has all tiles that the play places.
fn check_tiles_are_on_rack(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    let mut rack = *position.rack();
    match play
        .placed()
        .find(|&(_, placed_tile)| !rack.remove(placed_tile))
    {
        Some((square, placed_tile)) => Err(IllegalPlayError::NotOnRack {
            square,
            placed_tile,
        }),
        None => Ok(()),
    }
}

/// Checks, for an empty board, that the word covers the start square and has at least two tiles.
fn check_first_play(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    let start = position.rules().layout().start();
    if play.placed_on(start).is_none() {
        return Err(IllegalPlayError::StartNotCovered { start });
    }
    if play.len() < 2 {
        return Err(IllegalPlayError::OneTile);
    }
    Ok(())
}

/// Checks that a placed tile is adjacent to a tile on the board, which may be part of the word.
fn check_connected(position: &Position<'_>, play: &Play) -> Result<(), IllegalPlayError> {
    let touches = |(square, _)| position.board().has_neighbour(square);
    if play.placed().any(touches) {
        Ok(())
    } else {
        Err(IllegalPlayError::Unconnected)
    }
}

/// The rule that a play breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants explain the fields")]
pub enum IllegalPlayError {
    /// The word leaves the board. This is its first square outside.
    OutsideBoard { square: Square },
    /// The word includes a brick.
    Brick { square: Square },
    /// A tile is placed on an occupied square.
    Taken { square: Square },
    /// The word includes a square that stays empty.
    Gap { square: Square },
    /// The word continues: a tile lies on this square, adjacent to an end of the word.
    CutShort { square: Square },
    /// The play places more tiles than [`Rules::most_placed`](crate::Rules::most_placed).
    TooMany { found: usize, most: usize },
    /// The rack has too few tiles of this letter or, if `placed_tile` is a designated blank, too few blanks.
    NotOnRack {
        square: Square,
        placed_tile: PlacedTile,
    },
    /// The first play does not cover the start square.
    StartNotCovered { start: Square },
    /// The first play has one tile.
    OneTile,
    /// No placed tile is adjacent to a tile on the board.
    Unconnected,
    /// The play forms this word, which the lexicon does not have. The main word is checked before the cross-words.
    UnknownWord { word: FormedWord },
}

impl IllegalPlayError {
    /// The error as text that spells the tile or the word; `Display` alone names squares only.
    pub fn display<'a>(&self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        let error = *self;
        Text::new(move |to| match error {
            IllegalPlayError::NotOnRack {
                square,
                placed_tile,
            } if !placed_tile.is_blank() => {
                let tile = alphabet.display(placed_tile);
                write!(to, "the rack has no {tile} left for {square}")
            }
            IllegalPlayError::UnknownWord { word } => {
                let place = Place(word.origin(), word.direction());
                let word = alphabet.spell(&word);
                write!(to, "{word} on {place} is not in the lexicon")
            }
            error => write!(to, "{error}"),
        })
    }
}

impl fmt::Display for IllegalPlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalPlayError::OutsideBoard { square } => {
                write!(f, "the word leaves the board on {square}")
            }
            IllegalPlayError::Brick { square } => {
                write!(f, "{square} is a brick (words end before it)")
            }
            IllegalPlayError::Taken { square } => {
                write!(f, "{square} is occupied (place no tile there)")
            }
            IllegalPlayError::Gap { square } => {
                write!(f, "the word has a gap on {square} (place a tile there)")
            }
            IllegalPlayError::CutShort { square } => {
                write!(f, "the word includes {square} (write the whole word)")
            }
            IllegalPlayError::TooMany { found, most } => {
                write!(f, "the play places {found} tiles (place up to {most})")
            }
            IllegalPlayError::NotOnRack {
                square,
                placed_tile,
            } if placed_tile.is_blank() => {
                write!(f, "the rack has no blank left for {square}")
            }
            IllegalPlayError::NotOnRack { square, .. } => {
                write!(f, "the rack does not have the tile for {square}")
            }
            IllegalPlayError::StartNotCovered { start } => {
                write!(f, "the first play does not cover the start square {start}")
            }
            IllegalPlayError::OneTile => {
                f.write_str("the first play has one tile (place two or more)")
            }
            IllegalPlayError::Unconnected => {
                f.write_str("the play is not adjacent to a tile on the board")
            }
            IllegalPlayError::UnknownWord { word } => {
                let place = Place(word.origin(), word.direction());
                write!(f, "the word on {place} is not in the lexicon")
            }
        }
    }
}

impl core::error::Error for IllegalPlayError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use super::*;
    use crate::game::{Direction, Layout, Rules};
    use crate::notation::cgp::Cgp;
    use crate::testing::english;

    /// Checks the placement of a play in the position `cgp`. Its layout has 5 x 5 squares, the start square in the
    /// centre and a brick on 5A. In `word`, `.` stands for a tile on the board.
    fn check(
        cgp: &str,
        (row, col): (usize, usize),
        direction: Direction,
        word: &str,
    ) -> Result<(), IllegalPlayError> {
        let layout = Layout::parse("2, 2\n\n\n\n\n#    ").unwrap();
        let rules = Rules::standard(english()).with_layout(layout);
        let cgp = Cgp::parse(cgp, english()).unwrap();
        let position = cgp.position(&rules).unwrap();
        let placed_tiles = word.chars().map(|c| english().placed_tile(&c.to_string()));
        let placed_tiles: Vec<_> = placed_tiles.collect();
        let play = Play::new(square(row, col), direction, &placed_tiles, 0).unwrap();
        check_placement(&position, &play)
    }

    fn square(row: usize, col: usize) -> Square {
        Square::new(row, col).unwrap()
    }

    const ACROSS: Direction = Direction::Across;
    const DOWN: Direction = Direction::Down;
    const EMPTY: &str = "5/5/5/5/5 AT?";
    const CAT: &str = "5/5/1CAT1/5/5 SEA?";

    #[test]
    fn refuses_more_tiles_than_one_play_may_place() {
        let rules = Rules::standard(english()).with_place_limit(Some(2));
        let cgp = Cgp::parse(
            "15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15 CSE/",
            english(),
        );
        let cgp = cgp.unwrap();
        let position = cgp.position(&rules).unwrap();
        let check =
            |text| check_placement(&position, &Play::parse(text, &position, english()).unwrap());
        assert_eq!(check("8G CATS"), Ok(()));
        let error = IllegalPlayError::TooMany { found: 3, most: 2 };
        assert_eq!(check("8G CATES"), Err(error));
        assert_eq!(error.to_string(), "the play places 3 tiles (place up to 2)");
    }

    #[test]
    fn accepts_legal_plays() {
        for (origin, direction) in [
            ((2, 2), ACROSS),
            ((2, 1), ACROSS),
            ((2, 2), DOWN),
            ((1, 2), DOWN),
        ] {
            assert_eq!(check(EMPTY, origin, direction, "aT"), Ok(()), "{origin:?}");
        }
        for (origin, direction, word) in [
            ((2, 1), ACROSS, "...S"),
            ((2, 4), DOWN, "SEA"),
            ((0, 2), DOWN, "EA.s"),
            ((3, 0), ACROSS, "SEA"),
            ((1, 3), ACROSS, "E"),
            ((1, 3), DOWN, "E."),
        ] {
            assert_eq!(
                check(CAT, origin, direction, word),
                Ok(()),
                "{origin:?} {word}"
            );
        }
    }

    #[test]
    fn names_the_rule_that_a_play_breaks() {
        let not_on_rack = |square, text| IllegalPlayError::NotOnRack {
            square,
            placed_tile: english().placed_tile(text).unwrap(),
        };
        for (cgp, origin, direction, word, error, message) in [
            (
                EMPTY,
                (2, 2),
                ACROSS,
                "ATTT",
                IllegalPlayError::OutsideBoard {
                    square: square(2, 5),
                },
                "the word leaves the board on 3F",
            ),
            (
                EMPTY,
                (4, 0),
                ACROSS,
                "AT",
                IllegalPlayError::Brick {
                    square: square(4, 0),
                },
                "5A is a brick (words end before it)",
            ),
            (
                CAT,
                (2, 3),
                ACROSS,
                "AS",
                IllegalPlayError::Taken {
                    square: square(2, 3),
                },
                "3D is occupied (place no tile there)",
            ),
            (
                CAT,
                (1, 1),
                ACROSS,
                "A.S",
                IllegalPlayError::Gap {
                    square: square(1, 2),
                },
                "the word has a gap on 2C (place a tile there)",
            ),
            (
                CAT,
                (2, 4),
                ACROSS,
                "S",
                IllegalPlayError::CutShort {
                    square: square(2, 3),
                },
                "the word includes 3D (write the whole word)",
            ),
            (
                CAT,
                (1, 3),
                DOWN,
                "E",
                IllegalPlayError::CutShort {
                    square: square(2, 3),
                },
                "the word includes 3D (write the whole word)",
            ),
            (
                CAT,
                (3, 1),
                ACROSS,
                "EE",
                not_on_rack(square(3, 2), "E"),
                "the rack does not have the tile for 4C",
            ),
            (
                CAT,
                (3, 1),
                ACROSS,
                "sx",
                not_on_rack(square(3, 2), "x"),
                "the rack has no blank left for 4C",
            ),
            (
                EMPTY,
                (1, 2),
                ACROSS,
                "AT",
                IllegalPlayError::StartNotCovered {
                    start: square(2, 2),
                },
                "the first play does not cover the start square 3C",
            ),
            (
                EMPTY,
                (2, 2),
                ACROSS,
                "A",
                IllegalPlayError::OneTile,
                "the first play has one tile (place two or more)",
            ),
            (
                CAT,
                (4, 1),
                ACROSS,
                "SEA",
                IllegalPlayError::Unconnected,
                "the play is not adjacent to a tile on the board",
            ),
        ] {
            assert_eq!(check(cgp, origin, direction, word), Err(error), "{word}");
            assert_eq!(error.to_string(), message);
        }
    }
}
