//! A play entered tile by tile: the cursor, and the tiles placed so far.

use lexc_runtime::{
    Board, Dimensions, Direction, Layout, PlacedTile, Play, Position, Rack, RackTile, Square, score,
};

/// The cursor and the tiles placed. The board itself does not change.
#[derive(Clone, Debug)]
pub struct Entry {
    pub cursor: Square,
    /// The direction in which the cursor moves when a tile is placed.
    pub direction: Direction,
    placed: Vec<(Square, PlacedTile)>,
}

impl Entry {
    /// An entry without tiles, with the cursor on this square and the direction across.
    pub fn new(cursor: Square) -> Entry {
        Entry {
            cursor,
            direction: Direction::Across,
            placed: Vec::new(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// The tile placed on a square.
    pub fn on(&self, square: Square) -> Option<PlacedTile> {
        let found = self
            .placed
            .iter()
            .find(|(placed_on, _)| *placed_on == square);
        found.map(|(_, placed_tile)| *placed_tile)
    }

    /// The tiles of the rack that are not placed.
    pub fn rest(&self, rack: Rack) -> Rack {
        let placed = self.placed.iter().map(|(_, placed_tile)| *placed_tile);
        rack.checked_sub(placed).unwrap_or(rack)
    }

    /// Moves the cursor one square along a direction, unless it would leave the board.
    pub fn step(&mut self, direction: Direction, is_forward: bool, dimensions: Dimensions) {
        let next = match is_forward {
            true => self.cursor.next(direction),
            false => self.cursor.previous(direction),
        };
        if let Some(next) = next.filter(|next| dimensions.contains(*next)) {
            self.cursor = next;
        }
    }

    /// Places a tile on the first empty square at or after the cursor. Then moves the cursor to the next empty square;
    /// if the line has none, to the square just filled. A brick ends the line. Returns `false` if the line has no empty
    /// square at or after the cursor.
    pub fn place(&mut self, placed_tile: PlacedTile, board: &Board, layout: &Layout) -> bool {
        let Some(square) = self.empty_from(Some(self.cursor), board, layout) else {
            return false;
        };
        self.placed.push((square, placed_tile));
        self.cursor = self
            .empty_from(square.next(self.direction), board, layout)
            .unwrap_or(square);
        true
    }

    /// The first empty square from `first` to the next brick or the end of the line; `None` if there is no empty
    /// square.
    fn empty_from(&self, first: Option<Square>, board: &Board, layout: &Layout) -> Option<Square> {
        let is_on_board = |square: &Square| board.dimensions().contains(*square);
        std::iter::successors(first, |square| square.next(self.direction))
            .take_while(|square| is_on_board(square) && !layout.is_brick(*square))
            .find(|square| board.get(*square).is_none() && self.on(*square).is_none())
    }

    /// Takes back the tile placed last, and moves the cursor to its square.
    pub fn take_back(&mut self) {
        if let Some((square, _)) = self.placed.pop() {
            self.cursor = square;
        }
    }

    /// Takes back all tiles, and moves the cursor to the square of the tile placed first.
    pub fn clear(&mut self) {
        if let Some((square, _)) = self.placed.first() {
            self.cursor = *square;
        }
        self.placed.clear();
    }

    /// The play of the placed tiles, with its score; `None` if there are no tiles, or if they are not on one line.
    pub fn play(&self, position: &Position<'_>) -> Option<Play> {
        let squares = || self.placed.iter().map(|(square, _)| *square);
        let is_in_line = |direction: Direction| {
            let across = |square: Square| match direction {
                Direction::Across => square.row(),
                Direction::Down => square.col(),
            };
            let mut lines = squares().map(across);
            let first = lines.next();
            lines.all(|line| Some(line) == first)
        };
        let direction = [Direction::Across, Direction::Down]
            .into_iter()
            .find(|direction| is_in_line(*direction))?;
        // The word includes the board's tiles before, between and after the placed tiles.
        let board = position.board();
        let covered = |square: &Square| board.get(*square).is_some();
        let back = |square: &Square| square.previous(direction).filter(covered);
        let on = |square: &Square| square.next(direction).filter(covered);
        let first = std::iter::successors(squares().min(), back).last()?;
        let last = std::iter::successors(squares().max(), on).last()?;
        let word = std::iter::successors(Some(first), |square| square.next(direction))
            .take_while(|square| *square <= last);
        let word: Vec<Option<PlacedTile>> = word.map(|square| self.on(square)).collect();
        let play = Play::new(first, direction, &word, 0)?;
        Some(play.with_score(score(position, &play)).canonical(board))
    }

    /// The tile to place for a letter: the letter if the rest of the rack has it, or else a blank; `None` if it has neither.
    pub fn tile_for(&self, letter: PlacedTile, rack: Rack) -> Option<PlacedTile> {
        let rest = self.rest(rack);
        match (rest.count(letter.tile()), rest.blanks()) {
            (0, 0) => None,
            (0, _) => Some(PlacedTile::blank(letter.tile())),
            _ => Some(PlacedTile::letter(letter.tile())),
        }
    }

    /// The tile of this number on the rack, counted from 1; `None` if the rack has no such tile, or all tiles like it are
    /// placed.
    pub fn numbered(&self, number: usize, rack: Rack) -> Option<RackTile> {
        let tile = rack.into_iter().nth(number.checked_sub(1)?)?;
        self.rest(rack).remove(tile).then_some(tile)
    }
}
