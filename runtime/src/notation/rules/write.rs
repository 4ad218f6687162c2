//! Rules written as text.

use core::fmt;

use lexc_formats::{Alphabet, PlacedTile};

use super::key::{GAMES, RulesKey};
use crate::game::{Bag, ChallengeRule, FinalPoints, Finish, Rack, RackTile, Rules};
use crate::text::Text;

impl Rules {
    /// The rules as text on one line: [`Rules::parse`] reads it. Settings that only the feature `games` reads are left out without
    /// it, and where they change nothing: `values` and `counts` have the tiles that differ from the alphabet's.
    pub fn display<'a>(&'a self, alphabet: Alphabet<'a>) -> impl fmt::Display + Copy + use<'a> {
        Text::new(move |to| write_rules(to, self, alphabet))
    }
}

fn write_rules(to: &mut dyn fmt::Write, rules: &Rules, alphabet: Alphabet<'_>) -> fmt::Result {
    to.write_str("board=")?;
    match rules.layout().name() {
        Some(name) => to.write_str(name)?,
        None => write!(to, "{}", rules.layout().display_line())?,
    }
    let bonus: &dyn fmt::Display = match GAMES {
        true => rules.bonuses(),
        false => &rules.bingo_bonus(),
    };
    write!(
        to,
        " rack={} bonus={bonus} blank={} exchange={} scoreless={} passes=",
        rules.rack_size(),
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
        FinalPoints::None => "none",
    };
    write!(to, " end={end} challenge={}", rules.challenge())?;
    if GAMES {
        write_games(to, rules, alphabet)?;
    }
    Ok(())
}

/// Writes the settings that only the feature `games` reads.
fn write_games(to: &mut dyn fmt::Write, rules: &Rules, alphabet: Alphabet<'_>) -> fmt::Result {
    let limits = [
        (RulesKey::Place, rules.place_limit()),
        (RulesKey::Swap, rules.exchange_limit()),
        (RulesKey::Turns, rules.turn_limit().map(usize::from)),
    ];
    for (key, limit) in limits {
        if let Some(limit) = limit {
            write!(to, " {}={}", key.name(), limit.max(1))?;
        }
    }
    match rules.finish() {
        Finish::Out => {}
        Finish::LastTurn => to.write_str(" finish=last")?,
        Finish::Bag => to.write_str(" finish=bag")?,
    }
    let letters = || alphabet.tiles().map(RackTile::Letter);
    let values = letters().filter_map(|tile| {
        let letter = PlacedTile::letter(tile.letter()?);
        let value = i64::from(rules.value(letter));
        (value != i64::from(alphabet.value(letter.tile()))).then_some((tile, value))
    });
    write_tiles(to, RulesKey::Values, values, alphabet)?;
    let usual = Bag::full(alphabet);
    let counts = letters().chain([RackTile::Blank]).filter_map(|tile| {
        let count = rules.full_bag().count(tile);
        (count != usual.count(tile)).then_some((tile, i64::try_from(count).ok()?))
    });
    write_tiles(to, RulesKey::Counts, counts, alphabet)
}

/// Writes a setting of numbers of tiles, unless there are none.
fn write_tiles(
    to: &mut dyn fmt::Write,
    key: RulesKey,
    tiles: impl Iterator<Item = (RackTile, i64)>,
    alphabet: Alphabet<'_>,
) -> fmt::Result {
    let mut start = (" ", key.name(), "=");
    for (tile, number) in tiles {
        let (separator, name, equals) = core::mem::replace(&mut start, (",", "", ""));
        let rack: Rack = [tile]
            .into_iter()
            .collect::<Option<Rack>>()
            .unwrap_or_default();
        write!(
            to,
            "{separator}{name}{equals}{}:{number}",
            rack.display(alphabet)
        )?;
    }
    Ok(())
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
