//! Text: read tile by tile, quoted in errors, and written with padding.

use core::fmt::{self, Write};

use lexc_formats::{Alphabet, PlacedTiles, Tile};

/// A text that is not a tile. `column` is its place, counted in characters of the whole text from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum TileTextError {
    /// A character without a tile in the alphabet.
    Unknown { column: usize, found: char },
    /// A character without a tile in the alphabet. It and the characters around it spell `name`, the text of a tile
    /// that must be in brackets.
    Bare {
        column: usize,
        found: char,
        name: TileName,
    },
    /// Brackets around an unknown tile.
    UnknownName { column: usize, name: TileName },
    /// An opening bracket without a closing one.
    OpenBracket { column: usize },
}

/// A text that is in brackets, or should be; cut to at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileName {
    bytes: [u8; TileName::MAX_BYTES],
    len: usize,
    is_cut: bool,
}

impl TileName {
    const MAX_BYTES: usize = 16;

    fn new(text: &str) -> TileName {
        let fits = |c: &(usize, char)| c.0 + c.1.len_utf8() <= TileName::MAX_BYTES;
        let chars = text.char_indices().take_while(fits);
        let len = chars.last().map_or(0, |(at, c)| at + c.len_utf8());
        let mut bytes = [0; TileName::MAX_BYTES];
        for (to, from) in bytes.iter_mut().zip(text.bytes().take(len)) {
            *to = from;
        }
        TileName {
            bytes,
            len,
            is_cut: len < text.len(),
        }
    }

    /// The text without brackets.
    fn bare(&self) -> Option<&str> {
        core::str::from_utf8(self.bytes.get(..self.len)?).ok()
    }
}

/// The text in brackets; invisible characters are escaped.
impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        let mut chars = self.bare().unwrap_or_default().chars();
        chars.try_for_each(|c| write_visible(f, c))?;
        f.write_str(if self.is_cut { "…]" } else { "]" })
    }
}

impl fmt::Display for TileTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &"")
    }
}

impl TileTextError {
    /// Writes the error. `place`, such as `, in board row 2`, tells the part of the text; it follows the column.
    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, place: &dyn fmt::Display) -> fmt::Result {
        let (TileTextError::Unknown { column, .. }
        | TileTextError::Bare { column, .. }
        | TileTextError::UnknownName { column, .. }
        | TileTextError::OpenBracket { column }) = self;
        write!(f, "character {column}{place}: ")?;
        match self {
            TileTextError::Unknown { found, .. } => {
                write!(f, "{} is an unknown tile", Quoted(found))
            }
            TileTextError::Bare { found, name, .. } => {
                let found = Quoted(found);
                write!(
                    f,
                    "{found} is an unknown tile (write a tile of several characters in brackets: {name})"
                )
            }
            TileTextError::UnknownName { name, .. } => {
                write!(f, "unknown tile in brackets: {name}")
            }
            TileTextError::OpenBracket { .. } => f.write_str("the bracket is not closed (add ])"),
        }
    }
}

impl core::error::Error for TileTextError {}

/// A character in quotes for an error message; escapes invisible characters, like `Debug`.
///
/// Does not use the `Debug` of `char`, which adds tables of all characters and a panic path to the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoted(pub(crate) char);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        if let '\'' | '\\' = self.0 {
            f.write_char('\\')?;
        }
        write_visible(f, self.0)?;
        f.write_char('\'')
    }
}

/// Writes the character; escapes invisible ones.
fn write_visible(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    match c {
        '\0' => f.write_str("\\0"),
        '\t' => f.write_str("\\t"),
        '\n' => f.write_str("\\n"),
        '\r' => f.write_str("\\r"),
        c if is_invisible(c) => {
            f.write_str("\\u{")?;
            write_hex(f, c.into())?;
            f.write_char('}')
        }
        c => f.write_char(c),
    }
}

/// Returns `true` for control characters, separators other than the space, private-use characters, the common format
/// characters, variation selectors, combining accents, and all characters of U+E0000 and above.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{a0}'
            | '\u{ad}'
            | '\u{300}'..='\u{36f}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{3000}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..
    )
}

/// Writes a number in hexadecimal digits, without leading zeros.
fn write_hex(f: &mut fmt::Formatter<'_>, number: u32) -> fmt::Result {
    let digits = number.max(1).ilog2() / 4 + 1;
    for place in (0..digits).rev() {
        let digit = char::from_digit(number >> (4 * place) & 15, 16);
        f.write_char(digit.unwrap_or('0'))?;
    }
    Ok(())
}

