//! Images: mapped files or buffers of Java, with the lexicons that borrow them.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use jni::JNIEnv;
use jni::objects::{GlobalRef, JByteArray, JByteBuffer};
use lexc_runtime::{Checks, Lexicon, MappedImage};
use self_cell::self_cell;

use crate::border::text;
use crate::failure::Failure;
use crate::handles::Handles;

/// The open lexicons.
pub static LEXICONS: Handles<OpenImage> = Handles::new("lexicon");

/// The bytes of an image.
pub enum Bytes {
    Mapped {
        map: MappedImage,
        path: String,
    },
    Buffer {
        bytes: &'static [u8],
        /// Keeps the buffer, and so its memory.
        _buffer: GlobalRef,
    },
}

impl Bytes {
    /// Maps a file.
    pub fn map(env: &JNIEnv<'_>, path: &JByteArray<'_>) -> Result<Bytes, Failure> {
        let path = text(env, path)?;
        let map = File::open(PathBuf::from(&path)).and_then(|file| {
            // SAFETY: `Lexicon.open` and `Leaves.open` document that the file must not be written to or truncated while it is
            // open. The library never writes to an image in place.
            unsafe { MappedImage::map(&file) }
        });
        match map {
            Ok(map) => Ok(Bytes::Mapped { map, path }),
            Err(error) => Err(Failure::File { path, error }),
        }
    }

    /// Borrows the memory of a direct buffer, from its start to its capacity.
    pub fn of_buffer(env: &mut JNIEnv<'_>, buffer: &JByteBuffer<'_>) -> Result<Bytes, Failure> {
        let kept = env.new_global_ref(buffer)?;
        let len = env.get_direct_buffer_capacity(buffer)?;
        let start = env.get_direct_buffer_address(buffer)?;
        if len == 0 || start.is_null() {
            return Err(Failure::argument("an empty buffer"));
        }
        // SAFETY: the machine gives the address and the length of the buffer's memory, which does not move. `kept` keeps the
        // buffer; `Lexicon.of` and `Leaves.of` document that its bytes must neither change nor be freed while the image is open.
        // The runtime reads them by checked accesses alone, so that changed bytes make answers wrong and no access out of bounds.
        let bytes = unsafe { std::slice::from_raw_parts(start, len) };
        Ok(Bytes::Buffer {
            bytes,
            _buffer: kept,
        })
    }

    pub fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Mapped { map, .. } => map.bytes(),
            Bytes::Buffer { bytes, .. } => bytes,
        }
    }

    /// The failure with the path of a mapped file.
    pub fn refused(&self, failure: impl Into<Failure>) -> Failure {
        match self {
            Bytes::Mapped { path, .. } => failure.into().of(path),
            Bytes::Buffer { .. } => failure.into(),
        }
    }
}

self_cell!(
    /// An image with its lexicon.
    pub struct OpenImage {
        owner: Arc<Bytes>,
        #[covariant]
        dependent: Lexicon,
    }
);

impl OpenImage {
    /// Opens the lexicon, with all checks.
    pub fn open(bytes: Bytes) -> Result<OpenImage, Failure> {
        OpenImage::of(Arc::new(bytes), Checks::All, &[])
    }

    /// The view of the words whose labels satisfy an expression, over the same bytes. They were checked; the checks of bounds are
    /// for a file that has changed since.
    pub fn view(&self, expression: &str) -> Result<OpenImage, Failure> {
        let bytes = Arc::clone(self.borrow_owner());
        let outer = self.lexicon().expression().to_string();
        match outer.is_empty() {
            true => OpenImage::of(bytes, Checks::Bounds, &[expression]),
            false => OpenImage::of(bytes, Checks::Bounds, &[&outer, expression]),
        }
    }

    fn of(bytes: Arc<Bytes>, checks: Checks, expressions: &[&str]) -> Result<OpenImage, Failure> {
        OpenImage::try_new(bytes, |bytes| {
            let lexicon = Lexicon::open(bytes.as_slice(), checks);
            let mut lexicon = lexicon.map_err(|error| bytes.refused(error))?;
            for expression in expressions {
                lexicon = lexicon.view(expression)?;
            }
            Ok(lexicon)
        })
    }

    #[inline]
    pub fn lexicon(&self) -> &Lexicon<'_> {
        self.borrow_dependent()
    }
}
