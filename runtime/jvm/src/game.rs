//! `Game`: a game of two to four players.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jni::JNIEnv;
use jni::objects::{JByteArray, JObject};
use jni::sys::{jboolean, jint, jlong};
use lexc_game::{ByEquity, Greedy, Player, Random, Turn, play_out};
use lexc_runtime::{Alphabet, ChallengeRule, GameEnd, Seat};

use crate::border::{text, text_or_empty};
use crate::failure::{Failure, Kind};
use crate::handles::Handles;
use crate::image::{LEXICONS, OpenImage};
use crate::leaves::ChosenLeaves;
use crate::packed::{Packed, Packing};
use crate::position::{Place, read_move, rules_of_game, write_position};
use crate::rack::write_rack;

/// The games under way.
static GAMES: Handles<OpenGame> = Handles::new("game");

/// A game under way, and the random numbers of its draws.
struct Table {
    game: lexc_game::Game,
    random: Random,
}

struct OpenGame {
    lexicon: jlong,
    /// The operations of the position in CGP that the game continues, such as `bb 50;`.
    operations: String,
    table: Mutex<Table>,
}

impl OpenGame {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn image(&self) -> Result<Arc<OpenImage>, Failure> {
        LEXICONS.get(self.lexicon)
    }
}

/// The random numbers of a seed and a stream, whose bits are those of unsigned numbers.
pub fn random_of(seed: jlong, stream: jlong) -> Random {
    Random::new(seed.cast_unsigned(), stream.cast_unsigned())
}

/// Keeps a game. `operations` are those of the position that it continues.
pub fn put(lexicon: jlong, game: lexc_game::Game, random: Random, operations: String) -> i64 {
    GAMES.put(OpenGame {
        lexicon,
        operations,
        table: Mutex::new(Table { game, random }),
    })
}

pub fn start(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    players: jint,
    rules: JByteArray<'_>,
    seed: jlong,
    stream: jlong,
) -> Result<i64, Failure> {
    let image = LEXICONS.get(lexicon)?;
    let rules = text_or_empty(env, &rules)?;
    let rules = rules_of_game(&rules, image.lexicon().alphabet())?;
    let mut random = random_of(seed, stream);
    let players = usize::try_from(players).unwrap_or(0);
    let game = lexc_game::Game::of_players(players, &rules, &mut random)?;
    Ok(put(lexicon, game, random, String::new()))
}

pub fn of_cgp(
    _env: &mut JNIEnv<'_>,
    place: Place,
    seed: jlong,
    stream: jlong,
) -> Result<i64, Failure> {
    let cgp = &place.cgp;
    let bag = cgp.bag(&place.rules).ok_or_else(|| {
        let message = "the racks and the board have more of a tile than the alphabet (correct the board or a rack)";
        Failure::new(Kind::Position, message)
    })?;
    let game = lexc_game::Game::from_cgp(&place.rules, cgp, bag)?;
    let random = random_of(seed, stream);
    Ok(put(place.lexicon, game, random, place.operations))
}

pub fn close(_env: &mut JNIEnv<'_>, game: jlong) -> Result<(), Failure> {
    GAMES.close(game);
    Ok(())
}

fn write_turn(packed: &mut Packed, turn: &Turn, alphabet: Alphabet<'_>) {
    packed
        .count(turn.seat().index())
        .text(turn.move_text(alphabet));
    packed.int(turn.points()).text(turn.action().name());
    packed.text(turn.rack().display(alphabet));
    packed.list(turn.scores(), |packed, score| {
        packed.int(*score);
    });
}

fn packed_turn(turn: &Turn, alphabet: Alphabet<'_>) -> Vec<u8> {
    let mut packed = Packed::new();
    write_turn(&mut packed, turn, alphabet);
    packed.bytes()
}

/// Makes a move of the player on turn, and returns the turn.
pub fn make(
    env: &mut JNIEnv<'_>,
    game: jlong,
    action: JByteArray<'_>,
    with_phonies: jboolean,
) -> Packing {
    let open = GAMES.get(game)?;
    let (image, action) = (open.image()?, text(env, &action)?);
    let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
    let Table { game, random } = &mut *open.table();
    let action = read_move(&action, &game.position(), alphabet)?;
    let checked = game.check(&action, (with_phonies == 0).then_some(lexicon));
    checked.map_err(|error| Failure::illegal(error, alphabet))?;
    Ok(packed_turn(game.make_unchecked(&action, random), alphabet))
}

/// Challenges the latest play, and returns the phony; `None` if all words are valid. Without a rule, that of the game applies.
pub fn challenge(
    env: &mut JNIEnv<'_>,
    game: jlong,
    rule: JByteArray<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    let open = GAMES.get(game)?;
    let image = open.image()?;
    let rule = match rule.is_null() {
        true => None,
        false => {
            let rule: Result<ChallengeRule, _> = text(env, &rule)?.parse();
            Some(rule.map_err(|error| Failure::argument(error).of("rule"))?)
        }
    };
    let game = &mut open.table().game;
    let rule = rule.unwrap_or(game.rules().challenge());
    let phony = game.challenge_at(rule, image.lexicon())?;
    let alphabet = image.lexicon().alphabet();
    Ok(phony.map(|word| word.display(alphabet).to_string().into_bytes()))
}

