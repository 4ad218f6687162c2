//! A game of two greedy players, who make the play that ranks first.

use std::time::Instant;

use lexc_game::{Game, Random};
use lexc_runtime::{Alphabet, GameError, Move, Rack, Rules, TrackedPosition};

use super::record::position_line;
use super::statistics::Statistics;
use crate::command::search::{Goal, PlayBuffer, Search};

/// The settings that all games share.
#[derive(Debug)]
pub struct Match<'a> {
    pub search: Search<'a>,
    pub rules: &'a Rules,
    pub alphabet: Alphabet<'a>,
    pub seed: u64,
    /// The operations of the positions, such as `lex ENABLE;`; `None` if positions are not recorded.
    pub operations: Option<String>,
}

/// A finished game.
#[derive(Debug)]
pub struct Played {
    pub statistics: Statistics,
    /// The position of each turn as a line of CGP; empty if positions are not recorded.
    pub positions: String,
}

impl Match<'_> {
    /// Plays the game of this number. `plays` is a buffer to reuse.
    ///
    /// A player without a play exchanges the whole rack, or passes if no exchange is allowed.
    ///
    /// # Errors
    /// If the alphabet's tiles do not fill two racks, or the rules are invalid.
    pub fn play(&self, number: u64, plays: &mut PlayBuffer) -> Result<Played, GameError> {
        let mut random = Random::new(self.seed, number);
        let mut game = Game::new(self.rules, &mut random)?;
        let start = game.state().position(self.rules);
        let start = start.expect("a game fits its rules");
        let mut tracked = TrackedPosition::new(self.search.lexicon(), start);
        let mut played = Played {
            statistics: Statistics::default(),
            positions: String::new(),
        };
        while let Some(seat) = game.on_turn() {
            if let Some(operations) = &self.operations {
                let line = position_line(&game, operations, self.alphabet);
                played.positions.push_str(&line);
            }
            let rack = game.rack(seat);
            let action = self.choose(&game, rack, &mut tracked, &mut played.statistics, plays);
            game.make_unchecked(&action, &mut random);
        }
        played.statistics.games = 1;
        played.statistics.score_sum = game.scores().iter().map(|score| i64::from(*score)).sum();
        Ok(played)
    }

    /// Chooses the move of the player on turn, who has this rack, and counts it in the statistics. If it is a play,
    /// also makes it in the tracked position.
    fn choose(
        &self,
        game: &Game,
        rack: Rack,
        tracked: &mut TrackedPosition<'_>,
        statistics: &mut Statistics,
        plays: &mut PlayBuffer,
    ) -> Move {
        let is_set = tracked.set_rack(rack).is_ok();
        debug_assert!(is_set, "racks are filled by the rules");
        let sums = statistics.with_blanks(rack.blanks());
        let start = Instant::now();
        let best = match self.search.goal() {
            Goal::All => {
                self.search.all_plays(&*tracked, plays);
                sums.plays_found += plays.count();
                plays.best()
            }
            Goal::Best => self.search.best_play(&*tracked),
        };
        sums.time += start.elapsed();
        sums.moves += 1;
        if self.search.goal() == Goal::All {
            // Counts in a separate search, because counting takes time.
            let steps = self.search.steps(&*tracked);
            sums.edges.add_search(steps.edges.get());
            sums.anchors += steps.anchors.get();
        }
        match best {
            Some(play) => {
                sums.points += i64::from(play.score());
                sums.bingos += u64::from(self.rules.is_bingo(play.placed_len()));
                // The time of the search includes updating the cross-sets.
                let start = Instant::now();
                tracked.play_unchecked(&play);
                sums.time += start.elapsed();
                Move::Play(play)
            }
            None => {
                let action = Move::without_play(tracked.position(), game.bag().len());
                match action {
                    Move::Exchange(_) => sums.exchanges += 1,
                    _ => sums.passes += 1,
                }
                action
            }
        }
    }
}
