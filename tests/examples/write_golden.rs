//! Writes the golden images, each of the lowest format version that has its sections: `cargo run -p lexc-tests --example
//! write_golden`.
//!
//! A change of bytes needs a new format version first, unless the current one is unreleased: the images of a released
//! version stay.

use std::error::Error;
use std::fs;
use std::io::Write as _;

use common::golden::{ESTIMATE, MARKS, WORDS, folder, golden_images, golden_leaves};

fn main() -> Result<(), Box<dyn Error>> {
    for folder in [WORDS, ESTIMATE, MARKS].map(folder) {
        if folder.exists() {
            // Removes images that are not made any more.
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
    }
    let mut stdout = std::io::stdout();
    for golden in golden_images() {
        let image = golden.image();
        fs::create_dir_all(folder(golden.version()))?;
        fs::write(golden.path(), &image)?;
        writeln!(
            stdout,
            "{} bytes, {} words: {}",
            image.len(),
            golden.words.len(),
            golden.file
        )?;
    }
    for (path, image) in golden_leaves() {
        fs::write(&path, &image)?;
        writeln!(stdout, "{} bytes: {}", image.len(), path.display())?;
    }
    Ok(())
}
