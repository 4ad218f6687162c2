//! Text inside markup.

use std::fmt::{self, Write as _};

use unicode_width::UnicodeWidthStr;

use crate::text::Visible;

/// Displays a text as XML content or attribute value. Characters of markup become entities, line ends and tabs become
/// spaces, and other invisible characters are escaped as by [`Visible`], so that none of them changes how the rest of the
/// page or picture is read.
#[derive(Clone, Copy, Debug)]
pub struct Xml<'a>(pub &'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\t' | '\n' | '\r' => f.write_char(' '),
            c => Visible(c.encode_utf8(&mut [0; 4])).fmt(f),
        })
    }
}

/// The width of text in a sans-serif font of this size, estimated generously.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let spaces = text.matches(' ').count();
    let rest = text.width() - spaces;
    size * (rest as f64 * 0.68 + spaces as f64 * 0.3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_markup_and_invisible_characters() {
        let text = "<L·L> & \"'\u{0}\u{1b}\u{FFFF}é\u{202e}\t";
        assert_eq!(
            Xml(text).to_string(),
            "&lt;L·L&gt; &amp; &quot;&#39;\\u{0}\\u{1b}\\u{ffff}é\\u{202e} "
        );
    }
}
