//! Values of position handles: a position and its lexicon; with the feature `std`, also the cross-sets.

#[cfg(feature = "std")]
pub(crate) use lexc_runtime::{TrackedPosition as Game, Undo};

#[cfg(not(feature = "std"))]
pub(crate) use small::{Game, Undo};

/// Positions without cross-sets, in less than a tenth of the memory of a tracked position.
#[cfg(not(feature = "std"))]
mod small {
    use lexc_runtime::{
        Board, Direction, IllegalPlayError, Lexicon, MoveGen, NotLatestPlayError, Play, Position,
        PositionError, PositionRef, Rack, Square, TileSet, check_placement,
    };

    #[derive(Debug)]
    pub(crate) struct Game<'p> {
        lexicon: &'p Lexicon<'p>,
        position: Position<'p>,
    }

    impl<'p> Game<'p> {
        pub(crate) fn new(lexicon: &'p Lexicon<'p>, position: Position<'p>) -> Game<'p> {
            Game { lexicon, position }
        }

        pub(crate) fn lexicon(&self) -> &'p Lexicon<'p> {
            self.lexicon
        }

        pub(crate) fn position(&self) -> &Position<'p> {
            &self.position
        }

        pub(crate) fn set_rack(&mut self, rack: Rack) -> Result<(), PositionError> {
            self.position.set_rack(rack)
        }

        #[cfg(feature = "full")]
        pub(crate) fn cross_set(&self, square: Square, direction: Direction) -> TileSet {
            MoveGen::new(self.lexicon).cross_set(&self.position, square, direction)
        }

        /// Makes the play on copies of board and rack.
        pub(crate) fn play(&mut self, play: &Play) -> Result<Undo, IllegalPlayError> {
            check_placement(&self.position, play)?;
            let before = *self.position.rack();
            let mut board = self.position.board().clone();
            board.play_unchecked(play);
            // The rack has the tiles: the placement was checked.
            let rack = play.leave(before).unwrap_or(before);
            self.replace(board, rack);
            Ok(Undo {
                play: *play,
                rack: before,
            })
        }

        /// Takes back a play whose tiles are on the board.
        #[cfg(feature = "full")]
        pub(crate) fn take_back(&mut self, undo: Undo) -> Result<(), NotLatestPlayError> {
            let mut board = self.position.board().clone();
            for (square, placed_tile) in undo.play.placed() {
                if board.get(square) != Some(placed_tile) || board.set(square, None).is_err() {
                    return Err(NotLatestPlayError {
                        origin: undo.play.origin(),
                    });
                }
            }
            self.replace(board, undo.rack);
            Ok(())
        }

        /// Replaces board and rack. The new ones must fit the rules; otherwise, nothing changes.
        fn replace(&mut self, board: Board, rack: Rack) {
            if let Ok(position) = Position::try_new(board, rack, self.position.rules()) {
                self.position = position;
            }
        }
    }

    /// A play that was made, and the rack before the play.
    #[derive(Debug)]
    pub(crate) struct Undo {
        play: Play,
        rack: Rack,
    }

    impl<'p> From<&'p Game<'_>> for PositionRef<'p> {
        fn from(game: &'p Game<'_>) -> PositionRef<'p> {
            PositionRef::from(&game.position)
        }
    }
}
