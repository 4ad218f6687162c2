//! Lines of a record, and their parts.

/// The largest number of characters of a line.
pub(super) const MAX_LINE_LEN: usize = 1 << 16;

/// The largest number of characters of a nickname that no `#player1` or `#player2` declares.
pub(super) const MAX_NICK_LEN: usize = 64;

/// The lines of a text, without the LF, CRLF or CR that ends each of them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = split(rest, rest.find(['\r', '\n']).unwrap_or(rest.len()));
        let ends = ["\r\n", "\r", "\n"];
        rest = (ends.iter().find_map(|end| after.strip_prefix(end))).unwrap_or_default();
        Some(line)
    })
}

/// The first `len` bytes of a text and its rest; all of it if these do not end at a character boundary.
fn split(text: &str, len: usize) -> (&str, &str) {
    text.split_at_checked(len).unwrap_or((text, ""))
}

/// The unread rest of a line, with the column of its next character.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    pub(super) rest: &'t str,
    pub(super) column: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(line: &'t str) -> Cursor<'t> {
        Cursor {
            rest: line,
            column: 1,
        }
    }

    /// Reads `len` bytes, or the whole rest if these do not end at a character boundary.
    pub(super) fn advance(&mut self, len: usize) -> &'t str {
        let (read, rest) = split(self.rest, len);
        self.rest = rest;
        self.column += read.chars().count();
        read
    }

    pub(super) fn skip_spaces(&mut self) {
        self.advance(self.rest.len() - self.rest.trim_start().len());
    }

    /// Skips white space, and returns the text up to the next white space without reading it. The text is empty at the
    /// end of the line.
    pub(super) fn peek(&mut self) -> &'t str {
        self.skip_spaces();
        let len = self.rest.find(char::is_whitespace);
        split(self.rest, len.unwrap_or(self.rest.len())).0
    }

    /// Skips white space, and reads the text up to the next white space.
    pub(super) fn take(&mut self) -> &'t str {
        let part = self.peek();
        self.advance(part.len())
    }
}

/// The first `max_len` characters of a text in which single spaces replace line breaks and other white space.
pub(super) fn one_line(text: &str, max_len: usize) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let line: String = parts.join(" ").chars().take(max_len).collect();
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        let found: Vec<&str> = lines("a\r\nb\rc\n\n\r\nd").collect();
        assert_eq!(found, ["a", "b", "c", "", "", "d"]);
        assert_eq!(lines("").count(), 0);
        assert_eq!(lines("a\n").count(), 1);
    }

    #[test]
    fn columns_count_characters() {
        let mut cursor = Cursor::new(" Źa  é b");
        assert_eq!((cursor.take(), cursor.column), ("Źa", 4));
        assert_eq!((cursor.peek(), cursor.column), ("é", 6));
        assert_eq!(
            (cursor.take(), cursor.take(), cursor.take()),
            ("é", "b", "")
        );
    }
}
