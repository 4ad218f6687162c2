//! What is done to an image, case by case, each named by its number.

use std::ops::Range;

/// The length of a block. Some of the images are so small that they have no two pages.
const BLOCK_BYTES: usize = 1024;

/// Of images larger than this, every so many bits are flipped, so that about as many are as in one of this size.
const ALL_BITS_BYTES: usize = 65_536;

/// The most bytes that are added.
const MOST_ADDED: usize = 4096;

/// A kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One bit is flipped.
    Bit,
    /// The image ends before its end.
    Cut,
    /// Zeros come after it.
    Added,
    /// A block is zeros.
    Zeroed,
    /// Two blocks are in each other's place.
    Swapped,
    /// A block is a copy of another one.
    Copied,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] = [
        Kind::Bit,
        Kind::Cut,
        Kind::Added,
        Kind::Zeroed,
        Kind::Swapped,
        Kind::Copied,
    ];

    /// The number of cases for an image of so many bytes.
    pub fn cases(self, len: usize) -> usize {
        let blocks = len / BLOCK_BYTES;
        match self {
            Kind::Bit => (8 * len).div_ceil(bit_step(len)),
            Kind::Cut => len,
            Kind::Added => MOST_ADDED,
            Kind::Zeroed => blocks,
            Kind::Swapped | Kind::Copied => blocks * blocks,
        }
    }

    /// The image with a case of this damage; `None` if that leaves it as it is, or is another case again.
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

/// Every so many bits of an image of this length are flipped. An odd number, so that each bit of a byte has its turn.
fn bit_step(len: usize) -> usize {
    let is_full = std::env::var_os("LEXC_SCOPE").is_some_and(|value| value == "full");
    if is_full {
        1
    } else {
        (len / ALL_BITS_BYTES) | 1
    }
}
