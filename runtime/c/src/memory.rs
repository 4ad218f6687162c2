//! Memory that the caller passes.
//!
//! Each function checks that a pointer is not null and is aligned, and takes the rest from its caller, as `# Safety` says.
//! The header requires all of it from programs in C, so `SAFETY` comments elsewhere name the kind of argument.

use core::ffi::{CStr, c_char};
use core::mem::MaybeUninit;
use core::slice;

use crate::failure::Failure;

/// Checks that a pointer is not null and is aligned.
pub(crate) fn check<T>(pointer: *const T, argument: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        Err(Failure::Null { argument })
    } else if !pointer.is_aligned() {
        Err(Failure::Misaligned { argument })
    } else {
        Ok(())
    }
}

/// Writes a result.
///
/// # Safety
/// The pointer is null, or a `T` can be written there.
pub(crate) unsafe fn write<T>(
    pointer: *mut T,
    argument: &'static str,
    value: T,
) -> Result<(), Failure> {
    check(pointer, argument)?;
    // SAFETY: not null and aligned; the caller promises the rest.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Writes an optional result: nothing if the pointer is null.
///
/// # Safety
/// Same as [`write`].
pub(crate) unsafe fn write_optional<T>(
    pointer: *mut T,
    argument: &'static str,
    value: T,
) -> Result<(), Failure> {
    if pointer.is_null() {
        return Ok(());
    }
    // SAFETY: the caller promises the same.
    unsafe { write(pointer, argument, value) }
}

/// Reads a value.
///
/// # Safety
/// The pointer is null, or a `T` lies there.
pub(crate) unsafe fn read<T: Copy>(
    pointer: *const T,
    argument: &'static str,
) -> Result<T, Failure> {
    check(pointer, argument)?;
    // SAFETY: not null and aligned; the caller promises the rest.
    Ok(unsafe { pointer.read() })
}

/// Bytes of the caller. Null stands for no bytes if `len` is 0.
///
/// # Safety
/// The pointer is null, or `len` bytes lie there and do not change during `'a`.
pub(crate) unsafe fn bytes<'a>(
    pointer: *const u8,
    len: usize,
    argument: &'static str,
) -> Result<&'a [u8], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    check(pointer, argument)?;
    if isize::try_from(len).is_err() {
        return Err(Failure::OutOfRange { argument });
    }
    // SAFETY: not null, and no longer than an object can be; the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, len) })
}

/// Room for `len` values, which may be uninitialized. Null stands for no room if `len` is 0.
///
/// # Safety
/// The pointer is null, or `len` values fit there and nothing else uses that memory during `'a`.
pub(crate) unsafe fn room<'a, T>(
    pointer: *mut T,
    len: usize,
    argument: &'static str,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if len == 0 {
        return Ok(&mut []);
    }
    check(pointer, argument)?;
    let bytes = len.checked_mul(size_of::<T>());
    if bytes.is_none_or(|bytes| isize::try_from(bytes).is_err()) {
        return Err(Failure::OutOfRange { argument });
    }
    // SAFETY: not null, aligned, and no longer than an object can be; the caller promises the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), len) })
}

/// A UTF-8 text that ends in a zero.
///
/// # Safety
/// The pointer is null, or a text that ends in a zero lies there and does not change during `'a`.
pub(crate) unsafe fn text<'a>(
    pointer: *const c_char,
    argument: &'static str,
) -> Result<&'a str, Failure> {
    // SAFETY: the caller promises the same.
    let text = unsafe { c_str(pointer, argument) }?;
    text.to_str().map_err(|_| Failure::NotUtf8 { argument })
}

/// A text in any encoding that ends in a zero.
///
/// # Safety
/// Same as [`text`].
pub(crate) unsafe fn c_str<'a>(
    pointer: *const c_char,
    argument: &'static str,
) -> Result<&'a CStr, Failure> {
    check(pointer, argument)?;
    // SAFETY: not null; the caller promises the zero.
    Ok(unsafe { CStr::from_ptr(pointer) })
}
