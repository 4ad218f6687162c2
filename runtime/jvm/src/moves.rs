//! Moves: in short records, from which `lexc.Moves` has the moves that are read written out.

use jni::JNIEnv;
use jni::objects::{JByteArray, JObject};
use jni::sys::{jboolean, jint, jlong};
use lexc_runtime::{
    Alphabet, Board, Casual, Direction, MAX_DIM, Move, MoveGen, MovePart, MoveValue, PlacedTile,
    Play, Rack, RackTile, Square,
};

use crate::border::{bytes, text};
use crate::failure::Failure;
use crate::leaves::ChosenLeaves;
use crate::packed::{Packed, Packing, points};
use crate::position::{Place, read_move};

/// The parts of a move in the order in which `lexc.Move` reads them.
const PARTS: [MovePart; 12] = [
    MovePart::Text,
    MovePart::Score,
    MovePart::Equity,
    MovePart::Kind,
    MovePart::Coordinate,
    MovePart::Direction,
    MovePart::Row,
    MovePart::Col,
    MovePart::Word,
    MovePart::Tiles,
    MovePart::Placed,
    MovePart::Leave,
];

/// Writes a move in full. `equity` is in thousandths of a point.
pub fn write_move(
    packed: &mut Packed,
    (action, equity): (Move, Option<i64>),
    (board, rack): (&Board, &Rack),
    alphabet: Alphabet<'_>,
) {
    let parts = action.parts(board, rack, alphabet).with_equity(equity);
    for part in PARTS {
        packed.optional(parts.get(part), |packed, value| {
            match value {
                MoveValue::Text(text) => packed.text(text),
                MoveValue::Number(number) => packed.int(i32::try_from(number).unwrap_or(i32::MAX)),
                MoveValue::Points(thousandths) => packed.double(points(thousandths)),
            };
        });
    }
}

/// Size in bytes of a record. `lexc.Moves` reads the score at 0, the tiles placed at 9, and the equity in points at 32.
const RECORD: usize = 48;

/// Equity of a move without one.
const NO_EQUITY: i64 = i64::MIN;

#[expect(
    clippy::cast_possible_truncation,
    reason = "rows, columns and lengths are at most 21"
)]
fn record_of(action: &Move, equity: i64) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    match action {
        Move::Play(play) => {
            record[0..4].copy_from_slice(&play.score().to_le_bytes());
            record[5] = play.origin().row() as u8;
            record[6] = play.origin().col() as u8;
            record[7] = u8::from(play.direction() == Direction::Down);
            record[8] = play.len() as u8;
            record[9] = play.placed_len() as u8;
            for (slot, tile) in record[10..10 + MAX_DIM].iter_mut().zip(play.tiles()) {
                *slot = tile.map_or(0, PlacedTile::byte);
            }
        }
        Move::Exchange(tiles) => {
            record[4] = 1;
            record[8] = tiles.len() as u8;
            for (slot, tile) in record[10..10 + MAX_DIM].iter_mut().zip(*tiles) {
                *slot = tile.byte();
            }
        }
        Move::Pass => record[4] = 2,
    }
    let in_points = match equity {
        NO_EQUITY => f64::NAN,
        equity => points(equity),
    };
    record[32..40].copy_from_slice(&in_points.to_le_bytes());
    record[40..48].copy_from_slice(&equity.to_le_bytes());
    record
}

/// The move of a record; `None` for bytes that [`record_of`] never makes.
fn move_of(record: &[u8; RECORD]) -> Option<(Move, Option<i64>)> {
    let tiles = record[10..10 + MAX_DIM].get(..usize::from(record[8]))?;
    let action = match record[4] {
        0 => {
            let mut word = [None; MAX_DIM];
            for (slot, byte) in word.iter_mut().zip(tiles) {
                *slot = PlacedTile::from_byte(*byte);
            }
            let origin = Square::new(record[5].into(), record[6].into())?;
            let direction = match record[7] {
                0 => Direction::Across,
                _ => Direction::Down,
            };
            let score = i32::from_le_bytes(record[0..4].try_into().ok()?);
            Move::Play(Play::new(
                origin,
                direction,
                word.get(..tiles.len())?,
                score,
            )?)
        }
        1 => {
            let mut rack = Rack::EMPTY;
            for byte in tiles {
                rack.add(RackTile::from_byte(*byte)?).then_some(())?;
            }
            Move::Exchange(rack)
        }
        _ => Move::Pass,
    };
    let equity = i64::from_le_bytes(record[40..48].try_into().ok()?);
    Some((action, Some(equity).filter(|equity| *equity != NO_EQUITY)))
}

