//! JSON output. Characters that a terminal can't show are escaped; programs that read the JSON get the characters back.

use std::io::{self, Write};

use lexc_compiler::text::is_visible;
use serde::Serialize;

/// Writes a value on a line of its own.
pub fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(Escaping(out), value)?;
    writeln!(out)
}

/// Writes a value over several lines, indented.
pub fn write_pretty(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(Escaping(out), value)?;
    writeln!(out)
}

/// A value as text on one line, without an end.
pub fn to_text(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    // Writing to memory can't fail, and the values here have no maps with keys other than texts.
    let _ = serde_json::to_writer(Escaping(&mut text), value);
    String::from_utf8(text).unwrap_or_default()
}

/// Escapes invisible characters of JSON text. Outside strings, the only invisible characters of JSON text are line
/// ends, which stay.
struct Escaping<'w>(&'w mut dyn Write);

impl Write for Escaping<'_> {
    /// Expects whole characters, as the serializer writes them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |c: char| c == '\n' || is_visible(c);
        match str::from_utf8(bytes) {
            Ok(text) if !text.chars().all(is_plain) => {
                for c in text.chars() {
                    if is_plain(c) {
                        write!(self.0, "{c}")?;
                    } else {
                        let mut units = [0; 2];
                        for unit in c.encode_utf16(&mut units) {
                            write!(self.0, "\\u{unit:04x}")?;
                        }
                    }
                }
            }
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_invisible_characters_and_no_others() {
        let value = ["É\u{301} \"\\\n", "\u{1b}]0;\u{9b}\u{7f}\u{202e}\u{e0001}"];
        let mut text = Vec::new();
        write_line(&mut text, &value).unwrap();
        let text = String::from_utf8(text).unwrap();
        let escaped = r#"\u001b]0;\u009b\u007f\u202e\udb40\udc01"#;
        assert_eq!(text, format!("[\"É\u{301} \\\"\\\\\\n\",\"{escaped}\"]\n"));
        assert_eq!(serde_json::from_str::<[String; 2]>(&text).unwrap(), value);
        let mut pretty = Vec::new();
        write_pretty(&mut pretty, &value).unwrap();
        assert_eq!(
            serde_json::from_slice::<[String; 2]>(&pretty).unwrap(),
            value
        );
        assert_eq!(pretty.iter().filter(|byte| **byte == b'\n').count(), 4);
    }
}
