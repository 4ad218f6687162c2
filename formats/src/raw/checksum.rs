//! Checksums, and the bytes that each covers.
//!
//! CRC-32 covers the header and the section table, and detects all errors of up to three bits in them. Its code is
//! small on small hosts. XXH3-64 covers each section. Padding before a section must be 0. So every byte is checked.

use core::iter;

use bytemuck::bytes_of;

use crate::raw::header::Header;
use crate::raw::int::U32Le;
use crate::raw::section::SectionEntry;

/// CRC-32 of the header, its checksum field taken as 0, and of the section table.
pub fn header_checksum(header: &Header, table: &[SectionEntry]) -> u32 {
    let header = Header {
        checksum: U32Le::new(0),
        ..*header
    };
    // Pieces of constant length need no bounds checks, which would keep a panic path in the program.
    let pieces = iter::once(bytes_of(&header)).chain(table.iter().map(bytes_of));
    // The tables of `crc32fast` take 16 KiB, for one check of a few hundred bytes. Compiled for size, `crc32fast` keeps a
    // bounds check, and with it a panic path in modules for browsers.
    if cfg!(any(
        target_os = "none",
        target_family = "wasm",
        not(feature = "speed")
    )) {
        return small_crc32(pieces);
    }
    let mut hasher = crc32fast::Hasher::new();
    pieces.for_each(|piece| hasher.update(piece));
    hasher.finalize()
}

/// CRC-32 of pieces of bytes, four bits at a time.
fn small_crc32<'p>(pieces: impl Iterator<Item = &'p [u8]>) -> u32 {
    let shift = |crc: u32| {
        let remainder = REMAINDERS.get((crc & 0xf) as usize);
        crc >> 4 ^ remainder.copied().unwrap_or(0)
    };
    !pieces
        .flatten()
        .fold(u32::MAX, |crc, &byte| shift(shift(crc ^ u32::from(byte))))
}

/// Remainders modulo the polynomial of CRC-32, by the value of four bits.
static REMAINDERS: [u32; 16] = {
    let mut remainders = [0; 16];
    let mut rest: &mut [u32] = &mut remainders;
    let mut bits = 0;
    while let [remainder, others @ ..] = rest {
        *remainder = bits;
        let mut shifted = 0;
        while shifted < 4 {
            let is_odd = *remainder & 1 == 1;
            *remainder = *remainder >> 1 ^ if is_odd { 0xedb8_8320 } else { 0 };
            shifted += 1;
        }
        bits += 1;
        rest = others;
    }
    remainders
};

/// XXH3-64 of a section's bytes, with seed 0.
pub fn section_checksum(section: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(section)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use bytemuck::Zeroable;

    use super::*;

    #[test]
    fn computes_published_checksums() {
        // The first value is zlib's for 32 bytes of 0, the second is xxHash's for no bytes.
        let header = Header::zeroed();
        assert_eq!(header_checksum(&header, &[]), 0x190a_55ad);
        assert_eq!(section_checksum(&[]), 0x2d06_8005_38d3_94c2);
    }

    #[test]
    fn the_small_crc32_equals_the_fast_one() {
        // Catalogues of CRCs give this value for the digits 1 to 9.
        assert_eq!(
            small_crc32([b"12345".as_slice(), b"6789"].into_iter()),
            0xcbf4_3926
        );
        let bytes: Vec<u8> = (0..600_u32).map(|i| (i * i).to_le_bytes()[1]).collect();
        for len in 0..bytes.len() {
            let (start, end) = bytes[..len].split_at(len / 3);
            assert_eq!(
                small_crc32([start, end].into_iter()),
                crc32fast::hash(&bytes[..len])
            );
        }
    }

    #[test]
    fn the_header_checksum_covers_header_and_table_except_itself() {
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
