//! Games of two to four players: deals, moves, rulings on challenges, and the end.

use core::ffi::c_char;

use lexc_runtime::{
    AppliedMove, Bag, Cgp, ChallengeOutcome, GameEnd, GameState, Lexicon, Rules, Seat,
};

use crate::argument::{Argument, Handle, arguments};
use crate::game::Game;
use crate::lexicon::lexc_lexicon;
use crate::moves::lexc_move;
use crate::play::byte;
use crate::position::lexc_position;
use crate::rules::lexc_rules;
use crate::status::{Failure, answer, lexc_error, lexc_status};

/// Largest number of players of a game.
pub const LEXC_MAX_PLAYERS: usize = 4;

const _: () = assert!(LEXC_MAX_PLAYERS == Seat::ALL.len());

/// A game: board, bag, racks, scores, turn and end. Borrows its lexicon and its rules.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_game {
    pub opaque: [u64; 200],
}

// `'static` stands for the time that the header requires: lexicon and rules stay while the handle is in use.
impl Handle for lexc_game {
    type Value = Played;
    const TAG: u64 = 0x4C45_5843_D1C7_1008;
}

/// The value of a game handle.
#[derive(Debug)]
pub(crate) struct Played {
    lexicon: &'static Lexicon<'static>,
    rules: &'static Rules,
    state: GameState,
    /// The latest move, while it can be taken back or challenged.
    latest: Option<AppliedMove>,
}

/// Ways in which a game ends.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_end {
    /// The game is under way.
    LEXC_UNDER_WAY = 0,
    /// A player has no tiles left, and the bag is empty.
    LEXC_OUT = 1,
    /// Too many turns in a row scored no point.
    LEXC_SCORELESS = 2,
    /// A player has lost the game by a challenge, whatever the scores.
    LEXC_FORFEIT = 3,
    /// The last of the turns that the rules allow is over.
    LEXC_TURNS = 4,
}

/// A game between two turns. Players count from 0, in the order of turns. Plain data.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct lexc_game_info {
    /// Points of each player.
    pub scores: [i32; LEXC_MAX_PLAYERS],
    /// Number of tiles in the bag.
    pub bag_len: u32,
    /// Number of turns in a row without a point.
    pub zero_turns: u32,
    /// Number of players.
    pub players: u8,
    /// The player on turn, or who would be next in a game that is over.
    pub on_turn: u8,
    /// A lexc_end.
    pub end: u8,
    /// The player who went out or lost the game; 0 if there is none.
    pub ended_by: u8,
    /// Number of tiles of each player.
    pub rack_lens: [u8; LEXC_MAX_PLAYERS],
    /// Points of each player without those at the end.
    pub played: [i32; LEXC_MAX_PLAYERS],
    /// Points that each player gained or lost at the end, for the tiles left.
    pub end_points: [i32; LEXC_MAX_PLAYERS],
}

/// Starts a game of 2 to 4 players: fills their racks from the full bag. `random` has a random number for each tile of the
/// racks, any 64 bits; the same numbers give the same racks.
/// LEXC_ERROR_ARGUMENT: `players` or `random_count` is out of range. LEXC_ERROR_RULES: the bag does not fill the racks, or a
/// player might score more than 1,000,000,000 points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_new(
    game: *mut lexc_game,
    lexicon: *const lexc_lexicon,
    rules: *const lexc_rules,
    players: usize,
    random: *const u64,
    random_count: usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(game, lexicon, rules, random[random_count], error);
    let make = || {
        let (lexicon, rules) = (lexicon.get()?, rules.get()?);
        let mut numbers = numbers(&random, players.saturating_mul(rules.rack_size()))?;
        let draw = |len| Bag::index_of(numbers.next().unwrap_or(0), len);
        let state = GameState::deal(rules, players, draw)?;
        Ok(Played::new(lexicon, rules, state))
    };
    error.answer(|| game.put(make))
}

/// Continues a game from a line of CGP, in which the racks and the scores of two to four players are joined by "/". The player
/// `on_turn` is the first of them; the tiles that the line does not name are in the bag, or on racks that are not known.
/// LEXC_ERROR_TEXT: the message names the place. LEXC_ERROR_POSITION, LEXC_ERROR_RULES: as for lexc_position_parse.
/// LEXC_ERROR_ARGUMENT: there is no such player.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_parse(
    game: *mut lexc_game,
    lexicon: *const lexc_lexicon,
    rules: *const lexc_rules,
    cgp: *const c_char,
    on_turn: usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(game, lexicon, rules, cgp, error);
    let make = || {
        let (lexicon, rules) = (lexicon.get()?, rules.get()?);
        let alphabet = lexicon.alphabet();
        let state = Cgp::parse(cgp.text()?, alphabet)?.state(rules)?;
        let seat = seat_of(&state, on_turn)?;
        Ok(Played::new(lexicon, rules, state.seated_from(seat)))
    };
    error.answer(|| game.put(make))
}

