//! Leaves and their values as text: each line has a leave, a separator and the value in points.
//!
//! ```text
//! leave,value
//! AE?,25.3
//! QU,0.8      # text after a # is a comment
//! ```
//!
//! The separator of a line is a comma if the line has one, else a semicolon, else a tab, else white space. Fields may be in
//! quotation marks. A first line whose value is not a number and has no digit is a header. The tiles of a leave may be in any
//! order and case. Tiles of several characters are written as in word lists, blanks as `?`.

use std::fmt;

use lexc_formats::Alphabet;

use super::klv::to_thousandths;
use crate::input::TextFault;
use crate::leaves::{LeaveList, LeaveListBuilder, LeaveListError, Points};
use crate::limits::Limits;
use crate::text::{BYTE_ORDER_MARK, ForeignEncoding, Quoted, end_place, grouped};
use crate::tokenizer::{Detokenizer, Tokenizer};

/// Leaves of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLeaves {
    /// The leaves, in the [alphabet of leaves](crate::leaves_alphabet).
    pub leaves: LeaveList,
    /// The number of values that are not whole thousandths of a point, and were rounded.
    pub rounded: u64,
}

/// Faults of a text of leaves. The message has a line for each of the first 20 faults, and the number of further
/// faults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaveTextError {
    name: String,
    faults: Faults,
}

/// The first faults, and the number of the others: a hostile text has a fault on each of very many lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Faults {
    first: Vec<TextFault>,
    more: u64,
}

impl Faults {
    fn push(&mut self, fault: TextFault) {
        match self.first.len() < MAX_FAULTS {
            true => self.first.push(fault),
            false => self.more += 1,
        }
    }
}

/// Limit of the faults that a message lists.
const MAX_FAULTS: usize = 20;

impl fmt::Display for LeaveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.first.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{}:{fault}", self.name)?;
        }
        match self.faults.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for LeaveTextError {}

/// Reads leaves and their values. Messages call the text `name`; `alphabet` is the alphabet of leaves, with the blank
/// as its last tile.
///
/// ```
/// use lexc_compiler::interop::leave_text;
/// use lexc_formats::Alphabet;
///
/// let english = lexc_compiler::alphabet::load("english")?;
/// let section = lexc_compiler::leaves_alphabet(&english).encode()?;
/// let alphabet = Alphabet::from_bytes(&section)?;
/// let text = leave_text::read("leaves.csv", b"leave,value\n?S,30.25\nQ,-6.8\n", alphabet)?;
/// assert_eq!(text.leaves.values(), [-6_800, 30_250]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Reports every line that is neither blank nor a header, a comment, or a leave with its value. If there are leaves
/// with two different values each, reports the first of these leaves in alphabet order. Also reports a text that is not
/// UTF-8, or has no leaves or more than [`Limits::DEFAULT`] permits.
pub fn read(
    name: &str,
    bytes: &[u8],
    alphabet: Alphabet<'_>,
) -> Result<TextLeaves, LeaveTextError> {
    read_within(name, bytes, alphabet, &Limits::DEFAULT)
}

/// Reads leaves and their values as [`read`] does, within these limits.
///
/// # Errors
/// The errors of [`read`].
pub fn read_within(
    name: &str,
    bytes: &[u8],
    alphabet: Alphabet<'_>,
    limits: &Limits,
) -> Result<TextLeaves, LeaveTextError> {
    let fail = |faults| LeaveTextError {
        name: name.to_owned(),
        faults,
    };
    let text = text(bytes).map_err(|fault| {
        let mut faults = Faults::default();
        faults.push(fault);
        fail(faults)
    })?;
    let mut reader = Reader {
        tokenizer: Tokenizer::new(alphabet),
        builder: LeaveListBuilder::default(),
        lines: Vec::new(),
        rounded: 0,
        faults: Faults::default(),
    };
    let mut is_first = true;
    for (number, line) in (1..).zip(text.replace("\r\n", "\n").split(['\n', '\r'])) {
        let (content, _comment) = line.split_once('#').unwrap_or((line, ""));
        if !content.trim().is_empty() {
            reader.line(number, content, is_first);
            is_first = false;
        }
        if reader.lines.len() as u64 > limits.words {
            let most = grouped(limits.words);
            reader.faults.push(TextFault {
                place: Some((number, 1)),
                message: format!(
                    "more than {most} leaves (check what the file is, or raise --max-words)"
                ),
            });
            return Err(fail(reader.faults));
        }
    }
    let Reader {
        builder,
        lines,
        rounded,
        mut faults,
        ..
    } = reader;
    let leaves = match builder.finish() {
        Ok(leaves) if leaves.values().is_empty() && faults.first.is_empty() => Err(TextFault {
            place: None,
            message: "no leaves (write each on a line, with its value)".to_owned(),
        }),
        Ok(leaves) => Ok(leaves),
        Err(LeaveListError::TwoValues { first, second }) => Err(TextFault {
            place: Some((lines[second], 1)),
            message: format!(
                "line {} has another value for this leave (keep one of them)",
                lines[first]
            ),
        }),
        Err(error) => Err(TextFault {
            place: None,
            message: error.to_string(),
        }),
    };
    match leaves {
        Ok(leaves) if faults.first.is_empty() => Ok(TextLeaves { leaves, rounded }),
        leaves => {
            if let Err(fault) = leaves {
                faults.push(fault);
            }
            Err(fail(faults))
        }
    }
}

