//! Handles signals: removes temporary files and gives the terminal back before the process ends, and survives the limit on file
//! sizes.

/// Turns a write beyond the limit on file sizes (`ulimit -f`) into an error; by default it ends the process.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        // The write reports the error, so nothing reads the flag. If the handler can't be registered, the default stays.
        let flag = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
    }
}

/// On Unix, removes the temporary files and restores the terminal when SIGHUP, SIGINT or SIGTERM ends the process. Call this
/// before creating a file or drawing a screen.
pub fn clean_up_on_signals() {
    #[cfg(unix)]
    handlers::start();
}

#[cfg(unix)]
mod handlers {
    use std::sync::Once;
    use std::{fs, thread};

    use ratatui::crossterm::terminal::is_raw_mode_enabled;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Starts a thread that waits for signals. Later calls do nothing.
    ///
    /// If the signals can't be registered, a signal ends the process at once. The temporary files then stay until
    /// another `lexc` that writes a file in their directory removes them.
    pub(super) fn start() {
        static START: Once = Once::new();
        START.call_once(|| {
            let ignored = ignored_signals();
            let signals = [SIGHUP, SIGINT, SIGTERM];
            let signals = signals.into_iter().filter(|signal| match ignored {
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
            crate::command::output::remove_temporaries(|| {
                if is_raw_mode_enabled().unwrap_or(false) {
                    // A terminal that is gone need not be restored.
                    let _ = ratatui::try_restore();
                }
                // Ends the process as if there were no handler, so that a shell sees the signal.
                let _ = emulate_default_handler(signal);
            });
        }
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
