//! The best of many, in the caller's slice.

use core::cmp::Ordering;

use super::heap;

/// Keeps the first of all that are offered, by an order in which no two are equal.
///
/// The kept ones are a binary heap with the last of them on top, so that each offer costs the logarithm of their number.
#[derive(Debug)]
pub(super) struct Shortlist<'s, T> {
    slots: &'s mut [Option<T>],
    len: usize,
    order: fn(&T, &T) -> Ordering,
}

impl<'s, T> Shortlist<'s, T> {
    /// A list of as many as there are slots, whatever is in them.
    pub(super) fn new(
        slots: &'s mut [Option<T>],
        order: fn(&T, &T) -> Ordering,
    ) -> Shortlist<'s, T> {
        Shortlist {
            slots,
            len: 0,
            order,
        }
    }

    /// What has to be beaten: the last of the kept ones, once there are as many as there may be.
    #[inline]
    pub(super) fn last(&self) -> Option<&T> {
        let top = self.slots.first().and_then(Option::as_ref);
        top.filter(|_| self.len == self.slots.len())
    }

    /// What something must be worth that could be kept, if the order is by worth.
    #[inline]
    pub(super) fn needed(&self, worth: impl FnOnce(&T) -> i64) -> i64 {
        match self.last() {
            Some(last) => worth(last),
            None if self.slots.is_empty() => i64::MAX,
            None => i64::MIN,
        }
    }

    /// Keeps it if it is one of the first.
    pub(super) fn offer(&mut self, item: T) {
        if self.len < self.slots.len() {
            self.set(self.len, item);
            self.len += 1;
            let last = self.len - 1;
            let is_after = is_after(self.order);
            heap::raise(self.kept(), last, is_after);
        } else if self
            .last()
            .is_some_and(|last| (self.order)(&item, last).is_lt())
        {
            self.set(0, item);
            self.lower();
        }
    }

    /// Sorts what was kept; the slots after it are `None`. Returns how many there are.
    pub(super) fn finish(mut self) -> usize {
        let len = self.len;
        self.slots
            .iter_mut()
            .skip(len)
            .for_each(|slot| *slot = None);
        while let Some(last) = self.len.checked_sub(1) {
            heap::swap(self.slots, 0, last);
            self.len = last;
            self.lower();
        }
        len
    }

    fn set(&mut self, index: usize, item: T) {
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = Some(item);
        }
    }

    /// The kept ones.
    fn kept(&mut self) -> &mut [Option<T>] {
        self.slots.get_mut(..self.len).unwrap_or_default()
    }

    /// Moves what is on top down to its place.
    fn lower(&mut self) {
        let is_after = is_after(self.order);
        heap::lower(self.kept(), 0, is_after);
    }
}

/// Whether by this order the first of two comes after the second.
fn is_after<T>(order: fn(&T, &T) -> Ordering) -> impl Fn(&Option<T>, &Option<T>) -> bool {
    move |item, other| match (item, other) {
        (Some(item), Some(other)) => order(item, other).is_gt(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn keeps_what_sorting_all_puts_first() {
        // All numbers below a prime, in no order.
        let all: Vec<u32> = (0..211).map(|i| i * 86 % 211).collect();
        for count in [0, 1, 2, 3, 10, 50, 210, 211, 212, 300] {
            let mut slots = vec![Some(999); count];
            let mut list = Shortlist::new(&mut slots, u32::cmp);
            let mut sorted = Vec::new();
            for &item in &all {
                let was_last = list.last().copied();
                assert_eq!(was_last, sorted.get(count.wrapping_sub(1)).copied());
                let needed = match count {
                    0 => i64::MAX,
                    _ => was_last.map_or(i64::MIN, i64::from),
                };
                assert_eq!(list.needed(|&last| last.into()), needed);
                list.offer(item);
                sorted.push(item);
                sorted.sort();
                sorted.truncate(count);
            }
            let len = list.finish();
            assert_eq!(len, count.min(all.len()));
            let found: Vec<u32> = slots.iter().flatten().copied().collect();
            assert_eq!(found, sorted);
            assert!(slots[..len].iter().all(Option::is_some));
        }
    }
}
