//! `Position`: a board, racks, scores and rules. Java holds it as two texts, the position in CGP and the settings of its rules, so that
//! no position needs closing.

use std::cell::RefCell;
use std::sync::Arc;

use jni::JNIEnv;
use jni::objects::JByteArray;
use jni::sys::jlong;
use lexc_compiler::{BoardPicture, Ruling};
use lexc_game::Gcg;
use lexc_runtime::{
    Alphabet, Board, Cgp, Dimensions, GameState, Move, Position, Rules, RulesText, Seat,
};

use crate::border::{text, text_or_empty};
use crate::failure::{Failure, Kind};
use crate::image::{LEXICONS, OpenImage};
use crate::packed::{Packed, Packing};
use crate::rack::{read_rack, tile_text, write_rack};

/// The settings of a text of rules. Checks them on the board that they give, or else on the usual board of the alphabet.
fn settings(rules: &str, alphabet: Alphabet<'_>) -> Result<RulesText, Failure> {
    let settings = RulesText::parse(rules, alphabet)?;
    let checked = settings.rules(alphabet).check();
    checked.map_err(|error| Failure::from(error).of("rules"))?;
    Ok(settings)
}

/// The rules of a game from its start.
pub fn rules_of_game(rules: &str, alphabet: Alphabet<'_>) -> Result<Rules, Failure> {
    Ok(settings(rules, alphabet)?.rules(alphabet))
}

/// The rules of a record's game: these settings, and where they have none, those of the record.
pub fn rules_of_record(gcg: &Gcg, rules: &str, alphabet: Alphabet<'_>) -> Result<Rules, Failure> {
    let rules = gcg.rules_of_game(&settings(rules, alphabet)?, alphabet);
    let rules = rules.map_err(|error| Failure::from(error).of("#rules"))?;
    let checked = rules.check();
    checked.map_err(|error| Failure::from(error).of("#rules"))?;
    Ok(rules)
}

/// All that the rules of a position depend on: the lexicon, their text, the size of the board, and the operations.
#[derive(PartialEq, Eq)]
struct RulesOf {
    lexicon: jlong,
    text: String,
    board: Dimensions,
    operations: String,
}

thread_local! {
    /// The rules of the thread's latest call: the next is likely to have the same, and reading them takes 6 us.
    static LATEST: RefCell<Option<(RulesOf, Arc<Rules>)>> = const { RefCell::new(None) };
}

fn rules_of_position(
    wanted: RulesOf,
    cgp: &Cgp<'_>,
    alphabet: Alphabet<'_>,
) -> Result<Arc<Rules>, Failure> {
    LATEST.with_borrow_mut(|latest| {
        if let Some((known, rules)) = latest
            && *known == wanted
        {
            return Ok(Arc::clone(rules));
        }
        let rules = settings(&wanted.text, alphabet)?.of_position(cgp, alphabet)?;
        let rules = Arc::new(rules);
        *latest = Some((wanted, Arc::clone(&rules)));
        Ok(rules)
    })
}

/// A position that Java has given.
pub struct Place {
    /// The number of the lexicon.
    pub lexicon: jlong,
    pub image: Arc<OpenImage>,
    pub cgp: Cgp<'static>,
    /// The operations of the position, such as `bb 50;`.
    pub operations: String,
    pub rules: Arc<Rules>,
}

impl Place {
    /// Reads a position in CGP and its rules.
    pub fn read(
        env: &JNIEnv<'_>,
        lexicon: jlong,
        cgp: &JByteArray<'_>,
        rules: &JByteArray<'_>,
    ) -> Result<Place, Failure> {
        let image = LEXICONS.get(lexicon)?;
        let (cgp, rules) = (text(env, cgp)?, text_or_empty(env, rules)?);
        let alphabet = image.lexicon().alphabet();
        let cgp = Cgp::parse(&cgp, alphabet)?;
        let operations = cgp.display_operations().to_string();
        let wanted = RulesOf {
            lexicon,
            text: rules,
            board: cgp.board().dimensions(),
            operations: operations.clone(),
        };
        let rules = rules_of_position(wanted, &cgp, alphabet)?;
        let cgp = cgp.without_operations();
        Ok(Place {
            lexicon,
            image,
            cgp,
            operations,
            rules,
        })
    }

    pub fn alphabet(&self) -> Alphabet<'_> {
        self.image.lexicon().alphabet()
    }

    /// The board and the rack of the player on turn.
    pub fn position(&self) -> Result<Position<'_>, Failure> {
        Ok(self.cgp.position(&self.rules)?)
    }

    /// The state of the game.
    pub fn state(&self) -> Result<GameState, Failure> {
        Ok(self.cgp.state(&self.rules)?)
    }

    /// Writes the position; `lexc.Position` reads it.
    pub fn write(&self, packed: &mut Packed) -> Result<(), Failure> {
        write_position(
            packed,
            (&self.cgp, &self.operations, &self.rules),
            self.alphabet(),
        )
    }

    fn packed(&self) -> Packing {
        let mut packed = Packed::new();
        self.write(&mut packed)?;
        Ok(packed.bytes())
    }
}

