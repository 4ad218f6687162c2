//! The rules of a game: premium layout, tile values, rack size, bonus, exchanges, challenges and the end.

use lexc_formats::{Alphabet, MAX_TILES, PlacedTile, Tile, TileSet};

use crate::game::{
    Bag, Board, Bonus, Bonuses, ChallengeRule, Direction, FinalPoints, Finish, Layout, Line,
    MAX_DIM, Premium, Rack, RackTile, RulesError,
};

/// The rules of a game: premium layout, tile values, rack size, bonus, exchanges, challenges and the end.
///
/// [`Rules::parse`] reads rules from text, and [`Rules::display`] writes them.
///
/// Options may be set in any order: [`Rules::check`] and every [`Position`](crate::Position) check them together. Rules
/// are refused if a score might not fit an `i32`. The check computes a bound on scores. It takes every square of a line
/// to have a tile of the largest absolute value (at least 1) and a cross-word. It counts all letter multipliers of the
/// line, its largest word multipliers (as many as one play may place tiles), and the bonuses. Both presets pass the check
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
    pub(crate) layout: Layout,
    /// By tile code; index 0 is not used.
    pub(crate) values: [i16; MAX_TILES + 1],
    pub(crate) full_bag: Bag,
    pub(crate) blank_value: i16,
    tiles: TileSet,
    pub(crate) bonuses: Bonuses,
    pub(crate) rack_size: usize,
    pub(crate) place_limit: Option<usize>,
    pub(crate) exchange_bag_len: usize,
    pub(crate) exchange_limit: Option<usize>,
    pub(crate) scoreless_limit: u32,
    pub(crate) pass_limit: Option<u32>,
    pub(crate) final_points: FinalPoints,
    pub(crate) finish: Finish,
    pub(crate) turn_limit: Option<u16>,
    pub(crate) challenge: ChallengeRule,
    /// The result of the checks, kept because every position needs it.
    checked: Result<(), RulesError>,
}

impl Rules {
    /// The number of turns in a row without a point that ends a game in the presets.
    pub const SCORELESS_LIMIT: u32 = 6;

    /// The number of tiles on a full rack in the presets.
    pub const RACK_SIZE: usize = 7;

    /// The points for placing a full rack in one play in the presets.
    pub const BINGO_BONUS: i32 = 50;

    /// The usual game: [`Layout::STANDARD`], racks of seven tiles, 50 points for placing seven in one play, the alphabet's
    /// values, and exchanges while the bag holds at least seven tiles, or one tile in Spanish. Six turns in a row without a point
    /// end the game.
    pub fn standard(alphabet: Alphabet<'_>) -> Rules {
        Rules::preset(Layout::STANDARD, alphabet)
    }

