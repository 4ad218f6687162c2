//! The rules of a game: premium layout, tile values, rack size, bonus, exchanges, challenges and the end.

use core::fmt;

use lexc_formats::{Alphabet, MAX_TILES, PlacedTile, Tile, TileSet};

use crate::game::{
    ChallengeRule, Direction, FinalPoints, Layout, Line, MAX_DIM, Premium, Rack, RackTile,
    ScorelessTurns,
};

/// The rules of a game: premium layout, tile values, rack size, bonus, exchanges, challenges and the end.
///
/// [`Rules::parse`] reads rules from text, and [`Rules::display`] writes them.
///
/// Options may be set in any order: [`Rules::check`] and every [`Position`](crate::Position) check them together. Rules
/// are refused if a score might not fit an `i32`. The check computes a bound on scores. It takes every square of a line
/// to have a tile of the largest absolute value (at least 1) and a cross-word. It counts all letter multipliers of the
/// line, its largest word multipliers (as many as a full rack has tiles), and the bonus. Both presets pass the check
/// with the values of any alphabet.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::Rules;
///
/// let rules = Rules::standard(alphabet).with_rack_size(8).with_bingo_bonus(40);
/// rules.check()?;
/// assert_eq!(rules.layout().dimensions().to_string(), "15 x 15");
/// assert_eq!(alphabet.placed_tile("Q").map(|tile| rules.value(tile)), Some(10));
/// assert_eq!(alphabet.placed_tile("q").map(|tile| rules.value(tile)), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    layout: Layout,
    /// By tile code; index 0 is not used.
    values: [i16; MAX_TILES + 1],
    blank_value: i16,
    tiles: TileSet,
    bingo_bonus: i32,
    rack_size: usize,
    exchange_bag_len: usize,
    scoreless_limit: u32,
    pass_limit: Option<u32>,
    final_points: FinalPoints,
    challenge: ChallengeRule,
    /// The result of the checks, kept because every position needs it.
    checked: Result<(), RulesError>,
}

impl Rules {
    /// The number of turns in a row without a point that ends a game in the presets.
    pub const SCORELESS_LIMIT: u32 = 6;

    /// The usual game: [`Layout::STANDARD`], racks of seven tiles, 50 points for placing seven in one play, the alphabet's
    /// values, and exchanges while the bag holds at least seven tiles, or one tile in Spanish. Six turns in a row without a point
    /// end the game.
    pub fn standard(alphabet: Alphabet<'_>) -> Rules {
        Rules::preset(Layout::STANDARD, alphabet)
    }

    /// The usual game in an alphabet of this name. The board is [`Layout::SUPER`] for `english-super` and `catalan-super`.
    pub fn for_alphabet(alphabet: Alphabet<'_>) -> Rules {
        let layout = match alphabet.name() {
            "english-super" | "catalan-super" => Layout::SUPER,
            _ => Layout::STANDARD,
        };
        Rules::preset(layout, alphabet)
    }

    /// The tiles that the bag must hold for an exchange where the rules do not say: 1 in Spanish, elsewhere as many as a full
    /// rack has.
    pub fn usual_exchange_bag_len(alphabet: Alphabet<'_>, rack_size: usize) -> usize {
        match alphabet.name() {
            "spanish" => 1,
            _ => rack_size,
        }
    }

    /// The game on the large board: [`Layout::SUPER`], and all else as in [`Rules::standard`].
    pub fn super_board(alphabet: Alphabet<'_>) -> Rules {
        Rules::preset(Layout::SUPER, alphabet)
    }

    fn preset(layout: Layout, alphabet: Alphabet<'_>) -> Rules {
        let mut values = [0; MAX_TILES + 1];
        for tile in alphabet.tiles() {
            if let Some(value) = values.get_mut(tile.index()) {
                *value = alphabet.value(tile);
            }
        }
        Rules {
            layout,
            values,
            blank_value: 0,
            tiles: alphabet.all(),
            bingo_bonus: 50,
            rack_size: 7,
            exchange_bag_len: Rules::usual_exchange_bag_len(alphabet, 7),
            scoreless_limit: Rules::SCORELESS_LIMIT,
            pass_limit: None,
            final_points: FinalPoints::Tournament,
            challenge: ChallengeRule::Double,
            checked: Ok(()),
        }
    }

