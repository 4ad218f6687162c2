//! The suite of lexc.

/// Damaged images, and hostile headers and section tables.
mod corrupt;
/// Hostile contents under good checksums, and damage behind the back of the check.
mod hostile;
/// States, edges and letter sets: as few as there can be.
mod minimality;
/// Words → image → words.
mod round_trip;
/// The specification, its image, and a reader made from it.
mod specification;
