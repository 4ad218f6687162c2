//! Little-endian integers of alignment 1, for the fields and units of an image, and a check of the layout of structs.
//!
//! The integers make an image readable in place at any address, on hosts of either byte order. On x86-64, and on ARMv7 and later
//! where unaligned loads are allowed, a load of up to 32 bits takes one instruction.

use bytemuck::{Pod, Zeroable};

macro_rules! little_endian {
    ($name:ident, $native:ty) => {
        #[doc = concat!("A little-endian `", stringify!($native), "` at any address.")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name([u8; size_of::<$native>()]);

        impl $name {
            /// Stores a native integer.
            #[inline]
            pub const fn new(value: $native) -> $name {
                $name(value.to_le_bytes())
            }

            /// The native integer.
            #[inline]
            pub const fn get(self) -> $native {
                <$native>::from_le_bytes(self.0)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.get().fmt(f)
            }
        }

        const _: () = assert!(align_of::<$name>() == 1);
    };
}

little_endian!(U16Le, u16);
little_endian!(U32Le, u32);
little_endian!(U64Le, u64);

/// Asserts the size of a struct, and the offset of each field: `Header: 32 { magic: 0, major: 8 }`.
macro_rules! assert_layout {
    ($name:ident: $size:literal { $($field:ident: $offset:literal),* }) => {
        const _: () = {
            assert!(size_of::<$name>() == $size);
            $(assert!(core::mem::offset_of!($name, $field) == $offset);)*
        };
    };
}
pub(crate) use assert_layout;

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use super::*;

    #[test]
    fn the_low_byte_comes_first() {
        assert_eq!(bytemuck::bytes_of(&U16Le::new(0x0201)), [1, 2]);
        assert_eq!(bytemuck::bytes_of(&U32Le::new(0x0403_0201)), [1, 2, 3, 4]);
        let eight = U64Le::new(0x0807_0605_0403_0201);
        assert_eq!(bytemuck::bytes_of(&eight), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(eight.get(), 0x0807_0605_0403_0201);
        assert_eq!(std::format!("{eight:?}"), "578437695752307201");
    }

    #[test]
    fn reads_at_any_address() {
        let bytes = [0, 1, 2, 3, 4, 5, 6];
        for start in 0..4 {
            let unit: &U32Le = bytemuck::from_bytes(&bytes[start..start + 4]);
            assert_eq!(unit.get() & 0xff, start as u32);
        }
    }
}
