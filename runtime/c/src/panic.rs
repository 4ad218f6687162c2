//! What a library without `std` has to bring along. It is there for the linker: no panic can be reached.

use core::panic::PanicInfo;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "lexc")]
// SAFETY: it takes nothing and does not return.
unsafe extern "C" {
    /// Nobody has it: a module that imports it has a panic that can be reached, and can't be started.
    safe fn a_panic_can_be_reached() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    #[cfg(target_family = "wasm")]
    a_panic_can_be_reached();
    #[cfg(not(target_family = "wasm"))]
    #[expect(clippy::empty_loop, reason = "there is nothing else to be done")]
    loop {}
}
