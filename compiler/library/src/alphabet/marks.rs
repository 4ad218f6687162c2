//! Marks to ignore, as users write them: `U+05B0-U+05C7`, `U+0301`, or the characters themselves, perhaps on a dotted circle.

use super::lines::Field;
use crate::text::{NamedChar, Quoted};

/// The circle on which a combining mark is shown alone.
const DOTTED_CIRCLE: char = '\u{25CC}';

/// The first and the last character of each range in the field, whose parts are separated by white space.
///
/// # Errors
/// A part that is neither a range of code points nor characters, with its column.
pub(super) fn ranges(field: Field<'_>) -> Result<Vec<(char, char)>, (usize, String)> {
    let mut ranges = Vec::new();
    for Field { text, column } in field.words() {
        if text.starts_with("U+") || text.starts_with("u+") {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            let range = code_point(first).zip(code_point(last));
            let range = range.filter(|(first, last)| first <= last);
            let quoted = Quoted(text);
            ranges.push(range.ok_or_else(|| {
                let message = "is not a range of characters (write it as in U+05B0-U+05C7)";
                (column, format!("{quoted} {message}"))
            })?);
        } else {
            let marks = text.chars().filter(|c| *c != DOTTED_CIRCLE);
            ranges.extend(marks.map(|c| (c, c)));
        }
        if let Some((first, _)) = ranges.iter().find(|(first, _)| first.is_ascii()) {
            let name = NamedChar(*first);
            let message = format!("{name} can't be ignored (name characters beyond ASCII)");
            return Err((column, message));
        }
    }
    if ranges.is_empty() {
        let message = "no characters (name them, as in U+05B0-U+05C7)";
        return Err((field.column, message.to_owned()));
    }
    Ok(ranges)
}

/// The character of a code point such as `U+05B0`.
fn code_point(text: &str) -> Option<char> {
    let digits = text
        .strip_prefix("U+")
        .or_else(|| text.strip_prefix("u+"))?;
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_ranges_or_characters() {
        let ranges = |text| ranges(Field { text, column: 1 });
        assert_eq!(
            ranges("U+05B0-U+05C7 \u{25CC}\u{301} u+640").unwrap(),
            [
                ('\u{5B0}', '\u{5C7}'),
                ('\u{301}', '\u{301}'),
                ('\u{640}', '\u{640}')
            ]
        );
        for (text, column, message) in [
            ("", 1, "no characters (name them, as in U+05B0-U+05C7)"),
            (
                "U+301 U+5C7-U+5B0",
                7,
                "`U+5C7-U+5B0` is not a range of characters (write it as in U+05B0-U+05C7)",
            ),
            (
                "U+D800",
                1,
                "`U+D800` is not a range of characters (write it as in U+05B0-U+05C7)",
            ),
            (
                "U+301 '",
                7,
                "`'` (U+0027) can't be ignored (name characters beyond ASCII)",
            ),
        ] {
            assert_eq!(ranges(text), Err((column, message.to_owned())), "{text}");
        }
    }
}
