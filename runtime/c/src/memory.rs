//! What the caller passes: pointers, and handles in memory of the caller's.
//!
//! Each function here checks what can be seen of a pointer, that it is not null and is aligned, and takes the rest as its
//! `# Safety` says. The header requires all of it of the caller; so what the other modules have to say is which of the
//! header's sentences an argument falls under.

use core::ffi::{CStr, c_char};
use core::mem::MaybeUninit;
use core::slice;

use crate::failure::Failure;

/// A handle in memory of the caller's: what it holds, and a tag that tells whether it does.
///
/// The header has each as an array of 64-bit integers that is at least as large.
#[repr(C, align(8))]
#[derive(Debug)]
pub struct Handle<T> {
    tag: u64,
    value: MaybeUninit<T>,
}

/// What is kept in handles.
pub(crate) trait Kept {
    /// What the first 64 bits of a handle are while it holds one. Nothing that memory has by chance.
    const TAG: u64;
    /// The argument's name in texts.
    const WHAT: &'static str;
}

/// Checks what can be seen of a pointer.
fn check<T>(pointer: *const T, what: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        Err(Failure::Null { what })
    } else if !pointer.is_aligned() {
        Err(Failure::Misaligned { what })
    } else {
        Ok(())
    }
}

/// What a handle holds.
///
/// # Safety
/// The pointer is null, or leads to a handle of the header's size, which no thread changes during `'a`. If its first 64 bits
/// are the tag, it was made by [`put`], and what it holds borrows from lives on.
pub(crate) unsafe fn handle<'a, T: Kept>(pointer: *const Handle<T>) -> Result<&'a T, Failure> {
    check(pointer, T::WHAT)?;
    // SAFETY: not null and aligned, and what the caller promises. Any bytes are a tag, and no bytes a `MaybeUninit`.
    let handle = unsafe { &*pointer };
    if handle.tag != T::TAG {
        return Err(Failure::NoHandle { what: T::WHAT });
    }
    // SAFETY: `put` writes the value together with the tag.
    Ok(unsafe { handle.value.assume_init_ref() })
}

/// What a handle holds, to be changed.
///
/// # Safety
/// As of [`handle`], and nothing else uses the handle during `'a`.
pub(crate) unsafe fn handle_mut<'a, T: Kept>(
    pointer: *mut Handle<T>,
) -> Result<&'a mut T, Failure> {
    check(pointer, T::WHAT)?;
    // SAFETY: not null and aligned, and what the caller promises. Any bytes are a tag, and no bytes a `MaybeUninit`.
    let handle = unsafe { &mut *pointer };
    if handle.tag != T::TAG {
        return Err(Failure::NoHandle { what: T::WHAT });
    }
    // SAFETY: `put` writes the value together with the tag.
    Ok(unsafe { handle.value.assume_init_mut() })
}

/// Makes a handle of what `make` returns. If it fails, the handle is none, whatever it was before.
///
/// # Safety
/// The pointer is null, or leads to memory of the header's size for the handle, which nothing else uses meanwhile.
pub(crate) unsafe fn put<T: Kept>(
    pointer: *mut Handle<T>,
    make: impl FnOnce() -> Result<T, Failure>,
) -> Result<(), Failure> {
    check(pointer, T::WHAT)?;
    let tag = pointer.cast::<u64>();
    // SAFETY: not null and aligned; the tag is the first field, and can be written as the caller promises.
    unsafe { tag.write(0) };
    let value = MaybeUninit::new(make()?);
    // SAFETY: not null and aligned, and as large as the caller promises.
    unsafe { pointer.write(Handle { tag: T::TAG, value }) };
    Ok(())
}

/// Takes out of a handle what it holds; from then on it is none.
///
/// # Safety
/// As of [`handle_mut`].
#[cfg(feature = "std")]
pub(crate) unsafe fn take<T: Kept>(pointer: *mut Handle<T>) -> Result<T, Failure> {
    check(pointer, T::WHAT)?;
    // SAFETY: not null and aligned, and what the caller promises.
    let handle = unsafe { &mut *pointer };
    if handle.tag != T::TAG {
        return Err(Failure::NoHandle { what: T::WHAT });
    }
    handle.tag = 0;
    // SAFETY: `put` wrote the value together with the tag, without which nobody reads it again.
    Ok(unsafe { handle.value.assume_init_read() })
}

/// Writes a result to where the caller wants it.
///
/// # Safety
/// The pointer is null, or a `T` can be written there.
pub(crate) unsafe fn write<T>(
    pointer: *mut T,
    what: &'static str,
    value: T,
) -> Result<(), Failure> {
    check(pointer, what)?;
    // SAFETY: not null and aligned, and what the caller promises.
    unsafe { pointer.write(value) };
    Ok(())
}

/// As [`write`], where null says that the caller does without.
///
/// # Safety
/// As of [`write`].
pub(crate) unsafe fn write_if_asked<T>(
    pointer: *mut T,
    what: &'static str,
    value: T,
) -> Result<(), Failure> {
    if pointer.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise is the same.
    unsafe { write(pointer, what, value) }
}

/// Reads what the caller passes by address.
///
/// # Safety
/// The pointer is null, or a `T` of the caller's lies there.
pub(crate) unsafe fn read<T: Copy>(pointer: *const T, what: &'static str) -> Result<T, Failure> {
    check(pointer, what)?;
    // SAFETY: not null and aligned, and what the caller promises.
    Ok(unsafe { pointer.read() })
}

/// Bytes of the caller's. Null is no bytes if there are to be none.
///
/// # Safety
/// The pointer is null, or `len` bytes lie there, which nobody changes during `'a`.
pub(crate) unsafe fn bytes<'a>(
    pointer: *const u8,
    len: usize,
    what: &'static str,
) -> Result<&'a [u8], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    check(pointer, what)?;
    if isize::try_from(len).is_err() {
        return Err(Failure::OutOfRange { what });
    }
    // SAFETY: not null, no longer than memory can be, and what the caller promises.
    Ok(unsafe { slice::from_raw_parts(pointer, len) })
}

/// Memory of the caller's for `len` values, which may hold anything. Null is room for none.
///
/// # Safety
/// The pointer is null, or there is room for `len` values, which nothing else uses during `'a`.
pub(crate) unsafe fn room<'a, T>(
    pointer: *mut T,
    len: usize,
    what: &'static str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if len == 0 {
        return Ok(&mut []);
    }
    check(pointer, what)?;
    let bytes = len.checked_mul(size_of::<T>());
    if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(Failure::OutOfRange { what });
    }
    // SAFETY: not null, aligned, no longer than memory can be, and what the caller promises.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), len) })
}

/// A text of the caller's.
///
/// # Safety
/// The pointer is null, or a text with a zero at its end lies there, which nobody changes during `'a`.
pub(crate) unsafe fn text<'a>(
    pointer: *const c_char,
    what: &'static str,
) -> Result<&'a str, Failure> {
    // SAFETY: the caller's promise is the same.
    let text = unsafe { c_str(pointer, what) }?;
    text.to_str().map_err(|_| Failure::NotUtf8 { what })
}

/// A text of the caller's in any encoding.
///
/// # Safety
/// As of [`text`].
pub(crate) unsafe fn c_str<'a>(
    pointer: *const c_char,
    what: &'static str,
) -> Result<&'a CStr, Failure> {
    check(pointer, what)?;
    // SAFETY: not null, and the caller promises the zero.
    Ok(unsafe { CStr::from_ptr(pointer) })
}
