//! [`OwnedImage`]: an image with its bytes.

use crate::error::ImageError;
use crate::image::Image;
use crate::validate::{Checks, KnownRows};

/// An image that owns its bytes, whatever holds them: a `Vec<u8>`, a `Box<[u8]>`, an `Arc<[u8]>`, a file map or a slice.
///
/// An [`Image`] borrows the bytes, so a struct can't have both. This type keeps the bytes and the places of the sections, and
/// makes the image anew for each call.
#[derive(Clone, Debug)]
pub struct OwnedImage<D> {
    bytes: D,
    rows: KnownRows,
}

impl<D: AsRef<[u8]>> OwnedImage<D> {
    /// Opens an image and makes these checks, as [`Image::open`] does.
    ///
    /// # Errors
    /// The errors of [`Image::open`].
    #[inline(always)]
    pub fn open(bytes: D, checks: Checks) -> Result<OwnedImage<D>, ImageError> {
        Image::open(bytes.as_ref(), checks)?;
        let rows = Image::rows(bytes.as_ref())?;
        Ok(OwnedImage { bytes, rows })
    }

    /// The image. Takes constant time, about 700 instructions.
    ///
    /// If `bytes.as_ref()` no longer gives the bytes that were opened, words may be wrong or missing, nothing worse.
    pub fn image(&self) -> Image<'_> {
        Image::again(self.bytes.as_ref(), self.rows)
    }

    /// The holder of the bytes.
    pub fn bytes(&self) -> &D {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::fixture::Fixture;

    #[test]
    fn gives_the_image_of_its_bytes() {
        let bytes = Fixture::new(3).write();
        let image = OwnedImage::open(bytes.as_slice(), Checks::All).unwrap();
        assert_eq!(
            image.image().node_units(),
            Image::from_bytes(&bytes).unwrap().node_units()
        );
        assert_eq!(image.image().metadata().name(), "two");
        let owned = OwnedImage::open(bytes.clone(), Checks::Bounds).unwrap();
        assert_eq!(owned.image().alphabet().len(), 3);
        assert_eq!(*owned.bytes(), bytes);
        let refused = OwnedImage::open([0; 9], Checks::All).unwrap_err();
        assert_eq!(refused, Image::from_bytes(&[0; 9]).unwrap_err());
    }

    /// Bytes that are others each time.
    struct Fickle<'a>(Cell<usize>, [&'a [u8]; 4]);

    impl AsRef<[u8]> for Fickle<'_> {
        fn as_ref(&self) -> &[u8] {
            let turn = self.0.replace(self.0.get() + 1);
            self.1[turn % 4]
        }
    }

    #[test]
    fn other_bytes_give_other_words_or_none() {
        let bytes = Fixture::new(3).write();
        let wide = Fixture::new(40).write();
        let fickle = Fickle(Cell::new(0), [&bytes, &bytes, &wide, &bytes[..200]]);
        let image = OwnedImage::open(fickle, Checks::All).unwrap();
        for (words, tiles) in [(2, 40), (0, 1), (2, 3)] {
            let image = image.image();
            assert_eq!(
                (image.metadata().word_count(), image.alphabet().len()),
                (words, tiles)
            );
        }
    }
}
