//! The suite of lexc.

/// Words → image → words.
mod round_trip;

/// Counts of plays that other programs found too.
mod conformance;

/// What fits a square because of the words across.
mod cross_sets;

/// Generators against the oracle.
mod movegen;

/// Small positions with their counts.
mod perft;
