//! The section table: names, places and checksums of the sections.

use core::fmt::Write;

use bytemuck::{Pod, Zeroable};

use crate::raw::int::{U32Le, U64Le, assert_layout};

/// Sections start at multiples of this many bytes from the start of the image: a cache line.
pub(crate) const SECTION_ALIGNMENT: u64 = 64;

/// The largest number of sections an image can have.
pub(crate) const MAX_SECTIONS: u32 = 64;

/// The flag of a required section: a reader that does not support the section refuses the image.
pub const REQUIRED: u32 = 1;

/// The name of a section: four ASCII characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct SectionName(pub [u8; 4]);

impl SectionName {
    /// The [`Alphabet`](crate::Alphabet). Every image has it.
    pub const ALPHABET: SectionName = SectionName(*b"ALPH");
    /// The [`AnagramFilter`](crate::AnagramFilter). May be absent.
    pub const ANAGRAM_FILTER: SectionName = SectionName(*b"ANAG");
    /// The [`CompactNodes`](crate::raw::node::CompactNodes), in place of `RECS` and `SETS`. Has the flag [`REQUIRED`].
    pub const COMPACT: SectionName = SectionName(*b"COMP");
    /// The DAWG's root. May be absent if the image has `GADD` and no `NUMB`.
    pub const DAWG: SectionName = SectionName(*b"DAWG");
    /// The [`Definitions`](crate::Definitions). May be absent.
    pub const DEFINITIONS: SectionName = SectionName(*b"DEFS");
    /// The [`LeaveEstimate`](crate::LeaveEstimate). May be absent, also in an image with `LEAV`. Since version 1.1.
    pub const ESTIMATE: SectionName = SectionName(*b"ESTI");
    /// The GADDAG's root. May be absent if the image has `DAWG`.
    pub const GADDAG: SectionName = SectionName(*b"GADD");
    /// The [`Labels`](crate::Labels) of the words. May be absent. Since version 1.4.
    pub const LABELS: SectionName = SectionName(*b"LABL");
    /// The [`LeaveValues`](crate::LeaveValues). May be absent, although it has the flag [`REQUIRED`].
    pub const LEAVES: SectionName = SectionName(*b"LEAV");
    /// The [`Marks`](crate::Marks) that readers of text ignore. May be absent. Since version 1.2.
    pub const MARKS: SectionName = SectionName(*b"MARK");
    /// The [`Metadata`](crate::Metadata). Every image has it.
    pub const METADATA: SectionName = SectionName(*b"META");
    /// The [`FastNodes`](crate::raw::node::FastNodes) of both automata. Every image without `COMP` has it.
    pub const NODES: SectionName = SectionName(*b"RECS");
    /// The [`SetCodes`](crate::raw::node::SetCodes). May be absent, although it has the flag [`REQUIRED`].
    pub const SETS: SectionName = SectionName(*b"SETS");
    /// The counts of the [`WordIndex`](crate::WordIndex). May be absent.
    pub const WORD_INDEX: SectionName = SectionName(*b"NUMB");
    /// The [`WordMap`](crate::WordMap). May be absent. Since version 1.3.
    pub const WORD_MAP: SectionName = SectionName(*b"WMAP");

    /// The number of names that this version defines.
    pub(crate) const KNOWN: usize = 15;

    /// The section with this name; `None` if this version does not define it. Inlined, it is a constant for a constant name.
    #[inline(always)]
    pub(crate) const fn known(self) -> Option<KnownSection> {
        let (place, flags, minor) = match self {
            name if name.is(SectionName::ALPHABET) => (0, REQUIRED, 0),
            name if name.is(SectionName::METADATA) => (1, REQUIRED, 0),
            name if name.is(SectionName::NODES) => (2, REQUIRED, 0),
            name if name.is(SectionName::SETS) => (3, REQUIRED, 0),
            name if name.is(SectionName::DAWG) => (4, 0, 0),
            name if name.is(SectionName::GADDAG) => (5, 0, 0),
            name if name.is(SectionName::ANAGRAM_FILTER) => (6, 0, 0),
            name if name.is(SectionName::WORD_INDEX) => (7, 0, 0),
            name if name.is(SectionName::COMPACT) => (8, REQUIRED, 0),
            name if name.is(SectionName::DEFINITIONS) => (9, 0, 0),
            name if name.is(SectionName::LEAVES) => (10, REQUIRED, 0),
            name if name.is(SectionName::ESTIMATE) => (11, 0, 1),
            name if name.is(SectionName::MARKS) => (12, 0, 2),
            name if name.is(SectionName::WORD_MAP) => (13, 0, 3),
            name if name.is(SectionName::LABELS) => (14, 0, 4),
            _ => return None,
        };
        Some(KnownSection {
            place,
            flags,
            minor,
        })
    }

