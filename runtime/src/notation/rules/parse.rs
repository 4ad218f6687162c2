//! Rules read from text.

use core::str::FromStr;

use lexc_formats::Alphabet;

use super::games_in_use::RulesPreset;
use super::key::{GAMES, RulesKey};
use super::settings::RulesText;
use crate::game::{
    Bag, Bonuses, ChallengeRule, FinalPoints, Finish, Layout, Rack, RackTile, Rules,
};
use crate::text::{Part, Place, Reader, TextError, TextErrorKind, number, words};

impl RulesText {
    /// Reads settings `key=value`, separated by spaces or line ends, in any order. The first word may be the name of a
    /// [`RulesPreset`], whose settings apply where the text has none.
    ///
    /// # Errors
    /// The first setting that is wrong or given twice.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<RulesText, TextError> {
        let (mut settings, mut keys) = (RulesText::default(), 0);
        let mut preset = None;
        for (number, (start, setting)) in (1..).zip(words(text)) {
            if GAMES && number == 1 {
                preset = RulesPreset::ALL
                    .iter()
                    .find(|preset| preset.name == setting);
                if preset.is_some() {
                    continue;
                }
            }
            let error = |start, key: Option<RulesKey>, error: TextError| {
                error.in_value(start, |place| {
                    Part::Setting(number, key.map(|key| (key, place)))
                })
            };
            let (name, value) = setting.split_once(['=']).unwrap_or((setting, ""));
            let key = match RulesKey::parse(name) {
                _ if name.len() == setting.len() => Err(TextErrorKind::NotSetting),
                None => Err(TextErrorKind::UnknownKey),
                Some(key) => Ok(key),
            };
            let key = key.map_err(|kind| error(start, None, TextError::new(Place::START, kind)))?;
            let value_start = start.after(name).after("=");
            let read = settings.read(key, value, alphabet, &mut keys);
            read.map_err(|fault| error(value_start, Some(key), fault))?;
        }
        match preset {
            Some(preset) => Ok(settings.or(RulesText::parse(preset.text, alphabet)?)),
            None => Ok(settings),
        }
    }

    /// Reads the value of a setting. `keys` has a bit for each key that was read.
    fn read(
        &mut self,
        key: RulesKey,
        value: &str,
        alphabet: Alphabet<'_>,
        keys: &mut u16,
    ) -> Result<(), TextError> {
        let error = |kind| TextError::new(Place::START, kind);
        match key {
            RulesKey::Board => {
                self.layout = Some(match Layout::named(value) {
                    Some(preset) => preset.clone(),
                    None => Layout::parse_line(value)?,
                });
            }
            RulesKey::Bonus if GAMES => self.bonuses = Some(value.parse()?),
            RulesKey::Values if GAMES => {
                let mut values = Rules::for_alphabet(alphabet).values;
                read_tiles(key, value, alphabet, &mut |tile, number| {
                    *values.get_mut(tile.letter()?.index())? = i16::try_from(number).ok()?;
                    Some(())
                })?;
                self.values = Some(values);
            }
            RulesKey::Counts if GAMES => {
                let mut bag = Bag::full(alphabet);
                read_tiles(key, value, alphabet, &mut |tile, number| {
                    bag.set(tile, u16::try_from(number).ok()?);
                    Some(())
                })?;
                self.full_bag = Some(bag);
            }
            _ => {
                let read = self.read_value(key, value);
                read.ok_or(error(TextErrorKind::Value(key)))?;
            }
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

    /// Reads the value of a key that is not a list; `None` if it is wrong.
    fn read_value(&mut self, key: RulesKey, value: &str) -> Option<()> {
        match key {
            RulesKey::Bonus => self.bonuses = Some(Bonuses::of_most(number(value)?)),
            RulesKey::Rack => self.rack_size = Some(number(value)?),
            RulesKey::Drawn if GAMES => self.drawn = Some(number(value)?),
            RulesKey::Place if GAMES => self.place_limit = Some(limit(value, "all")?),
            RulesKey::Swap if GAMES => self.exchange_limit = Some(limit(value, "all")?),
            RulesKey::Turns if GAMES => self.turn_limit = Some(limit(value, "none")?),
            RulesKey::Finish if GAMES => {
                self.finish = Some(match value {
                    "out" => Finish::Out,
                    "last" => Finish::LastTurn,
                    "bag" => Finish::Bag,
                    _ => return None,
                });
            }
            RulesKey::Blank => self.blank_value = Some(number(value)?),
            RulesKey::Exchange => self.exchange_bag_len = Some(number(value)?),
            RulesKey::Scoreless => self.scoreless_limit = Some(positive(value)?),
            RulesKey::Passes => self.pass_limit = Some(limit(value, "none")?),
            RulesKey::End => {
                self.final_points = Some(match value {
                    "tournament" => FinalPoints::Tournament,
                    "printed" => FinalPoints::Printed,
                    "none" => FinalPoints::None,
                    _ => return None,
                });
            }
            RulesKey::Challenge => self.challenge = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }
}

/// Reads entries of tiles, a colon and a number, and calls `set` with each tile and its number. The entry is wrong if it returns
/// `None`.
fn read_tiles(
    key: RulesKey,
    text: &str,
    alphabet: Alphabet<'_>,
    set: &mut dyn FnMut(RackTile, i64) -> Option<()>,
) -> Result<(), TextError> {
    let mut place = Place::START;
    for entry in text.split([',']) {
        let error = TextError::new(place, TextErrorKind::Entry(key));
        let (tiles, value) = entry.rsplit_once([':']).ok_or(error)?;
        let tiles = Rack::read(&mut Reader::new(tiles).with_place(place), alphabet, false)?;
        let value = number(value).filter(|_| !tiles.is_empty()).ok_or(error)?;
        for tile in tiles {
            set(tile, value).ok_or(error)?;
        }
        place = place.after(entry).after(",");
    }
    Ok(())
}

fn positive<N: TryFrom<i64>>(text: &str) -> Option<N> {
    let number = number::<i64>(text).filter(|&number| number > 0)?;
    N::try_from(number).ok()
}

/// A number from 1, or `None` for the word that stands for no limit.
fn limit<N: TryFrom<i64>>(text: &str, no_limit: &str) -> Option<Option<N>> {
    match text == no_limit {
        true => Some(None),
        false => positive(text).map(Some),
    }
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
    ///     rules.display(alphabet).to_string(),
    ///     "board=standard rack=8 bonus=40 blank=0 exchange=8 scoreless=6 passes=none end=tournament challenge=5/word"
    /// );
    /// assert_eq!(Rules::parse(&rules.display(alphabet).to_string(), alphabet)?, rules);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first setting that is wrong or given twice. Whether the settings fit together is [`Rules::check`]'s to say.
    pub fn parse(text: &str, alphabet: Alphabet<'_>) -> Result<Rules, TextError> {
        Ok(RulesText::parse(text, alphabet)?.rules(alphabet))
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

#[cfg(test)]
mod tests;
