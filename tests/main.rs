//! The suite of lexc.

/// States, edges and letter sets: as few as there can be.
mod minimality;
/// Words → image → words.
mod round_trip;
/// The specification, its image, and a reader made from it.
mod specification;
