//! Rules as text.

use core::fmt;
use core::str::FromStr;

use lexc_formats::Alphabet;

use crate::game::{ChallengeRule, FinalPoints, Layout, LayoutError, Rules};
use crate::text::Text;

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
    pub fn parse(text: &str) -> Result<RulesText, RulesTextError> {
        let mut read = RulesText::default();
        for (index, setting) in text.split_whitespace().enumerate() {
            let error = |fault| RulesTextError {
                number: index + 1,
                fault,
            };
            let (name, value) = setting
                .split_once(['='])
                .ok_or(error(SettingFault::NotSetting))?;
            let key = RulesKey::parse(name).ok_or(error(SettingFault::UnknownKey))?;
            let wrong = error(SettingFault::Value(key));
            let is_new = match key {
                RulesKey::Board => {
                    let board = |fault| error(SettingFault::Board(fault));
                    set(
                        &mut read.layout,
                        match value {
                            "standard" => Layout::STANDARD,
                            "super" => Layout::SUPER,
                            line => Layout::parse_line(line).map_err(board)?,
                        },
                    )
                }
                RulesKey::Rack => set(&mut read.rack_size, number(value, wrong)?),
                RulesKey::Bonus => set(&mut read.bingo_bonus, number(value, wrong)?),
                RulesKey::Blank => set(&mut read.blank_value, number(value, wrong)?),
                RulesKey::Exchange => set(&mut read.exchange_bag_len, number(value, wrong)?),
                RulesKey::Scoreless => set(&mut read.scoreless_limit, positive(value, wrong)?),
                RulesKey::Passes => set(
                    &mut read.pass_limit,
                    match value {
                        "none" => None,
                        limit => Some(positive(limit, wrong)?),
                    },
                ),
                RulesKey::End => set(
                    &mut read.final_points,
                    match value {
                        "tournament" => FinalPoints::Tournament,
                        "printed" => FinalPoints::Printed,
                        _ => return Err(wrong),
                    },
                ),
                RulesKey::Challenge => set(&mut read.challenge, value.parse().map_err(|_| wrong)?),
            };
            if !is_new {
                return Err(error(SettingFault::Twice(key)));
            }
        }
        Ok(read)
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
}

/// Sets a setting. Returns `false` if it was set before.
fn set<T>(to: &mut Option<T>, value: T) -> bool {
    to.replace(value).is_none()
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
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Rules, RulesTextError> {
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

fn number<T: FromStr>(text: &str, error: RulesTextError) -> Result<T, RulesTextError> {
    text.parse().map_err(|_| error)
}

fn positive(text: &str, error: RulesTextError) -> Result<u32, RulesTextError> {
    match number(text, error)? {
        0 => Err(error),
        number => Ok(number),
    }
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
    type Err = ChallengeRuleError;

    fn from_str(text: &str) -> Result<ChallengeRule, ChallengeRuleError> {
        let points = |text: &str| text.parse().map_err(|_| ChallengeRuleError);
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

/// A text that is not a challenge rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeRuleError;

impl fmt::Display for ChallengeRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a challenge rule ({CHALLENGES})")
    }
}

impl core::error::Error for ChallengeRuleError {}

const CHALLENGES: &str = "use void, single, double, triple, 5 for points a play, 5/word for points a word, or -10 for points that the challenger loses";

/// A key of a setting of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`Rules::parse` has a table of the keys")]
pub enum RulesKey {
    Board,
    Rack,
    Bonus,
    Blank,
    Exchange,
    Scoreless,
    Passes,
    End,
    Challenge,
}

impl RulesKey {
    const ALL: [RulesKey; 9] = [
        RulesKey::Board,
        RulesKey::Rack,
        RulesKey::Bonus,
        RulesKey::Blank,
        RulesKey::Exchange,
        RulesKey::Scoreless,
        RulesKey::Passes,
        RulesKey::End,
        RulesKey::Challenge,
    ];

    /// The text of the key before the `=`.
    pub const fn name(self) -> &'static str {
        match self {
            RulesKey::Board => "board",
            RulesKey::Rack => "rack",
            RulesKey::Bonus => "bonus",
            RulesKey::Blank => "blank",
            RulesKey::Exchange => "exchange",
            RulesKey::Scoreless => "scoreless",
            RulesKey::Passes => "passes",
            RulesKey::End => "end",
            RulesKey::Challenge => "challenge",
        }
    }

    fn parse(name: &str) -> Option<RulesKey> {
        RulesKey::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The values that the key takes, for an error message.
    const fn values(self) -> &'static str {
        match self {
            RulesKey::Board => {
                "use standard, super, or row,column:row/row/... with . for plain squares"
            }
            RulesKey::Rack => "use a number of tiles",
            RulesKey::Bonus | RulesKey::Blank => "use a number of points",
            RulesKey::Exchange => "use the number of tiles that the bag must hold for an exchange",
            RulesKey::Scoreless => "use a number of turns from 1",
            RulesKey::Passes => "use a number of passes from 1, or none",
            RulesKey::End => "use tournament or printed",
            RulesKey::Challenge => CHALLENGES,
        }
    }
}

/// A text that [`Rules::parse`] refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesTextError {
    /// The number of the wrong setting in the text, from 1.
    pub number: usize,
    /// The fault.
    pub fault: SettingFault,
}

