//! Binary heap and insertion sort without panics.
//!
//! The functions of `core` can panic: on an inconsistent order, or on an index out of range. These leave the items
//! unchanged then.

/// Moves the item at an index up to its place.
pub(super) fn raise<T>(heap: &mut [T], mut index: usize, is_above: impl Fn(&T, &T) -> bool) {
    while let Some(above) = index.checked_sub(1)
        && let Ok([parent, item]) = heap.get_disjoint_mut([above / 2, index])
        && is_above(item, parent)
    {
        core::mem::swap(parent, item);
        index = above / 2;
    }
}

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

/// Exchanges the items at two different indices.
pub(super) fn swap<T>(items: &mut [T], index: usize, other: usize) {
    if let Ok([item, other]) = items.get_disjoint_mut([index, other]) {
        core::mem::swap(item, other);
    }
}

/// Sorts a few items, the largest first; equal ones stay in their order.
#[inline(always)]
pub(super) fn sort_largest_first<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for len in 1..items.len() {
        let mut index = len;
        while let Some(before) = index.checked_sub(1)
            && let Some([other, item]) = items.get_mut(before..=index)
            && key(item) > key(other)
        {
            core::mem::swap(other, item);
            index = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn heaps_give_the_largest_first() {
        for count in 0..70_u32 {
            let mut heap: Vec<u32> = (0..count).map(|i| i * 86 % 71 / 2).collect();
            let mut sorted = heap.clone();
            sorted.sort();
            let mut raised = heap.clone();
            for index in 0..heap.len() {
                raise(&mut raised[..=index], index, |a, b| a > b);
                lower(&mut heap, count as usize - 1 - index, |a, b| a > b);
            }
            while let Some(largest) = sorted.pop() {
                for heap in [&mut heap, &mut raised] {
                    assert_eq!(heap[0], largest);
                    let last = heap.len() - 1;
                    swap(heap, 0, last);
                    heap.pop();
                    lower(heap, 0, |a, b| a > b);
                }
            }
        }
    }

    #[test]
    fn ignores_an_index_out_of_range() {
        let mut items = [1, 3, 2];
        raise(&mut items, 3, |a, b| a > b);
        lower(&mut items, 3, |a, b| a > b);
        lower(&mut items, 1, |a, b| a > b);
        swap(&mut items, 0, 3);
        swap(&mut items, 1, 1);
        assert_eq!(items, [1, 3, 2]);
    }

    #[test]
    fn sorts_a_few_items_stably() {
        for count in 0..20_usize {
            let mut items: Vec<(usize, usize)> = (0..count).map(|i| (i * 7 % 19 / 3, i)).collect();
            let mut sorted = items.clone();
            sorted.sort_by_key(|&(key, _)| core::cmp::Reverse(key));
            sort_largest_first(&mut items, |&(key, _)| key);
            assert_eq!(items, sorted);
        }
    }
}