/// Fills the racks of all players from the bag, that of the player on turn first, and draws the unknown tiles of racks anew: as for
/// a game that continues from a record. `random` has a random number for each tile to draw, any 64 bits; as many as full racks of
/// all players have tiles are enough. There is no move to take back then.
/// LEXC_ERROR_ARGUMENT: `random_count` is less than that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_fill_racks(
    game: *mut lexc_game,
    random: *const u64,
    random_count: usize,
) -> lexc_status {
    arguments!(game, random[random_count]);
    answer(|| {
        let game = game.get_mut()?;
        let needed = game.state.players() * game.rules.rack_size();
        let mut numbers = numbers(&random, needed)?;
        (game.state).fill_racks(game.rules, |bag| {
            bag.draw(Bag::index_of(numbers.next().unwrap_or(0), bag.len()))
        });
        game.latest = None;
        Ok(())
    })
}

/// Writes the scores, the turn and the end of a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_get_info(
    game: *const lexc_game,
    info: *mut lexc_game_info,
) -> lexc_status {
    arguments!(game, info);
    answer(|| {
        let state = &game.get()?.state;
        let mut found = lexc_game_info {
            bag_len: u32::try_from(state.bag_len()).unwrap_or(u32::MAX),
            zero_turns: state.scoreless_turns().count(),
            players: byte(state.players()),
            on_turn: byte(state.next_seat().index()),
            ..lexc_game_info::default()
        };
        let places = found.scores.iter_mut().zip(&mut found.played);
        let places = places.zip(&mut found.end_points);
        for (((score, played), end), seat) in places.zip(state.seats()) {
            (*score, *end) = (state.score(seat), state.end_points(seat));
            *played = score.wrapping_sub(*end);
        }
        for (to, seat) in found.rack_lens.iter_mut().zip(state.seats()) {
            *to = byte(state.rack_len(seat));
        }
        let (end, seat) = match state.end() {
            None => (lexc_end::LEXC_UNDER_WAY, Seat::First),
            Some(GameEnd::Out(seat)) => (lexc_end::LEXC_OUT, seat),
            Some(GameEnd::Scoreless) => (lexc_end::LEXC_SCORELESS, Seat::First),
            Some(GameEnd::Forfeit(seat)) => (lexc_end::LEXC_FORFEIT, seat),
            Some(GameEnd::Turns) => (lexc_end::LEXC_TURNS, Seat::First),
        };
        (found.end, found.ended_by) = (end as u8, byte(seat.index()));
        info.write(found)
    })
}

/// Writes the game as a line of CGP: the board, the racks and the scores of all players from the one on turn, and the turns
/// without points. lexc_game_parse continues the game from it if the game is under way and the rack on turn is known; a limit of
/// passes then counts all turns without points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_text(
    game: *const lexc_game,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(game, text[text_bytes], len);
    answer(|| {
        let game = game.get()?;
        text.answer_text(&len, &game.state.cgp().display(game.lexicon.alphabet()))
    })
}

/// Writes the rack of a player: letters in alphabet order, then blanks.
/// LEXC_ERROR_ARGUMENT: there is no such player.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_rack(
    game: *const lexc_game,
    player: usize,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(game, text[text_bytes], len);
    answer(|| {
        let game = game.get()?;
        let rack = game.state.rack(seat_of(&game.state, player)?);
        text.answer_text(&len, &rack.display(game.lexicon.alphabet()))
    })
}

/// Makes the position of the player on turn, for searches. The position borrows the lexicon and the rules of the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_position(
    game: *const lexc_game,
    position: *mut lexc_position,
) -> lexc_status {
    arguments!(game, position);
    let make = || {
        let game = game.get()?;
        Ok(Game::new(game.lexicon, game.state.position(game.rules)?))
    };
    answer(|| position.put(make))
}

/// Checks a move of the player on turn by the rules. Looks up the words of a play unless `allow_phonies` is true, as in games in
/// which they stay until they are challenged. Ignores the equity of the move.
/// LEXC_ERROR_ARGUMENT: the move is malformed. LEXC_ERROR_ILLEGAL: the message names the rule that the move breaks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_check(
    game: *const lexc_game,
    candidate: *const lexc_move,
    allow_phonies: bool,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(game, candidate, error);
    error.answer(|| game.get()?.check(&candidate.read()?, allow_phonies))
}

