//! Adjudication of a play: the rule that it breaks, if any, the words that it forms, and its score term by term.

use std::fmt;

use lexc_formats::Alphabet;
use lexc_runtime::{
    FormedWord, IllegalPlayError, Lexicon, Play, Position, ScoredTile, TextError, TextErrorKind,
    bingo_bonus, check_placement, score, words_formed,
};
use serde::Serialize;

use crate::WordLabels;

/// The ruling on a play. Serialises to a JSON object with these fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ruling {
    /// The play: `8D RETSINA`.
    pub play: String,
    /// True if the placement is legal and the lexicon has all formed words.
    pub legal: bool,
    /// The rule that the play breaks, with the word, tile or square; `None` if the play is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The words and the score of the play, unless its placement is illegal.
    #[serde(flatten)]
    pub account: Option<Account>,
}

/// The words that a play forms, and its score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Account {
    /// The main word, then the words across it.
    pub words: Vec<WordAccount>,
    /// The bonus for a bingo; 0 for other plays.
    pub bonus: i32,
    /// The score of the play: the sum of the bonus and the words' scores.
    pub score: i32,
    /// The tiles that the play leaves on the rack.
    pub leave: String,
}

/// A word that a play forms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WordAccount {
    /// The word: `RETSINA`.
    pub word: String,
    /// The square of its first tile: `8D` across, `D8` down.
    pub coordinate: String,
    /// True if the lexicon has the word.
    pub valid: bool,
    /// The labels of the word, also of one that a view lacks; `None` if the image does not have the word, or has no labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<WordLabels>,
    /// The tiles of the word.
    pub tiles: Vec<TileAccount>,
    /// The product of the word multipliers under the tiles that the play places.
    pub word_multiplier: i32,
    /// The sum of the tiles' points, times the word multiplier.
    pub score: i32,
}

/// A tile of a formed word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TileAccount {
    /// The text of the tile; for a designated blank, its blank form.
    pub tile: String,
    /// Its square: `8D`.
    pub square: String,
    /// True if the play places the tile.
    pub placed: bool,
    /// The value of the tile; for a blank, the blank value of the rules.
    pub value: i32,
    /// The letter multiplier of the square; 1 for a tile that was on the board.
    pub letter_multiplier: i32,
}

impl Ruling {
    /// Judges a play, given in the notation of [`Play::parse`].
    ///
    /// # Errors
    /// If the text is not a play: no square, no word, an unknown tile, or an unmatched or nested parenthesis.
    pub fn on(
        text: &str,
        position: &Position<'_>,
        lexicon: &Lexicon<'_>,
    ) -> Result<Ruling, TextError> {
        let alphabet = lexicon.alphabet();
        let illegal = |play, reason| Ruling {
            play,
            legal: false,
            reason: Some(reason),
            account: None,
        };
        let play = match Play::parse(text, position, alphabet) {
            Ok(play) => play,
            Err(error) => {
                let reason = broken_rule(error.kind(), position, alphabet).ok_or(error)?;
                return Ok(illegal(text.trim().to_owned(), reason));
            }
        };
        let play_text = play.display(position.board(), alphabet).to_string();
        if let Err(error) = check_placement(position, &play) {
            return Ok(illegal(play_text, error.display(alphabet).to_string()));
        }
        let account = Account::of(&play, position, lexicon);
        let reason = account.unknown_words();
        Ok(Ruling {
            play: play_text,
            legal: reason.is_none(),
            reason,
            account: Some(account),
        })
    }
}

