//! The lexc compiler: from a word list to a finished image.
#![forbid(unsafe_code)]
