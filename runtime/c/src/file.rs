//! Image files: mapped, or read into memory of the caller.

use core::ffi::{CStr, c_char};
use core::mem::MaybeUninit;
use std::fs::File;
use std::io::{self, ErrorKind, Read};

use lexc_runtime::MappedImage;

use crate::failure::Failure;
use crate::handle::{Handle, get, put, take};
use crate::memory::{c_str, room, write};
use crate::message::{Message, status};
use crate::status::lexc_status;

/// A file that is mapped into memory.
#[repr(C)]
#[derive(Debug)]
pub struct lexc_map {
    pub opaque: [u64; 8],
}

impl Handle for lexc_map {
    type Value = MappedImage;
    const TAG: u64 = 0x4C45_5843_D1C7_1004;
    const ARGUMENT: &'static str = "map";
}

/// Converts errors of the operating system.
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
    let path = path.map_err(|_| Failure::NotUtf8 { argument: "path" })?;
    File::open(path).map_err(failed_to("open"))
}

/// (std) Maps a file: only the pages that are read take memory. While it is mapped, nobody may write to the file or truncate it:
/// answers could change, or the system could end the process. Replacing the file by renaming, as `lexc build` does, is safe.
/// For a file that may change, use lexc_file_read.
/// LEXC_ERROR_FILE: the file is missing, empty or not readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_open(
    map: *mut lexc_map,
    path: *const c_char,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    let make = || {
        // SAFETY: the header requires it of texts.
        let file = open(unsafe { c_str(path, "path") }?)?;
        // SAFETY: the header requires that the file does not change while the map is open.
        unsafe { MappedImage::map(&file) }.map_err(failed_to("map"))
    };
    // SAFETY: the header requires it of maps.
    message.answer(unsafe { put(map, make) })
}

/// (std) Writes the address and the number of the file's bytes, which are there until the map is closed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_image(
    map: *const lexc_map,
    image: *mut *const u8,
    image_bytes: *mut usize,
) -> lexc_status {
    // SAFETY: the header requires it of maps.
    status(unsafe { get(map) }.and_then(|map| {
        // SAFETY: the header requires it of results.
        unsafe { write(image, "image", map.bytes().as_ptr()) }?;
        // SAFETY: the header requires it of results.
        unsafe { write(image_bytes, "image_bytes", map.bytes().len()) }
    }))
}

/// (std) Turns off reading ahead, for an image that is larger than memory. Call it before anything is read, so before
/// lexc_lexicon_open_unvalidated. Does nothing except on Unix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_page_by_page(map: *const lexc_map) -> lexc_status {
    // SAFETY: the header requires it of maps.
    status(unsafe { get(map) }.map(|map| {
        #[cfg(unix)]
        map.read_page_by_page();
        #[cfg(not(unix))]
        let _ = map;
    }))
}

/// (std) Gives back the memory of the pages in use; the system reads them again when they are needed. Other threads may use
/// the image meanwhile. Does nothing except on Unix.
/// LEXC_ERROR_FILE: the system refuses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_release(map: *const lexc_map) -> lexc_status {
    // SAFETY: the header requires it of maps.
    status(unsafe { get(map) }.and_then(|map| {
        #[cfg(unix)]
        map.release().map_err(failed_to("release"))?;
        #[cfg(not(unix))]
        let _ = map;
        Ok(())
    }))
}

/// (std) Closes a map. Its bytes must not be used afterwards. Close each map once, and no copy of it.
/// LEXC_ERROR_HANDLE: the map is not open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_map_close(map: *mut lexc_map) -> lexc_status {
    // SAFETY: the header requires it of maps, and that nothing uses the image afterwards.
    status(unsafe { take(map) }.map(drop))
}

/// (std) Writes the length of a file in bytes.
/// LEXC_ERROR_FILE: as for lexc_map_open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_file_bytes(
    path: *const c_char,
    file_bytes: *mut u64,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of texts.
    message.answer(unsafe { c_str(path, "path") }.and_then(|path| {
        let metadata = open(path)?.metadata();
        let len = metadata.map_err(failed_to("measure"))?.len();
        // SAFETY: the header requires it of results.
        unsafe { write(file_bytes, "file_bytes", len) }
    }))
}

/// (std) Reads a whole file into `buffer`, and writes its length in bytes to *len.
/// LEXC_ERROR_CAPACITY: the file has more than `capacity` bytes; the contents of `buffer` are undefined then.
/// LEXC_ERROR_FILE: as for lexc_map_open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lexc_file_read(
    path: *const c_char,
    buffer: *mut u8,
    capacity: usize,
    len: *mut usize,
    message: *mut c_char,
    message_bytes: usize,
) -> lexc_status {
    // SAFETY: the header requires it of messages.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of texts.
    message.answer(unsafe { c_str(path, "path") }.and_then(|path| {
        let mut file = open(path)?;
        // SAFETY: the header requires it of buffers.
        let buffer = unsafe { room(buffer, capacity, "buffer") }?;
        buffer.fill(MaybeUninit::new(0));
        let buffer = core::ptr::from_mut(buffer) as *mut [u8];
        // SAFETY: all bytes are initialized, and nothing else uses them.
        let read = read_all(&mut file, unsafe { &mut *buffer })?;
        // SAFETY: the header requires it of results.
        unsafe { write(len, "len", read) }
    }))
}

/// Reads a file to its end.
///
/// # Errors
/// [`Failure::Capacity`] if the file is longer than the buffer.
fn read_all(file: &mut File, buffer: &mut [u8]) -> Result<usize, Failure> {
    let capacity = buffer.len();
    let mut filled = 0;
    let mut one_more = [0];
    loop {
        let free = buffer.get_mut(filled..).unwrap_or_default();
        let is_full = free.is_empty();
        let free = if is_full { &mut one_more[..] } else { free };
        match file.read(free) {
            Ok(0) => return Ok(filled),
            Ok(_) if is_full => {
                let len = file.metadata().map_err(failed_to("measure"))?.len();
                let needed = usize::try_from(len).unwrap_or(usize::MAX);
                return Err(Failure::Capacity {
                    needed: needed.max(capacity.saturating_add(1)),
                    capacity,
                });
            }
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(failed_to("read")(error)),
        }
    }
}
