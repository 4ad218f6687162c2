//! [`RulesText`]: the settings of a text of rules, and the rules that they give.

use core::fmt;

use lexc_formats::{Alphabet, MAX_TILES};

use super::key::GAMES;
use crate::game::{Bag, Bonuses, ChallengeRule, Dimensions, FinalPoints, Finish, Layout, Rules};
use crate::notation::cgp::Cgp;
use crate::text::number;

/// Settings of rules, as far as a text or an option gives them. The keys `drawn`, `place`, `values`, `counts`, `swap`, `finish` and
/// `turns`, lists of bonuses, and [presets](crate::RulesPreset) need the feature `games`: without it, texts with them are refused, and
/// those fields have no effect.
///
/// | key | field | value |
/// |---|---|---|
/// | `board` | `layout` | `standard`, `super`, or the layout on one line: [`Layout::parse_line`] |
/// | `drawn` | `drawn` | a seed: the premium squares of the board are drawn by it, as [`Layout::drawn`] does |
/// | `rack` | `rack_size` | the number of tiles on a full rack |
/// | `place` | `place_limit` | the number of tiles that one play may place, or `all` for a full rack |
/// | `bonus` | `bonuses` | the points for placing as many tiles as one play may, or a list by number of tiles: [`Bonuses`] |
/// | `blank` | `blank_value` | the points of a blank |
/// | `values` | `values` | points of letters in place of the alphabet's, as in `JX:8,QZ:10` |
/// | `counts` | `full_bag` | numbers of tiles in the full bag in place of the alphabet's, as in `AI:9,?:2` |
/// | `exchange` | `exchange_bag_len` | the number of tiles that the bag must hold for an exchange |
/// | `swap` | `exchange_limit` | the number of tiles that one exchange may swap, or `all` for a full rack |
/// | `scoreless` | `scoreless_limit` | the number of turns in a row without a point that ends a game |
/// | `passes` | `pass_limit` | the number of passes in a row that ends a game, or `none` |
/// | `end` | `final_points` | `tournament`, `printed` or `none`, as in [`FinalPoints`] |
/// | `finish` | `finish` | `out`, `last` or `bag`: when a player goes out; one turn of each other player later; or one turn of each player after the bag was emptied |
/// | `turns` | `turn_limit` | the number of turns of each player after which a game ends, or `none` |
/// | `challenge` | `challenge` | as in [`ChallengeRule`]: `void`, `single`, `double`, `triple`, `5` points a play, `5/word`, or `-10` for the challenger |
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are explained above")]
pub struct RulesText {
    pub layout: Option<Layout>,
    pub drawn: Option<u64>,
    pub rack_size: Option<usize>,
    pub place_limit: Option<Option<usize>>,
    pub bonuses: Option<Bonuses>,
    pub blank_value: Option<i16>,
    /// By tile code; index 0 is not used.
    pub values: Option<[i16; MAX_TILES + 1]>,
    pub full_bag: Option<Bag>,
    pub exchange_bag_len: Option<usize>,
    pub exchange_limit: Option<Option<usize>>,
    pub scoreless_limit: Option<u32>,
    pub pass_limit: Option<Option<u32>>,
    pub final_points: Option<FinalPoints>,
    pub finish: Option<Finish>,
    pub turn_limit: Option<Option<u16>>,
    pub challenge: Option<ChallengeRule>,
}

impl RulesText {
    /// These settings for games of greedy players: tiles left count in the printed form unless it is set, because the average scores
    /// that others publish do.
    #[must_use]
    pub fn for_greedy_games(self) -> RulesText {
        RulesText {
            final_points: self.final_points.or(Some(FinalPoints::Printed)),
            ..self
        }
    }

    /// These settings, and those of `other` where they are missing.
    #[must_use]
    pub fn or(self, other: RulesText) -> RulesText {
        RulesText {
            layout: self.layout.or(other.layout),
            drawn: self.drawn.or(other.drawn),
            rack_size: self.rack_size.or(other.rack_size),
            place_limit: self.place_limit.or(other.place_limit),
            bonuses: self.bonuses.or(other.bonuses),
            blank_value: self.blank_value.or(other.blank_value),
            values: self.values.or(other.values),
            full_bag: self.full_bag.or(other.full_bag),
            exchange_bag_len: self.exchange_bag_len.or(other.exchange_bag_len),
            exchange_limit: self.exchange_limit.or(other.exchange_limit),
            scoreless_limit: self.scoreless_limit.or(other.scoreless_limit),
            pass_limit: self.pass_limit.or(other.pass_limit),
            final_points: self.final_points.or(other.final_points),
            finish: self.finish.or(other.finish),
            turn_limit: self.turn_limit.or(other.turn_limit),
            challenge: self.challenge.or(other.challenge),
        }
    }

