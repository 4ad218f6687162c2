//! The runtime for C: `include/lexc.h` says what each function does, and this crate makes the static and the shared library
//! behind it. Rust programs take `lexc-runtime` itself.
//!
//! # Guarantees
//!
//! - **Allocation**: none. All memory is the caller's, the handles included.
//! - **Panics**: none cross the boundary. The runtime has none, whatever the image or the input; and an `extern "C"` function
//!   would end the process before it let one through.
//! - **Arguments**: null pointers, misaligned ones, numbers out of range, texts that are not UTF-8, and handles that were not
//!   made or were closed are answered with a status. What no function can see is whether other memory is what it is said to
//!   be.
//! - **Unsafe code**: dereferences what the caller passes, in `memory.rs`; the other modules call it, and say why they may.
//!
//! # Features
//!
//! - `full`, by default: the functions that the page for browsers does without.
//! - `std`, by default: functions for image files. Without it, the library needs no operating system, and brings its own
//!   panic handler, as a program in C has none.
#![no_std]
#![cfg_attr(
    not(test),
    deny(
        clippy::indexing_slicing,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]
// What only the functions use that are left out then.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod answer;
mod failure;
#[cfg(feature = "std")]
mod file;
#[cfg(feature = "full")]
mod hooks;
mod lexicon;
mod memory;
#[cfg(not(any(test, feature = "std")))]
mod panic;
mod play;
mod plays;
mod position;
mod rules;
mod text;

pub use answer::Status;
#[cfg(feature = "std")]
pub use file::MapHandle;
#[cfg(feature = "full")]
pub use hooks::HookSets;
pub use lexicon::{LexiconHandle, LexiconInfo, TileInfo};
pub use play::CPlay;
pub use position::PositionHandle;
pub use rules::{RulesHandle, RulesInfo};

/// The number of this interface, as `LEXC_ABI` in the header. It changes whenever a program that was compiled with an
/// older header can't be run with the library.
pub const ABI: u32 = 1;

/// `lexc_version`.
#[unsafe(no_mangle)]
extern "C" fn lexc_version() -> *const core::ffi::c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// `lexc_abi`.
#[unsafe(no_mangle)]
extern "C" fn lexc_abi() -> u32 {
    ABI
}
