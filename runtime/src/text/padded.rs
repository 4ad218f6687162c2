//! Text written with padding.

use core::fmt::{self, Write};

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
