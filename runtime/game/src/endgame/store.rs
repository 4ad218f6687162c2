//! Plays by line, generated once for each state of a line.
//!
//! A play lies on one line. The *state* of a line determines the plays on it. The state is the tiles on the line, and
//! the cross-sets and cross-scores of the empty squares, which depend on the lines across. A play changes the states of
//! about a quarter of the lines of the standard board, and the same states recur all over the search tree. So the store
//! keeps, for each state, the plays of each player. A node of the search tree refers to the states of its lines by
//! number. To list the plays of a node, the store filters them by the tiles that the player still has.
//!
//! The key of a line's state is a sum: a key of the line, the keys of its tiles, and for each empty square a key of its
//! cross-set and cross-score. The cross-set and the cross-score of a square depend only on the tiles of the line
//! across. So the tiles on a line determine the keys that the line adds to the states of the lines across it, and the
//! store keeps these keys by the tiles on the line. Plays are made on the board itself, a [`TrackedPosition`], only to
//! compute plays or keys that the store does not have yet.

use lexc_runtime::{
    Dimensions, Direction, Line, MAX_DIM, Move, MoveGen, PlacedTile, Play, Rack, RackTile, TileSet,
    TrackedPosition, Undo,
};

use super::hash::{Key, KeyMap, mix, square_key};
use super::racks::{RackCode, RackCodec};
use super::stored::StoredPlay;
use super::table::{Label, PASS_LABEL};

/// Largest number of rows and columns together.
pub(super) const MAX_LINES: usize = 2 * MAX_DIM;

/// Index of a play in the store.
pub(super) type PlayId = u32;

/// The pass, in place of the index of a play.
pub(super) const PASS: PlayId = u32::MAX;

/// The classes of the plays of a line by number of tiles: 1, 2, 3, and more.
const LENS: usize = 4;

/// Plays of one line and player: a range of the store, in ascending order of the numbers of tiles placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LinePlays {
    start: u32,
    /// At index *n*: the end of the plays of up to *n* + 1 tiles; at the last index, of all plays.
    ends: [u32; LENS],
    /// The tiles that the plays were generated for. A rack with further tiles needs another range.
    rack: RackCode,
}

impl LinePlays {
    /// The plays of an empty rack: none.
    const NONE: LinePlays = LinePlays {
        start: 0,
        ends: [0; LENS],
        rack: 0,
    };
}

/// Lines of a board, as a node of the search tree keeps them.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// For each line, the sum of its key and the keys of its tiles.
    tiles: [Key; MAX_LINES],
    /// Keys of the states of the lines.
    states: [Key; MAX_LINES],
    /// Numbers of the entries in [`Store::crosses`] for the lines.
    crosses: [u32; MAX_LINES],
    /// Numbers of the entries in [`Store::lists`] for the states of the lines.
    lists: [u32; MAX_LINES],
    /// For each line, the set of the offsets of its occupied squares.
    pub(super) occupied: [u32; MAX_LINES],
}

/// Plays by state of line.
#[derive(Debug)]
pub(super) struct Store<'p> {
    movegen: MoveGen<'p>,
    tracked: TrackedPosition<'p>,
    /// Plays made on the board of `tracked` since the root, in order.
    applied: Vec<(PlayId, Undo)>,
    dimensions: Dimensions,
    line_count: usize,
    codecs: [RackCodec; 2],
    /// Letters that at least one player can place.
    usable: TileSet,
    more_tiles_score_more: bool,
    stored: Vec<StoredPlay>,
    plays: Vec<Play>,
    cross_ids: KeyMap,
    /// Entries by number. An entry belongs to the tiles of a line. It has, for each square of this line, the key of the
    /// cross-set and cross-score that these tiles give the square for the line across.
    crosses: Vec<[Key; MAX_DIM]>,
    list_ids: KeyMap,
    lists: [Vec<LinePlays>; 2],
    /// The plays that are being generated.
    generated: Vec<Play>,
    /// Plays visited so far, and [`GENERATION`] for each play generated.
    work: u64,
}

/// Plays visited in the time in which one is generated.
const GENERATION: u64 = 16;

