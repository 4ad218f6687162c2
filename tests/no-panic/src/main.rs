//! Calls every public function of the runtime, with arguments that the compiler knows nothing of. The panic handler calls
//! a function that does not exist. So the linker accepts this program if and only if the compiler has proved that nothing
//! in it panics, whatever the arguments.
//!
//! The suite's `no_panic` test fails if a public function is not called here, so calls are written with the name of the
//! type: `Board::get(..)`. Methods of standard traits are called by the functions of [`traits`].
#![no_std]
#![no_main]

mod game;
mod plays;
mod traits;
mod words;

use core::hint::black_box;
use core::panic::PanicInfo;

unsafe extern "C" {
    /// Is nowhere.
    safe fn a_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    a_panic_is_reachable()
}

/// Where the linker starts from.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    if cfg!(feature = "control") {
        let bytes: &[u8] = opaque(&[1, 2, 3]);
        used(bytes[opaque(1_usize)]);
    }
    words::call_all();
    game::call_all();
    plays::call_all();
    loop {
        core::hint::spin_loop();
    }
}

/// A value that could be any, for all that the compiler knows.
#[inline(never)]
fn opaque<T>(value: T) -> T {
    black_box(value)
}

/// Some number.
fn number() -> usize {
    opaque(1)
}

/// Some text.
fn text() -> &'static str {
    opaque("8D A")
}

/// Some bytes.
fn bytes() -> &'static [u8] {
    opaque(b"bytes")
}

/// As far as the compiler knows, the value is of use to somebody.
#[inline(never)]
fn used<T>(value: T) {
    black_box(value);
}
