//! The state of the screen, and the effect of each key on it.

use std::time::Duration;

use lexc_game::Game;
use lexc_runtime::{Direction, Move, PlacedTile, RackTile};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::entry::Entry;
use super::hints::HINTS;
use super::machine::Finished;
use super::order::Order;
use super::session::Session;

/// The effect of a key on the loop that reads keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The screen stays.
    Continue,
    /// The screen is closed.
    Quit,
}

/// The state of the screen.
pub struct App<'s, 'a> {
    pub session: &'s mut Session<'a>,
    pub entry: Entry,
    /// The text typed so far of an order; `None` if no order is being typed.
    pub prompt: Option<String>,
    pub message: String,
    /// The number of moves of the hint that the person waits for; `None` if they wait for none.
    pub wanted_hints: Option<usize>,
    /// The game whose page the person waits for; `None` if they wait for none.
    pub wanted_page: Option<Finished>,
    /// True if the help covers the screen.
    pub is_help_shown: bool,
    /// True if the next letter typed is that of a blank.
    is_blank_next: bool,
    /// True once the warning that the game is not saved was shown.
    is_warned: bool,
}

impl<'s, 'a> App<'s, 'a> {
    pub fn new(session: &'s mut Session<'a>) -> App<'s, 'a> {
        let entry = App::empty_entry(session.game());
        App {
            session,
            entry,
            prompt: None,
            message: "Type letters to place tiles. ? lists the keys.".to_owned(),
            wanted_hints: None,
            wanted_page: None,
            is_help_shown: false,
            is_blank_next: false,
            is_warned: false,
        }
    }

    /// An entry without tiles, with the cursor on the start square.
    fn empty_entry(game: &Game) -> Entry {
        Entry::new(game.rules().layout().start())
    }

    /// Makes the machine's move.
    pub fn make_for_machine(&mut self, action: &Move) {
        let text = self.session.make_for_machine(action);
        self.say(text);
        // Tiles that the person placed meanwhile may lie where the machine has played.
        self.clear();
    }

    /// Adds time to the clock of the player on turn.
    pub fn spend(&mut self, elapsed: Duration) {
        if let Some(text) = self.session.spend(elapsed) {
            self.say(text);
            self.clear();
        }
    }

    /// Shows the answer that the person waits for: a hint, or the place of a page.
    pub fn show_answer(&mut self, text: String) {
        self.wanted_hints = None;
        self.wanted_page = None;
        self.message = text;
    }

    /// Takes all placed tiles back, and forgets a number typed for a blank.
    fn clear(&mut self) {
        self.is_blank_next = false;
        self.entry.clear();
    }

