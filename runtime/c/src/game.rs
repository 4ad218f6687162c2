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
        PositionError, PositionRef, Rack, Square, TileSet,
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

        pub(crate) fn play(&mut self, play: &Play) -> Result<Undo, IllegalPlayError> {
            let rack = *self.position.rack();
            self.position.play(play)?;
            Ok(Undo::new(play, rack))
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
        #[cfg(feature = "full")]
        fn replace(&mut self, board: Board, rack: Rack) {
            if let Ok(position) = Position::try_new(board, rack, self.position.rules()) {
                self.position = position;
            }
        }
    }

    /// A play that was made, and the rack before the play; nothing if there is no function that takes it back.
    #[derive(Debug)]
    pub(crate) struct Undo {
        #[cfg(feature = "full")]
        play: Play,
        #[cfg(feature = "full")]
        rack: Rack,
    }

    impl Undo {
        #[cfg(feature = "full")]
        fn new(play: &Play, rack: Rack) -> Undo {
            Undo { play: *play, rack }
        }

        #[cfg(not(feature = "full"))]
        fn new(_: &Play, _: Rack) -> Undo {
            Undo {}
        }
    }

    impl<'p> From<&'p Game<'_>> for PositionRef<'p> {
        fn from(game: &'p Game<'_>) -> PositionRef<'p> {
            PositionRef::from(&game.position)
        }
    }
}