/// Takes the latest turn back, and returns it; `None` at the start of the game.
pub fn take_back(_env: &mut JNIEnv<'_>, game: jlong) -> Result<Option<Vec<u8>>, Failure> {
    let open = GAMES.get(game)?;
    let image = open.image()?;
    let turn = open.table().game.take_back();
    Ok(turn.map(|turn| packed_turn(&turn, image.lexicon().alphabet())))
}

/// Adds points to the score of a player, and returns the turn.
pub fn adjust(_env: &mut JNIEnv<'_>, game: jlong, player: jint, points: jint) -> Packing {
    let open = GAMES.get(game)?;
    let image = open.image()?;
    let (game, alphabet) = (&mut open.table().game, image.lexicon().alphabet());
    let players = game.state().players();
    let mut seats = Seat::ALL.into_iter().take(players);
    let seat = seats.find(|seat| i32::try_from(seat.index()) == Ok(player));
    let seat =
        seat.ok_or_else(|| Failure::Index(format!("player {player}: not 0 to {}", players - 1)))?;
    let turn = game.adjust(seat, points);
    Ok(packed_turn(
        turn.map_err(|error| Failure::illegal(error, alphabet))?,
        alphabet,
    ))
}

/// Plays the game to its end.
pub fn finish(
    _env: &mut JNIEnv<'_>,
    game: jlong,
    _kept: JObject<'_>,
    leaves: jlong,
) -> Result<(), Failure> {
    let open = GAMES.get(game)?;
    let (image, leaves) = (open.image()?, ChosenLeaves::of(leaves)?);
    let values = leaves.values(image.lexicon().alphabet())?;
    let (equity, greedy) = (ByEquity::new(values.as_dyn()), Greedy::new());
    let player: &dyn Player = if leaves.is_some() { &equity } else { &greedy };
    let Table { game, random } = &mut *open.table();
    play_out(image.lexicon(), game, &[player; Seat::ALL.len()], random);
    Ok(())
}

/// The position of the player on turn, with the racks of all players.
pub fn position(_env: &mut JNIEnv<'_>, game: jlong) -> Packing {
    let open = GAMES.get(game)?;
    let image = open.image()?;
    let game = &open.table().game;
    let mut packed = Packed::new();
    let place = (&game.state().cgp(), open.operations.as_str(), game.rules());
    write_position(&mut packed, place, image.lexicon().alphabet())?;
    Ok(packed.bytes())
}

pub fn turns(_env: &mut JNIEnv<'_>, game: jlong) -> Packing {
    let open = GAMES.get(game)?;
    let image = open.image()?;
    let mut packed = Packed::new();
    packed.list(open.table().game.turns(), |packed, turn| {
        write_turn(packed, turn, image.lexicon().alphabet());
    });
    Ok(packed.bytes())
}

/// The player on turn, how the game ended, scores, racks, and the tiles in the bag.
pub fn state(_env: &mut JNIEnv<'_>, game: jlong) -> Packing {
    let open = GAMES.get(game)?;
    let image = open.image()?;
    let game = &open.table().game;
    let state = game.state();
    let mut packed = Packed::new();
    packed.optional(game.on_turn(), |packed, seat| {
        packed.count(seat.index());
    });
    packed.optional(state.end(), |packed, end| {
        let (kind, seat) = match end {
            GameEnd::Out(seat) => (0, Some(seat)),
            GameEnd::Scoreless => (1, None),
            GameEnd::Forfeit(seat) => (2, Some(seat)),
            GameEnd::Turns => (3, None),
        };
        packed.int(kind).optional(seat, |packed, seat| {
            packed.count(seat.index());
        });
    });
    packed.list(game.scores(), |packed, score| {
        packed.int(*score);
    });
    packed.list(state.seats(), |packed, seat| {
        write_rack(packed, game.rack(seat), image.lexicon().alphabet());
    });
    packed.count(game.bag().len());
    Ok(packed.bytes())
}

/// The record of a game.
pub fn record_of(game: jlong, names: [&str; 2]) -> Result<lexc_game::Gcg, Failure> {
    let open = GAMES.get(game)?;
    let game = &open.table().game;
    if !game.is_whole() {
        let message = "a game that continues a position has no record (start it with Game.start, or resume a record)";
        return Err(Failure::new(Kind::Record, message));
    }
    let image = open.image()?;
    Ok(lexc_game::Gcg::from_game(
        game,
        image.lexicon().alphabet(),
        names,
    )?)
}
