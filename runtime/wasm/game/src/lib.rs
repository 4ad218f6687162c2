//! The machine of the page for browsers: `lexc-game` in WebAssembly, for a worker.
//!
//! The module keeps a lexicon and leave values, and answers texts in JSON. A caller asks [`lexc_game_input`] for memory, writes an
//! image or a question to it, and calls [`lexc_game_open`] or [`lexc_game_ask`], which return the number of bytes of the answer at
//! [`lexc_game_output`]. `Question` in `machine.rs` and `Answer` in `answer.rs` describe the texts.
//!
//! # Guarantees
//!
//! - **Time**: searches end by numbers of nodes and samples, so answers are the same on every machine. WebAssembly has no clock.
//! - **Panics**: a panic ends the call with a trap. The caller then makes a new instance of the module.
//! - **Unsafe code**: none but the attributes that give the functions their names. The module hands out addresses and reads none.

mod answer;
mod machine;
mod record;

use std::cell::RefCell;

use machine::Machine;

thread_local! {
    static MACHINE: RefCell<Machine> = RefCell::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Returns the address of this many bytes, to which the caller writes the input of the next call.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_game_input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; len];
        input.as_mut_ptr()
    })
}

/// Opens the image in the input: a lexicon, or leaves for the open lexicon. The answer is `{"leaves":true}` for leaves.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_game_open() -> usize {
    answer(|machine, input| machine.open(input))
}

/// Answers the question in the input.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_game_ask() -> usize {
    answer(|machine, input| machine.ask(&input))
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn lexc_game_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Writes the answer of `act` to the output, and returns its number of bytes.
fn answer(act: impl FnOnce(&mut Machine, Vec<u8>) -> String) -> usize {
    let input = INPUT.take();
    let text = MACHINE.with_borrow_mut(|machine| act(machine, input));
    let len = text.len();
    OUTPUT.set(text);
    len
}
