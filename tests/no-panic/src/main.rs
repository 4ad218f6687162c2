//! Calls the public functions of the runtime, except the memory map, with arguments opaque to the compiler. The panic
//! handler calls an undefined function, so the linker accepts this program if and only if the compiler has removed
//! every panic.
//!
//! The suite's `no_panic` test fails if this program misses a public function. The test looks for calls that name the
//! type, for example `Board::get(..)`. It looks for most methods of standard traits as calls of a function of
//! [`traits`].
#![no_std]
#![no_main]

mod find;
mod game;
mod plays;
mod rules;
mod state;
mod traits;
mod words;

use core::hint::black_box;
use core::panic::PanicInfo;

unsafe extern "C" {
    /// Undefined.
    safe fn a_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    a_panic_is_reachable()
}

/// Entry point for the linker.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    if cfg!(feature = "control") {
        let bytes: &[u8] = opaque(&[1, 2, 3]);
        used(bytes[opaque(1_usize)]);
    } else {
        words::call_all();
        find::call_all();
        game::call_all();
        plays::call_all();
        rules::call_all();
        state::call_all();
    }
    loop {
        core::hint::spin_loop();
    }
}

/// A value opaque to the compiler.
#[inline(never)]
fn opaque<T>(value: T) -> T {
    black_box(value)
}

/// A number opaque to the compiler.
fn number() -> usize {
    opaque(1)
}

/// A text opaque to the compiler.
fn text() -> &'static str {
    opaque("8D A")
}

/// Bytes opaque to the compiler.
fn bytes() -> &'static [u8] {
    opaque(b"bytes")
}

/// Prevents the compiler from removing the computation of a value.
#[inline(never)]
fn used<T>(value: T) {
    black_box(value);
}
