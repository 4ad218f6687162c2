//! The game that `examples/bot.c` plays, replayed with the runtime.

use lexc_runtime::{Cgp, GameEnd, Leaves, Lexicon, Move, MoveGen, Rules};

/// Replays the turns of a game, each the game in CGP and the move. Asserts that each move is the best one, each rack is filled from
/// the bag, and the game ends by the rules. Returns the number of plays, the number of exchanges, and the end.
pub(super) fn replay(
    printed: &str,
    lexicon: &Lexicon<'_>,
    leaves: &dyn Leaves,
) -> ([usize; 2], GameEnd) {
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let mut turns = printed
        .lines()
        .map(|line| line.split_once("  ").unwrap_or((line, "")));
    let (mut game, mut written) = turns.next().unwrap();
    let mut state = Cgp::parse(game, alphabet).unwrap().state(&rules).unwrap();
    let mut counts = [0; 2];
    for (next, next_written) in turns {
        assert_eq!(state.cgp().display(alphabet).to_string(), game);
        let movegen = MoveGen::new(lexicon).with_moves(state.bag_len(), leaves);
        let best = movegen.best(&state.position(&rules).unwrap()).action;
        assert_eq!(best.display(state.board(), alphabet).to_string(), written);
        state.check(&rules, &best, Some(lexicon)).unwrap();
        match best {
            Move::Play(_) => counts[0] += 1,
            Move::Exchange(_) => counts[1] += 1,
            Move::Pass => {}
        }
        // The player who moved is the next one in the game after the move.
        let kept = best.leave(state.rack(state.next_seat())).unwrap();
        let rack = Cgp::parse(next, alphabet).unwrap().opponent_rack();
        let mut drawn = rack.checked_sub(kept).unwrap().into_iter();
        state.apply(&rules, &best, |bag| {
            drawn.next().filter(|&tile| bag.remove(tile))
        });
        (game, written) = (next, next_written);
    }
    assert_eq!(state.cgp().display(alphabet).to_string(), game);
    (counts, state.end().unwrap())
}
