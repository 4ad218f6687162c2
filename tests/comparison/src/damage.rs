//! Kinds of damage to an image, each in numbered cases.

use std::ops::Range;

/// Bytes of a block. Pages of 4 KiB would be too large: one image has less than two such pages.
const BLOCK_BYTES: usize = 1024;

/// By default, every bit of an image is flipped if the image has less than twice this number of bytes; in a longer
/// image, about eight times this number of bits are flipped. With `LEXC_SCOPE=full`, every bit of every image is
/// flipped.
const ALL_BITS_BYTES: usize = 65_536;

/// Upper bound on the zeros that are appended.
const MAX_ADDED: usize = 4096;

/// A kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Flips one bit.
    Bit,
    /// Cuts the image off.
    Cut,
    /// Appends zeros.
    Added,
    /// Zeros a block.
    Zeroed,
    /// Swaps two blocks.
    Swapped,
    /// Copies a block over another.
    Copied,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::Bit,
        Kind::Cut,
        Kind::Added,
        Kind::Zeroed,
        Kind::Swapped,
        Kind::Copied,
    ];

    /// The number of cases for an image of `len` bytes.
    pub fn cases(self, len: usize) -> usize {
        let blocks = len / BLOCK_BYTES;
        match self {
            Kind::Bit => (8 * len).div_ceil(bit_step(len)),
            Kind::Cut => len,
            Kind::Added => MAX_ADDED,
            Kind::Zeroed => blocks,
            Kind::Swapped | Kind::Copied => blocks * blocks,
        }
    }

    /// The image with the damage of a case; `None` if the image is unchanged or another case does the same.
    pub fn apply(self, image: &[u8], case: usize) -> Option<Vec<u8>> {
        let mut damaged = image.to_vec();
        let blocks = image.len() / BLOCK_BYTES;
        let block =
            |index: usize| -> Range<usize> { index * BLOCK_BYTES..(index + 1) * BLOCK_BYTES };
        match self {
            Kind::Bit => {
                let bit = case * bit_step(image.len());
                damaged[bit / 8] ^= 1 << (bit % 8);
            }
            Kind::Cut => damaged.truncate(case),
            Kind::Added => damaged.resize(image.len() + case + 1, 0),
            Kind::Zeroed => damaged[block(case)].fill(0),
            Kind::Swapped => {
                let (a, b) = (case / blocks, case % blocks);
                if a < b {
                    damaged[block(a)].copy_from_slice(&image[block(b)]);
                    damaged[block(b)].copy_from_slice(&image[block(a)]);
                }
            }
            Kind::Copied => {
                damaged.copy_within(block(case / blocks), (case % blocks) * BLOCK_BYTES)
            }
        }
        (damaged != image).then_some(damaged)
    }
}

/// Returns `true` if every bit of every image is flipped.
pub fn is_full() -> bool {
    std::env::var_os("LEXC_SCOPE").is_some_and(|value| value == "full")
}

/// The step from one flipped bit to the next. It is odd, so that flips reach all eight bits of a byte.
fn bit_step(len: usize) -> usize {
    if is_full() {
        1
    } else {
        (len / ALL_BITS_BYTES) | 1
    }
}
