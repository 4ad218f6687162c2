//! Plays: tiles placed on the squares of one word.

use core::cmp::Ordering;
use core::fmt;

use lexc_formats::PlacedTile;

use crate::game::{Board, Direction, MAX_DIM, Rack, Square};
use crate::text::write_map;

/// Tiles placed in one row or column, the word that they make or extend, and their score.
///
/// The word includes tiles that were on the board. Equal plays have equal directions, squares, tiles and scores.
/// [`Play::display`] and [`Play::parse`] write and read plays.
///
/// A single tile that forms words in both directions can be written as an across play or as a down play. Move
/// generation and parsing return the [canonical](Play::canonical) play. But parsing leaves a play unchanged if its word
/// is [cut short](crate::IllegalPlayError::CutShort).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    score: i32,
    origin: Square,
    direction: Direction,
    len: u8,
    placed_len: u8,
    /// The placed tile, if any, on each square of the word; `None` at index `len` and above.
    placed_tiles: [Option<PlacedTile>; MAX_DIM],
}

// Hosts with little memory keep arrays of plays.
const _: () = assert!(size_of::<Play>() == 32);

impl Play {
    /// The play with this score in points, whose word starts at `origin`. `word` has an entry for each square of the word:
    /// the placed tile, or `None` for a tile already on the board.
    ///
    /// Returns `None` if no tile is placed, or if the word leaves the largest board.
    /// [`check_placement`](crate::check_placement) makes the other checks,
    /// and [`score`](crate::score()) computes scores.
    #[inline]
    pub fn new(
        origin: Square,
        direction: Direction,
        word: &[Option<PlacedTile>],
        score: i32,
    ) -> Option<Play> {
        let room = MAX_DIM - offset(origin, direction);
        let mut placed_tiles = [None; MAX_DIM];
        // `copy_from_slice` would keep a panic path in a program built for size.
        for (to, &from) in placed_tiles.iter_mut().zip(word) {
            *to = from;
        }
        let placed_len = word.iter().flatten().count();
        if word.len() > room || placed_len == 0 {
            return None;
        }
        Some(Play {
            score,
            origin,
            direction,
            len: u8::try_from(word.len()).ok()?,
            placed_len: u8::try_from(placed_len).ok()?,
            placed_tiles,
        })
    }

