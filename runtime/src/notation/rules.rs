//! Rules as text.

use core::fmt;
use core::str::FromStr;

use lexc_formats::Alphabet;

use crate::game::{ChallengeRule, Dimensions, FinalPoints, Layout, Rules};
use crate::notation::cgp::Cgp;
use crate::notation::rules_key::RulesKey;
use crate::text::{Part, Place, Text, TextError, TextErrorKind, words};

/// Settings of rules, as far as a text or an option gives them.
///
/// | key | field | value |
/// |---|---|---|
/// | `board` | `layout` | `standard`, `super`, or the layout on one line: [`Layout::parse_line`] |
/// | `rack` | `rack_size` | the number of tiles on a full rack |
/// | `bonus` | `bingo_bonus` | the points for placing a full rack in one play |
/// | `blank` | `blank_value` | the points of a blank |
/// | `exchange` | `exchange_bag_len` | the number of tiles that the bag must hold for an exchange |
/// | `scoreless` | `scoreless_limit` | the number of turns in a row without a point that ends a game |
/// | `passes` | `pass_limit` | the number of passes in a row that ends a game, or `none` |
/// | `end` | `final_points` | `tournament` or `printed`, as in [`FinalPoints`] |
/// | `challenge` | `challenge` | as in [`ChallengeRule`]: `void`, `single`, `double`, `triple`, `5` points a play, `5/word`, or `-10` for the challenger |
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are explained above")]
pub struct RulesText {
    pub layout: Option<Layout>,
    pub rack_size: Option<usize>,
    pub bingo_bonus: Option<i32>,
    pub blank_value: Option<i16>,
    pub exchange_bag_len: Option<usize>,
    pub scoreless_limit: Option<u32>,
    pub pass_limit: Option<Option<u32>>,
    pub final_points: Option<FinalPoints>,
    pub challenge: Option<ChallengeRule>,
}

impl RulesText {
    /// Reads settings `key=value`, separated by spaces or line ends, in any order.
    ///
    /// # Errors
    /// The first setting that is wrong or given twice.
    pub fn parse(text: &str) -> Result<RulesText, TextError> {
        let mut settings = RulesText::default();
        for (number, (start, setting)) in (1..).zip(words(text)) {
            let error = |start, error: TextError| {
                error.in_value(start, |place| Part::Setting(number, place))
            };
            let (name, value) = setting.split_once(['=']).unwrap_or((setting, ""));
            let key = match RulesKey::parse(name) {
                _ if name.len() == setting.len() => Err(TextErrorKind::NotSetting),
                None => Err(TextErrorKind::UnknownKey),
                Some(key) => Ok(key),
            };
            let key = key.map_err(|kind| error(start, TextError::new(Place::START, kind)))?;
            let value_start = start.after(name).after("=");
            let read = settings.read(key, value);
            read.map_err(|fault| error(value_start, fault))?;
        }
        Ok(settings)
    }

    /// Reads the value of a setting.
    fn read(&mut self, key: RulesKey, value: &str) -> Result<(), TextError> {
        match key {
            RulesKey::Board => {
                let layout = match value {
                    "standard" => Layout::STANDARD,
                    "super" => Layout::SUPER,
                    line => Layout::parse_line(line)?,
                };
                set(&mut self.layout, Some(layout), key)
            }
            RulesKey::Rack => set(&mut self.rack_size, value.parse().ok(), key),
            RulesKey::Bonus => set(&mut self.bingo_bonus, value.parse().ok(), key),
            RulesKey::Blank => set(&mut self.blank_value, value.parse().ok(), key),
            RulesKey::Exchange => set(&mut self.exchange_bag_len, value.parse().ok(), key),
            RulesKey::Scoreless => set(&mut self.scoreless_limit, positive(value), key),
            RulesKey::Passes => {
                let limit = match value {
                    "none" => Some(None),
                    limit => positive(limit).map(Some),
                };
                set(&mut self.pass_limit, limit, key)
            }
            RulesKey::End => {
                let form = match value {
                    "tournament" => Some(FinalPoints::Tournament),
                    "printed" => Some(FinalPoints::Printed),
                    _ => None,
                };
                set(&mut self.final_points, form, key)
            }
            RulesKey::Challenge => set(&mut self.challenge, value.parse().ok(), key),
        }
    }

