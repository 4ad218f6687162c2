//! The bytes of an image: header, section table, integers, checksums and nodes.
//!
//! The internal layer that the compiler, the runtime and the tests build on. It may change in any version.

pub mod checksum;
pub mod header;
pub mod int;
pub mod node;
pub mod section;
