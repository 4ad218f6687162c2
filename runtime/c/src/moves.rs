//! Leave values, and the best moves by equity: plays, exchanges and the pass.

use core::ffi::c_char;

use lexc_runtime::{
    Alphabet, Candidate, Casual, LeaveImage, Leaves, Move, MoveGen, MovePart, NoLeaves, PlacedTile,
    Play, Position, Rack, Square, TextError, score,
};

use crate::argument::{Argument, Handle, arguments};
use crate::game::Game;
use crate::lexicon::{checks_of, lexc_lexicon};
use crate::play::{LEXC_MAX_DIM, byte_of, lexc_play, rack_tile_of};
use crate::position::lexc_position;
use crate::status::{Failure, answer, lexc_error, lexc_status};

use lexc_move_kind::*;

/// Values of leaves, the tiles kept on a rack. Borrows the bytes of its image.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_leaves {
    pub opaque: [u64; 72],
}

// `'static` stands for the time in which the handle is in use. The header requires the image to stay for this time.
impl Handle for lexc_leaves {
    type Value = LeaveImage<'static>;
    const TAG: u64 = 0x4C45_5843_D1C7_1005;
}

/// Kinds of moves.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum lexc_move_kind {
    /// Places tiles.
    LEXC_PLAY = 0,
    /// Exchanges tiles with the bag.
    LEXC_EXCHANGE = 1,
    /// Does nothing.
    LEXC_PASS = 2,
}

/// A move and its equity. Plain data.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct lexc_move {
    /// Equity in thousandths of a point: the score (0 for an exchange or the pass) plus the value of the leave.
    pub equity: i64,
    /// The play; zeroed if the move is an exchange or the pass.
    pub play: lexc_play,
    /// A lexc_move_kind.
    pub kind: u8,
    /// Number of tiles exchanged.
    pub exchanged_len: u8,
    /// Codes of the tiles exchanged, LEXC_BLANK for a blank; 0 after the last.
    pub exchanged: [u8; LEXC_MAX_DIM],
    /// Always 0.
    pub reserved: [u8; 25],
}

impl lexc_move {
    /// A move whose equity is its score.
    fn of(action: Move) -> lexc_move {
        let equity = i64::from(action.score()) * Candidate::PER_POINT;
        lexc_move::new(&Candidate { action, equity })
    }

    fn new(candidate: &Candidate) -> lexc_move {
        let mut made = lexc_move {
            equity: candidate.equity,
            ..lexc_move::default()
        };
        made.kind = match candidate.action {
            Move::Play(play) => {
                made.play = lexc_play::new(&play);
                LEXC_PLAY as u8
            }
            Move::Exchange(tiles) => {
                for (to, tile) in made.exchanged.iter_mut().zip(tiles) {
                    *to = byte_of(tile);
                    made.exchanged_len += 1;
                }
                LEXC_EXCHANGE as u8
            }
            Move::Pass => LEXC_PASS as u8,
        };
        made
    }

    /// Move of the runtime.
    ///
    /// # Errors
    /// A member is out of range, or the play is malformed.
    pub(crate) fn to_move(self) -> Result<Move, Failure> {
        match self.kind {
            kind if kind == LEXC_PLAY as u8 => Ok(Move::Play(self.play.to_play()?)),
            kind if kind == LEXC_EXCHANGE as u8 => Ok(Move::Exchange(self.exchanged()?)),
            kind if kind == LEXC_PASS as u8 => Ok(Move::Pass),
            _ => Err(Failure::OutOfRange("kind")),
        }
    }

    /// The tiles exchanged.
    fn exchanged(&self) -> Result<Rack, Failure> {
        let mut rack = Rack::EMPTY;
        let codes = self.exchanged.get(..usize::from(self.exchanged_len));
        for &code in codes.ok_or(Failure::OutOfRange("exchanged_len"))? {
            // A rack has room for all LEXC_MAX_DIM tiles.
            let _ = rack.add(rack_tile_of(code, "exchanged")?);
        }
        Ok(rack)
    }
}