/// The placement rule that the error stands for; `None` if the text is not a play at all.
fn broken_rule(
    fault: TextErrorKind,
    position: &Position<'_>,
    alphabet: Alphabet<'_>,
) -> Option<String> {
    Some(match fault {
        TextErrorKind::OutsideBoard => {
            let dimensions = position.board().dimensions();
            format!("the word leaves the board of {dimensions} squares")
        }
        TextErrorKind::Differs { square } => {
            let tile = position.board().get(square)?;
            format!("{square} is occupied by {}", alphabet.display(tile))
        }
        TextErrorKind::NoTileThere { square } if position.rules().layout().is_brick(square) => {
            IllegalPlayError::Brick { square }.to_string()
        }
        TextErrorKind::NoTileThere { square } => {
            format!("the word has a gap on {square} (place a tile there)")
        }
        TextErrorKind::NothingPlaced => "the play places no tile".to_owned(),
        _ => return None,
    })
}

impl Account {
    fn of(play: &Play, position: &Position<'_>, lexicon: &Lexicon<'_>) -> Account {
        let alphabet = lexicon.alphabet();
        let words = words_formed(position.board(), play);
        // `None` is impossible: a placement is checked against the rack.
        let leave = play.leave(*position.rack()).unwrap_or_default();
        Account {
            words: words
                .map(|word| WordAccount::of(&word, play, position, lexicon))
                .collect(),
            bonus: bingo_bonus(position, play),
            score: score(position, play),
            leave: leave.display(alphabet).to_string(),
        }
    }

    /// The message that names the formed words missing from the lexicon, and labels of words that a view lacks; `None` if no word is
    /// missing.
    fn unknown_words(&self) -> Option<String> {
        let missing = || self.words.iter().filter(|word| !word.valid);
        let unknown: Vec<String> = missing()
            .map(|word| format!("{} on {}", word.word, word.coordinate))
            .collect();
        let labelled: Vec<String> = missing()
            .filter_map(|word| match word.labels.as_ref()? {
                labels if labels.is_empty() => Some(format!("{} without labels", word.word)),
                labels => Some(format!("{}: {labels}", word.word)),
            })
            .collect();
        let image_has = match labelled.is_empty() {
            true => String::new(),
            false => format!(" (the image has {})", labelled.join("; ")),
        };
        let verb = if unknown.len() == 1 { "is" } else { "are" };
        let (last, rest) = unknown.split_last()?;
        let first = match rest {
            [] => String::new(),
            rest => format!("{} and ", rest.join(", ")),
        };
        Some(format!(
            "{first}{last} {verb} not in the lexicon{image_has}"
        ))
    }
}

impl WordAccount {
    fn of(
        word: &FormedWord,
        play: &Play,
        position: &Position<'_>,
        lexicon: &Lexicon<'_>,
    ) -> WordAccount {
        let alphabet = lexicon.alphabet();
        let tiles = || word.scored_tiles(position, play);
        let multipliers = tiles().map(|tile| tile.premium.word_multiplier());
        WordAccount {
            word: word.display(alphabet).to_string(),
            coordinate: word.origin().as_origin(word.direction()).to_string(),
            valid: lexicon.contains(word),
            labels: WordLabels::of(&lexicon.whole(), word),
            tiles: tiles()
                .map(|tile| TileAccount::of(tile, alphabet))
                .collect(),
            word_multiplier: multipliers.fold(1, i32::saturating_mul),
            score: word.score(position, play),
        }
    }
}

impl TileAccount {
    fn of(tile: ScoredTile, alphabet: Alphabet<'_>) -> TileAccount {
        TileAccount {
            tile: alphabet.display(tile.placed_tile).to_string(),
            square: tile.square.to_string(),
            placed: tile.is_new,
            value: tile.value,
            letter_multiplier: tile.premium.letter_multiplier(),
        }
    }
}

/// The tile, its value, and a letter multiplier above 1: `H 4x2`. Tiles that were on the board are in parentheses:
/// `(R) 1`.
impl fmt::Display for TileAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TileAccount { tile, value, .. } = self;
        match self.placed {
            true => write!(f, "{tile} {value}")?,
            false => write!(f, "({tile}) {value}")?,
        }
        match self.letter_multiplier {
            1 => Ok(()),
            multiplier => write!(f, "x{multiplier}"),
        }
    }
}

#[cfg(test)]
mod tests;
