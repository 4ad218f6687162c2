//! The trie of all prefixes → the GADDAG's records, on top of the DAWG's.
//!
//! The GADDAG's strings for `CARE` are `C◇ARE`, `AC◇RE`, `RAC◇E` and `ERAC` (Gordon 1994, figure 1). After `REV(x) ◇` comes
//! exactly what the DAWG accepts after x, letter sets included, so the right halves are there already, and minimal. The
//! left half is the automaton of the strings `REV(x)` for every distinct prefix x, each followed by a ◇ edge to the record
//! of x; and `REV(x)` itself is accepted where x is a word. That is one string for each node of the trie, where the
//! strings as defined are one for each letter of each word (3.7 times as many for SCOWL-60, 4.0 for ENABLE).
//!
//! The strings need not be written out or sorted: a prefix read backwards is a walk up the trie. All nodes start at the
//! root state; those with the same next tile step up together, group by group, which is a radix sort done on the way. A
//! state is finished when all its groups are, so that records come children first and depth first.

use lexc_formats::record::{EdgeRef, SEPARATOR};
use lexc_formats::tile::{BLANK_CODE, MAX_WORD_LEN};

use crate::automaton::RecordTable;
use crate::dawg::PrefixTrie;
use crate::error::CompileError;

/// A prefix on its way up the trie: `cursor` is the part of it that is still to be read, backwards.
#[derive(Clone, Copy, Debug)]
struct Walker {
    cursor: u32,
    prefix: u32,
}

/// Adds the left half to the table and returns the GADDAG's root.
pub(crate) fn add_left_half<const W: usize>(
    table: &mut RecordTable<W>,
    trie: &PrefixTrie,
) -> Result<EdgeRef, CompileError> {
    let len = u32::try_from(trie.nodes().len()).map_err(|_| CompileError::TooManyRecords)?;
    let mut walkers: Vec<Walker> = (1..len)
        .map(|node| Walker {
            cursor: node,
            prefix: node,
        })
        .collect();
    let mut scratch = walkers.clone();
    let mut half = LeftHalf {
        table,
        trie,
        children: Vec::new(),
    };
    let root = half.edge(&mut walkers, &mut scratch)?;
    root.ok_or(CompileError::NoWords)
}

struct LeftHalf<'a, const W: usize> {
    table: &'a mut RecordTable<W>,
    trie: &'a PrefixTrie,
    /// The finished children of the states on the way, those of the deepest state last.
    children: Vec<EdgeRef>,
}

impl<const W: usize> LeftHalf<'_, W> {
    /// The record of the edge over which these walkers came; `None` if nothing can follow.
    ///
    /// Recursion is as deep as the longest word has tiles, at most [`MAX_WORD_LEN`].
    fn edge(
        &mut self,
        walkers: &mut [Walker],
        scratch: &mut [Walker],
    ) -> Result<Option<EdgeRef>, CompileError> {
        if let [walker] = walkers {
            return self.lone_edge(*walker);
        }
        let nodes = self.trie.nodes();
        let label = |walker: &Walker| nodes[walker.cursor as usize].label;
        let (mut rest, mut scratch) = sort_by_label(walkers, scratch, label);
        let mut set = 0;
        let mut mask = 0;
        let first_child = self.children.len();
        while let Some(first) = rest.first() {
            let label = label(first);
            let len = rest
                .iter()
                .take_while(|walker| nodes[walker.cursor as usize].label == label)
                .count();
            let (group, after) = rest.split_at_mut(len);
            let (group_scratch, scratch_after) = scratch.split_at_mut(len);
            (rest, scratch) = (after, scratch_after);
            if label == 0 {
                // Read to its end, and there can be only one such prefix: the reverse of the string that led here.
                if let Some(follow) = nodes[group[0].prefix as usize].follow() {
                    mask |= SEPARATOR;
                    self.children.push(follow);
                }
                continue;
            }
            for walker in group.iter_mut() {
                walker.cursor = nodes[walker.cursor as usize].parent;
                if walker.cursor == 0 && nodes[walker.prefix as usize].is_word {
                    set |= 1 << label;
                }
            }
            if let Some(child) = self.edge(group, group_scratch)? {
                mask |= 1 << label;
                self.children.push(child);
            }
        }
        if mask == 0 && set == 0 {
            return Ok(None);
        }
        let record = self
            .table
            .intern(set, mask, &self.children[first_child..])?;
        self.children.truncate(first_child);
        Ok(Some(record))
    }

    /// [`edge`](Self::edge) for one walker, which is most of them: a chain of states with one edge each.
    fn lone_edge(&mut self, walker: Walker) -> Result<Option<EdgeRef>, CompileError> {
        let nodes = self.trie.nodes();
        let prefix = nodes[walker.prefix as usize];
        let mut path = [0; MAX_WORD_LEN];
        let mut path_len = 0;
        let mut cursor = walker.cursor;
        while cursor != 0 {
            let node = nodes[cursor as usize];
            path[path_len] = node.label;
            path_len += 1;
            cursor = node.parent;
        }
        let mut record = match prefix.follow() {
            Some(follow) => Some(self.table.intern(0, SEPARATOR, &[follow])?),
            None => None,
        };
        let mut is_complete = prefix.is_word;
        for &label in path[..path_len].iter().rev() {
            let set = if is_complete { 1 << label } else { 0 };
            is_complete = false;
            record = match record {
                Some(child) => Some(self.table.intern(set, 1 << label, &[child])?),
                None if set != 0 => Some(self.table.intern(set, 0, &[])?),
                None => None,
            };
        }
        Ok(record)
    }
}

/// Sorts walkers by label. Returns them where they are then, in either of the two slices, and the other slice.
fn sort_by_label<'w>(
    walkers: &'w mut [Walker],
    scratch: &'w mut [Walker],
    label: impl Fn(&Walker) -> u8,
) -> (&'w mut [Walker], &'w mut [Walker]) {
    // Up to about as many, moving them along is faster than counting them.
    const FEW: usize = 24;
    if walkers.len() <= FEW {
        for end in 1..walkers.len() {
            let walker = walkers[end];
            let mut place = end;
            while place > 0 && label(&walkers[place - 1]) > label(&walker) {
                walkers[place] = walkers[place - 1];
                place -= 1;
            }
            walkers[place] = walker;
        }
        return (walkers, scratch);
    }
    let mut starts = [0_usize; BLANK_CODE as usize + 1];
    for walker in walkers.iter() {
        starts[usize::from(label(walker))] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum - *start;
    }
    for walker in walkers.iter() {
        let start = &mut starts[usize::from(label(walker))];
        scratch[*start] = *walker;
        *start += 1;
    }
    (scratch, walkers)
}
