//! Positions: board, rack and rules, checked together.

use core::fmt;

use lexc_formats::{PlacedTile, Tile};

use crate::game::{Board, Dimensions, Rack, Rules, RulesError, Square};

/// A board and the rack of the player on turn, checked against the rules of the game.
///
/// Functions that take a position rely on these checks. Words on the board may be phonies.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Board, Play, Position, Rack, Rules};
///
/// let rules = Rules::standard(alphabet);
/// let board = Board::new(rules.layout().dimensions());
/// let position = Position::try_new(board, Rack::parse("RETINAS", alphabet)?, &rules)?;
/// let play = Play::parse("8D RETSINA", &position, alphabet)?;
/// assert_eq!(play.score(), 66);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<'r> {
    board: Board,
    rack: Rack,
    rules: &'r Rules,
}

// The smallest hosts have 16 KiB of memory.
const _: () = assert!(size_of::<Position<'_>>() <= 600);

impl<'r> Position<'r> {
    /// A position under these rules.
    ///
    /// # Errors
    /// [`Rules::check`] fails, the board and the layout have different dimensions, a tile is on a brick or outside the rules'
    /// alphabet, or the rack has more tiles than the rules allow. The rack may hold more of a tile than a full bag has.
    pub fn try_new(
        board: Board,
        rack: Rack,
        rules: &'r Rules,
    ) -> Result<Position<'r>, PositionError> {
        rules.check().map_err(PositionError::Rules)?;
        let layout = rules.layout().dimensions();
        if board.dimensions() != layout {
            return Err(PositionError::Dimensions {
                board: board.dimensions(),
                layout,
            });
        }
        for square in layout.squares() {
            let Some(placed_tile) = board.get(square) else {
                continue;
            };
            let tile = placed_tile.tile();
            if !rules.tiles().contains(tile) {
                return Err(PositionError::BoardTile { square, tile });
            }
            if rules.layout().is_brick(square) {
                return Err(PositionError::Brick { square });
            }
        }
        check_rack(&rack, rules)?;
        Ok(Position { board, rack, rules })
    }

    /// Replaces the rack of the player on turn.
    ///
    /// # Errors
    /// The new rack has more tiles than the rules allow, or a tile outside their alphabet. The old rack stays.
    pub fn set_rack(&mut self, rack: Rack) -> Result<(), PositionError> {
        check_rack(&rack, self.rules)?;
        self.rack = rack;
        Ok(())
    }

    /// Puts a tile on an empty square. Returns `false`, and changes nothing, if the square is occupied, a brick or outside the
    /// board, or the tile is outside the alphabet.
    pub(crate) fn place(&mut self, square: Square, placed_tile: PlacedTile) -> bool {
        let fits = self.board.get(square).is_none()
            && !self.rules.layout().is_brick(square)
            && self.rules.tiles().contains(placed_tile.tile());
        fits && self.board.set(square, Some(placed_tile)).is_ok()
    }

    /// Empties a square.
    pub(crate) fn clear(&mut self, square: Square) {
        // Fails only for a square outside the board, which is empty.
        let _ = self.board.set(square, None);
    }

    /// Removes from the rack the letter or blank that a placed tile comes from.
    pub(crate) fn take_from_rack(&mut self, placed_tile: PlacedTile) {
        let _ = self.rack.remove(placed_tile);
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rack of the player on turn.
    #[inline]
    pub const fn rack(&self) -> &Rack {
        &self.rack
    }

    /// The rules of the game.
    #[inline]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }
}

/// Checks the number of tiles on a rack, and that they are in the alphabet of the rules.
fn check_rack(rack: &Rack, rules: &Rules) -> Result<(), PositionError> {
    if rack.len() > rules.rack_size() {
        return Err(PositionError::RackTooLong {
            found: rack.len(),
            rack_size: rules.rack_size(),
        });
    }
    match (rack.letters() - rules.tiles()).first_tile() {
        Some(tile) => Err(PositionError::RackTile { tile }),
        None => Ok(()),
    }
}

/// A board, a rack and rules that do not fit together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants explain the fields")]
pub enum PositionError {
    /// [`Rules::check`] fails.
    Rules(RulesError),
    /// The board and the layout have different dimensions.
    Dimensions {
        board: Dimensions,
        layout: Dimensions,
    },
    /// A tile is on a brick.
    Brick { square: Square },
    /// A tile on the board is outside the alphabet.
    BoardTile { square: Square, tile: Tile },
    /// A tile on the rack is outside the alphabet.
    RackTile { tile: Tile },
    /// The rack has more tiles (`found`) than the rules allow (`rack_size`).
    RackTooLong { found: usize, rack_size: usize },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Rules(error) => error.fmt(f),
            PositionError::Dimensions { board, layout } => write!(
                f,
                "the board has {board} squares and the layout {layout} (choose a layout of the board's size)"
            ),
            PositionError::Brick { square } => {
                write!(
                    f,
                    "a tile on the brick {square} (choose the layout of this board)"
                )
            }
            PositionError::BoardTile { square, tile } => {
                write!(
                    f,
                    "the tile with code {} on {square} is outside the alphabet",
                    tile.code()
                )
            }
            PositionError::RackTile { tile } => {
                write!(
                    f,
                    "the tile with code {} on the rack is outside the alphabet",
                    tile.code()
                )
            }
            PositionError::RackTooLong { found, rack_size } => write!(
                f,
                "{found} tiles on the rack where the rules allow {rack_size} (remove tiles, or set another rack size)"
            ),
        }
    }
}

