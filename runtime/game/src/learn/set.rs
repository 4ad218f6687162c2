//! Gives a number to each leave of up to a given length.

use lexc_runtime::{Alphabet, Bag, Rack, RackTile};

/// The largest number of leaves.
const MAX_LEAVES: usize = 16 << 20;

/// A trie of leaves: letters in alphabet order, then blanks. A leave's number is the index of its node; shorter leaves
/// come first.
///
/// The node of a leave with the last tile *t* has a child for *t* and for each later tile. The children of a node are
/// adjacent.
#[derive(Clone, Debug)]
pub(super) struct LeaveSet {
    tiles: Vec<RackTile>,
    /// The first child of each node, and the index of the node's last tile. The longest leaves have no children.
    nodes: Vec<(u32, u8)>,
}

/// Stands for the missing first child of the longest leaves.
const NONE: u32 = u32::MAX;

impl LeaveSet {
    /// The leaves of up to this number of tiles; `None` if there are too many.
    pub(super) fn new(alphabet: Alphabet<'_>, max_tiles: usize) -> Option<LeaveSet> {
        let mut tiles: Vec<RackTile> = alphabet.tiles().map(RackTile::Letter).collect();
        tiles.push(RackTile::Blank);
        let tile_count = u8::try_from(tiles.len()).ok()?;
        let mut nodes = vec![(NONE, 0)];
        let mut level = 0..1;
        for _ in 0..max_tiles.min(Rack::MAX_LEN) {
            let start = nodes.len();
            for node in level {
                let last = nodes[node].1;
                nodes[node].0 = u32::try_from(nodes.len()).ok()?;
                nodes.extend((last..tile_count).map(|tile| (NONE, tile)));
                if nodes.len() > MAX_LEAVES {
                    return None;
                }
            }
            level = start..nodes.len();
        }
        Some(LeaveSet { tiles, nodes })
    }

    /// The number of leaves, including the empty one, which has the number 0.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of leaves of one tile. Their numbers start at 1.
    pub(super) fn single_count(&self) -> usize {
        self.tiles.len()
    }

    /// The index of a tile.
    fn index(&self, tile: RackTile) -> usize {
        match tile.letter() {
            // Codes count from 1.
            Some(tile) => usize::from(tile.code()) - 1,
            None => self.tiles.len() - 1,
        }
    }

    /// The leave with a tile added; `None` if the new leave is too long. The tile must not come before the leave's last
    /// tile.
    pub(super) fn child(&self, leave: usize, tile: RackTile) -> Option<usize> {
        let (first, last) = self.nodes[leave];
        (first != NONE).then(|| first as usize + self.index(tile) - usize::from(last))
    }

    /// The number of the leave of these tiles, which must be in order; `None` if it is too long.
    pub(super) fn find(&self, tiles: impl IntoIterator<Item = RackTile>) -> Option<usize> {
        tiles
            .into_iter()
            .try_fold(0, |leave, tile| self.child(leave, tile))
    }

    /// Visits each leave of a rack once, except leaves that are too long to have a number.
    pub(super) fn visit(&self, rack: &Rack, visit: &mut impl FnMut(usize)) {
        self.visit_with_tiles(rack, &mut |leave, _| {
            if let Some(leave) = leave {
                visit(leave);
            }
        });
    }

    /// Visits each leave of a rack once, with its number and its tiles. Leaves that are too long have no number.
    pub(super) fn visit_with_tiles(
        &self,
        rack: &Rack,
        visit: &mut dyn FnMut(Option<usize>, &[RackTile]),
    ) {
        let rack: Vec<RackTile> = rack.into_iter().collect();
        self.visit_longer(&rack, Some(0), &mut Vec::with_capacity(rack.len()), visit);
    }

    /// Visits a leave, and all leaves made of its tiles plus tiles of the rest of a rack.
    fn visit_longer(
        &self,
        rest: &[RackTile],
        leave: Option<usize>,
        tiles: &mut Vec<RackTile>,
        visit: &mut dyn FnMut(Option<usize>, &[RackTile]),
    ) {
        visit(leave, tiles);
        let mut rest = rest;
        while let Some((&tile, after)) = rest.split_first() {
            tiles.push(tile);
            let longer = leave.and_then(|leave| self.child(leave, tile));
            self.visit_longer(after, longer, tiles, visit);
            tiles.pop();
            let equal = after.iter().take_while(|other| **other == tile).count();
            rest = &after[equal..];
        }
    }

    /// Visits every leave whose tiles are in the bag, except the empty one.
    pub(super) fn visit_all(&self, bag: &Bag, visit: &mut impl FnMut(usize, &[RackTile])) {
        let mut tiles = Vec::new();
        self.visit_of_bag(bag, 0, &mut tiles, visit);
    }

    fn visit_of_bag(
        &self,
        bag: &Bag,
        leave: usize,
        tiles: &mut Vec<RackTile>,
        visit: &mut impl FnMut(usize, &[RackTile]),
    ) {
        let first = usize::from(self.nodes[leave].1);
        for &tile in &self.tiles[first..] {
            let used = tiles.iter().filter(|used| **used == tile).count();
            let Some(longer) = self.child(leave, tile).filter(|_| used < bag.count(tile)) else {
                continue;
            };
            tiles.push(tile);
            visit(longer, tiles);
            self.visit_of_bag(bag, longer, tiles, visit);
            tiles.pop();
        }
    }

    /// Visits each leave of two or more tiles, the shorter ones first. The second argument of `visit` has, for each
    /// tile of the leave, the leave without this tile.
    pub(super) fn visit_with_shorter(&self, visit: &mut impl FnMut(usize, &[usize])) {
        // The parent of each node: the leave without its last tile.
        let mut parents = vec![0; self.len()];
        for (node, &(first, last)) in self.nodes.iter().enumerate() {
            if first != NONE {
                let children = self.tiles.len() - usize::from(last);
                parents[first as usize..][..children].fill(node);
            }
        }
        let mut tiles = Vec::new();
        let mut shorter = Vec::new();
        for leave in 1..self.len() {
            tiles.clear();
            let mut node = leave;
            while node != 0 {
                tiles.push(self.tiles[usize::from(self.nodes[node].1)]);
                node = parents[node];
            }
            if tiles.len() < 2 {
                continue;
            }
            tiles.reverse();
            shorter.clear();
            for without in 0..tiles.len() {
                let rest = tiles
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| *place != without);
                shorter.extend(self.find(rest.map(|(_, tile)| *tile)));
            }
            visit(leave, &shorter);
        }
    }
}
