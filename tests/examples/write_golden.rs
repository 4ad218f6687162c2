//! Writes the golden images of this version of the format anew: `cargo run -p lexc-tests --example write_golden`.
//!
//! Whoever changes bytes of images gives the format another version first, so that this writes to another folder; but for
//! a version that was never released.

use std::error::Error;
use std::fs;
use std::io::Write as _;

use common::golden::{folder, golden_images};
use lexc_formats::raw::header::VERSION;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = folder(VERSION);
    if folder.exists() {
        // What is not made any more must not stay.
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
