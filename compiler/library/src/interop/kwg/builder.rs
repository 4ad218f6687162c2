//! Lists of siblings that share their ends, from the nodes of an image.
//!
//! The letter set and the edges of an image's node are one list of siblings: a tile in the letter set ends a word, a tile with
//! an edge has a child. A **cell** is a sibling with all siblings after it; equal cells are stored once. So lists with
//! equal ends share the cells of these ends. In the file, siblings lie one after the other: a list that equals the end
//! of a longer list is a part of it, and every other list is written in full. No layout has fewer nodes.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use lexc_formats::raw::node::{NodeList, NodeRef, labels};

use crate::interop::graph::GraphNode;

/// A sibling, with the siblings after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cell {
    tile: u8,
    ends_word: bool,
    /// The index of the first child's cell; 0 for none.
    child: u32,
    /// The index of the next sibling's cell; 0 for none.
    next: u32,
}

impl Cell {
    fn hash(self) -> u64 {
        const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
        let fold =
            |state: u64, value: u64| (state.rotate_left(26) ^ value).wrapping_mul(MULTIPLIER);
        let label = u64::from(self.tile) << 1 | u64::from(self.ends_word);
        let state = fold(fold(label, self.child.into()), self.next.into());
        state ^ state >> 32
    }
}

/// The lists of siblings of up to two automata, and their places in a file.
#[derive(Debug)]
pub(super) struct Siblings {
    /// Every cell once, after its first child and its next sibling. Cell 0 is unused.
    cells: Vec<Cell>,
    /// The first cells of the automata; 0 for none.
    firsts: [u32; 2],
    /// The first place of each cell in the file, by the index of the cell.
    places: Vec<u32>,
    /// The index of the cell at each place in the file.
    layout: Vec<u32>,
}

/// The number of nodes at the start of a file: one for each automaton.
const ROOTS: u32 = 2;

impl Siblings {
    /// Makes the lists of siblings of the automata with these roots.
    pub(super) fn of<N: NodeList>(nodes: N, roots: [Option<NodeRef>; 2]) -> Siblings {
        let mut cells = Cells {
            nodes,
            cells: vec![Cell::default()],
            table: HashTable::new(),
            lists: vec![0; nodes.end() as usize],
        };
        // Children come before parents.
        for reference in nodes.stored() {
            cells.lists[reference.unit() as usize] = cells.list(reference);
        }
        let firsts = roots.map(|root| root.map_or(0, |root| cells.list_of(root)));
        Siblings::place(cells.cells, firsts)
    }

    /// Lays out every list that is not the end of another list: lists of the first automaton before lists of the
    /// second, and in each automaton, lists of parents before lists of their children.
    fn place(cells: Vec<Cell>, firsts: [u32; 2]) -> Siblings {
        let mut follows = vec![false; cells.len()];
        for cell in &cells {
            follows[cell.next as usize] = true;
        }
        let mut siblings = Siblings {
            places: vec![0; cells.len()],
            layout: vec![0; ROOTS as usize],
            cells,
            firsts,
        };
        let [dawg, _] = firsts.map(|first| first as usize + 1);
        let automata = [1..dawg, dawg..siblings.cells.len()];
        for first in automata.into_iter().flat_map(Iterator::rev) {
            if follows[first] {
                continue;
            }
            let mut cell = first;
            while cell != 0 {
                if siblings.places[cell] == 0 {
                    siblings.places[cell] = place(siblings.layout.len());
                }
                siblings.layout.push(place(cell));
                cell = siblings.cells[cell].next as usize;
            }
        }
        siblings
    }

    /// The number of nodes of the file.
    pub(super) fn node_count(&self) -> usize {
        self.layout.len()
    }

    /// The nodes of the file.
    pub(super) fn nodes(&self) -> impl Iterator<Item = GraphNode> {
        let place = |cell: u32| self.places[cell as usize];
        let roots = self.firsts.into_iter().map(move |first| GraphNode {
            tile: 0,
            ends_word: false,
            is_last: true,
            child: place(first),
        });
        let rest = self.layout[ROOTS as usize..].iter().map(move |&cell| {
            let cell = self.cells[cell as usize];
            GraphNode {
                tile: cell.tile,
                ends_word: cell.ends_word,
                is_last: cell.next == 0,
                child: place(cell.child),
            }
        });
        roots.chain(rest)
    }
}

/// An index of a cell, or of a node in the file.
fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Cells under construction.
struct Cells<N> {
    nodes: N,
    cells: Vec<Cell>,
    /// The indices of all cells.
    table: HashTable<u32>,
    /// The first cell of each stored node's list, by the index of the node.
    lists: Vec<u32>,
}

impl<N: NodeList> Cells<N> {
    /// The list of siblings that a node's letter set and edges make.
    fn list(&mut self, reference: NodeRef) -> u32 {
        let node = self.nodes.node(reference);
        let mut next = 0;
        let descending: Vec<u8> = labels(node.set | node.mask).collect();
        for tile in descending.into_iter().rev() {
            let child = self.nodes.step(node, tile);
            let child = child.map_or(0, |child| self.list_of(child));
            next = self.intern(Cell {
                tile,
                ends_word: node.set >> tile & 1 != 0,
                child,
                next,
            });
        }
        next
    }

    /// The list of a node: looked up if the node is stored, made now if it is inline.
    fn list_of(&mut self, reference: NodeRef) -> u32 {
        match self.nodes.resolve(reference) == reference {
            true => self.lists[reference.unit() as usize],
            false => self.list(reference),
        }
    }

    fn intern(&mut self, cell: Cell) -> u32 {
        let Cells { cells, table, .. } = self;
        let is_same = |&index: &u32| cells[index as usize] == cell;
        let entry = table.entry(cell.hash(), is_same, |&index| cells[index as usize].hash());
        match entry {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let index = place(cells.len());
                entry.insert(index);
                cells.push(cell);
                index
            }
        }
    }
}