/// Makes a move of the player on turn: puts its tiles on the board, draws, counts its points, and ends the game or puts the next
/// player on turn. Points for the tiles left are added at the end. Does not look up words; lexc_game_check does. `random` has a
/// random number for each tile to draw, any 64 bits; as many as a full rack has tiles are enough.
/// LEXC_ERROR_ARGUMENT: the move is malformed, or `random_count` is less than the number of tiles on a full rack.
/// LEXC_ERROR_ILLEGAL: the message names the rule that the move breaks; the game stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_make(
    game: *mut lexc_game,
    candidate: *const lexc_move,
    random: *const u64,
    random_count: usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(game, candidate, random[random_count], error);
    error.answer(|| {
        let (game, candidate) = (game.get_mut()?, candidate.read()?);
        game.check(&candidate, true)?;
        let action = candidate.to_move()?;
        let mut numbers = numbers(&random, game.rules.rack_size())?;
        let applied = (game.state).apply(game.rules, &action, |bag| {
            bag.draw(Bag::index_of(numbers.next().unwrap_or(0), bag.len()))
        });
        game.latest = Some(applied);
        Ok(())
    })
}

/// Challenges the play that was made last, for the player after the one who made it, at the price of the rules. If the play
/// formed a phony, takes it off the board and writes the phony to `text`; otherwise the text is empty.
/// LEXC_ERROR_ARGUMENT: the latest move was not a play, or the rules permit no challenge. LEXC_ERROR_CAPACITY: the ruling stands,
/// and the text is cut; LEXC_TEXT_BYTES are enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_challenge(
    game: *mut lexc_game,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(game, text[text_bytes], len);
    answer(|| {
        let game = game.get_mut()?;
        let none = Failure::OutOfRange("latest move");
        let latest = game.latest.take().ok_or(none)?;
        let rule = game.rules.challenge();
        match (game.state).challenge(game.rules, rule, game.lexicon, &latest) {
            Ok(ChallengeOutcome::Withdrawn(phony)) => {
                text.answer_text(&len, &phony.display(game.lexicon.alphabet()))
            }
            Ok(_) => text.answer_text(&len, &""),
            Err(_) => {
                game.latest = Some(latest);
                Err(none)
            }
        }
    })
}

/// Adds points to the score of a player, as for a time penalty. Does not end a turn; there is no move to take back then.
/// LEXC_ERROR_ARGUMENT: there is no such player. LEXC_ERROR_ILLEGAL: the score would be out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_adjust(
    game: *mut lexc_game,
    player: usize,
    points: i32,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(game, error);
    error.answer(|| {
        let game = game.get_mut()?;
        let (seat, lexicon) = (seat_of(&game.state, player)?, game.lexicon);
        let checked = game.state.check_total(seat, points);
        checked.map_err(|error| Failure::Turn { error, lexicon })?;
        game.state.adjust(seat, points);
        game.latest = None;
        Ok(())
    })
}

/// Takes back the move that was made last. There is one to take back after lexc_game_make, until a challenge,
/// lexc_game_fill_racks, lexc_game_adjust or another call of this function.
/// LEXC_ERROR_ARGUMENT: there is no move to take back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_game_take_back(game: *mut lexc_game) -> lexc_status {
    arguments!(game);
    answer(|| {
        let game = game.get_mut()?;
        let latest = game.latest.take();
        game.state
            .undo(&latest.ok_or(Failure::OutOfRange("latest move"))?);
        Ok(())
    })
}

impl Played {
    fn new(lexicon: &'static Lexicon<'static>, rules: &'static Rules, state: GameState) -> Played {
        Played {
            lexicon,
            rules,
            state,
            latest: None,
        }
    }

    fn check(&self, candidate: &lexc_move, allow_phonies: bool) -> Result<(), Failure> {
        let lexicon = (!allow_phonies).then_some(self.lexicon);
        let checked = self.state.check(self.rules, &candidate.to_move()?, lexicon);
        checked.map_err(|error| Failure::Turn {
            error,
            lexicon: self.lexicon,
        })
    }
}

/// The random numbers, of which there must be at least `needed`.
fn numbers(
    random: &Argument<(*const u64, usize)>,
    needed: usize,
) -> Result<impl Iterator<Item = u64>, Failure> {
    let numbers = random.values()?;
    match numbers.len() < needed {
        true => Err(Failure::OutOfRange("random_count")),
        false => Ok(numbers.iter().copied()),
    }
}

fn seat_of(state: &GameState, player: usize) -> Result<Seat, Failure> {
    let seat = state.seats().nth(player);
    seat.ok_or(Failure::OutOfRange("player"))
}
