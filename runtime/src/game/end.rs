//! The end of a game: when it comes, and the points for the tiles left on racks. A solver of end games looks
//! ahead by the same rules; `turns.rs` of `lexc-game` counts the turns for it.

pub(crate) mod options;
pub(crate) mod scoreless;

use self::options::{FinalPoints, Finish, GameEnd};
use self::scoreless::ScorelessTurns;
use super::rack::Rack;
use super::rules::Rules;
use super::seat::Seat;
use super::state::{GameState, Table};
use crate::notation::rules::key::RulesKey;

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
            3.. if self.final_points != FinalPoints::None => FinalPoints::Printed,
            _ => self.final_points,
        };
        racks.iter().enumerate().map(move |(index, rack)| {
            let is_out = out == Some(index);
            match (out, form) {
                (_, FinalPoints::None) => 0,
                (Some(_), form) if is_out => form.gained(all),
                (Some(_), FinalPoints::Tournament) => 0,
                _ => -self.rack_value(*rack),
            }
        })
    }

    /// The number of turns of all players that [`Rules::turn_limit`] allows.
    pub(super) fn all_turns(&self, players: u8) -> Option<u16> {
        Some(self.turn_limit?.max(1).saturating_mul(players.into()))
    }

    /// The setting by which a game ends in another way than solvers of end games count: when a player goes out, with points for the
    /// tiles left. `None` if there is no such setting.
    pub fn unsolved(&self) -> Option<RulesKey> {
        match (self.finish, self.turn_limit, self.final_points) {
            (Finish::LastTurn | Finish::Bag, ..) => Some(RulesKey::Finish),
            (_, Some(_), _) => Some(RulesKey::Turns),
            (_, _, FinalPoints::None) => Some(RulesKey::End),
            _ => None,
        }
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

impl GameState {
    /// Ends the game: this player has lost it by a challenge of valid words. No points are added for tiles left; after a
    /// last play that went out, they stay in the scores, which do not decide the game.
    pub fn forfeit(&mut self, loser: Seat) {
        self.table.end = Some(GameEnd::Forfeit(loser));
    }
}

impl Table {
    /// Ends the game after a turn of the player on turn, or puts the next player on turn. `scoreless` includes the turn.
    /// `had_bag` is true if the bag had tiles before the turn.
    pub(super) fn end_turn(&mut self, rules: &Rules, scoreless: ScorelessTurns, had_bag: bool) {
        let seat = self.on_turn;
        let players = usize::from(self.players);
        self.scoreless = scoreless;
        self.on_turn = seat.next(players);
        let is_out = self.rack_len(seat) == 0 && self.bag_len() == 0;
        self.turns_left = self.turns_left_after_turn(rules, is_out, had_bag);
        self.end = if is_out && rules.finish == Finish::Out {
            Some(GameEnd::Out(seat))
        } else if rules.ends_game_of(players, scoreless) {
            Some(GameEnd::Scoreless)
        } else if self.turns_left == Some(0) {
            Some(GameEnd::Turns)
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

    /// The number of turns left after a turn; `None` if no limit counts yet.
    fn turns_left_after_turn(&self, rules: &Rules, is_out: bool, had_bag: bool) -> Option<u16> {
        let players = u16::from(self.players);
        let left = (self.turns_left).or(rules.all_turns(self.players));
        let left = left.map(|left| left.saturating_sub(1));
        let last = match rules.finish {
            Finish::LastTurn if is_out => players.saturating_sub(1),
            Finish::Bag if self.bag_len() == 0 => players.saturating_sub(u16::from(!had_bag)),
            _ => return left,
        };
        Some(left.map_or(last, |left| left.min(last)))
    }
}