    /// These settings, and those of `other` where they are missing.
    #[must_use]
    pub fn or(self, other: RulesText) -> RulesText {
        RulesText {
            layout: self.layout.or(other.layout),
            rack_size: self.rack_size.or(other.rack_size),
            bingo_bonus: self.bingo_bonus.or(other.bingo_bonus),
            blank_value: self.blank_value.or(other.blank_value),
            exchange_bag_len: self.exchange_bag_len.or(other.exchange_bag_len),
            scoreless_limit: self.scoreless_limit.or(other.scoreless_limit),
            pass_limit: self.pass_limit.or(other.pass_limit),
            final_points: self.final_points.or(other.final_points),
            challenge: self.challenge.or(other.challenge),
        }
    }

    /// The rules with these settings. Missing settings are those of [`Rules::for_alphabet`], but the exchange limit follows from
    /// the rack size by [`Rules::usual_exchange_bag_len`]. [`Rules::check`] tells whether the settings fit together.
    pub fn rules(&self, alphabet: Alphabet<'_>) -> Rules {
        let mut rules = Rules::for_alphabet(alphabet);
        if let Some(layout) = &self.layout {
            rules = rules.with_layout(layout.clone());
        }
        let rack_size = self.rack_size.unwrap_or(rules.rack_size());
        let exchange_bag_len = self.exchange_bag_len;
        let usual = || Rules::usual_exchange_bag_len(alphabet, rack_size);
        let bingo_bonus = self.bingo_bonus.unwrap_or(rules.bingo_bonus());
        let scoreless_limit = self.scoreless_limit.unwrap_or(rules.scoreless_limit());
        let pass_limit = self.pass_limit.unwrap_or(rules.pass_limit());
        let final_points = self.final_points.unwrap_or(rules.final_points());
        let challenge = self.challenge.unwrap_or(rules.challenge());
        if let Some(blank_value) = self.blank_value {
            rules = rules.with_blank_value(blank_value);
        }
        rules
            .with_rack_size(rack_size)
            .with_exchange_bag_len(exchange_bag_len.unwrap_or_else(usual))
            .with_bingo_bonus(bingo_bonus)
            .with_scoreless_limit(scoreless_limit)
            .with_pass_limit(pass_limit)
            .with_final_points(final_points)
            .with_challenge(challenge)
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
    /// let rules = RulesText::parse("rack=8")?.of_position(&cgp, alphabet)?;
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
        let mut settings = self.clone();
        if settings.layout.is_none() {
            let mut presets = [Layout::STANDARD, Layout::SUPER].into_iter();
            let preset = presets.find(|layout| layout.dimensions() == board);
            settings.layout = Some(preset.ok_or(NoLayoutError { board })?);
        }
        settings.bingo_bonus = settings.bingo_bonus.or_else(|| operand(cgp, "bb"));
        settings.exchange_bag_len = settings.exchange_bag_len.or_else(|| operand(cgp, "etl"));
        Ok(settings.rules(alphabet))
    }
}

/// The number that an operation of the position gives.
fn operand<N: FromStr>(cgp: &Cgp<'_>, opcode: &str) -> Option<N> {
    cgp.operation(opcode)?.parse().ok()
}

/// Sets a setting to the value that was read; `None` stands for a wrong value.
fn set<T>(to: &mut Option<T>, value: Option<T>, key: RulesKey) -> Result<(), TextError> {
    let error = |kind| Err(TextError::new(Place::START, kind));
    match value {
        None => error(TextErrorKind::Value(key)),
        _ if to.is_some() => error(TextErrorKind::Twice(key)),
        _ => {
            *to = value;
            Ok(())
        }
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number > 0)
}