/// The unread rest of a text, with the column of its next character.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    column: usize,
    /// A character that ends the text of a tile.
    stop: Option<char>,
    /// The number of unread bytes before the next `stop`; 0 if it must be searched for.
    before_stop: usize,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            rest: text,
            column: 1,
            stop: None,
            before_stop: 0,
        }
    }

    /// The same reader, but a text that [`Self::placed_tiles`] reads outside brackets ends before `stop`.
    pub(crate) fn with_stop(self, stop: char) -> Reader<'t> {
        Reader {
            stop: Some(stop),
            ..self
        }
    }

    /// The same reader, but of a text that starts at this column.
    pub(crate) fn with_column(self, column: usize) -> Reader<'t> {
        Reader { column, ..self }
    }

    /// The column of the next character, counted from 1.
    pub(crate) fn column(&self) -> usize {
        self.column
    }

    /// The next character; leaves it unread.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads the next character if it equals `expected`.
    pub(crate) fn skip(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.advance(expected.len_utf8());
        }
        found
    }

    /// Reads all characters before the first for which `is_kind` is false.
    pub(crate) fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> &'t str {
        let len = self.rest.find(|c| !is_kind(c)).unwrap_or(self.rest.len());
        self.advance(len)
    }

    /// Reads all characters before the next white space, and skips white space before and after them. Not inlined, because it has
    /// several callers.
    #[inline(never)]
    pub(crate) fn take_word(&mut self) -> &'t str {
        self.take_while(char::is_whitespace);
        let word = self.take_while(|c| !c.is_whitespace());
        self.take_while(char::is_whitespace);
        word
    }

    /// Reads a placed tile, or the placed tiles of one of [`Alphabet::readings`]; `first` is the next character.
    pub(crate) fn placed_tiles<'a>(
        &mut self,
        first: char,
        alphabet: Alphabet<'a>,
    ) -> Result<PlacedTiles<'a>, TileTextError> {
        let mut text = self.rest;
        // Inside brackets, the stop is part of the text of a tile.
        if let Some(stop) = self.stop.filter(|_| first != '[') {
            if self.before_stop == 0 {
                let before = self.rest.split_once([stop]);
                self.before_stop = before.map_or(self.rest, |(before, _)| before).len();
            }
            text = self.rest.get(..self.before_stop).unwrap_or(self.rest);
        }
        match alphabet.read_placed_tiles(text) {
            Some((placed_tiles, len)) => {
                self.advance(len);
                Ok(placed_tiles)
            }
            None => Err(self.unknown(first, alphabet)),
        }
    }

    /// The error for the next character, `found`.
    fn unknown(&self, found: char, alphabet: Alphabet<'_>) -> TileTextError {
        let column = self.column;
        if found == '[' {
            let rest = self.rest.strip_prefix('[').unwrap_or_default();
            return match rest.split_once([']']) {
                Some((name, _)) => TileTextError::UnknownName {
                    column,
                    name: TileName::new(name),
                },
                None => TileTextError::OpenBracket { column },
            };
        }
        let texts = |tile: Tile| [alphabet.text(tile), alphabet.blank_text(tile)];
        let mut names = alphabet.tiles().flat_map(texts).map(TileName::new);
        match names.find(|name| name.bare().is_some_and(|name| self.is_in(name))) {
            Some(name) => TileTextError::Bare {
                column,
                found,
                name,
            },
            None => TileTextError::Unknown { column, found },
        }
    }

    /// Returns `true` if the next character belongs to an occurrence of `name`, without brackets, in the text.
    fn is_in(&self, name: &str) -> bool {
        let read = self.text.strip_suffix(self.rest).unwrap_or_default();
        name.char_indices().any(|(at, _)| {
            let parts = name.split_at_checked(at);
            parts.is_some_and(|(before, after)| {
                read.ends_with(before) && self.rest.starts_with(after)
            })
        })
    }

    fn advance(&mut self, len: usize) -> &'t str {
        let (read, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.before_stop = self.before_stop.saturating_sub(read.len());
        self.column += read.chars().count();
        read
    }
}

/// The lines of a text, without their ends: LF, CRLF, or CR at the end of the text.
///
/// `str::lines` searches by `memchr`, which keeps a panic path in the program; `split_inclusive` with an array as its
/// pattern does not.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['\n']).map(|line| {
        let line = line.strip_suffix('\n').unwrap_or(line);
        line.strip_suffix('\r').unwrap_or(line)
    })
}

/// Writes the contents of squares for `Debug`. `debug_map` of `core::fmt` would keep a panic path in the program.
pub(crate) fn write_map(
    f: &mut fmt::Formatter<'_>,
    entries: impl Iterator<Item = (impl fmt::Display, u8)>,
) -> fmt::Result {
    f.write_str("{")?;
    let mut separator = "";
    for (square, byte) in entries {
        write!(f, "{separator}{square}: {byte}")?;
        separator = ", ";
    }
    f.write_str("}")
}

/// A text that a closure writes, padded to the width of the format: `{:>12}`, `{:-^20}`.
///
/// If the format has a width, the closure is called twice: the first call only counts the characters.
#[derive(Clone, Copy)]
pub(crate) struct Text<F>(F);

impl<F: Fn(&mut dyn Write) -> fmt::Result> Text<F> {
    pub(crate) fn new(write: F) -> Text<F> {
        Text(write)
    }
}

impl<F: Fn(&mut dyn Write) -> fmt::Result> fmt::Display for Text<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, &self.0)
    }
}

/// Writes a text, padded to the width of the format. Not generic: all texts of a program share one copy of the code.
pub(crate) fn pad(
    f: &mut fmt::Formatter<'_>,
    write: &dyn Fn(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    let Some(width) = f.width() else {
        return write(f);
    };
    let mut length = Length(0);
    write(&mut length)?;
    let padding = width.saturating_sub(length.0);
    let before = match f.align() {
        Some(fmt::Alignment::Right) => padding,
        Some(fmt::Alignment::Center) => padding / 2,
        Some(fmt::Alignment::Left) | None => 0,
    };
    fill(f, before)?;
    write(f)?;
    fill(f, padding - before)
}

fn fill(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    let fill = f.fill();
    (0..count).try_for_each(|_| f.write_char(fill))
}

/// The number of characters written.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.chars().count());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
