//! Arguments of a call from C, and handles: memory of the caller that holds a value of the runtime.
//!
//! Every function of the header that takes pointers to memory invokes [`arguments!`]. Methods of the [`Argument`]s then check
//! the pointers as far as a program can, and return references with the lifetime `'static`. This lifetime stands for
//! the time for which the header requires the memory: until the call returns, or while a handle is in use.

use core::ffi::{CStr, c_char};
use core::mem::{MaybeUninit, offset_of};
use core::slice;

use crate::status::{Failure, LEXC_MESSAGE_BYTES, lexc_error};

/// Takes arguments of a function of the header: `pointer`, or `pointer[length]` for a pointer and its length.
///
/// Compiles only in `unsafe` functions. By the header, their callers meet the requirements of [`Argument::new`].
macro_rules! arguments {
    ($($name:ident $([$len:ident])?),+) => {$(
        #[allow(unsafe_op_in_unsafe_fn, reason = "the header requires it of the caller")]
        let $name = crate::argument::Argument::new($crate::argument::pointer!($name $($len)?), stringify!($name));
    )+};
}

/// Pointer of an [`arguments!`] argument, with its length if there is one.
macro_rules! pointer {
    ($name:ident) => {
        $name
    };
    ($name:ident $len:ident) => {
        ($name, $len)
    };
}
pub(crate) use {arguments, pointer};

/// A pointer from C, alone or with a length.
///
/// Short methods are inlined: then no argument is passed through memory, which saves 700 bytes of a WebAssembly module.
pub(crate) struct Argument<P> {
    pointer: P,
    name: &'static str,
}

impl<P> Argument<P> {
    /// # Safety
    /// The pointer is null, or points to memory for a value of its type; if it has a length, for that many values. A
    /// text ends in a zero. Until the call ends, or for as long as a handle borrows the memory, nothing else changes
    /// the memory, or reads it if the pointer is `*mut`. If the memory is a handle that starts with its tag,
    /// [`put`](Argument::put) wrote the handle, and everything that the value borrows is still there.
    #[inline]
    pub(crate) unsafe fn new(pointer: P, name: &'static str) -> Argument<P> {
        Argument { pointer, name }
    }
}

/// Checks that a pointer is not null and is aligned.
fn check<T>(pointer: *const T, name: &'static str) -> Result<(), Failure> {
    if pointer.is_null() {
        Err(Failure::Null(name))
    } else if !pointer.is_aligned() {
        Err(Failure::Misaligned(name))
    } else {
        Ok(())
    }
}

/// Checks a pointer to an array of `len` values.
fn check_array<T>(pointer: *const T, len: usize, name: &'static str) -> Result<(), Failure> {
    check(pointer, name)?;
    let bytes = len.checked_mul(size_of::<T>());
    match bytes.is_some_and(|bytes| isize::try_from(bytes).is_ok()) {
        true => Ok(()),
        false => Err(Failure::OutOfRange(name)),
    }
}

impl<T> Argument<*const T> {
    /// Reads a value.
    #[inline]
    pub(crate) fn read(&self) -> Result<T, Failure>
    where
        T: Copy,
    {
        check(self.pointer, self.name)?;
        // SAFETY: not null and aligned; `new` requires the rest.
        Ok(unsafe { self.pointer.read() })
    }
}

impl Argument<*const c_char> {
    /// A UTF-8 text.
    #[inline]
    pub(crate) fn text(&self) -> Result<&'static str, Failure> {
        let text = self.c_str()?.to_str();
        text.map_err(|_| Failure::NotUtf8(self.name))
    }

    /// A UTF-8 text; `None` for a null pointer.
    #[inline]
    pub(crate) fn text_optional(&self) -> Result<Option<&'static str>, Failure> {
        match self.pointer.is_null() {
            true => Ok(None),
            false => self.text().map(Some),
        }
    }

    /// A text in any encoding.
    #[inline]
    pub(crate) fn c_str(&self) -> Result<&'static CStr, Failure> {
        check(self.pointer, self.name)?;
        // SAFETY: not null; `new` requires the zero.
        Ok(unsafe { CStr::from_ptr(self.pointer) })
    }
}

