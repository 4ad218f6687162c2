//! Text with its invisible characters escaped.

use core::fmt::{self, Write};

/// Text whose characters have no effect where it is shown: invisible characters are escaped, as in `\u{1b}`.
///
/// Names, titles, notes and file names come from others. Control characters in them (C0 and C1) can drive a terminal, format
/// characters can change the direction of the text around them or hide text, and line ends can start a line that looks like
/// another message. All of these are escaped, and so are line and paragraph separators, most spaces other than U+0020, and
/// private-use and unassigned code points. Combining marks stay, and so do no-break spaces (French definitions have them) and
/// the joiners U+200C and U+200D (words of Persian and of Indic scripts have them).
///
/// The linker's proof that the runtime has no reachable panic leaves this type out: the tables of `core` contain panics that the
/// compiler cannot rule out.
///
/// ```
/// use lexc_runtime::Visible;
///
/// assert_eq!(Visible("Zoë\n\u{202e}").to_string(), r"Zoë\u{a}\u{202e}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visible<'t>(pub &'t str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shown =
            |c| is_visible(c) || matches!(c, '\u{a0}' | '\u{200c}' | '\u{200d}' | '\u{202f}');
        self.0.chars().try_for_each(|c| match is_shown(c) {
            true => f.write_char(c),
            false => write!(f, "{}", c.escape_unicode()),
        })
    }
}

/// Returns `true` if the character is printable or a combining mark.
///
/// The answer for code points that a version of Unicode has added depends on the version of the standard library.
pub fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    // `str::escape_debug` escapes unprintable characters, and combining marks only at the start of the text.
    let mut text = [b' '; 5];
    let [_, rest @ ..] = &mut text;
    let len = c.encode_utf8(rest).len();
    let text = text.get(..=len).map(core::str::from_utf8);
    let text = text.and_then(Result::ok).unwrap_or_default();
    text.escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn invisible_characters_are_escaped_and_no_others() {
        let text = "L'\"É\" e\u{301}\\\u{1b}]0;\u{9b}\u{202e}\u{2028}\t\r\n\u{feff}\u{ad}\u{e0041}";
        assert_eq!(
            Visible(text).to_string(),
            "L'\"É\" e\u{301}\\\\u{1b}]0;\\u{9b}\\u{202e}\\u{2028}\\u{9}\\u{d}\\u{a}\\u{feff}\\u{ad}\\u{e0041}"
        );
        let kept = "می\u{200c}خواهم क\u{94d}\u{200d}ष 👩\u{200d}🔬 l\u{a0}!";
        assert_eq!(Visible(kept).to_string(), kept);
        let bidi = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{2066}\u{2067}\u{2068}\u{2069}";
        assert!(bidi.chars().all(|c| !is_visible(c)));
        assert!(('\0'..=char::MAX).all(|c| !is_visible(c) || !c.is_control()));
    }
}
