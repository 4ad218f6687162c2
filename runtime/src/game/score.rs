//! The words that a play forms, and its score by the printed rules, one function per rule.
//!
//! Shares no code with move generation, which adds up partial scores: each tests the other.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile, Tile};

use crate::game::{Board, Direction, MAX_DIM, Play, Position, Square};
use crate::text::Text;

/// The words that a play forms on the board: the main word, then the words across it in the order of the placed tiles.
///
/// Each has at least two tiles, and in a legal play a placed tile. [`check_play`](crate::check_play) looks it up.
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

/// The word through the square in this direction; `None` if it has fewer than two tiles.
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

/// The score of a play in points: the words that it forms, and the bonus for a bingo.
///
/// Ignores [`Play::score`]. Scores of legal plays fit an `i32`, because [`Rules`](crate::Rules) are checked for that; scores
/// of illegal plays have no meaning and saturate.
pub fn score(position: &Position<'_>, play: &Play) -> i32 {
    words_formed(position.board(), play)
        .map(|word| word_score(position, play, &word))
        .fold(bingo_bonus(position, play), i32::saturating_add)
}

/// A word scores the sum of its letters, times the multipliers of the word.
fn word_score(position: &Position<'_>, play: &Play, word: &FormedWord) -> i32 {
    let letters = word
        .squares()
        .map(|square| letter_score(position, play, square))
        .fold(0, i32::saturating_add);
    word.squares()
        .map(|square| word_multiplier(position, play, square))
        .fold(letters, i32::saturating_mul)
}

/// A letter scores its value, 0 for a blank; times the letter multiplier of its square if it is newly placed.
fn letter_score(position: &Position<'_>, play: &Play, square: Square) -> i32 {
    let value = placed_after(position.board(), play, square)
        .map_or(0, |placed_tile| position.rules().value(placed_tile));
    if is_newly_covered(play, square) {
        value
            * position
                .rules()
                .layout()
                .premium(square)
                .letter_multiplier()
    } else {
        value
    }
}

/// A newly covered square multiplies the words through it, even under a blank.
fn word_multiplier(position: &Position<'_>, play: &Play, square: Square) -> i32 {
    if is_newly_covered(play, square) {
        position.rules().layout().premium(square).word_multiplier()
    } else {
        1
    }
}

/// Premium squares count only in the turn that covers them.
fn is_newly_covered(play: &Play, square: Square) -> bool {
    play.placed_on(square).is_some()
}

/// A play of as many tiles as a full rack earns the bonus.
fn bingo_bonus(position: &Position<'_>, play: &Play) -> i32 {
    if play.placed_len() == position.rules().rack_size() {
        position.rules().bingo_bonus()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::game::{Layout, Rules};
    use crate::notation::cgp::Cgp;
    use crate::testing::{catalan, english};

    /// The score of a play, which must equal the score that parsing computes.
    fn scored(rules: &Rules, cgp: &str, play: &str) -> i32 {
        let position = Cgp::parse(cgp, english()).unwrap().position(rules).unwrap();
        let play = Play::parse(play, &position, english()).unwrap();
        assert_eq!(score(&position, &play), play.score());
        play.score()
    }

    /// The standard rules on a board with these premiums and its first square as the start square.
    fn rules_on(premiums: &str) -> Rules {
        let layout = Layout::parse(&format!("0, 0\n{premiums}")).unwrap();
        Rules::standard(english()).with_layout(layout)
    }

    #[test]
    fn the_first_play_with_all_tiles() {
        let rules = Rules::standard(english());
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 RETINAS/";
        // 8D doubles the R: seven letters and the R again, doubled by the start square; plus the bonus.
        assert_eq!(scored(&rules, empty, "8D RETSINA"), 2 * (7 + 1) + 50);
        assert_eq!(scored(&rules, empty, "H8 RETSINA"), 2 * (7 + 1) + 50);
        assert_eq!(scored(&rules, empty, "8H RETINA"), 2 * (6 + 1));
        let rules = rules.with_rack_size(6).with_bingo_bonus(35);
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 RETINA/";
        assert_eq!(scored(&rules, empty, "8H RETINA"), 2 * (6 + 1) + 35);
    }

    #[test]
    fn cross_words_count_and_covered_premiums_do_not() {
        let rules = Rules::standard(english());
        let cgp = "15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMSST/";
        // HEM with the H doubled by 9C; RE; EM.
        assert_eq!(
            scored(&rules, cgp, "9C HEM"),
            (8 + 1 + 3) + (1 + 1) + (1 + 3)
        );
        assert_eq!(scored(&rules, cgp, "8D RETSINAS"), 8);
        // K5, under the M, doubles MESSA but not RETSINAS.
        assert_eq!(scored(&rules, cgp, "K5 MESSA"), 2 * (3 + 1 + 1 + 1 + 1) + 8);
    }

    #[test]
    fn letter_and_word_multipliers_of_every_size() {
        for (premium, expected) in [
            (" ", 10 + 1),
            ("'", 2 * 10 + 1),
            ("\"", 3 * 10 + 1),
            ("^", 4 * 10 + 1),
            ("-", 2 * 11),
            ("=", 3 * 11),
            ("~", 4 * 11),
            ("-'", 2 * (10 + 2)),
            ("~=", 12 * 11),
        ] {
            let rules = rules_on(&format!("{premium:<2}"));
            assert_eq!(scored(&rules, "2 QI/", "1A QI"), expected, "{premium:?}");
        }
    }

    #[test]
    fn blanks_score_nothing_and_use_the_word_multiplier() {
        assert_eq!(scored(&rules_on("'="), "2 I?/", "1A qI"), 3);
        assert_eq!(scored(&rules_on("='"), "2 I?/", "1A qI"), 3 * 2);
        assert_eq!(scored(&rules_on("~~"), "q1 I/", "1A qI"), 4);
    }

    #[test]
    fn one_tile_scores_the_words_both_ways() {
        let rules = rules_on("  \n '").with_bingo_bonus(0);
        let cgp = "1O/N1 O/";
        assert_eq!(scored(&rules, cgp, "2A NO"), (1 + 2) + (1 + 2));
        assert_eq!(scored(&rules, cgp, "B1 OO"), (1 + 2) + (1 + 2));
    }

    #[test]
    fn values_can_be_negative() {
        let q = english().placed_tile("Q").unwrap().tile();
        let rules = rules_on("~^").with_value(q, -10);
        assert_eq!(scored(&rules, "2 QI/", "1A QI"), 4 * (4 - 10));
    }

    #[test]
    fn the_score_of_an_illegal_play_saturates() {
        let rules = rules_on(&"~".repeat(21));
        let position = Cgp::parse("21 /", english()).unwrap();
        let position = position.position(&rules).unwrap();
        let origin = Square::new(0, 0).unwrap();
        let word = [english().placed_tile("Q"); 21];
        let play = Play::new(origin, Direction::Across, &word, 0).unwrap();
        assert_eq!(score(&position, &play), i32::MAX);
    }

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
