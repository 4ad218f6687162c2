//! The library as a program in C sees it.

/// Compilers and other tools, and how they are run.
mod tools;

/// The header says what the library has.
mod header;
/// Programs in C and C++ that call it.
mod programs;
