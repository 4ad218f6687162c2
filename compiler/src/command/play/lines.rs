//! A game in lines of text.

use std::io::{self, IsTerminal, Write};

use lexc_compiler::input::Source;
use lexc_compiler::text::Visible;
use lexc_runtime::Cgp;

use super::clocks::{Stopwatch, shown};
use super::order::{HELP, Order};
use super::session::Session;
use crate::command::drawing::Drawing;
use crate::command::games::PositionProblem;
use crate::command::outcome::Failure;
use crate::command::output::AnswerStream;
use crate::command::terminal::in_color;
use crate::command::text_lines::TextLines;

/// Plays the game: writes the board before each turn of the person, and reads orders. Ends at `quit`, at the end of the
/// input, or, once standard output is a closed pipe, at the next order.
///
/// # Errors
/// Standard input can't be read, or standard output can't be written.
pub fn run(session: &mut Session<'_>) -> Result<(), Failure> {
    let mut lines = TextLines::open(&Source::Stdin).map_err(|error| Failure::input("-", &error))?;
    let mut out = AnswerStream::open();
    let has_prompt = io::stdin().is_terminal();
    out.answer(|out| writeln!(out, "{HELP}\n"))?;
    let mut is_board_due = true;
    let mut watch = Stopwatch::start();
    loop {
        while session.is_machine_on_turn() {
            let action = session
                .machine()
                .choose(session.game(), session.time_left());
            let late = session.spend(watch.lap());
            let text = late.unwrap_or_else(|| session.make_for_machine(&action));
            out.answer(|out| write_lines(&text, out))?;
            is_board_due = true;
        }
        if is_board_due {
            out.answer(|out| write_board(session, out))?;
            is_board_due = false;
        }
        if has_prompt {
            out.answer(|out| write!(out, "> "))?;
        }
        out.flush()?;
        let line = lines.next_line()?;
        if let Some(late) = session.spend(watch.lap()) {
            out.answer(|out| write_lines(&late, out))?;
            out.answer(|out| write_board(session, out))?;
        }
        let Some(line) = line else {
            break;
        };
        let text = (line.text).map_err(|problem| PositionProblem::Line(problem).to_string());
        let order = match text.as_ref().map(|text| text.trim()) {
            Ok("") => continue,
            Ok(text) => Order::parse(text, &session.game().position(), session.alphabet()),
            Err(problem) => Err(problem.clone()),
        };
        if order == Ok(Order::Quit) || out.is_closed() {
            break;
        }
        is_board_due = matches!(
            order,
            Ok(Order::Board | Order::Undo | Order::Move(_) | Order::Challenge)
        );
        let answer = match &order {
            Ok(Order::Help) => Ok(HELP.to_owned()),
            Ok(order) => session.obey(order),
            Err(problem) => Err(problem.clone()),
        };
        is_board_due &= answer.is_ok();
        let text = answer.unwrap_or_else(|problem| problem);
        out.answer(|out| write_lines(&text, out))?;
    }
    out.flush()
}

/// Writes the lines of a text, with invisible characters escaped.
fn write_lines(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = text.lines();
    lines.try_for_each(|line| writeln!(out, "{}", Visible(line)))
}

/// Writes the board and the person's rack, the clocks, and the result if the game is over.
fn write_board(session: &Session<'_>, out: &mut dyn Write) -> io::Result<()> {
    let game = session.game();
    let scores = session.scores();
    let cgp = Cgp::new(game.board().clone(), session.rack());
    let drawing = Drawing {
        cgp: &cgp.with_scores(&scores.each_ref().map(|(_, score)| *score)),
        layout: game.rules().layout(),
        alphabet: session.alphabet(),
        in_color: in_color(clap::ColorChoice::Auto),
    };
    writeln!(out, "\n{drawing}")?;
    if let Some(clocks) = session.clocks() {
        let clocks = scores.iter().zip(&clocks);
        let clocks = clocks.map(|((name, _), clock)| format!("{name} {}", shown(clock)));
        let clocks = clocks.collect::<Vec<_>>().join(", ");
        write_lines(&format!("clocks: {clocks}"), out)?;
    }
    match session.result() {
        Some(result) => write_lines(&result, out),
        None => Ok(()),
    }
}
