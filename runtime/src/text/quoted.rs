//! Characters and texts as error messages quote them.

use core::fmt::{self, Write};

/// A text that is in brackets, or should be; cut to at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileName {
    bytes: [u8; TileName::MAX_BYTES],
    len: u8,
    is_cut: bool,
}

impl TileName {
    const MAX_BYTES: usize = 16;

    pub(crate) fn new(text: &str) -> TileName {
        let fits = |c: &(usize, char)| c.0 + c.1.len_utf8() <= TileName::MAX_BYTES;
        let chars = text.char_indices().take_while(fits);
        let len = chars.last().map_or(0, |(at, c)| at + c.len_utf8());
        let mut bytes = [0; TileName::MAX_BYTES];
        for (to, from) in bytes.iter_mut().zip(text.bytes().take(len)) {
            *to = from;
        }
        TileName {
            bytes,
            len: u8::try_from(len).unwrap_or(0),
            is_cut: len < text.len(),
        }
    }

    /// The text without brackets.
    pub(super) fn bare(&self) -> Option<&str> {
        core::str::from_utf8(self.bytes.get(..usize::from(self.len))?).ok()
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
pub(super) fn is_invisible(c: char) -> bool {
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