/// Opens an image of leaves for the alphabet of a lexicon. `checks` is a lexc_checks, as for lexc_lexicon_open. `lexc leaves` or
/// `lexc convert` makes an image of leaves. A
/// leave that is not listed has the value of the image's estimate. In an image without an estimate, it has the value 0 if
/// the image lists leaves of six tiles, and otherwise the sum of the values listed for its single tiles.
/// LEXC_ERROR_IMAGE: the message names the damage, or says that the leaves are of another alphabet. LEXC_ERROR_MISSING:
/// the image has words, not leaves. LEXC_ERROR_ARGUMENT: unknown checks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_leaves_open(
    leaves: *mut lexc_leaves,
    lexicon: *const lexc_lexicon,
    image: *const u8,
    image_bytes: usize,
    checks: i32,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(leaves, lexicon, image[image_bytes], error);
    error.answer(|| {
        let checks = checks_of(checks)?;
        leaves.put(|| {
            let alphabet = lexicon.get()?.alphabet();
            Ok(LeaveImage::open(image.values()?, checks, alphabet)?)
        })
    })
}

/// (full) Writes the value of a leave in thousandths of a point. The leave is written as a rack.
/// LEXC_ERROR_TEXT: the text is not a rack.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_leave_value(
    leaves: *const lexc_leaves,
    lexicon: *const lexc_lexicon,
    leave: *const c_char,
    value: *mut i32,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(leaves, lexicon, leave, value, error);
    error.answer(|| {
        let (leaves, alphabet) = (leaves.get()?, lexicon.get()?.alphabet());
        value.write(leaves.value(&Rack::parse(leave.text()?, alphabet)?))
    })
}

/// Writes the moves with the highest equities to `moves`, best first, and their number to *count: `capacity`, or fewer
/// if there are no more. Zeroes the rest of `moves`. Moves are plays, exchanges and the pass. `bag_len` is the number
/// of tiles in the bag: if it is less than the rules require for an exchange, there are no exchanges. `leaves` may be
/// NULL: all leaves then have the value 0. Takes up to 96 KiB of stack on every host.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_best_moves(
    position: *const lexc_position,
    leaves: *const lexc_leaves,
    bag_len: usize,
    moves: *mut lexc_move,
    capacity: usize,
    count: *mut usize,
) -> lexc_status {
    arguments!(position, leaves, moves[capacity], count);
    answer(|| {
        let (game, leaves) = (position.get()?, leaves.get_optional()?);
        count.write(0)?;
        let leaves: &dyn Leaves = match leaves {
            Some(leaves) => leaves,
            None => &NoLeaves,
        };
        let movegen = MoveGen::new(game.lexicon()).with_moves(bag_len, leaves);
        count.write(moves.fill_by(
            |best| movegen.top(game, best),
            |candidate| candidate.map_or_else(lexc_move::default, lexc_move::new),
        )?)
    })
}

/// Number of levels of casual players.
pub const LEXC_CASUAL_LEVELS: usize = 8;

const _: () = assert!(Casual::LEVELS.len() == LEXC_CASUAL_LEVELS);

/// Writes the move of a casual player, who overlooks words so that people can win: the play of the highest score whose word is not
/// overlooked, else an exchange of the whole rack or the pass. Each `level`, from 1 to LEXC_CASUAL_LEVELS, wins 60 to 70 % of the games
/// against the one below, and so do the plays of the highest score against the last. The same position gives the same move.
/// LEXC_ERROR_ARGUMENT: no such level.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_casual_move(
    position: *const lexc_position,
    level: usize,
    bag_len: usize,
    made: *mut lexc_move,
) -> lexc_status {
    arguments!(position, made);
    answer(|| {
        let game = position.get()?;
        let casual = Casual::level(level).ok_or(Failure::OutOfRange("level"))?;
        let action = casual.choose(&MoveGen::new(game.lexicon()), game, bag_len);
        made.write(lexc_move::of(action))
    })
}

/// Reads a move, as lexc_move_text writes it: a play as by lexc_play_parse, "exchange QV" with the tiles in any order and letter
/// case, or "pass". Scores a play; the equity is the score. The move need not be legal.
/// LEXC_ERROR_TEXT: the message names the place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_move_parse(
    position: *const lexc_position,
    written: *const c_char,
    parsed: *mut lexc_move,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, written, parsed, error);
    error.answer(|| read_move(&position, &written, &parsed, Move::parse))
}

