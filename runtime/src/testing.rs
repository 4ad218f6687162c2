//! What the unit tests share.

use std::boxed::Box;
use std::vec::Vec;

use lexc_formats::alphabet::{Alphabet, AlphabetDefinition, TileDefinition};

use crate::{Board, Cgp, CgpError, Layout, Play, Position, Rack, Rules, TrackedPosition, Undo};

// The values of a game can be sent to other threads and shared with them.
const _: () = {
    const fn assert_shareable<T: Send + Sync>() {}
    assert_shareable::<(Board, Rack, Layout, Play, Cgp<'_>)>();
    assert_shareable::<(Rules, Position<'_>, Alphabet<'_>, CgpError)>();
    assert_shareable::<(TrackedPosition<'_>, Undo)>();
};

/// The English alphabet: A to Z are the codes 1 to 26.
pub(crate) fn english() -> Alphabet<'static> {
    leak(include!("testing/english.rs"))
}

/// An alphabet with tiles of several characters: A, L, L·L, NY, Ç with the codes 1 to 5, worth 1, 1, 10, 8, 2.
pub(crate) fn catalan() -> Alphabet<'static> {
    let tiles = [
        ("A", "a", 1),
        ("L", "l", 1),
        ("L·L", "l·l", 10),
        ("NY", "ny", 8),
        ("Ç", "ç", 2),
    ];
    let tiles = tiles.map(|(text, blank_text, value)| TileDefinition {
        text: text.into(),
        blank_text: blank_text.into(),
        value,
        count: 2,
        is_vowel: text == "A",
    });
    let definition = AlphabetDefinition {
        name: "catalan".into(),
        tiles: tiles.into(),
        blank_count: 2,
    };
    leak(definition.encode().unwrap())
}

fn leak(section: Vec<u8>) -> Alphabet<'static> {
    Alphabet::from_bytes(Box::leak(section.into_boxed_slice())).unwrap()
}
