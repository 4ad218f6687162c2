//! The parser of an event's line, after the nickname.

use super::cursor::{Cursor, MAX_LINE_LEN};
use super::error::{GcgError, GcgFault};
use super::event::{GcgEvent, GcgEventKind, Places};
use super::write::written_len;
use lexc_runtime::Seat;

/// Reads the rack, the move, the points and the total.
pub(super) fn parse_event(
    line: usize,
    cursor: &mut Cursor<'_>,
    seat: Seat,
    nick: &str,
) -> Result<GcgEvent, GcgError> {
    let mut places = Places {
        line,
        ..Places::default()
    };
    let part = cursor.peek();
    places.rack = cursor.column;
    let has_rack = !part.starts_with(['-', '(']) && !is_square(part);
    let rack = if has_rack { cursor.take() } else { "" };
    cursor.peek();
    places.kind = cursor.column;
    let kind = parse_kind(cursor, &mut places)?;
    let (points, column) = parse_number(line, cursor)?;
    places.points = column;
    let (total, column) = parse_number(line, cursor)?;
    places.total = column;
    cursor.skip_spaces();
    places.words = cursor.column;
    let words = cursor.rest.trim_end();
    let rack = if is_unknown(rack, &kind) { "" } else { rack };
    let is_own = points.unwrap_or(0) < 0 || points.unwrap_or(0) == 0 && !rack.is_empty();
    // `(TIME)` in capitals can also be a rack of the tiles T, I, M and E.
    let is_time = |tiles: &str| {
        tiles.eq_ignore_ascii_case("time")
            && (tiles != "TIME" || is_own && sorted(rack) != sorted(tiles))
    };
    let event = GcgEvent {
        seat,
        rack: rack.to_owned(),
        kind: match kind {
            GcgEventKind::OtherRack(tiles) if is_time(&tiles) => GcgEventKind::TimePenalty,
            GcgEventKind::OtherRack(tiles) if is_own => GcgEventKind::OwnRack(tiles),
            kind => kind,
        },
        points,
        total,
        words: words.to_owned(),
        note: String::new(),
        places,
    };
    let mut written = String::new();
    // Writing to a string cannot fail.
    let _ = event.write(&mut written, nick);
    let found = written_len(&written);
    if found > MAX_LINE_LEN {
        let fault = GcgFault::LineTooLong { found };
        return Err(GcgError::new((line, 1), fault));
    }
    Ok(event)
}

/// Returns `true` if the rack is the word `UNKNOWN`, and the event needs no rack, or other tiles than those of the word.
fn is_unknown(rack: &str, kind: &GcgEventKind) -> bool {
    const UNKNOWN: &str = "UNKNOWN";
    let lacks = |tiles: &str| {
        let mut left = sorted(UNKNOWN);
        tiles.chars().any(|tile| {
            let place = left.iter().position(|&letter| letter == tile);
            place.map(|place| left.remove(place)).is_none()
        })
    };
    rack == UNKNOWN
        && match kind {
            GcgEventKind::Play { word, .. } => {
                let mut is_on_board = false;
                let placed = word.chars().filter(|&letter| {
                    is_on_board = letter == '(' || is_on_board && letter != ')';
                    !is_on_board && !matches!(letter, ')' | '.')
                });
                lacks(&placed.collect::<String>())
            }
            GcgEventKind::Exchange(tiles)
            | GcgEventKind::OtherRack(tiles)
            | GcgEventKind::OwnRack(tiles) => lacks(tiles),
            _ => true,
        }
}

fn sorted(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters
}

fn parse_kind(cursor: &mut Cursor<'_>, places: &mut Places) -> Result<GcgEventKind, GcgError> {
    let place = places.at(cursor.column);
    let part = cursor.peek();
    if part.starts_with('(') {
        let inner = cursor
            .rest
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'));
        let Some((inner, _)) = inner else {
            return Err(GcgError::new(place, GcgFault::Parenthesis));
        };
        cursor.advance("()".len() + inner.len());
        let tiles: String = inner.split_whitespace().collect();
        return Ok(match tiles.eq_ignore_ascii_case("challenge") {
            true => GcgEventKind::ChallengeBonus,
            false => GcgEventKind::OtherRack(tiles),
        });
    }
    cursor.take();
    if is_square(part) {
        let word = cursor.peek();
        places.word = cursor.column;
        if word.is_empty() || word.starts_with(['+', '-']) {
            let place = places.at(cursor.column);
            return Err(GcgError::new(place, GcgFault::NoWord));
        }
        cursor.take();
        return Ok(GcgEventKind::Play {
            square: part.to_owned(),
            word: word.to_owned(),
        });
    }
    let found = || part.to_owned();
    match part.strip_prefix('-') {
        Some(count) if count.bytes().all(|byte| byte == b'0') => Ok(GcgEventKind::Pass),
        Some("-") => Ok(GcgEventKind::Withdrawal),
        Some(count) if count.bytes().all(|byte| byte.is_ascii_digit()) => match count.parse() {
            Ok(count) => Ok(GcgEventKind::ExchangeCount(count)),
            Err(_) => Err(GcgError::new(place, GcgFault::Number { found: found() })),
        },
        Some(tiles) if !tiles.starts_with('-') => Ok(GcgEventKind::Exchange(tiles.to_owned())),
        _ => Err(GcgError::new(place, GcgFault::NoMove { found: found() })),
    }
}

/// Reads a number, which may start with `+-`; `None` at the end of the line. Also returns the column of the number.
fn parse_number(line: usize, cursor: &mut Cursor<'_>) -> Result<(Option<i32>, usize), GcgError> {
    let found = cursor.peek();
    let column = cursor.column;
    if found.is_empty() {
        return Ok((None, column));
    }
    let negative = found.strip_prefix('+').filter(|rest| rest.starts_with('-'));
    match negative.unwrap_or(found).parse() {
        Ok(number) => {
            cursor.take();
            Ok((Some(number), column))
        }
        Err(_) => {
            let found = found.to_owned();
            Err(GcgError::new((line, column), GcgFault::Number { found }))
        }
    }
}

/// Returns `true` if the text is in the place of a play's square: one letter and one or two digits, in either order.
/// `Play::parse_parts` reads the square, which may be outside the board.
fn is_square(part: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let row = part
        .strip_suffix(is_letter)
        .or(part.strip_prefix(is_letter));
    row.is_some_and(|row| {
        (1..=2).contains(&row.len()) && row.bytes().all(|byte| byte.is_ascii_digit())
    })
}