impl Rules {
    /// Reads rules from settings on one line or several: [`RulesText`] has a table of them.
    ///
    /// ```
    /// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
    /// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
    /// use lexc_runtime::{ChallengeRule, Rules};
    ///
    /// let rules = Rules::parse("rack=8 bonus=40 challenge=5/word", alphabet)?;
    /// rules.check()?;
    /// assert_eq!(rules.challenge(), ChallengeRule::WordPoints(5));
    /// assert_eq!(rules.exchange_bag_len(), 8);
    /// assert_eq!(
    ///     rules.display().to_string(),
    ///     "board=standard rack=8 bonus=40 blank=0 exchange=8 scoreless=6 passes=none end=tournament challenge=5/word"
    /// );
    /// assert_eq!(Rules::parse(&rules.display().to_string(), alphabet)?, rules);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first setting that is wrong or given twice. Whether the settings fit together is [`Rules::check`]'s to say.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Rules, TextError> {
        Ok(RulesText::parse(text)?.rules(alphabet))
    }

    /// The rules as text on one line, with every setting: [`Rules::parse`] reads it. Values of tiles are the alphabet's and
    /// have no setting.
    pub fn display(&self) -> impl fmt::Display + Copy + use<'_> {
        Text::new(move |to| write_rules(to, self))
    }
}

fn write_rules(to: &mut dyn fmt::Write, rules: &Rules) -> fmt::Result {
    to.write_str("board=")?;
    match rules.layout() {
        layout if *layout == Layout::STANDARD => to.write_str("standard")?,
        layout if *layout == Layout::SUPER => to.write_str("super")?,
        layout => write!(to, "{}", layout.display_line())?,
    }
    write!(
        to,
        " rack={} bonus={} blank={} exchange={} scoreless={} passes=",
        rules.rack_size(),
        rules.bingo_bonus(),
        rules.blank_value(),
        rules.exchange_bag_len(),
        rules.scoreless_limit().max(1),
    )?;
    match rules.pass_limit() {
        Some(limit) => write!(to, "{}", limit.max(1))?,
        None => to.write_str("none")?,
    }
    let end = match rules.final_points() {
        FinalPoints::Tournament => "tournament",
        FinalPoints::Printed => "printed",
    };
    write!(to, " end={end} challenge={}", rules.challenge())
}

/// The rule as the value of `challenge` in [`Rules::parse`].
impl fmt::Display for ChallengeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChallengeRule::Void => f.write_str("void"),
            ChallengeRule::Single => f.write_str("single"),
            ChallengeRule::Double => f.write_str("double"),
            ChallengeRule::Triple => f.write_str("triple"),
            ChallengeRule::Points(points) => write!(f, "{points}"),
            ChallengeRule::WordPoints(points) => write!(f, "{points}/word"),
            ChallengeRule::Loss(points) => write!(f, "-{points}"),
        }
    }
}

/// Reads the rule as [`Rules::parse`] does; a `+` before the points and `/play` after them are allowed.
impl FromStr for ChallengeRule {
    type Err = TextError;

    fn from_str(text: &str) -> Result<ChallengeRule, TextError> {
        let error = TextError::new(Place::START, TextErrorKind::ChallengeRule);
        let points = |text: &str| text.parse().map_err(|_| error);
        match text {
            "void" => Ok(ChallengeRule::Void),
            "single" => Ok(ChallengeRule::Single),
            "double" => Ok(ChallengeRule::Double),
            "triple" => Ok(ChallengeRule::Triple),
            _ => match (text.strip_prefix('-'), text.strip_suffix("/word")) {
                (Some(loss), _) if loss.starts_with(|c: char| c.is_ascii_digit()) => {
                    points(loss).map(ChallengeRule::Loss)
                }
                (_, Some(each)) => points(each).map(ChallengeRule::WordPoints),
                _ => points(text.strip_suffix("/play").unwrap_or(text)).map(ChallengeRule::Points),
            },
        }
    }
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

#[cfg(test)]
mod tests;
