//! The checksums and which bytes they cover.
//!
//! CRC-32 guards the header and the section table: it is small and fast on small hosts, and sure to notice any three
//! wrong bits in so few bytes. XXH3-64 guards each section. What lies between sections is zero. So there is no byte of
//! an image that can change unnoticed.

use bytemuck::bytes_of;

use crate::header::Header;
use crate::int::U32Le;
use crate::section::SectionEntry;

/// CRC-32 of the header, its checksum field taken as 0, and of the section table.
pub fn header_checksum(header: &Header, table: &[SectionEntry]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(bytes_of(&Header {
        checksum: U32Le::new(0),
        ..*header
    }));
    hasher.update(bytemuck::cast_slice(table));
    hasher.finalize()
}

/// XXH3-64 of a section's bytes, with seed 0.
pub fn section_checksum(section: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(section)
}
