//! Counts the edges that a search for all plays follows in the two-way DAWG (Appel and Jacobson 1988, section 7.1), in
//! the DAWG and in the GADDAG.
//!
//! `cargo bench --bench two_way [-- LIST POSITIONS.cgp]`
//!
//! The search in the two-way DAWG has the same anchors as the runtime's search in the GADDAG, and extends left from
//! each anchor, then right. The benchmark checks that both find the same words.
//!
//! The nodes here are not minimized: there is one for each string inside a word. Minimization merges strings with the
//! same contexts. The contexts of a string are the pairs (u, v) such that u, the string and v together are a word. The
//! search reads only the edges, letter sets and flag of a string's node. The contexts of the string determine all
//! three, so a search in the minimized automaton follows the same number of edges.

mod trial;

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;

use lexc_runtime::{
    Algorithm, Cgp, Direction, MoveGen, Play, Position, Rack, Rules, Square, Tile, Tracer,
};

use self::trial::Trial;

/// The edges and letter sets of a string inside a word. Bit c of a mask is the tile of code c.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Edges to the left: tiles t such that t followed by the string is a proper part of a word.
    left: u64,
    /// Letter set to the left: tiles t such that t followed by the string is a word.
    left_set: u64,
    /// Edges to the right: tiles t such that the string followed by t is a proper part of a word.
    right: u64,
    /// Letter set to the right: tiles t such that the string followed by t is a word.
    right_set: u64,
    /// True if the string is a proper prefix of a word.
    is_start: bool,
}

/// The nodes by their strings.
type Automaton<'w> = HashMap<&'w [u8], Node>;

fn automaton<'w>(words: impl Iterator<Item = &'w [u8]>) -> Automaton<'w> {
    let mut nodes = Automaton::new();
    for word in words {
        let len = word.len();
        for start in 0..=len {
            for end in start..=len {
                let node = nodes.entry(&word[start..end]).or_default();
                node.is_start |= start == 0 && end < len;
                if start > 0 {
                    let bit = 1 << word[start - 1];
                    match start == 1 && end == len {
                        true => node.left_set |= bit,
                        false => node.left |= bit,
                    }
                }
                if end < len {
                    let bit = 1 << word[end];
                    match start == 0 && end + 1 == len {
                        true => node.right_set |= bit,
                        false => node.right |= bit,
                    }
                }
            }
        }
    }
    nodes
}

/// The words found, each as its direction (true is down), the index of its line, the place of its first tile, and its
/// tiles.
type Found = BTreeSet<(bool, usize, usize, Vec<u8>)>;

/// The search of one line.
struct Search<'a> {
    nodes: &'a Automaton<'a>,
    /// The tiles on the line.
    taken: Vec<Option<u8>>,
    /// Cross-sets of the squares; all tiles if no tile lies beside the square on a neighbouring line.
    crosses: Vec<u64>,
    /// True if a tile lies beside the square on a neighbouring line.
    is_crossed: Vec<bool>,
    is_down: bool,
    line: usize,
    /// The number of tiles of each code on the rack, blanks at 0.
    rack: [u8; 64],
    /// The string so far.
    string: Vec<u8>,
    /// The place of the string's first tile on the line.
    first: usize,
    /// Places on the line where rack tiles lie.
    placed: Vec<usize>,
    /// The first place on the line where a rack tile may lie.
    leftmost: usize,
    /// Last place of the anchor.
    end: usize,
    edges: u64,
    found: &'a mut Found,
}

