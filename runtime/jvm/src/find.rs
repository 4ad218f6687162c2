//! Searches for words and phrases.

use std::ops::ControlFlow;

use jni::JNIEnv;
use jni::objects::JByteArray;
use jni::sys::{jint, jlong};
use lexc_runtime::{Condition, Finder, Phrase, PhraseQuery, Word};

use crate::border::text;
use crate::failure::Failure;
use crate::image::LEXICONS;
use crate::packed::Packed;

/// The words that meet the conditions of a text, in alphabetical order, as many as `limit` says.
pub fn find(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    conditions: JByteArray<'_>,
    limit: jint,
) -> Result<Vec<u8>, Failure> {
    let image = LEXICONS.get(lexicon)?;
    let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
    let conditions = text(env, &conditions)?;
    let conditions: Result<Vec<_>, _> = Condition::parse_all(&conditions, alphabet).collect();
    let (mut conditions, limit) = (conditions?, limit_of(limit));
    let mut words = Vec::new();
    let receive = |word: &Word| {
        if words.len() >= limit {
            return ControlFlow::Break(());
        }
        words.push(*word);
        ControlFlow::Continue(())
    };
    let finder = Finder::new(lexicon);
    // If all words are wanted, the order of the search does not matter: the words are sorted below.
    let result = match limit {
        ALL => finder.words_in_any_order(&mut conditions, receive),
        _ => finder.words(&mut conditions, receive),
    };
    let _: ControlFlow<()> = result?;
    words.sort_unstable();
    let mut packed = Packed::new();
    packed.list(words, |packed, word| {
        packed.text(word.display(alphabet));
    });
    Ok(packed.bytes())
}

/// More words than a lexicon has.
const ALL: usize = i32::MAX as usize;

fn limit_of(limit: jint) -> usize {
    usize::try_from(limit).unwrap_or(0)
}

/// The phrases that use all tiles of a rack.
pub fn find_phrases(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    anagram: JByteArray<'_>,
    max_words: jint,
    limit: jint,
) -> Result<Vec<u8>, Failure> {
    let image = LEXICONS.get(lexicon)?;
    let (lexicon, alphabet) = (image.lexicon(), image.lexicon().alphabet());
    let (anagram, limit) = (text(env, &anagram)?, limit_of(limit));
    let query = PhraseQuery::new().with_anagram(&anagram, alphabet);
    let query = query.map_err(|error| Failure::from(error).of("anagram"))?;
    let mut query = query.with_max_words(usize::try_from(max_words).unwrap_or(0));
    let mut phrases = Vec::new();
    let result = Finder::new(lexicon).phrases(&mut query, |phrase: &Phrase| {
        if phrases.len() >= limit {
            return ControlFlow::Break(());
        }
        phrases.push(phrase.display(alphabet).to_string());
        ControlFlow::Continue(())
    });
    let _: ControlFlow<()> = result?;
    let mut packed = Packed::new();
    packed.texts(phrases);
    Ok(packed.bytes())
}