    /// Returns `true` for the same name. Compares four bytes at once, where a pattern compares one after the other.
    #[inline(always)]
    const fn is(self, other: SectionName) -> bool {
        u32::from_le_bytes(self.0) == u32::from_le_bytes(other.0)
    }

    /// Another section that an image with this one must have.
    #[inline(always)]
    pub(crate) const fn needs(self) -> Option<SectionName> {
        match self {
            SectionName::WORD_INDEX => Some(SectionName::DAWG),
            SectionName::DEFINITIONS | SectionName::LEAVES => Some(SectionName::WORD_INDEX),
            SectionName::ESTIMATE => Some(SectionName::LEAVES),
            _ => None,
        }
    }

    /// The flags of the section with this name; `None` if this version does not define the name.
    pub fn known_flags(self) -> Option<u32> {
        self.known().map(|known| known.flags)
    }

    /// The lowest minor version that has all of these sections. A name that this version does not define does not count.
    pub fn lowest_minor(names: impl IntoIterator<Item = SectionName>) -> u16 {
        let minor = |name: SectionName| name.known().map_or(0, |known| known.minor);
        names.into_iter().map(minor).max().unwrap_or(0)
    }
}

/// A section that this version defines.
#[derive(Clone, Copy)]
pub(crate) struct KnownSection {
    /// The place among the sections of this version.
    pub(crate) place: usize,
    pub(crate) flags: u32,
    /// The minor version that added the section.
    pub(crate) minor: u16,
}

impl core::fmt::Display for SectionName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write_escaped(f, &self.0)
    }
}

/// Writes bytes as `escape_ascii` does, which is five times as large in a module for browsers.
pub(crate) fn write_escaped(f: &mut core::fmt::Formatter<'_>, bytes: &[u8]) -> core::fmt::Result {
    let digit = |number: u8| char::from_digit(number.into(), 16).unwrap_or('0');
    for &byte in bytes {
        let escape = match byte {
            b'\t' => 't',
            b'\n' => 'n',
            b'\r' => 'r',
            b'\'' | b'"' | b'\\' => char::from(byte),
            b' '..=b'~' => {
                f.write_char(char::from(byte))?;
                continue;
            }
            _ => 'x',
        };
        f.write_char('\\')?;
        f.write_char(escape)?;
        if escape == 'x' {
            f.write_char(digit(byte >> 4))?;
            f.write_char(digit(byte & 15))?;
        }
    }
    Ok(())
}

impl core::fmt::Debug for SectionName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

/// One row of the section table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct SectionEntry {
    /// The section's name.
    pub name: SectionName,
    /// [`REQUIRED`] or 0; the other bits are reserved.
    pub flags: U32Le,
    /// The section's start, in bytes from the start of the image.
    pub offset: U64Le,
    /// The section's length in bytes.
    pub len: U64Le,
    /// XXH3-64 of the section's bytes, with seed 0.
    pub checksum: U64Le,
}

assert_layout!(SectionEntry: 32 { name: 0, flags: 4, offset: 8, len: 16, checksum: 24 });

/// The contents of section `DAWG` or `GADD`: the root of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct AutomatonEntry {
    /// The reference to the root. The root's letter set holds the words of one tile.
    pub root: U32Le,
    /// 0.
    pub reserved: U32Le,
}

assert_layout!(AutomatonEntry: 8 { root: 0, reserved: 4 });

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_of_any_bytes_are_shown() {
        assert_eq!(SectionName::ALPHABET.to_string(), "ALPH");
        assert_eq!(
            SectionName([0, b'A', b'"', 0xff]).to_string(),
            "\\x00A\\\"\\xff"
        );
        for byte in 0..=u8::MAX {
            let name = [byte; 4];
            assert_eq!(
                SectionName(name).to_string(),
                name.escape_ascii().to_string()
            );
        }
        assert_eq!(std::format!("{:?}", SectionName::NODES), "RECS");
    }

    #[test]
    fn flags_are_as_specified() {
        assert_eq!(SectionName::NODES.known_flags(), Some(REQUIRED));
        assert_eq!(SectionName::WORD_INDEX.known_flags(), Some(0));
        assert_eq!(SectionName::ANAGRAM_FILTER.known_flags(), Some(0));
        assert_eq!(SectionName(*b"recs").known_flags(), None);
        let minor = |names: &[SectionName]| SectionName::lowest_minor(names.iter().copied());
        assert_eq!(minor(&[SectionName::LEAVES, SectionName(*b"recs")]), 0);
        assert_eq!(minor(&[SectionName::ESTIMATE, SectionName::LEAVES]), 1);
    }
}
