//! Handles: memory of the caller that holds a value of the runtime.

use core::mem::MaybeUninit;

use crate::failure::Failure;
use crate::memory::check;

/// A type of the header whose memory holds a value.
pub(crate) trait Handle: Sized {
    /// Type of the value.
    type Value: 'static;
    /// First 64 bits of a handle that holds a value. Memory does not have them by chance.
    const TAG: u64;
    /// Name of the argument, for messages.
    const ARGUMENT: &'static str;
}

/// Contents of a handle: the tag says whether there is a value.
#[repr(C, align(8))]
struct Contents<T> {
    tag: u64,
    value: MaybeUninit<T>,
}

/// Casts a pointer to a handle.
fn contents<H: Handle>(handle: *const H) -> Result<*mut Contents<H::Value>, Failure> {
    const {
        assert!(size_of::<Contents<H::Value>>() <= size_of::<H>());
        assert!(align_of::<Contents<H::Value>>() <= 8);
    }
    let contents = handle.cast::<Contents<H::Value>>();
    check(contents, H::ARGUMENT)?;
    Ok(contents.cast_mut())
}

/// Value of a handle.
///
/// # Safety
/// The pointer is null, or points to a handle that no thread changes during `'a`. If its first 64 bits are the tag, [`put`]
/// wrote it, and everything that its value borrows is still there.
pub(crate) unsafe fn get<'a, H: Handle>(handle: *const H) -> Result<&'a H::Value, Failure> {
    // SAFETY: not null and aligned; the caller promises the rest. All bytes are valid as a tag and as a `MaybeUninit`.
    let contents = unsafe { &*contents(handle)? };
    if contents.tag != H::TAG {
        return Err(Failure::NoHandle {
            argument: H::ARGUMENT,
        });
    }
    // SAFETY: `put` writes the value together with the tag.
    Ok(unsafe { contents.value.assume_init_ref() })
}

/// Value of a handle, to be changed.
///
/// # Safety
/// Same as [`get`], and nothing else uses the handle during `'a`.
pub(crate) unsafe fn get_mut<'a, H: Handle>(handle: *mut H) -> Result<&'a mut H::Value, Failure> {
    // SAFETY: not null and aligned; the caller promises the rest. All bytes are valid as a tag and as a `MaybeUninit`.
    let contents = unsafe { &mut *contents(handle)? };
    if contents.tag != H::TAG {
        return Err(Failure::NoHandle {
            argument: H::ARGUMENT,
        });
    }
    // SAFETY: `put` writes the value together with the tag.
    Ok(unsafe { contents.value.assume_init_mut() })
}

/// Puts the value that `make` returns into a handle. If `make` fails, the handle holds nothing.
///
/// # Safety
/// The pointer is null, or points to memory of the handle's size that nothing else uses during the call.
pub(crate) unsafe fn put<H: Handle>(
    handle: *mut H,
    make: impl FnOnce() -> Result<H::Value, Failure>,
) -> Result<(), Failure> {
    let contents = contents(handle)?;
    // SAFETY: not null and aligned; the tag is the first field, and the caller promises that it can be written.
    unsafe { contents.cast::<u64>().write(0) };
    let value = MaybeUninit::new(make()?);
    // SAFETY: not null and aligned; the handle is no smaller, as `contents` asserts.
    unsafe { contents.write(Contents { tag: H::TAG, value }) };
    Ok(())
}

/// Takes the value out of a handle, which holds nothing afterwards.
///
/// # Safety
/// Same as [`get_mut`].
#[cfg(feature = "std")]
pub(crate) unsafe fn take<H: Handle>(handle: *mut H) -> Result<H::Value, Failure> {
    // SAFETY: not null and aligned; the caller promises the rest. All bytes are valid as a tag and as a `MaybeUninit`.
    let contents = unsafe { &mut *contents(handle)? };
    if contents.tag != H::TAG {
        return Err(Failure::NoHandle {
            argument: H::ARGUMENT,
        });
    }
    contents.tag = 0;
    // SAFETY: `put` wrote the value together with the tag; without the tag, nothing reads it again.
    Ok(unsafe { contents.value.assume_init_read() })
}
