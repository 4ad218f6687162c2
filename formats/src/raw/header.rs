//! The header: the first 32 bytes of an image.

use bytemuck::{Pod, Zeroable};

use crate::raw::int::{U16Le, U32Le, U64Le, assert_layout};

/// The first bytes of every image. A transfer as text changes them, because they have a byte that is not ASCII, the
/// line ends CR LF and LF, and a control-Z. The first bytes of PNG files serve the same purpose.
pub const MAGIC: [u8; 8] = *b"\x89LXC\r\n\x1a\n";

/// The newest version of the format that this crate writes: each image gets the lowest minor version that has all its
/// sections. The crate reads images of this major version and any minor version, except images with a required section
/// that it does not know.
pub const VERSION: Version = Version { major: 1, minor: 4 };

/// A version of the image format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// Readers refuse images of other major versions.
    pub major: u16,
    /// A minor version adds sections. Older readers skip added sections that are optional, and refuse images with added
    /// sections that are required.
    pub minor: u16,
}

impl core::fmt::Display for Version {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // Converts the numbers, so that small programs have no code for the text of 16-bit numbers.
        write!(f, "{}.{}", u32::from(self.major), u32::from(self.minor))
    }
}

/// The header. The section table follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: [u8; 8],
    /// Major version of the format.
    pub major: U16Le,
    /// Minor version of the format.
    pub minor: U16Le,
    /// Number of rows in the section table, at most 64.
    pub section_count: U32Le,
    /// Length of the whole image in bytes.
    pub total_bytes: U64Le,
    /// CRC-32 (IEEE) of the header, with this field 0, and of the section table.
    pub checksum: U32Le,
    /// 0.
    pub reserved: U32Le,
}

impl Header {
    /// The header of no image.
    pub(crate) const ZERO: Header = Header {
        magic: MAGIC,
        major: U16Le::new(0),
        minor: U16Le::new(0),
        section_count: U32Le::new(0),
        total_bytes: U64Le::new(0),
        checksum: U32Le::new(0),
        reserved: U32Le::new(0),
    };

    /// The version of the image's format.
    pub(crate) fn version(&self) -> Version {
        Version {
            major: self.major.get(),
            minor: self.minor.get(),
        }
    }
}

assert_layout!(Header: 32 {
    magic: 0, major: 8, minor: 10, section_count: 12, total_bytes: 16, checksum: 24, reserved: 28
});

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn versions_compare_by_major_first() {
        let [old, new] = [(1, 9), (2, 0)].map(|(major, minor)| Version { major, minor });
        assert!(old < new);
        assert_eq!(old.to_string(), "1.9");
    }

    #[test]
    fn a_transfer_as_text_changes_the_magic() {
        let text = MAGIC.map(|byte| byte & 0x7f);
        assert_ne!(text, MAGIC);
        let has_pair = MAGIC.windows(2).any(|pair| pair == b"\r\n");
        let has_lone_line_feed = MAGIC.windows(2).any(|pair| pair == b"\x1a\n");
        assert!(has_pair && has_lone_line_feed);
    }
}