    /// The rules with these settings. Missing settings are those of [`Rules::for_alphabet`], but the exchange limit follows from
    /// the rack size by [`Rules::usual_exchange_bag_len`]. [`Rules::check`] tells whether the settings fit together.
    pub fn rules(&self, alphabet: Alphabet<'_>) -> Rules {
        let mut rules = self.unchecked(alphabet);
        self.draw(&mut rules);
        rules.check_again();
        rules
    }

    fn draw(&self, rules: &mut Rules) {
        if GAMES && let Some(seed) = self.drawn {
            rules.layout = rules.layout.clone().drawn(seed);
        }
    }

    fn unchecked(&self, alphabet: Alphabet<'_>) -> Rules {
        let mut rules = Rules::for_alphabet(alphabet);
        if let Some(layout) = &self.layout {
            rules.layout = layout.clone();
        }
        set(&mut rules.rack_size, self.rack_size);
        rules.exchange_bag_len = Rules::usual_exchange_bag_len(alphabet, rules.rack_size);
        set(&mut rules.exchange_bag_len, self.exchange_bag_len);
        set(&mut rules.bonuses, self.bonuses);
        set(&mut rules.blank_value, self.blank_value);
        set(&mut rules.scoreless_limit, self.scoreless_limit);
        set(&mut rules.pass_limit, self.pass_limit);
        set(&mut rules.final_points, self.final_points);
        set(&mut rules.challenge, self.challenge);
        if GAMES {
            set(&mut rules.place_limit, self.place_limit);
            set(&mut rules.values, self.values);
            set(&mut rules.full_bag, self.full_bag.clone());
            set(&mut rules.exchange_limit, self.exchange_limit);
            set(&mut rules.finish, self.finish);
            set(&mut rules.turn_limit, self.turn_limit);
        }
        rules
    }

    /// The rules of a position. The layout of these settings is optional if a preset has the size of the position's board. The
    /// operations `bb` (bonus) and `etl` (exchange limit) of the position apply where these settings leave them out; an operand that
    /// is not a number in range does not count. All other missing settings are those of [`rules`](RulesText::rules).
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{Cgp, RulesText};
    ///
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 CARES/ 0/0 0 bb 40;", alphabet)?;
    /// let rules = RulesText::parse("rack=8", alphabet)?.of_position(&cgp, alphabet)?;
    /// assert_eq!((rules.rack_size(), rules.bingo_bonus()), (8, 40));
    /// assert!(cgp.position(&rules).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If these settings have no layout and no preset has the size of the board. A layout of another size than the board is for
    /// [`Cgp::position`] to refuse, and settings that do not fit together are for [`Rules::check`].
    pub fn of_position(
        &self,
        cgp: &Cgp<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Rules, NoLayoutError> {
        let board = cgp.board().dimensions();
        let mut rules = self.unchecked(alphabet);
        if self.layout.is_none() {
            let mut presets = Layout::PRESETS.into_iter();
            let preset = presets.find(|layout| layout.dimensions() == board);
            rules.layout = preset.ok_or(NoLayoutError { board })?.clone();
        }
        if self.bonuses.is_none() {
            set(
                &mut rules.bonuses,
                operand(cgp, Cgp::BINGO_BONUS).map(Bonuses::of_most),
            );
        }
        if self.exchange_bag_len.is_none() {
            set(
                &mut rules.exchange_bag_len,
                operand(cgp, Cgp::EXCHANGE_LIMIT),
            );
        }
        self.draw(&mut rules);
        rules.check_again();
        Ok(rules)
    }
}

/// Replaces a value if there is another one.
fn set<T>(to: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *to = value;
    }
}

/// The number that an operation of the position gives.
fn operand<N: TryFrom<i64>>(cgp: &Cgp<'_>, opcode: &str) -> Option<N> {
    number(cgp.operation(opcode)?)
}

/// A position whose board has the size of no preset layout, with settings that have no layout either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoLayoutError {
    /// The size of the board.
    pub board: Dimensions,
}

impl fmt::Display for NoLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board;
        write!(
            f,
            "no preset layout has {board} squares (give the layout of this board in the rules: board=row,column:row/row/...)"
        )
    }
}

impl core::error::Error for NoLayoutError {}
