//! Draws the screen.

use anstyle::{Ansi256Color, Color as AnsiColor};
use lexc_compiler::text::Visible;
use lexc_runtime::Direction;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::app::App;
use super::clocks::shown;
use super::order::HELP;
use crate::command::drawing::{empty_cell, tile_cell};

/// The keys, for people.
const KEYS: &str = "\
letters      place tiles at the cursor; 1 to 9 place the rack's tile of this number
arrows       move the cursor; space turns it
Backspace    take the latest tile back; Esc takes all back
Enter        play the tiles
Tab          see the best moves
Ctrl-Z       take your latest turn back
Ctrl-A       write a page about the moves of a game that is over
Ctrl-C       end
/            give one of these orders:
";

/// The last line of the screen.
const SHORT_KEYS: &str =
    "letters place  Enter play  Esc recall  Tab hint  / order  ? keys  Ctrl-C end";

/// The columns and rows of the smallest screen that has room for the game.
const MIN_SIZE: (usize, usize) = (80, 24);

/// The column of the screen where the board starts, right of the row numbers.
const BOARD_X: usize = 3;

/// Draws the help, or the board with the panel and the last line.
pub fn draw(app: &App<'_, '_>, in_color: bool, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let plain = Style::new();
    if width < MIN_SIZE.0 || height < MIN_SIZE.1 {
        let (width, height) = MIN_SIZE;
        let text = format!("Enlarge the window to {width} x {height}.");
        put(buffer, (0, 0), &text, plain);
        return;
    }
    if app.is_help_shown {
        for (y, line) in (1..height).zip(KEYS.lines().chain(HELP.lines())) {
            put(buffer, (2, y), line, plain);
        }
        return;
    }
    let cols = app.session.game().board().dimensions().cols();
    // Cells 3 columns wide look square. If the board has more than 15 columns, cells 2 wide leave room for the panel.
    let cell_width = if cols <= 15 { 3 } else { 2 };
    draw_board(app, in_color, cell_width, buffer);
    let left = BOARD_X + cols * cell_width + 2;
    for (y, line) in (0..height - 1).zip(panel(app, width - left, height - 1)) {
        put(buffer, (left, y), &line, plain);
    }
    for (y, clock) in app.session.clocks().into_iter().flatten().enumerate() {
        let style = match (clock.seconds_left() < 0, in_color) {
            (true, true) => plain.fg(Color::Red).add_modifier(Modifier::BOLD),
            (true, false) => plain.add_modifier(Modifier::REVERSED),
            (false, _) => plain,
        };
        put(buffer, (left + 2, y), &shown(&clock), style);
    }
    match &app.prompt {
        Some(prompt) => put(buffer, (0, height - 1), &format!("/{prompt}█"), plain),
        None => put(
            buffer,
            (0, height - 1),
            SHORT_KEYS,
            plain.add_modifier(Modifier::DIM),
        ),
    }
}

/// Writes a text that starts at this place, cut at the right edge.
fn put(buffer: &mut Buffer, (x, y): (usize, usize), text: &str, style: Style) {
    let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else {
        return;
    };
    if x < buffer.area.width && y < buffer.area.height {
        buffer.set_string(x, y, Visible(text).to_string(), style);
    }
}

fn draw_board(app: &App<'_, '_>, in_color: bool, cell_width: usize, buffer: &mut Buffer) {
    let (game, alphabet) = (app.session.game(), app.session.alphabet());
    let (board, layout) = (game.board(), game.rules().layout());
    let latest = app.session.latest_squares();
    let dimensions = board.dimensions();
    for (col, letter) in (0..dimensions.cols()).zip('A'..) {
        let x = BOARD_X + col * cell_width + (cell_width - 1) / 2;
        put(
            buffer,
            (x, 0),
            letter.encode_utf8(&mut [0; 4]),
            Style::new(),
        );
    }
    for row in 1..=dimensions.rows() {
        put(buffer, (0, row), &format!("{row:>2}"), Style::new());
    }
    for square in dimensions.squares() {
        let entered = app.entry.on(square);
        let (style, text) = match entered.or_else(|| board.get(square)) {
            Some(placed_tile) => {
                let (style, text) = tile_cell(placed_tile, alphabet, cell_width);
                (style, without_brackets(text, cell_width))
            }
            None => empty_cell(square, layout, cell_width),
        };
        let mut style = if in_color {
            colors(style)
        } else {
            Style::new()
        };
        if entered.is_some() {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
        } else if latest.contains(&square) {
            style = style.add_modifier(Modifier::BOLD | Modifier::ITALIC);
        }
        let place = (BOARD_X + square.col() * cell_width, 1 + square.row());
        if square == app.entry.cursor {
            style = style.add_modifier(Modifier::REVERSED);
            put(
                buffer,
                place,
                &with_arrow(&text, app.entry.direction),
                style,
            );
        } else {
            put(buffer, place, &text, style);
        }
    }
}