/// The text without its byte order mark.
fn text(bytes: &[u8]) -> Result<&str, TextFault> {
    if let Some(encoding) = ForeignEncoding::detect(&bytes[..bytes.len().min(1 << 12)]) {
        return Err(TextFault {
            place: None,
            message: format!("the text is {encoding} (convert it to UTF-8)"),
        });
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    str::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        TextFault {
            place: Some(end_place(&String::from_utf8_lossy(valid))),
            message: format!(
                "byte 0x{:02X} is not UTF-8 text (convert the text to UTF-8)",
                rest[0]
            ),
        }
    })
}

struct Reader<'a> {
    tokenizer: Tokenizer<'a>,
    builder: LeaveListBuilder,
    /// The line number of each leave.
    lines: Vec<u64>,
    rounded: u64,
    faults: Faults,
}

impl Reader<'_> {
    /// Reads a line with a leave and its value. The first line may be a header.
    fn line(&mut self, number: u64, line: &str, is_first: bool) {
        let mut fault = |column, message| {
            self.faults.push(TextFault {
                place: Some((number, column)),
                message,
            });
        };
        let fields = Field::all(line);
        let [leave, value] = fields[..] else {
            let message = match fields.len() {
                1 => "a leave without a value (write both, such as QU,0.8)".to_owned(),
                found => {
                    format!("{found} fields where a leave and its value belong (remove the others)")
                }
            };
            return fault(fields[0].column, message);
        };
        let points: Option<f64> = value.text.parse().ok();
        let Some((points, thousandths)) =
            points.and_then(|points| Some((points, to_thousandths(points)?)))
        else {
            let is_number = points.is_some() || value.text.contains(char::is_numeric);
            if !is_first || is_number {
                let found = Quoted(value.text);
                fault(
                    value.column,
                    format!("{found} is not a value (write points, such as -6.8)"),
                );
            }
            return;
        };
        match self.tokenizer.tokenize(leave.text) {
            Err(error) => {
                let found = Quoted(leave.text);
                fault(leave.column + error.offset, format!("{error}, in {found}"));
            }
            Ok(word) if word.codes().is_empty() => {
                fault(
                    leave.column,
                    "a value without a leave (remove the line: an empty leave has the value 0)"
                        .to_owned(),
                );
            }
            Ok(word) => {
                self.builder.push(word.codes(), thousandths);
                self.lines.push(number);
                #[expect(clippy::float_cmp, reason = "exact equality is meant")]
                {
                    self.rounded += u64::from(f64::from(thousandths) / 1000.0 != points);
                }
            }
        }
    }
}

/// A field of a line, without white space and quotation marks around it.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    /// Column of its first character, counted from 1.
    column: usize,
}

