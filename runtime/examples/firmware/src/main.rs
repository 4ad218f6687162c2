//! The firmware: opens an image, finds words, plays and moves, and writes results, costs and memory to the emulator or debugger
//! by semihosting.
//!
//! Variables of the build's environment name files: `LEXC_POSITIONS` the positions, `LEXC_LEAVES` the leaves image, and for the
//! micro:bit `LEXC_IMAGE` the image. On the MPS2 board, the image is in memory of its own.
#![no_std]
#![no_main]

mod image;
mod meter;

use core::fmt::Write;
use core::panic::PanicInfo;

use cortex_m::Peripherals;
use cortex_m_rt::{ExceptionFrame, entry, exception};
use cortex_m_semihosting::{debug, hio};

use self::meter::SysTickMeter;

static POSITIONS: &str = include_str!(env!("LEXC_POSITIONS"));
static LEAVES: &[u8] = include_bytes!(env!("LEXC_LEAVES"));

#[entry]
fn main() -> ! {
    let is_done = run().is_some();
    exit(is_done)
}

/// Writes all lines. `None` if the host or the processor fails.
fn run() -> Option<()> {
    let peripherals = Peripherals::take()?;
    let image = image::find(peripherals.MPU)?;
    let mut meter = SysTickMeter::new(peripherals.SYST);
    let mut output = hio::hstdout().ok()?;
    lexc_firmware::report(image, LEAVES, POSITIONS, &mut meter, &mut output).ok()?;
    let (code, constants) = meter::flash();
    writeln!(
        output,
        "#   flash: {code} bytes of code, {constants} of constants"
    )
    .ok()?;
    let (variables, stack) = (meter::variables(), meter.stack());
    writeln!(
        output,
        "#   memory: {} of {} bytes: {variables} of variables, {stack} of stack",
        variables + stack,
        meter::memory()
    )
    .ok()
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

/// Writes a message and exits.
fn fail(message: core::fmt::Arguments<'_>) -> ! {
    if let Ok(mut output) = hio::hstdout() {
        let _ = writeln!(output, "{message}");
    }
    exit(false)
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    fail(format_args!("{info}"))
}

// SAFETY: reads only its argument, and does not return.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    fail(format_args!("hard fault at {:#x}", frame.pc()))
}
