//! The firmware's work on this machine: prints the same lines as the firmware, without costs.
//!
//! Usage: host IMAGE LEAVES POSITIONS.cgp
#![forbid(unsafe_code)]

use std::error::Error;
use std::fs;

use lexc_firmware::{Unmetered, report};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [image, leaves, positions] = arguments.as_slice() else {
        return Err("usage: host IMAGE LEAVES POSITIONS.cgp".into());
    };
    let image = fs::read(image)?;
    let leaves = fs::read(leaves)?;
    let positions = fs::read_to_string(positions)?;
    let mut lines = String::new();
    report(&image, &leaves, &positions, &mut Unmetered, &mut lines)?;
    print!("{lines}");
    Ok(())
}
