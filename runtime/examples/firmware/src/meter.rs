//! What operations cost on the processor: instructions by its SysTick timer, and the stack by a paint of it.
//!
//! An emulator can let each instruction take the same time (QEMU's `-icount`), so that ticks tell their number.

use core::arch::asm;
use core::hint::black_box;

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use lexc_firmware::{Cost, Meter};

unsafe extern "C" {
    // The linker's script places these: of them, the addresses are all that there is.
    static _ram_start: u32;
    static _stack_start: u32;
    static _stack_end: u32;
    static __stext: u8;
    static __etext: u8;
    static __srodata: u8;
    static __erodata: u8;
}

/// What the stack is painted with where nothing has been, first by `cortex-m-rt`, before there is any Rust code.
const PAINT: u32 = 0xcccc_cccc;

/// How many ticks the timer counts.
const MAX_TICKS: u32 = 0x00ff_ffff;

/// Measures operations.
pub(crate) struct SysTickMeter {
    timer: SYST,
    /// How long two million instructions take.
    ticks: u32,
    /// Where the stack has ended at most.
    deepest: usize,
}

impl SysTickMeter {
    pub(crate) fn new(mut timer: SYST) -> SysTickMeter {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(MAX_TICKS);
        timer.enable_counter();
        let mut meter = SysTickMeter {
            timer,
            ticks: 0,
            deepest: usize::MAX,
        };
        meter.start();
        two_million_instructions();
        meter.ticks = meter.stop().unwrap_or(0);
        meter
    }

    /// How much of the stack has been used until now.
    pub(crate) fn stack(&mut self) -> usize {
        self.deepest = self.deepest.min(lowest_used());
        stack_start() - self.deepest
    }

    fn start(&mut self) {
        self.timer.clear_current();
        // Reading it makes it false.
        self.timer.has_wrapped();
    }

    /// How many ticks it is since the start; `None` if there were more than can be counted.
    fn stop(&mut self) -> Option<u32> {
        // It counts down, from zero to the most ticks first.
        let ticks = MAX_TICKS.wrapping_add(1).wrapping_sub(SYST::get_current()) & MAX_TICKS;
        (!self.timer.has_wrapped()).then_some(ticks)
    }

    fn instructions(&self, ticks: u32) -> Option<u64> {
        (u64::from(ticks) * 2_000_000).checked_div(self.ticks.into())
    }
}

impl Meter for SysTickMeter {
    #[inline(never)]
    fn measure<T>(&mut self, operation: impl FnOnce() -> T) -> (T, Option<Cost>) {
        self.deepest = self.deepest.min(lowest_used());
        let stack = stack_pointer();
        paint_stack();
        self.start();
        let result = call(operation);
        let ticks = self.stop();
        let lowest = lowest_used();
        self.deepest = self.deepest.min(lowest);
        let cost = Cost {
            instructions: ticks.and_then(|ticks| self.instructions(ticks)),
            stack: stack.saturating_sub(lowest),
        };
        (result, Some(cost))
    }
}

/// Calls the operation, whose frame then lies below the caller's.
#[inline(never)]
fn call<T>(operation: impl FnOnce() -> T) -> T {
    black_box(operation())
}

/// How many bytes of memory there are for variables and the stack.
pub(crate) fn memory() -> usize {
    stack_start() - (&raw const _ram_start).addr()
}

/// How many bytes of flash code takes, and how many all that never changes: the image too, if it is part of the firmware.
pub(crate) fn flash() -> (usize, usize) {
    let code = (&raw const __etext).addr() - (&raw const __stext).addr();
    let constants = (&raw const __erodata).addr() - (&raw const __srodata).addr();
    (code, constants)
}

/// How many bytes variables take.
pub(crate) fn variables() -> usize {
    (&raw const _stack_end).addr() - (&raw const _ram_start).addr()
}

fn stack_start() -> usize {
    (&raw const _stack_start).addr()
}

/// The lowest address of the stack that is not painted.
fn lowest_used() -> usize {
    let mut at = &raw const _stack_end;
    while at.addr() < stack_start() {
        // SAFETY: from there on, the memory up to the stack's start is the stack's. Whatever is in it is a number; and as the
        // read is volatile, nothing is concluded from what was, or was not, written there.
        let word = unsafe { at.read_volatile() };
        if word != PAINT {
            break;
        }
        at = at.wrapping_add(1);
    }
    at.addr()
}

fn stack_pointer() -> usize {
    let address;
    // SAFETY: it reads a register.
    unsafe { asm!("mov {}, sp", out(reg) address, options(nomem, nostack, preserves_flags)) };
    address
}

/// Paints the stack again, from its end to where it is now.
#[inline(always)]
fn paint_stack() {
    // SAFETY: below the stack's pointer is nothing that anybody keeps, and no interrupt is enabled.
    unsafe {
        asm!(
            "2:",
            "cmp {at}, sp",
            "bhs 3f",
            "str {paint}, [{at}]",
            "adds {at}, #4",
            "b 2b",
            "3:",
            at = inout(reg) (&raw const _stack_end).addr() => _,
            paint = in(reg) PAINT,
            options(nostack),
        );
    }
}

/// So many, within a few.
fn two_million_instructions() {
    // SAFETY: it counts down in a register.
    unsafe {
        asm!(
            "2:",
            "subs {count}, #1",
            "bne 2b",
            count = inout(reg) 1_000_000 => _,
            options(nomem, nostack),
        );
    }
}