impl<T: Copy> Argument<(*const T, usize)> {
    /// Values of an array. The pointer may be null if the length is 0.
    pub(crate) fn values(&self) -> Result<&'static [T], Failure> {
        let (pointer, len) = self.pointer;
        if len == 0 {
            return Ok(&[]);
        }
        check_array(pointer, len, self.name)?;
        // SAFETY: not null, aligned, and no longer than an object can be; `new` requires the rest.
        Ok(unsafe { slice::from_raw_parts(pointer, len) })
    }
}

impl<T> Argument<*mut T> {
    /// Writes a result.
    #[inline]
    pub(crate) fn write(&self, value: T) -> Result<(), Failure> {
        check(self.pointer, self.name)?;
        // SAFETY: not null and aligned; `new` requires the rest.
        unsafe { self.pointer.write(value) };
        Ok(())
    }

    /// Writes a result, or nothing if the pointer is null.
    #[inline]
    pub(crate) fn write_optional(&self, value: T) -> Result<(), Failure> {
        if self.pointer.is_null() {
            return Ok(());
        }
        self.write(value)
    }
}

impl Argument<*mut lexc_error> {
    /// True for a null pointer.
    pub(crate) fn is_null(&self) -> bool {
        self.pointer.is_null()
    }

    /// Status, line and column.
    pub(crate) fn start(&self) -> Argument<*mut [u32; 3]> {
        const {
            assert!(offset_of!(lexc_error, status) == 0 && offset_of!(lexc_error, line) == 4);
            assert!(offset_of!(lexc_error, column) == 8);
        }
        let (pointer, name) = (self.pointer.cast(), self.name);
        Argument { pointer, name }
    }

    /// The message.
    pub(crate) fn message(&self) -> Argument<(*mut c_char, usize)> {
        let message = (self.pointer).wrapping_byte_add(offset_of!(lexc_error, message));
        Argument {
            pointer: (message.cast(), LEXC_MESSAGE_BYTES),
            name: self.name,
        }
    }
}

impl<T: 'static> Argument<(*mut T, usize)> {
    /// Fills the memory with default values. The pointer may be null if the length is 0.
    #[cfg(feature = "std")]
    pub(crate) fn filled(self) -> Result<&'static mut [T], Failure>
    where
        T: Default,
    {
        let room = self.room()?;
        for slot in room.iter_mut() {
            slot.write(T::default());
        }
        // SAFETY: all values were written.
        Ok(unsafe { &mut *(core::ptr::from_mut(room) as *mut [T]) })
    }

    /// Fills the memory in two steps: `search` writes to slots of another type, no larger than `T`, and `convert` makes a `T`
    /// of each slot in place. Returns the number that `search` returns. The pointer may be null if the length is 0.
    pub(crate) fn fill_by<U: Copy>(
        self,
        search: impl FnOnce(&mut [Option<U>]) -> usize,
        convert: impl Fn(Option<&U>) -> T,
    ) -> Result<usize, Failure> {
        const {
            assert!(size_of::<Option<U>>() <= size_of::<T>());
            assert!(align_of::<Option<U>>() <= align_of::<T>());
        }
        let room = self.room()?;
        let (values, len) = (room.as_mut_ptr(), room.len());
        let slots = values.cast::<Option<U>>();
        for index in 0..len {
            // SAFETY: the memory is for `len` values, which are no smaller than slots.
            unsafe { slots.wrapping_add(index).write(None) };
        }
        // SAFETY: all slots were written.
        let found = search(unsafe { slice::from_raw_parts_mut(slots, len) });
        // The value at an index overlaps no slot with a lower index. Slots with higher indices are converted already.
        for index in (0..len).rev() {
            // SAFETY: the slot holds the option that `search` left there.
            let slot = unsafe { slots.wrapping_add(index).read() };
            let value = MaybeUninit::new(convert(slot.as_ref()));
            // SAFETY: the memory is for `len` values.
            unsafe { values.wrapping_add(index).write(value) };
        }
        Ok(found)
    }

    /// Memory that may be uninitialized.
    fn room(self) -> Result<&'static mut [MaybeUninit<T>], Failure> {
        let (pointer, len) = self.pointer;
        if len == 0 {
            return Ok(&mut []);
        }
        check_array(pointer, len, self.name)?;
        // SAFETY: not null, aligned, and no longer than an object can be; `new` requires the rest.
        Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), len) })
    }

    /// Memory that may be uninitialized. A null pointer stands for no memory, whatever the length.
    pub(crate) fn optional_room(self) -> Result<&'static mut [MaybeUninit<T>], Failure> {
        if self.pointer.0.is_null() {
            return Ok(&mut []);
        }
        self.room()
    }
}

