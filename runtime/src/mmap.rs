//! An image file in memory by way of a map: the only unsafe code of the project.

use std::fs::File;
use std::io;
use std::path::Path;

use lexc_formats::ImageError;
use memmap2::Mmap;

use crate::lexicon::Lexicon;

/// An image file that is mapped into memory, so that only the pages in use take any.
///
/// A map saves memory, and time only if the check of the whole image is skipped: reading 4 MiB takes about as long as
/// checksumming them. Where neither counts, read the file.
#[derive(Debug)]
pub struct MappedImage {
    map: Mmap,
}

impl MappedImage {
    /// Maps a file.
    ///
    /// # Errors
    /// The file cannot be opened or mapped; an empty file cannot.
    ///
    /// # Safety
    /// While the map exists, the file must not be truncated or written to, by this process or any other. A truncated
    /// file ends the process with a signal when a missing page is read. `lexc` itself never writes to an image in place:
    /// it renames a new file over the old one, which a map does not see.
    pub unsafe fn open(path: impl AsRef<Path>) -> io::Result<MappedImage> {
        let file = File::open(path)?;
        // SAFETY: that the file is not changed while it is mapped is the caller's promise.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(MappedImage { map })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The lexicon in the image, every check passed: see [`Lexicon::from_bytes`]. Touches every page.
    ///
    /// # Errors
    /// What is wrong with the image, and where.
    pub fn lexicon(&self) -> Result<Lexicon<'_>, ImageError> {
        Lexicon::from_bytes(&self.map)
    }

    /// The lexicon in an image that was checked before: see [`Lexicon::from_bytes_trusted`]. Touches one page.
    ///
    /// # Errors
    /// What is wrong with the header or the section table.
    pub fn lexicon_trusted(&self) -> Result<Lexicon<'_>, ImageError> {
        Lexicon::from_bytes_trusted(&self.map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::Word;

    #[test]
    fn a_mapped_image_is_read_in_place() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        // SAFETY: nobody changes the file while the tests run.
        let image = unsafe { MappedImage::open(path) }.unwrap();
        assert_eq!(image.bytes(), std::fs::read(path).unwrap());
        for lexicon in [image.lexicon().unwrap(), image.lexicon_trusted().unwrap()] {
            let word = Word::parse("SCARE", lexicon.alphabet()).unwrap();
            assert!(lexicon.contains(&word));
            assert_eq!(lexicon.words().count(), 15);
        }
    }

    #[test]
    fn what_is_no_file_or_no_image_is_an_error() {
        // SAFETY: there is no such file.
        let missing = unsafe { MappedImage::open("no such file") };
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        // SAFETY: nobody changes the file while the tests run.
        let image = unsafe { MappedImage::open(manifest) }.unwrap();
        assert!(matches!(image.lexicon(), Err(ImageError::Magic { .. })));
    }
}
