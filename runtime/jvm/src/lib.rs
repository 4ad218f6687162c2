//! The native library of the package `lexc` for the Java virtual machine.
//!
//! - [`natives`]: the table of native methods, which the library registers when it is loaded.
//! - [`border`], [`packed`], [`failure`]: texts in, values out in one array of bytes, exceptions.
//! - [`handles`]: objects that Java holds by number: [`image`]s, [`leaves`] and [`game`]s.
//! - [`lexicon`], [`find`], [`rack`], [`position`], [`moves`], [`gcg`]: the calls.
//!
//! A call gets texts in UTF-8 and Unicode's form NFC. Positions and records are texts that Java holds; nothing of them is left here
//! after a call.

mod border;
mod failure;
mod find;
mod game;
mod gcg;
mod handles;
mod image;
mod leaves;
mod lexicon;
mod moves;
mod natives;
mod packed;
mod position;
mod rack;

use std::ffi::c_void;

use jni::JavaVM;
use jni::sys::{JNI_ERR, JNI_VERSION_1_8, jint};

/// Called by the machine when `lexc.Native` loads the library.
// SAFETY: JNI reserves the name for this function.
#[unsafe(no_mangle)]
pub extern "system" fn JNI_OnLoad(machine: JavaVM, _reserved: *mut c_void) -> jint {
    let registered = machine
        .get_env()
        .and_then(|mut env| env.register_native_methods("lexc/Native", &natives::natives()));
    match registered {
        Ok(()) => JNI_VERSION_1_8,
        Err(_) => JNI_ERR,
    }
}
