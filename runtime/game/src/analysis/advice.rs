//! The best moves of a judgement, as a player ranks them.

use lexc_runtime::Position;

use super::{Analysis, Judgement};
use crate::player::{Advice, AdvisedMove};

impl Judgement {
    /// The best moves of the turn, in the order of [`Self::ranked_by`]: of at most [`Analysis::TOP_LEN`] ideas. `position` is the one
    /// of the step.
    pub fn advice(&self, position: &Position<'_>) -> Advice {
        let moves: Vec<AdvisedMove> = match (&self.endgame, &self.pre_endgame) {
            (Some(values), _) => advised(&values.candidates),
            (None, Some(values)) => advised(&values.candidates),
            (None, None) if !self.simulated.is_empty() => advised(&self.simulated),
            (None, None) => advised(&self.top),
        };
        Advice::new(self.ranked_by(), moves, position, Analysis::TOP_LEN)
    }

    /// The move made, with its value by [`Self::ranked_by`].
    pub fn advised_made(&self) -> AdvisedMove {
        match (&self.endgame, &self.pre_endgame) {
            (Some(values), _) => values.made.into(),
            (None, Some(values)) => values.made.into(),
            (None, None) => match self.simulated_made_and_best() {
                Some([made, _]) => made.clone().into(),
                None => self.made.into(),
            },
        }
    }
}

fn advised<T: Clone + Into<AdvisedMove>>(moves: &[T]) -> Vec<AdvisedMove> {
    moves.iter().cloned().map(Into::into).collect()
}
