//! All strings of an automaton, from its records.

use lexc_formats::record::{EdgeRef, Packing};
use lexc_formats::tile::MAX_WORD_LEN;

/// The most labels of a string: a GADDAG's have a separator besides the tiles of a word.
pub(crate) const MAX_STRING_LEN: usize = MAX_WORD_LEN + 1;

/// Why a walk ended before its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum WalkError<E> {
    /// Strings that go on from this record are too long.
    TooLong(EdgeRef),
    /// What the visitor says.
    Visitor(E),
}

/// Visits the strings that go on from a record, depth first, in the order of their labels, each with the record that
/// completes it.
///
/// Every record leads to some string, in an image whose structure was checked: so what the visitor puts up with bounds
/// the walk.
pub(crate) fn for_each_string<P: Packing, E>(
    packing: P,
    root: EdgeRef,
    visit: impl FnMut(&[u8], EdgeRef) -> Result<(), E>,
) -> Result<(), WalkError<E>> {
    let path = [0; MAX_STRING_LEN];
    Walk {
        packing,
        visit,
        path,
    }
    .from(root, 0)
}

struct Walk<P, V> {
    packing: P,
    visit: V,
    path: [u8; MAX_STRING_LEN],
}

impl<P: Packing, V> Walk<P, V> {
    /// Visits the strings that have the first `len` labels of the path. Recursion is as deep as the path is long.
    fn from<E>(&mut self, reference: EdgeRef, len: usize) -> Result<(), WalkError<E>>
    where
        V: FnMut(&[u8], EdgeRef) -> Result<(), E>,
    {
        if len == MAX_STRING_LEN {
            return Err(WalkError::TooLong(reference));
        }
        let record = self.packing.record(reference);
        for label in labels(record.set | record.mask) {
            self.path[len] = label;
            if record.set >> label & 1 != 0 {
                (self.visit)(&self.path[..=len], reference).map_err(WalkError::Visitor)?;
            }
            if let Some(child) = self.packing.step(record, label) {
                self.from(child, len + 1)?;
            }
        }
        Ok(())
    }
}

/// The labels in a mask or letter set, ascending.
pub(crate) fn labels(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let label = u8::try_from(bits.trailing_zeros()).ok();
        let label = label.filter(|_| bits != 0)?;
        bits &= bits - 1;
        Some(label)
    })
}

/// The record that labels lead to.
pub(crate) fn follow<P: Packing>(
    packing: P,
    root: EdgeRef,
    labels: impl IntoIterator<Item = u8>,
) -> Option<EdgeRef> {
    labels.into_iter().try_fold(root, |reference, label| {
        packing.step(packing.record(reference), label)
    })
}

/// Whether the labels are one of the strings that go on from a record.
pub(crate) fn accepts<P: Packing>(packing: P, root: EdgeRef, labels: &[u8]) -> bool {
    labels.split_last().is_some_and(|(last, before)| {
        follow(packing, root, before.iter().copied())
            .is_some_and(|reference| packing.record(reference).set >> last & 1 != 0)
    })
}