    /// The same rules with another layout.
    #[must_use]
    pub fn with_layout(self, layout: Layout) -> Rules {
        Rules { layout, ..self }.checked()
    }

    /// The same rules with another value for a tile, in points. Ignores a tile outside the alphabet.
    #[must_use]
    pub fn with_value(mut self, tile: Tile, value: i16) -> Rules {
        if self.tiles.contains(tile)
            && let Some(old) = self.values.get_mut(tile.index())
        {
            *old = value;
        }
        self.checked()
    }

    /// The same rules with another value for a blank, in points, whatever letter it stands for. The presets have 0.
    #[must_use]
    pub fn with_blank_value(self, blank_value: i16) -> Rules {
        Rules {
            blank_value,
            ..self
        }
        .checked()
    }

    /// The same rules with another bonus, in points, for placing as many tiles as the rack size.
    #[must_use]
    pub fn with_bingo_bonus(self, bingo_bonus: i32) -> Rules {
        Rules {
            bingo_bonus,
            ..self
        }
        .checked()
    }

    /// The same rules with another number of tiles on a full rack, `1..=`[`Rack::MAX_LEN`].
    #[must_use]
    pub fn with_rack_size(self, rack_size: usize) -> Rules {
        Rules { rack_size, ..self }.checked()
    }

    /// The same rules, but the bag must hold at least this number of tiles for an exchange; 0 has the same effect as 1.
    #[must_use]
    pub const fn with_exchange_bag_len(self, exchange_bag_len: usize) -> Rules {
        Rules {
            exchange_bag_len,
            ..self
        }
    }

    /// The same rules, but this number of turns in a row without a point ends the game; 0 has the same effect as 1. The turns of
    /// both players count. The presets have [`Rules::SCORELESS_LIMIT`].
    #[must_use]
    pub const fn with_scoreless_limit(self, scoreless_limit: u32) -> Rules {
        Rules {
            scoreless_limit,
            ..self
        }
    }

    /// The same rules, but this number of passes in a row ends the game, too; `None`, as in the presets, sets no such limit.
    #[must_use]
    pub const fn with_pass_limit(self, pass_limit: Option<u32>) -> Rules {
        Rules { pass_limit, ..self }
    }

    /// The same rules with another form of final points. The presets have [`FinalPoints::Tournament`].
    #[must_use]
    pub const fn with_final_points(self, final_points: FinalPoints) -> Rules {
        Rules {
            final_points,
            ..self
        }
    }

    /// The same rules with another price of challenges. The presets have [`ChallengeRule::Double`].
    #[must_use]
    pub const fn with_challenge(self, challenge: ChallengeRule) -> Rules {
        Rules { challenge, ..self }
    }

    /// Checks the options together. O(1): the methods that set the options have computed the result.
    ///
    /// # Errors
    /// [`RulesError::RackSize`] if the rack size is not `1..=`[`Rack::MAX_LEN`]; [`RulesError::Score`] if a score might
    /// not fit an `i32`.
    pub const fn check(&self) -> Result<(), RulesError> {
        self.checked
    }

    /// The premium layout.
    #[inline]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The value of a placed tile in points: [`Rules::blank_value`] for a designated blank, else the value of its tile.
    #[inline]
    pub fn value(&self, placed_tile: PlacedTile) -> i32 {
        if placed_tile.is_blank() {
            return self.blank_value();
        }
        let value = self.values.get(placed_tile.tile().index());
        value.copied().map_or(0, i32::from)
    }

    /// The value of a blank in points.
    #[inline]
    pub const fn blank_value(&self) -> i32 {
        self.blank_value as i32
    }

    /// The value of the tiles on a rack in points.
    pub fn rack_value(&self, rack: Rack) -> i32 {
        let value = |tile: RackTile| match tile {
            RackTile::Letter(tile) => self.value(PlacedTile::letter(tile)),
            RackTile::Blank => self.blank_value(),
        };
        rack.into_iter().map(value).sum()
    }

    /// The points that each of two players gains or loses at the end of a game, with these racks.
    ///
    /// A player without tiles gains points for the other's tiles, in the form of [`Rules::final_points`]. If both have tiles, as
    /// after [`Rules::scoreless_limit`] turns without a point, each loses the value of their own tiles.
    pub fn end_points(&self, racks: [Rack; 2]) -> [i32; 2] {
        let [first, second] = racks.map(|rack| self.rack_value(rack));
        match racks.map(|rack| rack.is_empty()) {
            [true, _] => self.final_points.of_going_out(second),
            [false, true] => {
                let [out, other] = self.final_points.of_going_out(first);
                [other, out]
            }
            [false, false] => [-first, -second],
        }
    }

