//! Lines of JSON for `lexc bot`: see `common::fuzz::bot`.
#![no_main]

use common::fuzz::bot::{Session, leaves, words};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let session = Session::decode(data);
    let output =
        lexc::command::bot_lines(&session.args, &words(), &leaves(), session.input.clone());
    session.check(&output.expect("the options are valid"));
});
