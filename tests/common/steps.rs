//! The number of steps of a search, and the upper bounds on steps and plays that [`Algorithm`] states, for a position.

use std::cell::Cell;

use lexc_runtime::{Algorithm, Direction, Lexicon, Play, Position, Tracer};

use crate::generators::movegen;

/// The steps of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    /// Number of edges that the search followed.
    pub edges: u64,
    /// Number of anchors that the search started from.
    pub anchors: u64,
}

/// Tracer that counts steps.
#[derive(Debug, Default)]
struct Counter {
    edges: Cell<u64>,
    anchors: Cell<u64>,
}

impl Tracer for &Counter {
    fn edge(self) {
        self.edges.set(self.edges.get() + 1);
    }

    fn anchor(self) {
        self.anchors.set(self.anchors.get() + 1);
    }
}

/// Visits all plays that an algorithm finds, and counts its steps; `None` if the image lacks the algorithm's automaton.
/// For each type of tracer the searches are compiled again, so all tests of the suite that count steps use this
/// function.
pub fn traced(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    visit: &mut dyn FnMut(&Play),
) -> Option<Steps> {
    let counter = Counter::default();
    let movegen = movegen(algorithm, lexicon)?.with_tracer(&counter);
    movegen.for_each(position, visit);
    Some(Steps {
        edges: counter.edges.get(),
        anchors: counter.anchors.get(),
    })
}

/// Figures of a position that bound the steps and plays of a search.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// *S(k)* of [`Algorithm`], by *k* from 0: the number of sequences of *k* letters that the rack can spell.
    letter_strings: Vec<u64>,
    /// *F(k)* of [`Algorithm`]: like *S(k)*, but a blank differs from the letter that it stands for.
    placed_strings: Vec<u64>,
    anchors: u64,
    squares: u64,
    line_len: u64,
}

impl Bounds {
    /// Computes the bounds of a position.
    pub fn new(position: &Position<'_>) -> Bounds {
        let dimensions = position.board().dimensions();
        let line_len = dimensions.rows().max(dimensions.cols());
        let longest = position.rack().len().min(line_len);
        let strings = |are_blanks_distinct| strings(position, longest, are_blanks_distinct);
        Bounds {
            letter_strings: strings(false),
            placed_strings: strings(true),
            anchors: anchors(position),
            squares: (dimensions.rows() * dimensions.cols()) as u64,
            line_len: line_len as u64,
        }
    }

    /// Numbers of letter sequences that the rack can spell, by length from 0. A blank counts as its letter.
    pub fn letter_strings(&self) -> &[u64] {
        &self.letter_strings
    }

    /// Numbers of sequences of placed tiles, by length from 0. A blank differs from its letter.
    pub fn placed_strings(&self) -> &[u64] {
        &self.placed_strings
    }

    /// Upper bound on the edges that a search for all plays follows, by any algorithm.
    pub fn edges(&self) -> u64 {
        let strings = (1..).zip(&self.letter_strings);
        let splits: u64 = strings.map(|(splits, strings)| splits * strings).sum();
        (self.anchors + 1) * (self.line_len + 1) * splits
    }

    /// Upper bound on the plays of the position.
    pub fn plays(&self) -> u64 {
        2 * self.squares * self.placed_strings[1..].iter().sum::<u64>()
    }
}

/// Numbers of sequences of 0 to `longest` tiles of the rack, by length. If `are_blanks_distinct`, a blank differs from
/// its letter; otherwise a blank stands only for letters exhausted on the rack.
fn strings(position: &Position<'_>, longest: usize, are_blanks_distinct: bool) -> Vec<u64> {
    let rack = position.rack();
    // Numbers of sequences of the tiles that the loop has counted, indexed by length and by number of blanks.
    let mut ways = vec![vec![0_u64; rack.blanks() + 1]; longest + 1];
    ways[0][0] = 1;
    for tile in position.rules().tiles() {
        let mut more = vec![vec![0_u64; rack.blanks() + 1]; longest + 1];
        for (len, row) in ways.iter().enumerate() {
            for (blanks, &count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                for letters in 0..=rack.count(tile).min(longest - len) {
                    let is_exhausted = letters == rack.count(tile);
                    let most_blanks = match are_blanks_distinct || is_exhausted {
                        true => (rack.blanks() - blanks).min(longest - len - letters),
                        false => 0,
                    };
                    for blanks_here in 0..=most_blanks {
                        let here = letters + blanks_here;
                        let mut places = choose(len + here, here);
                        if are_blanks_distinct {
                            places *= choose(here, blanks_here);
                        }
                        more[len + here][blanks + blanks_here] += count * places;
                    }
                }
            }
        }
        ways = more;
    }
    ways.iter().map(|row| row.iter().sum()).collect()
}

/// Binomial coefficient: ways to choose `chosen` of `count`.
fn choose(count: usize, chosen: usize) -> u64 {
    (0..chosen).fold(1, |ways, done| {
        ways * (count - done) as u64 / (done + 1) as u64
    })
}

/// Upper bound on anchors: counts runs of tiles on all rows and columns, and empty squares with a neighbouring tile.
fn anchors(position: &Position<'_>) -> u64 {
    let board = position.board();
    let dimensions = board.dimensions();
    let mut anchors = 0;
    for direction in Direction::ALL {
        for line in dimensions.lines(direction) {
            let placed_tiles = &board.line(line)[..dimensions.line_len(direction)];
            let is_taken = placed_tiles.iter().map(Option::is_some);
            let before = std::iter::once(false).chain(is_taken.clone());
            anchors += before
                .zip(is_taken)
                .filter(|&pair| pair == (false, true))
                .count();
        }
    }
    let empty = dimensions
        .squares()
        .filter(|&square| board.get(square).is_none());
    anchors += empty.filter(|&square| board.has_neighbour(square)).count();
    anchors as u64
}
