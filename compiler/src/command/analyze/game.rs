//! A game record, replayed by the rules and judged.

use std::time::Duration;

use lexc_game::{
    Analysis, Endgame, Gcg, GcgError, GcgRepair, GcgStep, Judgement, PreEndgame, Simulation,
};
use lexc_runtime::{Alphabet, Cgp, Leaves, Lexicon, Rules, Seat};

/// A record with the judgements of its events.
pub struct AnalyzedGame<'g> {
    pub gcg: &'g Gcg,
    pub rules: &'g Rules,
    pub alphabet: Alphabet<'g>,
    pub steps: Vec<GcgStep<'g, 'g>>,
    pub judgements: Vec<Option<Judgement>>,
    /// The position of the turn after the last event, if it is known.
    pub open_turn: Option<(Seat, Cgp<'static>)>,
}

impl<'g> AnalyzedGame<'g> {
    /// Replays a record. Returns its repairs, and the game without judgements.
    pub fn replay(
        gcg: &'g Gcg,
        rules: &'g Rules,
        alphabet: Alphabet<'g>,
    ) -> (Vec<GcgRepair>, Result<AnalyzedGame<'g>, GcgError>) {
        let mut replay = gcg.replay(rules, alphabet);
        let mut repairs = Vec::new();
        // The steps before an error have repairs, too.
        let steps = replay.by_ref().inspect(|step| {
            repairs.extend(step.iter().flat_map(|step| step.repairs.clone()));
        });
        let steps: Result<Vec<_>, _> = steps.collect();
        repairs.extend(replay.repairs());
        let game = steps.map(|steps| AnalyzedGame {
            gcg,
            rules,
            alphabet,
            steps,
            judgements: Vec::new(),
            open_turn: replay.open_turn(),
        });
        (repairs, game)
    }

    /// Judges each event, and calls `progress` before it. Returns `false`, and judges no more, once `progress` does.
    pub fn judge(&mut self, analysis: &Analysis<'_>, progress: impl Fn() -> bool) -> bool {
        for step in &self.steps {
            if !progress() {
                return false;
            }
            self.judgements.push(analysis.judge(step));
        }
        true
    }
}

/// An analysis with the limits of the command. Without a limit of time, an end game takes up to about a second, and so
/// do most turns with one to four tiles in the bag.
pub fn analysis<'a>(
    lexicon: &'a Lexicon<'a>,
    leaves: &'a (dyn Leaves + Sync),
    simulation: Option<Simulation<'a>>,
    time_limit: Option<Duration>,
) -> Analysis<'a> {
    let solver = Endgame::new(lexicon);
    let [endgame, pre_endgame] = match time_limit {
        None => {
            [Endgame::NODE_LIMIT, PreEndgame::NODE_LIMIT].map(|nodes| solver.with_node_limit(nodes))
        }
        // A judgement searches twice: for the best moves, and for the value of the move made.
        Some(limit) => [solver.with_time_limit(limit / 2); 2],
    };
    Analysis::new(lexicon, leaves, endgame, simulation)
        .with_pre_endgame(PreEndgame::new(pre_endgame))
}
