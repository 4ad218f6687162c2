//! The suite of lexc.

/// Words → image → words.
mod round_trip;

/// Counts of plays that other programs found too.
mod conformance;

/// Small positions with their counts.
mod perft;
