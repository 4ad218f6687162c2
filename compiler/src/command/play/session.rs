//! A game of a person against the machine.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_compiler::text::Visible;
use lexc_game::{Action, Game, Gcg, Random, Turn};
use lexc_runtime::{
    Alphabet, Bag, ChallengeRule, Clock, IllegalPlayError, Move, Rack, RackTile, Seat, Square,
    TurnError,
};

use super::machine::{Finished, MACHINE, Machine};
use super::order::Order;
use super::record::{Record, Saved};
use crate::command::outcome::Failure;
use crate::command::table::plural;

/// A game under way or over, with its players, and the file that it is saved in.
pub struct Session<'a> {
    machine: Machine<'a>,
    game: Game,
    person: Seat,
    /// The names in the order of [`Seat`].
    names: [String; 2],
    seed: u64,
    /// The clocks in the order of [`Seat`], in a game with clocks.
    clocks: Option<[Clock; 2]>,
    record: Option<Record>,
    /// True if the game could not be saved after the latest turn.
    save_failed: bool,
}

impl<'a> Session<'a> {
    pub fn new(
        machine: Machine<'a>,
        game: Game,
        (person, names): (Seat, [String; 2]),
        seed: u64,
    ) -> Session<'a> {
        Session {
            machine,
            game,
            person,
            names,
            seed,
            clocks: None,
            record: None,
            save_failed: false,
        }
    }

    pub fn machine(&self) -> Machine<'a> {
        self.machine
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn alphabet(&self) -> Alphabet<'a> {
        self.machine.lexicon.alphabet()
    }

    pub fn is_machine_on_turn(&self) -> bool {
        self.on_turn() == Some(self.person.other())
    }

    /// Gives the players clocks, in the order of [`Seat`].
    pub fn set_clocks(&mut self, clocks: Option<[Clock; 2]>) {
        self.clocks = clocks;
    }

    /// The clocks, that of the person first; `None` in a game without clocks.
    pub fn clocks(&self) -> Option<[Clock; 2]> {
        let clocks = self.clocks?;
        Some([self.person, self.person.other()].map(|seat| clocks[seat.index()]))
    }

    /// The time that the player on turn has left; `None` in a game without clocks.
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.clocks?[self.on_turn()?.index()].left())
    }

    /// Returns `true` while a clock runs.
    pub fn is_clock_running(&self) -> bool {
        self.clocks.is_some() && self.on_turn().is_some()
    }

    /// The player on turn; `None` if the game is over.
    pub fn on_turn(&self) -> Option<Seat> {
        self.game
            .on_turn()
            .filter(|_| self.lost_on_time().is_none())
    }

    /// The player who has lost the game on time.
    pub fn lost_on_time(&self) -> Option<Seat> {
        let clocks = self.clocks?;
        let mut seats = Seat::BOTH.into_iter();
        seats.find(|seat| clocks[seat.index()].is_lost())
    }

    /// Adds time to the clock of the player on turn. If that player has now lost the game on time, ends the game and returns a text.
    pub fn spend(&mut self, elapsed: Duration) -> Option<String> {
        let seat = self.on_turn()?;
        self.clocks.as_mut()?[seat.index()].spend(elapsed);
        self.lost_on_time()?;
        let text = format!("{}: out of time", self.names[seat.index()]);
        Some(self.ended(text))
    }

    /// The rack of the person.
    pub fn rack(&self) -> Rack {
        self.game.rack(self.person)
    }

    /// The tiles that the person does not see.
    pub fn unseen(&self) -> Bag {
        self.game.state().unseen(self.person)
    }

    /// The squares of the tiles that the latest turn placed; empty if there is no turn yet, or the latest turn was not
    /// a play.
    pub fn latest_squares(&self) -> Vec<Square> {
        match self.game.turns().last().map(Turn::action) {
            Some(Action::Play(play)) => play.placed().map(|(square, _)| square).collect(),
            _ => Vec::new(),
        }
    }

    /// A tile of a rack as text.
    pub fn tile_text(&self, tile: RackTile) -> String {
        let rack: Option<Rack> = [tile].into_iter().collect();
        let rack = rack.unwrap_or_default();
        rack.display(self.alphabet()).to_string()
    }

    /// The names and scores, those of the person first.
    pub fn scores(&self) -> [(String, i32); 2] {
        [self.person, self.person.other()].map(|seat| {
            (
                self.names[seat.index()].clone(),
                self.game.scores()[seat.index()],
            )
        })
    }

    /// Returns `true` if the game is saved in a file, with its latest turn.
    pub fn is_saved(&self) -> bool {
        self.record.is_some() && !self.save_failed
    }

    /// The result; `None` if the game is not over.
    pub fn result(&self) -> Option<String> {
        let [(person, own), (machine, other)] = self.scores();
        let spread = own - other;
        self.on_turn().is_none().then(|| {
            let by_challenge = self.game.forfeited().map(|seat| (seat, "by a challenge"));
            let on_time = self.lost_on_time().map(|seat| (seat, "on time"));
            let lost = by_challenge
                .or(on_time)
                .map_or(String::new(), |(seat, how)| {
                    format!(" Lost {how}: {}.", self.names[seat.index()])
                });
            format!("The game is over: {person} {own}, {machine} {other}, spread {spread:+}.{lost}")
        })
    }

    /// A turn as a line of text. Tiles that the machine exchanged are not shown.
    pub fn turn_text(&self, turn: &Turn) -> String {
        let name = &self.names[turn.seat().index()];
        let alphabet = self.alphabet();
        match turn.action() {
            Action::Play(play) => {
                let text = play.display(turn.board(), alphabet);
                format!("{name}: {text} {:+}", turn.points())
            }
            Action::Exchange(tiles) if turn.seat() == self.person => {
                format!("{name}: exchange {}", tiles.display(alphabet))
            }
            Action::Exchange(tiles) => {
                format!("{name}: exchange {}", plural(tiles.len() as u64, "tile"))
            }
            Action::Pass => format!("{name}: pass"),
            Action::Withdrawal(_) => format!("{name}: withdrawn {:+}", turn.points()),
            Action::LostTurn => format!("{name}: turn lost"),
            Action::ChallengeBonus => format!("{name}: bonus {:+}", turn.points()),
            Action::ChallengeLoss => format!("{name}: challenge {:+}", turn.points()),
            Action::Forfeit => format!("{name}: the game is lost by the challenge"),
            Action::Adjustment => format!("{name}: overtime {:+}", turn.points()),
        }
    }

    /// The game for [`Machine::analyze`].
    ///
    /// # Errors
    /// The reason why the game can't be analyzed.
    pub fn finished(&self) -> Result<Finished, String> {
        if self.on_turn().is_some() {
            return Err("the game is not over (analyze it then)".to_owned());
        }
        let record = self.record.as_ref();
        let record = record.ok_or("the game has no file (save it first, such as save game.gcg)")?;
        let page = record.path().with_extension("html");
        if page.symlink_metadata().is_ok() {
            let name = page.to_string_lossy();
            return Err(format!(
                "{}: exists already (move it first)",
                Visible(&name)
            ));
        }
        let (gcg, rules) = (self.gcg(), self.game.rules().clone());
        Ok(Finished { gcg, rules, page })
    }

    /// Obeys an order about the game, and returns the text to show.
    ///
    /// # Errors
    /// The reason why the order can't be obeyed. The game is then unchanged.
    pub fn obey(&mut self, order: &Order) -> Result<String, String> {
        let is_about_turns = matches!(
            order,
            Order::Move(_) | Order::Challenge | Order::Undo | Order::Hint(_)
        );
        if is_about_turns && self.lost_on_time().is_some() {
            return Err("the game is over: it was lost on time (start a new one)".to_owned());
        }
        match order {
            Order::Move(action) => self.make(action),
            Order::Challenge => self.challenge(),
            Order::Undo => self.undo(),
            Order::Hint(_) if self.game.is_over() => Err(TurnError::Over.to_string()),
            Order::Hint(count) => {
                let never = AtomicBool::new(false);
                Ok(self.machine.hints(&self.game, *count, &never))
            }
            Order::Bag => Ok(self.bag_text()),
            Order::Analyze => {
                let never = AtomicBool::new(false);
                Ok(self.machine.analyze(&self.finished()?, &never))
            }
            Order::Save(path) => self.save_to(path),
            Order::Board | Order::Help | Order::Quit => Ok(String::new()),
        }
    }

    /// Makes the machine's move, and returns its text.
    pub fn make_for_machine(&mut self, action: &Move) -> String {
        let text = self.turn(action);
        self.ended(text)
    }

    fn make(&mut self, action: &Move) -> Result<String, String> {
        let alphabet = self.alphabet();
        let legality = |error: TurnError| {
            let text = error.display(alphabet);
            let needs_letter = matches!(
                error,
                TurnError::Play(IllegalPlayError::NotOnRack { placed_tile, .. }) if !placed_tile.is_blank()
            );
            match needs_letter && self.rack().blanks() > 0 {
                true => format!("{text} (for a blank, write its letter in lower case)"),
                false => text.to_string(),
            }
        };
        self.game.check(action, None).map_err(legality)?;
        let checked = self.game.check(action, Some(self.machine.lexicon));
        let is_phony = checked.is_err();
        if self.game.rules().challenge() == ChallengeRule::Void {
            checked.map_err(legality)?;
        }
        let mut text = self.turn(action);
        if is_phony {
            let ruling = self.game.challenge(self.machine.lexicon);
            if let Ok(Some(word)) = ruling {
                let word = word.display(alphabet);
                text = format!(
                    "{text}\n{MACHINE} challenges: {word} is not a word. The play comes off the board."
                );
            }
        }
        Ok(self.ended(text))
    }

    /// Makes a move of the player on turn without checking it.
    fn turn(&mut self, action: &Move) -> String {
        // The number of turns selects the stream of random numbers, so that the same seed draws the same tiles in a resumed
        // game, and after an undo.
        let stream = 1 + self.game.turns().len() as u64;
        let mut random = Random::new(self.seed, stream);
        let turn = self.game.make_unchecked(action, &mut random).clone();
        self.turn_text(&turn)
    }

    /// Ends a turn: at the end of the game, adds the points for overtime; then saves the game. Returns the text with lines about both.
    fn ended(&mut self, mut text: String) -> String {
        if let (None, Some(clocks)) = (self.on_turn(), self.clocks) {
            for (seat, clock) in Seat::BOTH.into_iter().zip(clocks) {
                let points = clock.penalty();
                if points != 0
                    && let Ok(turn) = self.game.adjust(seat, points).cloned()
                {
                    text = format!("{text}\n{}", self.turn_text(&turn));
                }
            }
        }
        text.push_str(&self.save());
        text
    }

    fn challenge(&mut self) -> Result<String, String> {
        let latest = self.game.turns().last();
        if latest.is_some_and(|turn| turn.seat() == self.person) {
            return Err("there is no play of the machine to challenge".to_owned());
        }
        let ruling = self.game.challenge(self.machine.lexicon);
        let text = match ruling.map_err(|error| error.to_string())? {
            Some(word) => format!("{} is not a word.", word.display(self.alphabet())),
            None => "The play is valid.".to_owned(),
        };
        Ok(self.ended(text))
    }

    /// Takes back the latest move or lost turn of the person, and all turns after it.
    fn undo(&mut self) -> Result<String, String> {
        let is_own = |turn: &Turn| {
            let is_move = matches!(
                turn.action(),
                Action::Play(_) | Action::Exchange(_) | Action::Pass | Action::LostTurn
            );
            is_move && turn.seat() == self.person
        };
        let own = self.game.turns().iter().rposition(is_own);
        let own = own.ok_or("there is no turn of yours to take back")?;
        while self.game.turns().len() > own {
            self.game.take_back();
        }
        Ok(format!("Your turn is taken back.{}", self.save()))
    }

    /// The number of tiles in the bag, and the tiles that the person does not see.
    fn bag_text(&self) -> String {
        let unseen = self.unseen();
        let tiles = unseen
            .counts()
            .map(|(tile, count)| format!("{} {count}", self.tile_text(tile)));
        let tiles: Vec<String> = tiles.collect();
        let bag = plural(self.game.bag().len() as u64, "tile");
        match &tiles[..] {
            [] => format!("The bag has {bag}. You see all tiles."),
            _ => format!("The bag has {bag}. You don't see {}.", tiles.join(", ")),
        }
    }

    fn save_to(&mut self, path: &Path) -> Result<String, String> {
        let name = path.to_string_lossy();
        let name = Visible(&name);
        if path == Path::new("-") {
            return Err("standard output is for the game (name a file)".to_owned());
        }
        if path.exists() {
            return Err(format!("{name}: exists already (choose another name)"));
        }
        match self.start_record(path) {
            Ok(()) => Ok(format!("The game is saved in {name} after each turn.")),
            Err(failure) => Err(failure.to_string()),
        }
    }

    /// Saves the game in a new file, now and after each turn.
    ///
    /// # Errors
    /// The file exists or can't be written.
    pub fn start_record(&mut self, path: &Path) -> Result<(), Failure> {
        let bytes = self.gcg().to_string().into_bytes();
        self.record = Some(Record::create(path, bytes)?);
        self.save_failed = false;
        Ok(())
    }

    /// From now on, saves the game after each turn in the file from which it was resumed, or in a new file beside it if the
    /// file has changed meanwhile. Returns `false` if the record has more than a saved game, such as notes, which saving
    /// would lose: then the file stays unchanged, and the game is saved beside it from the next turn on.
    pub fn continue_record(&mut self, path: &Path, gcg: &Gcg, bytes: Vec<u8>) -> bool {
        let mut expected = self.game_gcg();
        if let Some(rules) = gcg.rules() {
            expected = expected.with_pragma("rules", rules);
        }
        if let Some(seed) = gcg.seed() {
            expected = expected.with_seed(seed);
        }
        expected = expected.with_clocks(Seat::BOTH.map(|seat| gcg.clock(seat)));
        let is_same = expected == *gcg;
        self.record = Some(Record::existing(path, is_same.then_some(bytes)));
        is_same
    }

    /// Saves the game with the time that has passed since the last turn. Returns the text of [`save`](Self::save).
    pub fn close(&mut self) -> String {
        match self.on_turn().and(self.clocks) {
            Some(_) => self.save(),
            None => String::new(),
        }
    }

    /// Saves the game if there is a file for it. Returns a line about another file or the failure, to append to a message;
    /// else an empty text.
    fn save(&mut self) -> String {
        let bytes = self.gcg().to_string().into_bytes();
        let Some(record) = &mut self.record else {
            return String::new();
        };
        let name = Visible(&record.path().to_string_lossy()).to_string();
        let saved = record.save(bytes);
        self.save_failed = saved.is_err();
        match saved {
            Ok(Saved::InPlace) => String::new(),
            Ok(Saved::Beside) => {
                let beside = record.path().to_string_lossy();
                let beside = Visible(&beside);
                format!("\n{name} holds something else, so the game is now saved in {beside}.")
            }
            Err(failure) => format!("\nThe game is not saved: {failure}"),
        }
    }

    /// The record of the game, with all that continues it with the same draws.
    fn gcg(&self) -> Gcg {
        let rules = self.game.rules().display(self.alphabet()).to_string();
        let gcg = self.game_gcg().with_pragma("rules", &rules);
        let clocks = self.clocks.map_or([None; 2], |clocks| clocks.map(Some));
        gcg.with_seed(self.seed).with_clocks(clocks)
    }

    /// The record without rules, seed and clocks.
    fn game_gcg(&self) -> Gcg {
        let names = self.names.each_ref().map(String::as_str);
        let gcg = Gcg::from_game(&self.game, self.alphabet(), names).expect("two players");
        match self.machine.lexicon.name() {
            "" => gcg,
            name => gcg.with_pragma("lexicon", name),
        }
    }
}
