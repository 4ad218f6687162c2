//! The position after a move.

use lexc_game::TurnError;
use lexc_runtime::{Cgp, Move, Position, ScorelessTurns, check_play};
use pyo3::prelude::*;

use crate::best::bag_len;
use crate::error::refused;
use crate::image::OpenImage;
use crate::moves::read;

/// Makes a move for the player on turn, and returns the position for the opponent. Draws no tiles.
pub fn after(
    image: &OpenImage,
    cgp: &Cgp<'_>,
    position: &Position<'_>,
    text: &str,
) -> PyResult<Cgp<'static>> {
    let alphabet = image.lexicon().alphabet();
    let breaks = |rule: TurnError| refused(rule.display(alphabet));
    let mut board = position.board().clone();
    let action = read(text, position, alphabet)?;
    let leave = action.leave(*position.rack());
    match action {
        Move::Play(play) => {
            let checked = check_play(image.lexicon(), position, &play);
            checked.map_err(|error| breaks(TurnError::Play(error)))?;
            board.play_unchecked(&play);
        }
        Move::Exchange(tiles) => {
            if tiles.is_empty() || leave.is_none() {
                return Err(breaks(TurnError::ExchangedTiles));
            }
            let (found, needed) = (
                bag_len(image, position),
                position.rules().exchange_bag_len().max(tiles.len()),
            );
            if found < needed {
                return Err(breaks(TurnError::ExchangeBag { found, needed }));
            }
        }
        Move::Pass => {}
    }
    let [own, other] = cgp.scores();
    let scoreless = ScorelessTurns::new(cgp.zero_turns()).after_move(&action);
    Ok(Cgp::new(board, cgp.opponent_rack())
        .with_opponent_rack(leave.unwrap_or_default())
        .with_scores([other, own.saturating_add(action.score())])
        .with_zero_turns(scoreless.count()))
}