impl core::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::game::Layout;
    use crate::testing::{catalan, english};

    #[test]
    fn accepts_more_of_a_tile_than_the_bag_has() {
        let rules = Rules::super_board(english());
        let board = Board::new(Dimensions::MAX);
        let rack = Rack::parse("QQQQ???", english()).unwrap();
        let position = Position::try_new(board.clone(), rack, &rules).unwrap();
        assert_eq!(position.board(), &board);
        assert_eq!(position.rack(), &rack);
        assert_eq!(position.rules(), &rules);
    }

    #[test]
    fn names_the_fault_of_board_and_rack() {
        let rules = Rules::standard(catalan());
        let layout = rules.layout().dimensions();
        let foreign = Tile::new(6).unwrap();
        let square = Square::new(2, 3).unwrap();
        let mut foreign_board = Board::new(layout);
        foreign_board
            .set(square, Some(PlacedTile::blank(foreign)))
            .unwrap();
        let rack = |text| Rack::parse(text, english()).unwrap();
        for (board, rack, error, message) in [
            (
                Board::new(Dimensions::MAX),
                Rack::EMPTY,
                PositionError::Dimensions {
                    board: Dimensions::MAX,
                    layout,
                },
                "the board has 21 x 21 squares and the layout 15 x 15 (choose a layout of the board's size)",
            ),
            (
                foreign_board,
                Rack::EMPTY,
                PositionError::BoardTile {
                    square,
                    tile: foreign,
                },
                "the tile with code 6 on 3D is outside the alphabet",
            ),
            (
                Board::new(layout),
                rack("AF?"),
                PositionError::RackTile { tile: foreign },
                "the tile with code 6 on the rack is outside the alphabet",
            ),
            (
                Board::new(layout),
                rack("AAAABB??"),
                PositionError::RackTooLong {
                    found: 8,
                    rack_size: 7,
                },
                "8 tiles on the rack where the rules allow 7 (remove tiles, or set another rack size)",
            ),
        ] {
            assert_eq!(Position::try_new(board, rack, &rules), Err(error));
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn refuses_a_tile_on_a_brick() {
        let layout = Layout::parse("0, 0\n #\n").unwrap();
        let rules = Rules::standard(english()).with_layout(layout);
        let square = Square::new(0, 1).unwrap();
        let mut board = Board::new(rules.layout().dimensions());
        board.set(square, english().placed_tile("A")).unwrap();
        let error = Position::try_new(board, Rack::EMPTY, &rules).unwrap_err();
        assert_eq!(error, PositionError::Brick { square });
        assert_eq!(
            error.to_string(),
            "a tile on the brick 1B (choose the layout of this board)"
        );
    }

    #[test]
    fn refuses_rules_that_do_not_fit_together() {
        let rules = Rules::standard(english()).with_rack_size(22);
        let error = Position::try_new(Board::new(Dimensions::MAX), Rack::EMPTY, &rules);
        let refused = RulesError::RackSize { found: 22 };
        assert_eq!(error, Err(PositionError::Rules(refused)));
        assert_eq!(
            PositionError::Rules(refused).to_string(),
            refused.to_string()
        );
    }
}
