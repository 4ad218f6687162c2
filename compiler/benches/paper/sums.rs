//! Sums over searches for all plays.

use std::time::Duration;

use lexc_compiler::StepCounter;

/// Sums over searches, one for each move.
#[derive(Clone, Default)]
pub struct Sums {
    pub moves: u64,
    /// The plays found.
    pub plays: u64,
    /// The edges followed.
    pub edges: u64,
    /// The number of searches in each range of edges, up to the last range with a search: see [`edge_range`].
    pub edge_ranges: Vec<u64>,
    /// The anchors searched from.
    pub anchors: u64,
    /// The time; 0 if times are not measured.
    pub time: Duration,
    /// The number of page faults while the image was copied and, if times are measured, in the searches. 0 if the system
    /// does not tell.
    pub page_faults: u64,
}

impl Sums {
    /// Adds a search with these steps, which found this number of plays.
    pub fn add_search(&mut self, steps: &StepCounter, plays: u64) {
        let edges = steps.edges.get();
        let range = (edges / FIRST_RANGE).checked_ilog2();
        let range = range.map_or(0, |doublings| doublings as usize + 1);
        let mut edge_ranges = vec![0; range + 1];
        edge_ranges[range] = 1;
        self.add(&Sums {
            moves: 1,
            plays,
            edges,
            edge_ranges,
            anchors: steps.anchors.get(),
            ..Sums::default()
        });
    }

    /// Adds the sums over other searches.
    pub fn add(&mut self, other: &Sums) {
        self.moves += other.moves;
        self.plays += other.plays;
        self.edges += other.edges;
        let ranges = self.edge_ranges.len().max(other.edge_ranges.len());
        self.edge_ranges.resize(ranges, 0);
        for (searches, more) in self.edge_ranges.iter_mut().zip(&other.edge_ranges) {
            *searches += more;
        }
        self.anchors += other.anchors;
        self.time += other.time;
        self.page_faults += other.page_faults;
    }

    /// The average of a count per move.
    pub fn per_move(&self, count: u64) -> f64 {
        count as f64 / self.moves.max(1) as f64
    }

    /// The average time per move, in microseconds.
    pub fn micros_per_move(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.moves.max(1) as f64
    }
}

/// The exclusive end of the first range of edges, which starts at 0. Each further range ends at twice the end of the preceding
/// range (Gordon 1994, table V).
const FIRST_RANGE: u64 = 256;

/// The least and the largest number of edges in a range.
pub fn edge_range(range: usize) -> (u64, u64) {
    match range.checked_sub(1) {
        None => (0, FIRST_RANGE - 1),
        Some(doublings) => {
            let first = FIRST_RANGE << doublings;
            (first, 2 * first - 1)
        }
    }
}
