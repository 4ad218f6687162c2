//! Validates bytes as an [`Image`]. Runs every check in order; each relies on the checks before it.

mod compact;
mod container;
mod contents;
mod fast;
mod word_index;

use self::container::Container;
use crate::error::ImageError;
use crate::image::Image;
use crate::with_nodes;

impl<'a> Image<'a> {
    /// Reads an image and checks all of it: header, checksums, and the structure of every section. Takes time linear in the
    /// image's length, and no memory.
    ///
    /// An accepted image has the bytes that its writer gave it, and well-formed automata: every edge has an earlier node as
    /// its target, so every walk ends. `lexc check` also checks the words.
    ///
    /// # Errors
    /// The first error in this order: magic, version, length, checksum of the header, section table, padding, checksum of
    /// each section, contents of each section.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Image<'a>, ImageError> {
        // Checksums before contents: damage is not reported as a writer's mistake.
        let container = Container::new(bytes)?;
        container.check_padding()?;
        container.check_checksums()?;
        let image = contents::image(container)?;
        contents::check_fields(&image)?;
        with_nodes!(
            image.node_store(),
            fast | nodes | fast::check(&image, nodes),
            compact | nodes | compact::check(&image, nodes)
        )?;
        Ok(image)
    }

    /// Reads an image that was validated before: checks the header, its checksum and the section table only. Takes constant
    /// time and touches the image's first page.
    ///
    /// Safe as [`from_bytes`](Self::from_bytes) is: an image that was damaged since may give wrong words, nothing worse.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes) up to the section table; then sections that are missing or do not have the
    /// length that their counts require.
    pub fn from_bytes_unvalidated(bytes: &'a [u8]) -> Result<Image<'a>, ImageError> {
        contents::image(Container::new(bytes)?)
    }

    /// The length in bytes of the image that `bytes` start with, by its header. For an image in flash or from a stream, with
    /// other bytes behind it; needs 32 bytes.
    ///
    /// # Errors
    /// [`ImageError::TooShort`], [`ImageError::Magic`] and [`ImageError::Version`].
    pub fn total_bytes(bytes: &[u8]) -> Result<u64, ImageError> {
        Ok(container::header(bytes)?.total_bytes.get())
    }
}

#[cfg(test)]
mod tests;
