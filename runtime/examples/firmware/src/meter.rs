//! Costs of operations on the processor: counts instructions by its SysTick timer, and measures stack by painting it.
//!
//! Ticks count instructions in an emulator that gives each instruction the same time (QEMU's `-icount`).

use core::arch::asm;
use core::hint::black_box;

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use lexc_firmware::{Cost, Meter};

unsafe extern "C" {
    // Symbols of the linker's script: only their addresses have a meaning.
    static _ram_start: u32;
    static _stack_start: u32;
    static _stack_end: u32;
    static __stext: u8;
    static __etext: u8;
    static __srodata: u8;
    static __erodata: u8;
}

/// Paint of unused stack. `cortex-m-rt` paints first, before any Rust code runs.
const PAINT: u32 = 0xcccc_cccc;

/// Largest value of the timer, which has 24 bits.
const MAX_TICKS: u32 = 0x00ff_ffff;

/// Measures operations.
pub(crate) struct SysTickMeter {
    timer: SYST,
    /// Ticks that two million instructions take.
    ticks: u32,
    /// Lowest address of stack used until now.
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

    /// Bytes of stack used until now.
    pub(crate) fn stack(&mut self) -> usize {
        self.deepest = self.deepest.min(lowest_used());
        stack_start() - self.deepest
    }

    fn start(&mut self) {
        self.timer.clear_current();
        // Reading the flag clears it.
        self.timer.has_wrapped();
    }

    /// Ticks since [`start`](Self::start); `None` if the timer reached 0 again.
    fn stop(&mut self) -> Option<u32> {
        // `start` sets the timer to 0. The first tick loads the largest value, and the timer counts down from there.
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

/// Calls the operation in a frame of its own, below the caller's.
#[inline(never)]
fn call<T>(operation: impl FnOnce() -> T) -> T {
    black_box(operation())
}

/// Bytes of memory for variables and stack.
pub(crate) fn memory() -> usize {
    stack_start() - (&raw const _ram_start).addr()
}

/// Bytes of flash for code, and for constants; constants include the image if it is part of the firmware.
pub(crate) fn flash() -> (usize, usize) {
    let code = (&raw const __etext).addr() - (&raw const __stext).addr();
    let constants = (&raw const __erodata).addr() - (&raw const __srodata).addr();
    (code, constants)
}

/// Bytes of variables.
pub(crate) fn variables() -> usize {
    (&raw const _stack_end).addr() - (&raw const _ram_start).addr()
}

fn stack_start() -> usize {
    (&raw const _stack_start).addr()
}

/// Lowest address in the stack's memory that has lost its paint.
fn lowest_used() -> usize {
    let mut at = &raw const _stack_end;
    while at.addr() < stack_start() {
        // SAFETY: the address is in the stack's memory. Any bits are a number; and the read is volatile, so the compiler
        // assumes nothing about earlier writes.
        let found = unsafe { at.read_volatile() };
        if found != PAINT {
            break;
        }
        at = at.wrapping_add(1);
    }
    at.addr()
}

fn stack_pointer() -> usize {
    let address;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, sp", out(reg) address, options(nomem, nostack, preserves_flags)) };
    address
}

/// Paints the stack from its end to the stack pointer.
#[inline(always)]
fn paint_stack() {
    // SAFETY: memory below the stack pointer is unused, and no interrupt is enabled.
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

/// Runs two million instructions, and a few more.
fn two_million_instructions() {
    // SAFETY: counts down in a register.
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
