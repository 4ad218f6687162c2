//! Rules as text.

use core::fmt;
use core::str::FromStr;

use lexc_formats::Alphabet;

use crate::game::{ChallengeRule, Dimensions, FinalPoints, Layout, Rules};
use crate::notation::cgp::Cgp;
use crate::notation::rules_key::RulesKey;
use crate::text::{Part, Place, Text, TextError, TextErrorKind, number, words};

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
        let (mut settings, mut keys) = (RulesText::default(), 0);
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
            let read = settings.read(key, value, &mut keys);
            read.map_err(|fault| error(value_start, fault))?;
        }
        Ok(settings)
    }

    /// Reads the value of a setting. `keys` has a bit for each key that was read.
    fn read(&mut self, key: RulesKey, value: &str, keys: &mut u16) -> Result<(), TextError> {
        let error = |kind| TextError::new(Place::START, kind);
        if key == RulesKey::Board {
            self.layout = Some(match value {
                "standard" => Layout::STANDARD,
                "super" => Layout::SUPER,
                line => Layout::parse_line(line)?,
            });
        } else {
            let read = self.read_value(key, value);
            read.ok_or(error(TextErrorKind::Value(key)))?;
        }
        let bit = 1 << key as u16;
        match *keys & bit {
            0 => {
                *keys |= bit;
                Ok(())
            }
            _ => Err(error(TextErrorKind::Twice(key))),
        }
    }

    /// Reads the value of a key other than that of the board; `None` if it is wrong.
    fn read_value(&mut self, key: RulesKey, value: &str) -> Option<()> {
        match key {
            RulesKey::Board => return None,
            RulesKey::Rack => self.rack_size = Some(number(value)?),
            RulesKey::Bonus => self.bingo_bonus = Some(number(value)?),
            RulesKey::Blank => self.blank_value = Some(number(value)?),
            RulesKey::Exchange => self.exchange_bag_len = Some(number(value)?),
            RulesKey::Scoreless => self.scoreless_limit = Some(positive(value)?),
            RulesKey::Passes => {
                self.pass_limit = Some(match value {
                    "none" => None,
                    limit => Some(positive(limit)?),
                });
            }
            RulesKey::End => {
                self.final_points = Some(match value {
                    "tournament" => FinalPoints::Tournament,
                    "printed" => FinalPoints::Printed,
                    _ => return None,
                });
            }
            RulesKey::Challenge => self.challenge = Some(value.parse().ok()?),
        }
        Some(())
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
        let mut rules = self.unchecked(alphabet);
        rules.check_again();
        rules
    }

    fn unchecked(&self, alphabet: Alphabet<'_>) -> Rules {
        let mut rules = Rules::for_alphabet(alphabet);
        if let Some(layout) = &self.layout {
            rules.layout = layout.clone();
        }
        set(&mut rules.rack_size, self.rack_size);
        rules.exchange_bag_len = Rules::usual_exchange_bag_len(alphabet, rules.rack_size);
        set(&mut rules.exchange_bag_len, self.exchange_bag_len);
        set(&mut rules.bingo_bonus, self.bingo_bonus);
        set(&mut rules.blank_value, self.blank_value);
        set(&mut rules.scoreless_limit, self.scoreless_limit);
        set(&mut rules.pass_limit, self.pass_limit);
        set(&mut rules.final_points, self.final_points);
        set(&mut rules.challenge, self.challenge);
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
        let mut rules = self.unchecked(alphabet);
        if self.layout.is_none() {
            let mut presets = [&Layout::STANDARD, &Layout::SUPER].into_iter();
            let preset = presets.find(|layout| layout.dimensions() == board);
            rules.layout = preset.ok_or(NoLayoutError { board })?.clone();
        }
        if self.bingo_bonus.is_none() {
            set(&mut rules.bingo_bonus, operand(cgp, "bb"));
        }
        if self.exchange_bag_len.is_none() {
            set(&mut rules.exchange_bag_len, operand(cgp, "etl"));
        }
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

fn positive(text: &str) -> Option<u32> {
    number(text).filter(|&number| number > 0)
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
            ChallengeRule::Points(points) => write!(f, "{}", u32::from(*points)),
            ChallengeRule::WordPoints(points) => write!(f, "{}/word", u32::from(*points)),
            ChallengeRule::Loss(points) => write!(f, "-{}", u32::from(*points)),
        }
    }
}

/// Reads the rule as [`Rules::parse`] does; a `+` before the points and `/play` after them are allowed.
impl FromStr for ChallengeRule {
    type Err = TextError;

    fn from_str(text: &str) -> Result<ChallengeRule, TextError> {
        let error = TextError::new(Place::START, TextErrorKind::ChallengeRule);
        let points = |text: &str| number(text).ok_or(error);
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