    /// Handles a key. Any key ends the wait for a hint or a page.
    pub fn press(&mut self, key: KeyEvent) -> Next {
        self.wanted_hints = None;
        self.wanted_page = None;
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, self.prompt.take()) {
            (KeyCode::Char('c'), _) if is_control => return self.quit(),
            (KeyCode::Char('z'), _) if is_control => self.obey(&Order::Undo),
            (KeyCode::Char('a'), _) if is_control => self.obey(&Order::Analyze),
            (KeyCode::Char(_), prompt) if is_control => self.prompt = prompt,
            (code, Some(prompt)) => return self.press_in_prompt(code, prompt),
            _ if self.is_help_shown => self.is_help_shown = false,
            (KeyCode::Char('?'), None) => self.is_help_shown = true,
            (KeyCode::Char('/'), None) => self.prompt = Some(String::new()),
            (KeyCode::Char(' '), None) => self.entry.direction = self.entry.direction.crossing(),
            (KeyCode::Char(c), None) => match c.to_digit(10) {
                Some(number) => self.place_numbered(number as usize),
                None => self.place_letter(c),
            },
            (KeyCode::Up, None) => self.step(Direction::Down, false),
            (KeyCode::Down, None) => self.step(Direction::Down, true),
            (KeyCode::Left, None) => self.step(Direction::Across, false),
            (KeyCode::Right, None) => self.step(Direction::Across, true),
            (KeyCode::Backspace, None) => self.entry.take_back(),
            (KeyCode::Esc, None) => self.clear(),
            (KeyCode::Tab, None) => self.obey(&Order::Hint(HINTS)),
            (KeyCode::Enter, None) => self.play(),
            _ => {}
        }
        Next::Continue
    }

    fn press_in_prompt(&mut self, code: KeyCode, mut prompt: String) -> Next {
        match code {
            KeyCode::Esc => return Next::Continue,
            KeyCode::Enter => return self.order(&prompt),
            KeyCode::Backspace => {
                prompt.pop();
            }
            KeyCode::Char(c) => prompt.push(c),
            _ => {}
        }
        self.prompt = Some(prompt);
        Next::Continue
    }

    /// Obeys a typed order.
    fn order(&mut self, text: &str) -> Next {
        if text.trim().is_empty() {
            return Next::Continue;
        }
        let position = self.session.game().position();
        match Order::parse(text, &position, self.session.alphabet()) {
            Ok(Order::Quit) => return self.quit(),
            Ok(Order::Help) => self.is_help_shown = true,
            Ok(order) => self.obey(&order),
            Err(problem) => self.message = problem,
        }
        Next::Continue
    }

    fn obey(&mut self, order: &Order) {
        if self.session.is_machine_on_turn() {
            self.message = "Wait for the machine's move.".to_owned();
            return;
        }
        if let Order::Hint(count) = order
            && self.session.on_turn().is_some()
        {
            self.message.clear();
            self.wanted_hints = Some(*count);
            return;
        }
        if *order == Order::Analyze {
            match self.session.finished() {
                Ok(game) => {
                    self.message.clear();
                    self.wanted_page = Some(game);
                }
                Err(problem) => self.message = problem,
            }
            return;
        }
        match self.session.obey(order) {
            Ok(text) => {
                if !matches!(order, Order::Bag | Order::Save(_)) {
                    self.clear();
                }
                self.say(text);
            }
            Err(problem) => self.message = problem,
        }
    }

    /// Shows a text, and the result after it if the game is over.
    fn say(&mut self, text: String) {
        self.message = match self.session.result() {
            Some(result) => format!("{text}\n{result}"),
            None => text,
        };
    }

    /// Quits. If a game under way has turns that are not saved, warns at the first call, and quits at the next.
    fn quit(&mut self) -> Next {
        let session = &self.session;
        let is_kept = session.is_saved() || session.result().is_some();
        if is_kept || self.is_warned || session.game().turns().is_empty() {
            return Next::Quit;
        }
        self.is_warned = true;
        self.message = "The game is not saved: /save FILE saves it, Ctrl-C ends.".to_owned();
        Next::Continue
    }

    fn step(&mut self, direction: Direction, is_forward: bool) {
        let dimensions = self.session.game().board().dimensions();
        self.entry.step(direction, is_forward, dimensions);
    }

    /// Places the tile of a typed letter, or a blank that stands for the letter.
    fn place_letter(&mut self, c: char) {
        let alphabet = self.session.alphabet();
        let upper: String = c.to_uppercase().collect();
        let names = [c.to_string(), upper];
        let Some(letter) = names.iter().find_map(|name| alphabet.placed_tile(name)) else {
            self.message = format!("No tile is {} (press the number of a tile).", names[1]);
            return;
        };
        let rack = self.session.rack();
        let placed_tile = match self.is_blank_next {
            true => Some(PlacedTile::blank(letter.tile())),
            false => self.entry.tile_for(letter, rack),
        };
        match placed_tile {
            Some(placed_tile) => self.place(placed_tile),
            None => {
                let text = alphabet.text(letter.tile());
                self.message = format!("The rack has no {text} left, and no blank.");
            }
        }
    }

    fn place_numbered(&mut self, number: usize) {
        match self.entry.numbered(number, self.session.rack()) {
            Some(RackTile::Letter(tile)) => self.place(PlacedTile::letter(tile)),
            Some(RackTile::Blank) => {
                self.is_blank_next = true;
                self.message = "Type the letter of the blank.".to_owned();
            }
            None => self.message = format!("The rack has no tile {number}."),
        }
    }

    fn place(&mut self, placed_tile: PlacedTile) {
        if std::mem::take(&mut self.is_blank_next) {
            self.message.clear();
        }
        let game = self.session.game();
        let layout = game.rules().layout();
        if !self.entry.place(placed_tile, game.board(), layout) {
            self.message = "The line has no empty square left.".to_owned();
        }
    }

    /// Makes the play of the placed tiles.
    fn play(&mut self) {
        if self.entry.is_empty() {
            self.message = "Place tiles first (/pass and /exchange need none).".to_owned();
            return;
        }
        match self.entry.play(&self.session.game().position()) {
            Some(play) => self.obey(&Order::Move(Move::Play(play))),
            None => self.message = "The tiles are not on one line.".to_owned(),
        }
    }
}