/// A type of the header whose memory holds a value.
pub(crate) trait Handle: Sized {
    /// Type of the value.
    type Value: 'static;
    /// First 64 bits of a handle that holds a value. Other memory is unlikely to start with them.
    const TAG: u64;
}

/// Contents of a handle: the tag says whether there is a value.
#[repr(C, align(8))]
struct Contents<T> {
    tag: u64,
    value: MaybeUninit<T>,
}

/// Checks a pointer to a handle, and casts it to the handle's contents.
fn contents<H: Handle>(
    handle: *const H,
    name: &'static str,
) -> Result<*mut Contents<H::Value>, Failure> {
    const {
        assert!(size_of::<Contents<H::Value>>() <= size_of::<H>());
        assert!(align_of::<Contents<H::Value>>() <= 8);
    }
    let contents = handle.cast::<Contents<H::Value>>();
    check(contents, name)?;
    Ok(contents.cast_mut())
}

impl<H: Handle> Argument<*const H> {
    /// Value of a handle; `None` for a null pointer.
    pub(crate) fn get_optional(&self) -> Result<Option<&'static H::Value>, Failure> {
        match self.pointer.is_null() {
            true => Ok(None),
            false => self.get().map(Some),
        }
    }

    /// Value of a handle.
    #[inline]
    pub(crate) fn get(&self) -> Result<&'static H::Value, Failure> {
        // SAFETY: not null and aligned; `new` requires the rest. All bytes are valid as a tag and as a `MaybeUninit`.
        let contents = unsafe { &*contents(self.pointer, self.name)? };
        if contents.tag != H::TAG {
            return Err(Failure::NoHandle(self.name));
        }
        // SAFETY: `put` writes the value together with the tag.
        Ok(unsafe { contents.value.assume_init_ref() })
    }
}

impl<H: Handle> Argument<*mut H> {
    /// Contents of a handle that holds a value.
    fn filled(self) -> Result<&'static mut Contents<H::Value>, Failure> {
        // SAFETY: not null and aligned; `new` requires the rest. All bytes are valid as a tag and as a `MaybeUninit`.
        let contents = unsafe { &mut *contents(self.pointer, self.name)? };
        if contents.tag != H::TAG {
            return Err(Failure::NoHandle(self.name));
        }
        Ok(contents)
    }

    /// Value of a handle, for changes.
    #[inline]
    pub(crate) fn get_mut(self) -> Result<&'static mut H::Value, Failure> {
        // SAFETY: `put` writes the value together with the tag.
        Ok(unsafe { self.filled()?.value.assume_init_mut() })
    }

    /// Takes the value out of a handle, which holds nothing afterwards.
    pub(crate) fn take(self) -> Result<H::Value, Failure> {
        let contents = self.filled()?;
        contents.tag = 0;
        // SAFETY: `put` wrote the value together with the tag; without the tag, nothing reads it again.
        Ok(unsafe { contents.value.assume_init_read() })
    }

    /// Puts a value into a handle, unless the pointer is null.
    pub(crate) fn put_optional(self, value: H::Value) -> Result<(), Failure> {
        match self.pointer.is_null() {
            true => Ok(()),
            false => self.put(|| Ok(value)),
        }
    }

    /// Puts the value that `make` returns into a handle. If `make` fails, the handle holds nothing.
    pub(crate) fn put(
        self,
        make: impl FnOnce() -> Result<H::Value, Failure>,
    ) -> Result<(), Failure> {
        let contents = contents(self.pointer, self.name)?;
        // SAFETY: not null and aligned; the tag is the first field, and `new` requires the rest.
        unsafe { contents.cast::<u64>().write(0) };
        let value = MaybeUninit::new(make()?);
        // SAFETY: not null and aligned; the handle is no smaller, as `contents` asserts.
        unsafe { contents.write(Contents { tag: H::TAG, value }) };
        Ok(())
    }
}