    /// The play of tiles laid on squares: its word runs through the tiles on the board beside and between them. A play of one tile is
    /// in its [canonical](Self::canonical) form. The score is 0. `None` if there are no tiles, or if they are not all in one word.
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{Cgp, Play, Square};
    ///
    /// let cgp = Cgp::parse("5/1ARE1/5/5/5 C/", alphabet)?;
    /// let placed = |row, col, text| Some((Square::new(row, col)?, alphabet.placed_tile(text)?));
    /// let c = placed(1, 0, "C").ok_or("a tile on a square")?;
    /// let s = placed(1, 4, "s").ok_or("a tile on a square")?;
    /// let play = Play::of_placed(cgp.board(), [s, c].into_iter()).ok_or("tiles in one word")?;
    /// assert_eq!(play.display(cgp.board(), alphabet).to_string(), "2A CAREs");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_placed(
        board: &Board,
        placed: impl Iterator<Item = (Square, PlacedTile)>,
    ) -> Option<Play> {
        let mut after = board.clone();
        let (mut first, mut is_down, mut placed_len) = (None, true, 0);
        for (square, placed_tile) in placed {
            is_down &= square.col() == first.get_or_insert(square).col();
            after.set(square, Some(placed_tile)).ok()?;
            placed_len += 1;
        }
        let first = first?;
        let is_taken = |square: &Square| after.get(*square).is_some();
        if placed_len == 1 {
            let beside =
                [Square::previous, Square::next].map(|step| step(first, Direction::Across));
            is_down = !beside.iter().flatten().any(is_taken);
        }
        let direction = if is_down {
            Direction::Down
        } else {
            Direction::Across
        };
        let before = |square: &Square| square.previous(direction).filter(is_taken);
        let origin = core::iter::successors(Some(first), before).last()?;
        let next = |square: &Square| square.next(direction).filter(is_taken);
        let squares = core::iter::successors(Some(origin), next);
        let (mut word, mut len) = ([None; MAX_DIM], 0);
        for (slot, square) in word.iter_mut().zip(squares) {
            *slot = after.get(square).filter(|_| board.get(square).is_none());
            len += 1;
        }
        let play = Play::new(origin, direction, word.get(..len)?, 0)?;
        (play.placed_len() == placed_len).then_some(play)
    }

    /// The play with these parts. `placed_tiles` must have `placed_len` tiles, all at indices below `len`.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most MAX_DIM")]
    pub(crate) const fn from_parts(
        origin: Square,
        direction: Direction,
        len: usize,
        placed_len: usize,
        placed_tiles: [Option<PlacedTile>; MAX_DIM],
        score: i32,
    ) -> Play {
        Play {
            score,
            origin,
            direction,
            len: len as u8,
            placed_len: placed_len as u8,
            placed_tiles,
        }
    }

    /// The placed tile at an offset from the origin.
    #[inline(always)]
    pub(crate) fn placed_at(&self, offset: usize) -> Option<PlacedTile> {
        self.placed_tiles.get(offset).copied().flatten()
    }

    /// Replaces a placed tile and the score.
    #[inline(always)]
    pub(crate) fn change(&mut self, offset: usize, placed_tile: PlacedTile, score: i32) {
        if let Some(placed) = self.placed_tiles.get_mut(offset) {
            *placed = Some(placed_tile);
        }
        self.score = score;
    }

    /// The score in points.
    #[inline]
    pub const fn score(&self) -> i32 {
        self.score
    }

    /// The same play with another score, in points.
    #[inline]
    #[must_use]
    pub const fn with_score(self, score: i32) -> Play {
        Play { score, ..self }
    }

    /// The first square of the word.
    #[inline]
    pub const fn origin(&self) -> Square {
        self.origin
    }

    /// The direction of the word.
    #[inline]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// The number of squares of the word, occupied squares included, `1..=`[`MAX_DIM`].
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a word is never empty")]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// The number of placed tiles, at least 1.
    #[inline]
    pub fn placed_len(&self) -> usize {
        usize::from(self.placed_len)
    }

    /// For each square of the word, in order: the placed tile, or `None` for a tile already on the board. This is the
    /// `word` of [`Play::new`].
    #[inline]
    pub fn tiles(&self) -> &[Option<PlacedTile>] {
        self.placed_tiles.get(..self.len()).unwrap_or_default()
    }

    /// The squares of the word in order, each with its placed tile, or `None` for a tile already on the board.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Option<PlacedTile>)> + Clone {
        let squares =
            core::iter::successors(Some(self.origin), |square| square.next(self.direction));
        squares.zip(self.placed_tiles).take(self.len())
    }

    /// The placed tiles in order, each with its square.
    pub fn placed(&self) -> impl Iterator<Item = (Square, PlacedTile)> {
        self.squares()
            .filter_map(|(square, placed_tile)| Some((square, placed_tile?)))
    }

    /// The placed tiles in order.
    #[inline]
    pub(crate) fn placed_tiles(&self) -> impl Iterator<Item = PlacedTile> {
        self.placed_tiles.into_iter().take(self.len()).flatten()
    }

    /// The leave: the tiles of the rack that stay on it, before the player draws. `None` if the rack lacks a placed tile.
    pub fn leave(&self, rack: Rack) -> Option<Rack> {
        rack.checked_sub(self.placed_tiles())
    }

    /// The tile that the play places on the square.
    pub fn placed_on(&self, square: Square) -> Option<PlacedTile> {
        let is_on_line = match self.direction {
            Direction::Across => square.row() == self.origin.row(),
            Direction::Down => square.col() == self.origin.col(),
        };
        let offset =
            offset(square, self.direction).checked_sub(offset(self.origin, self.direction))?;
        *self.placed_tiles.get(offset).filter(|_| is_on_line)?
    }

    /// For each square of the word, in order: the tile, placed or already on the board, or `None` for a gap.
    pub fn main_word<'a>(
        &'a self,
        board: &'a Board,
    ) -> impl Iterator<Item = Option<PlacedTile>> + 'a {
        self.squares()
            .map(|(square, placed_tile)| placed_tile.or_else(|| board.get(square)))
    }

    /// The canonical form of the play on this board.
    ///
    /// A play of two or more placed tiles is canonical. A play of one tile becomes an across play if the tile forms an
    /// across word of at least two tiles, else a down play; the score stays the same.
    #[must_use]
    pub fn canonical(&self, board: &Board) -> Play {
        let mut placed = self.placed();
        let (Some((square, placed_tile)), None) = (placed.next(), placed.next()) else {
            return *self;
        };
        let is_taken = |square: &Square| board.get(*square).is_some();
        let beside = [
            square.previous(Direction::Across),
            square.next(Direction::Across),
        ];
        let direction = if beside.iter().flatten().any(is_taken) {
            Direction::Across
        } else {
            Direction::Down
        };
        let before =
            core::iter::successors(square.previous(direction), |at| at.previous(direction))
                .take_while(is_taken);
        let after = core::iter::successors(square.next(direction), |at| at.next(direction))
            .take_while(is_taken);
        let (before, after) = (before.count(), after.count());
        let origin = (0..before).try_fold(square, |at, _| at.previous(direction));
        let mut placed_tiles = [None; MAX_DIM];
        if let Some(placed) = placed_tiles.get_mut(before) {
            *placed = Some(placed_tile);
        }
        origin
            .zip(placed_tiles.get(..=before + after))
            .and_then(|(origin, word)| Play::new(origin, direction, word, self.score))
            .unwrap_or(*self)
    }

    /// Orders plays by score, highest first. Plays of equal score: across before down, then by row and column of the origin,
    /// then square by square (first a tile on the board, then placed letters in alphabetical order, then designated
    /// blanks in alphabetical order), then by length of the word.
    ///
    /// ```
    /// # use lexc_runtime::{PlacedTile, Tile};
    /// use lexc_runtime::{Direction, Play, Square};
    ///
    /// # let a = Tile::new(1).map(PlacedTile::letter);
    /// let play = |row, score| Play::new(Square::new(row, 7)?, Direction::Across, &[a, a], score);
    /// let mut plays: Vec<Play> = [play(8, 2), play(7, 2), play(9, 4)].into_iter().flatten().collect();
    /// plays.sort_by(Play::best_first);
    /// let order: Vec<_> = plays.iter().map(|play| (play.score(), play.origin().row())).collect();
    /// assert_eq!(order, [(4, 9), (2, 7), (2, 8)]);
    /// ```
    pub fn best_first(&self, other: &Play) -> Ordering {
        let place = |play: &Play| (play.direction, play.origin, play.placed_tiles, play.len);
        (other.score.cmp(&self.score)).then_with(|| place(self).cmp(&place(other)))
    }

    /// The first occupied square adjacent to an end of the word.
    pub(crate) fn continued_on(&self, board: &Board) -> Option<Square> {
        let last = self.squares().last().map(|(square, _)| square);
        let ends = [
            self.origin.previous(self.direction),
            last.and_then(|last| last.next(self.direction)),
        ];
        ends.into_iter()
            .flatten()
            .find(|&end| board.get(end).is_some())
    }
}

