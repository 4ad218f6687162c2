//! `Gcg`: records of games. Java holds a record as its text, so that no record needs closing.

use std::fs::File;
use std::io::Read;

use jni::JNIEnv;
use jni::objects::JByteArray;
use jni::sys::jlong;
use lexc_game::{Gcg, GcgRepair};

use crate::border::{bytes, text, text_or_empty};
use crate::failure::{Failure, Kind};
use crate::game;
use crate::image::LEXICONS;
use crate::moves::write_move;
use crate::packed::{Packed, Packing};
use crate::position::{rules_of_record, write_position};

fn packed_record((gcg, repairs): (Gcg, Vec<GcgRepair>)) -> Vec<u8> {
    let mut packed = Packed::new();
    packed.text(&gcg);
    for player in gcg.players() {
        packed.text(player.nick()).text(player.full_name());
    }
    for text in [gcg.title(), gcg.lexicon(), gcg.rules()] {
        packed.optional(text, |packed, text| {
            packed.text(text);
        });
    }
    packed.texts(repairs);
    packed.list(gcg.events(), |packed, event| {
        packed.count(event.seat().index()).text(event.kind());
        for number in [event.points(), event.total()] {
            packed.optional(number, |packed, number| {
                packed.int(number);
            });
        }
        packed.text(event.kind().name()).text(event.rack());
        packed.text(event.note()).count(event.line());
    });
    packed.bytes()
}

pub fn parse_text(env: &mut JNIEnv<'_>, record: JByteArray<'_>) -> Packing {
    Ok(packed_record(Gcg::from_text(&text(env, &record)?)?))
}

pub fn parse_bytes(env: &mut JNIEnv<'_>, record: JByteArray<'_>) -> Packing {
    Ok(packed_record(Gcg::from_bytes(&bytes(env, &record)?)?))
}

pub fn open(env: &mut JNIEnv<'_>, path: JByteArray<'_>) -> Packing {
    let path = text(env, &path)?;
    let mut record = Vec::new();
    let most = Gcg::MAX_BYTES;
    let read = File::open(&path).and_then(|file| file.take(most + 1).read_to_end(&mut record));
    if let Err(error) = read {
        return Err(Failure::File { path, error });
    }
    if record.len() as u64 > most {
        let message = format_args!("{path}: more than {most} bytes (check what the file is)");
        return Err(Failure::new(Kind::Record, message));
    }
    let read = Gcg::from_bytes(&record).map_err(|error| Failure::from(error).of(path))?;
    Ok(packed_record(read))
}

pub fn of_game(
    env: &mut JNIEnv<'_>,
    game: jlong,
    first: JByteArray<'_>,
    second: JByteArray<'_>,
) -> Packing {
    let names = [text(env, &first)?, text(env, &second)?];
    let gcg = game::record_of(game, names.each_ref().map(String::as_str))?;
    Ok(packed_record((gcg, Vec::new())))
}

/// The positions and moves of a record, checked by the rules.
pub fn replay(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    record: JByteArray<'_>,
    rules: JByteArray<'_>,
) -> Packing {
    let image = LEXICONS.get(lexicon)?;
    let alphabet = image.lexicon().alphabet();
    let (gcg, _) = Gcg::from_text(&text(env, &record)?)?;
    let rules = rules_of_record(&gcg, &text_or_empty(env, &rules)?, alphabet)?;
    let steps: Result<Vec<_>, _> = gcg.replay(&rules, alphabet).collect();
    let mut result = Ok(());
    let mut packed = Packed::new();
    packed.list(steps?, |packed, step| {
        packed.count(step.event.seat().index());
        let written = write_position(packed, (&step.cgp(), "", &rules), alphabet);
        if result.is_ok() {
            result = written;
        }
        packed.optional(step.action, |packed, action| {
            let place = (step.position.board(), step.position.rack());
            write_move(packed, (action, None), place, alphabet);
        });
        packed.int(step.points).int(step.total);
        packed.flag(step.is_withdrawn).texts(&step.repairs);
    });
    result?;
    Ok(packed.bytes())
}

/// The game at the end of a record, to be continued.
pub fn resume(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    record: JByteArray<'_>,
    rules: JByteArray<'_>,
    seed: jlong,
    stream: jlong,
) -> Result<i64, Failure> {
    let image = LEXICONS.get(lexicon)?;
    let alphabet = image.lexicon().alphabet();
    let (gcg, _) = Gcg::from_text(&text(env, &record)?)?;
    let rules = rules_of_record(&gcg, &text_or_empty(env, &rules)?, alphabet)?;
    let resumed = gcg.resume(&rules, alphabet)?;
    let random = game::random_of(seed, stream);
    Ok(game::put(lexicon, resumed, random, String::new()))
}