impl<'p> Store<'p> {
    pub(super) fn new(
        movegen: MoveGen<'p>,
        tracked: TrackedPosition<'p>,
        tiles: [&[RackTile]; 2],
    ) -> Store<'p> {
        let position = tracked.position();
        let dimensions = position.board().dimensions();
        let mut usable = TileSet::EMPTY;
        for tile in tiles.into_iter().flatten() {
            usable |= match tile {
                RackTile::Letter(tile) => TileSet::EMPTY.with(*tile),
                RackTile::Blank => position.rules().tiles(),
            };
        }
        let rules = position.rules();
        let letters = rules.tiles().into_iter().map(PlacedTile::letter);
        let values = letters.map(|letter| rules.value(letter));
        let least_value = values.min().unwrap_or(0).min(rules.blank_value());
        Store {
            // A play of one tile is part of a play of two, if one play may place two.
            more_tiles_score_more: least_value >= 0
                && rules.most_placed() >= 2
                && rules.bonuses().ascend(rules.most_placed()),
            movegen,
            dimensions,
            line_count: dimensions.rows() + dimensions.cols(),
            applied: Vec::new(),
            codecs: tiles.map(RackCodec::new),
            usable,
            tracked,
            stored: Vec::new(),
            plays: Vec::new(),
            cross_ids: KeyMap::default(),
            crosses: Vec::new(),
            list_ids: KeyMap::default(),
            lists: [Vec::new(), Vec::new()],
            generated: Vec::new(),
            work: 0,
        }
    }

    /// The work of the store since it was made, in plays visited: the same on every host.
    #[inline(always)]
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Returns `true` if no tile and no bonus has a negative value: then a play scores at least as much as any of its tiles
    /// placed on their own, or after the others.
    #[inline(always)]
    pub(super) fn more_tiles_score_more(&self) -> bool {
        self.more_tiles_score_more
    }

    /// For each player, the code of all tiles of the player.
    pub(super) fn full_racks(&self) -> [RackCode; 2] {
        [self.codecs[0].full(), self.codecs[1].full()]
    }

    /// Codes of racks.
    pub(super) fn codes(&self, racks: [Rack; 2]) -> [RackCode; 2] {
        [self.codecs[0].code(racks[0]), self.codecs[1].code(racks[1])]
    }

    #[inline(always)]
    pub(super) fn stored(&self, id: PlayId) -> &StoredPlay {
        &self.stored[id as usize]
    }

    /// The score of a move.
    pub(super) fn score(&self, id: PlayId) -> i32 {
        match id {
            PASS => 0,
            _ => self.stored(id).score,
        }
    }

    /// The play with an index.
    pub(super) fn play(&self, id: PlayId) -> &Play {
        &self.plays[id as usize]
    }

    /// The move with an index.
    pub(super) fn action(&self, id: PlayId) -> Move {
        match id {
            PASS => Move::Pass,
            _ => Move::Play(self.plays[id as usize]),
        }
    }

    /// Label of a move in the table.
    pub(super) fn label(&self, id: PlayId) -> Label {
        match id {
            PASS => PASS_LABEL,
            _ => self.stored(id).label(),
        }
    }

    /// Adds a play that the store did not generate, for the start of a path, and returns its index.
    pub(super) fn add(&mut self, play: &Play, player: usize) -> PlayId {
        let rules = self.tracked.position().rules();
        let codec = &self.codecs[player];
        self.stored.push(StoredPlay::new(play, codec, rules));
        self.plays.push(*play);
        id_of(self.plays.len() - 1)
    }

    /// Takes back all plays on the board, and removes all plays and states of lines from the store.
    pub(super) fn clear(&mut self) {
        self.apply(&[]);
        self.stored.clear();
        self.plays.clear();
        self.cross_ids.clear();
        self.crosses.clear();
        self.list_ids.clear();
        for lists in &mut self.lists {
            lists.clear();
        }
    }

    /// Approximate bytes of the plays and states, without the unused part of allocations.
    pub(super) fn bytes(&self) -> usize {
        self.stored.len() * (size_of::<StoredPlay>() + size_of::<Play>())
            + self.crosses.len() * (size_of::<[Key; MAX_DIM]>() + 16)
            + self.lists[0].len() * (size_of::<[LinePlays; 2]>() + 16)
    }

    /// Lines of the board at the root. `tracked` must have this board.
    pub(super) fn root_lines(&mut self) -> Lines {
        let mut lines = Lines {
            tiles: [0; MAX_LINES],
            states: [0; MAX_LINES],
            crosses: [0; MAX_LINES],
            lists: [0; MAX_LINES],
            occupied: [0; MAX_LINES],
        };
        for index in 0..self.line_count {
            lines.tiles[index] = mix(!(index as u64));
            lines.states[index] = lines.tiles[index];
        }
        for square in self.dimensions.squares() {
            if let Some(placed_tile) = self.tracked.position().board().get(square) {
                let key = square_key(square, placed_tile);
                for index in self.lines_through(square.row(), square.col()) {
                    lines.tiles[index] = lines.tiles[index].wrapping_add(key);
                    lines.states[index] = lines.states[index].wrapping_add(key);
                }
                let [row, col] = self.lines_through(square.row(), square.col());
                lines.occupied[row] |= 1 << square.col();
                lines.occupied[col] |= 1 << square.row();
            }
        }
        for index in 0..self.line_count {
            let id = self.cross_id(index, lines.tiles[index], &[]);
            lines.crosses[index] = id;
            let (base, len) = self.across(index);
            let keys = &self.crosses[id as usize][..len];
            for (state, key) in lines.states[base..base + len].iter_mut().zip(keys) {
                *state = state.wrapping_add(*key);
            }
        }
        for index in 0..self.line_count {
            lines.lists[index] = self.list_id(lines.states[index]);
        }
        lines
    }

    /// Updates lines for the last move of `path`, a play; `before` are the lines before this move.
    pub(super) fn update_lines(&mut self, after: &mut Lines, before: &Lines, path: &[PlayId]) {
        let Some(&id) = path.last() else {
            return;
        };
        let play = self.plays[id as usize];
        let mut changed = 0_u64;
        for (square, placed_tile) in play.placed() {
            let key = square_key(square, placed_tile);
            for index in self.lines_through(square.row(), square.col()) {
                after.tiles[index] = after.tiles[index].wrapping_add(key);
                after.states[index] = after.states[index].wrapping_add(key);
                changed |= 1 << index;
            }
            let [row, col] = self.lines_through(square.row(), square.col());
            after.occupied[row] |= 1 << square.col();
            after.occupied[col] |= 1 << square.row();
        }
        while changed != 0 {
            let index = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let id = self.cross_id(index, after.tiles[index], path);
            let (base, len) = self.across(index);
            let new = &self.crosses[id as usize][..len];
            let old = &self.crosses[before.crosses[index] as usize][..len];
            after.crosses[index] = id;
            let states = after.states[base..base + len].iter_mut();
            for ((state, new), old) in states.zip(new).zip(old) {
                *state = state.wrapping_add(*new).wrapping_sub(*old);
            }
        }
        for index in 0..self.line_count {
            if after.states[index] != before.states[index] {
                after.lists[index] = self.list_id(after.states[index]);
            }
        }
    }

    /// Visits the plays that a player can make with the tiles of `rack`, whose number is `len`, at the node at the end of `path`,
    /// which has these lines.
    #[inline]
    pub(super) fn for_each(
        &mut self,
        lines: &Lines,
        player: usize,
        (rack, len): (RackCode, usize),
        path: &[PlayId],
        mut visit: impl FnMut(PlayId, &StoredPlay),
    ) {
        let guards = self.codecs[player].guards();
        let longest = len.clamp(1, LENS) - 1;
        for (index, list) in lines.lists[..self.line_count].iter().enumerate() {
            let list = *list as usize;
            let mut plays = self.lists[player][list];
            if !guards.has(plays.rack, rack) {
                plays = self.generate(index, player, [rack, plays.rack], path);
                self.lists[player][list] = plays;
            }
            let stored = &self.stored[plays.start as usize..plays.ends[longest] as usize];
            self.work += stored.len() as u64;
            for (id, play) in (plays.start..).zip(stored) {
                if guards.has(rack, play.tiles) {
                    visit(id, play);
                }
            }
        }
    }

    /// Generates the plays of a player on one line of the node at the end of `path`. `other` is the rack that the
    /// line's stored plays were generated for. Generates plays from the union of `rack` and `other` or, if the union
    /// does not fit on one rack, from `rack` alone.
    #[cold]
    fn generate(
        &mut self,
        index: usize,
        player: usize,
        [rack, other]: [RackCode; 2],
        path: &[PlayId],
    ) -> LinePlays {
        self.apply(path);
        let start = self.stored.len();
        let rules = self.tracked.position().rules();
        let codec = &self.codecs[player];
        let rack = [codec.union(rack, other), rack].into_iter().find(|&code| {
            let rack = codec.rack(code);
            rack.is_some_and(|rack| self.tracked.set_rack(rack).is_ok())
        });
        let Some(rack) = rack else {
            return LinePlays::NONE;
        };
        if let Some(line) = line(self.dimensions, index) {
            self.generated.clear();
            self.movegen
                .for_each_on_line(&self.tracked, line, |play| self.generated.push(*play));
            self.generated.sort_unstable_by_key(Play::placed_len);
        }
        let generated = self.generated.drain(..);
        let mut ends = [id_of(start); LENS];
        for play in generated {
            self.stored.push(StoredPlay::new(&play, codec, rules));
            self.plays.push(play);
            let longest = play.placed_len().clamp(1, LENS) - 1;
            ends[longest..].fill(id_of(self.stored.len()));
        }
        self.work += GENERATION * (self.stored.len() - start) as u64;
        LinePlays {
            start: id_of(start),
            ends,
            rack,
        }
    }

    /// Number of the list of plays for a state of a line.
    #[inline]
    fn list_id(&mut self, state: Key) -> u32 {
        let next = id_of(self.lists[0].len());
        let id = *self.list_ids.entry(state).or_insert(next);
        if id == next {
            for lists in &mut self.lists {
                lists.push(LinePlays::NONE);
            }
        }
        id
    }

    /// Number of the entry in [`Store::crosses`] for a line with these tiles.
    #[inline]
    fn cross_id(&mut self, index: usize, tiles: Key, path: &[PlayId]) -> u32 {
        match self.cross_ids.get(&tiles) {
            Some(&id) => id,
            None => self.add_crosses(index, tiles, path),
        }
    }

    /// Adds an entry to [`Store::crosses`] for a line at the end of the path, and returns its number.
    #[cold]
    fn add_crosses(&mut self, index: usize, tiles: Key, path: &[PlayId]) -> u32 {
        self.apply(path);
        let mut keys = [0; MAX_DIM];
        if let Some(line) = line(self.dimensions, index) {
            let crossing = line.direction().crossing();
            let board = self.tracked.position().board();
            let squares = (0..self.dimensions.line_len(line.direction()))
                .map_while(|offset| line.square(offset));
            for (key, square) in keys.iter_mut().zip(squares) {
                let beside = [
                    square.previous(line.direction()),
                    square.next(line.direction()),
                ];
                let is_crossed = beside.iter().flatten().any(|&at| board.get(at).is_some());
                if board.get(square).is_some() || !is_crossed {
                    continue;
                }
                let set = self.tracked.cross_set(square, crossing);
                let usable = set & self.usable;
                // No play covers a square without usable tiles: its cross-score has no effect.
                let score = if usable.is_empty() {
                    0
                } else {
                    self.tracked.cross_score(square, crossing)
                };
                *key = mix(mix(usable.bits())
                    ^ (index as u64) << 32
                    ^ u64::from(score.cast_unsigned()));
            }
        }
        let id = id_of(self.crosses.len());
        self.crosses.push(keys);
        self.cross_ids.insert(tiles, id);
        id
    }

    /// Makes and takes back plays until the board is that at the end of the path.
    fn apply(&mut self, path: &[PlayId]) {
        let plays = path.iter().filter(|&&id| id != PASS);
        let applied = self.applied.iter().map(|(id, _)| id);
        let shared = plays
            .clone()
            .zip(applied)
            .take_while(|(a, b)| a == b)
            .count();
        while self.applied.len() > shared {
            if let Some((_, undo)) = self.applied.pop() {
                let taken_back = self.tracked.take_back(undo);
                debug_assert!(taken_back.is_ok(), "plays are taken back in reverse order");
            }
        }
        for &id in plays.skip(shared) {
            let undo = self.tracked.play_unchecked(&self.plays[id as usize]);
            self.applied.push((id, undo));
        }
    }

    /// Index of the first line that crosses a line, and the number of lines that cross it.
    #[inline(always)]
    pub(super) fn across(&self, index: usize) -> (usize, usize) {
        let (rows, cols) = (self.dimensions.rows(), self.dimensions.cols());
        if index < rows {
            (rows, cols)
        } else {
            (0, rows)
        }
    }

    /// Indices of the row and the column through a square.
    #[inline(always)]
    fn lines_through(&self, row: usize, col: usize) -> [usize; 2] {
        [row, self.dimensions.rows() + col]
    }
}

/// The line with an index: rows come before columns.
fn line(dimensions: Dimensions, index: usize) -> Option<Line> {
    match index.checked_sub(dimensions.rows()) {
        None => Line::new(Direction::Across, index),
        Some(col) => Line::new(Direction::Down, col),
    }
}

/// Index as a number of 32 bits. The limit of memory keeps the store far smaller.
fn id_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(PASS - 1)
}
