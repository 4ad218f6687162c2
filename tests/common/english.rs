//! English tiles, and games with real English word lists.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lexc_formats::AlphabetDefinition;

use crate::game::Game;
use crate::words::{self, tiles};

/// The English tiles; A to Z are codes 1 to 26.
pub fn english() -> AlphabetDefinition {
    lexc_compiler::alphabet::load("english").expect("a preset")
}

/// The standard game with the 76,603 words of SCOWL-60.
pub fn scowl_60() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| game(&words::scowl_60()))
}

/// The standard game with the words of ENABLE, or `None` if the list is not beside the project.
pub fn enable() -> Option<Game> {
    words::enable().map(|words| game(&words))
}

/// The path of a file in `tests/data`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name)
}

/// The path of a file in the optional data folder beside the project.
pub fn beside_the_project(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")).join(name)
}

/// The standard game with these words, given as tile codes.
fn game(words: &[Vec<u8>]) -> Game {
    let words = words.iter().map(|word| tiles(word)).collect();
    Game::new(&english(), words, |rules| rules)
}
