//! English: its tiles, and real lists of its words.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lexc_formats::AlphabetDefinition;

use crate::game::Game;
use crate::words::{self, tiles};

/// The English tiles: A to Z are the codes 1 to 26.
pub fn english() -> AlphabetDefinition {
    lexc::alphabet::load("english").expect("it is a preset")
}

/// The usual game with the words of SCOWL-60, 76,603 of them.
pub fn scowl_60() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| game(&words::scowl_60()))
}

/// The usual game with the words of ENABLE, which is not part of the project, if the list is at hand.
pub fn enable() -> Option<Game> {
    words::enable().map(|words| game(&words))
}

/// A file of the suite's data.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name)
}

/// A file of the data that may lie in a folder beside the project.
pub fn beside_the_project(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")).join(name)
}

/// The usual game with these words, which are codes of the letters A to Z.
fn game(words: &[Vec<u8>]) -> Game {
    let words = words.iter().map(|word| tiles(word)).collect();
    Game::new(&english(), words, |rules| rules)
}
