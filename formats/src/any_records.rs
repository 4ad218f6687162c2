//! Records of any packing and width behind one type: for programs that must be small rather than fast, in which the code
//! that walks them is there once.

use crate::image::AnyRecords;
use crate::record::{EdgeRef, Packing, Record};

/// Calls a method of the records, whatever they are.
macro_rules! of_any {
    ($any:expr, |$records:ident| $call:expr) => {
        match *$any {
            AnyRecords::One($records) => $call,
            AnyRecords::Two($records) => $call,
            AnyRecords::Three($records) => $call,
            AnyRecords::Compact($records) => $call,
        }
    };
}

// Not inlined: what is to be there once is what happens in here, too. And by reference, so that no call copies them. What
// asks for a single edge or letter reads the record: functions of their own for that made the module for browsers 2,654 bytes
// larger, of 109,928.
impl Packing for &AnyRecords<'_> {
    #[inline(never)]
    fn record(self, reference: EdgeRef) -> Record {
        of_any!(self, |records| records.record(reference))
    }

    #[inline(never)]
    fn child(self, record: Record, rank: u32) -> EdgeRef {
        of_any!(self, |records| records.child(record, rank))
    }

    #[inline(never)]
    fn follow(self, record: Record, label: u8) -> EdgeRef {
        of_any!(self, |records| records.follow(record, label))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::image::Image;
    use crate::with_records;

    #[test]
    fn any_records_are_the_same_as_those_by_their_own_type() {
        let fixtures = [3, 40, 62].map(Fixture::new);
        for fixture in fixtures.into_iter().chain([3, 40].map(Fixture::compact)) {
            let bytes = fixture.write();
            let image = Image::from_bytes(&bytes).unwrap();
            let any = &image.any_records();
            let root = image.dawg().unwrap();
            let record = any.record(root);
            assert_ne!(record.mask | record.set, 0);
            with_records!(image, |records| {
                assert_eq!(record, records.record(root));
                for label in 0..=62 {
                    assert_eq!(any.step(record, label), records.step(record, label));
                    assert_eq!(any.leads(root, label), records.leads(root, label));
                    assert_eq!(any.completes(root, label), records.completes(root, label));
                }
                for rank in 0..record.mask.count_ones() {
                    assert_eq!(any.child(record, rank), records.child(record, rank));
                }
            });
        }
    }
}