/// Reads a move that a person types: like lexc_move_parse, except for the designated blanks of a play if its word has no
/// upper-case letter, as in "8d care", or if the rack has too few blanks for them: each then stays a blank only if the rack has a
/// blank left, and no such letter.
/// LEXC_ERROR_TEXT: the message names the place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_move_parse_typed(
    position: *const lexc_position,
    written: *const c_char,
    parsed: *mut lexc_move,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, written, parsed, error);
    error.answer(|| read_move(&position, &written, &parsed, Move::parse_typed))
}

/// Reads a move. Not inlined, because it has two callers.
#[inline(never)]
fn read_move(
    position: &Argument<*const lexc_position>,
    written: &Argument<*const c_char>,
    parsed: &Argument<*mut lexc_move>,
    parse: fn(&str, &Position<'_>, Alphabet<'_>) -> Result<Move, TextError>,
) -> Result<(), Failure> {
    let (game, written) = (position.get()?, written.text()?);
    let action = parse(written, game.position(), game.lexicon().alphabet())?;
    parsed.write(lexc_move::of(action))
}

/// A tile on a square. Plain data.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct lexc_placed {
    /// Row of the square.
    pub row: u8,
    /// Column of the square.
    pub col: u8,
    /// The tile: a code, plus LEXC_BLANK for a designated blank.
    pub placed_tile: u8,
}

/// Makes the play of tiles that a player lays on the board, in any order: its word runs through the tiles on the board beside and
/// between them. Scores the play; the equity is the score. The play need not be legal.
/// LEXC_ERROR_ILLEGAL: the tiles are not all in one word, a square is outside the board, or a tile is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_move_place(
    position: *const lexc_position,
    placed: *const lexc_placed,
    count: usize,
    made: *mut lexc_move,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(position, placed[count], made, error);
    error.answer(|| {
        let (position, placed) = (position.get()?.position(), placed.values()?);
        let board = position.board();
        let tiles = placed.iter().filter_map(|from| {
            let square = Square::new(from.row.into(), from.col.into())?;
            Some((square, PlacedTile::from_byte(from.placed_tile)?))
        });
        let play = Play::of_placed(board, tiles);
        let play = play.filter(|play| play.placed_len() == placed.len());
        let play = play.ok_or(Failure::NotInOneWord)?;
        let scored = play.with_score(score(position, &play));
        made.write(lexc_move::new(&Candidate::play(scored, 0)))
    })
}

/// Writes a move as text: a play in standard notation, such as "8D RETSINA"; an exchange as "exchange QV"; the pass as
/// "pass".
/// LEXC_ERROR_ARGUMENT: the move is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_move_text(
    position: *const lexc_position,
    candidate: *const lexc_move,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, candidate, text[text_bytes], len);
    answer(|| {
        write_part(
            position.get()?,
            candidate.read()?,
            MovePart::Text,
            text,
            &len,
        )
    })
}

/// Writes a part of a move as text. `part` is its name: "kind" is "play", "exchange" or "pass"; "text" is that of lexc_move_text;
/// "coordinate" is the first square of a play's word, such as "8D" across, "D8" down; "direction" is "across" or "down"; "row" and
/// "col" are those of the first square, from 0; "word" has the tiles on the board; "tiles" has a "." for each of them; "score";
/// "placed" is the number of tiles placed; "leave" has the tiles that stay on the rack; "leave_value" and "equity" are in thousandths
/// of a point. The text is empty if the move does not have the part.
/// LEXC_ERROR_ARGUMENT: unknown part, or the move is malformed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_move_part(
    position: *const lexc_position,
    candidate: *const lexc_move,
    part: *const c_char,
    text: *mut c_char,
    text_bytes: usize,
    len: *mut usize,
) -> lexc_status {
    arguments!(position, candidate, part, text[text_bytes], len);
    answer(|| {
        let part = MovePart::named(part.text()?).ok_or(Failure::OutOfRange("part"))?;
        write_part(position.get()?, candidate.read()?, part, text, &len)
    })
}

/// Writes a part of a move. Inlined, because the package for npm has one caller.
#[inline(always)]
fn write_part(
    game: &Game<'static>,
    found: lexc_move,
    part: MovePart,
    text: Argument<(*mut c_char, usize)>,
    len: &Argument<*mut usize>,
) -> Result<(), Failure> {
    let action = found.to_move()?;
    let position = game.position();
    let parts = action.parts(position.board(), position.rack(), game.lexicon().alphabet());
    let parts = parts.with_equity(Some(found.equity));
    text.answer_text(len, &parts.text(part))
}
