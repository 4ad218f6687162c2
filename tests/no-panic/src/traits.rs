//! Calls the methods of standard traits, one function for each trait. `Debug` is left out: `core`'s helpers for it
//! contain panics that the compiler cannot rule out.

use core::cmp::Ordering;
use core::error::Error;
use core::fmt::{self, Display, Write};
use core::hash::{Hash, Hasher};

use crate::{opaque, used};

/// Output with room for this number of bytes. Refuses a write for which the room is too small.
struct Sink(usize);

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        used(text);
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Hasher that cannot panic.
struct Sum(u64);

impl Hasher for Sum {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(5) ^ u64::from(*byte);
        }
    }
}

pub(crate) fn display<T: Display>(value: &T) {
    used(write!(Sink(opaque(1)), "{value}").is_ok());
    // The width is a `u8` because `core` panics at widths above 65,535.
    let width = usize::from(opaque(9_u8));
    used(write!(Sink(opaque(1)), "{value:>#width$}").is_ok());
}

pub(crate) fn source<T: Error>(value: &T) {
    used(value.source().is_some());
}

pub(crate) fn clone<T: Clone>(value: &T) {
    used(opaque(value).clone());
}

pub(crate) fn eq<T: PartialEq>(value: &T) {
    used(opaque(value) == opaque(value));
}

pub(crate) fn cmp<T: Ord>(value: &T) {
    let [a, b] = [value, value].map(opaque);
    used(a.cmp(b) == Ordering::Less && a.partial_cmp(b).is_some());
}

pub(crate) fn hash<T: Hash>(value: &T) {
    let mut sum = Sum(0);
    opaque(value).hash(&mut sum);
    used(sum.finish());
}

pub(crate) fn default<T: Default>() {
    used(T::default());
}
