//! Binary heaps, and the top k of all items offered, in the caller's slice.
//!
//! The heap of the standard library allocates, and the library's sorts can panic on an inconsistent order. These heaps
//! do neither: an inconsistent order leaves the items in any order, and an index out of range leaves them unchanged.

use core::cmp::Ordering;

/// Moves the item at `index` down the heap until `is_above` is false for each of its children.
pub(super) fn sift_down<T>(heap: &mut [T], mut index: usize, is_above: impl Fn(&T, &T) -> bool) {
    loop {
        let (left, right) = (2 * index + 1, 2 * index + 2);
        // Avoids a branch, which would be unpredictable.
        let child = match (heap.get(left), heap.get(right)) {
            (Some(left_item), Some(right_item)) => {
                left + usize::from(is_above(right_item, left_item))
            }
            _ => left,
        };
        match heap.get_disjoint_mut([index, child]) {
            Ok([parent, item]) if is_above(item, parent) => core::mem::swap(parent, item),
            _ => return,
        }
        index = child;
    }
}

/// Turns items in any order into a heap.
pub(super) fn make<T>(items: &mut [T], is_above: impl Fn(&T, &T) -> bool) {
    for index in (0..items.len() / 2).rev() {
        sift_down(items, index, &is_above);
    }
}

/// Takes the top item out of a heap. Returns the item, and the heap of the other items.
pub(super) fn pop<T>(
    heap: &mut [T],
    is_above: impl Fn(&T, &T) -> bool,
) -> Option<(&mut T, &mut [T])> {
    let (last, rest) = heap.split_last_mut()?;
    if let Some(top) = rest.first_mut() {
        core::mem::swap(top, last);
        sift_down(rest, 0, is_above);
    }
    Some((last, rest))
}

/// Keeps the k items that rank first in `order`, a strict total order.
///
/// Once k items are kept, they form a heap with the lowest-ranked one on top, so an offer costs O(log k).
#[derive(Debug)]
pub(super) struct TopK<'s, T> {
    slots: &'s mut [Option<T>],
    len: usize,
    order: fn(&T, &T) -> Ordering,
}

impl<'s, T> TopK<'s, T> {
    /// Keeps up to `slots.len()` items in `slots`, and overwrites the contents of `slots`.
    pub(super) fn new(slots: &'s mut [Option<T>], order: fn(&T, &T) -> Ordering) -> TopK<'s, T> {
        TopK {
            slots,
            len: 0,
            order,
        }
    }

    /// Value of the lowest-ranked item once all slots are full; [`i64::MIN`] until then; [`i64::MAX`] if there are no
    /// slots.
    #[inline]
    pub(super) fn threshold(&self, value: impl FnOnce(&T) -> i64) -> i64 {
        match self.slots.first() {
            Some(Some(lowest)) if self.len == self.slots.len() => value(lowest),
            Some(_) => i64::MIN,
            None => i64::MAX,
        }
    }

    /// Keeps the item if it ranks among the first k.
    pub(super) fn offer(&mut self, item: T) {
        if let Some(slot) = self.slots.get_mut(self.len) {
            *slot = Some(item);
            self.len += 1;
            if self.len == self.slots.len() {
                make(self.slots, is_after(self.order));
            }
        } else if let Some(top) = self.slots.first_mut()
            && top
                .as_ref()
                .is_some_and(|lowest| (self.order)(&item, lowest).is_lt())
        {
            *top = Some(item);
            sift_down(self.slots, 0, is_after(self.order));
        }
    }

    /// Sorts the items kept, and sets the slots after them to `None`. Returns the number of items kept.
    pub(super) fn finish(self) -> usize {
        let is_after = is_after(self.order);
        if let Some((mut kept, rest)) = self.slots.split_at_mut_checked(self.len) {
            rest.fill_with(|| None);
            make(kept, &is_after);
            while let Some((_, before)) = pop(kept, &is_after) {
                kept = before;
            }
        }
        self.len
    }
}

/// Comparison that is `true` if the first item ranks after the second; `false` if either slot is empty.
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
    fn heaps_give_the_largest_first() {
        for count in 0..70_u32 {
            let mut items: Vec<u32> = (0..count).map(|i| i * 86 % 71 / 2).collect();
            let mut sorted = items.clone();
            sorted.sort();
            make(&mut items, |a, b| a > b);
            let mut heap = &mut items[..];
            while let Some((largest, rest)) = pop(heap, |a, b| a > b) {
                assert_eq!(Some(*largest), sorted.pop());
                heap = rest;
            }
            assert!(sorted.is_empty());
        }
    }

    #[test]
    fn ignores_an_index_out_of_range() {
        let mut items = [1, 3, 2];
        sift_down(&mut items, 3, |a, b| a > b);
        sift_down(&mut items, 1, |a, b| a > b);
        assert_eq!(items, [1, 3, 2]);
    }

    #[test]
    fn keeps_the_first_k_items_of_the_order() {
        // All numbers below the prime 211, shuffled.
        let all: Vec<u32> = (0..211).map(|i| i * 86 % 211).collect();
        for count in [0, 1, 2, 3, 10, 50, 210, 211, 212, 300] {
            let mut slots = vec![Some(999); count];
            let mut top = TopK::new(&mut slots, u32::cmp);
            let mut sorted = Vec::new();
            for &item in &all {
                let last = sorted.get(count.wrapping_sub(1)).copied();
                let threshold = match count {
                    0 => i64::MAX,
                    _ => last.map_or(i64::MIN, i64::from),
                };
                assert_eq!(top.threshold(|&lowest| lowest.into()), threshold);
                top.offer(item);
                sorted.push(item);
                sorted.sort();
                sorted.truncate(count);
            }
            let len = top.finish();
            assert_eq!(len, count.min(all.len()));
            let found: Vec<u32> = slots.iter().flatten().copied().collect();
            assert_eq!(found, sorted);
            assert!(slots[..len].iter().all(Option::is_some));
        }
    }
}
