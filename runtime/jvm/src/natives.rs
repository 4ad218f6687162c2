//! The native methods of `lexc.Native`.

use jni::JNIEnv;
use jni::NativeMethod;
use jni::objects::{JByteArray, JByteBuffer, JClass, JObject};
use jni::sys::{jboolean, jint, jlong};

use crate::border::{Answer, answer};
use crate::failure::Failure;
use crate::position::Place;
use crate::{find, game, gcg, leaves, lexicon, moves, position};

/// An argument of a native method, and its type in the signature of the method.
trait Argument {
    const SIGNATURE: &'static str;
}

macro_rules! argument {
    ($($argument:ty = $signature:literal),+ $(,)?) => {
        $(impl Argument for $argument {
            const SIGNATURE: &'static str = $signature;
        })+
    };
}
argument!(
    jlong = "J",
    jint = "I",
    jboolean = "Z",
    JByteArray<'_> = "[B",
    JByteBuffer<'_> = "Ljava/nio/ByteBuffer;",
    JObject<'_> = "Ljava/lang/Object;",
);

/// Makes a native method from a function. `@` is for functions of a position, which Java passes as a lexicon, a text in CGP and the
/// rules.
macro_rules! native {
    ($name:literal = $function:path, ($($argument:ident: $type:ty),*) -> $result:ty) => {{
        extern "system" fn native(
            mut env: JNIEnv<'_>,
            _class: JClass<'_>,
            _owner: JObject<'_>,
            $($argument: $type),*
        ) -> <$result as Answer>::Raw {
            answer::<$result>(&mut env, |env| $function(env, $($argument),*))
        }
        let arguments = [
            <JObject<'_> as Argument>::SIGNATURE,
            $(<$type as Argument>::SIGNATURE),*
        ];
        NativeMethod {
            name: $name.into(),
            sig: format!("({}){}", arguments.concat(), <$result as Answer>::SIGNATURE).into(),
            fn_ptr: native as *mut std::ffi::c_void,
        }
    }};
    ($name:literal @ $function:path, ($($argument:ident: $type:ty),*) -> $result:ty) => {{
        fn at_place(
            env: &mut JNIEnv<'_>,
            lexicon: jlong,
            cgp: JByteArray<'_>,
            rules: JByteArray<'_>,
            $($argument: $type),*
        ) -> Result<$result, Failure> {
            let place = Place::read(env, lexicon, &cgp, &rules)?;
            $function(env, place, $($argument),*)
        }
        native!($name = at_place, (
            lexicon: jlong, cgp: JByteArray<'_>, rules: JByteArray<'_> $(, $argument: $type)*
        ) -> $result)
    }};
}

/// Makes the native methods from functions. Each method has another argument, before those of its function: the object of the call,
/// so that it is not collected, and closed, during the call. The machine compares each signature with the declaration in Java.
macro_rules! natives {
    ($($name:literal $kind:tt $function:path, $arguments:tt -> $result:ty;)*) => {
        pub fn natives() -> Vec<NativeMethod> {
            vec![$(native!($name $kind $function, $arguments -> $result)),*]
        }
    };
}

