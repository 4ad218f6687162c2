//! Top k, in the caller's slice.

use core::cmp::Ordering;

use super::heap;

/// Keeps the first k of all items offered, by an order in which no two are equal.
///
/// They are a binary heap with the last one on top, so an offer costs O(log k).
#[derive(Debug)]
pub(super) struct TopK<'s, T> {
    slots: &'s mut [Option<T>],
    len: usize,
    order: fn(&T, &T) -> Ordering,
}

impl<'s, T> TopK<'s, T> {
    /// Keeps as many items as there are slots, and overwrites these.
    pub(super) fn new(slots: &'s mut [Option<T>], order: fn(&T, &T) -> Ordering) -> TopK<'s, T> {
        TopK {
            slots,
            len: 0,
            order,
        }
    }

    /// The last item kept; `None` until k items are kept.
    #[inline]
    pub(super) fn last(&self) -> Option<&T> {
        let top = self.slots.first().and_then(Option::as_ref);
        top.filter(|_| self.len == self.slots.len())
    }

    /// Lowest value of an item that can still be kept, if `value` falls along the order.
    #[inline]
    pub(super) fn threshold(&self, value: impl FnOnce(&T) -> i64) -> i64 {
        match self.last() {
            Some(last) => value(last),
            None if self.slots.is_empty() => i64::MAX,
            None => i64::MIN,
        }
    }

    /// Keeps the item if it is among the first k.
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

    /// Sorts the items kept, and sets the slots after them to `None`. Returns their number.
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

    /// The items kept.
    fn kept(&mut self) -> &mut [Option<T>] {
        self.slots.get_mut(..self.len).unwrap_or_default()
    }

    /// Moves the top down to its place.
    fn lower(&mut self) {
        let is_after = is_after(self.order);
        heap::lower(self.kept(), 0, is_after);
    }
}

/// Compares by the order: `true` if the first comes after the second.
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
    fn keeps_what_sorting_puts_first() {
        // All numbers below a prime, shuffled.
        let all: Vec<u32> = (0..211).map(|i| i * 86 % 211).collect();
        for count in [0, 1, 2, 3, 10, 50, 210, 211, 212, 300] {
            let mut slots = vec![Some(999); count];
            let mut list = TopK::new(&mut slots, u32::cmp);
            let mut sorted = Vec::new();
            for &item in &all {
                let was_last = list.last().copied();
                assert_eq!(was_last, sorted.get(count.wrapping_sub(1)).copied());
                let threshold = match count {
                    0 => i64::MAX,
                    _ => was_last.map_or(i64::MIN, i64::from),
                };
                assert_eq!(list.threshold(|&last| last.into()), threshold);
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