/// The fault of a setting of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SettingFault {
    /// The text has no `=`.
    NotSetting,
    /// No setting has this key.
    UnknownKey,
    /// The key was set before.
    Twice(RulesKey),
    /// The value does not fit the key.
    Value(RulesKey),
    /// The board is not a layout on one line.
    Board(LayoutError),
}

impl fmt::Display for RulesTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules, setting {}: ", self.number)?;
        match self.fault {
            SettingFault::NotSetting => f.write_str("no = in it (write key=value, such as rack=8)"),
            SettingFault::UnknownKey => {
                f.write_str("unknown key (use")?;
                for key in RulesKey::ALL {
                    write!(f, " {}", key.name())?;
                }
                f.write_str(")")
            }
            SettingFault::Twice(key) => {
                write!(f, "{} is set twice (remove one of both)", key.name())
            }
            SettingFault::Value(key) => {
                write!(f, "invalid value of {} ({})", key.name(), key.values())
            }
            SettingFault::Board(error) => write!(f, "board: {error}"),
        }
    }
}

impl core::error::Error for RulesTextError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::testing::{english, spanish};

    #[test]
    fn every_setting_is_read_and_written_again() {
        for text in [
            "board=super rack=8 bonus=40 blank=-1 exchange=1 scoreless=4 passes=2 end=printed challenge=void",
            "board=1,1:=.'./.-/'.=# rack=2 bonus=0 blank=0 exchange=2 scoreless=1 passes=none end=tournament challenge=-10",
        ] {
            let rules = Rules::parse(text, english()).unwrap();
            assert_eq!(rules.display().to_string(), text);
        }
        let lines = Rules::parse("rack=8\nend=printed\r\n", english()).unwrap();
        let expected = Rules::standard(english())
            .with_rack_size(8)
            .with_exchange_bag_len(8)
            .with_final_points(FinalPoints::Printed);
        assert_eq!(lines, expected);
    }

    #[test]
    fn settings_precede_those_of_others() {
        let read = |text| RulesText::parse(text).unwrap();
        let all = "board=super rack=8 bonus=40 blank=-1 exchange=1 scoreless=4 passes=2 end=printed challenge=void";
        assert_eq!(read("").or(read(all)), read(all));
        let others = "board=standard rack=7 bonus=50 blank=0 exchange=7 scoreless=6 passes=none end=tournament challenge=5";
        assert_eq!(read(all).or(read(others)), read(all));
    }

    #[test]
    fn missing_settings_are_those_of_the_alphabet() {
        for alphabet in [english(), spanish()] {
            assert_eq!(
                Rules::parse("", alphabet),
                Ok(Rules::for_alphabet(alphabet))
            );
        }
        let rules = Rules::parse("rack=8", spanish()).unwrap();
        assert_eq!(rules.exchange_bag_len(), 1);
    }

    #[test]
    fn challenge_rules_are_read_as_players_write_them() {
        for (text, rule) in [
            ("single", ChallengeRule::Single),
            ("double", ChallengeRule::Double),
            ("triple", ChallengeRule::Triple),
            ("+5", ChallengeRule::Points(5)),
            ("10/play", ChallengeRule::Points(10)),
            ("+5/word", ChallengeRule::WordPoints(5)),
            ("-10", ChallengeRule::Loss(10)),
        ] {
            assert_eq!(text.parse(), Ok(rule));
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for text in ["", "-", "--5", "-5/word", "5/words", "70000", "Double"] {
            assert_eq!(
                text.parse::<ChallengeRule>(),
                Err(ChallengeRuleError),
                "{text}"
            );
        }
    }

    #[test]
    fn wrong_settings_are_refused_with_their_place_and_values() {
        for (text, message) in [
            (
                "rack=7 bonus",
                "rules, setting 2: no = in it (write key=value, such as rack=8)",
            ),
            (
                "size=7",
                "rules, setting 1: unknown key (use board rack bonus blank exchange scoreless passes end challenge)",
            ),
            (
                "rack=7 rack=7",
                "rules, setting 2: rack is set twice (remove one of both)",
            ),
            (
                "scoreless=0",
                "rules, setting 1: invalid value of scoreless (use a number of turns from 1)",
            ),
            (
                "end=both",
                "rules, setting 1: invalid value of end (use tournament or printed)",
            ),
            (
                "board=7,7:x",
                "rules, setting 1: board: line 2, column 1: 'x' is an unknown square symbol (use space ' \" ^ - = ~ #)",
            ),
        ] {
            let error = Rules::parse(text, english()).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
