//! The GADDAG's nodes, from the distinct prefixes of the words.

mod left_half;
mod prefixes;

pub(crate) use left_half::add_left_half;
pub(crate) use prefixes::Prefixes;
