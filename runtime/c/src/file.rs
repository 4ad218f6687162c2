//! Image files: mapped, or read into memory of the caller's.

use core::ffi::{CStr, c_char};
use core::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};

use lexc_runtime::MappedImage;

use crate::answer::{Message, OK, Status, status};
use crate::failure::Failure;
use crate::memory::{Handle, Kept, c_str, handle, put, room, take, write};

/// `lexc_map`: a file that is mapped into memory.
pub type MapHandle = Handle<MappedImage>;

// As in the header.
const _: () = assert!(size_of::<MapHandle>() <= 8 * 8);

impl Kept for MappedImage {
    const TAG: u64 = 0x4C45_5843_D1C7_1004;
    const WHAT: &'static str = "map";
}

/// Why a file is not read. The system's own text for it would take memory of the heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileError {
    action: &'static str,
    kind: ErrorKind,
    code: Option<i32>,
}

impl FileError {
    fn of(action: &'static str) -> impl Fn(io::Error) -> Failure {
        move |error| {
            Failure::File(FileError {
                action,
                kind: error.kind(),
                code: error.raw_os_error(),
            })
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} the file: {}", self.action, self.kind)?;
        if let Some(code) = self.code {
            write!(f, ", error {code} of the system")?;
        }
        match self.kind {
            ErrorKind::NotFound => f.write_str(" (check the path)"),
            ErrorKind::PermissionDenied => f.write_str(" (allow it to be read)"),
            _ => Ok(()),
        }
    }
}

/// Opens a file to be read.
#[cfg(unix)]
fn open(path: &CStr) -> Result<File, Failure> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let file = rustix::fs::open(path, flags, rustix::fs::Mode::empty());
    file.map(File::from)
        .map_err(io::Error::from)
        .map_err(FileError::of("open"))
}

/// Opens a file to be read.
#[cfg(not(unix))]
fn open(path: &CStr) -> Result<File, Failure> {
    let path = path.to_str();
    let path = path.map_err(|_| Failure::NotUtf8 { what: "path" })?;
    File::open(path).map_err(FileError::of("open"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_map_open(
    map: *mut MapHandle,
    path: *const c_char,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    let make = || {
        // SAFETY: the header requires it of texts.
        let file = open(unsafe { c_str(path, "path") }?)?;
        // SAFETY: the header requires that the file is not changed as long as the map is open.
        unsafe { MappedImage::map(&file) }.map_err(FileError::of("map"))
    };
    // SAFETY: the header requires it of maps.
    message.answer(unsafe { put(map, make) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_map_image(
    map: *const MapHandle,
    image: *mut *const u8,
    image_bytes: *mut usize,
) -> Status {
    // SAFETY: the header requires it of maps.
    let result = unsafe { handle(map) }.and_then(|map| {
        // SAFETY: the header requires it of results.
        unsafe { write(image, "image", map.bytes().as_ptr()) }?;
        // SAFETY: the header requires it of results.
        unsafe { write(image_bytes, "image_bytes", map.bytes().len()) }
    });
    status(result.map(|()| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_map_page_by_page(map: *const MapHandle) -> Status {
    // SAFETY: the header requires it of maps.
    let result = unsafe { handle(map) };
    status(result.map(|map| {
        #[cfg(unix)]
        map.read_page_by_page();
        #[cfg(not(unix))]
        let _ = map;
        OK
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_map_release(map: *const MapHandle) -> Status {
    // SAFETY: the header requires it of maps.
    let result = unsafe { handle(map) };
    status(result.and_then(|map| {
        #[cfg(unix)]
        map.release().map_err(FileError::of("release"))?;
        #[cfg(not(unix))]
        let _ = map;
        Ok(OK)
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_map_close(map: *mut MapHandle) -> Status {
    // SAFETY: the header requires it of maps, and that nothing uses the image any more.
    status(unsafe { take(map) }.map(|_| OK))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_file_bytes(
    path: *const c_char,
    file_bytes: *mut u64,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of texts.
    message.answer(unsafe { c_str(path, "path") }.and_then(|path| {
        let metadata = open(path)?.metadata();
        let len = metadata.map_err(FileError::of("look at"))?.len();
        // SAFETY: the header requires it of results.
        unsafe { write(file_bytes, "file_bytes", len) }
    }))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn lexc_file_read(
    path: *const c_char,
    buffer: *mut u8,
    capacity: usize,
    len: *mut usize,
    message: *mut c_char,
    message_bytes: usize,
) -> Status {
    // SAFETY: the header requires it of every message.
    let message = unsafe { Message::new(message, message_bytes) };
    // SAFETY: the header requires it of texts.
    message.answer(unsafe { c_str(path, "path") }.and_then(|path| {
        let mut file = open(path)?;
        // SAFETY: the header requires it of memory that is written.
        let buffer = unsafe { room(buffer, capacity, "buffer") }?;
        // What is read into has to hold something.
        let buffer = {
            buffer.fill(core::mem::MaybeUninit::new(0));
            core::ptr::from_mut(buffer) as *mut [u8]
        };
        // SAFETY: it was filled just now, and nothing else uses it.
        let read = read_all(&mut file, unsafe { &mut *buffer })?;
        // SAFETY: the header requires it of results.
        unsafe { write(len, "len", read) }
    }))
}

/// Reads a file to its end, which has to fit.
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
                let len = file.metadata().map_err(FileError::of("look at"))?.len();
                let needed = usize::try_from(len).unwrap_or(usize::MAX);
                return Err(Failure::Capacity {
                    needed: needed.max(capacity.saturating_add(1)),
                    capacity,
                });
            }
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(FileError::of("read")(error)),
        }
    }
}
