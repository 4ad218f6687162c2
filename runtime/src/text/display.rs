//! Text without a heap that keeps the width, the fill and the alignment of a format.

use core::fmt;

/// A text that a closure writes, padded as the format asks: `{:>12}`, `{:-^20}`.
///
/// The closure runs twice where a width is given: first to count the characters.
#[derive(Clone, Copy)]
pub(crate) struct Text<F>(F);

impl<F: Fn(&mut dyn fmt::Write) -> fmt::Result> Text<F> {
    pub(crate) fn new(write: F) -> Text<F> {
        Text(write)
    }
}

impl<F: Fn(&mut dyn fmt::Write) -> fmt::Result> fmt::Display for Text<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, &self.0)
    }
}

/// Writes a text, padded as the format asks. Not generic, so that each text's code is in a program once.
pub(crate) fn pad(
    f: &mut fmt::Formatter<'_>,
    write: &dyn Fn(&mut dyn fmt::Write) -> fmt::Result,
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
    (0..count).try_for_each(|_| fmt::Write::write_char(f, fill))
}

/// The number of characters written.
struct Length(usize);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.chars().count());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn pads_to_the_width_with_the_fill_of_the_format() {
        let number = 12;
        let text = Text::new(|to| write!(to, "Ç{number}"));
        for (padded, expected) in [
            (format!("{text}"), "Ç12"),
            (format!("{text:2}"), "Ç12"),
            (format!("{text:5}|"), "Ç12  |"),
            (format!("{text:<5}|"), "Ç12  |"),
            (format!("{text:>5}"), "  Ç12"),
            (format!("{text:·^6}"), "·Ç12··"),
        ] {
            assert_eq!(padded, expected);
        }
    }
}
