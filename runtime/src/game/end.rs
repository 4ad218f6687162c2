//! The end of a game: when it comes, and the points for the tiles left on racks.

use super::end_options::{FinalPoints, GameEnd, ScorelessTurns};
use super::rack::Rack;
use super::rules::Rules;
use super::seat::Seat;
use super::state::Table;

impl Rules {
    /// The points that each of two players gains or loses at the end of a game, with these racks.
    ///
    /// A player without tiles gains points for the other's tiles, in the form of [`Rules::final_points`]. If both have tiles, as
    /// after [`Rules::scoreless_limit`] turns without a point, each loses the value of their own tiles.
    pub fn end_points(&self, racks: [Rack; 2]) -> [i32; 2] {
        let out = racks.iter().position(Rack::is_empty);
        let mut points = self.end_points_of(&racks, out);
        [0; 2].map(|_| points.next().unwrap_or(0))
    }

    /// The points that each player gains or loses at the end of a game, if the player of index `out` has no tiles. Between more
    /// than two players, the points have the printed form: each loses the value of their own tiles, and a player without tiles
    /// gains what all others lose.
    pub(crate) fn end_points_of<'a>(
        &'a self,
        racks: &'a [Rack],
        out: Option<usize>,
    ) -> impl Iterator<Item = i32> + use<'a> {
        let all: i32 = racks.iter().map(|rack| self.rack_value(*rack)).sum();
        let form = match racks.len() {
            ..=2 => self.final_points,
            _ => FinalPoints::Printed,
        };
        racks.iter().enumerate().map(move |(index, rack)| {
            let is_out = out == Some(index);
            match (out, form) {
                (Some(_), FinalPoints::Tournament) if is_out => all.saturating_mul(2),
                (Some(_), FinalPoints::Tournament) => 0,
                (Some(_), FinalPoints::Printed) if is_out => all,
                _ => -self.rack_value(*rack),
            }
        })
    }

    /// Returns `true` if these turns without points end a game of two players.
    #[inline]
    pub const fn ends_after(&self, turns: ScorelessTurns) -> bool {
        self.ends_game_of(2, turns)
    }

    /// Returns `true` if these turns without points end a game of this number of players. [`Rules::scoreless_limit`] and
    /// [`Rules::pass_limit`] are limits for two players: with more, each player has as many turns, so that a limit of 6 is 9 for
    /// three players and 12 for four.
    #[inline]
    pub const fn ends_game_of(&self, players: usize, turns: ScorelessTurns) -> bool {
        let is_last_pass = match self.pass_limit {
            Some(limit) => turns.passes() > 0 && turns.passes() >= limit_of(players, limit),
            None => false,
        };
        turns.count() > 0 && turns.count() >= limit_of(players, self.scoreless_limit)
            || is_last_pass
    }
}

/// A limit of turns in a game of this number of players, from the limit for two. Saturates.
const fn limit_of(players: usize, limit: u32) -> u32 {
    match players {
        3 => limit.saturating_add(limit.div_ceil(2)),
        4 => limit.saturating_mul(2),
        _ => limit,
    }
}

impl Table {
    /// Ends the game after a turn of the player on turn, or puts the next player on turn. `scoreless` includes the turn.
    pub(super) fn end_turn(&mut self, rules: &Rules, scoreless: ScorelessTurns) {
        let seat = self.on_turn;
        let players = usize::from(self.players);
        self.scoreless = scoreless;
        self.on_turn = seat.next(players);
        self.end = if self.rack_len(seat) == 0 && self.bag_len() == 0 {
            Some(GameEnd::Out(seat))
        } else if rules.ends_game_of(players, scoreless) {
            Some(GameEnd::Scoreless)
        } else {
            return;
        };
        let racks = self.racks;
        let mut seats = Seat::ALL.into_iter().take(players);
        // A rack whose tiles are unknown is not empty.
        let out = seats.position(|seat| self.rack_len(seat) == 0);
        let points = rules.end_points_of(racks.get(..players).unwrap_or(&[]), out);
        for ((score, gained), points) in (self.scores.iter_mut())
            .zip(&mut self.end_points)
            .zip(points)
        {
            *gained = points;
            *score = score.saturating_add(points);
        }
    }
}
