//! Binary heaps, and the top k of all items offered, in the caller's slice.
//!
//! The heaps and sorts of the standard library can panic: on an inconsistent order, or on an index out of range. These
//! leave the items unchanged then.

use core::cmp::Ordering;

/// Moves the item at an index down to its place.
pub(super) fn lower<T>(heap: &mut [T], mut index: usize, is_above: impl Fn(&T, &T) -> bool) {
    loop {
        let (left, right) = (2 * index + 1, 2 * index + 2);
        // No branch: the outcome is as good as random to a processor.
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

/// Makes a heap of items in any order.
pub(super) fn make<T>(items: &mut [T], is_above: impl Fn(&T, &T) -> bool) {
    for index in (0..items.len() / 2).rev() {
        lower(items, index, &is_above);
    }
}

/// Takes the top out of a heap: returns it, and the heap of the other items.
pub(super) fn pop<T>(
    heap: &mut [T],
    is_above: impl Fn(&T, &T) -> bool,
) -> Option<(&mut T, &mut [T])> {
    let (last, rest) = heap.split_last_mut()?;
    if let Some(top) = rest.first_mut() {
        core::mem::swap(top, last);
        lower(rest, 0, is_above);
    }
    Some((last, rest))
}

/// Keeps the first k of all items offered, by an order in which no two are equal.
///
/// Once there are k, they are a heap with the last one on top, so an offer costs O(log k).
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

    /// Lowest value of an item that can still be kept, if `value` falls along the order.
    #[inline]
    pub(super) fn threshold(&self, value: impl FnOnce(&T) -> i64) -> i64 {
        match self.slots.first() {
            Some(Some(last)) if self.len == self.slots.len() => value(last),
            Some(_) => i64::MIN,
            None => i64::MAX,
        }
    }

    /// Keeps the item if it is among the first k.
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
                .is_some_and(|last| (self.order)(&item, last).is_lt())
        {
            *top = Some(item);
            lower(self.slots, 0, is_after(self.order));
        }
    }

    /// Sorts the items kept, and sets the slots after them to `None`. Returns their number.
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
        lower(&mut items, 3, |a, b| a > b);
        lower(&mut items, 1, |a, b| a > b);
        assert_eq!(items, [1, 3, 2]);
    }

    #[test]
    fn keeps_what_sorting_puts_first() {
        // All numbers below a prime, shuffled.
        let all: Vec<u32> = (0..211).map(|i| i * 86 % 211).collect();
        for count in [0, 1, 2, 3, 10, 50, 210, 211, 212, 300] {
            let mut slots = vec![Some(999); count];
            let mut list = TopK::new(&mut slots, u32::cmp);
            let mut sorted = Vec::new();
            for &item in &all {
                let last = sorted.get(count.wrapping_sub(1)).copied();
                let threshold = match count {
                    0 => i64::MAX,
                    _ => last.map_or(i64::MIN, i64::from),
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
