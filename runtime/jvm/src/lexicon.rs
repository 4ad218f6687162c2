//! `Lexicon`: words, their index, hooks, labels and definitions.

use jni::JNIEnv;
use jni::objects::{JByteArray, JByteBuffer};
use jni::sys::{jint, jlong};
use lexc_runtime::{Alphabet, TileSet, Word, draws};

use crate::border::{text, with_text};
use crate::failure::{Failure, Kind};
use crate::image::{Bytes, LEXICONS, OpenImage};
use crate::packed::{Packed, Packing};
use crate::rack::{read_rack, write_rack};

pub fn open_path(env: &mut JNIEnv<'_>, path: JByteArray<'_>) -> Result<i64, Failure> {
    Ok(LEXICONS.put(OpenImage::open(Bytes::map(env, &path)?)?))
}

pub fn open_buffer(env: &mut JNIEnv<'_>, buffer: JByteBuffer<'_>) -> Result<i64, Failure> {
    Ok(LEXICONS.put(OpenImage::open(Bytes::of_buffer(env, &buffer)?)?))
}

pub fn view(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    expression: JByteArray<'_>,
) -> Result<i64, Failure> {
    let image = LEXICONS.get(lexicon)?;
    Ok(LEXICONS.put(image.view(&text(env, &expression)?)?))
}

pub fn close(_env: &mut JNIEnv<'_>, lexicon: jlong) -> Result<(), Failure> {
    LEXICONS.close(lexicon);
    Ok(())
}

/// What does not change: `Lexicon` keeps it.
pub fn info(_env: &mut JNIEnv<'_>, lexicon: jlong) -> Packing {
    let image = LEXICONS.get(lexicon)?;
    let lexicon = image.lexicon();
    let alphabet = lexicon.alphabet();
    let mut packed = Packed::new();
    packed
        .text(lexicon.name())
        .text(alphabet.name())
        .text(lexicon.fingerprint())
        .text(lexicon.expression())
        .count(lexicon.word_count() as usize)
        .count(lexicon.longest_word())
        .count(alphabet.blank_count().into())
        .flag(lexicon.has_word_index())
        .flag(lexicon.has_definitions());
    packed.list(alphabet.tiles(), |packed, tile| {
        packed
            .text(alphabet.text(tile))
            .text(alphabet.blank_text(tile))
            .int(alphabet.value(tile).into())
            .count(alphabet.count(tile).into())
            .flag(alphabet.is_vowel(tile));
    });
    Ok(packed.bytes())
}

pub fn contains(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    word: JByteArray<'_>,
) -> Result<bool, Failure> {
    LEXICONS.with(lexicon, |image| {
        with_text(env, &word, |word| Ok(image.lexicon().contains_str(word)?))
    })
}

/// A byte for each text, which ends in a line feed: 1 for a word. A text that cannot be read as tiles is not a word.
pub fn contains_many(env: &mut JNIEnv<'_>, lexicon: jlong, words: JByteArray<'_>) -> Packing {
    let (image, words) = (LEXICONS.get(lexicon)?, text(env, &words)?);
    let words = words.split_terminator('\n');
    let found = words.map(|word| u8::from(image.lexicon().contains_str(word) == Ok(true)));
    Ok(found.collect())
}

/// Calls a function with the image and the word of a text.
fn with_word<R>(
    env: &JNIEnv<'_>,
    lexicon: jlong,
    word: &JByteArray<'_>,
    f: impl FnOnce(&OpenImage, Word) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let image = LEXICONS.get(lexicon)?;
    with_text(env, word, |word| {
        f(&image, Word::parse(word, image.lexicon().alphabet())?)
    })
}

pub fn is_prefix(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    tiles: JByteArray<'_>,
) -> Result<bool, Failure> {
    with_word(env, lexicon, &tiles, |image, tiles| {
        Ok(image.lexicon().is_prefix(&tiles))
    })
}

/// The failure of an image without a word index.
fn indexed(image: &OpenImage) -> Result<(), Failure> {
    match image.lexicon().has_word_index() {
        true => Ok(()),
        false => Err(Failure::new(
            Kind::Missing,
            "the image has no word index (build it with `lexc build --word-index`)",
        )),
    }
}

