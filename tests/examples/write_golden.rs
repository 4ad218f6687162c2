//! Writes the golden images of the current format version: `cargo run -p lexc-tests --example write_golden`.
//!
//! A change of bytes needs a new format version first, unless the current one is unreleased: the images of a released
//! version stay.

use std::error::Error;
use std::fs;
use std::io::Write as _;

use common::golden::{folder, golden_images};
use lexc_formats::raw::header::VERSION;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = folder(VERSION);
    if folder.exists() {
        // Removes images that are not made any more.
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut stdout = std::io::stdout();
    for golden in golden_images() {
        let image = golden.image();
        fs::write(golden.path(), &image)?;
        writeln!(
            stdout,
            "{} bytes, {} words: {}",
            image.len(),
            golden.words.len(),
            golden.file
        )?;
    }
    Ok(())
}
