//! The runtime for C, behind `include/lexc.h`. Rust programs use `lexc-runtime` itself.
//!
//! `cbindgen` makes the header from the public functions, types and constants of this crate, comments included. So
//! these items have the names of C, and their comments are for readers of C.
//!
//! # Guarantees
//!
//! - **Allocation**: none. All memory is the caller's, handles included.
//! - **Panics**: none cross the boundary. The runtime has no reachable panic, whatever the image or the input; and an
//!   `extern "C"` function ends the process rather than unwind.
//! - **Arguments**: functions return a status for null and misaligned pointers, numbers out of range, texts that are not
//!   UTF-8, and handles that were not made or were closed. They cannot check that memory is as large as the caller says.
//! - **Unsafe code**: `argument.rs` dereferences the caller's pointers, `plays.rs` and `find.rs` call visitors, `file.rs`
//!   maps files, and `panic.rs` declares an import of WebAssembly modules.
//!
//! # Features
//!
//! All features are on by default.
//!
//! - `fast-nodes`: images with fast nodes. A library without this feature opens compact images alone.
//! - `full`: functions that the package for npm does not call, and checks of the structure of images.
//! - `speed`: faster and larger code, for the same plays.
//! - `std`: image files, and tracked positions. A library without this feature needs no operating system, and has its
//!   own panic handler.
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
#![allow(
    non_camel_case_types,
    reason = "types and values have their names in C"
)]
#![allow(unreachable_pub, reason = "cbindgen puts public items into the header")]
#![cfg_attr(
    not(feature = "full"),
    allow(
        dead_code,
        unused_imports,
        reason = "only functions that are left out use them"
    )
)]

#[cfg(any(test, feature = "std"))]
extern crate std;

// The order of these modules is the order of their items in the header.
mod status;

mod lexicon;
#[cfg(feature = "full")]
mod words;

mod rules;

mod game;
mod play;
mod position;

mod moves;
mod plays;

mod state;

#[cfg(feature = "full")]
mod bag;

mod find;

#[cfg(feature = "std")]
mod file;

mod argument;
#[cfg(not(any(test, feature = "std")))]
mod panic;
mod text;

use core::ffi::c_char;

#[cfg(feature = "full")]
use lexc_formats::raw::header::VERSION;

pub use play::{LEXC_BLANK, LEXC_MAX_DIM};
pub use position::LEXC_SMALL_POSITION_BYTES;
pub use status::{LEXC_MESSAGE_BYTES, lexc_error, lexc_status};

/// Version of this interface, and number of the shared library's SONAME. It changes when programs that were compiled with an
/// older header can no longer use the library.
pub const LEXC_ABI: u32 = 1;

/// Size in bytes of a buffer with room for the text of any position, rack, play or word, if the text of each tile is
/// one byte. For a text that does not fit, functions return LEXC_ERROR_CAPACITY.
pub const LEXC_TEXT_BYTES: usize = 1024;

/// Returns the version of the library, such as "0.1.0". The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// (full) Returns the version of the image format that the library reads, such as "1.0". If an image of a later minor
/// version has new sections, the library ignores the optional ones, and refuses the image if a new section is required.
/// The text is static.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn lexc_format_version() -> *const c_char {
    const TEXT: [u8; 4] = {
        assert!(VERSION.major < 10 && VERSION.minor < 10);
        let ([major, _], [minor, _]) = (VERSION.major.to_le_bytes(), VERSION.minor.to_le_bytes());
        [b'0' + major, b'.', b'0' + minor, 0]
    };
    TEXT.as_ptr().cast()
}

/// Returns the LEXC_ABI that the library was built with. Compare it with the header's LEXC_ABI if the library is shared.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_abi() -> u32 {
    LEXC_ABI
}
