//! The checksums and which bytes they cover.
//!
//! CRC-32 guards the header and the section table: it is small and fast on small hosts, and sure to notice any three
//! wrong bits in so few bytes. XXH3-64 guards each section. What lies between sections is zero. So there is no byte of
//! an image that can change unnoticed.

use core::iter;

use bytemuck::bytes_of;

use crate::header::Header;
use crate::int::U32Le;
use crate::section::SectionEntry;

/// CRC-32 of the header, its checksum field taken as 0, and of the section table.
pub fn header_checksum(header: &Header, table: &[SectionEntry]) -> u32 {
    let header = Header {
        checksum: U32Le::new(0),
        ..*header
    };
    let mut hasher = crc32fast::Hasher::new();
    // In pieces whose length the compiler knows: so there are no bounds to check, and no panic in the program.
    for piece in iter::once(bytes_of(&header)).chain(table.iter().map(bytes_of)) {
        hasher.update(piece);
    }
    hasher.finalize()
}

/// XXH3-64 of a section's bytes, with seed 0.
pub fn section_checksum(section: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(section)
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;

    #[test]
    fn known_answers() {
        // Thirty-two zeros, by zlib; and nothing at all, by xxHash.
        let header = Header::zeroed();
        assert_eq!(header_checksum(&header, &[]), 0x190a_55ad);
        assert_eq!(section_checksum(&[]), 0x2d06_8005_38d3_94c2);
    }

    #[test]
    fn the_header_checksum_covers_all_but_itself() {
        let header = Header::zeroed();
        let table = [SectionEntry::zeroed(); 2];
        let checksum = header_checksum(&header, &table);
        let with_checksum = Header {
            checksum: U32Le::new(checksum),
            ..header
        };
        assert_eq!(header_checksum(&with_checksum, &table), checksum);
        let with_reserved = Header {
            reserved: U32Le::new(1),
            ..header
        };
        assert_ne!(header_checksum(&with_reserved, &table), checksum);
        assert_ne!(header_checksum(&header, &table[1..]), checksum);
    }
}
