//! Panic handler of a library without the standard library. The linker needs the handler, though no panic is reachable.

use core::panic::PanicInfo;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "lexc")]
// SAFETY: the function takes nothing and does not return.
unsafe extern "C" {
    /// Has no definition: a module in which a panic is reachable imports this function, and cannot be started.
    safe fn a_panic_can_be_reached() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    #[cfg(target_family = "wasm")]
    a_panic_can_be_reached();
    #[cfg(not(target_family = "wasm"))]
    #[expect(
        clippy::empty_loop,
        reason = "without a system there is nothing to call"
    )]
    loop {}
}
