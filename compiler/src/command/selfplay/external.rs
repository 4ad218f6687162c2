//! Players that are other programs: commands that answer like `lexc bot`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lexc_compiler::text::{Quoted, to_nfc};
use lexc_game::{Player, PlayerView};
use lexc_runtime::{Alphabet, Move};
use serde::{Deserialize, Serialize};

use crate::command::bot::{MAX_LINE_BYTES, PROTOCOL};
use crate::command::process_groups::{ProcessGroup, shell};
use crate::command::signals::clean_up_on_signals;

/// A command that chooses moves. Each thread that asks has a process of its own.
pub struct External<'a> {
    command: &'a str,
    alphabet: Alphabet<'a>,
    time_limit: Option<Duration>,
    /// Processes that wait for a position.
    idle: Mutex<Vec<Process>>,
    /// The first failure. After it, the command is not asked again.
    fault: Mutex<Option<String>>,
}

/// The first line of a command. Other keys are ignored.
#[derive(Deserialize)]
struct Hello {
    protocol: u32,
}

/// A position to answer.
#[derive(Serialize)]
struct Request<'t> {
    id: u64,
    cgp: &'t str,
    rules: &'t str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// The parts of a line that count. Other keys are ignored.
#[derive(Deserialize)]
struct Reply {
    id: u64,
    #[serde(rename = "move")]
    action: Option<String>,
    error: Option<String>,
}

impl<'a> External<'a> {
    pub fn new(
        command: &'a str,
        alphabet: Alphabet<'a>,
        time_limit: Option<Duration>,
    ) -> External<'a> {
        External {
            command,
            alphabet,
            time_limit,
            idle: Mutex::default(),
            fault: Mutex::default(),
        }
    }

    /// The first failure, with the command.
    pub fn fault(&self) -> Option<String> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = fault.as_ref()?;
        Some(format!("--command {}: {fault}", Quoted(self.command)))
    }

    fn ask(&self, view: &PlayerView<'_>) -> Result<Move, String> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let process = idle().pop();
        let mut process = match process {
            Some(process) => process,
            None => Process::start(self.command).map_err(|error| error.to_string())?,
        };
        let rules = view.position().position().rules();
        let cgp = view.state().cgp().display(self.alphabet).to_string();
        process.asked += 1;
        let request = Request {
            id: process.asked,
            cgp: &cgp,
            rules: &rules.display(self.alphabet).to_string(),
            seconds: self.time_limit.map(|limit| limit.as_secs_f64()),
        };
        let refused = |error: String| format!("{error} (at {cgp})");
        let limit = self.time_limit.map(|limit| limit.saturating_add(PATIENCE));
        let line = process.exchange(&request, limit);
        let line = line.map_err(|error| refused(error.to_string()))?;
        idle().push(process);
        let action = self.read(&line, request.id, view);
        action.map_err(|error| refused(format!("{error}, in the line {}", Quoted(line.trim_end()))))
    }

    /// The move of a line, checked.
    fn read(&self, line: &str, id: u64, view: &PlayerView<'_>) -> Result<Move, String> {
        let reply: Reply = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if reply.id != id {
            return Err(format!("not an answer to the position with the id {id}"));
        }
        let text = match (reply.action, reply.error) {
            (Some(action), None) => action,
            (_, Some(error)) => return Err(format!("error {}", Quoted(&error))),
            (None, None) => return Err("no move".to_owned()),
        };
        let position = view.position().position();
        let action = Move::parse(&to_nfc(&text), position, self.alphabet);
        let action = action.map_err(|error| error.to_string())?;
        let checked = (view.state()).check(
            position.rules(),
            &action,
            Some(&view.position().lexicon().whole()),
        );
        checked.map_err(|error| error.display(self.alphabet).to_string())?;
        Ok(action)
    }
}

impl Player for External<'_> {
    /// The move of the command. After a failure, passes.
    fn choose(&self, view: &PlayerView<'_>) -> Move {
        if self.fault().is_some() {
            return Move::Pass;
        }
        self.ask(view).unwrap_or_else(|fault| {
            let mut first = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(fault);
            Move::Pass
        })
    }
}

/// The time for a first line, and what a line may take beyond --time-limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command that runs. Dropped, it gets the end of its input, and then a second to end.
struct Process {
    input: ChildStdin,
    /// Dropped after the input.
    _group: ProcessGroup,
    /// The lines that the command has written.
    lines: Receiver<io::Result<String>>,
    /// The number of positions so far.
    asked: u64,
}

impl Process {
    /// Starts the command, and reads its first line.
    fn start(command: &str) -> io::Result<Process> {
        clean_up_on_signals();
        let mut shell = shell(command);
        let mut group = ProcessGroup::start(shell.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let child = group.child();
        let input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, lines) = sync_channel(1);
        // Ends with the output of the command.
        thread::Builder::new().spawn(move || {
            let mut output = BufReader::new(output);
            let lines = std::iter::from_fn(|| {
                let mut line = String::new();
                let read = output.by_ref().take(MAX_LINE_BYTES).read_line(&mut line);
                match read {
                    Ok(0) => None,
                    Ok(_) => Some(Ok(line)),
                    Err(error) => Some(Err(error)),
                }
            });
            lines.map_while(|line| sender.send(line).ok()).count()
        })?;
        let process = Process {
            input,
            _group: group,
            lines,
            asked: 0,
        };
        let line = process.line(Some(PATIENCE))?;
        match serde_json::from_str(&line) {
            Ok(Hello { protocol: PROTOCOL }) => Ok(process),
            Ok(Hello { protocol }) => Err(io::Error::other(format!(
                "protocol {protocol} (this version of lexc has protocol {PROTOCOL})"
            ))),
            Err(_) => Err(io::Error::other(format!(
                "the first line is {} (write {{\"protocol\": {PROTOCOL}}})",
                Quoted(line.trim_end())
            ))),
        }
    }

    /// Writes a line and reads one, within this time if there is a limit.
    fn exchange(&mut self, request: &Request<'_>, limit: Option<Duration>) -> io::Result<String> {
        writeln!(self.input, "{}", serde_json::to_string(request)?)?;
        self.input.flush()?;
        self.line(limit)
    }

    fn line(&self, limit: Option<Duration>) -> io::Result<String> {
        let line = match limit {
            Some(limit) => self.lines.recv_timeout(limit),
            None => self.lines.recv().map_err(RecvTimeoutError::from),
        };
        line.unwrap_or_else(|error| {
            Err(match (error, limit) {
                (RecvTimeoutError::Timeout, Some(limit)) => {
                    io::Error::other(format!("no line within {} s", limit.as_secs()))
                }
                _ => io::Error::other("the command has ended"),
            })
        })
    }
}