/// The index of a word; -1 if there is no such word.
pub fn index_of(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    word: JByteArray<'_>,
) -> Result<i32, Failure> {
    with_word(env, lexicon, &word, |image, word| {
        indexed(image)?;
        let index = image.lexicon().index_of(&word);
        Ok(index.map_or(-1, |index| i32::try_from(index).unwrap_or(i32::MAX)))
    })
}

pub fn word_at(_env: &mut JNIEnv<'_>, lexicon: jlong, index: jint) -> Packing {
    let image = LEXICONS.get(lexicon)?;
    indexed(&image)?;
    let lexicon = image.lexicon();
    let word = u32::try_from(index)
        .ok()
        .and_then(|index| lexicon.word_at(index));
    let word = word.ok_or_else(|| {
        let count = lexicon.word_count();
        Failure::Index(format!(
            "index {index} out of range (the lexicon has {count} words)"
        ))
    })?;
    Ok(word.display(lexicon.alphabet()).to_string().into_bytes())
}

pub fn hooks(env: &mut JNIEnv<'_>, lexicon: jlong, word: JByteArray<'_>) -> Packing {
    with_word(env, lexicon, &word, |image, word| {
        let alphabet = image.lexicon().alphabet();
        let hooks = image.lexicon().hooks(&word);
        let mut packed = Packed::new();
        for tiles in [hooks.front, hooks.back] {
            write_tiles(&mut packed, tiles, alphabet);
        }
        Ok(packed.bytes())
    })
}

fn write_tiles(packed: &mut Packed, tiles: TileSet, alphabet: Alphabet<'_>) {
    packed.texts(tiles.into_iter().map(|tile| alphabet.text(tile)));
}

/// The definition of a word; `None` if it has none.
pub fn definition(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    word: JByteArray<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    with_word(env, lexicon, &word, |image, word| {
        if !image.lexicon().has_definitions() {
            return Err(Failure::new(
                Kind::Missing,
                "the image has no definitions (build it with `lexc build --definitions`)",
            ));
        }
        let definition = image.lexicon().definition(&word);
        Ok(definition.map(|definition| definition.to_string().into_bytes()))
    })
}

/// The labels of a word: a name for each, and a number for some. `None` if there is no such word, or the image has no labels.
pub fn labels(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    word: JByteArray<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    with_word(env, lexicon, &word, |image, word| {
        let Some(labels) = image.lexicon().labels(&word) else {
            return Ok(None);
        };
        let mut packed = Packed::new();
        packed.list(labels.named(), |packed, (label, number)| {
            packed.text(label.name());
            packed.optional(number, |packed, number| {
                packed.text(number);
            });
        });
        Ok(Some(packed.bytes()))
    })
}

/// The number of ways to draw a word, in decimal digits.
pub fn ways_to_draw(env: &mut JNIEnv<'_>, lexicon: jlong, word: JByteArray<'_>) -> Packing {
    with_word(env, lexicon, &word, |image, word| {
        let ways = draws(&word, image.lexicon().alphabet());
        Ok(ways.to_string().into_bytes())
    })
}

/// The words after a word, as many as `count` says: a block of an iteration.
pub fn words_after(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    word: JByteArray<'_>,
    count: jint,
) -> Packing {
    let image = LEXICONS.get(lexicon)?;
    let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
    // An iteration starts after the empty text, which is not a word.
    let word = text(env, &word)?;
    let word = match word.as_str() {
        "" => Word::EMPTY,
        word => Word::parse(word, alphabet)?,
    };
    let words = lexicon
        .words_after(&word)
        .take(usize::try_from(count).unwrap_or(0));
    let mut packed = Packed::new();
    packed.list(words, |packed, word| {
        packed.text(word.display(alphabet));
    });
    Ok(packed.bytes())
}

/// A rack: its text and its tiles.
pub fn rack(env: &mut JNIEnv<'_>, lexicon: jlong, rack: JByteArray<'_>) -> Packing {
    let image = LEXICONS.get(lexicon)?;
    let alphabet = image.lexicon().alphabet();
    let mut packed = Packed::new();
    write_rack(
        &mut packed,
        read_rack(&text(env, &rack)?, alphabet)?,
        alphabet,
    );
    Ok(packed.bytes())
}
