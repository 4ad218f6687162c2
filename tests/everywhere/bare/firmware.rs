//! For a bare Cortex-M4, as QEMU's mps2-an386 has it: prints the digests of an image and of positions that are part of the
//! firmware, by semihosting.
//!
//! When it is built, the variables `LEXC_IMAGE` and `LEXC_POSITIONS` name their files.
#![no_std]
#![no_main]

use core::arch::asm;
use core::fmt::{self, Write};
use core::panic::PanicInfo;

static IMAGE: &[u8] = include_bytes!(env!("LEXC_IMAGE"));
static POSITIONS: &str = include_str!(env!("LEXC_POSITIONS"));

/// Where the processor starts. The other vectors are none: the board has faults halt it.
// SAFETY: the linker's script has this section at address 0, after the word for the stack.
#[unsafe(link_section = ".reset_vector")]
#[used]
static RESET_VECTOR: extern "C" fn() -> ! = reset;

extern "C" fn reset() -> ! {
    // There are no variables to be given values: no static item changes.
    let is_written = lexc_bare::report(IMAGE, POSITIONS, &mut Host).is_ok();
    exit(is_written)
}

/// The operations of the host that are used, by their numbers: Arm's "Semihosting for AArch32 and AArch64".
const SYS_WRITE0: usize = 0x04;
const SYS_EXIT: usize = 0x18;
const STOPPED_APPLICATION_EXIT: usize = 0x2_0026;
const STOPPED_RUN_TIME_ERROR: usize = 0x2_0023;

fn call_host(operation: usize, argument: usize) {
    // SAFETY: the host reads the text that the argument points to, or ends the program, and changes no memory.
    unsafe {
        asm!("bkpt 0xab", inout("r0") operation => _, in("r1") argument, options(nostack, readonly));
    }
}

fn exit(is_done: bool) -> ! {
    let reason = if is_done {
        STOPPED_APPLICATION_EXIT
    } else {
        STOPPED_RUN_TIME_ERROR
    };
    loop {
        call_host(SYS_EXIT, reason);
    }
}

/// Writes text to the host.
struct Host;

impl Write for Host {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.as_bytes().chunks(63) {
            // The host takes what is before a zero.
            let mut buffer = [0_u8; 64];
            for (to, &from) in buffer.iter_mut().zip(part) {
                *to = from;
            }
            call_host(SYS_WRITE0, buffer.as_ptr().addr());
        }
        Ok(())
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Host, "{info}");
    exit(false)
}
