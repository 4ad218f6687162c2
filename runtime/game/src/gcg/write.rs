//! Makes records of games, and writes records as text.

use std::fmt::{self, Write};

use lexc_runtime::{Alphabet, FinalPoints, Play, Rack, Rules, Seat, Visible};

use super::encoding;
use super::error::{GcgError, GcgFault};
use super::event::{GcgEvent, GcgEventKind, write_note};
use super::pragmas::{CLOCKS, Pragma, RACKS};
use super::record::{Gcg, GcgPlayer};
use crate::game::{Action, Game, Turn};
use crate::pair::Pair;

impl Gcg {
    /// The record of a game that started from the empty board, with the names of its players in the order of [`Seat`].
    ///
    /// The record of a game that is not over has the racks of both players, and [`Gcg::resume`] continues the game. The
    /// record of a game that is over has a line for each player with the points of
    /// [`Rules::end_points`](lexc_runtime::Rules::end_points), unless a player lost the game by a challenge.
    ///
    /// # Errors
    /// [`GcgFault::Players`] if there are more than two.
    pub fn from_game(
        game: &Game,
        alphabet: Alphabet<'_>,
        names: [&str; 2],
    ) -> Result<Gcg, GcgError> {
        if game.state().players() != 2 {
            let found = u32::try_from(game.state().players()).unwrap_or(u32::MAX);
            return Err(GcgError::new((0, 0), GcgFault::Players { found }));
        }
        let mut players = names.map(GcgPlayer::new);
        let [first, second] = &mut players;
        if first.nick == second.nick {
            second.nick.push_str("_2");
        }
        let show = |rack: Rack| rack.display(alphabet).to_string();
        let has_end_points = has_end_points(game);
        let racks = Seat::BOTH.map(|seat| {
            let rack = (!has_end_points).then(|| show(game.rack(seat)));
            rack.map(|rack| Pragma::new(Pair(RACKS)[seat], &rack))
        });
        let mut writer = Writer {
            alphabet,
            scores: [0; 2],
            events: Vec::new(),
        };
        writer.write_turns(game);
        let record = Gcg::from_events(players, writer.events);
        Ok(Gcg { racks, ..record })
    }

    /// A record of these events. Its text is one that [`Gcg::from_text`] reads only if the texts of the events are those of racks and
    /// moves.
    pub fn from_events(players: [GcgPlayer; 2], events: Vec<GcgEvent>) -> Gcg {
        Gcg {
            players,
            title: None,
            description: None,
            lexicon: None,
            rules: None,
            seed: None,
            clocks: [None; 2],
            racks: [None, None],
            pragmas: Vec::new(),
            events,
        }
    }
}

/// Returns `true` if the game is over and ended with points for the tiles left.
fn has_end_points(game: &Game) -> bool {
    let is_forfeit = |turn: &Turn| *turn.action() == Action::Forfeit && !turn.is_after_end();
    let has_points = game.rules().final_points() != FinalPoints::None;
    has_points && game.is_over() && !game.turns().iter().any(is_forfeit)
}

/// The lines of points for tiles left, first that of a player without tiles. If these are all points, as in the tournament form, the
/// other player has no line: it would be one of points lost.
pub(super) fn end_lines(
    rules: &Rules,
    racks: [Rack; 2],
    alphabet: Alphabet<'_>,
) -> Vec<(Seat, GcgEventKind, i32)> {
    let points = Pair(rules.end_points(racks));
    let racks = Pair(racks);
    let mut seats = Seat::BOTH;
    seats.sort_by_key(|seat| racks[*seat].len().min(1));
    let lines = seats.into_iter().map(|seat| {
        let (own, other) = (racks[seat], racks[seat.other()]);
        let show = |rack: Rack| rack.display(alphabet).to_string();
        let kind = match own.is_empty() {
            true => GcgEventKind::OtherRack(show(other)),
            false => GcgEventKind::OwnRack(show(own)),
        };
        (seat, kind, points[seat])
    });
    lines
        .filter(|(seat, _, points)| *points != 0 || !racks[seat.other()].is_empty())
        .collect()
}

/// The events of a game.
struct Writer<'a> {
    alphabet: Alphabet<'a>,
    scores: [i32; 2],
    events: Vec<GcgEvent>,
}

