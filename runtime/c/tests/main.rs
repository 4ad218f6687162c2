//! The library as programs in C see it.

/// Compilers and other tools.
mod tools;

/// The header, against the sources and the library.
mod header;
/// Programs in C and C++.
mod programs;
