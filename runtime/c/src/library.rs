//! The library itself: versions, and sizes of buffers.

use core::ffi::c_char;

/// Version of this interface. It changes when programs that were compiled with an older header cannot use the library.
pub const LEXC_ABI: u32 = 1;

/// Bytes that fit every message.
pub const LEXC_MESSAGE_BYTES: usize = 512;

/// Bytes that fit the text of every position, rack, play and word, if each tile of the alphabet is one byte. Longer tiles may
/// need more; functions then return LEXC_ERROR_CAPACITY.
pub const LEXC_TEXT_BYTES: usize = 1024;

/// Returns the version of the library, such as "0.1.0". The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns the LEXC_ABI that the library was built with. Compare it with the header's if the library is shared.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_abi() -> u32 {
    LEXC_ABI
}
