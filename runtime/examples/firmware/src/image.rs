//! Where the image is.

use cortex_m::peripheral::MPU;

/// The memory that the image starts.
#[cfg(feature = "microbit")]
#[expect(
    clippy::unnecessary_wraps,
    reason = "another board's memory may not be read-only"
)]
pub(crate) fn find(_protection: MPU) -> Option<&'static [u8]> {
    // In flash, beside the code.
    static IMAGE: &[u8] = include_bytes!(env!("LEXC_IMAGE"));
    Some(IMAGE)
}

/// The memory that the image starts. From now on it can't be written to; `None` if the processor can't see to that.
#[cfg(feature = "mps2-an386")]
pub(crate) fn find(protection: MPU) -> Option<&'static [u8]> {
    use core::slice;

    unsafe extern "C" {
        // Where the linker's script says that it is: of these, the addresses are all that there is.
        static _image_start: u8;
        static _image_end: u8;
    }
    let (start, end) = (&raw const _image_start, &raw const _image_end);
    make_read_only(&protection, start.addr())?;
    // SAFETY: the board has memory there, which nothing else is in, and which was just made read-only. Any byte is a `u8`,
    // and what can't change can be borrowed for ever.
    Some(unsafe { slice::from_raw_parts(start, end.addr() - start.addr()) })
}

/// Makes the 16 MiB of memory from `start` on read-only for everybody; `None` if there is no unit that protects memory.
#[cfg(feature = "mps2-an386")]
fn make_read_only(protection: &MPU, start: usize) -> Option<()> {
    /// A power of two of bytes, less one: 16 MiB.
    const SIZE: u32 = 23;
    /// "Armv7-M Architecture Reference Manual", B3.5.
    const READ_ONLY: u32 = 0b110 << 24;
    const NEVER_EXECUTED: u32 = 1 << 28;
    const ENABLED: u32 = 1;
    /// What no region says anything about is as it was.
    const ELSE_AS_BEFORE: u32 = 1 << 2;

    if protection._type.read() >> 8 & 0xff == 0 {
        return None;
    }
    let start = u32::try_from(start).ok()?;
    // SAFETY: it is the first region, and a program that writes to memory there is wrong, anyway.
    unsafe { protection.rnr.write(0) };
    // SAFETY: the address is a multiple of the size.
    unsafe { protection.rbar.write(start) };
    // SAFETY: the region is that of the image alone.
    unsafe {
        protection
            .rasr
            .write(NEVER_EXECUTED | READ_ONLY | SIZE << 1 | ENABLED)
    };
    // SAFETY: code and other data keep their access.
    unsafe { protection.ctrl.write(ELSE_AS_BEFORE | ENABLED) };
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
    Some(())
}