/// All plays, the highest scores first, as records.
pub fn plays(_env: &mut JNIEnv<'_>, place: Place) -> Packing {
    let plays = MoveGen::new(place.image.lexicon()).plays(&place.position()?);
    let records = plays
        .into_iter()
        .map(|play| record_of(&Move::Play(play), NO_EQUITY));
    Ok(records.collect::<Vec<_>>().into_flattened())
}

/// All moves with their equities, the highest first, as records.
pub fn moves(_env: &mut JNIEnv<'_>, place: Place, _kept: JObject<'_>, leaves: jlong) -> Packing {
    let leaves = ChosenLeaves::of(leaves)?;
    let values = leaves.values(place.alphabet())?;
    let bag_len = place.state()?.bag_len();
    let generator = MoveGen::new(place.image.lexicon()).with_moves(bag_len, values.as_dyn());
    let moves = generator.moves(&place.position()?);
    let records = moves.iter().map(|one| record_of(&one.action, one.equity));
    Ok(records.collect::<Vec<_>>().into_flattened())
}

/// The moves of records, written in full.
pub fn describe(env: &mut JNIEnv<'_>, place: Place, records: JByteArray<'_>) -> Packing {
    let records = bytes(env, &records)?;
    let (records, _) = records.as_chunks::<RECORD>();
    let mut packed = Packed::new();
    for record in records {
        let found = move_of(record).ok_or_else(|| Failure::argument("not a record of a move"))?;
        let (board, rack) = (place.cgp.board(), place.cgp.rack());
        write_move(&mut packed, found, (board, &rack), place.alphabet());
    }
    Ok(packed.bytes())
}

/// The best moves, written in full: plays by score or, with leaves, moves by equity.
pub fn best_moves(
    _env: &mut JNIEnv<'_>,
    place: Place,
    count: jint,
    _kept: JObject<'_>,
    leaves: jlong,
) -> Packing {
    let leaves = ChosenLeaves::of(leaves)?;
    let values = leaves.values(place.alphabet())?;
    let values = leaves.is_some().then(|| values.as_dyn() as _);
    let (position, bag_len) = (place.position()?, place.state()?.bag_len());
    let generator = MoveGen::new(place.image.lexicon());
    let count = usize::try_from(count).unwrap_or(0);
    let best = generator.best_moves(&position, bag_len, values, count);
    let mut packed = Packed::new();
    packed.list(best, |packed, one| {
        let equity = values.map(|_| one.equity);
        let place_of = (position.board(), position.rack());
        write_move(packed, (one.action, equity), place_of, place.alphabet());
    });
    Ok(packed.bytes())
}

/// The move of a casual player, written in full.
pub fn casual(_env: &mut JNIEnv<'_>, place: Place, level: jint) -> Packing {
    let chosen = usize::try_from(level).ok().and_then(Casual::level);
    let casual = chosen.ok_or_else(|| {
        let levels = Casual::LEVELS.len();
        Failure::argument(format_args!("no level {level} (pass 1 to {levels})"))
    })?;
    let (position, bag_len) = (place.position()?, place.state()?.bag_len());
    let action = casual.choose(&MoveGen::new(place.image.lexicon()), &position, bag_len);
    Ok(one(&place, action))
}

/// A move of a position, written in full.
fn one(place: &Place, action: Move) -> Vec<u8> {
    let mut packed = Packed::new();
    let (board, rack) = (place.cgp.board(), place.cgp.rack());
    write_move(
        &mut packed,
        (action, None),
        (board, &rack),
        place.alphabet(),
    );
    packed.bytes()
}

/// Reads a move, in notation or as a person types it.
pub fn parse(
    env: &mut JNIEnv<'_>,
    place: Place,
    action: JByteArray<'_>,
    is_typed: jboolean,
) -> Packing {
    let (action, position) = (text(env, &action)?, place.position()?);
    let action = match is_typed {
        0 => read_move(&action, &position, place.alphabet())?,
        _ => Move::parse_typed(&action, &position, place.alphabet())?,
    };
    Ok(one(&place, action))
}