impl Board {
    /// Puts the tiles of a play on the board, without the checks of [`check_placement`](crate::check_placement). Leaves
    /// out tiles on squares that are occupied or outside the board.
    pub fn play_unchecked(&mut self, play: &Play) {
        for (square, placed_tile) in play.placed() {
            if self.get(square).is_none() {
                // Fails only for a square outside the board.
                let _ = self.set(square, Some(placed_tile));
            }
        }
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} points, {:?} ", self.score, self.direction)?;
        let placed_tiles = self.squares();
        write_map(
            f,
            placed_tiles
                .map(|(square, placed_tile)| (square, placed_tile.map_or(0, PlacedTile::byte))),
        )
    }
}

/// The distance of a square from the start of its line.
#[inline]
const fn offset(square: Square, direction: Direction) -> usize {
    match direction {
        Direction::Across => square.col(),
        Direction::Down => square.row(),
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use lexc_formats::Tile;

    use super::*;
    use crate::game::square::Dimensions;

    const ACROSS: Direction = Direction::Across;
    const DOWN: Direction = Direction::Down;

    fn square(row: usize, col: usize) -> Square {
        Square::new(row, col).unwrap()
    }

    fn placed_tile(code: u8) -> Option<PlacedTile> {
        Tile::new(code).map(PlacedTile::letter)
    }

    fn blank(code: u8) -> Option<PlacedTile> {
        Tile::new(code).map(PlacedTile::blank)
    }

    #[test]
    fn holds_the_squares_of_its_word() {
        let word = [placed_tile(1), None, blank(2)];
        let play = Play::new(square(3, 4), DOWN, &word, 5).unwrap();
        assert_eq!((play.score(), play.len(), play.placed_len()), (5, 3, 2));
        assert_eq!((play.origin(), play.direction()), (square(3, 4), DOWN));
        let squares: Vec<_> = play.squares().collect();
        assert_eq!(
            squares,
            [
                (square(3, 4), placed_tile(1)),
                (square(4, 4), None),
                (square(5, 4), blank(2))
            ]
        );
        let placed: Vec<_> = play
            .placed()
            .map(|(square, placed_tile)| (square, Some(placed_tile)))
            .collect();
        assert_eq!(placed, [squares[0], squares[2]]);
        for square in Dimensions::MAX.squares() {
            let expected = squares.iter().find(|(at, _)| *at == square);
            assert_eq!(
                play.placed_on(square),
                expected.and_then(|(_, placed_tile)| *placed_tile)
            );
        }
        assert_eq!(play.with_score(-1).score(), -1);
        assert_eq!(
            format!("{play:?}"),
            "5 points, Down {4E: 1, 5E: 0, 6E: 130}"
        );
    }

    #[test]
    fn refuses_words_without_placed_tiles_or_beyond_the_board() {
        for (origin, direction, len) in [
            (square(0, 0), ACROSS, 21),
            (square(20, 0), ACROSS, 21),
            (square(0, 18), ACROSS, 3),
            (square(18, 0), DOWN, 3),
        ] {
            let word = [placed_tile(1); 22];
            assert!(Play::new(origin, direction, &word[..len], 0).is_some());
            assert_eq!(Play::new(origin, direction, &word[..=len], 0), None);
        }
        assert_eq!(Play::new(square(0, 0), ACROSS, &[], 0), None);
        assert_eq!(Play::new(square(0, 0), ACROSS, &[None, None], 0), None);
    }

    /// A board of 5 x 5 squares with tiles on these squares.
    fn board(taken: &[(usize, usize)]) -> Board {
        let mut board = Board::new(Dimensions::new(5, 5).unwrap());
        for &(row, col) in taken {
            board.set(square(row, col), placed_tile(9)).unwrap();
        }
        board
    }

    #[test]
    fn adds_tiles_on_the_board_to_the_main_word() {
        let play = Play::new(square(2, 0), ACROSS, &[None, placed_tile(1), None], 0).unwrap();
        let word: Vec<_> = play.main_word(&board(&[(2, 0)])).collect();
        assert_eq!(word, [placed_tile(9), placed_tile(1), None]);
    }

    #[test]
    fn covers_only_empty_squares_of_the_board() {
        let mut board = Board::new(Dimensions::new(1, 3).unwrap());
        board.set(square(0, 1), placed_tile(1)).unwrap();
        let play = Play::new(square(0, 0), Direction::Across, &[placed_tile(2); 4], 0).unwrap();
        board.play_unchecked(&play);
        assert_eq!(format!("{board:?}"), "1 x 3 {1A: 2, 1B: 1, 1C: 2}");
    }

    #[test]
    fn makes_one_tile_across_if_it_forms_an_across_word() {
        let both_ways = board(&[(2, 1), (2, 3), (2, 4), (1, 2)]);
        let across =
            Play::new(square(2, 1), ACROSS, &[None, placed_tile(1), None, None], 7).unwrap();
        let down = Play::new(square(1, 2), DOWN, &[None, placed_tile(1)], 7).unwrap();
        assert_eq!(down.canonical(&both_ways), across);
        assert_eq!(across.canonical(&both_ways), across);
        let downward = board(&[(0, 2), (1, 2)]);
        let across = Play::new(square(2, 2), ACROSS, &[blank(1)], 0).unwrap();
        let down = Play::new(square(0, 2), DOWN, &[None, None, blank(1)], 0).unwrap();
        assert_eq!(across.canonical(&downward), down);
        let two = Play::new(square(2, 2), DOWN, &[placed_tile(1), placed_tile(1)], 0).unwrap();
        assert_eq!(two.canonical(&both_ways), two);
    }

    #[test]
    fn finds_tiles_adjacent_to_the_ends() {
        let taken = board(&[(2, 1), (2, 4)]);
        let play =
            |col, len| Play::new(square(2, col), ACROSS, &[placed_tile(1); 5][..len], 0).unwrap();
        assert_eq!(play(2, 1).continued_on(&taken), Some(square(2, 1)));
        assert_eq!(play(3, 1).continued_on(&taken), Some(square(2, 4)));
        assert_eq!(play(1, 4).continued_on(&taken), None);
        assert_eq!(play(0, 5).continued_on(&board(&[(1, 0)])), None);
    }

    #[test]
    fn orders_by_score_direction_row_column_and_tiles() {
        let play = |score, direction, row, col, word: &[_]| {
            Play::new(square(row, col), direction, word, score).unwrap()
        };
        let ranked = [
            play(9, DOWN, 5, 5, &[placed_tile(3)]),
            play(8, ACROSS, 1, 2, &[None, placed_tile(2), placed_tile(2)]),
            play(8, ACROSS, 1, 2, &[placed_tile(1), placed_tile(2)]),
            play(8, ACROSS, 1, 2, &[placed_tile(1), placed_tile(2), None]),
            play(8, ACROSS, 1, 2, &[placed_tile(1), placed_tile(3)]),
            play(8, ACROSS, 1, 2, &[placed_tile(1), blank(1)]),
            play(8, ACROSS, 1, 2, &[placed_tile(2), placed_tile(1)]),
            play(8, ACROSS, 1, 3, &[placed_tile(1), placed_tile(1)]),
            play(8, ACROSS, 2, 1, &[placed_tile(1), placed_tile(1)]),
            play(8, DOWN, 0, 0, &[placed_tile(1), placed_tile(1)]),
            play(-1, ACROSS, 0, 0, &[placed_tile(1), placed_tile(1)]),
        ];
        for (i, a) in ranked.iter().enumerate() {
            for (j, b) in ranked.iter().enumerate() {
                assert_eq!(a.best_first(b), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }
}
