//! Finds out whether a head of compact nodes is at a place, in a few steps and without a heap: the heads near the
//! current page are kept as bits, and a sample of the others starts a short walk.

use super::label_byte::LabelBytes;
use crate::raw::node::{CompactNodes, GENERAL, LONG_SET, PAGE_BYTES, SET_FOLLOWS};

/// The number of places in a unit of bits.
const UNIT: u32 = u64::BITS;

/// The number of units of bits in a page.
pub(super) const PAGE_UNITS: u32 = PAGE_BYTES / UNIT;

/// The number of units of bits that are kept: those of 64 KiB, the farthest that a distance of two
/// bytes reaches. Tests keep fewer, so that small images take every way.
const KEPT: u32 = if cfg!(test) { 8 } else { 1024 };

/// The number of pages, from the lowest, that have a sample: those of 2 MiB of nodes. Their samples take 64 KiB of stack.
const SAMPLED: usize = if cfg!(test) { 64 } else { 16_384 };

/// The number of places for each head in a sample.
const SPAN: u32 = 16;

/// In a sample, a span without a head in its 15 highest places.
const NOT_SAMPLED: u32 = 15;

/// The heads of the pages up to the current one. Pages are passed from the lowest to the highest.
pub(super) struct Heads<'a> {
    nodes: CompactNodes<'a>,
    label_bytes: &'a LabelBytes,
    /// The number of the current page.
    page: u32,
    /// A bit for each place of the current page, and of the pages right below it: a unit at its number modulo [`KEPT`].
    kept: [u64; KEPT as usize],
    /// The places of the current page that references name.
    named: [u64; PAGE_UNITS as usize],
    /// For each span of a page, in four bits, the number of places above its last head.
    samples: [u32; SAMPLED],
}

impl<'a> Heads<'a> {
    /// No heads: the current page is the lowest.
    pub(super) const fn new(nodes: CompactNodes<'a>, label_bytes: &'a LabelBytes) -> Heads<'a> {
        Heads {
            nodes,
            label_bytes,
            page: 0,
            kept: [0; KEPT as usize],
            named: [0; PAGE_UNITS as usize],
            samples: [0; SAMPLED],
        }
    }

    /// Sets the heads of a unit of the current page.
    pub(super) fn set(&mut self, unit: u32, bits: u64) {
        if let Some(kept) = self.kept.get_mut((unit % KEPT) as usize) {
            *kept = bits;
        }
    }

    /// The heads of a unit of the current page, or of a page right below it.
    #[inline(always)]
    fn kept(&self, unit: u32) -> u64 {
        let kept = self.kept.get((unit % KEPT) as usize);
        kept.copied().unwrap_or_default()
    }

    /// Returns `true` if a head is at a place of a page below the current one. For a place of the current page, returns
    /// `true`, and [`end_page`](Self::end_page) gives the answer.
    #[inline(always)]
    pub(super) fn contains(&mut self, place: u32) -> bool {
        let unit = place / UNIT;
        let age = self.page.wrapping_sub(place / PAGE_BYTES);
        if age == 0 {
            if let Some(named) = self.named.get_mut((unit % PAGE_UNITS) as usize) {
                *named |= bit(place);
            }
            true
        } else if age < KEPT / PAGE_UNITS {
            self.kept(unit) & bit(place) != 0
        } else {
            self.contains_far(place)
        }
    }

    #[inline(never)]
    fn contains_far(&self, place: u32) -> bool {
        let sample = self.samples.get((place / PAGE_BYTES) as usize);
        let above = sample.map_or(NOT_SAMPLED, |sample| {
            sample >> (place % PAGE_BYTES / SPAN * 4) & 15
        });
        if above == NOT_SAMPLED {
            self.nodes.is_head(place)
        } else {
            // A walk from the first node would continue below it.
            place >= self.nodes.start() && self.reaches((place | (SPAN - 1)) - above, place)
        }
    }

    /// Returns `true` if a walk down from a head reaches a head at `place`.
    #[inline(always)]
    fn reaches(&self, mut head: u32, place: u32) -> bool {
        while head > place {
            match self.below(head) {
                Some(below) => head = below,
                None => return false,
            }
        }
        head == place
    }

    /// The place below the node with this head.
    #[inline(always)]
    fn below(&self, head: u32) -> Option<u32> {
        let bytes = self.nodes.bytes();
        let byte = *bytes.get(head as usize)?;
        let mut at = head as usize;
        if byte < GENERAL {
            at = at.checked_sub(self.label_bytes.get(byte).bytes.into())?;
        } else {
            if byte & 15 == SET_FOLLOWS {
                at = at.checked_sub(1)?;
                at = at.checked_sub((*bytes.get(at)? >= LONG_SET).into())?;
            }
            let mut edges = byte >> 4 & 7;
            if edges == 0 {
                at = at.checked_sub(1)?;
                edges = *bytes.get(at)?;
            }
            let end = at;
            at = at.checked_sub(edges.into())?;
            for &byte in bytes.get(at..end)? {
                at = at.wrapping_sub(self.label_bytes.get(byte).bytes.into());
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most the head")]
        (at as u32).checked_sub(1)
    }

    /// Turns to the next page. Returns `false` if a reference names a place of this page that is not a head.
    pub(super) fn end_page(&mut self) -> bool {
        let first = PAGE_UNITS * self.page;
        let heads = [self.kept(first), self.kept(first + 1)];
        let is_valid = heads
            .iter()
            .zip(core::mem::take(&mut self.named))
            .all(|(heads, named)| named & !heads == 0);
        if let Some(sample) = self.samples.get_mut(self.page as usize) {
            // From the highest span down.
            *sample = heads.into_iter().rev().fold(0, |sample, heads| {
                let above = |span: u32| (heads << (SPAN * span)).leading_zeros().min(NOT_SAMPLED);
                (0..UNIT / SPAN).fold(sample, |sample, span| sample << 4 | above(span))
            });
        }
        self.page += 1;
        for unit in 0..PAGE_UNITS {
            self.set(PAGE_UNITS * self.page + unit, 0);
        }
        is_valid
    }
}

/// The bit of a place in its unit.
const fn bit(place: u32) -> u64 {
    1 << (place % UNIT)
}