impl Search<'_> {
    fn node(&self) -> Node {
        self.nodes
            .get(&self.string[..])
            .copied()
            .unwrap_or_default()
    }

    fn usable(&self, place: usize) -> u64 {
        let tiles = match self.rack[0] {
            0 => (1..64)
                .filter(|code| self.rack[*code] > 0)
                .fold(0, |mask, code| mask | 1 << code),
            _ => u64::MAX,
        };
        tiles & self.crosses[place]
    }

    /// Places a tile, calls `then`, and takes the tile back.
    fn with_tile(&mut self, code: u8, place: usize, then: impl FnOnce(&mut Self)) {
        let slot = match self.rack[usize::from(code)] {
            0 => 0,
            _ => usize::from(code),
        };
        self.rack[slot] -= 1;
        self.placed.push(place);
        then(self);
        self.placed.pop();
        self.rack[slot] += 1;
    }

    fn is_free(&self, place: usize) -> bool {
        self.taken.get(place).is_none_or(Option::is_none)
    }

    /// Keeps the word if it has at least two tiles. Skips a word of the search down if its play places a single tile
    /// that also forms a word across: the search across finds that play.
    fn emit(&mut self, first: usize, word: Vec<u8>) {
        let is_found_across = matches!(self.placed[..], [place] if self.is_crossed[place]);
        if word.len() > 1 && !(self.is_down && is_found_across) {
            self.found.insert((self.is_down, self.line, first, word));
        }
    }

    /// Searches from the anchor: the run from `first` to `self.end`, or the empty square at `first`.
    fn search_anchor(&mut self, first: usize) {
        self.string.clear();
        self.first = first;
        if self.taken[first].is_none() {
            return self.left(first);
        }
        for place in first..=self.end {
            self.edges += 1;
            self.string.extend(self.taken[place]);
        }
        let node = self.node();
        if first > self.leftmost {
            self.left(first - 1);
        }
        if node.is_start {
            self.right(self.end + 1);
        }
    }

    fn left(&mut self, place: usize) {
        let (node, usable) = (self.node(), self.usable(place));
        for code in codes(usable & (node.left | node.left_set)) {
            self.with_tile(code, place, |search| {
                let word = [&[code], &search.string[..]].concat();
                if node.left_set >> code & 1 != 0 {
                    search.emit(place, word.clone());
                }
                if node.left >> code & 1 == 0 {
                    return;
                }
                search.edges += 1;
                let (string, first) = (std::mem::replace(&mut search.string, word), search.first);
                search.first = place;
                if place > search.leftmost {
                    search.left(place - 1);
                }
                if search.node().is_start {
                    search.right(search.end + 1);
                }
                (search.string, search.first) = (string, first);
            });
        }
    }

    fn right(&mut self, place: usize) {
        if place >= self.taken.len() {
            return;
        }
        let node = self.node();
        match self.taken[place] {
            Some(code) => self.step_right(node, code, place),
            None => {
                for code in codes(self.usable(place) & (node.right | node.right_set)) {
                    self.with_tile(code, place, |search| search.step_right(node, code, place));
                }
            }
        }
    }

    fn step_right(&mut self, node: Node, code: u8, place: usize) {
        self.string.push(code);
        if node.right_set >> code & 1 != 0 && self.is_free(place + 1) {
            self.emit(self.first, self.string.clone());
        }
        if node.right >> code & 1 != 0 {
            self.edges += 1;
            if self.node().is_start {
                self.right(place + 1);
            }
        }
        self.string.pop();
    }
}

/// The codes in a mask, ascending.
fn codes(mask: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |code| mask >> code & 1 != 0)
}

/// Searches all lines. Returns the number of edges followed.
fn search_all(
    nodes: &Automaton<'_>,
    words: &HashSet<&[u8]>,
    position: &Position<'_>,
    found: &mut Found,
) -> u64 {
    let (board, rules) = (position.board(), position.rules());
    let mut edges = 0;
    for direction in [Direction::Across, Direction::Down] {
        for line in board.dimensions().lines(direction) {
            let len = board.dimensions().line_len(direction);
            let squares: Vec<_> = (0..len).filter_map(|offset| line.square(offset)).collect();
            let code = |square| board.get(square).map(|tile| tile.tile().code());
            let run = |square, step: &dyn Fn(_) -> Option<_>| {
                let mut run = Vec::new();
                let mut next = step(square);
                while let Some(code) = next
                    .filter(|at| board.dimensions().contains(*at))
                    .and_then(code)
                {
                    run.push(code);
                    next = next.and_then(step);
                }
                run
            };
            let crossing = direction.crossing();
            let mut crosses = Vec::new();
            let mut is_crossed = Vec::new();
            for &square in &squares {
                let mut before = run(square, &|at: Square| at.previous(crossing));
                before.reverse();
                let after = run(square, &|at: Square| at.next(crossing));
                let fits =
                    |code: &u8| words.contains(&[&before[..], &[*code], &after].concat()[..]);
                is_crossed.push(!(before.is_empty() && after.is_empty()));
                crosses.push(match before.is_empty() && after.is_empty() {
                    true => u64::MAX,
                    false => (1..64).filter(fits).fold(0, |mask, code| mask | 1 << code),
                });
            }
            let taken: Vec<Option<u8>> = squares.iter().map(|&square| code(square)).collect();
            let start = rules.layout().start();
            let is_opening = board.is_empty() && direction == Direction::Across;
            let is_anchor = |place: usize| {
                let is_free = |place: usize| taken.get(place).is_none_or(Option::is_none);
                let is_alone = is_free(place + 1) && place.checked_sub(1).is_none_or(is_free);
                match taken[place] {
                    Some(_) => place.checked_sub(1).is_none_or(is_free),
                    None => is_alone && is_crossed[place] || is_opening && squares[place] == start,
                }
            };
            let mut leftmost = 0;
            for first in (0..len).filter(|place| is_anchor(*place)) {
                let run_len = taken[first..]
                    .iter()
                    .take_while(|code| code.is_some())
                    .count();
                let end = first + run_len.max(1) - 1;
                let mut search = Search {
                    nodes,
                    taken: taken.clone(),
                    crosses: crosses.clone(),
                    is_crossed: is_crossed.clone(),
                    is_down: direction == Direction::Down,
                    line: line.index(),
                    rack: rack_counts(position.rack()),
                    string: Vec::new(),
                    first,
                    placed: Vec::new(),
                    leftmost,
                    end,
                    edges: 0,
                    found: &mut *found,
                };
                search.search_anchor(first);
                edges += search.edges;
                // Every word that contains this anchor is found, so searches from later anchors place tiles only right
                // of it. A word that covers the square right of a run contains the run, so they also leave out that
                // square.
                leftmost = end + 1 + run_len.min(1);
            }
        }
    }
    edges
}

