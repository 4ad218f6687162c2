//! The library as programs in C see it.

mod header;
mod programs;
mod tools;
