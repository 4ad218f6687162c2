//! The terminal: reads keys, lets the machine think, and draws the screen after each change.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, Scope};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::app::{App, Next};
use super::clocks::Stopwatch;
use super::screen::draw;
use super::session::Session;
use crate::command::full_screen;
use crate::command::outcome::{Failure, Operation};
use crate::command::signals::{clean_up_on_signals, end_on_hang_up};

/// The longest wait for a key before the next look at the clock and at the machine.
const TICK: Duration = Duration::from_millis(50);

/// Plays the game on the terminal, and gives the terminal back as it was.
///
/// # Errors
/// The terminal can't be read or written, or no thread can be started.
pub fn run(session: &mut Session<'_>, in_color: bool) -> Result<(), Failure> {
    clean_up_on_signals();
    let mut terminal = full_screen::take().map_err(of_terminal)?;
    end_on_hang_up();
    let played = play(&mut terminal, session, in_color);
    let restored = full_screen::give_back().map_err(of_terminal);
    played.and(restored)
}

fn of_terminal(error: io::Error) -> Failure {
    Operation::Write.failure("the terminal", &error)
}

/// Starts a thread that works while the screen is drawn.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> Result<(), Failure> {
    let started = thread::Builder::new().spawn_scoped(scope, work);
    started.map_err(|error| Failure(format!("no thread to think with: {error}")))?;
    Ok(())
}

fn play(
    terminal: &mut DefaultTerminal,
    session: &mut Session<'_>,
    in_color: bool,
) -> Result<(), Failure> {
    let machine = session.machine();
    let (sender, receiver) = mpsc::channel();
    let (hint_sender, hint_receiver) = mpsc::channel();
    let is_hint_stopped = &AtomicBool::new(false);
    let mut app = App::new(session);
    let mut watch = Stopwatch::start();
    thread::scope(|scope| {
        let mut is_thinking = false;
        let mut is_hint_sought = false;
        loop {
            if app.session.is_machine_on_turn() && !is_thinking {
                let (game, sender) = (app.session.game().clone(), sender.clone());
                let left = app.session.time_left();
                // If the screen is closed meanwhile, nobody receives the move.
                start(scope, move || _ = sender.send(machine.choose(&game, left)))?;
                is_thinking = true;
            }
            if let Some(count) = app.wanted_hints.filter(|_| !is_hint_sought) {
                let (game, sender) = (app.session.game().clone(), hint_sender.clone());
                start(scope, move || {
                    _ = sender.send(machine.hints(&game, count, is_hint_stopped));
                })?;
                is_hint_sought = true;
            }
            if let Some(page) = app.wanted_page.clone().filter(|_| !is_hint_sought) {
                let sender = hint_sender.clone();
                start(scope, move || {
                    _ = sender.send(machine.analyze(&page, is_hint_stopped));
                })?;
                is_hint_sought = true;
            }
            full_screen::draw(terminal, |frame| {
                let area = frame.area();
                draw(&app, in_color, area, frame.buffer_mut());
            })
            .map_err(of_terminal)?;
            // While nothing but a key can change the screen, `read` waits for it without a time limit.
            let is_waiting = is_thinking || is_hint_sought || app.session.is_clock_running();
            let has_event = !is_waiting || event::poll(TICK).map_err(of_terminal)?;
            app.spend(watch.lap());
            if has_event {
                let next = match event::read().map_err(of_terminal)? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => {
                        is_hint_stopped.store(is_hint_sought, Ordering::Relaxed);
                        app.press(key)
                    }
                    _ => Next::Continue,
                };
                if next == Next::Quit {
                    return Ok(());
                }
            }
            if let Ok(action) = receiver.try_recv() {
                is_thinking = false;
                if app.session.is_machine_on_turn() {
                    app.make_for_machine(&action);
                }
            }
            if let Ok(text) = hint_receiver.try_recv() {
                is_hint_sought = false;
                // The key that stopped a hint may have asked for another one.
                if !is_hint_stopped.swap(false, Ordering::Relaxed) {
                    app.show_answer(text);
                }
            }
        }
    })
}