impl Writer<'_> {
    fn write_turns(&mut self, game: &Game) {
        let turns = game.turns();
        let ends_turn = |action: &Action| {
            !matches!(
                action,
                Action::ChallengeBonus
                    | Action::ChallengeLoss
                    | Action::Forfeit
                    | Action::Adjustment
            )
        };
        // The points of the end come after the last turn and the bonuses for it.
        let last = turns.iter().rposition(|turn| ends_turn(turn.action()));
        let mut end = last.filter(|_| has_end_points(game)).map(|last| last + 1);
        let is_bonus = |at: usize| {
            let turn = turns.get(at);
            turn.is_some_and(|turn| {
                matches!(
                    turn.action(),
                    Action::ChallengeBonus | Action::ChallengeLoss
                )
            })
        };
        while let Some(at) = end.filter(|&at| is_bonus(at)) {
            end = Some(at + 1);
        }
        let mut withdrawn_rack = Rack::EMPTY;
        for (index, turn) in turns.iter().enumerate() {
            if end == Some(index) {
                self.write_end(game);
            }
            let (kind, rack) = match turn.action() {
                Action::Play(play) => (self.play(play), turn.rack()),
                Action::Exchange(tiles) => (GcgEventKind::Exchange(self.show(*tiles)), turn.rack()),
                Action::Pass => (GcgEventKind::Pass, turn.rack()),
                Action::Withdrawal(_) => (GcgEventKind::Withdrawal, withdrawn_rack),
                Action::LostTurn => (GcgEventKind::LostTurn, turn.rack()),
                Action::ChallengeBonus | Action::ChallengeLoss => {
                    (GcgEventKind::ChallengeBonus, turn.rack())
                }
                Action::Forfeit => {
                    // The line of the player who keeps the play, for no points.
                    let winner = turn.seat().other();
                    self.push(winner, game.rack(winner), GcgEventKind::ChallengeBonus, 0);
                    continue;
                }
                Action::Adjustment => (GcgEventKind::TimePenalty, turn.rack()),
            };
            withdrawn_rack = rack;
            self.push(turn.seat(), rack, kind, turn.points());
        }
        if end == Some(turns.len()) {
            self.write_end(game);
        }
    }

    fn write_end(&mut self, game: &Game) {
        let racks = Seat::BOTH.map(|seat| game.rack(seat));
        for (seat, kind, points) in end_lines(game.rules(), racks, self.alphabet) {
            self.push(seat, game.rack(seat), kind, points);
        }
    }

    fn play(&self, play: &Play) -> GcgEventKind {
        GcgEventKind::Play {
            square: play.coordinate().to_string(),
            word: play.display_tiles(self.alphabet).to_string(),
        }
    }

    fn show(&self, rack: Rack) -> String {
        rack.display(self.alphabet).to_string()
    }

    /// Adds the line of a turn. A seat that the game does not have, to which [`Game::adjust`] may give points, has no lines.
    fn push(&mut self, seat: Seat, rack: Rack, kind: GcgEventKind, points: i32) {
        let rack = self.show(rack);
        let Some(score) = self.scores.get_mut(seat.index()) else {
            return;
        };
        *score = score.saturating_add(points);
        let numbers = (points, *score);
        self.events
            .push(GcgEvent::new((seat, &rack), kind, numbers));
    }
}

/// The record as text in UTF-8, in lines ended by LF. Invisible characters of names, values and notes are escaped as by
/// [`Visible`], except tabs.
impl fmt::Display for Gcg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_lines(&mut Escaping(f))
    }
}

/// Escapes invisible characters except line ends and tabs.
struct Escaping<'w, 'f>(&'w mut fmt::Formatter<'f>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_kept = |c| matches!(c, '\n' | '\t');
        for part in text.split_inclusive(is_kept) {
            let (shown, end) = part.split_at(part.find(is_kept).unwrap_or(part.len()));
            write!(self.0, "{}{end}", Visible(shown))?;
        }
        Ok(())
    }
}

/// The number of characters of a line as it is written.
pub(super) fn written_len(line: &str) -> usize {
    let parts = line.split('\t').map(|part| match part.is_ascii() {
        true if !part.contains(|c: char| c.is_ascii_control()) => part.len(),
        _ => Visible(part).to_string().chars().count(),
    });
    parts.sum::<usize>() + line.matches('\t').count()
}

impl Gcg {
    fn write_lines(&self, f: &mut impl Write) -> fmt::Result {
        write_pragma(f, encoding::PRAGMA, "UTF-8")?;
        for (number, player) in (1..).zip(&self.players) {
            let value = format!("{} {}", player.nick, player.full_name);
            write_pragma(f, &format!("player{number}"), value.trim_end())?;
        }
        for (name, value) in [
            ("title", &self.title),
            ("description", &self.description),
            ("lexicon", &self.lexicon),
            ("rules", &self.rules),
            ("seed", &self.seed.map(|seed| seed.to_string())),
        ] {
            if let Some(value) = value {
                write_pragma(f, name, value)?;
            }
        }
        for (name, clock) in CLOCKS.iter().zip(&self.clocks) {
            if let Some(clock) = clock {
                write_pragma(f, name, &clock.to_string())?;
            }
        }
        for pragma in &self.pragmas {
            match pragma.is_note() {
                true => write_note(f, &pragma.value)?,
                false => write_pragma(f, &pragma.name, &pragma.value)?,
            }
        }
        for event in &self.events {
            event.write(f, &Pair(self.players.each_ref())[event.seat].nick)?;
            writeln!(f)?;
            let note = event.written_note();
            if !note.is_empty() {
                write_note(f, &note)?;
            }
        }
        for rack in self.racks.iter().flatten() {
            write_pragma(f, &rack.name, &rack.value)?;
        }
        Ok(())
    }
}

fn write_pragma(f: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    match value.is_empty() {
        true => writeln!(f, "#{name}"),
        false => writeln!(f, "#{name} {value}"),
    }
}

#[cfg(test)]
mod tests;
