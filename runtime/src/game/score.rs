//! The words that a play forms, and its score by the printed rules, one function per rule.
//!
//! Shares no code with move generation, which adds up partial scores. Tests compare the scores of both.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile, Tile};

use crate::game::square::Place;
use crate::game::{Board, Direction, MAX_DIM, Play, Position, Premium, Square};
use crate::text::Text;

/// The words that a play forms on the board: the main word, then the words across it in the order of the placed tiles.
///
/// Each word has at least two tiles. If the play is legal, each word includes a tile that the play places.
/// [`check_play`](crate::check_play) checks that each word is in the lexicon.
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
    let placed = move |square| placed_after(board, play, square);
    let main_word = word_through(placed, play.origin(), play.direction());
    let crossing = play.direction().crossing();
    let cross_words = play
        .placed()
        .filter_map(move |(square, _)| word_through(placed, square, crossing));
    main_word.into_iter().chain(cross_words)
}

/// The words on a board, across and then down: its runs of at least two tiles, phonies included.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Cgp, words_on};
///
/// let cgp = Cgp::parse("4/1CaT/3O/4 /", alphabet)?;
/// let words: Vec<_> = words_on(cgp.board())
///     .map(|word| format!("{} on {}", word.display(alphabet), word.coordinate()))
///     .collect();
/// assert_eq!(words, ["CAT on 2B", "TO on D2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn words_on(board: &Board) -> impl Iterator<Item = FormedWord> {
    let is_taken =
        |square: Option<Square>| square.is_some_and(|square| board.get(square).is_some());
    // One loop over the squares in both directions takes half of the code of nested iterators.
    const SQUARES: usize = MAX_DIM * MAX_DIM;
    (0..2 * SQUARES).filter_map(move |index| {
        let direction = if index < SQUARES {
            Direction::Across
        } else {
            Direction::Down
        };
        let square = Square::new(index % SQUARES / MAX_DIM, index % MAX_DIM)?;
        let is_start = is_taken(Some(square)) && !is_taken(square.previous(direction));
        is_start.then(|| word_through(|square| board.get(square), square, direction))?
    })
}

/// A word of at least two tiles: on a board, or formed by a play. It dereferences to `[Tile]`, in which a designated blank is
/// the letter that it stands for.
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

    /// The first square in the notation of plays: `8D` across, `D8` down.
    pub fn coordinate(&self) -> impl fmt::Display + Copy + use<> {
        let place = Place(self.origin, self.direction);
        Text::new(move |to| write!(to, "{place}"))
    }

    /// The squares of the word in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let squares =
            core::iter::successors(Some(self.origin), |square| square.next(self.direction));
        squares.take(usize::from(self.len))
    }

    /// The tiles of the word in order, with the terms of its score. The word must be one of the play's [`words_formed`].
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
    /// let hem = words_formed(position.board(), &play).next().ok_or("a play forms a word")?;
    /// let terms: Vec<_> = hem.scored_tiles(&position, &play).map(|tile| (tile.value, tile.points())).collect();
    /// assert_eq!(terms, [(4, 8), (1, 1), (3, 3)]);
    /// assert_eq!(hem.score(&position, &play), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scored_tiles(
        &self,
        position: &Position<'_>,
        play: &Play,
    ) -> impl Iterator<Item = ScoredTile> {
        self.squares()
            .filter_map(|square| scored_tile(position, play, square))
    }

    /// The score of the word in points: the sum of the [points](ScoredTile::points) of its
    /// [`scored_tiles`](Self::scored_tiles), times the word multipliers of their premiums. Saturates.
    pub fn score(&self, position: &Position<'_>, play: &Play) -> i32 {
        let tiles = || self.scored_tiles(position, play);
        let points = tiles()
            .map(|tile| tile.points())
            .fold(0, i32::saturating_add);
        tiles()
            .map(|tile| tile.premium.word_multiplier())
            .fold(points, i32::saturating_mul)
    }

    /// Text of the word, as [`WordText`](crate::WordText) writes it. It reads as the same tiles again.
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

