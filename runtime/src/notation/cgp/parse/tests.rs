//! Faults that the table of `tests/conformance.rs` does not have.

use std::string::ToString;

use super::*;
use crate::testing::english;

#[test]
fn control_characters_in_operations_are_refused() {
    let error = Cgp::parse("2 / 0/0 0 a;\tb;", english()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "character 13, in the operations: control character '\\t' (remove it)"
    );
    let cgp = Cgp::new(Board::new(Dimensions::MAX), Rack::EMPTY);
    let error = cgp.with_operations("a;\nb;").unwrap_err();
    let kind = TextErrorKind::ControlCharacter { found: '\n' };
    assert_eq!((error.line(), error.column(), error.kind()), (1, 3, kind));
}
