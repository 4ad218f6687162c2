//! How many steps a search may take, whatever the image: the bounds that `FORMAT.md` and the runtime state, computed from
//! the board and the rack alone.

use std::cell::Cell;

use lexc_runtime::{Direction, Position, Tracer};

/// Counts the edges that a search follows.
#[derive(Debug, Default)]
pub struct Edges(Cell<u64>);

impl Edges {
    /// How many were followed.
    pub fn count(&self) -> u64 {
        self.0.get()
    }
}

impl Tracer for &Edges {
    fn edge(self) {
        self.0.set(self.0.get() + 1);
    }
}

/// What a search of a position is bounded by.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How many sequences of letters the rack can make, by their length from 0.
    letter_strings: Vec<u64>,
    /// How many sequences of placed tiles it can make, in which a blank for a letter is not the letter.
    face_strings: Vec<u64>,
    starts: u64,
    squares: u64,
    line_len: u64,
}

impl Bounds {
    /// The bounds of a position.
    pub fn new(position: &Position<'_>) -> Bounds {
        let dimensions = position.board().dimensions();
        let line_len = dimensions.rows().max(dimensions.cols());
        let longest = position.rack().len().min(line_len);
        let strings = |can_blank_what_is_held| strings(position, longest, can_blank_what_is_held);
        Bounds {
            letter_strings: strings(false),
            face_strings: strings(true),
            starts: starts(position),
            squares: (dimensions.rows() * dimensions.cols()) as u64,
            line_len: line_len as u64,
        }
    }

    /// How many sequences of letters the rack can make, by their length from 0; blanks are the letters they stand for.
    pub fn letter_strings(&self) -> &[u64] {
        &self.letter_strings
    }

    /// How many sequences it can make if blanks are told apart from letters.
    pub fn face_strings(&self) -> &[u64] {
        &self.face_strings
    }

    /// The edges that the search for all plays follows at most, by whichever algorithm.
    pub fn edges(&self) -> u64 {
        let strings = (1..).zip(&self.letter_strings);
        let cut: u64 = strings.map(|(places, strings)| places * strings).sum();
        (self.starts + 1) * (self.line_len + 1) * cut
    }

    /// The number of plays at most.
    pub fn plays(&self) -> u64 {
        2 * self.squares * self.face_strings[1..].iter().sum::<u64>()
    }
}

/// The number of sequences of 0 to `longest` tiles of the rack, in which blanks are the letters they stand for. Either
/// they are told apart from the letters, or a blank is taken only for a letter of which the rack has no more.
fn strings(position: &Position<'_>, longest: usize, are_told_apart: bool) -> Vec<u64> {
    let rack = position.rack();
    // By length and blanks: the sequences of the tiles so far.
    let mut ways = vec![vec![0_u64; rack.blanks() + 1]; longest + 1];
    ways[0][0] = 1;
    for tile in position.rules().tiles() {
        let mut more = vec![vec![0_u64; rack.blanks() + 1]; longest + 1];
        for (len, row) in ways.iter().enumerate() {
            for (blanks, &count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
                for letters in 0..=rack.count(tile).min(longest - len) {
                    let is_last = letters == rack.count(tile);
                    let most_blanks = match are_told_apart || is_last {
                        true => (rack.blanks() - blanks).min(longest - len - letters),
                        false => 0,
                    };
                    for blanks_here in 0..=most_blanks {
                        let here = letters + blanks_here;
                        let mut places = choose(len + here, here);
                        if are_told_apart {
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

/// In how many ways `chosen` of `count` can be chosen.
fn choose(count: usize, chosen: usize) -> u64 {
    (0..chosen).fold(1, |ways, done| {
        ways * (count - done) as u64 / (done + 1) as u64
    })
}

/// The blocks of tiles on all rows and columns, and the empty squares with a tile beside them.
fn starts(position: &Position<'_>) -> u64 {
    let board = position.board();
    let dimensions = board.dimensions();
    let mut starts = 0;
    for direction in Direction::ALL {
        for line in dimensions.lines(direction) {
            let placed_tiles = &board.line(line)[..dimensions.line_len(direction)];
            let is_taken = placed_tiles.iter().map(Option::is_some);
            let before = std::iter::once(false).chain(is_taken.clone());
            starts += before
                .zip(is_taken)
                .filter(|&pair| pair == (false, true))
                .count();
        }
    }
    let empty = dimensions
        .squares()
        .filter(|&square| board.get(square).is_none());
    starts += empty.filter(|&square| board.has_neighbour(square)).count();
    starts as u64
}