impl<'a> Field<'a> {
    /// The fields of a line; at least one if the line is not blank.
    fn all(line: &'a str) -> Vec<Field<'a>> {
        let separator = [',', ';', '\t'].into_iter().find(|&c| line.contains(c));
        let mut column = 1;
        let mut fields = Vec::new();
        let is_end = |c: char| match separator {
            Some(separator) => c == separator,
            None => c.is_whitespace(),
        };
        for part in line.split(is_end) {
            let text = part.trim();
            let text = text
                .strip_prefix('"')
                .and_then(|text| text.strip_suffix('"'))
                .unwrap_or(text);
            let indent = part.find(text).unwrap_or(0);
            if separator.is_some() || !part.is_empty() {
                let column = column + part[..indent].chars().count();
                fields.push(Field { text, column });
            }
            column += part.chars().count() + 1;
        }
        fields
    }
}

/// Writes the leaves, one per line, with `separator` between the leave and its value.
pub fn write(leaves: &LeaveList, alphabet: Alphabet<'_>, separator: char) -> Vec<u8> {
    let mut speller = Detokenizer::new(alphabet);
    let mut text = Vec::new();
    for (leave, &value) in leaves.leaves().iter().zip(leaves.values()) {
        speller.append(leave.iter().copied(), &mut text);
        text.extend(format!("{separator}{}\n", Points(value)).bytes());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_english(text: &[u8]) -> Result<TextLeaves, String> {
        let english = crate::alphabet::load("english").unwrap();
        let section = crate::leaves_alphabet(&english).encode().unwrap();
        read("t", text, Alphabet::from_bytes(&section).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_every_separator_with_or_without_a_header() {
        for text in [
            "QU,0.8\nS?,30.25\n",
            "leave;value\r\n?s;30.25\r\nuq;0.80\r\n",
            "\u{feff}tiles\tpoints\rS?\t30.25\rQU\t.8",
            "# mine\n\n  S?   30.25  # good\nQU 8e-1\nUQ 0.8\n",
            "\"S?\",\"30.25\"\n\"QU\",\"+0.8\"\n",
        ] {
            let found = read_english(text.as_bytes()).unwrap();
            assert!(
                found.leaves.leaves().iter().eq([&[17, 21][..], &[19, 27]]),
                "{text}"
            );
            assert_eq!(
                (found.leaves.values(), found.rounded),
                (&[800, 30_250][..], 0),
                "{text}"
            );
        }
        let rounded = read_english(b"A,1.0004\nB,-2.0005\nC,0.1").unwrap();
        assert_eq!(
            (rounded.leaves.values(), rounded.rounded),
            (&[1_000, -2_001, 100][..], 2)
        );
    }

    #[test]
    fn quotation_marks_around_nothing_are_an_empty_field() {
        for (text, message) in [
            (
                "\"\"",
                "t:1:1: a leave without a value (write both, such as QU,0.8)",
            ),
            (
                "\"\" 2",
                "t:1:1: a value without a leave (remove the line: an empty leave has the value 0)",
            ),
        ] {
            assert_eq!(read_english(text.as_bytes()).unwrap_err(), message);
        }
    }

    #[test]
    fn every_bad_line_has_its_place() {
        for (text, message) in [
            (
                "A,1\nB,x\n",
                "t:2:3: `x` is not a value (write points, such as -6.8)",
            ),
            (
                "A,1\nB,3e6\nC,nan\n",
                "t:2:3: `3e6` is not a value (write points, such as -6.8)\nt:3:3: `nan` is not a value (write points, such as -6.8)",
            ),
            (
                "B,−1\nA,1\n",
                "t:1:3: `−1` is not a value (write points, such as -6.8)",
            ),
            (
                "inf\tinf\n",
                "t:1:5: `inf` is not a value (write points, such as -6.8)",
            ),
            (
                "A\n",
                "t:1:1: a leave without a value (write both, such as QU,0.8)",
            ),
            (
                "A,1,2\n",
                "t:1:1: 3 fields where a leave and its value belong (remove the others)",
            ),
            (
                "A,1\n ,2\n",
                "t:2:1: a value without a leave (remove the line: an empty leave has the value 0)",
            ),
            ("É1,2\n", "t:1:1: `É` (U+00C9) fits no tile, in `É1`"),
            (
                "AB,1\nB,1\nBA,2\n",
                "t:3:1: line 1 has another value for this leave (keep one of them)",
            ),
            (
                "leave,value\n",
                "t: no leaves (write each on a line, with its value)",
            ),
            ("", "t: no leaves (write each on a line, with its value)"),
        ] {
            assert_eq!(
                read_english(text.as_bytes()).unwrap_err(),
                message,
                "{text}"
            );
        }
        assert_eq!(
            read_english(b"A,1\n\xC9,2\n").unwrap_err(),
            "t:2:1: byte 0xC9 is not UTF-8 text (convert the text to UTF-8)"
        );
        assert_eq!(
            read_english(b"A\0,\x001\0\n\0").unwrap_err(),
            "t: the text is UTF-16, little-endian (convert it to UTF-8)"
        );
        let many = "A,x\n".repeat(30);
        assert!(
            read_english(many.as_bytes())
                .unwrap_err()
                .ends_with("\nand 9 more")
        );
    }
}
