//! The terminal while a screen is drawn on it: in raw mode, with the alternate screen. Gives the terminal back whenever the
//! process stops or ends, and takes it again when the process continues.

use std::io::{self, stdout};
use std::mem::ManuallyDrop;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{LeaveAlternateScreen, disable_raw_mode};
use ratatui::{DefaultTerminal, Frame};

/// Use of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The terminal is as it was.
    Given,
    /// A screen is drawn on it.
    Taken,
    /// The terminal is as it was while the process is stopped.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only signals stop a process"))]
    Stopped,
    /// The process has continued, and the screen is not drawn again yet.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only signals stop a process"))]
    Stale,
}

/// Locked while the screen is drawn or the terminal changes hands.
static STATE: Mutex<State> = Mutex::new(State::Given);

/// The longest wait for the lock before the process ends: a terminal that takes no text may hold up drawing for ever.
const PATIENCE: Duration = Duration::from_secs(1);

fn state() -> MutexGuard<'static, State> {
    // The state is whole even if a thread panicked while it had the lock.
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the terminal. [`give_back`] shows the cursor; dropping a `DefaultTerminal` would do so again, and panic if the terminal and
/// standard error are gone.
///
/// # Errors
/// The terminal can't be read or written. It is then as it was.
pub fn take() -> io::Result<ManuallyDrop<DefaultTerminal>> {
    let mut state = state();
    #[cfg(unix)]
    stops::listen();
    let terminal = ratatui::try_init();
    match &terminal {
        Ok(_) => *state = State::Taken,
        Err(_) => restore().unwrap_or_default(),
    }
    terminal.map(ManuallyDrop::new)
}

/// Draws a frame, unless the process is about to stop.
///
/// # Errors
/// The terminal can't be written.
pub fn draw(terminal: &mut DefaultTerminal, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
    let mut state = state();
    match *state {
        State::Given | State::Stopped => return Ok(()),
        State::Taken => {}
        State::Stale => {
            // Clears the screen, and draws all of it. `clear` would also ask for the place of the cursor.
            let size = terminal.size()?;
            terminal.resize(size.into())?;
            *state = State::Taken;
        }
    }
    terminal.draw(draw).map(|_| ())
}

/// Gives the terminal back.
///
/// # Errors
/// The terminal can't be written.
pub fn give_back() -> io::Result<()> {
    *state() = State::Given;
    restore()
}

/// Gives the terminal back if a screen is drawn on it, then calls `end` while no thread can draw.
///
/// For a process that is about to end, for example by a signal. A terminal that is gone need not be given back.
pub fn give_back_and(end: impl FnOnce()) {
    let start = Instant::now();
    let state = loop {
        match STATE.try_lock() {
            Ok(state) => break Some(state),
            Err(TryLockError::Poisoned(state)) => break Some(state.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => break None,
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(5)),
        }
    };
    match state.as_deref() {
        Some(State::Taken | State::Stale) => restore().unwrap_or_default(),
        Some(State::Given | State::Stopped) => {}
        // The terminal takes no text, but its mode can be changed.
        None => disable_raw_mode().unwrap_or_default(),
    }
    end();
}

/// Puts the terminal in its earlier mode, leaves the alternate screen, and shows the cursor, which drawing hides.
fn restore() -> io::Result<()> {
    let mode = disable_raw_mode();
    execute!(stdout(), LeaveAlternateScreen, Show)?;
    mode
}

#[cfg(unix)]
mod stops {
    use std::io::{self, stdout};
    use std::sync::Once;
    use std::thread;

    use ratatui::crossterm::execute;
    use ratatui::crossterm::terminal::{EnterAlternateScreen, disable_raw_mode, enable_raw_mode};
    use signal_hook::consts::{SIGCONT, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::{emulate_default_handler, raise};

    use super::{State, restore, state};

    /// Starts a thread that gives the terminal back on SIGTSTP before it stops the process, and takes it again on SIGCONT. If
    /// the signals can't be registered, they have their default effect.
    pub(super) fn listen() {
        static START: Once = Once::new();
        START.call_once(|| {
            if let Ok(signals) = Signals::new([SIGTSTP, SIGCONT]) {
                let _ = thread::Builder::new().spawn(|| wait(signals));
            }
        });
    }

    fn wait(mut signals: Signals) {
        for signal in signals.forever() {
            match signal {
                SIGTSTP => {
                    stop().unwrap_or_default();
                    let _ = emulate_default_handler(SIGTSTP);
                }
                _ => resume().unwrap_or_default(),
            }
        }
    }

    fn stop() -> io::Result<()> {
        let mut state = state();
        if *state == State::Given {
            return Ok(());
        }
        *state = State::Stopped;
        restore()
    }

    /// SIGSTOP, which no process can handle, stops it without [`stop`]; the shell then gives the terminal another mode.
    fn resume() -> io::Result<()> {
        let mut state = state();
        if *state == State::Given {
            return Ok(());
        }
        disable_raw_mode()?;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen)?;
        *state = State::Stale;
        drop(state);
        // Ends the wait for a key, so that the screen is drawn.
        raise(SIGWINCH)
    }
}
