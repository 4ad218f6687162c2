//! Handles signals, and the events of a console of Windows: removes temporary files, ends the commands that run and gives the
//! terminal back before the process ends, and survives the limit on file sizes.

use super::full_screen::give_back_and;
use super::output::remove_temporaries;
use super::process_groups::kill_all_and;

/// Turns a write beyond the limit on file sizes (`ulimit -f`) into an error; by default it ends the process.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        // The write reports the error, so nothing reads the flag. If the handler can't be registered, the default stays.
        let flag = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
    }
}

/// Removes the temporary files, ends the commands that run and gives the terminal back when a signal ends the process that a
/// process can handle and that does not report a fault of the program; on Windows, when Ctrl-C or Ctrl-Break does. Call this before
/// creating a file, starting a command or drawing a screen.
pub fn clean_up_on_signals() {
    handlers::start();
}

/// Leaves nothing of this process behind, then calls `end` while no thread can create a file, start a command or draw.
fn clean_up_and(end: impl FnOnce()) {
    remove_temporaries(|| kill_all_and(|| give_back_and(end)));
}

/// On Unix, ends the process when the terminal of standard input is closed. SIGHUP does the same, but it may be ignored, as
/// under `nohup`; a read from a closed terminal then returns at once, again and again.
pub fn end_on_hang_up() {
    #[cfg(unix)]
    handlers::watch_terminal();
}

#[cfg(unix)]
mod handlers {
    use std::sync::Once;
    use std::{fs, io, process, thread};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::clean_up_and;
    use crate::command::terminal::say;

    /// The signals that end a process by default, except those for faults of the program and SIGKILL.
    const SIGNALS: [i32; 10] = [
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    ];

    /// Starts a thread that waits for signals. Later calls do nothing.
    ///
    /// If the signals can't be registered, a signal ends the process at once. The temporary files then stay until
    /// another `lexc` that writes a file in their directory removes them.
    pub(super) fn start() {
        static START: Once = Once::new();
        START.call_once(|| {
            let ignored = ignored_signals();
            let signals = SIGNALS.into_iter().filter(|signal| match ignored {
                Some(ignored) => ignored >> (signal - 1) & 1 == 0,
                // If the ignored signals are not known, SIGHUP is left alone, because `nohup` sets it to be ignored.
                None => *signal != SIGHUP,
            });
            if let Ok(signals) = Signals::new(signals) {
                let _ = thread::Builder::new().spawn(|| wait(signals));
            }
        });
    }

    fn wait(mut signals: Signals) {
        for signal in signals.forever() {
            clean_up_and(|| {
                // Ends the process as if there were no handler, so that a shell sees the signal.
                let _ = emulate_default_handler(signal);
            });
        }
    }

    /// Starts a thread that waits for the end of the terminal of standard input.
    pub(super) fn watch_terminal() {
        let _ = thread::Builder::new().spawn(|| {
            let stdin = io::stdin();
            loop {
                // `poll` reports a hang-up whatever events it waits for.
                let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
                match poll(&mut terminal, None) {
                    Err(Errno::INTR) => continue,
                    Ok(_) if terminal[0].revents().contains(PollFlags::HUP) => break,
                    // This system does not report hang-ups of terminals.
                    _ => return,
                }
            }
            clean_up_and(|| {
                say(&"standard input: the terminal was closed");
                process::exit(2);
            });
        });
    }

    /// Signals that this process ignores, bit *n* − 1 for signal *n*. `None` without the `/proc` of Linux.
    fn ignored_signals() -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }
}

#[cfg(windows)]
mod handlers {
    use std::process;
    use std::sync::Once;

    use super::clean_up_and;

    /// The exit code of a process that Ctrl-C ends by default (`STATUS_CONTROL_C_EXIT`).
    const ENDED_BY_CTRL_C: u32 = 0xC000_013A;

    /// Starts a thread that waits for Ctrl-C. Later calls do nothing.
    pub(super) fn start() {
        static START: Once = Once::new();
        START.call_once(|| {
            // If the handler can't be registered, Ctrl-C ends the process at once.
            let _ = ctrlc::set_handler(|| {
                clean_up_and(|| process::exit(ENDED_BY_CTRL_C.cast_signed()));
            });
        });
    }
}
