//! Image files: mapped, or read into memory of the caller.

use core::ffi::{CStr, c_char};
use std::fs::File;
use std::io;

use lexc_runtime::MappedImage;

use crate::argument::{Handle, arguments};
use crate::status::{Failure, answer, lexc_error, lexc_status};

/// A file that is mapped into memory.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_map {
    pub opaque: [u64; 8],
}

impl Handle for lexc_map {
    type Value = MappedImage;
    const TAG: u64 = 0x4C45_5843_D1C7_1004;
}

/// Returns a function that converts errors of the operating system to failures of `action`.
fn failed_to(action: &'static str) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::File {
        action,
        kind: error.kind(),
        code: error.raw_os_error(),
    }
}

/// Opens a file for reading.
#[cfg(unix)]
fn open(path: &CStr) -> Result<File, Failure> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let file = rustix::fs::open(path, flags, rustix::fs::Mode::empty());
    file.map(File::from)
        .map_err(io::Error::from)
        .map_err(failed_to("open"))
}

/// Opens a file for reading.
#[cfg(not(unix))]
fn open(path: &CStr) -> Result<File, Failure> {
    let path = path.to_str();
    let path = path.map_err(|_| Failure::NotUtf8("path"))?;
    File::open(path).map_err(failed_to("open"))
}

/// (std) Maps a file: only the pages that are read take memory. While the file is mapped, no program may write to it or truncate
/// it: answers could change, or the system could end the process. Replacing the file by renaming, as `lexc build` does, is safe;
/// Windows may refuse to replace a mapped file. For a file that may change, use lexc_file_read.
/// LEXC_ERROR_FILE: the file is missing, not readable, or cannot be mapped. An empty file has length 0 and is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_open(
    map: *mut lexc_map,
    path: *const c_char,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(map, path, error);
    let make = || {
        let file = open(path.c_str()?)?;
        // SAFETY: the header requires that the file does not change while the map is open.
        unsafe { MappedImage::map(&file) }.map_err(failed_to("map"))
    };
    error.answer(|| map.put(make))
}

/// (std) Writes the address of the file's bytes and their number. The bytes are valid until the map is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_image(
    map: *const lexc_map,
    image: *mut *const u8,
    image_bytes: *mut usize,
) -> lexc_status {
    arguments!(map, image, image_bytes);
    answer(|| {
        let bytes = map.get()?.bytes();
        image.write(bytes.as_ptr())?;
        image_bytes.write(bytes.len())
    })
}

/// (std) Advises the system not to read ahead, for an image that is larger than memory. The system may ignore the
/// advice. Call the function before lexc_lexicon_open, which already reads pages of the image. Does nothing
/// except on Unix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_page_by_page(map: *const lexc_map) -> lexc_status {
    arguments!(map);
    answer(|| {
        map.get()?.read_page_by_page();
        Ok(())
    })
}

/// (std) Gives the memory of the file's pages back to the system, which reads a page again when it is needed. Other threads may
/// use the image meanwhile. Does nothing except on Unix.
/// LEXC_ERROR_FILE: the system refuses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_release(
    map: *const lexc_map,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(map, error);
    error.answer(|| map.get()?.release().map_err(failed_to("release")))
}

/// (std) Closes a map. The bytes of the map must not be used afterwards. Close each map once. Do not close a copy of it.
/// LEXC_ERROR_HANDLE: the map is not open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_close(map: *mut lexc_map) -> lexc_status {
    arguments!(map);
    answer(|| map.take().map(drop))
}

/// (std) Writes the length of a file in bytes.
/// LEXC_ERROR_FILE: the file is missing or not readable. An empty file has length 0 and is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_file_bytes(
    path: *const c_char,
    file_bytes: *mut u64,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(path, file_bytes, error);
    error.answer(|| {
        let metadata = open(path.c_str()?)?.metadata();
        file_bytes.write(metadata.map_err(failed_to("measure"))?.len())
    })
}

/// (std) Reads a whole file into `buffer`, and writes its length in bytes to *len.
/// LEXC_ERROR_CAPACITY: the file has more than `capacity` bytes; the contents of `buffer` are undefined then.
/// LEXC_ERROR_FILE: the file is missing or not readable. An empty file has length 0 and is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_file_read(
    path: *const c_char,
    buffer: *mut u8,
    capacity: usize,
    len: *mut usize,
    error: *mut lexc_error,
) -> lexc_status {
    arguments!(path, buffer[capacity], len, error);
    error.answer(|| {
        let mut file = open(path.c_str()?)?;
        let mut free = buffer.filled()?;
        match io::copy(&mut file, &mut free) {
            Ok(_) => len.write(capacity - free.len()),
            Err(error) if error.kind() == io::ErrorKind::WriteZero => {
                let bytes = file.metadata().map_err(failed_to("measure"))?.len();
                let needed = usize::try_from(bytes).unwrap_or(usize::MAX);
                let needed = needed.max(capacity.saturating_add(1));
                Err(Failure::Capacity { needed, capacity })
            }
            Err(error) => Err(failed_to("read")(error)),
        }
    })
}
