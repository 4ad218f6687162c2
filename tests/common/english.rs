//! English: its tiles, and real lists of its words.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lexc_formats::alphabet::{AlphabetDefinition, TileDefinition};
use lexc_runtime::Tile;

use crate::game::Game;

/// The English tiles: A to Z are the codes 1 to 26.
pub fn english() -> AlphabetDefinition {
    let value = |letter| match letter {
        'D' | 'G' => 2,
        'B' | 'C' | 'M' | 'P' => 3,
        'F' | 'H' | 'V' | 'W' | 'Y' => 4,
        'K' => 5,
        'J' | 'X' => 8,
        'Q' | 'Z' => 10,
        _ => 1,
    };
    let tile = |letter: char| TileDefinition {
        text: letter.into(),
        blank_text: letter.to_ascii_lowercase().into(),
        value: value(letter),
        count: 1,
        is_vowel: "AEIOU".contains(letter),
    };
    AlphabetDefinition {
        name: "english".into(),
        tiles: ('A'..='Z').map(tile).collect(),
        blank_count: 2,
    }
}

/// The usual game with the words of SCOWL-60, 76,603 of them.
pub fn scowl_60() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    let path = data("words/scowl-60.txt");
    GAME.get_or_init(|| read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The usual game with the words of ENABLE, which is not part of the project, if the list is at hand.
pub fn enable() -> Option<Game> {
    read(&beside_the_project("lexicons/enable.txt")).ok()
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

/// The usual game with the words of a list of words of the letters A to Z.
fn read(path: &Path) -> std::io::Result<Game> {
    let text = std::fs::read_to_string(path)?;
    let tile = |letter: u8| Tile::new(letter - b'A' + 1).expect("a letter from A to Z");
    let words = text.lines().map(|line| line.bytes().map(tile).collect());
    Ok(Game::new(&english(), words.collect(), |rules| rules))
}
