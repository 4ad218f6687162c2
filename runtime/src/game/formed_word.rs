//! Formed words: the main word of a play and the words across it.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile, Tile};

use crate::game::board::Board;
use crate::game::play::Play;
use crate::game::square::{Direction, MAX_DIM, Square};
use crate::text::display::Text;

/// The words that a play forms on the board: the main word, then the words across it in the order of the placed tiles.
///
/// Each has at least two tiles, at least one of them newly placed. [`check_play`](crate::check_play) looks them up.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Cgp, Play, Rules, words_formed};
///
/// let rules = Rules::standard(alphabet);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMT/", alphabet)?;
/// let position = cgp.position(&rules)?;
/// let play = Play::parse("9C HEM", &position, alphabet)?;
/// let words: Vec<_> = words_formed(position.board(), &play)
///     .map(|word| word.display(alphabet).to_string())
///     .collect();
/// assert_eq!(words, ["HEM", "RE", "EM"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn words_formed<'p>(board: &'p Board, play: &'p Play) -> impl Iterator<Item = FormedWord> + 'p {
    let main_word = word_through(board, play, play.origin(), play.direction());
    let crossing = play.direction().crossing();
    let cross_words = play
        .placed()
        .filter_map(move |(square, _)| word_through(board, play, square, crossing));
    main_word.into_iter().chain(cross_words)
}

/// A word of at least two tiles that a play forms on the board. It dereferences to `[Tile]`, in which a designated blank
/// is its letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FormedWord {
    origin: Square,
    direction: Direction,
    len: u8,
    tiles: [Tile; MAX_DIM],
}

impl FormedWord {
    /// The square of the first tile.
    #[inline]
    pub const fn origin(&self) -> Square {
        self.origin
    }

    /// The direction in which the word is read.
    #[inline]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The squares of the word in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let squares =
            core::iter::successors(Some(self.origin), |square| square.next(self.direction));
        squares.take(usize::from(self.len))
    }

    /// The word as text, with tiles of several characters in brackets.
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| write!(to, "{}", alphabet.spell(self)))
    }
}

impl core::ops::Deref for FormedWord {
    type Target = [Tile];

    #[inline]
    fn deref(&self) -> &[Tile] {
        self.tiles
            .get(..usize::from(self.len))
            .unwrap_or(&self.tiles)
    }
}

impl fmt::Debug for FormedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} ", self.origin, self.direction)?;
        f.debug_list()
            .entries(self.iter().map(|tile| tile.code()))
            .finish()
    }
}

/// The placed tile on the square after the play.
pub(crate) fn placed_after(board: &Board, play: &Play, square: Square) -> Option<PlacedTile> {
    board.get(square).or_else(|| play.placed_on(square))
}

/// The word through the square in this direction; `None` if it has one tile.
fn word_through(
    board: &Board,
    play: &Play,
    square: Square,
    direction: Direction,
) -> Option<FormedWord> {
    let is_taken = |square: &Square| placed_after(board, play, *square).is_some();
    let origin = core::iter::successors(Some(square), |square| square.previous(direction))
        .take_while(is_taken)
        .last()?;
    let placed_tiles = core::iter::successors(Some(origin), |square| square.next(direction))
        .map_while(|square| placed_after(board, play, square));
    let mut tiles = [placed_after(board, play, origin)?.tile(); MAX_DIM];
    let mut len = 0;
    for (tile, placed_tile) in tiles.iter_mut().zip(placed_tiles) {
        *tile = placed_tile.tile();
        len += 1;
    }
    (len >= 2).then_some(FormedWord {
        origin,
        direction,
        len,
        tiles,
    })
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::notation::cgp::Cgp;
    use crate::testing::{catalan, english};

    fn words(board: &str, origin: (usize, usize), direction: Direction, word: &str) -> Vec<String> {
        let cgp = format!("{board} /");
        let cgp = Cgp::parse(&cgp, english()).unwrap();
        let placed_tiles: Vec<_> = word
            .chars()
            .map(|c| english().placed_tile(&c.to_string()))
            .collect();
        let origin = Square::new(origin.0, origin.1).unwrap();
        let play = Play::new(origin, direction, &placed_tiles, 0).unwrap();
        words_formed(cgp.board(), &play)
            .inspect(|word| assert_eq!(word.squares().count(), word.len()))
            .map(|word| word.display(english()).to_string())
            .collect()
    }

    #[test]
    fn lists_the_main_word_first_then_the_words_across() {
        let board = "5/ON3/5/5/5";
        assert_eq!(
            words(board, (2, 0), Direction::Across, "iT"),
            ["IT", "OI", "NT"]
        );
        assert_eq!(words(board, (0, 2), Direction::Down, "SEA"), ["SEA", "ONE"]);
        assert_eq!(words(board, (1, 0), Direction::Across, "..e"), ["ONE"]);
    }

    #[test]
    fn omits_single_tiles() {
        assert_eq!(words("3/ON1/3", (1, 2), Direction::Down, "E"), ["ONE"]);
        assert_eq!(words("3/3/3", (1, 1), Direction::Down, "E"), [""; 0]);
    }

    #[test]
    fn holds_a_word_as_long_as_the_longest_line() {
        let cgp = Cgp::parse("20A /", catalan()).unwrap();
        let placed_tile = catalan().placed_tile("ny");
        let origin = Square::new(0, 0).unwrap();
        let play = Play::new(origin, Direction::Across, &[placed_tile; 20], 0).unwrap();
        let word = words_formed(cgp.board(), &play).next().unwrap();
        assert_eq!(word.len(), MAX_DIM);
        assert_eq!(word.display(catalan()).to_string(), "[NY]".repeat(20) + "A");
        let short = words("2/2", (0, 0), Direction::Across, "AH");
        assert_eq!(short, ["AH"]);
        let play = Play::new(origin, Direction::Across, &[placed_tile; 2], 0).unwrap();
        let word = words_formed(Cgp::parse("2 /", catalan()).unwrap().board(), &play).next();
        assert_eq!(format!("{:?}", word.unwrap()), "1A Across [4, 4]");
    }
}
