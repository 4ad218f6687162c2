//! The lexc compiler: from a word list to a finished image.
#![forbid(unsafe_code)]

pub mod text;

pub mod alphabet;
pub mod tiling;
pub mod word_list;

pub mod output;
pub mod read;