/// Writes a position, which must fit the rules.
pub fn write_position(
    packed: &mut Packed,
    (cgp, operations, rules): (&Cgp<'static>, &str, &Rules),
    alphabet: Alphabet<'_>,
) -> Result<(), Failure> {
    let state = cgp.state(rules)?;
    let written = cgp.clone().with_operations(operations)?;
    packed.text(written.display(alphabet));
    packed.text(rules.display(alphabet));
    write_rack(packed, cgp.rack(), alphabet);
    write_rack(packed, cgp.opponent_rack(), alphabet);
    packed.list(cgp.scores(), |packed, score| {
        packed.int(*score);
    });
    packed.count(usize::try_from(cgp.zero_turns()).unwrap_or(usize::MAX));
    packed.count(state.bag_len());
    Ok(())
}

pub fn of_cgp(_env: &mut JNIEnv<'_>, place: Place) -> Packing {
    place.packed()
}

/// The start of a game with a rack.
pub fn start(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    rack: JByteArray<'_>,
    rules: JByteArray<'_>,
) -> Packing {
    let image = LEXICONS.get(lexicon)?;
    let alphabet = image.lexicon().alphabet();
    let rules = rules_of_game(&text_or_empty(env, &rules)?, alphabet)?;
    let board = Board::new(rules.layout().dimensions());
    let cgp = Cgp::new(board, read_rack(&text(env, &rack)?, alphabet)?);
    let place = Place {
        lexicon,
        cgp,
        operations: String::new(),
        rules: Arc::new(rules),
        image: Arc::clone(&image),
    };
    place.packed()
}

/// Reads a move.
pub fn read_move(
    text: &str,
    position: &Position<'_>,
    alphabet: Alphabet<'_>,
) -> Result<Move, Failure> {
    Ok(Move::parse(text, position, alphabet)?)
}

/// The position after a move.
pub fn after(env: &mut JNIEnv<'_>, place: Place, action: JByteArray<'_>) -> Packing {
    let alphabet = place.alphabet();
    let made = read_move(&text(env, &action)?, &place.position()?, alphabet)?;
    let mut state = place.state()?;
    let checked = state.check(&place.rules, &made, Some(place.image.lexicon()));
    checked.map_err(|error| Failure::illegal(error, alphabet))?;
    state.apply(&place.rules, &made, |_| None);
    let mut packed = Packed::new();
    let after = (&state.cgp(), place.operations.as_str(), &*place.rules);
    write_position(&mut packed, after, alphabet)?;
    Ok(packed.bytes())
}

/// The tiles that the player on turn does not see, with the number of each.
pub fn unseen(_env: &mut JNIEnv<'_>, place: Place) -> Packing {
    let unseen = place.state()?.unseen(Seat::First);
    let mut packed = Packed::new();
    packed.list(unseen.counts(), |packed, (tile, count)| {
        packed.text(tile_text(tile, place.alphabet())).count(count);
    });
    Ok(packed.bytes())
}

/// The number of rows, and the tile on each square, row by row.
pub fn board(_env: &mut JNIEnv<'_>, place: Place) -> Packing {
    let (board, alphabet) = (place.cgp.board(), place.alphabet());
    let mut packed = Packed::new();
    packed.count(board.dimensions().rows());
    packed.list(board.dimensions().squares(), |packed, square| {
        packed.optional(board.get(square), |packed, tile| {
            packed.text(alphabet.display(tile));
        });
    });
    Ok(packed.bytes())
}

/// The position as SVG.
pub fn svg(_env: &mut JNIEnv<'_>, place: Place) -> Packing {
    let picture = BoardPicture {
        cgp: &place.cgp,
        layout: place.rules.layout(),
        alphabet: place.alphabet(),
    };
    let mut svg = Vec::new();
    let written = picture.write(&mut svg);
    written.map_err(|error| Failure::new(Kind::Fault, error))?;
    Ok(svg)
}

/// The ruling on a play.
pub fn judge(env: &mut JNIEnv<'_>, place: Place, play: JByteArray<'_>) -> Packing {
    let ruling = Ruling::on(
        &text(env, &play)?,
        &place.position()?,
        place.image.lexicon(),
    )?;
    let mut packed = Packed::new();
    packed.text(&ruling.play).flag(ruling.legal);
    packed.optional(ruling.reason, |packed, reason| {
        packed.text(reason);
    });
    packed.optional(ruling.account, |packed, account| {
        packed.int(account.bonus).int(account.score);
        packed.text(&account.leave);
        packed.list(&account.words, |packed, word| {
            packed
                .text(&word.word)
                .text(&word.coordinate)
                .flag(word.valid);
            packed.texts(word.tiles.iter().map(|tile| &tile.tile));
            packed.int(word.word_multiplier).int(word.score);
        });
    });
    Ok(packed.bytes())
}
