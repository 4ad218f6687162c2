//! A position with its plays.

use lexc_runtime::{Cgp, Lexicon, MoveGen, Play, Position};

use super::counts::Counts;

/// A position with its best plays, and counts over all.
#[derive(Debug)]
pub struct Solved<'t, 'r> {
    pub cgp: Cgp<'t>,
    pub position: Position<'r>,
    pub counts: Counts,
    /// The best plays, best first.
    pub plays: Vec<Play>,
}

impl<'t, 'r> Solved<'t, 'r> {
    /// Searches a position. Keeps the best `top` plays, or all.
    pub fn new(
        cgp: Cgp<'t>,
        position: Position<'r>,
        lexicon: &Lexicon<'_>,
        top: Option<usize>,
    ) -> Solved<'t, 'r> {
        let movegen = MoveGen::new(lexicon);
        let mut counts = Counts::default();
        let mut plays = Vec::new();
        movegen.for_each(&position, |play| {
            counts.add(play);
            if top.is_none() {
                plays.push(*play);
            }
        });
        if let Some(top) = top {
            let all = usize::try_from(counts.plays).unwrap_or(usize::MAX);
            let mut best = vec![None; top.min(all)];
            movegen.top(&position, &mut best);
            plays.extend(best.into_iter().flatten());
        }
        plays.sort_unstable_by(Play::best_first);
        Solved {
            cgp,
            position,
            counts,
            plays,
        }
    }
}
