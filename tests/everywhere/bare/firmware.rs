//! Firmware for a Cortex-M4, QEMU's mps2-an386: contains an image and positions, and prints by semihosting the hashes
//! that `report.rs` computes.
//!
//! At build time, the environment variables `LEXC_IMAGE` and `LEXC_POSITIONS` name the files of the image and the
//! positions.
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hio};

static IMAGE: &[u8] = include_bytes!(env!("LEXC_IMAGE"));
static POSITIONS: &str = include_str!(env!("LEXC_POSITIONS"));

#[entry]
fn main() -> ! {
    exit(report().is_ok())
}

fn report() -> fmt::Result {
    let mut host = hio::hstdout().map_err(|()| fmt::Error)?;
    lexc_bare::report(IMAGE, POSITIONS, &mut host)
}

fn exit(is_done: bool) -> ! {
    loop {
        debug::exit(if is_done {
            debug::EXIT_SUCCESS
        } else {
            debug::EXIT_FAILURE
        });
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    if let Ok(mut host) = hio::hstdout() {
        let _ = writeln!(host, "{info}");
    }
    exit(false)
}
