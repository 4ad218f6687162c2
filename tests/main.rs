//! The suite of lexc.

/// Words → image → words.
mod round_trip;
