//! Values of leaves from sums of equities.

use lexc_runtime::{Leaves, Rack, RackTile};

use super::set::LeaveSet;
use super::state::Sums;

/// The weight of the estimate from shorter leaves, in racks.
const ESTIMATE_WEIGHT: i128 = 100;

/// The values of all leaves, in thousandths of a point.
pub(super) fn learned(set: &LeaveSet, sums: &Sums) -> Vec<i32> {
    let mut values = vec![0_i32; set.len()];
    let (all_racks, all_equity) = sums.of(0);
    let value = |leave: usize, estimate: i128| {
        let (racks, equity) = sums.of(leave);
        // Equity minus the mean equity of all racks, summed over the racks with this leave.
        let excess = equity - all_equity * racks / all_racks.max(1);
        let value = (excess + ESTIMATE_WEIGHT * estimate) / (racks + ESTIMATE_WEIGHT);
        i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
    };
    let singles = values.iter_mut().enumerate().skip(1);
    for (leave, single) in singles.take(set.single_count()) {
        *single = value(leave, 0);
    }
    set.visit_with_shorter(&mut |leave, shorter| {
        let sum: i128 = shorter.iter().map(|&leave| i128::from(values[leave])).sum();
        values[leave] = value(leave, sum / (shorter.len() as i128 - 1));
    });
    values
}

/// Learned values. Leaves longer than the learned ones have the value 0.
#[derive(Clone, Copy, Debug)]
pub struct LearnedLeaves<'a> {
    set: &'a LeaveSet,
    values: &'a [i32],
}

impl<'a> LearnedLeaves<'a> {
    pub(super) fn new(set: &'a LeaveSet, values: &'a [i32]) -> LearnedLeaves<'a> {
        LearnedLeaves { set, values }
    }

    fn at(&self, leave: Option<usize>) -> i32 {
        leave.map_or(0, |leave| self.values[leave])
    }
}

impl Leaves for LearnedLeaves<'_> {
    fn value(&self, leave: &Rack) -> i32 {
        self.at(self.set.find(*leave))
    }

    fn for_each_leave(&self, rack: &Rack, visit: &mut dyn FnMut(&[RackTile], i32)) {
        let mut visit = |leave, tiles: &[RackTile]| visit(tiles, self.at(leave));
        self.set.visit_with_tiles(rack, &mut visit);
    }
}
