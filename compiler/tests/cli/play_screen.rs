//! The screen of `lexc play`, on a pseudoterminal.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::common::{Bench, is_ignored, wait_until};

/// The sequences that leave the alternate screen and show the cursor.
const LEFT: [&str; 2] = ["\u{1b}[?1049l", "\u{1b}[?25h"];

/// The last line of the screen, in part.
const DRAWN: &str = "Enter play";

/// A game on a pseudoterminal of 80 columns and 24 rows.
struct Screen {
    terminal: File,
    child: Child,
    /// All text written to the terminal.
    text: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
    is_closed: Arc<AtomicBool>,
}

impl Screen {
    /// Starts a game that the person begins, and waits until its screen is drawn. `sh` runs `before` first.
    fn start(bench: &Bench, before: &str) -> Screen {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC);
        let terminal = terminal.unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&terminal, size).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let open = || {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .open(name.to_str().unwrap());
            Stdio::from(file.unwrap())
        };
        let mut shell = Command::new("sh");
        let script = format!(
            "{before} exec '{}' play x game.gcg --seed 7",
            env!("CARGO_BIN_EXE_lexc")
        );
        let child = shell
            .args(["-c", &script])
            .current_dir(bench.path(""))
            .env("TERM", "xterm")
            .stdin(open())
            .stdout(open())
            .stderr(open())
            .spawn();
        let terminal = File::from(terminal);
        let text = Arc::<Mutex<Vec<u8>>>::default();
        let is_closed = Arc::<AtomicBool>::default();
        let reader = {
            let (mut terminal, text) = (terminal.try_clone().unwrap(), Arc::clone(&text));
            let is_closed = Arc::clone(&is_closed);
            thread::spawn(move || {
                let mut part = [0; 4096];
                while !is_closed.load(Ordering::Relaxed) {
                    let mut fds = [PollFd::new(&terminal, PollFlags::IN)];
                    let wait = Timespec {
                        tv_sec: 0,
                        tv_nsec: 20_000_000,
                    };
                    if poll(&mut fds, Some(&wait)).unwrap() > 0 {
                        // Reading fails once no process has the terminal open.
                        let Ok(len) = terminal.read(&mut part) else {
                            return;
                        };
                        text.lock().unwrap().extend(&part[..len]);
                    }
                }
            })
        };
        let screen = Screen {
            terminal,
            child: child.unwrap(),
            text,
            reader,
            is_closed,
        };
        screen.wait_for(DRAWN, 1);
        screen
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.lock().unwrap()).into_owned()
    }

    /// Waits until the text was written this number of times.
    #[track_caller]
    fn wait_for(&self, text: &str, times: usize) {
        wait_until(|| self.text().matches(text).count() >= times);
    }

    /// Returns `true` if the terminal echoes and edits lines, as before the game.
    fn is_given_back(&self) -> bool {
        let modes = tcgetattr(&self.terminal).unwrap().local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
    }

    fn press(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).unwrap();
    }

    fn send(&self, signal: &str) {
        let script = format!("kill -{signal} {}", self.child.id());
        let sent = Command::new("sh").args(["-c", &script]).status();
        assert!(sent.unwrap().success());
    }

    /// Asserts that the game has left the screen, and that the cursor is visible.
    #[track_caller]
    fn assert_left(&self) {
        assert!(self.is_given_back());
        wait_until(|| {
            let text = self.text();
            let end = text.rsplit(DRAWN).next().unwrap();
            LEFT.iter().all(|sequence| end.contains(sequence))
        });
    }
}

fn bench() -> Bench {
    Bench::with_image("ae\nai\neat\net\nin\nit\nne\non\nor\nre\nta\ntea\n")
}

#[test]
fn the_screen_is_left_when_the_game_is_ended_by_a_key() {
    let mut screen = Screen::start(&bench(), "");
    assert!(!screen.is_given_back());
    screen.press("\u{3}");
    assert_eq!(screen.child.wait().unwrap().code(), Some(0));
    screen.assert_left();
}

#[test]
fn signals_that_end_the_game_give_the_terminal_back() {
    let bench = bench();
    for (signal, number) in [
        ("HUP", 1),
        ("INT", 2),
        ("QUIT", 3),
        ("TERM", 15),
        ("USR1", 10),
        ("USR2", 12),
        ("ALRM", 14),
        ("VTALRM", 26),
    ] {
        if is_ignored(number) {
            continue;
        }
        let mut screen = Screen::start(&bench, "ulimit -c 0;");
        screen.send(signal);
        assert_eq!(
            screen.child.wait().unwrap().signal(),
            Some(number),
            "{signal}"
        );
        screen.assert_left();
    }
}

#[test]
fn a_stopped_game_gives_the_terminal_back_and_takes_it_when_it_continues() {
    let mut screen = Screen::start(&bench(), "");
    let status = format!("/proc/{}/status", screen.child.id());
    let is_stopped = || fs::read_to_string(&status).unwrap().contains("State:\tT");
    for times in 2..4 {
        screen.send("TSTP");
        wait_until(is_stopped);
        screen.assert_left();
        screen.send("CONT");
        // The whole screen is drawn again without a key.
        screen.wait_for(DRAWN, times);
        assert!(!screen.is_given_back());
    }
    screen.press("\u{3}");
    assert_eq!(screen.child.wait().unwrap().code(), Some(0));
    screen.assert_left();
}

/// No signal ends this game, and each read from its closed terminal returns at once.
#[test]
fn a_game_that_ignores_hang_ups_ends_when_its_terminal_is_closed() {
    let bench = bench();
    let mut screen = Screen::start(&bench, "trap '' HUP;");
    screen.press("/pass\r");
    wait_until(|| {
        let record = fs::read_to_string(bench.path("game.gcg")).unwrap();
        record.lines().filter(|line| line.starts_with('>')).count() == 2
    });
    screen.is_closed.store(true, Ordering::Relaxed);
    screen.reader.join().unwrap();
    drop(screen.terminal);
    assert_eq!(screen.child.wait().unwrap().code(), Some(2));
}