    /// Returns `true` if these turns without points end a game.
    #[inline]
    pub const fn ends_after(&self, turns: ScorelessTurns) -> bool {
        let is_last_pass = match self.pass_limit {
            Some(limit) => turns.passes() > 0 && turns.passes() >= limit,
            None => false,
        };
        turns.count() > 0 && turns.count() >= self.scoreless_limit || is_last_pass
    }

    /// The tiles of the alphabet.
    #[inline]
    pub const fn tiles(&self) -> TileSet {
        self.tiles
    }

    /// The points for placing [`Rules::rack_size`] tiles in one play.
    #[inline]
    pub const fn bingo_bonus(&self) -> i32 {
        self.bingo_bonus
    }

    /// The number of tiles on a full rack; [`Rules::check`] refuses a number outside `1..=`[`Rack::MAX_LEN`].
    #[inline]
    pub const fn rack_size(&self) -> usize {
        self.rack_size
    }

    /// The lowest number of tiles in the bag that allows an exchange.
    #[inline]
    pub const fn exchange_bag_len(&self) -> usize {
        self.exchange_bag_len
    }

    /// The number of turns in a row without a point that ends a game.
    #[inline]
    pub const fn scoreless_limit(&self) -> u32 {
        self.scoreless_limit
    }

    /// The number of passes in a row that ends a game; `None` if only turns without points count.
    #[inline]
    pub const fn pass_limit(&self) -> Option<u32> {
        self.pass_limit
    }

    /// The form of the points for the tiles left when a player goes out.
    #[inline]
    pub const fn final_points(&self) -> FinalPoints {
        self.final_points
    }

    /// The price of a challenge of valid words.
    #[inline]
    pub const fn challenge(&self) -> ChallengeRule {
        self.challenge
    }

    fn checked(self) -> Rules {
        let found = self.rack_size;
        let checked = if found == 0 || found > Rack::MAX_LEN {
            Err(RulesError::RackSize { found })
        } else {
            match self.score_bound() {
                bound if bound > i64::from(i32::MAX) => Err(RulesError::Score { bound }),
                _ => Ok(()),
            }
        };
        Rules { checked, ..self }
    }

    /// An upper bound on the absolute score of every legal or illegal play that places up to [`Rules::rack_size`]
    /// tiles.
    pub fn score_bound(&self) -> i64 {
        let values = self.values.iter().chain([&self.blank_value]);
        let largest_value = values.map(|value| value.unsigned_abs()).max();
        // The product of the multipliers must fit an `i32` even if all values are 0.
        let largest_value = i64::from(largest_value.unwrap_or(0).max(1));
        let lines = Direction::ALL
            .into_iter()
            .flat_map(|direction| self.layout.dimensions().lines(direction));
        let main_word = lines.map(|line| self.line_weight(line)).max().unwrap_or(0);
        // Each square of a line adds at most one cross-word, with one newly placed tile.
        let multiplier = i64::from(Premium::MAX_MULTIPLIER);
        let cross_word = (MAX_DIM as i64 - 1 + multiplier) * multiplier;
        (main_word.saturating_add(cross_word * MAX_DIM as i64))
            .saturating_mul(largest_value)
            .saturating_add(i64::from(self.bingo_bonus).abs())
    }

    /// An upper bound on the score of a word along the line, in multiples of the largest tile value.
    fn line_weight(&self, line: Line) -> i64 {
        let premiums = self.layout.line(line);
        let letters: i64 = premiums
            .iter()
            .map(|premium| i64::from(premium.letter_multiplier()))
            .sum();
        let mut weight = letters;
        let mut placed_len = self.rack_size();
        for multiplier in (2..=Premium::MAX_MULTIPLIER).rev() {
            let squares = premiums
                .iter()
                .filter(|premium| premium.word_multiplier() == multiplier)
                .take(placed_len)
                .count();
            placed_len -= squares;
            for _ in 0..squares {
                weight = weight.saturating_mul(i64::from(multiplier));
            }
        }
        weight
    }
}

