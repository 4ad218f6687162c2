//! Places of faults in texts.

use lexc_runtime::{
    CgpError, LayoutError, MoveError, PlayError, RackError, TileTextError, WordError,
};

use crate::status::Failure;

impl Failure {
    /// Line and column of the fault in the text, from 1; 0 if it has none.
    pub(crate) fn place(&self) -> [usize; 2] {
        // The places take 200 bytes of a compressed WebAssembly module.
        if !cfg!(feature = "full") {
            return [0; 2];
        }
        let column = match self {
            Failure::Word(error) => of_word(error),
            Failure::Rack(error) => of_rack(error),
            Failure::Play(error) => of_play(error),
            Failure::Move(error) => of_move(error),
            Failure::Cgp(error) => of_cgp(error),
            #[cfg(feature = "full")]
            Failure::Layout(error) => return of_layout(error),
            _ => 0,
        };
        [usize::from(column > 0), column]
    }
}

fn of_tile(error: &TileTextError) -> usize {
    match *error {
        TileTextError::Unknown { column, .. }
        | TileTextError::Bare { column, .. }
        | TileTextError::UnknownName { column, .. }
        | TileTextError::OpenBracket { column } => column,
        _ => 0,
    }
}

fn of_word(error: &WordError) -> usize {
    match error {
        WordError::Tile(error) => of_tile(error),
        WordError::TooLong { column } => *column,
        _ => 0,
    }
}

fn of_rack(error: &RackError) -> usize {
    match error {
        RackError::Tile(error) => of_tile(error),
        RackError::BlankForm { column, .. } | RackError::TooLong { column } => *column,
        _ => 0,
    }
}

fn of_play(error: &PlayError) -> usize {
    match error {
        PlayError::Tile(error) => of_tile(error),
        PlayError::Square { column }
        | PlayError::NoWord { column }
        | PlayError::OutsideBoard { column }
        | PlayError::Differs { column, .. }
        | PlayError::NoTileThere { column, .. }
        | PlayError::Parenthesis { column }
        | PlayError::NothingPlaced { column } => *column,
        _ => 0,
    }
}

fn of_move(error: &MoveError) -> usize {
    match error {
        MoveError::Play(error) => of_play(error),
        MoveError::Tiles(error) => of_rack(error),
        MoveError::Start { column }
        | MoveError::NoTiles { column }
        | MoveError::AfterPass { column } => *column,
        _ => 0,
    }
}

fn of_cgp(error: &CgpError) -> usize {
    match error {
        CgpError::BoardTile { error, .. } => of_tile(error),
        CgpError::Rack(error) => of_rack(error),
        CgpError::Run { column, .. }
        | CgpError::RowTooLong { column, .. }
        | CgpError::EmptyRow { column, .. }
        | CgpError::RowWidth { column, .. }
        | CgpError::TooManyRows { column }
        | CgpError::NoRack { column }
        | CgpError::FifthRack { column }
        | CgpError::Score { column, .. }
        | CgpError::ZeroTurns { column, .. }
        | CgpError::ControlCharacter { column, .. } => *column,
        _ => 0,
    }
}

#[cfg(feature = "full")]
fn of_layout(error: &LayoutError) -> [usize; 2] {
    match *error {
        LayoutError::Start { column, .. } => [1, column],
        LayoutError::StartOutside { .. } | LayoutError::StartOnBrick { .. } => [1, 0],
        LayoutError::Symbol { line, column, .. } | LayoutError::RowTooLong { line, column } => {
            [line, column]
        }
        LayoutError::TooManyRows { line } => [line, 0],
        _ => [0; 2],
    }
}