/// The text of a cell, without brackets if it is too wide with them.
fn without_brackets(text: String, cell_width: usize) -> String {
    match text.width() > cell_width {
        true => format!("{:cell_width$}", text.replace(['[', ']'], "")),
        false => text,
    }
}

/// The text of a cell. If its last column is a space, an arrow in that column shows the direction of the cursor.
fn with_arrow(text: &str, direction: Direction) -> String {
    let arrow = match direction {
        Direction::Across => '>',
        Direction::Down => 'v',
    };
    match text.strip_suffix(' ') {
        Some(text) => format!("{text}{arrow}"),
        None => text.to_owned(),
    }
}

/// The colours of a style, from the palette of 256.
fn colors(style: anstyle::Style) -> Style {
    let color = |color: Option<AnsiColor>| match color {
        Some(AnsiColor::Ansi256(Ansi256Color(index))) => Color::Indexed(index),
        _ => Color::Reset,
    };
    Style::new()
        .fg(color(style.get_fg_color()))
        .bg(color(style.get_bg_color()))
}

/// The lines of the panel beside the board: the clocks, the scores, the size of the bag, the rack, the play of the placed tiles, the
/// message, and as many of the latest turns as fit.
fn panel(app: &App<'_, '_>, width: usize, height: usize) -> Vec<String> {
    let session = &app.session;
    let game = session.game();
    let is_machine_on_turn = session.is_machine_on_turn();
    let marks = match (session.on_turn().is_none(), is_machine_on_turn) {
        (true, _) => [' ', ' '],
        (false, false) => ['>', ' '],
        (false, true) => [' ', '>'],
    };
    let clocks = session
        .clocks()
        .map(|clocks| clocks.map(|clock| shown(&clock) + " "));
    let clocks = clocks.unwrap_or_default();
    let scores = marks.iter().zip(clocks).zip(session.scores());
    let mut lines: Vec<String> = scores
        .map(|((mark, clock), (name, score))| format!("{mark} {clock}{name}: {score}"))
        .collect();
    let (tiles, numbers) = rack_lines(app);
    let bag = format!("  bag: {}", game.bag().len());
    let empty = String::new;
    lines.extend([bag, empty(), tiles, numbers, entered_line(app), empty()]);
    let thinks = is_machine_on_turn.then_some("lexc thinks ...");
    let hints = app.wanted_hints.and(Some("looking for the best moves ..."));
    let page = app.wanted_page.as_ref();
    let page = page.and(Some("analyzing the game (any key ends it) ..."));
    let message = app.message.lines().chain(thinks).chain(hints).chain(page);
    lines.extend(message.flat_map(|line| wrapped(line, width)));
    lines.push(empty());
    let room = height.saturating_sub(lines.len());
    let turns = game.turns();
    let hidden = turns.len().saturating_sub(room);
    lines.extend(
        turns
            .iter()
            .skip(hidden)
            .map(|turn| session.turn_text(turn)),
    );
    lines
}

/// The rack, with a `·` for each tile that is placed, and a line with the numbers 1 to 9 of its tiles.
fn rack_lines(app: &App<'_, '_>) -> (String, String) {
    let (mut tiles, mut numbers) = (String::new(), String::new());
    let rack = app.session.rack();
    let mut rest = app.entry.rest(rack);
    for (tile, number) in rack.into_iter().zip(1..) {
        let text = app.session.tile_text(tile);
        let width = text.width() + 1;
        let shown = if rest.remove(tile) { &text } else { "·" };
        tiles.push_str(&format!("{shown:width$}"));
        let number = match number {
            ..10 => number.to_string(),
            _ => String::new(),
        };
        numbers.push_str(&format!("{number:width$}"));
    }
    (format!("  {tiles}"), format!("  {numbers}"))
}

/// The play of the placed tiles with its score; empty if they make no play.
fn entered_line(app: &App<'_, '_>) -> String {
    let position = app.session.game().position();
    match app.entry.play(&position) {
        Some(play) => {
            let text = play.display(position.board(), app.session.alphabet());
            format!("  {text} {:+}", play.score())
        }
        None => String::new(),
    }
}

/// The text in lines of at most this width, broken at spaces. A part without spaces that is wider has a line of its
/// own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
