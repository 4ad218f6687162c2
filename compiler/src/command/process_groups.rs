//! Commands that end with this process. On Unix, each is a process group of its own, so that programs that a script has started end
//! with it; the signals of a terminal, such as that of Ctrl-C, then don't reach them. On Windows, Ctrl-C ends all programs of the
//! console, and a program that a script has started ends at the end of its input at the latest.

use std::io;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

pub use platform::{kill_all_and, shell};

/// A command that runs. Dropped, it has a second to end; then all of its processes are killed.
pub struct ProcessGroup(Child);

impl ProcessGroup {
    /// Starts a command. Call `clean_up_on_signals` before.
    pub fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        platform::start(command).map(ProcessGroup)
    }

    /// The first process.
    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        for _ in 0..100 {
            if platform::has_ended(&mut self.0) {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        platform::kill(&mut self.0);
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
mod platform {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// The groups that run. The first process of each has not been waited for, so no other group has its number.
    static LIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn live() -> MutexGuard<'static, Vec<Pid>> {
        LIVE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shell of the system, to run a command line.
    pub fn shell(command: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]);
        shell
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        // The lock lasts until the group is among the others, so that `kill_all_and` misses none.
        let mut live = live();
        let child = command.process_group(0).spawn()?;
        live.push(Pid::from_child(&child));
        Ok(child)
    }

    /// Returns `true` if the first process has ended, and does not wait for it: its number stays that of the group.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(None)
        )
    }

    pub(super) fn kill(child: &mut Child) {
        let group = Pid::from_child(child);
        let mut live = live();
        live.retain(|other| *other != group);
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// Kills all groups, then calls `end` while no thread can start one.
    ///
    /// For a process that is about to end, for example by a signal.
    pub fn kill_all_and(end: impl FnOnce()) {
        let live = live();
        for group in &*live {
            let _ = kill_process_group(*group, Signal::KILL);
        }
        end();
    }
}

#[cfg(windows)]
mod platform {
    use std::io;
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};

    /// The shell of the system, to run a command line.
    pub fn shell(command: &str) -> Command {
        let mut shell = Command::new("cmd");
        // Removes the first and the last quotation mark; `arg` would escape the others in a way that `cmd` does not read.
        shell.raw_arg(format!("/S /C \"{command}\""));
        shell
    }

    /// Calls `end`: the console ends the commands.
    pub fn kill_all_and(end: impl FnOnce()) {
        end();
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
