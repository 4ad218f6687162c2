//! Objects that Java holds by number.
//!
//! A number is never used twice. So a number of a closed object finds no object, whatever Java does with it, and a call under way
//! keeps its object until it returns.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::failure::Failure;

/// The numbers of all kinds are distinct, so that a number of another kind finds no object either.
static NEXT: AtomicI64 = AtomicI64::new(1);

/// Objects of a kind.
pub struct Handles<T> {
    objects: LazyLock<RwLock<HashMap<i64, Arc<T>>>>,
    /// The name of an object in messages.
    name: &'static str,
}

impl<T> Handles<T> {
    pub const fn new(name: &'static str) -> Handles<T> {
        Handles {
            objects: LazyLock::new(RwLock::default),
            name,
        }
    }

    /// Keeps an object, and returns its number.
    pub fn put(&self, object: T) -> i64 {
        let handle = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut objects = self.objects.write().unwrap_or_else(PoisonError::into_inner);
        objects.insert(handle, Arc::new(object));
        handle
    }

    /// The object with a number.
    ///
    /// # Errors
    /// The object is closed.
    pub fn get(&self, handle: i64) -> Result<Arc<T>, Failure> {
        let objects = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        let object = objects.get(&handle).map(Arc::clone);
        object.ok_or(Failure::Closed(self.name))
    }

    /// Calls a short function with the object. A thread that closes an object waits until the function returns.
    ///
    /// # Errors
    /// The object is closed.
    #[inline]
    pub fn with<R>(
        &self,
        handle: i64,
        f: impl FnOnce(&T) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let objects = self.objects.read().unwrap_or_else(PoisonError::into_inner);
        f(objects.get(&handle).ok_or(Failure::Closed(self.name))?)
    }

    /// Closes an object. Does nothing if it is closed already.
    pub fn close(&self, handle: i64) {
        let mut objects = self.objects.write().unwrap_or_else(PoisonError::into_inner);
        let object = objects.remove(&handle);
        // The file is unmapped after the lock is released, unless a call still uses it.
        drop(objects);
        drop(object);
    }
}