    /// The usual game in an alphabet of this name, on the board of [`Layout::for_alphabet`].
    pub fn for_alphabet(alphabet: Alphabet<'_>) -> Rules {
        Rules::preset(Layout::for_alphabet(alphabet).clone(), alphabet)
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
            full_bag: Bag::full(alphabet),
            blank_value: 0,
            tiles: alphabet.all(),
            bonuses: Bonuses::of_most(Rules::BINGO_BONUS),
            rack_size: Rules::RACK_SIZE,
            place_limit: None,
            exchange_bag_len: Rules::usual_exchange_bag_len(alphabet, Rules::RACK_SIZE),
            exchange_limit: None,
            scoreless_limit: Rules::SCORELESS_LIMIT,
            pass_limit: None,
            final_points: FinalPoints::Tournament,
            finish: Finish::Out,
            turn_limit: None,
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

    /// The same rules with another full bag.
    #[must_use]
    pub fn with_full_bag(self, full_bag: Bag) -> Rules {
        Rules { full_bag, ..self }
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

    /// The same rules with another bonus, in points, for placing as many tiles as one play may.
    #[must_use]
    pub fn with_bingo_bonus(self, bingo_bonus: i32) -> Rules {
        self.with_bonuses(Bonuses::of_most(bingo_bonus))
    }

    /// The same rules with other bonuses. The presets have 50 points for placing as many tiles as one play may.
    #[must_use]
    pub fn with_bonuses(self, bonuses: Bonuses) -> Rules {
        Rules { bonuses, ..self }.checked()
    }

    /// The same rules with another number of tiles on a full rack, `1..=`[`Rack::MAX_LEN`].
    #[must_use]
    pub fn with_rack_size(self, rack_size: usize) -> Rules {
        Rules { rack_size, ..self }.checked()
    }

    /// The same rules, but one play places at most this number of tiles; `None`, as in the presets, allows as many as a full rack
    /// has.
    #[must_use]
    pub fn with_place_limit(self, place_limit: Option<usize>) -> Rules {
        Rules {
            place_limit,
            ..self
        }
        .checked()
    }

    /// The same rules, but the bag must hold at least this number of tiles for an exchange; 0 has the same effect as 1.
    #[must_use]
    pub const fn with_exchange_bag_len(self, exchange_bag_len: usize) -> Rules {
        Rules {
            exchange_bag_len,
            ..self
        }
    }

    /// The same rules, but one exchange swaps at most this number of tiles; `None`, as in the presets, allows as many as a full rack
    /// has. 0 has the same effect as 1.
    #[must_use]
    pub const fn with_exchange_limit(self, exchange_limit: Option<usize>) -> Rules {
        Rules {
            exchange_limit,
            ..self
        }
    }

    /// The same rules, but this number of turns in a row without a point ends the game; 0 has the same effect as 1. The turns of
    /// both players count; [`Rules::ends_game_of`] has the limits of more players. The presets have [`Rules::SCORELESS_LIMIT`].
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

    /// The same rules, but the game ends in another way once tiles run out. The presets have [`Finish::Out`].
    #[must_use]
    pub const fn with_finish(self, finish: Finish) -> Rules {
        Rules { finish, ..self }
    }

    /// The same rules, but the game ends after this number of turns of each player; `None`, as in the presets, sets no such limit.
    /// 0 has the same effect as 1.
    #[must_use]
    pub const fn with_turn_limit(self, turn_limit: Option<u16>) -> Rules {
        Rules { turn_limit, ..self }
    }

    /// The same rules with another price of challenges. The presets have [`ChallengeRule::Double`].
    #[must_use]
    pub const fn with_challenge(self, challenge: ChallengeRule) -> Rules {
        Rules { challenge, ..self }
    }

    /// Checks the options together. O(1): the methods that set the options have computed the result.
    ///
    /// # Errors
    /// [`RulesError::RackSize`] if the rack size is not `1..=`[`Rack::MAX_LEN`]; [`RulesError::PlaceLimit`] if the number of
    /// tiles that one play may place is 0 or above the rack size; [`RulesError::Score`] if a score might not fit an `i32`.
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

    /// The tiles of the full bag. The presets have the alphabet's, which may have none.
    #[inline]
    pub const fn full_bag(&self) -> &Bag {
        &self.full_bag
    }

    /// The full bag without the tiles on the board and on this rack. For the owner of the rack, these are the tiles of
    /// the bag and of the opponent. Tiles in excess of the full bag are ignored.
    pub fn unseen(&self, board: &Board, rack: Rack) -> Bag {
        let mut bag = self.full_bag.clone();
        let squares = board.dimensions().squares();
        let on_board = squares.filter_map(|square| board.get(square));
        for tile in on_board.map(RackTile::from).chain(rack) {
            let _ = bag.remove(tile);
        }
        bag
    }

    /// The tiles of the alphabet.
    #[inline]
    pub const fn tiles(&self) -> TileSet {
        self.tiles
    }

    /// The bonuses, by number of tiles placed.
    #[inline]
    pub const fn bonuses(&self) -> &Bonuses {
        &self.bonuses
    }

    /// The bonus of a play that places this number of tiles.
    #[inline]
    pub fn bonus(&self, placed: usize) -> Bonus {
        self.bonuses.of(placed, self.most_placed())
    }

    /// The points for placing [`Rules::most_placed`] tiles in one play; 0 if the bonus is a multiplier.
    pub fn bingo_bonus(&self) -> i32 {
        match self.bonus(self.most_placed()) {
            Bonus::Points(points) => points,
            Bonus::Times(_) => 0,
        }
    }

    /// The number of tiles on a full rack; [`Rules::check`] refuses a number outside `1..=`[`Rack::MAX_LEN`].
    #[inline]
    pub const fn rack_size(&self) -> usize {
        self.rack_size
    }

    /// The limit of the tiles that one play may place; `None` for as many as a full rack has.
    #[inline]
    pub const fn place_limit(&self) -> Option<usize> {
        self.place_limit
    }

    /// The largest number of tiles that one play may place.
    #[inline]
    pub const fn most_placed(&self) -> usize {
        match self.place_limit {
            Some(limit) => limit,
            None => self.rack_size,
        }
    }

    /// Returns `true` if a play of this number of tiles is a bingo: if it places as many tiles as one play may, or has a bonus.
    pub fn is_bingo(&self, placed: usize) -> bool {
        placed == self.most_placed() || self.bonus(placed) != Bonus::NONE
    }

    /// The lowest number of tiles in the bag that allows an exchange.
    #[inline]
    pub const fn exchange_bag_len(&self) -> usize {
        self.exchange_bag_len
    }

    /// The limit of the tiles that one exchange may swap; `None` for as many as a full rack has.
    #[inline]
    pub const fn exchange_limit(&self) -> Option<usize> {
        self.exchange_limit
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

    /// When a game ends once tiles run out.
    #[inline]
    pub const fn finish(&self) -> Finish {
        self.finish
    }

    /// The number of turns of each player after which a game ends; `None` if there is no such limit.
    #[inline]
    pub const fn turn_limit(&self) -> Option<u16> {
        self.turn_limit
    }

    /// The price of a challenge of valid words.
    #[inline]
    pub const fn challenge(&self) -> ChallengeRule {
        self.challenge
    }

    fn checked(mut self) -> Rules {
        self.check_again();
        self
    }

    /// Checks the rules after their fields were changed in place, which takes less code than a chain of copies.
    pub(crate) fn check_again(&mut self) {
        let found = self.rack_size;
        let placed = self.most_placed();
        self.checked = if found == 0 || found > Rack::MAX_LEN {
            Err(RulesError::RackSize { found })
        } else if placed == 0 || placed > found {
            Err(RulesError::PlaceLimit {
                found: placed,
                rack_size: found,
            })
        } else {
            match self.score_bound() {
                bound if bound > i64::from(i32::MAX) => Err(RulesError::Score { bound }),
                _ => Ok(()),
            }
        };
    }

    /// An upper bound on the absolute score of every legal or illegal play that places up to [`Rules::most_placed`]
    /// tiles.
    pub fn score_bound(&self) -> i64 {
        let words = self.words_bound();
        let with_bonus = |bonus| match bonus {
            Bonus::Points(points) => words.saturating_add(i64::from(points).abs()),
            Bonus::Times(_) => words.saturating_mul(bonus.times().into()),
        };
        self.bonuses.iter().map(with_bonus).max().unwrap_or(words)
    }

    /// [`Rules::score_bound`] without a bonus.
    pub(crate) fn words_bound(&self) -> i64 {
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
        (main_word.saturating_add(cross_word * MAX_DIM as i64)).saturating_mul(largest_value)
    }

    /// An upper bound on the score of a word along the line, in multiples of the largest tile value.
    fn line_weight(&self, line: Line) -> i64 {
        let mut weight = 0;
        let mut counts = [0; Premium::MAX_MULTIPLIER as usize + 1];
        for premium in self.layout.line(line) {
            weight += i64::from(premium.letter_multiplier());
            if let Some(count) = counts.get_mut(premium.word_multiplier() as usize) {
                *count += 1;
            }
        }
        let mut placed_len = self.most_placed();
        for (multiplier, squares) in counts.into_iter().enumerate().skip(2).rev() {
            let squares = placed_len.min(squares);
            placed_len -= squares;
            for _ in 0..squares {
                weight = weight.saturating_mul(multiplier as i64);
            }
        }
        weight
    }
}

#[cfg(test)]
mod tests;