/// The word through the square in this direction, with the tiles that `placed` gives; `None` if it has fewer than two.
fn word_through(
    placed: impl Fn(Square) -> Option<PlacedTile>,
    square: Square,
    direction: Direction,
) -> Option<FormedWord> {
    let is_taken = |square: &Square| placed(*square).is_some();
    let origin = core::iter::successors(Some(square), |square| square.previous(direction))
        .take_while(is_taken)
        .last()?;
    let placed_tiles =
        core::iter::successors(Some(origin), |square| square.next(direction)).map_while(&placed);
    let mut tiles = [placed(origin)?.tile(); MAX_DIM];
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

/// A tile of a formed word, with the terms that it adds to the word's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ScoredTile {
    /// The square.
    pub square: Square,
    /// The letter or designated blank there after the play.
    pub placed_tile: PlacedTile,
    /// True if the play places the tile; false if it was on the board.
    pub is_new: bool,
    /// The value in points by [`Rules::value`](crate::Rules::value).
    pub value: i32,
    /// The premium that counts. For a new tile, blanks included, it is the premium of the square; for a tile that was
    /// on the board, [`Premium::Plain`].
    pub premium: Premium,
}

impl ScoredTile {
    /// The value times the letter multiplier.
    pub const fn points(&self) -> i32 {
        self.value.saturating_mul(self.premium.letter_multiplier())
    }
}

/// The tile on a square after the play, with its terms. Premium squares count only in the turn that covers them.
fn scored_tile(position: &Position<'_>, play: &Play, square: Square) -> Option<ScoredTile> {
    let placed_tile = placed_after(position.board(), play, square)?;
    let is_new = play.placed_on(square).is_some();
    Some(ScoredTile {
        square,
        placed_tile,
        is_new,
        value: position.rules().value(placed_tile),
        premium: match is_new {
            true => position.rules().layout().premium(square),
            false => Premium::Plain,
        },
    })
}

/// The score of a play in points: the [scores](FormedWord::score) of the [`words_formed`], and the [bonus](crate::Rules::bonus).
///
/// Ignores [`Play::score`]. Scores of plays that pass [`check_placement`](crate::check_placement) fit an `i32`, because
/// [`Rules::check`](crate::Rules::check) refuses rules with larger scores. Scores of
/// other plays may have no meaning, and saturate.
pub fn score(position: &Position<'_>, play: &Play) -> i32 {
    let bonus = position.rules().bonus(play.placed_len());
    bonus.apply(score_of_words(position, play))
}

/// The bonus of a play in points: its score without the scores of its words.
pub fn bingo_bonus(position: &Position<'_>, play: &Play) -> i32 {
    let words = score_of_words(position, play);
    let bonus = position.rules().bonus(play.placed_len());
    bonus.apply(words).saturating_sub(words)
}

fn score_of_words(position: &Position<'_>, play: &Play) -> i32 {
    words_formed(position.board(), play)
        .map(|word| word.score(position, play))
        .fold(0, i32::saturating_add)
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
        // In each play, one letter counts twice for its premium square; the start square doubles the word.
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
        // K5, the square of the M, doubles MESSA but not RETSINAS.
        assert_eq!(scored(&rules, cgp, "K5 MESSA"), 2 * (3 + 1 + 1 + 1 + 1) + 8);
    }

    #[test]
    fn letter_and_word_multipliers_of_every_size() {
        for (premium, expected) in [
            (" ", 10 + 1),
            ("'", 2 * 10 + 1),
            ("\"", 3 * 10 + 1),
            ("^", 4 * 10 + 1),
            ("*", 5 * 10 + 1),
            ("-", 2 * 11),
            ("=", 3 * 11),
            ("~", 4 * 11),
            ("!", 5 * 11),
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
    fn a_bonus_multiplies_all_words() {
        let bonuses = "1:x3,2:-4".parse().unwrap();
        let rules = rules_on("  \n '").with_bonuses(bonuses);
        let cgp = "1O/N1 O/";
        assert_eq!(scored(&rules, cgp, "2A NO"), 3 * ((1 + 2) + (1 + 2)));
        assert_eq!(
            scored(&rules_on("  ").with_bonuses(bonuses), "2 QI/", "1A QI"),
            11 - 4
        );
        let position = Cgp::parse(cgp, english()).unwrap();
        let position = position.position(&rules).unwrap();
        let play = Play::parse("2A NO", &position, english()).unwrap();
        assert_eq!(bingo_bonus(&position, &play), 12);
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
