//! What signals do to files that are being written.

/// A write beyond the limit on the size of files, `ulimit -f`, is an error like others and not the end of the process.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        // The flag is not looked at: the write fails. If there can't be a handler, the process is killed as it would be.
        let flag = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
    }
}

/// Signals that end the process have it remove its temporary files first; to be called when it makes one.
pub fn clean_up_on_signals() {
    #[cfg(unix)]
    handlers::start();
}

#[cfg(unix)]
mod handlers {
    use std::sync::Once;
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Starts a thread that waits for signals, once.
    ///
    /// Without it the process ends at once, as it would; who writes in the directory next removes what it leaves.
    pub(super) fn start() {
        static START: Once = Once::new();
        START.call_once(|| {
            let ignored = ignored_signals();
            let signals = [SIGHUP, SIGINT, SIGTERM];
            let signals = signals.into_iter().filter(|signal| match ignored {
                Some(ignored) => ignored >> (signal - 1) & 1 == 0,
                // Of the three, `nohup` ignores this.
                None => *signal != SIGHUP,
            });
            if let Ok(signals) = Signals::new(signals) {
                let _ = thread::Builder::new().spawn(|| wait(signals));
            }
        });
    }

    fn wait(mut signals: Signals) {
        for signal in signals.forever() {
            let _none = lexc::output::remove_temporaries();
            // As if there were no handler, so that a shell sees how the process ended.
            let _ = emulate_default_handler(signal);
        }
    }

    /// The signals that whoever started the process wants ignored, bit *n* − 1 for signal *n*, where the system tells
    /// (Linux).
    fn ignored_signals() -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }
}
