//! The border to the machine: bytes in, values out, failures and panics as exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jni::JNIEnv;
use jni::objects::{JByteArray, JThrowable, JValue};
use jni::sys::{jbyteArray, jint, jlong};

use crate::failure::{Failure, Kind};

/// A value that a native method returns.
pub trait Answer {
    type Raw;
    /// The type in the signature of the method.
    const SIGNATURE: &'static str;
    /// The value beside an exception, which Java never sees.
    const NONE: Self::Raw;
    fn into_raw(self, env: &mut JNIEnv<'_>) -> Result<Self::Raw, Failure>;
}

macro_rules! answer {
    ($value:ty, $raw:ty, $signature:literal, $none:expr, |$env:ident, $self:ident| $into:expr) => {
        impl Answer for $value {
            type Raw = $raw;
            const SIGNATURE: &'static str = $signature;
            const NONE: $raw = $none;
            fn into_raw($self, $env: &mut JNIEnv<'_>) -> Result<$raw, Failure> {
                $into
            }
        }
    };
}
answer!((), (), "V", (), |_env, self| Ok(()));
answer!(bool, u8, "Z", 0, |_env, self| Ok(u8::from(self)));
answer!(i32, jint, "I", 0, |_env, self| Ok(self));
answer!(f64, f64, "D", 0.0, |_env, self| Ok(self));
answer!(i64, jlong, "J", 0, |_env, self| Ok(self));
answer!(
    Vec<u8>,
    jbyteArray,
    "[B",
    std::ptr::null_mut(),
    |env, self| Ok(env.byte_array_from_slice(&self)?.into_raw())
);
answer!(
    Option<Vec<u8>>,
    jbyteArray,
    "[B",
    std::ptr::null_mut(),
    |env, self| match self {
        Some(bytes) => bytes.into_raw(env),
        None => Ok(std::ptr::null_mut()),
    }
);

/// Runs the body of a native method. A failure or a panic becomes an exception.
#[inline]
pub fn answer<'l, A: Answer>(
    env: &mut JNIEnv<'l>,
    body: impl FnOnce(&mut JNIEnv<'l>) -> Result<A, Failure>,
) -> A::Raw {
    // After a panic, the objects of the call are as they were, or lost with it: a lock of a game that is poisoned stays usable.
    let result = catch_unwind(AssertUnwindSafe(|| body(env)?.into_raw(env)));
    match result {
        Ok(Ok(raw)) => raw,
        Ok(Err(failure)) => {
            throw(env, failure);
            A::NONE
        }
        Err(_) => {
            let message = "the call failed (report this as a fault of lexc)";
            throw(env, Failure::new(Kind::Fault, message));
            A::NONE
        }
    }
}

/// Throws the exception of a failure. If that fails, too, the machine has thrown another, such as `OutOfMemoryError`.
fn throw(env: &mut JNIEnv<'_>, failure: Failure) {
    let _ = match failure {
        Failure::Refused {
            kind,
            message,
            place,
        } => throw_refused(env, kind, &message, place),
        Failure::Closed(name) => env.throw_new(
            "java/lang/IllegalStateException",
            format!("the {name} is closed (open it again)"),
        ),
        Failure::Index(message) => env.throw_new("java/lang/IndexOutOfBoundsException", message),
        Failure::File { path, error } => match error.kind() {
            std::io::ErrorKind::NotFound => {
                env.throw_new("java/nio/file/NoSuchFileException", path)
            }
            std::io::ErrorKind::PermissionDenied => {
                env.throw_new("java/nio/file/AccessDeniedException", path)
            }
            _ => env.throw_new("java/io/IOException", format!("{path}: {error}")),
        },
        Failure::Machine(jni::errors::Error::JavaException) => Ok(()),
        Failure::Machine(error) => throw_refused(env, Kind::Fault, &error.to_string(), [0; 2]),
    };
}

fn throw_refused(
    env: &mut JNIEnv<'_>,
    kind: Kind,
    message: &str,
    place: [usize; 2],
) -> Result<(), jni::errors::Error> {
    let message = env.new_string(message)?;
    let [line, column] = place.map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    let arguments = [
        JValue::Int(kind as i32),
        JValue::Object(&message),
        JValue::Int(line),
        JValue::Int(column),
    ];
    let exception = env.new_object("lexc/LexcException", "(ILjava/lang/String;II)V", &arguments)?;
    env.throw(JThrowable::from(exception))
}

/// The bytes of an array.
pub fn bytes(env: &JNIEnv<'_>, array: &JByteArray<'_>) -> Result<Vec<u8>, Failure> {
    Ok(env.convert_byte_array(array)?)
}

/// The text of an array of UTF-8.
pub fn text(env: &JNIEnv<'_>, array: &JByteArray<'_>) -> Result<String, Failure> {
    String::from_utf8(bytes(env, array)?).map_err(|_| Failure::argument("not UTF-8"))
}

/// The text of an array; an empty text for null.
pub fn text_or_empty(env: &JNIEnv<'_>, array: &JByteArray<'_>) -> Result<String, Failure> {
    match array.is_null() {
        true => Ok(String::new()),
        false => text(env, array),
    }
}

/// The greatest length of a text that is read without an allocation.
const SHORT: usize = 128;

/// Calls a function with the text of an array, which it need not allocate if the text is short.
#[inline]
pub fn with_text<R>(
    env: &JNIEnv<'_>,
    array: &JByteArray<'_>,
    f: impl FnOnce(&str) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let len = usize::try_from(env.get_array_length(array)?).unwrap_or(0);
    if len > SHORT {
        return f(&text(env, array)?);
    }
    let mut short = [0; SHORT];
    env.get_byte_array_region(array, 0, &mut short[..len])?;
    let short = short.map(i8::cast_unsigned);
    f(str::from_utf8(&short[..len]).map_err(|_| Failure::argument("not UTF-8"))?)
}