fn rack_counts(rack: &Rack) -> [u8; 64] {
    let mut counts = [0; 64];
    counts[0] = u8::try_from(rack.blanks()).expect("a rack is small");
    for code in 1..64 {
        let count = Tile::new(code).map_or(0, |tile| rack.count(tile));
        counts[usize::from(code)] = u8::try_from(count).expect("a rack is small");
    }
    counts
}

/// The word of a play, as an element of [`Found`].
fn word_of(play: &Play, position: &Position<'_>) -> (bool, usize, usize, Vec<u8>) {
    let mut first = None;
    let mut tiles = Vec::new();
    for (square, placed) in play.squares() {
        first.get_or_insert(square);
        tiles.extend(
            placed
                .or_else(|| position.board().get(square))
                .map(|tile| tile.tile().code()),
        );
    }
    let first = first.expect("a play has squares");
    match play.direction() {
        Direction::Across => (false, first.row(), first.col(), tiles),
        Direction::Down => (true, first.col(), first.row(), tiles),
    }
}

#[derive(Default)]
struct Edges(Cell<u64>);

impl Tracer for &Edges {
    fn edge(self) {
        self.0.set(self.0.get() + 1);
    }
}

fn measure(trial: &Trial<'_>) -> Result<(), Box<dyn Error>> {
    let (lexicon, alphabet) = (trial.lexicon, trial.lexicon.alphabet());
    let rules = Rules::standard(alphabet);
    let (nodes, words) = (automaton(trial.words.iter()), trial.words.iter().collect());
    let (mut count, mut sums) = (0_u32, [0; 3]);
    for line in &trial.lines {
        let cgp = Cgp::parse(line, alphabet)?;
        let position = cgp.position(&rules)?;
        let mut found = Found::new();
        let two_way = search_all(&nodes, &words, &position, &mut found);
        let mut edges = [0, 0, two_way];
        for (edges, algorithm) in edges.iter_mut().zip([Algorithm::Dawg, Algorithm::Gaddag]) {
            let counter = Edges::default();
            let movegen = MoveGen::new(lexicon).with_algorithm(algorithm)?;
            let mut expected = Found::new();
            movegen.with_tracer(&counter).for_each(&position, |play| {
                expected.insert(word_of(play, &position));
            });
            assert!(found == expected, "{line}");
            *edges = counter.0.get();
        }
        count += 1;
        sums.iter_mut()
            .zip(edges)
            .for_each(|(sum, edges)| *sum += edges);
    }
    println!(
        "{}: {count} positions; edges per position",
        trial.positions.display()
    );
    for (name, sum) in ["DAWG", "GADDAG", "two-way DAWG"].iter().zip(sums) {
        let ratio = sum as f64 / sums[1] as f64;
        println!(
            "{name:<14}{:10.1}{ratio:8.3}",
            sum as f64 / f64::from(count)
        );
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    trial::run(measure)
}