/// Options of rules that [`Rules::check`] refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants explain the fields")]
pub enum RulesError {
    /// The rack size is not `1..=`[`Rack::MAX_LEN`].
    RackSize { found: usize },
    /// A score might not fit an `i32`. `bound` is the bound on scores, or `i64::MAX` if it does not fit an `i64`.
    Score { bound: i64 },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::RackSize { found } => write!(
                f,
                "a rack size of {found} (the rack size is 1 to {})",
                Rack::MAX_LEN
            ),
            RulesError::Score { bound } => write!(
                f,
                "a play might score {bound} points, more than {} (use fewer word multipliers in a line, smaller values or a smaller bonus)",
                i32::MAX
            ),
        }
    }
}

impl core::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::testing::{catalan, english};

    #[test]
    fn presets_take_the_values_of_the_alphabet() {
        for rules in [Rules::standard(catalan()), Rules::super_board(catalan())] {
            for tile in catalan().tiles() {
                let value = i32::from(catalan().value(tile));
                assert_eq!(rules.value(PlacedTile::letter(tile)), value);
                assert_eq!(rules.value(PlacedTile::blank(tile)), 0);
            }
            assert_eq!(rules.tiles(), catalan().all());
            assert_eq!((rules.rack_size(), rules.bingo_bonus()), (7, 50));
            assert_eq!(rules.exchange_bag_len(), 7);
            assert_eq!(rules.with_exchange_bag_len(1).exchange_bag_len(), 1);
        }
        assert_eq!(*Rules::standard(english()).layout(), Layout::STANDARD);
        assert_eq!(*Rules::super_board(english()).layout(), Layout::SUPER);
    }

    #[test]
    fn changes_one_option_at_a_time() {
        let standard = Rules::standard(catalan());
        let tile = Tile::new(2).unwrap();
        let rules = standard.clone().with_value(tile, -3);
        assert_eq!(rules.value(PlacedTile::letter(tile)), -3);
        assert_eq!(rules.with_value(tile, 1), standard);
        let foreign = Tile::new(6).unwrap();
        assert_eq!(standard.clone().with_value(foreign, 9), standard);
        let rules = standard.clone().with_layout(Layout::SUPER);
        assert_eq!(rules, Rules::super_board(catalan()));
        assert_eq!(standard.with_bingo_bonus(-1).bingo_bonus(), -1);
    }

    #[test]
    fn end_points_follow_the_values_of_both_racks() {
        let rules = Rules::standard(english()).with_blank_value(-3);
        let rack = |text| Rack::parse(text, english()).unwrap();
        assert_eq!(rules.rack_value(rack("QI?")), 10 + 1 - 3);
        let points = |first, second| rules.end_points([rack(first), rack(second)]);
        assert_eq!(points("", "QI?"), [16, 0]);
        assert_eq!(points("ZA", ""), [0, 22]);
        assert_eq!(points("ZA", "QI?"), [-11, -8]);
        assert_eq!(points("", ""), [0, 0]);
        let rules = rules.clone().with_final_points(FinalPoints::Printed);
        let points = |first, second| rules.end_points([rack(first), rack(second)]);
        assert_eq!(points("", "QI?"), [8, -8]);
        assert_eq!(points("ZA", ""), [-11, 11]);
        assert_eq!(points("ZA", "QI?"), [-11, -8]);
    }

    #[test]
    fn scoreless_turns_and_passes_end_a_game_at_their_limits() {
        let rules = Rules::standard(english());
        let ends = |rules: &Rules| {
            let mut turns = ScorelessTurns::NONE;
            (1..).find(|_| {
                turns = turns.after_pass();
                rules.ends_after(turns)
            })
        };
        assert!(!rules.ends_after(ScorelessTurns::NONE));
        assert_eq!(ends(&rules), Some(6));
        assert_eq!(ends(&rules.clone().with_scoreless_limit(4)), Some(4));
        assert_eq!(ends(&rules.clone().with_scoreless_limit(0)), Some(1));
        let two_passes = rules.with_pass_limit(Some(2));
        assert_eq!(ends(&two_passes), Some(2));
        // An exchange between the passes counts as a scoreless turn alone.
        let turns = ScorelessTurns::NONE.after_pass().after(0).after_pass();
        assert!(!two_passes.ends_after(turns));
        assert!(two_passes.ends_after(turns.after_pass()));
    }

    #[test]
    fn rules_of_an_alphabet_follow_its_name() {
        let rules = Rules::for_alphabet(crate::testing::spanish());
        assert_eq!(rules.exchange_bag_len(), 1);
        assert_eq!(Rules::for_alphabet(english()), Rules::standard(english()));
    }

    #[test]
    fn refuses_rack_sizes_outside_the_range() {
        let standard = Rules::standard(english());
        for rack_size in 1..=Rack::MAX_LEN {
            let rules = standard.clone().with_rack_size(rack_size);
            assert_eq!((rules.rack_size(), rules.check()), (rack_size, Ok(())));
        }
        for found in [0, 22, 256, usize::MAX] {
            let rules = standard.clone().with_rack_size(found);
            assert_eq!(rules.check(), Err(RulesError::RackSize { found }));
            assert_eq!(rules.with_rack_size(7), standard);
        }
        assert_eq!(
            RulesError::RackSize { found: 0 }.to_string(),
            "a rack size of 0 (the rack size is 1 to 21)"
        );
    }

    #[test]
    fn presets_keep_the_score_bound_with_any_values() {
        for mut rules in [Rules::standard(english()), Rules::super_board(english())] {
            rules.values = [i16::MIN; MAX_TILES + 1];
            assert_eq!(rules.clone().checked().check(), Ok(()));
            assert_eq!(rules.with_rack_size(Rack::MAX_LEN).check(), Ok(()));
        }
    }

    /// The standard rules on a row of 21 squares, each of which quadruples the word.
    fn quadruple_rules() -> Rules {
        let all_quadruple = Layout::parse(&(String::from("0, 0\n") + &"~".repeat(21))).unwrap();
        Rules::standard(english()).with_layout(all_quadruple)
    }

    #[test]
    fn refuses_multipliers_that_overflow_even_if_no_tile_has_a_value() {
        let mut rules = quadruple_rules();
        rules.values = [0; MAX_TILES + 1];
        assert_eq!(rules.clone().checked().check(), Ok(()));
        let error = rules.with_rack_size(21).check();
        assert!(matches!(error, Err(RulesError::Score { bound }) if bound > 4_i64.pow(21)));
    }

    #[test]
    fn refuses_rules_with_scores_that_might_overflow() {
        let rules = quadruple_rules();
        let error = rules.clone().with_rack_size(21).check().unwrap_err();
        // Ten points, 21 squares, the word multiplied by four 21 times; cross-words; the bonus.
        let bound = 10 * (21 * 4_i64.pow(21) + 21 * 24 * 4) + 50;
        assert_eq!(error, RulesError::Score { bound });
        assert_eq!(
            error.to_string(),
            "a play might score 923589767352050 points, more than 2147483647 (use fewer word multipliers in a line, smaller values or a smaller bonus)"
        );
        let q = Tile::new(17).unwrap();
        assert!(rules.clone().with_value(q, i16::MAX).check().is_err());
        assert!(rules.clone().with_bingo_bonus(i32::MIN).check().is_err());
        let long = Rules::standard(english()).with_rack_size(21);
        assert!(long.with_layout(rules.layout().clone()).check().is_err());
    }

    #[test]
    fn options_give_the_same_rules_in_any_order() {
        let q = Tile::new(17).unwrap();
        let layout = quadruple_rules().layout().clone();
        let options: [&dyn Fn(Rules) -> Rules; 5] = [
            &|rules| rules.with_layout(layout.clone()),
            // Racks of seven tiles would be refused together with `layout` and the next option's value of Q.
            &|rules| rules.with_rack_size(3),
            &|rules| rules.with_value(q, i16::MAX),
            &|rules| rules.with_bingo_bonus(i32::MAX - 200_000_000),
            &|rules| rules.with_exchange_bag_len(1),
        ];
        let mut found = Vec::new();
        for order in 0..5_usize.pow(5) {
            let places = [1, 5, 25, 125, 625].map(|power| order / power % 5);
            if (0..5).all(|option| places.contains(&option)) {
                let standard = Rules::standard(english());
                found.push(
                    places
                        .iter()
                        .fold(standard, |rules, &at| options[at](rules)),
                );
            }
        }
        assert_eq!(found.len(), 120);
        assert_eq!(found[0].check(), Ok(()));
        assert!(found.iter().all(|rules| *rules == found[0]));
    }
}
