//! The suite of lexc.