natives! {
    "openLexicon" = lexicon::open_path, (path: JByteArray<'_>) -> i64;
    "lexiconOf" = lexicon::open_buffer, (buffer: JByteBuffer<'_>) -> i64;
    "view" = lexicon::view, (lexicon: jlong, expression: JByteArray<'_>) -> i64;
    "closeLexicon" = lexicon::close, (lexicon: jlong) -> ();
    "info" = lexicon::info, (lexicon: jlong) -> Vec<u8>;
    "contains" = lexicon::contains, (lexicon: jlong, word: JByteArray<'_>) -> bool;
    "containsMany" = lexicon::contains_many, (lexicon: jlong, words: JByteArray<'_>) -> Vec<u8>;
    "isPrefix" = lexicon::is_prefix, (lexicon: jlong, tiles: JByteArray<'_>) -> bool;
    "indexOf" = lexicon::index_of, (lexicon: jlong, word: JByteArray<'_>) -> i32;
    "wordAt" = lexicon::word_at, (lexicon: jlong, index: jint) -> Vec<u8>;
    "hooks" = lexicon::hooks, (lexicon: jlong, word: JByteArray<'_>) -> Vec<u8>;
    "definition" = lexicon::definition, (lexicon: jlong, word: JByteArray<'_>) -> Option<Vec<u8>>;
    "labels" = lexicon::labels, (lexicon: jlong, word: JByteArray<'_>) -> Option<Vec<u8>>;
    "draws" = lexicon::ways_to_draw, (lexicon: jlong, word: JByteArray<'_>) -> Vec<u8>;
    "wordsAfter" = lexicon::words_after, (lexicon: jlong, word: JByteArray<'_>, count: jint) -> Vec<u8>;
    "rack" = lexicon::rack, (lexicon: jlong, rack: JByteArray<'_>) -> Vec<u8>;
    "find" = find::find, (lexicon: jlong, conditions: JByteArray<'_>, limit: jint) -> Vec<u8>;
    "findPhrases" = find::find_phrases,
        (lexicon: jlong, anagram: JByteArray<'_>, max_words: jint, limit: jint) -> Vec<u8>;

    "openLeaves" = leaves::open_path, (path: JByteArray<'_>) -> i64;
    "leavesOf" = leaves::open_buffer, (buffer: JByteBuffer<'_>) -> i64;
    "closeLeaves" = leaves::close, (leaves: jlong) -> ();
    "leaveCount" = leaves::count, (leaves: jlong) -> i32;
    "leaveValue" = leaves::value, (lexicon: jlong, leaves: jlong, leave: JByteArray<'_>) -> f64;

    "positionOf" @ position::of_cgp, () -> Vec<u8>;
    "startPosition" = position::start, (lexicon: jlong, rack: JByteArray<'_>, rules: JByteArray<'_>) -> Vec<u8>;
    "after" @ position::after, (action: JByteArray<'_>) -> Vec<u8>;
    "unseen" @ position::unseen, () -> Vec<u8>;
    "board" @ position::board, () -> Vec<u8>;
    "svg" @ position::svg, () -> Vec<u8>;
    "judge" @ position::judge, (play: JByteArray<'_>) -> Vec<u8>;

    "plays" @ moves::plays, () -> Vec<u8>;
    "moves" @ moves::moves, (kept: JObject<'_>, leaves: jlong) -> Vec<u8>;
    "describe" @ moves::describe, (records: JByteArray<'_>) -> Vec<u8>;
    "bestMoves" @ moves::best_moves, (count: jint, kept: JObject<'_>, leaves: jlong) -> Vec<u8>;
    "casualMove" @ moves::casual, (level: jint) -> Vec<u8>;
    "parseMove" @ moves::parse, (action: JByteArray<'_>, is_typed: jboolean) -> Vec<u8>;

    "startGame" = game::start,
        (lexicon: jlong, players: jint, rules: JByteArray<'_>, seed: jlong, stream: jlong) -> i64;
    "gameOf" @ game::of_cgp, (seed: jlong, stream: jlong) -> i64;
    "closeGame" = game::close, (game: jlong) -> ();
    "make" = game::make, (game: jlong, action: JByteArray<'_>, with_phonies: jboolean) -> Vec<u8>;
    "challenge" = game::challenge, (game: jlong, rule: JByteArray<'_>) -> Option<Vec<u8>>;
    "takeBack" = game::take_back, (game: jlong) -> Option<Vec<u8>>;
    "adjust" = game::adjust, (game: jlong, player: jint, points: jint) -> Vec<u8>;
    "playOut" = game::finish, (game: jlong, kept: JObject<'_>, leaves: jlong) -> ();
    "gamePosition" = game::position, (game: jlong) -> Vec<u8>;
    "turns" = game::turns, (game: jlong) -> Vec<u8>;
    "gameState" = game::state, (game: jlong) -> Vec<u8>;

    "parseGcg" = gcg::parse_text, (record: JByteArray<'_>) -> Vec<u8>;
    "gcgOfBytes" = gcg::parse_bytes, (record: JByteArray<'_>) -> Vec<u8>;
    "openGcg" = gcg::open, (path: JByteArray<'_>) -> Vec<u8>;
    "gcgOfGame" = gcg::of_game, (game: jlong, first: JByteArray<'_>, second: JByteArray<'_>) -> Vec<u8>;
    "replay" = gcg::replay, (lexicon: jlong, record: JByteArray<'_>, rules: JByteArray<'_>) -> Vec<u8>;
    "resume" = gcg::resume,
        (lexicon: jlong, record: JByteArray<'_>, rules: JByteArray<'_>, seed: jlong, stream: jlong) -> i64;
}
