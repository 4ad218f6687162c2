//! Program without `std`, for any host with the function `write`: a C library, or `plain.mjs`, which runs it as a
//! WebAssembly module. It contains an image and positions, and prints the hashes that `report.rs` computes.
//!
//! At build time, the environment variables `LEXC_IMAGE` and `LEXC_POSITIONS` name the files of the image and the
//! positions.
#![no_std]
#![no_main]

use core::ffi::{c_char, c_int};
use core::fmt::{self, Write};
use core::panic::PanicInfo;

static IMAGE: &[u8] = include_bytes!(env!("LEXC_IMAGE"));
static POSITIONS: &str = include_str!(env!("LEXC_POSITIONS"));

const STANDARD_OUTPUT: c_int = 1;

#[cfg_attr(not(target_family = "wasm"), link(name = "c"))]
// Arm's unwind tables name functions of `gcc_s`, even without unwinding.
#[cfg_attr(target_arch = "arm", link(name = "gcc_s"))]
#[cfg_attr(target_family = "wasm", link(wasm_import_module = "host"))]
// SAFETY: these types have the ABI of POSIX's `write`, and `plain.mjs` has a function of the same form. POSIX's
// function returns the number of written bytes, or a negative number on failure; that of `plain.mjs` returns the number
// or throws.
unsafe extern "C" {
    /// Writes at most `len` bytes from this address to a file.
    safe fn write(file: c_int, address: usize, len: usize) -> isize;
}

// SAFETY: no other symbol has this name.
#[unsafe(no_mangle)]
extern "C" fn main(_count: c_int, _arguments: *const *const c_char) -> c_int {
    let is_written = lexc_bare::report(IMAGE, POSITIONS, &mut Host).is_ok();
    c_int::from(!is_written)
}

/// Writes text to the host.
struct Host;

impl Write for Host {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut bytes = text.as_bytes();
        while !bytes.is_empty() {
            let written = write(STANDARD_OUTPUT, bytes.as_ptr().addr(), bytes.len());
            let written = usize::try_from(written).map_err(|_| fmt::Error)?;
            bytes = bytes.get(written.max(1)..).ok_or(fmt::Error)?;
        }
        Ok(())
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Host, "{info}");
    loop {}
}
