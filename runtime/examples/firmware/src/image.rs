//! Memory that holds the image.

use cortex_m::peripheral::MPU;

/// Bytes of the image, which is in flash beside the code.
#[cfg(feature = "microbit")]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the function for the other board can fail"
)]
pub(crate) fn find(_protection: MPU) -> Option<&'static [u8]> {
    static IMAGE: &[u8] = include_bytes!(env!("LEXC_IMAGE"));
    Some(IMAGE)
}

/// Memory of the board that starts with the image. Makes this memory read-only. `None` if the processor cannot protect
/// memory.
#[cfg(feature = "mps2-an386")]
pub(crate) fn find(protection: MPU) -> Option<&'static [u8]> {
    use core::slice;

    unsafe extern "C" {
        // Symbols of the linker's script: only their addresses have a meaning.
        static _image_start: u8;
        static _image_end: u8;
    }
    let (start, end) = (&raw const _image_start, &raw const _image_end);
    make_read_only(&protection, start.addr())?;
    // SAFETY: the board has memory between these addresses. Nothing else uses it, and it was made read-only above. Any byte is
    // a `u8`, and memory that cannot change can be borrowed for ever.
    Some(unsafe { slice::from_raw_parts(start, end.addr() - start.addr()) })
}

/// Makes 16 MiB of memory from `start` read-only. `None` if the processor has no memory protection unit.
#[cfg(feature = "mps2-an386")]
fn make_read_only(protection: &MPU, start: usize) -> Option<()> {
    /// Binary logarithm of the region's size in bytes, minus 1: 16 MiB.
    const SIZE: u32 = 23;
    // Bits of registers: "Armv7-M Architecture Reference Manual", B3.5.
    const READ_ONLY: u32 = 0b110 << 24;
    const NEVER_EXECUTED: u32 = 1 << 28;
    const ENABLED: u32 = 1;
    /// Memory outside all regions stays accessible.
    const DEFAULT_ELSEWHERE: u32 = 1 << 2;

    if protection._type.read() >> 8 & 0xff == 0 {
        return None;
    }
    let start = u32::try_from(start).ok()?;
    // SAFETY: selects the first region; no other code uses regions.
    unsafe { protection.rnr.write(0) };
    // SAFETY: the address is a multiple of the size.
    unsafe { protection.rbar.write(start) };
    // SAFETY: the region holds the image alone.
    unsafe {
        protection
            .rasr
            .write(NEVER_EXECUTED | READ_ONLY | SIZE << 1 | ENABLED)
    };
    // SAFETY: code and other data stay accessible.
    unsafe { protection.ctrl.write(DEFAULT_ELSEWHERE | ENABLED) };
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
    Some(())
}
